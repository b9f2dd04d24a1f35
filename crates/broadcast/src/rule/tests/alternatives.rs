//! Tests of several rules for one op.

use super::{super::*, check_errors, table};

/// Returns the text of a file with rules for one op, from the lines that each adds.
fn file(rules: &[&str]) -> String {
    let rules = rules.iter().zip('c'..);
    let rules = rules.map(|(lines, name)| {
        format!("[[rule]]\nsource = \"a.b\"\ntarget = \"x.{name}\"\n{lines}\n")
    });
    rules.collect()
}

fn targets(table: &RuleTable) -> Vec<&str> {
    let rules = table.get("a.b").iter();
    rules.filter_map(Rule::target_op).collect()
}

#[test]
fn rules_of_one_op_keep_their_order() {
    let text = file(&[
        "require = { x = \"1\" }",
        "require = { x = \"2\" }\nelement_types = [\"f32\"]",
        "require_operands = { 1 = 0 }",
        "",
    ]);
    let read = table("a.toml", &text);
    assert_eq!(targets(&read), ["x.c", "x.d", "x.e", "x.f"]);
    assert_eq!(table("printed.toml", &read.to_string()), read);
}

#[test]
fn rules_that_are_never_used_are_refused() {
    const ADVICE: &str = "put it first, or remove one of them";
    let check = |first: &str, second: &str, reason: &str| {
        let line = 4 + first.lines().count() + 1;
        let expected = format!(
            "a.toml:{line}:10: this rule for `a.b` is never used, because the one at a.toml:2:10 \
             {reason}; {ADVICE}"
        );
        check_errors(&file(&[first, second]), &[&expected]);
    };
    for second in [
        "drop = [\"y\"]",
        "require = { x = \"1\" }",
        "operands = [0, 1]",
    ] {
        check("drop = [\"x\"]", second, "has no requirements");
    }
    for (first, second) in [
        (
            "require = { x = \"1\" }",
            "require = { x = \"1\", y = \"1\" }",
        ),
        (
            "require_if_present = { x = \"1\" }",
            "require = { x = \"1\" }",
        ),
        (
            "require_operands = { 1 = 0 }",
            "require_operands = { 1 = 0, 2 = 0 }",
        ),
        (
            "element_types = [\"f32\", \"i1\"]",
            "element_types = [\"i1\"]",
        ),
        (
            "same_element_type = true",
            "element_types = [\"i1\"]\nsame_element_type = true",
        ),
        (
            "map = { x = { a = \"1\", b = \"2\" } }",
            "map = { x = { b = \"1\" } }",
        ),
        ("operands = [0, 1]", "operands = [0, 2]"),
        (
            "result_element_types = [\"i8\", \"i1\"]",
            "result_element_types = [\"i1\"]\noperands = [0]",
        ),
    ] {
        check(first, second, "requires nothing else");
        assert!(
            RuleTable::parse("a.toml", &file(&[second, first])).is_ok(),
            "{first}"
        );
    }
}

#[test]
fn rules_with_other_requirements_may_follow() {
    for (first, second) in [
        ("require = { x = \"1\" }", "require = { x = \"2\" }"),
        (
            "require = { x = \"1\" }",
            "require_if_present = { x = \"1\" }",
        ),
        (
            "element_types = [\"f32\"]\noperands = [0]",
            "element_types = [\"f32\"]\noperands = [1]",
        ),
        ("map = { x = { a = \"1\" } }", "rename = { x = \"z\" }"),
        ("operands = [0, 1, 2]", "operands = [0, 1]"),
    ] {
        let text = file(&[first, second]);
        assert!(RuleTable::parse("a.toml", &text).is_ok(), "{first}");
    }
}

#[test]
fn all_rules_of_a_table_replace_those_of_earlier_ones() {
    let first = table("a.toml", &file(&["require = { x = \"1\" }", ""]));
    for second in [
        ["require = { x = \"2\" }\nreplace = true", ""],
        ["require = { x = \"2\" }", "replace = true"],
        ["require = { x = \"2\" }\nreplace = true", "replace = true"],
    ] {
        let text = file(&second).replace("x.", "y.");
        let both = RuleTableBuilder::new()
            .add_table(first.clone())
            .add_table(table("b.toml", &text));
        assert_eq!(
            targets(&both.build().unwrap()),
            ["y.c", "y.d"],
            "{second:?}"
        );
    }
}

#[test]
fn rules_that_are_added_in_a_row_are_alternatives() {
    let rule = |target: &str| RuleBuilder::new("a.b", target);
    let guarded = rule("x.c").element_types(&["i1"]).build().unwrap();
    let builder = RuleTableBuilder::new().add_rule(guarded.clone());
    let both = builder.clone().add_rule(rule("x.d").build().unwrap());
    assert_eq!(targets(&both.build().unwrap()), ["x.c", "x.d"]);
    let never = RuleTableBuilder::new().add_rule(rule("x.d").build().unwrap());
    let errors = never.add_rule(guarded).build().unwrap_err();
    assert_eq!(
        errors.to_string(),
        "error: this rule for `a.b` is never used, because the one before it has no requirements; \
         put it first, or remove one of them"
    );
    // After a table, the rules of an op must replace its rules.
    let later = builder
        .add_table(RuleTable::default())
        .add_rule(rule("x.d").build().unwrap());
    assert!(later.build().is_err());
}
