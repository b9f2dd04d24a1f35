//! Reads a rule.

use super::{
    mistake::Texts,
    reader::{OpText, Reader, Spans, read_operands, read_range},
    sequence::{self, RawStep},
};
use crate::rule::{
    OperandRange, OperandsProblem, Others, Rule, RuleProblem, Target, check, definition::value_key,
};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use toml::{Spanned, Value};

#[derive(Deserialize)]
pub(super) struct RawRule {
    pub source: Spanned<Value>,
    hook: Option<Spanned<String>>,
    sequence: Option<Spanned<Vec<RawStep>>>,
    verify_only: Option<Spanned<bool>>,
    operands: Option<Spanned<Value>>,
    others: Option<Spanned<String>>,
    operand_count: Option<Spanned<Value>>,
    broadcast_dimensions: Option<Spanned<String>>,
    axis: Option<Spanned<String>>,
    result_like: Option<Spanned<Value>>,
    carry: Option<Spanned<BTreeSet<String>>>,
    #[serde(default)]
    rename: Texts,
    drop: Option<Spanned<BTreeSet<String>>>,
    #[serde(default)]
    set: Texts,
    #[serde(default)]
    dialect: Texts,
    #[serde(default)]
    map: BTreeMap<Spanned<String>, Texts>,
    target_element_type: Option<Spanned<String>>,
    #[serde(default)]
    require: Texts,
    #[serde(default)]
    require_if_present: Texts,
    #[serde(default)]
    require_operands: BTreeMap<Spanned<String>, Spanned<Value>>,
    element_types: Option<Spanned<BTreeSet<String>>>,
    result_element_types: Option<Spanned<BTreeSet<String>>>,
    same_element_type: Option<Spanned<bool>>,
    keep_encodings: Option<Spanned<bool>>,
    replace: Option<Spanned<bool>>,
}

impl Reader<'_> {
    /// Reads the rule for one op, with the name of its target if it has one; `None` after an error.
    pub(super) fn rule(
        &mut self,
        raw: RawRule,
        source: &OpText,
        target_op: Option<&OpText>,
    ) -> Option<Rule> {
        let error_count = self.errors.len();
        let mut spans = Spans::default();
        spans.add("source", source.span.clone());
        let target = self.target(source, target_op, &raw, &mut spans)?;
        let mut rule = Rule::new(source.text.clone(), target);
        if let Some(value) = raw.operands {
            spans.add("operands", value.span());
            match read_operands(value.get_ref()) {
                Ok(operands) => rule.operands = operands,
                Err(problem) => self.error(value.span(), problem.into()),
            }
        }
        if let Some(value) = raw.others {
            spans.add("others", value.span());
            match read_others(value.get_ref()) {
                Ok(others) => rule.others = others,
                Err(problem) => self.error(value.span(), problem),
            }
        }
        if let Some(value) = raw.operand_count {
            spans.add("operand_count", value.span());
            match read_operand_count(value.get_ref()) {
                Ok(count) => rule.operand_count = Some(count),
                Err(problem) => self.error(value.span(), problem.into()),
            }
        }
        rule.broadcast_dimensions = spans.value("broadcast_dimensions", raw.broadcast_dimensions);
        rule.axis = spans.value("axis", raw.axis);
        if let Some(value) = raw.result_like {
            spans.add("result_like", value.span());
            let index = value.get_ref().as_integer();
            match index.and_then(|index| usize::try_from(index).ok()) {
                Some(operand) => rule.result_like = Some(operand),
                None => {
                    let found = value.get_ref().to_string();
                    self.error(value.span(), OperandsProblem::IndexForm { found }.into());
                }
            }
        }
        rule.carry = spans.value("carry", raw.carry);
        rule.drop = spans.value("drop", raw.drop).unwrap_or_default();
        rule.rename = spans.texts("rename", raw.rename);
        rule.set = spans.texts("set", raw.set);
        rule.dialect = spans.texts("dialect", raw.dialect);
        for (name, texts) in raw.map {
            let key = format!("map.{}", name.get_ref());
            spans.add(&key, name.span());
            let texts = spans.texts(&key, texts);
            rule.map.insert(name.into_inner(), texts);
        }
        rule.target_element_type = spans.value("target_element_type", raw.target_element_type);
        rule.require = spans.texts("require", raw.require);
        rule.require_if_present = spans.texts("require_if_present", raw.require_if_present);
        for (name, value) in raw.require_operands {
            let operand = name.get_ref().parse::<usize>();
            match (operand, read_constant(value.get_ref())) {
                (Ok(operand), Some(text)) => {
                    let entry = format!("require_operands.{operand}");
                    spans.add(value_key(&entry), value.span());
                    spans.add(entry, name.span());
                    rule.require_operands.insert(operand, text);
                }
                (Ok(operand), None) => {
                    let found = value.get_ref().to_string();
                    let problem = OperandsProblem::RequiredForm { operand, found };
                    self.error(value.span(), problem.into());
                }
                (Err(_), _) => {
                    let found = name.get_ref().clone();
                    self.error(name.span(), OperandsProblem::Key { found }.into());
                }
            }
        }
        let mut empty = vec![];
        let mut types = |key, value| {
            let types: Option<BTreeSet<_>> = spans.value(key, value);
            // An empty list would not have its literal meaning.
            let is_empty = types.as_ref().is_some_and(BTreeSet::is_empty);
            empty.extend(is_empty.then_some(key));
            types.unwrap_or_default()
        };
        rule.element_types = types("element_types", raw.element_types);
        rule.result_element_types = types("result_element_types", raw.result_element_types);
        let same_element_type = spans.value("same_element_type", raw.same_element_type);
        rule.same_element_type = same_element_type.unwrap_or_default();
        let keep_encodings = spans.value("keep_encodings", raw.keep_encodings);
        rule.keep_encodings = keep_encodings.unwrap_or_default();
        rule.replace = spans.value("replace", raw.replace).unwrap_or_default();
        rule.places = self.places(spans);
        for key in empty {
            let problem = RuleProblem::Empty { key: key.into() };
            self.errors.push(rule.error_at(key, problem));
        }
        self.errors.extend(check::check_rule(&rule));
        (self.errors.len() == error_count).then_some(rule)
    }

    /// Reads the target of a rule, which must have exactly one.
    fn target(
        &mut self,
        source: &OpText,
        target_op: Option<&OpText>,
        raw: &RawRule,
        spans: &mut Spans,
    ) -> Option<Target> {
        let source_op = source.text.clone();
        let target = target_op.map(|it| ("target", it.span.clone()));
        let hook = raw.hook.as_ref().map(|it| ("hook", it.span()));
        let sequence = raw.sequence.as_ref().map(|it| ("sequence", it.span()));
        let kept = raw.verify_only.as_ref().filter(|it| *it.get_ref());
        let kept = kept.map(|it| ("verify_only", it.span()));
        let mut found = target.into_iter().chain(hook).chain(sequence).chain(kept);
        let Some((key, span)) = found.next() else {
            self.error(source.span.clone(), RuleProblem::NoTarget { source_op });
            return None;
        };
        if let Some((second, span)) = found.next() {
            let problem = RuleProblem::TwoTargets {
                source_op,
                first: key,
                second,
            };
            self.error(span, problem);
            return None;
        }
        spans.add(key, span);
        Some(match (target_op, &raw.hook, &raw.sequence) {
            (Some(target), ..) => Target::Op(target.text.clone()),
            (_, Some(hook), _) => Target::Hook(hook.get_ref().clone()),
            (.., Some(steps)) => Target::Sequence(sequence::read(self, steps.get_ref(), spans)),
            (None, None, None) => Target::Keep,
        })
    }
}

fn read_operand_count(value: &Value) -> Result<OperandRange, OperandsProblem> {
    let range = read_range(value).ok();
    range
        .filter(|range| !range.is_empty())
        .ok_or_else(|| OperandsProblem::CountForm {
            found: format!("`{value}`"),
        })
}

/// Returns the text of a number, a truth value, or a value as MLIR prints it.
fn read_constant(value: &Value) -> Option<String> {
    match value {
        Value::Integer(integer) => Some(integer.to_string()),
        Value::Float(float) if float.is_nan() => Some("nan".into()),
        Value::Float(float) => Some(format!("{float:?}")),
        Value::Boolean(boolean) => Some(boolean.to_string()),
        Value::String(text) => Some(text.clone()),
        Value::Array(_) | Value::Table(_) | Value::Datetime(_) => None,
    }
}

fn read_others(text: &str) -> Result<Others, RuleProblem> {
    [Others::Drop, Others::Keep]
        .into_iter()
        .find(|others| others.name() == text)
        .ok_or_else(|| RuleProblem::Word {
            key: "others",
            found: text.into(),
            expected: "\"drop\" or \"keep\"",
        })
}
