//! A test of the generated pass for each rule that needs nothing but shapes and attributes.

use crate::row::attributes;
use bcast_lower_broadcast::rule::{Rule, RuleTable};
use std::fmt::Write;

/// Returns functions with the ops of a table, each of which is lowered.
pub fn lit_test(table: &RuleTable) -> String {
    let mut text = String::new();
    let mut tested = None;
    for (index, rule) in table.iter().enumerate() {
        // Of several rules, the first meets its own requirements.
        if tested != Some(&rule.source) && is_simple(rule) {
            tested = Some(&rule.source);
            // Writing to a string does not fail.
            let _ = write_function(&mut text, index, rule);
        }
    }
    text.trim_end().to_string()
}

/// Returns whether an op of tensors and the required attributes meets a rule.
fn is_simple(rule: &Rule) -> bool {
    rule.require_operands.is_empty()
        && rule.number_operands().is_empty()
        && rule
            .constant_attributes()
            .all(|(_, name)| rule.require.contains_key(name))
        && rule.map.keys().all(|name| !rule.require.contains_key(name))
}

fn write_function(text: &mut String, index: usize, rule: &Rule) -> std::fmt::Result {
    // Where the rule leaves types open, those that the target takes.
    let targets = rule.target_ops().collect::<Vec<_>>();
    let is_last = |names: &[&str]| targets.last().is_some_and(|last| ends_with(last, names));
    let is_select = matches!(&*targets, [op] if ends_with(op, &["select"]));
    let needed = rule.steps().iter().flat_map(|step| step.source_operands());
    let needed = needed.max().map_or(0, |last| last + 1);
    let least = rule.operand_count.map_or(2, |count| count.start());
    let count = least.max(rule.operands.minimum_count()).max(needed);
    let count = if is_select { count.max(3) } else { count };
    let default = match () {
        () if is_last(&["and", "or", "xor", "not"]) => "i1",
        () if is_last(&SHIFTS) => "i32",
        () => "f32",
    };
    let element = rule.element_types.first().map_or(default, String::as_str);
    let default = if is_last(&["compare"]) { "i1" } else { element };
    let result = rule
        .result_element_types
        .first()
        .map_or(default, String::as_str);
    let operand = |index: usize| match index {
        0 if is_select => "tensor<?x4xi1>".into(),
        0 => format!("tensor<?x4x{element}>"),
        _ => format!("tensor<1x4x{element}>"),
    };
    let types = (0..count).map(operand).collect::<Vec<_>>().join(", ");
    let parameters = (0..count).map(|index| format!("%{index}: {}", operand(index)));
    let names = (0..count)
        .map(|index| format!("%{index}"))
        .collect::<Vec<_>>()
        .join(", ");
    writeln!(text, "// CHECK-LABEL: @rule_{index}(")?;
    for op in rule.target_ops() {
        writeln!(text, "// CHECK: {op}")?;
    }
    writeln!(
        text,
        "func.func @rule_{index}({}) -> tensor<?x4x{result}> {{",
        parameters.collect::<Vec<_>>().join(", ")
    )?;
    let attributes = match rule.require.is_empty() {
        true => String::new(),
        false => format!(" {}", attributes(&rule.require)),
    };
    writeln!(
        text,
        "  %result = \"{}\"({names}){attributes} : ({types}) -> tensor<?x4x{result}>",
        rule.source
    )?;
    writeln!(text, "  return %result : tensor<?x4x{result}>\n}}\n")
}

/// Ops that shift bits.
const SHIFTS: [&str; 3] = [
    "shift_left",
    "shift_right_arithmetic",
    "shift_right_logical",
];

/// Returns whether an op has one of these names in its dialect.
fn ends_with(op: &str, names: &[&str]) -> bool {
    op.split_once('.')
        .is_some_and(|(_, name)| names.contains(&name))
}
