//! Facts about ops.

use super::*;

/// Checks the error of facts with these lines after the op's name.
fn check_facts(lines: &str, expected: &str) {
    check_errors(
        &format!("[[facts]]\nop = \"ml.a\"\nexample = '\"ml.a\"()'\n{lines}\n"),
        &[&format!("a.toml:{expected}")],
    );
}

/// Checks the error of a result.
fn check_result(result: &str, expected: &str) {
    check_facts(&format!("result = {result}"), &format!("4:{expected}"));
}

#[test]
fn facts_are_printed_and_read_back() {
    for result in [
        "{ like = 0 }",
        "{ like = 1, permutation = \"perm\" }",
        "{ like = 0, permutation = [1, -2] }",
        "{ like = 0, permutation = [1, 0] }",
        "{ like = 0, reduced = [0, -1] }",
        "{ like = 0, reduced = { attribute = \"axes\", default = [0] }, keep = true }",
        "{ like = 0, reduced = \"axes\", keep = { attribute = \"keep\", default = false } }",
        "{ concat = [0, \"2..\"], axis = { attribute = \"a b\", default = -1 } }",
        "{ dims = [] }",
        "{ dims = [{ operand = 0 }, { operand = 1, dim = -1 }, { operand = 2, from = 1, to = \"end\" }] }",
        "{ dims = [{ quotient = [{ difference = [{ operand = 0, dim = 1 }, \"k\", 1] }, 2] }] }",
        "{ dims = [{ quotient_up = [{ operand = 0, dim = 1 }, { attribute = \"s\", index = 1, default = 1 }] }] }",
        "{ dims = [{ attribute = \"s\", index = 0 }] }",
        "{ dims = [4, \"units\", { sum = [1, { product = [{ operand = 0, to = -1 }] }] }] }",
    ] {
        let text = format!("[[facts]]\nop = \"ml.a\"\nresult = {result}\nexample = 'a'\n");
        let table = RuleTable::parse("a.toml", &text).unwrap();
        assert_eq!(table.to_string(), text.replace("'a'", "\"a\""));
        assert_eq!(RuleTable::parse("b.toml", &table.to_string()), Ok(table));
    }
    let names = |result: &str| {
        let text = format!("[[facts]]\nop = \"ml.a\"\nresult = {result}\nexample = 'a'\n");
        let table = RuleTable::parse("a.toml", &text).unwrap();
        let facts = table.facts().get("ml.a")[0].clone();
        facts.attribute_names().join(" ")
    };
    assert_eq!(
        names("{ like = 0, reduced = \"axes\", keep = { attribute = \"k\" } }"),
        "axes k"
    );
    assert_eq!(names("{ like = 0, reduced = [0], keep = true }"), "");
    assert_eq!(
        names("{ dims = [4, \"units\", { sum = [1, \"more\"] }] }"),
        "units more"
    );
    assert_eq!(
        names("{ dims = [{ quotient = [\"n\", { difference = [\"a\", \"b\"] }] }] }"),
        "n a b"
    );
    let text = "[[facts]]\nop = \"ml.b\"\nresults = [{ like = 0 }, {}]\nexample = [\"a\", \"b\"]\n";
    let table = RuleTable::parse("a.toml", text).unwrap();
    assert_eq!(table.to_string(), text);
    let facts = table.facts().get("ml.b");
    assert_eq!(facts[0].results, [Some(ResultShape::Like(0)), None]);
}

#[test]
fn quotients_and_differences_have_their_parts() {
    for (entry, column, expected) in [
        (
            "{ quotient = [1] }",
            33,
            "`quotient` is `[1]`; expected two sizes, such as `[\"n\", 2]`",
        ),
        (
            "{ quotient_up = [1, 2, 3] }",
            36,
            "`quotient_up` is `[1, 2, 3]`; expected two sizes, such as `[\"n\", 2]`",
        ),
        (
            "{ difference = [] }",
            35,
            "`difference` is `[]`; expected at least one size",
        ),
        (
            "{ attribute = \"n\", index = -1 }",
            47,
            "`index` is `-1`; expected the index of a number in the attribute",
        ),
        (
            "{ operand = 0, index = 1 }",
            43,
            "`index` has no effect without `attribute`; add that, or remove `index`",
        ),
    ] {
        let expected = format!("{column}: {expected}");
        check_result(&format!("{{ dims = [{entry}] }}"), &expected);
    }
}

#[test]
fn sizes_and_divisors_are_possible() {
    for (entry, column, expected) in [
        (
            "{ quotient = [{ operand = 0, dim = 0 }, 0] }",
            60,
            "the divisor is 0; it must be positive",
        ),
        (
            "{ sum = [1, { quotient_up = [8, { difference = [1, 3] }] }] }",
            52,
            "the divisor is -2; it must be positive",
        ),
        (
            "{ quotient = [8, { attribute = \"s\", default = 0 }] }",
            37,
            "without the attribute, the divisor is 0; it must be positive",
        ),
        (
            "{ difference = [3, 2, 2] }",
            20,
            "the difference is -1, which is not a size",
        ),
        (
            "{ sum = [1, { quotient = [{ difference = [1, 4] }, 2] }] }",
            20,
            "the sum is -1, which is not a size",
        ),
        (
            "{ product = [2, { difference = [0, { attribute = \"s\", default = 1 }] }] }",
            20,
            "without the attribute, the product is -2, which is not a size",
        ),
    ] {
        let expected = format!("{column}: {expected}");
        check_result(&format!("{{ dims = [{entry}] }}"), &expected);
    }
    // A difference may be negative where a size is computed from it.
    for entry in [
        "{ sum = [2, { difference = [1, 2] }] }",
        "{ difference = [\"n\", 1] }",
        "{ quotient = [8, \"n\"] }",
        "{ product = [9223372036854775807, 2] }",
    ] {
        let text =
            format!("[[facts]]\nop = \"ml.a\"\nresult = {{ dims = [{entry}] }}\nexample = \"a\"\n");
        table("a.toml", &text);
    }
}

#[test]
fn incomplete_facts_are_refused() {
    check_errors(
        "facts = 1",
        &[
            "a.toml:1:9: `facts` is not a list of tables; write `[[facts]]` above the facts of each op, with two pairs of brackets",
        ],
    );
    check_errors(
        "[[facts]]\nresult = { like = 0 }",
        &["a.toml:1:1: these facts have no `op`; name the op"],
    );
    check_errors(
        "[[facts]]\nop = \"a\"\n",
        &["a.toml:2:6: `op` is `a`, which has no dialect; op names have the form `dialect.op`"],
    );
    check_errors(
        "[[facts]]\nop = \"ml.a\"\nresult = { like = 0 }",
        &[
            "a.toml:2:6: the facts of `ml.a` have no `example`; write such an op with static shapes, which is compared with the facts",
        ],
    );
    check_facts(
        "",
        "2:6: the facts of `ml.a` have no `result`; write how its sizes follow, such as `result = { like = 0 }`",
    );
    check_facts(
        "results = [{}]",
        "2:6: the facts of `ml.a` have no `result`; a table such as `{ like = 0 }` says how its sizes follow",
    );
    check_facts(
        "result = { like = 0 }\nresults = []",
        "5:11: `result` and `results` exclude each other; `results` is for an op with several",
    );
}

#[test]
fn unknown_keys_of_facts_get_suggestions() {
    check_facts(
        "resutl = { like = 0 }",
        "4:1: unknown key `resutl`; did you mean `result`?",
    );
    check_result("{ lik = 0 }", "12: unknown key `lik`; did you mean `like`?");
    check_result(
        "{ like = 0, reduced = { atribute = \"a\" } }",
        "34: unknown key `atribute`; did you mean `attribute`?",
    );
    check_result(
        "{ dims = [{ operands = 0 }] }",
        "22: unknown key `operands`; did you mean `operand`?",
    );
}

#[test]
fn values_of_facts_have_a_form() {
    check_result(
        "{ like = -1 }",
        "19: `like` is `-1`; expected the index of an operand",
    );
    check_result(
        "1",
        "10: `result` is `1`; expected a table with one of the keys `like`, `concat` and `dims`",
    );
    check_result(
        "{ axis = 1 }",
        "10: `result` is `{ axis = 1 }`; expected a table with one of the keys `like`, `concat` and `dims`",
    );
    check_result(
        "{ like = 0, dims = [] }",
        "29: `like` and `dims` exclude each other; write one of them",
    );
    check_result(
        "{ like = 0, permutation = [0], reduced = [0] }",
        "51: `permutation` and `reduced` exclude each other; write one of them",
    );
    check_result(
        "{ like = 0, keep = true }",
        "29: `keep` has no effect without `reduced`; add that, or remove `keep`",
    );
    check_result(
        "{ like = 0, permutation = [0, 2] }",
        "36: `permutation` is [0, 2], which is not an order of the dims from 0 to 1",
    );
    check_result(
        "{ like = 0, reduced = true }",
        "32: `reduced` is `true`; expected a list of dims, the name of an attribute, or `{ attribute = \"NAME\", default = [0] }`",
    );
    check_result(
        "{ concat = \"0..\" }",
        "21: operands that are joined have no `axis`; name the attribute, or write the number",
    );
    check_result(
        "{ concat = [1, 0], axis = 0 }",
        "21: `concat` has `0` after `1`; write them in increasing order, each operand once",
    );
    check_result(
        "{ dims = [-1] }",
        "20: `dims` is `-1`; expected a size, the name of an attribute, or `{ attribute = \"NAME\", default = 1 }`",
    );
    check_result(
        "{ dims = [{ quotient = [8, -2] }] }",
        "37: `quotient` is `-2`; expected a size, the name of an attribute, or `{ attribute = \"NAME\", default = 1 }`",
    );
    check_result(
        "{ dims = [{ sum = 1 }] }",
        "28: `sum` is `1`; expected a list of dims",
    );
    check_result(
        "{ dims = [{ quotient = 1 }] }",
        "33: `quotient` is `1`; expected a list of dims",
    );
    for (value, column, expected) in [
        (
            "{ dims = [{ attribute = \"s\", default = -2 }] }",
            49,
            "`default` is `-2`; expected a number of at least 0",
        ),
        (
            "{ concat = \"0..\", axis = { attribute = \"a\", default = \"b\" } }",
            64,
            "`default` is `\"b\"`; expected a number",
        ),
        (
            "{ like = 0, reduced = [0], keep = { attribute = \"k\", default = 3 } }",
            73,
            "`default` is `3`; expected `true` or `false`",
        ),
        (
            "{ like = 0, reduced = { attribute = \"a\", default = true } }",
            61,
            "`default` is `true`; expected a list of dims, such as `[0]`",
        ),
    ] {
        check_result(value, &format!("{column}: {expected}"));
    }
    check_result(
        "{ dims = [{ operand = 0, dim = 1, to = 2 }] }",
        "20: `dim` and `to` exclude each other; write one of them",
    );
    check_result(
        "{ dims = [{ sum = [], product = [] }] }",
        "20: `sum` and `product` exclude each other; write one of them",
    );
    check_result(
        "{ dims = [{ sum = [], dim = 0 }] }",
        "38: `dim` has no effect without `operand`; add that, or remove `dim`",
    );
}

#[test]
fn facts_are_given_once_and_for_ops_without_rules() {
    let facts = "[[facts]]\nop = \"ml.a\"\nresult = { like = 0 }\nexample = \"a\"\n";
    check_errors(
        &format!("{facts}{facts}"),
        &[
            "a.toml:6:6: these facts of `ml.a` never hold, because those at a.toml:2:6 have no \
           requirements; put them first, or remove them",
        ],
    );
    check_errors(
        &format!("{facts}[[rule]]\nsource = \"ml.a\"\ntarget = \"ml.b\"\n"),
        &[
            "a.toml:2:6: `ml.a` has a rule at a.toml:6:10, from which the sizes of its result follow; remove its facts",
        ],
    );
    let [first, second] = ["a.toml", "b.toml"].map(|file| RuleTable::parse(file, facts).unwrap());
    let both = RuleTableBuilder::new().add_table(first).add_table(second);
    assert_eq!(
        both.build().unwrap_err().to_string().lines().next(),
        Some(
            "b.toml:2:6: error: `ml.a` already has facts at a.toml:2:6, in an earlier table; remove one of them"
        ),
    );
}

/// Returns facts of `ml.a` with these lines.
fn facts_with(lines: &str) -> String {
    format!("[[facts]]\nop = \"ml.a\"\n{lines}result = {{ like = 0 }}\nexample = \"a\"\n")
}

#[test]
fn facts_with_requirements_are_alternatives() {
    let text = facts_with("require = { transposed = \"true\", \"a b\" = '\"x\"' }\n")
        + "\n"
        + &facts_with("require_if_present = { transposed = \"false\" }\nignore = [\"name\"]\n")
        + "\n"
        + &facts_with("");
    let read = table("a.toml", &text);
    assert_eq!(table("printed.toml", &read.to_string()), read);
    let facts = read.facts().get("ml.a");
    assert_eq!(facts.len(), 3);
    assert_eq!(facts[0].attribute_names(), ["a b", "transposed"]);
    assert_eq!(facts[1].attribute_names(), ["transposed"]);
    for (first, second, reason) in [
        ("", "require = { a = \"1\" }\n", "have no requirements"),
        (
            "require_if_present = { a = \"1\" }\n",
            "require = { a = \"1\", b = \"2\" }\n",
            "require nothing else",
        ),
    ] {
        let line = 5 + first.lines().count();
        let error = format!(
            "a.toml:{}:6: these facts of `ml.a` never hold, because those at a.toml:2:6 {reason}; put \
             them first, or remove them",
            line + 1
        );
        check_errors(&(facts_with(first) + &facts_with(second)), &[&error]);
    }
    table(
        "a.toml",
        &(facts_with("require = { a = \"1\" }\n") + &facts_with("require = { a = \"2\" }\n")),
    );
}

#[test]
fn facts_of_constants_need_nothing_else() {
    let text = "[[facts]]\nop = \"ml.a\"\nconstant = true\n";
    let read = table("a.toml", text);
    assert_eq!(read.to_string(), text);
    assert!(read.facts().get("ml.a")[0].is_constant);
    let facts = "[[facts]]\nop = \"ml.a\"\n";
    check_errors(
        &format!("{facts}constant = 1"),
        &["a.toml:3:12: `constant` is `1`; expected `true` or `false`"],
    );
    check_errors(
        &format!("{facts}constant = true\nresult = {{ dims = [1] }}"),
        &[
            "a.toml:2:6: the facts of `ml.a` have no `example`; write such an op with static shapes, which is compared with the facts",
        ],
    );
    check_errors(
        &format!("{facts}constant = false"),
        &[
            "a.toml:2:6: the facts of `ml.a` have no `result`; write how its sizes follow, such as `result = { like = 0 }`",
        ],
    );
}

#[test]
fn requirements_of_facts_have_a_form() {
    const RESULT: &str = "result = { like = 0 }";
    let check = |lines: &str, expected: &str| check_facts(&format!("{lines}\n{RESULT}"), expected);
    check(
        "require = \"transposed\"",
        "4:11: `require` is `\"transposed\"`; expected a table of attributes, such as `{ transposed = \"false\" }`",
    );
    check(
        "require_if_present = { a = false }",
        "4:28: the value of attribute `a` in `require_if_present` is not a string; write it in quotes, as MLIR prints it",
    );
    check(
        "ignore = \"a\"",
        "4:10: `ignore` is `\"a\"`; expected a list of attributes",
    );
    check(
        "ignore = [1]",
        "4:11: `ignore` is `1`; expected a text in quotes",
    );
    check(
        "require = { a = \"\\u0000\" }",
        "4:17: `require` contains the NUL character, which MLIR's text cannot contain",
    );
    check(
        "require = { a = \"1\" }\nrequire_if_present = { a = \"1\" }",
        "5:24: attribute `a` is in both `require` and `require_if_present`; it can be in only one of them",
    );
    check(
        "require = { a = \"1\" }\nignore = [\"a\"]",
        "5:10: attribute `a` is in both `require` and `ignore`; it can be in only one of them",
    );
    check_facts(
        "ignore = [\"a\"]\nresult = { dims = [\"a\"] }",
        "4:10: attribute `a` is in both `result` and `ignore`; it can be in only one of them",
    );
}

#[test]
fn an_axis_and_a_destination_contradict_other_keys() {
    check_line(
        "axis = \"a\"\nbroadcast_dimensions = \"b\"",
        "8: `axis` has no effect together with `broadcast_dimensions`, which aligns dims as well; remove `axis`",
    );
    check_errors(
        "[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"\naxis = \"a\"\ncarry = [\"a\"]\n",
        &["a.toml:5:9: attribute `a` is in both `axis` and `carry`; it can be in only one of them"],
    );
    check_line(
        "result_like = -1",
        "15: `result_like` is -1; write the index of an operand, such as `0`",
    );
    check_errors(
        "[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"\noperands = [0, 1]\nresult_like = 2\n",
        &[
            "a.toml:5:15: `result_like` names operand #2, which `operands` does not select; add it there",
        ],
    );
}
