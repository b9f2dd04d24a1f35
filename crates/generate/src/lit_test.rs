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
    let needed = rule.steps().iter().flat_map(|step| step.source_operands());
    let needed = needed.max().map_or(0, |last| last + 1);
    let least = rule.operand_count.map_or(2, |count| count.start());
    let count = least.max(rule.operands.minimum_count()).max(needed);
    let element = rule.element_types.first().map_or("f32", String::as_str);
    let result = rule
        .result_element_types
        .first()
        .map_or(element, String::as_str);
    let operand = |index: usize| match index {
        0 => format!("tensor<?x4x{element}>"),
        _ => format!("tensor<4x{element}>"),
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
