//! Tests of requirements on the number of operands and on constant operands.

use super::{super::*, check_errors, check_line, table};

#[test]
fn wrong_numbers_of_operands_are_refused() {
    const FORM: &str = "write a number, such as `2`, or a range without its end, such as `\"2..\"` or \
                        `\"1..4\"`";
    for found in ["-1", "true", "\"two\"", "\"3..3\"", "[1, 2]", "1.5"] {
        check_line(
            &format!("operand_count = {found}"),
            &format!("17: `operand_count` is `{found}`; {FORM}"),
        );
    }
}

#[test]
fn values_that_may_be_strings_get_advice() {
    for (text, advice) in [
        ("sum", "; a string is written `'\"sum\"'`"),
        ("\"sum\"", ""),
        ("#a<b>", ""),
    ] {
        let problem = OperandsProblem::Required {
            operand: 1,
            text: text.into(),
            reason: "expected attribute value".into(),
        };
        let expected = format!("printed by MLIR: expected attribute value{advice}");
        let message = problem
            .to_string()
            .replace("as MLIR prints it", "printed by MLIR");
        assert!(message.ends_with(&expected), "{message}");
    }
}

/// Checks the error of a rule with two more lines.
fn check_second_line(first: &str, second: &str, expected: &str) {
    let text = format!("[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"\n{first}\n{second}\n");
    check_errors(&text, &[&format!("a.toml:5:{expected}")]);
}

#[test]
fn operands_that_no_op_has_are_refused() {
    const ADVICE: &str = "allow more operands";
    check_second_line(
        "operand_count = \"1..3\"",
        "operands = \"0..3\"",
        &format!("12: `operands` uses operand #2, but `operand_count` is 1..3; {ADVICE}"),
    );
    check_second_line(
        "operand_count = 2",
        "require_operands = { 1 = 0, 2 = 0 }",
        &format!("29: `require_operands` uses operand #2, but `operand_count` is 2; {ADVICE}"),
    );
    let text = |operands: &str| {
        format!(
            "[[rule]]\nsource = \"a.b\"\noperand_count = 2\nsequence = [\n{{ op = \"c.d\", {operands} }}]"
        )
    };
    for operands in [
        "operands = [2]",
        "operands = [0, { operand = 2 }]",
        "operands = [0, { count = \"1..3\" }]",
        "fold = \"0..3\"",
    ] {
        let expected = "a.toml:5:8: `sequence` uses operand #2, but `operand_count` is 2";
        check_errors(&text(operands), &[&format!("{expected}; {ADVICE}")]);
    }
    table("a.toml", &text("fold = \"0..2\""));
}

#[test]
fn values_of_operands_are_constants() {
    for found in ["[1]", "{ x = 1 }", "1979-05-27"] {
        check_line(
            &format!("require_operands = {{ 2 = {found} }}"),
            &format!(
                "26: `require_operands` requires operand #2 to be `{found}`; write a number, `true`, \
                 `false`, or another value as MLIR prints it, in quotes"
            ),
        );
    }
    check_line(
        "require_operands = { 2 = \"\" }",
        "26: `require_operands.2` is empty; give it a value, or leave the key out",
    );
    let text = "[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"\n\
                require_operands = { 0 = 1, 1 = -0.0, 2 = true, 3 = nan, 4 = '\"x\"', 5 = inf, 6 = 1e300 }";
    let read = table("a.toml", text);
    let texts = ["1", "-0.0", "true", "nan", "\"x\"", "inf", "1e300"];
    let found = read.get("a.b")[0].require_operands.values();
    assert_eq!(found.collect::<Vec<_>>(), texts);
    assert_eq!(table("printed.toml", &read.to_string()), read);
}

/// Checks the errors of a step, in the fourth line.
fn check_step(step: &str, expected: &[&str]) {
    let text = format!("[[rule]]\nsource = \"a.b\"\nsequence = [\n{{ op = \"c.d\", {step} }}]");
    let expected = expected.iter().map(|error| format!("a.toml:4:{error}"));
    let expected = expected.collect::<Vec<_>>();
    check_errors(
        &text,
        &expected.iter().map(String::as_str).collect::<Vec<_>>(),
    );
}

#[test]
fn wrong_folds_are_refused() {
    check_step(
        "operands = [0], fold = \"0..\"",
        &["38: the step `c.d` has both `operands` and `fold`; remove one of them"],
    );
    for fold in ["1", "\"1..2\"", "[1]"] {
        check_step(
            &format!("fold = {fold}"),
            &["22: `fold` selects operand #1 only; it combines at least two"],
        );
    }
    check_step(
        "fold = [1, 0]",
        &["22: `fold` has `0` after `1`; write them in increasing order, each operand once"],
    );
    check_step(
        "fold = \"all\"",
        &[
            "22: `fold` has \"all\"; write indices and ranges, such as `[0, 1]`, `\"0..2\"` or `[0, \"2..\"]`",
        ],
    );
}

#[test]
fn constants_have_one_value() {
    for (constant, first, second) in [
        ("attribute = \"x\", operand = 1", "attribute", "operand"),
        ("operand = 1, count = \"0..\"", "operand", "count"),
        ("count = \"0..\", constant = \"1\"", "count", "constant"),
    ] {
        check_step(
            &format!("operands = [0, {{ {constant} }}]"),
            &[&format!(
                "30: a constant has both `{first}` and `{second}`; remove one of them"
            )],
        );
    }
    check_step(
        "operands = [0, { count = [] }]",
        &["30: `count` is empty; name at least one operand, or write `\"0..\"` for all of them"],
    );
}

#[test]
fn guards_on_operands_decide_which_rules_are_used() {
    let file = |rules: &[&str]| {
        let rules = rules.iter();
        let rules = rules.map(|lines| format!("[[rule]]\nsource = \"a.b\"\n{lines}\n"));
        rules.collect::<String>()
    };
    const FOLD: &str = "sequence = [{ op = \"c.d\", fold = \"0..\" }]";
    const NUMBER: &str = "sequence = [{ op = \"c.d\", operands = [0, { operand = 1 }] }]";
    const OP: &str = "target = \"c.e\"";
    for (first, second, is_used) in [
        (FOLD, OP, true),
        (NUMBER, OP, true),
        (OP, FOLD, false),
        (FOLD, &format!("{OP}\noperand_count = 1"), true),
        (FOLD, &format!("{OP}\noperand_count = \"2..\""), false),
        (FOLD, &format!("{OP}\noperand_count = \"1..9\""), true),
        (&format!("{OP}\noperand_count = \"2..4\""), FOLD, true),
        (
            &format!("{OP}\noperand_count = \"2..4\""),
            &format!("{FOLD}\noperand_count = 3"),
            false,
        ),
        (
            &format!("{OP}\nrequire_operands = {{ 1 = 2 }}"),
            &format!("{OP}\nrequire_operands = {{ 1 = 2, 2 = \"none\" }}"),
            false,
        ),
        (
            &format!("{OP}\nrequire_operands = {{ 1 = 2 }}"),
            &format!("{OP}\nrequire_operands = {{ 1 = \"none\" }}"),
            true,
        ),
    ] {
        let read = RuleTable::parse("a.toml", &file(&[first, second]));
        assert_eq!(read.is_ok(), is_used, "{first}\n{second}");
    }
}

#[test]
fn folds_and_numbers_of_operands_are_printed_and_read_back() {
    let number = StepConstant::of_operand(1);
    let count = StepConstant::count(Operands::from(0..2));
    let rule = RuleBuilder::with_sequence(
        "a.b",
        vec![
            Step::fold("c.d", Operands::all()).named("sum"),
            Step::new(
                "c.e",
                vec![StepOperand::Step("sum".into()), number.into(), count.into()],
            ),
        ],
    );
    let built = RuleTableBuilder::new().add_rule(rule.build().unwrap());
    let built = built.build().unwrap();
    assert_eq!(
        built.to_string(),
        r#"[[rule]]
source = "a.b"
sequence = [
    { op = "c.d", fold = ["0.."], name = "sum" },
    { op = "c.e", operands = ["sum", { operand = 1 }, { count = ["0..2"] }] },
]
"#
    );
    assert_eq!(table("printed.toml", &built.to_string()), built);
}
