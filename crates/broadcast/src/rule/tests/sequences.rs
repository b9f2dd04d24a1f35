//! Tests of `sequence`.

use super::{super::*, check_errors, table};

/// Checks the errors in the steps of a rule, each in a line, from the fourth; `more` are further
/// lines of the rule.
fn check_steps(steps: &[&str], more: &str, expected: &[&str]) {
    let steps = steps.join(",\n");
    let text = format!("[[rule]]\nsource = \"a.b\"\nsequence = [\n{steps}\n]\n{more}");
    let expected = expected.iter().map(|error| format!("a.toml:{error}"));
    let expected = expected.collect::<Vec<_>>();
    let expected = expected.iter().map(String::as_str).collect::<Vec<_>>();
    check_errors(&text, &expected);
}

#[test]
fn names_are_defined_once_and_used() {
    check_steps(
        &[
            "{ op = \"c.d\", operands = [0], name = \"sum\" }",
            "{ op = \"c.e\", operands = [\"smu\"], name = \"sum\" }",
            "{ op = \"c.e\", operands = [\"sum\"] }",
            "{ op = \"c.f\", operands = [\"later\"], name = \"later\" }",
        ],
        "",
        &[
            "5:27: no earlier step has the name `smu`; did you mean `sum`?",
            "5:42: an earlier step has the name `sum`, too",
            "6:8: the result of `c.e` is never used; give the step a `name` for later ones, or remove it",
            "7:27: no earlier step has the name `later`",
            "7:44: the name `later` is never used; the last step needs none",
        ],
    );
    check_steps(
        &[
            "{ op = \"c.d\", operands = [0], name = \"sum\" }",
            "{ op = \"c.e\", operands = [0] }",
        ],
        "",
        &["4:38: the name `sum` is never used; use it in a later step, or remove this one"],
    );
    check_steps(
        &[
            "{ op = \"c.d\", operands = [\"sum\"], name = \"sum\" }",
            "{ op = \"c.e\", operands = [0] }",
        ],
        "",
        &[
            "4:27: no earlier step has the name `sum`",
            "4:42: the name `sum` is never used; use it in a later step, or remove this one",
        ],
    );
}

#[test]
fn steps_are_tables_of_known_keys() {
    check_steps(
        &["{ op = \"c.d\", operand = [0] }"],
        "",
        &["4:15: unknown key `operand`; did you mean `operands`?"],
    );
    check_steps(
        &["{ op = \"c.d\", operands = [{ constnt = \"0\" }], set = { x = 1 } }"],
        "",
        &[
            "4:29: unknown key `constnt`; did you mean `constant`?",
            "4:59: the value of attribute `x` in `set` is not a string; write it in quotes, as MLIR prints it",
        ],
    );
    check_steps(
        &["{ op = \"c.d\" }"],
        "",
        &[
            "4:8: the step `c.d` has no `operands`; list them, or write `fold = \"0..\"` to combine \
             all operands of the source op",
        ],
    );
    check_errors(
        "[[rule]]\nsource = \"a.b\"\nsequence = []",
        &["a.toml:3:12: `sequence` is empty; give it a value, or leave the key out"],
    );
    check_errors(
        "[[rule]]\nsource = \"a.b\"\nsequence = []\ntarget = \"c.d\"",
        &["a.toml:3:12: the rule for `a.b` has both `target` and `sequence`; remove one of them"],
    );
}

#[test]
fn operands_of_steps_have_one_of_three_forms() {
    const FORM: &str = "write the index of an operand of the source op, the name of an earlier step in \
                        quotes, or a constant such as `{ constant = \"0\" }`, `{ attribute = \
                        \"alpha\" }` or `{ operand = 2 }`";
    check_steps(
        &["{ op = \"c.d\", operands = [-1, 0, { constant = \"one\" }], element_type = -1 }"],
        "",
        &[
            &format!("4:27: a step has the operand `-1`; {FORM}"),
            "4:72: `element_type` is -1; write a type as MLIR prints it, such as \"i1\", or the index of \
             an operand of the source op that has it",
            "4:34: the constant \"one\" is not a number; write one such as \"0\" or \"1.5\", or \
             \"true\", \"false\", \"inf\", \"-inf\" or \"nan\"",
        ],
    );
    check_steps(
        &["{ op = \"c.d\", operands = [{}, { constant = \"one\" }] }"],
        "",
        &[
            &format!("4:27: a step has the operand `{{}}`; {FORM}"),
            "4:31: the constant \"one\" is not a number; write one such as \"0\" or \"1.5\", or \
             \"true\", \"false\", \"inf\", \"-inf\" or \"nan\"",
        ],
    );
}

#[test]
fn steps_are_ops_that_do_not_broadcast() {
    check_steps(
        &["{ op = \"a.b\", operands = [0] }"],
        "",
        &[
            "4:8: `a.b`, the target of `a.b`, has a rule of its own; a target must not broadcast \
             implicitly",
        ],
    );
    check_steps(
        &["{ op = \"x.y\", operands = [0] }"],
        "[[rule]]\nsource = \"x.y\"\ntarget = \"c.d\"",
        &[
            "4:8: `x.y`, the target of `a.b`, has a rule of its own at a.toml:7:10; a target must not \
             broadcast implicitly",
        ],
    );
    check_steps(
        &["{ op = \"xy\", operands = [0] }"],
        "",
        &["4:8: `op` is `xy`, which has no dialect; op names have the form `dialect.op`"],
    );
}

#[test]
fn keys_of_one_target_are_refused_beside_steps() {
    let step = "{ op = \"c.d\", operands = [0], carry = [\"x\"], set = { y = \"1\" } }";
    for (line, place, key) in [
        ("others = \"keep\"", "6:10", "others"),
        ("carry = [\"x\"]", "6:9", "carry"),
        ("set = { z = \"1\" }", "6:9", "set"),
        (
            "target_element_type = \"i1\"",
            "6:23",
            "target_element_type",
        ),
    ] {
        let error = format!(
            "{place}: `{key}` has no effect together with `sequence`, whose steps name what they use; \
             remove `{key}`"
        );
        check_steps(&[step], line, &[&error]);
    }
    check_steps(
        &["{ op = \"c.d\", operands = [0], carry = [\"x\"], set = { x = \"1\" } }"],
        "",
        &["4:54: `carry` and `set.x` both give the target an attribute `x`"],
    );
    check_steps(
        &[step],
        "drop = [\"x\", \"z\"]",
        &["4:39: attribute `x` is in both `drop` and `carry`; it can be in only one of them"],
    );
    check_steps(
        &[step],
        "rename = { z = \"w\" }\nmap = { v = { a = \"1\" } }",
        &[
            "6:12: `rename` changes attribute `z`, but no step has `w` in its `carry`",
            "7:9: `map` changes attribute `v`, but no step has `v` in its `carry`",
        ],
    );
}

#[test]
fn sequences_are_printed_and_read_back() {
    let constant = StepConstant::of_attribute("alpha");
    let typed = StepConstant::new("0").element_type(StepElementType::Operand(1));
    let rule = RuleBuilder::with_sequence(
        "a.b",
        vec![
            Step::new("c.d", vec![0.into(), constant.into()])
                .named("a \"name\"")
                .carry(&["x", "y z"])
                .add_set("set", "\"text\"")
                .element_type(StepElementType::Type("i1".into())),
            Step::new(
                "c.e",
                vec![
                    StepOperand::Step("a \"name\"".into()),
                    typed.into(),
                    1.into(),
                ],
            ),
        ],
    );
    let built = RuleTableBuilder::new()
        .add_rule(rule.build().unwrap())
        .build()
        .unwrap();
    assert_eq!(
        built.to_string(),
        r#"[[rule]]
source = "a.b"
sequence = [
    { op = "c.d", operands = [0, { attribute = "alpha" }], name = 'a "name"', carry = ["x", "y z"], set = { set = '"text"' }, element_type = "i1" },
    { op = "c.e", operands = ['a "name"', { constant = "0", element_type = 1 }, 1] },
]
"#
    );
    assert_eq!(table("printed.toml", &built.to_string()), built);
    let arrays = "[[rule]]\nsource = \"a.b\"\n[[rule.sequence]]\nop = \"c.d\"\noperands = [0]\n";
    assert_eq!(
        table("a.toml", arrays).get("a.b")[0]
            .target_ops()
            .collect::<Vec<_>>(),
        ["c.d"]
    );
}

/// `more` are lines of the rule between its source and its steps.
#[test]
fn operands_that_no_step_uses_are_refused() {
    for (more, step, operand) in [
        ("operands = \"0..2\"", "operands = [0]", 1),
        ("", "operands = [0, 2]", 1),
        ("", "operands = [1, 1]", 0),
        ("", "fold = \"1..\"", 0),
        ("operand_count = \"3..\"", "operands = [0, 1]", 2),
        // The number of operands and an element type do not depend on their values.
        (
            "operands = \"0..2\"",
            "operands = [0, { count = \"0..\" }]",
            1,
        ),
        (
            "operands = \"0..2\"",
            "operands = [0, { constant = \"0\", element_type = 1 }]",
            1,
        ),
    ] {
        let text =
            format!("[[rule]]\nsource = \"a.b\"\n{more}\nsequence = [{{ op = \"c.d\", {step} }}]");
        let error = format!(
            "a.toml:4:12: no step uses operand #{operand}, which takes part in the broadcast; use it \
             in a step, or list the others in `operands` to leave it out"
        );
        check_errors(&text, &[&error]);
    }
    for rule in [
        "operands = 0\nsequence = [{ op = \"c.d\", operands = [0] }]",
        "operands = \"0..3\"\nrequire_operands = { 1 = 0 }\n\
         sequence = [{ op = \"c.d\", operands = [0, { operand = 2 }] }]",
        "sequence = [{ op = \"c.d\", operands = [1, 0] }]",
        "sequence = [{ op = \"c.d\", fold = \"1..\", name = \"rest\" }, \
         { op = \"c.e\", operands = [\"rest\", 0] }]",
    ] {
        table("a.toml", &format!("[[rule]]\nsource = \"a.b\"\n{rule}"));
    }
}

/// A sequence of two operands is not for ops of three.
#[test]
fn sequences_are_for_ops_whose_operands_they_use() {
    let rule = |operands: &str| {
        format!(
            "[[rule]]\nsource = \"a.b\"\nsequence = [{{ op = \"c.d\", operands = {operands} }}]\n"
        )
    };
    table("a.toml", &(rule("[0, 1]") + &rule("[0, 1, 2]")));
    table("a.toml", &(rule("[0, 1, 2]") + &rule("[0, 1]")));
    let error = "a.toml:5:10: this rule for `a.b` is never used, because the one at a.toml:2:10 \
                 requires nothing else; put it first, or remove one of them";
    check_errors(&(rule("[0, 1]") + &rule("[1, 0]")), &[error]);
}
