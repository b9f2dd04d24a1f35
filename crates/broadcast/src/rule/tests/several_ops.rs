//! Tests of rules for several ops, and of those without a target.

use super::{check_errors, check_line, table};

fn text(source: &str, target: &str) -> String {
    format!("[[rule]]\nsource = {source}\ntarget = {target}\n")
}

#[test]
fn each_op_gets_a_rule_of_its_own() {
    let several = text(
        r#"["a.add", "a.mul", "a.broadcast_sub"]"#,
        r#"{ "a.mul" = "c.multiply", "a.broadcast_*" = "c.*", "a.a*" = "c.a*" }"#,
    );
    let apart = [
        text("\"a.add\"", "\"c.add\""),
        text("\"a.mul\"", "\"c.multiply\""),
        text("\"a.broadcast_sub\"", "\"c.sub\""),
    ];
    let apart = table("b.toml", &apart.concat());
    assert_eq!(table("a.toml", &several).to_string(), apart.to_string());
    let shared = text(r#"["a.add", "a.plus"]"#, "\"c.add\"");
    assert_eq!(table("a.toml", &shared).iter().count(), 2);
}

#[test]
fn each_op_has_one_target() {
    const SOURCES: &str = r#"["a.b", "a.c"]"#;
    const ADVICE: &str = "give it one, by its name or a pattern with one `*`";
    for (source, target, expected) in [
        (
            SOURCES,
            r#"{ "a.b" = "c.d" }"#,
            format!("2:18: `target` has no key for `a.c`; {ADVICE}"),
        ),
        (
            SOURCES,
            r#"{ "a.*" = "c.*", "*.b" = "c.d" }"#,
            format!("3:27: `target` has the keys `a.*` and `*.b` for `a.b`; {ADVICE}"),
        ),
        (
            SOURCES,
            r#"{ "a.*" = "c.*", "a.d" = "c.d" }"#,
            "3:27: `target` has the key `a.d`, but `source` has no such op".into(),
        ),
        (
            r#"["a.b", "a.b"]"#,
            "\"c.d\"",
            "2:18: `source` has `a.b` twice; remove one of them".into(),
        ),
        (
            "[]",
            "\"c.d\"",
            "2:10: `source` is empty; give it a value, or leave the key out".into(),
        ),
        (
            r#"["a.b", "b"]"#,
            "\"c.d\"",
            "2:18: `source` is `b`, which has no dialect; op names have the form `dialect.op`"
                .into(),
        ),
        (
            SOURCES,
            r#"{ "a.b" = "c.d", "a.*" = "c" }"#,
            "3:35: `target` is `c`, which has no dialect; op names have the form `dialect.op`"
                .into(),
        ),
        (
            r#""a.b""#,
            r#"{ "a.b" = "c.*" }"#,
            "3:20: `target` is `c.*`; a `*` stands for a part of the source's name only in a table of \
             targets, under a key with one `*`; write the op's name"
                .into(),
        ),
    ] {
        check_errors(&text(source, target), &[&format!("a.toml:{expected}")]);
    }
}

#[test]
fn an_op_that_is_only_verified_has_no_target() {
    let only = "[[rule]]\nsource = \"a.b\"\nverify_only = true\noperands = [0, 1]\n";
    assert_eq!(table("a.toml", only).to_string(), only);
    check_line(
        "verify_only = true",
        "15: the rule for `a.b` has both `target` and `verify_only`; remove one of them",
    );
    for line in [
        "others = \"keep\"",
        "carry = []",
        "rename = { x = \"y\" }",
        "drop = [\"x\"]",
        "set = { x = \"1\" }",
        "dialect = { x = \"y\" }",
        "map = { x = { y = \"1\" } }",
        "target_element_type = \"i1\"",
        "keep_encodings = true",
    ] {
        let (key, value) = line.split_once(" = ").expect("it has a value");
        // An entry of a table has a place of its own.
        let column = key.len() + if value.starts_with('{') { 6 } else { 4 };
        let expected = format!(
            "a.toml:4:{column}: `{key}` has no effect together with `verify_only`, by which there is no \
             target; remove `{key}`"
        );
        let text = format!("[[rule]]\nsource = \"a.b\"\nverify_only = true\n{line}\n");
        check_errors(&text, &[&expected]);
    }
}
