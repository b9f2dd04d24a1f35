//! Rules that no op meets.

use super::{check_errors, check_line, table};

#[test]
fn an_op_that_broadcasts_has_operands() {
    for count in ["0", "\"0..1\"", "\"..1\""] {
        check_line(
            &format!("operand_count = {count}"),
            "17: `operand_count` is 0, but an op that broadcasts has operands; write their number, or \
             remove it",
        );
    }
    let text = "[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"\noperand_count = \"0..2\"\n";
    assert!(table("a.toml", text).get("a.b")[0].operand_count.is_some());
}

#[test]
fn operands_that_are_named_exist() {
    check_errors(
        "[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"\noperand_count = \"1..3\"\nresult_like = 2\n",
        &[
            "a.toml:5:15: `result_like` uses operand #2, but `operand_count` is 1..3; allow more operands",
        ],
    );
}

#[test]
fn a_sequence_uses_the_operands_of_the_broadcast() {
    for (operands, keys, unused) in [
        ("{ constant = \"1\" }, { constant = \"1\" }", "", 0),
        ("{ attribute = \"x\" }, { count = \"0..\" }", "", 0),
        ("0, 1", "result_like = 5\n", 2),
        ("0, 1", "require_operands = { 7 = 0 }\n", 2),
    ] {
        let text = format!(
            "[[rule]]\nsource = \"a.b\"\nsequence = [{{ op = \"c.d\", operands = [{operands}] }}]\n{keys}"
        );
        check_errors(
            &text,
            &[&format!(
                "a.toml:3:12: no step uses operand #{unused}, which takes part in the broadcast; use it in \
                 a step, or list the others in `operands` to leave it out"
            )],
        );
    }
}

#[test]
fn equal_element_types_exist() {
    let text = |result: &str| {
        format!(
            "[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"\nelement_types = [\"f32\", \"i8\"]\n\
             result_element_types = [\"{result}\"]\nsame_element_type = true\n"
        )
    };
    table("a.toml", &text("i8"));
    check_errors(
        &text("i1"),
        &[
            "a.toml:6:21: no op meets `same_element_type`, because `element_types` and \
             `result_element_types` have no type in common",
        ],
    );
}
