//! Tests that facts in a rule file are used like the rows of our own table of ops.

use crate::{context, examples::Example, lower_with, program::Program};
use bcast_lower::{
    rule::{RuleTable, RuleTableBuilder},
    transform::{LowerOptions, Rules},
};

/// An op with a row, in a program in which facts remove guards, and facts in a rule file that say the
/// same.
struct Case {
    op: &'static str,
    result: &'static str,
    example: &'static str,
    /// The ops before the sum of `%a` and `%b`.
    body: &'static str,
}

const CASES: &[Case] = &[
    Case {
        op: "stablehlo.reverse",
        result: "{ like = 0 }",
        example: "(%x) {dimensions = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>",
        body: "%a = \"OP\"(%x) {dimensions = array<i64: 0>} : (tensor<?x?xf32>) -> tensor<?x?xf32>\n\
               %b = stablehlo.abs %x : tensor<?x?xf32>",
    },
    Case {
        op: "stablehlo.transpose",
        result: "{ like = 0, permutation = \"permutation\" }",
        example: "(%x) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>",
        body: "%t = \"OP\"(%x) {permutation = array<i64: 1, 0>} : (tensor<?x?xf32>) -> tensor<?x?xf32>\n\
               %a = \"OP\"(%t) {permutation = array<i64: 1, 0>} : (tensor<?x?xf32>) -> tensor<?x?xf32>\n\
               %b = stablehlo.abs %x : tensor<?x?xf32>",
    },
    Case {
        op: "stablehlo.concatenate",
        result: "{ concat = \"0..\", axis = \"dimension\" }",
        example: "(%x, %y) {dimension = 1 : i64} : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>",
        body: "%a = \"OP\"(%x, %y, %x) {dimension = 0 : i64} : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n\
               %b = \"OP\"(%y, %x, %x) {dimension = 0 : i64} : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>",
    },
    Case {
        op: "tosa.reduce_sum",
        result: "{ like = 0, reduced = \"axis\", keep = true }",
        example: "(%x) {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>",
        body: "%a = \"OP\"(%x) {axis = 1 : i32} : (tensor<?x?xf32>) -> tensor<?x1xf32>\n\
               %b = stablehlo.abs %x : tensor<?x?xf32>",
    },
    Case {
        op: "tosa.argmax",
        result: "{ like = 0, reduced = \"axis\" }",
        example: "(%x) {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2xi32>",
        body: "%t = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>\n\
               %i = \"OP\"(%t) {axis = 0 : i32} : (tensor<?x?xf32>) -> tensor<?xi32>\n\
               %j = \"OP\"(%x) {axis = 1 : i32} : (tensor<?x?xf32>) -> tensor<?xi32>\n\
               %a = stablehlo.convert %i : (tensor<?xi32>) -> tensor<?xf32>\n\
               %b = stablehlo.convert %j : (tensor<?xi32>) -> tensor<?xf32>",
    },
    Case {
        op: "tosa.matmul",
        result: "{ dims = [{ operand = 0, to = 2 }, { operand = 1, dim = -1 }] }",
        example: "(%x, %y, %z, %z) : (tensor<2x3x4xf32>, tensor<2x4x5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x3x5xf32>",
        body: "%l = \"tosa.identity\"(%u) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>\n\
               %a = \"OP\"(%u, %v, %z, %z) : (tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?xf32>\n\
               %b = \"OP\"(%l, %v, %z, %z) : (tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?xf32>",
    },
];

#[test]
fn facts_in_a_rule_file_are_used_like_our_own_rows() {
    let context = context();
    for Case {
        op,
        result,
        example,
        body,
    } in CASES
    {
        let facts = format!(
            "[[facts]]\nop = \"ml.op\"\nresult = {result}\nexample = '\"ml.op\"{example}'\n"
        );
        let table = RuleTable::parse("ml.toml", &facts).expect("the facts are right");
        let rules = Rules::new(table);
        let errors = rules.check(&context);
        assert!(errors.is_empty(), "{op}: {errors:?}");
        let without = RuleTable::chlo().expect("the table is right");
        let with = RuleTableBuilder::new()
            .add_table(without.clone())
            .add_facts(rules.table().facts())
            .build()
            .expect("the tables fit");
        let lower = |op: &str, table: &RuleTable| {
            let rank = |name: &str| format!("%{name}: tensor<?x?x?xf32>");
            let text = format!(
                "func.func @\"{op}\"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, {}, {}, %z: \
                 tensor<1xf32>) {{\n{}\n{}\nreturn\n}}",
                rank("u"),
                rank("v"),
                body.replace("OP", op),
                sum(body),
            );
            let program = Program::new(Example::new(&text));
            let rules = Rules::new(table.clone());
            let module = lower_with(&context, &program, LowerOptions::default(), rules);
            let text = module.as_operation().to_string();
            let lines = text.lines().filter(|line| !line.contains(op));
            lines.map(String::from).collect::<Vec<_>>()
        };
        let expected = lower(op, &without);
        assert_eq!(lower("ml.op", &with), expected, "{op}");
        assert_ne!(lower("ml.op", &without), expected, "{op}");
    }
}

/// Returns the sum of `%a` and `%b`, which have the types that their ops give them.
fn sum(body: &str) -> String {
    let r#type = |name: &str| {
        let line = body.lines().find(|line| line.trim().starts_with(name));
        let line = line.expect("it is defined");
        let (_, found) = line.rsplit_once([' ']).expect("a type is at the end");
        found.to_string()
    };
    let (a, b) = (r#type("%a"), r#type("%b"));
    format!("%sum = chlo.broadcast_add %a, %b : ({a}, {b}) -> {b}")
}
