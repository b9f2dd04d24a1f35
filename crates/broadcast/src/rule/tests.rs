mod alternatives;
mod facts;
mod maps;
mod never;
mod operands;
mod sequences;
mod several_ops;

use super::*;

#[test]
fn built_in_table_covers_chlo() {
    let table = RuleTable::chlo().unwrap();
    let lines = table
        .iter()
        .map(|rule| {
            let source = rule.source.strip_prefix("chlo.broadcast_").unwrap();
            format!("{source} -> {}", rule.target_op().unwrap())
        })
        .collect::<Vec<_>>();
    assert_eq!(
        lines,
        [
            "add -> stablehlo.add",
            "and -> stablehlo.and",
            "atan2 -> stablehlo.atan2",
            "compare -> stablehlo.compare",
            "complex -> stablehlo.complex",
            "divide -> stablehlo.divide",
            "maximum -> stablehlo.maximum",
            "minimum -> stablehlo.minimum",
            "multiply -> stablehlo.multiply",
            "next_after -> chlo.next_after",
            "or -> stablehlo.or",
            "polygamma -> chlo.polygamma",
            "power -> stablehlo.power",
            "remainder -> stablehlo.remainder",
            "select -> stablehlo.select",
            "shift_left -> stablehlo.shift_left",
            "shift_right_arithmetic -> stablehlo.shift_right_arithmetic",
            "shift_right_logical -> stablehlo.shift_right_logical",
            "subtract -> stablehlo.subtract",
            "xor -> stablehlo.xor",
            "zeta -> chlo.zeta",
        ]
    );
}

fn check_errors(text: &str, expected: &[&str]) {
    let errors = RuleTable::parse("a.toml", text).unwrap_err();
    let errors = errors.iter().map(|error| error.to_string());
    assert_eq!(errors.collect::<Vec<_>>(), expected);
}

/// Checks the error of a rule with one more line, the fourth.
fn check_line(line: &str, expected: &str) {
    check_errors(
        &format!("[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"\n{line}\n"),
        &[&format!("a.toml:4:{expected}")],
    );
}

#[test]
fn files_that_are_not_rule_files_are_refused() {
    check_errors(
        "[[rule]]\nsource = 3",
        &["a.toml:2:10: `source` is `3`; expected an op's name in quotes, or a list of them"],
    );
    check_errors(
        "[rule]\nsource = \"a.b\"\ntarget = \"c.d\"",
        &[
            "a.toml:1:1: `rule` is not a list of tables; write `[[rule]]` above each rule, with two pairs of \
           brackets",
        ],
    );
    check_errors(
        "[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"\nset = { x = 1, y = \"1\" }\n\
         require = { z = true }",
        &[
            "a.toml:4:13: the value of attribute `x` in `set` is not a string; write it in quotes, as MLIR prints it",
            "a.toml:5:17: the value of attribute `z` in `require` is not a string; write it in quotes, as MLIR prints it",
        ],
    );
    check_errors(
        "[[rule]\n",
        &["a.toml:1:8: unclosed array table, expected `]`"],
    );
    check_errors(
        "[[rule]]\ntarget = \"c.d\"",
        &["a.toml:1:1: this rule has no `source`; name the op that it is for"],
    );
    check_errors(
        "[[rule]]\nsource = \"a.b\"",
        &[
            "a.toml:2:10: the rule for `a.b` has no `target`; name the op that replaces it, \
             a `sequence` of ops or a `hook`, or write `verify_only = true`",
        ],
    );
}

#[test]
fn a_part_of_a_value_is_marked() {
    const NAMES: &str = "expected an op's name in quotes, or a list of them";
    const TARGET: &str = "expected an op's name in quotes, or a table from sources to targets, such as \
                          `{ \"nn.*\" = \"stablehlo.*\" }`";
    for (source, target, expected) in [
        (
            "[\"a.b\", 3]",
            "\"c.d\"",
            format!("2:18: `source` is `[\"a.b\", 3]`; {NAMES}"),
        ),
        (
            "\"a.b\"",
            "{ \"a.b\" = 3 }",
            format!("3:20: `target` is `{{ \"a.b\" = 3 }}`; {TARGET}"),
        ),
        (
            "[\"a.b\", \"a.c\"]",
            "[\"c.d\", \"c.e\"]",
            format!("3:10: `target` is `[\"c.d\", \"c.e\"]`; {TARGET}"),
        ),
        (
            "[\"a.b\", \"a.c\"]",
            "-1",
            format!("3:10: `target` is `-1`; {TARGET}"),
        ),
    ] {
        check_errors(
            &format!("[[rule]]\nsource = {source}\ntarget = {target}\n"),
            &[&format!("a.toml:{expected}")],
        );
    }
}

/// All of them are reported, in all rules.
#[test]
fn values_have_the_form_of_their_keys() {
    for (line, column, expected) in [
        (
            "others = true",
            10,
            "`others` is `true`; expected a text in quotes",
        ),
        (
            "axis = [\"a\"]",
            8,
            "`axis` is `[\"a\"]`; expected a text in quotes",
        ),
        (
            "carry = \"a\"",
            9,
            "`carry` is `\"a\"`; expected a list of texts in quotes, such as `[\"a\", \"b\"]`",
        ),
        (
            "element_types = [1]",
            18,
            "`element_types` is `[1]`; expected a list of texts in quotes, such as `[\"a\", \"b\"]`",
        ),
        (
            "require = [\"a\"]",
            11,
            "`require` is `[\"a\"]`; expected a table, such as `{ name = \"value\" }`",
        ),
        (
            "require_operands = 1",
            20,
            "`require_operands` is `1`; expected a table, such as `{ name = \"value\" }`",
        ),
        (
            "map = { a = \"b\" }",
            13,
            "`map` is `{ a = \"b\" }`; expected a table for each attribute, such as `{ name = { a = \"value\" } }`",
        ),
        (
            "same_element_type = 1",
            21,
            "`same_element_type` is `1`; expected `true` or `false`",
        ),
        (
            "replace = \"true\"",
            11,
            "`replace` is `\"true\"`; expected `true` or `false`",
        ),
        (
            "operands = [0, 0x8000_0000_0000_0000]",
            16,
            "`operands` is `0x8000_0000_0000_0000`; expected a number of 64 bits",
        ),
        (
            "require_operands = { 2 = 9223372036854775808 }",
            26,
            "`require_operands` is `9223372036854775808`; expected a number of 64 bits",
        ),
    ] {
        check_line(line, &format!("{column}: {expected}"));
    }
    const STEPS: &str = "expected a list of steps, such as `[{ op = \"my.op\", operands = [0] }]`";
    check_errors(
        "[[rule]]\nsource = 1\nsequence = \"a.b\"\n[[rule]]\nsource = 2\nsequence = [1]\n\
         [[rule]]\ntarget = 3\n",
        &[
            "a.toml:2:10: `source` is `1`; expected an op's name in quotes, or a list of them",
            &format!("a.toml:3:12: `sequence` is `\"a.b\"`; {STEPS}"),
            "a.toml:5:10: `source` is `2`; expected an op's name in quotes, or a list of them",
            &format!("a.toml:6:13: `sequence` is `[1]`; {STEPS}"),
            "a.toml:8:10: `target` is `3`; expected an op's name in quotes, or a table from sources to targets, such as `{ \"nn.*\" = \"stablehlo.*\" }`",
            "a.toml:7:1: this rule has no `source`; name the op that it is for",
        ],
    );
    check_errors(
        "[[rule]]\nsource = \"a.b\"\nsequence = [\n{ operands = 0 },\n\
         { op = 1, operands = [0], name = 1, carry = 1, set = 1 },\n]\n",
        &[
            "a.toml:4:14: `operands` is `0`; expected a list, such as `[0, 1]`",
            "a.toml:4:1: this step has no `op`; name the op that it emits",
            "a.toml:5:8: `op` is `1`; expected a text in quotes",
            "a.toml:5:34: `name` is `1`; expected a text in quotes",
            "a.toml:5:45: `carry` is `1`; expected a list of texts in quotes, such as `[\"a\", \"b\"]`",
            "a.toml:5:54: `set` is `1`; expected a table, such as `{ name = \"value\" }`",
        ],
    );
    check_errors(
        "[[rule]]\nsource = \"a.b\"\nsequence = [\n{ op = \"c.d\", operands = [{ operand = 9223372036854775808 }] },\n]\n",
        &["a.toml:4:39: `operands` is `9223372036854775808`; expected a number of 64 bits"],
    );
    check_errors(
        "rule = [1]",
        &[
            "a.toml:1:9: `rule` is not a list of tables; write `[[rule]]` above each rule, with two pairs of brackets",
        ],
    );
}

#[test]
fn unknown_keys_are_all_reported() {
    check_errors(
        "[[rules]]\n[[rule]]\nsorce = \"a.b\"\ntarget = \"c.d\"\nzzz = 1",
        &[
            "a.toml:1:3: unknown key `rules`; did you mean `rule`?",
            "a.toml:3:1: unknown key `sorce`; did you mean `source`?",
            "a.toml:5:1: unknown key `zzz`; known keys are `source`, `target`, `hook`, `sequence`, `verify_only`, \
             `operands`, `others`, `operand_count`, `broadcast_dimensions`, `axis`, \
             `result_like`, `carry`, `rename`, `drop`, `set`, `dialect`, `map`, \
             `target_element_type`, `require`, `require_if_present`, `require_operands`, \
             `element_types`, `result_element_types`, `same_element_type`, `keep_encodings`, `replace`",
        ],
    );
}

#[test]
fn all_rules_of_a_file_are_checked() {
    check_errors(
        "[[rule]]\nsource = \"a.b\"\ntarget = \"\"\n\n\
         [[rule]]\nsource = \"a.c\"\ntarget = \"a.c\"\n",
        &[
            "a.toml:3:10: `target` is empty; give it a value, or leave the key out",
            "a.toml:7:10: `a.c`, the target of `a.c`, has a rule of its own; \
             a target must not broadcast implicitly",
        ],
    );
}

#[test]
fn ops_are_named_with_their_dialect() {
    for op in ["nnadd", ".add"] {
        let message = |place: &str, key: &str| {
            format!(
                "a.toml:{place}: `{key}` is `{op}`, which has no dialect; op names have the form \
                 `dialect.op`"
            )
        };
        check_errors(
            &format!("[[rule]]\nsource = \"{op}\"\ntarget = \"a.b\""),
            &[&message("2:10", "source")],
        );
        check_errors(
            &format!("[[rule]]\nsource = \"a.b\"\ntarget = \"{op}\""),
            &[&message("3:10", "target")],
        );
    }
    let hook = "[[rule]]\nsource = \"a.b\"\nhook = \"add\"";
    assert!(RuleTable::parse("a.toml", hook).is_ok());
}

#[test]
fn names_of_ops_are_those_that_ops_can_have() {
    const EMPTY: &str = "no op has a name with an empty part; op names have the form `dialect.op`";
    const SPACE: &str = "no op has a name that begins or ends with a space";
    const SOURCE: &str =
        "a `source` has no patterns; list the ops, as in `[\"my.add\", \"my.multiply\"]`";
    const TARGET: &str = "a `*` stands for a part of the source's name only in a table of targets, under \
                          a key with one `*`; write the op's name";
    const OP: &str = "names of ops are no patterns; write the op's name";
    for (op, in_source, in_target, in_step) in [
        ("nn.", EMPTY, EMPTY, EMPTY),
        ("nn..add", EMPTY, EMPTY, EMPTY),
        ("nn.add ", SPACE, SPACE, SPACE),
        ("nn.*", SOURCE, TARGET, OP),
        ("*", SOURCE, TARGET, OP),
    ] {
        let rule =
            |source: &str, target: &str| format!("[[rule]]\nsource = \"{source}\"\n{target}\n");
        let check = |text: &str, place: &str, key: &str, reason: &str| {
            check_errors(
                text,
                &[&format!("a.toml:{place}: `{key}` is `{op}`; {reason}")],
            );
        };
        check(&rule(op, "target = \"a.b\""), "2:10", "source", in_source);
        check(
            &rule("a.b", &format!("target = \"{op}\"")),
            "3:10",
            "target",
            in_target,
        );
        let step = format!("sequence = [{{ op = \"{op}\", operands = [0] }}]\noperands = [0]");
        check(&rule("a.b", &step), "3:20", "op", in_step);
        let facts = format!("[[facts]]\nop = \"{op}\"\nresult = {{ like = 0 }}\nexample = \"a\"\n");
        check(&facts, "2:6", "op", in_step);
    }
}

#[test]
fn nul_is_refused_in_all_printed_text() {
    let rule = "[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"\n";
    for (text, place, key) in [
        (
            "[[rule]]\nsource = \"a.b\\u0000\"\ntarget = \"c.d\"",
            "2:10",
            "source",
        ),
        (
            "[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\\u0000e\"",
            "3:10",
            "target",
        ),
        (&format!("{rule}drop = [\"\\u0000\"]"), "4:8", "drop"),
        (&format!("{rule}set.x = \"1\\u0000\""), "4:9", "set.x"),
        (
            &format!("{rule}element_types = [\"f32\\u0000\"]"),
            "4:17",
            "element_types",
        ),
    ] {
        let error = format!(
            "a.toml:{place}: `{key}` contains the NUL character, which MLIR's text cannot contain"
        );
        check_errors(text, &[&error]);
    }
    // MLIR's own escape is fine.
    let escaped = format!("{rule}set.x = '\"a\\00\"'");
    assert!(RuleTable::parse("a.toml", &escaped).is_ok());
}

#[test]
fn a_hook_decides_its_element_type() {
    check_errors(
        "[[rule]]\nsource = \"a.b\"\nhook = \"c\"\ntarget_element_type = \"i1\"",
        &[
            "a.toml:4:23: `target_element_type` has no effect together with `hook`, which returns a \
             value of the result's type; remove `target_element_type`",
        ],
    );
}

#[test]
fn keys_without_effect_are_refused() {
    let rule = "[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"\n";
    check_errors(
        &format!("{rule}element_types = []"),
        &["a.toml:4:17: `element_types` is empty; give it a value, or leave the key out"],
    );
    for keys in [
        "others = \"keep\"",
        "operands = [0, \"1..\"]\nothers = \"keep\"",
    ] {
        let line = 3 + keys.lines().count();
        check_errors(
            &format!("{rule}{keys}"),
            &[&format!(
                "a.toml:{line}:10: `others` has no effect, because all operands take part in the \
                 broadcast; list those that do in `operands`, or remove `others`"
            )],
        );
    }
    for keys in ["carry = []", "drop = [\"b\"]", "carry = []\ndrop = [\"b\"]"] {
        assert!(
            RuleTable::parse("a.toml", &format!("{rule}{keys}")).is_ok(),
            "{keys}"
        );
    }
}

#[test]
fn a_replacement_without_a_rule_to_replace_is_refused() {
    let rule = |source: &str| {
        let text = format!("[[rule]]\nreplace = true\nsource = \"{source}\"\ntarget = \"c.d\"");
        let first = table(
            "a.toml",
            "[[rule]]\nsource = \"nn.where\"\ntarget = \"c.d\"",
        );
        RuleTableBuilder::new()
            .add_table(first)
            .add_table(table("b.toml", &text))
            .build()
    };
    assert!(rule("nn.where").is_ok());
    for (source, advice) in [
        ("nn.were", "did you mean `nn.where`?"),
        ("x.y", "remove `replace`"),
    ] {
        let error = rule(source).unwrap_err();
        assert_eq!(
            error.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [format!(
                "b.toml:2:11: `replace` is set, but no earlier table has a rule for `{source}`; {advice}"
            )]
        );
    }
}

#[test]
fn errors_are_shown_as_diagnostics() {
    let text = "[[rule]]\r\nsource = \"ä.b\"\tttarget = 1\n\n[rules]";
    let errors = RuleTable::parse("a.toml", text).unwrap_err();
    assert_eq!(
        errors.to_string(),
        "a.toml:2:17: error: unexpected key or value, expected newline, `#`\n\
         source = \"ä.b\"\tttarget = 1\n              \t^"
    );
    let errors = RuleBuilder::new("a.b", "")
        .carry(&[""])
        .build()
        .unwrap_err();
    assert_eq!(
        errors.to_string(),
        "error: `target` is empty; give it a value, or leave the key out\n\
         error: `carry` is empty; give it a value, or leave the key out"
    );
}

#[test]
fn chains_are_refused() {
    check_errors(
        "[[rule]]\nsource = \"a.b\"\ntarget = \"a.c\"\n\
         [[rule]]\nsource = \"a.c\"\ntarget = \"a.d\"",
        &[
            "a.toml:3:10: `a.c`, the target of `a.b`, has a rule of its own at a.toml:5:10; \
             a target must not broadcast implicitly",
        ],
    );
}

#[test]
fn wrong_operands_are_refused() {
    const FORM: &str = "write indices and ranges, such as `[0, 1]`, `\"0..2\"` or `[0, \"2..\"]`";
    check_line(
        "operands = [0, -1]",
        &format!("12: `operands` has `-1`; {FORM}"),
    );
    check_line(
        "operands = \"x..2\"",
        &format!("12: `operands` has \"x..2\"; {FORM}"),
    );
    check_line(
        "operands = \"2..2\"",
        &format!("12: `operands` has the empty range `2..2`; {FORM}"),
    );
    check_line(
        "operands = [1, 0]",
        "12: `operands` has `0` after `1`; write them in increasing order, each operand once; \
         a `sequence` of one op gives its target the operands in another order",
    );
    check_line(
        "operands = [\"0..\", 3]",
        "12: `operands` has `3` after `0..`; write them in increasing order, each operand once",
    );
    check_line(
        "operands = []",
        "12: `operands` is empty; name at least one operand, \
         or write `\"0..\"` for all of them",
    );
    check_line(
        "others = \"keeep\"",
        "10: `others` is \"keeep\"; expected \"drop\" or \"keep\"",
    );
    check_line(
        "require_operands = { x = 0 }",
        "22: `require_operands` has the key `x`; expected an operand index, counted from 0",
    );
}

#[test]
fn keys_do_not_contradict_each_other() {
    const ONLY: &str = "it can be in only one of them";
    check_line(
        "rename = { x = \"y\" }\ndrop = [\"x\"]",
        &format!("12: attribute `x` is in both `drop` and `rename`; {ONLY}"),
    );
    check_line(
        "drop = [\"x\"]\ncarry = [\"x\"]",
        &format!("8: attribute `x` is in both `carry` and `drop`; {ONLY}"),
    );
    check_line(
        "dialect = { x = \"y\" }\nbroadcast_dimensions = \"x\"",
        &format!("13: attribute `x` is in both `broadcast_dimensions` and `dialect`; {ONLY}"),
    );
    check_line(
        "require_if_present = { x = \"1\" }\nrequire = { x = \"1\" }",
        &format!("24: attribute `x` is in both `require` and `require_if_present`; {ONLY}"),
    );
    check_line(
        "dialect = { x = \"y\" }\ncarry = [\"z\"]",
        "13: `dialect` changes attribute `x`, which is not in `carry`; add it there",
    );
}

#[test]
fn attributes_of_the_target_have_different_names() {
    check_line(
        "set = { y = \"1\" }\nrename = { x = \"y\" }",
        "9: `rename.x` and `set.y` both give the target an attribute `y`",
    );
    check_line(
        "rename = { x = \"y\" }\ncarry = [\"y\"]",
        "12: `carry` and `rename.x` both give the target an attribute `y`",
    );
}

#[test]
fn names_are_not_empty() {
    check_line(
        "set = { x = \"\" }",
        "13: `set.x` is empty; give it a value, or leave the key out",
    );
}

fn table(file: &str, text: &str) -> RuleTable {
    RuleTable::parse(file, text).unwrap()
}

#[test]
fn a_later_table_replaces_rules_only_if_marked() {
    let first = table("a.toml", "[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"");
    let text = "[[rule]]\nsource = \"a.b\"\ntarget = \"c.e\"";
    let both = |second| {
        RuleTableBuilder::new()
            .add_table(first.clone())
            .add_table(second)
    };
    assert_eq!(
        both(table("b.toml", text)).build().unwrap_err().to_string(),
        "b.toml:2:10: error: `a.b` already has a rule at a.toml:2:10, in an earlier table; \
         to use the rules of this table instead, add `replace = true`\nsource = \"a.b\"\n         ^"
    );
    let merged = both(table("b.toml", &format!("{text}\nreplace = true"))).build();
    let merged = merged.unwrap();
    let targets = merged.get("a.b").iter().map(Rule::target_op);
    assert_eq!(targets.collect::<Vec<_>>(), [Some("c.e")]);
}

#[test]
fn chains_across_tables_are_refused() {
    let errors = RuleTableBuilder::new()
        .add_table(table(
            "a.toml",
            "[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"",
        ))
        .add_rule(RuleBuilder::new("x.y", "a.b").build().unwrap())
        .build()
        .unwrap_err();
    assert_eq!(
        errors.to_string(),
        "error: `a.b`, the target of `x.y`, has a rule of its own at a.toml:2:10; \
         a target must not broadcast implicitly"
    );
}

#[test]
fn built_in_tables_combine_and_round_trip() {
    let mut builder = RuleTableBuilder::new();
    for built_in in BuiltInTable::all() {
        let found = BuiltInTable::from_name(built_in.name());
        assert!(
            std::ptr::eq(found.unwrap(), built_in),
            "{}",
            built_in.name()
        );
        let table = built_in.read().unwrap();
        let prefix = format!("{}.", built_in.dialect());
        assert!(
            table
                .iter()
                .all(|rule| rule.is_built_in() && rule.source.starts_with(&prefix)),
            "{prefix}"
        );
        builder = builder.add_table(table);
    }
    let all = builder.build().unwrap();
    assert_eq!(table("printed.toml", &all.to_string()), all);
}

#[test]
fn every_key_is_printed_and_read_back() {
    let rule = RuleBuilder::new("a.\"{b}\"", "c.d")
        .operands(Operands::new([
            OperandRange::from(0),
            (2..4).into(),
            (5..).into(),
        ]))
        .others(Others::Keep)
        .broadcast_dimensions("dims")
        .carry(&["one", "two words"])
        .add_rename("from", "to")
        .add_set("set", "42 : i64")
        .add_dialect("one", "stablehlo")
        .add_map("two words", "a \"b\"", "7 : i64")
        .add_map("two words", "", "8 : i64")
        .require("three", "\"text\"")
        .require_if_present("four", "true")
        .operand_count(4..)
        .require_operand(4, -1)
        .require_operand(5, "\"text\"")
        .require_operand(6, 1.5)
        .require_operand(7, "none")
        .element_types(&["i8"])
        .result_element_types(&["i8", "i1"])
        .target_element_type("i1")
        .same_element_type()
        .keep_encodings()
        .build()
        .unwrap();
    let hooked = RuleBuilder::with_hook("a.c", "make")
        .add_drop(&["x"])
        .axis("axis")
        .result_like(1)
        .build()
        .unwrap();
    let built = RuleTableBuilder::new()
        .add_rule(rule)
        .add_rule(hooked)
        .build()
        .unwrap();
    insta::assert_snapshot!(built.to_string());
    assert_eq!(table("printed.toml", &built.to_string()), built);
}

#[test]
fn an_empty_file_is_an_empty_table() {
    assert_eq!(RuleTable::parse("a.toml", "").unwrap().iter().count(), 0);
}

#[test]
fn a_file_that_is_not_utf8_says_where_and_why() {
    for (bytes, place, found) in [
        (
            &b"# \xc3\xbc\n#\xff"[..],
            "a.toml:2:2:",
            "it contains the byte 0xFF",
        ),
        (b"# \xc3", "a.toml:1:3:", "it ends within a character"),
        (b"\xff\xfe#\0", "a.toml:1:1:", "it begins like UTF-16"),
    ] {
        let errors = RuleTable::parse_bytes("a.toml", bytes).unwrap_err();
        let texts = errors.iter().map(|error| error.to_string());
        let texts = texts.collect::<Vec<_>>();
        let expected = format!("the file is not UTF-8: {found}");
        let is_expected = |text: &String| text.starts_with(place) && text.contains(&expected);
        assert!(texts.len() == 1 && is_expected(&texts[0]), "{texts:?}");
    }
}

#[test]
fn attributes_are_carried_over_by_name() {
    let names = ["one", "two", "three"];
    for (keys, expected) in [
        ("", [Some("one"), Some("two"), Some("three")]),
        ("carry = [\"one\"]", [Some("one"), None, None]),
        ("drop = [\"two\"]", [Some("one"), None, Some("three")]),
        (
            "rename = { two = \"four\" }",
            [Some("one"), Some("four"), Some("three")],
        ),
        (
            "carry = []\nrename = { three = \"one\" }",
            [None, None, Some("one")],
        ),
    ] {
        let text = format!("[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"\n{keys}\n");
        let table = table("a.toml", &text);
        let rule = &table.get("a.b")[0];
        assert_eq!(
            names.map(|name| rule.carried_name(name)),
            expected,
            "{keys}"
        );
    }
}
