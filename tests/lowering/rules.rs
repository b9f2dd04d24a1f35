use crate::lower;
use bcast_lower::rule::{Rule, RuleTable};

/// Returns the element types of a rule's operands and of its result.
fn elements(rule: &Rule) -> (&'static [&'static str], &'static str) {
    match rule.source.as_str() {
        "chlo.broadcast_and" | "chlo.broadcast_or" | "chlo.broadcast_xor" => (&["i1", "i1"], "i1"),
        "chlo.broadcast_compare" => (&["f32", "f32"], "i1"),
        "chlo.broadcast_complex" => (&["f32", "f32"], "complex<f32>"),
        "chlo.broadcast_select" => (&["i1", "f32", "f32"], "f32"),
        name if name.contains("shift") => (&["i32", "i32"], "i32"),
        _ => (&["f32", "f32"], "f32"),
    }
}

#[test]
fn every_rule_of_the_built_in_table() {
    let table = RuleTable::chlo().expect("the built-in table is right");
    let mut source = String::new();
    for rule in table.iter() {
        let (operands, result) = elements(rule);
        let name = rule.source.trim_start_matches("chlo.broadcast_");
        // The last operand is a scalar; the others determine the shape.
        let types = operands
            .iter()
            .enumerate()
            .map(|(i, element)| match i + 1 == operands.len() {
                true => format!("tensor<{element}>"),
                false => format!("tensor<2x{element}>"),
            })
            .collect::<Vec<_>>();
        let arguments = types.iter().enumerate().map(|(i, t)| format!("%a{i}: {t}"));
        let values = (0..types.len()).map(|i| format!("%a{i}"));
        let attributes = match name {
            "compare" => {
                "{comparison_direction = #chlo<comparison_direction LE>, \
                 compare_type = #chlo<comparison_type FLOAT>} "
            }
            _ => "",
        };
        source += &format!(
            "func.func @{name}({}) -> tensor<2x{result}> {{\n  \
             %0 = \"{}\"({}) {attributes}: ({}) -> tensor<2x{result}>\n  \
             return %0 : tensor<2x{result}>\n}}\n",
            arguments.collect::<Vec<_>>().join(", "),
            rule.source,
            values.collect::<Vec<_>>().join(", "),
            types.join(", "),
        );
    }
    insta::assert_snapshot!(lower("", &source));
}

/// Two and three operands, a fixed size, a declared one.
const CANONICAL: &str = "
func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x4xf32>, %p: tensor<?xi1>, %s: tensor<f32>) -> tensor<?x4xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = chlo.broadcast_select %p, %a, %0 : (tensor<?xi1>, tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = chlo.broadcast_multiply %1, %s : (tensor<?x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %3 = chlo.broadcast_subtract %2, %2 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}
";

#[test]
fn custom_call_assertions_that_reject_zero_against_one() {
    insta::assert_snapshot!(lower(
        "assertions=custom-call zero-extents=reject",
        CANONICAL
    ));
}

#[test]
fn each_op_lowered_alone() {
    insta::assert_snapshot!(lower("facts=off", CANONICAL));
}

#[test]
fn custom_call_assertions_with_zero_as_in_numpy() {
    insta::assert_snapshot!(lower(
        "assertions=custom-call zero-extents=numpy",
        CANONICAL
    ));
}

#[test]
fn cf_assertions() {
    insta::assert_snapshot!(lower("assertions=cf", CANONICAL));
}

#[test]
fn shape_assertions() {
    insta::assert_snapshot!(lower("assertions=shape", CANONICAL));
}

#[test]
fn no_assertions() {
    insta::assert_snapshot!(lower("assertions=none", CANONICAL));
}
