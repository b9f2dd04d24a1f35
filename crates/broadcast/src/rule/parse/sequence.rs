//! Reads sequences from values of TOML.

use super::{
    Mistake, Texts, find_unknown_keys,
    reader::{Reader, Spans, read_operands},
};
use crate::rule::{RuleProblem, Step, StepConstant, StepElementType, StepOperand, StepProblem};
use serde::Deserialize;
use std::collections::BTreeSet;
use toml::{
    Spanned, Value,
    de::{DeTable, DeValue},
};

/// The keys of a step.
const STEP_KEYS: &[&str] = &[
    "op",
    "operands",
    "fold",
    "name",
    "carry",
    "set",
    "element_type",
];

/// The keys of a constant.
const CONSTANT_KEYS: &[&str] = &["constant", "attribute", "operand", "count", "element_type"];

#[derive(Deserialize)]
pub(super) struct RawStep {
    op: Spanned<String>,
    operands: Option<Spanned<Vec<Spanned<Value>>>>,
    fold: Option<Spanned<Value>>,
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
        read_fold(reader, raw, &mut step);
        let operands = raw.operands.iter().flat_map(Spanned::get_ref);
        for (position, value) in operands.enumerate() {
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
        if let Some(value) = &raw.fold {
            spans.add(at("fold"), value.span());
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

/// Reads the operands that a step combines; it has either them or `operands`.
fn read_fold(reader: &mut Reader<'_>, raw: &RawStep, step: &mut Step) {
    match (&raw.operands, &raw.fold) {
        (Some(_), None) => {}
        (None, Some(value)) => match read_operands(value.get_ref()) {
            Ok(operands) => step.fold = Some(operands),
            Err(problem) => reader.error(value.span(), problem.in_key("fold").into()),
        },
        (None, None) if !reader.are_keys_known => {}
        (None, None) => {
            let op = step.op.clone();
            reader.error(raw.op.span(), StepProblem::NoOperands { op }.into());
        }
        (Some(_), Some(value)) => {
            let op = step.op.clone();
            reader.error(value.span(), StepProblem::FoldBesideOperands { op }.into());
        }
    }
}

fn read_operand(value: &Value) -> Result<StepOperand, RuleProblem> {
    let wrong = || -> RuleProblem {
        let found = format!("`{value}`");
        StepProblem::OperandForm { found }.into()
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
            let operand = table.get("operand").map(|value| match value {
                Value::Integer(index) => usize::try_from(*index).map_err(|_| wrong()),
                _ => Err(wrong()),
            });
            let count = table.get("count").map(|value| {
                let operands = read_operands(value);
                operands.map_err(|problem| problem.in_key("count"))
            });
            let constant = StepConstant {
                attribute: text("attribute")?,
                operand: operand.transpose()?,
                count: count.transpose()?,
                text: text("constant")?,
                element_type: element.transpose()?,
            };
            Ok(constant.into())
        }
        _ => Err(wrong()),
    }
}

fn read_element_type(value: &Value) -> Result<StepElementType, RuleProblem> {
    let wrong = || -> RuleProblem {
        let found = value.to_string();
        StepProblem::ElementType { found }.into()
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
