//! Reads sequences from values of TOML.

use super::{
    Mistake, Texts, find_unknown_keys,
    reader::{Reader, Spans},
};
use crate::rule::{RuleProblem, Step, StepConstant, StepElementType, StepOperand};
use serde::Deserialize;
use std::collections::BTreeSet;
use toml::{
    Spanned, Value,
    de::{DeTable, DeValue},
};

/// The keys of a step.
const STEP_KEYS: &[&str] = &["op", "operands", "name", "carry", "set", "element_type"];

/// The keys of a constant.
const CONSTANT_KEYS: &[&str] = &["constant", "attribute", "element_type"];

#[derive(Deserialize)]
pub(super) struct RawStep {
    op: Spanned<String>,
    operands: Vec<Spanned<Value>>,
    name: Option<Spanned<String>>,
    carry: Option<Spanned<BTreeSet<String>>>,
    #[serde(default)]
    set: Texts,
    element_type: Option<Spanned<Value>>,
}

/// Finds mistakes in the steps of a rule that the TOML parser would report less clearly.
pub(super) fn find_mistakes(rule: &DeTable<'_>, mistakes: &mut Vec<Mistake>) {
    for step in tables(rule.get("sequence")) {
        find_unknown_keys(step, STEP_KEYS, mistakes);
        for constant in tables(step.get("operands")) {
            find_unknown_keys(constant, CONSTANT_KEYS, mistakes);
        }
        let Some(DeValue::Table(values)) = step.get("set").map(Spanned::get_ref) else {
            continue;
        };
        for (name, value) in values.iter().filter(|(_, value)| !value.get_ref().is_str()) {
            let (key, attribute) = ("set", name.get_ref().to_string());
            mistakes.push((value.span(), RuleProblem::NoText { key, attribute }));
        }
    }
}

/// Returns the tables in an array.
fn tables<'t, 'i>(array: Option<&'t Spanned<DeValue<'i>>>) -> Vec<&'t DeTable<'i>> {
    let Some(DeValue::Array(values)) = array.map(Spanned::get_ref) else {
        return vec![];
    };
    let tables = values.iter().filter_map(|value| match value.get_ref() {
        DeValue::Table(table) => Some(table),
        _ => None,
    });
    tables.collect()
}

/// Reads the steps of a rule; errors are collected, and something else takes the place of wrong
/// parts.
pub(super) fn read(reader: &mut Reader<'_>, steps: &[RawStep], spans: &mut Spans) -> Vec<Step> {
    let mut read = vec![];
    for (index, raw) in steps.iter().enumerate() {
        let at = |key: &str| format!("sequence.{index}.{key}");
        spans.add(at("op"), raw.op.span());
        let mut step = Step::new(raw.op.get_ref(), vec![]);
        for (position, value) in raw.operands.iter().enumerate() {
            spans.add(at(&format!("operands.{position}")), value.span());
            match read_operand(value.get_ref()) {
                Ok(operand) => step.operands.push(operand),
                Err(problem) => {
                    reader.error(value.span(), problem);
                    // Later operands keep their positions.
                    step.operands.push(0.into());
                }
            }
        }
        step.name = spans.value(&at("name"), raw.name.clone());
        let carry = spans.value(&at("carry"), raw.carry.clone());
        step.carry = carry.unwrap_or_default();
        step.set = spans.texts(&at("set"), raw.set.clone());
        if let Some(value) = &raw.element_type {
            spans.add(at("element_type"), value.span());
            match read_element_type(value.get_ref()) {
                Ok(element) => step.element_type = Some(element),
                Err(problem) => reader.error(value.span(), problem),
            }
        }
        read.push(step);
    }
    read
}

fn read_operand(value: &Value) -> Result<StepOperand, RuleProblem> {
    let wrong = || RuleProblem::StepOperandForm {
        found: format!("`{value}`"),
    };
    match value {
        Value::Integer(index) => Ok(usize::try_from(*index).map_err(|_| wrong())?.into()),
        Value::String(name) => Ok(StepOperand::Step(name.clone())),
        Value::Table(table) => {
            let text = |key: &str| match table.get(key) {
                None => Ok(None),
                Some(Value::String(text)) => Ok(Some(text.clone())),
                Some(_) => Err(wrong()),
            };
            let element = table.get("element_type").map(read_element_type);
            let constant = StepConstant {
                attribute: text("attribute")?,
                text: text("constant")?,
                element_type: element.transpose()?,
            };
            Ok(constant.into())
        }
        _ => Err(wrong()),
    }
}

fn read_element_type(value: &Value) -> Result<StepElementType, RuleProblem> {
    let wrong = || RuleProblem::StepElementType {
        found: value.to_string(),
    };
    match value {
        Value::String(name) => Ok(StepElementType::Type(name.clone())),
        Value::Integer(index) => {
            let index = usize::try_from(*index).map_err(|_| wrong())?;
            Ok(StepElementType::Operand(index))
        }
        _ => Err(wrong()),
    }
}
