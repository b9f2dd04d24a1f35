//! Tests of `map`.

use super::{check_errors, check_line};

#[test]
fn map_does_not_contradict_other_keys() {
    const MAP: &str = "map = { x = { a = \"1\" } }";
    const ONLY: &str = "it can be in only one of them";
    for (line, message) in [
        (
            "drop = [\"x\"]",
            format!("attribute `x` is in both `drop` and `map`; {ONLY}"),
        ),
        (
            "dialect = { x = \"y\" }",
            format!("attribute `x` is in both `dialect` and `map`; {ONLY}"),
        ),
        (
            "broadcast_dimensions = \"x\"",
            format!("attribute `x` is in both `broadcast_dimensions` and `map`; {ONLY}"),
        ),
        (
            "carry = [\"z\"]",
            "`map` changes attribute `x`, which is not in `carry`; add it there".into(),
        ),
    ] {
        check_line(&format!("{MAP}\n{line}"), &format!("9: {message}"));
    }
    // The error is at `set`, in the next line.
    check_errors(
        &format!("[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"\n{MAP}\nset = {{ x = \"1\" }}"),
        &["a.toml:5:9: `map.x` and `set.x` both give the target an attribute `x`"],
    );
}

#[test]
fn values_of_a_map_are_distinct_texts() {
    check_line(
        "map = { x = {} }",
        "9: `map.x` is empty; give it a value, or leave the key out",
    );
    check_line(
        "map = { x = { a = \"\" } }",
        "19: `map.x.a` is empty; give it a value, or leave the key out",
    );
    check_line(
        "map = { x = { a = 1 } }",
        "19: the value of attribute `x` in `map` is not a string; write it in quotes, as MLIR prints it",
    );
    check_line(
        "map = { x = { a = \"1\", '\"a\"' = \"2\" } }",
        "24: `map` has both `a` and `\"a\"` for the same value of attribute `x`",
    );
}
