//! Reads rules from values of TOML.

use super::{RawRule, Texts, sequence};
use crate::rule::{
    OperandRange, Operands, OperandsProblem, Others, Rule, RuleError, RuleProblem, Target, check,
    definition::Places, place::RuleFile,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};
use toml::{Spanned, Value};

/// Reads the rules of a file, and collects the errors in them.
pub struct Reader<'f> {
    pub file: &'f RuleFile,
    /// Whether no key is misspelt, so that a missing one is really missing.
    pub are_keys_known: bool,
    pub errors: Vec<RuleError>,
}

/// The positions of a rule's keys and of their entries.
#[derive(Default)]
pub struct Spans(pub Vec<(String, Range<usize>)>);

impl Spans {
    pub fn add(&mut self, key: impl Into<String>, span: Range<usize>) {
        self.0.push((key.into(), span));
    }

    /// Adds the position of a key; returns its value.
    pub fn value<T>(&mut self, key: &str, value: Option<Spanned<T>>) -> Option<T> {
        let value = value?;
        self.add(key, value.span());
        Some(value.into_inner())
    }

    /// Adds the positions of the entries of a key; returns them.
    pub fn texts(&mut self, key: &str, texts: Texts) -> BTreeMap<String, String> {
        let mut read = BTreeMap::new();
        for (name, text) in texts {
            self.add(format!("{key}.{}", name.get_ref()), name.span());
            read.insert(name.into_inner(), text.into_inner());
        }
        read
    }
}

impl Reader<'_> {
    pub fn error(&mut self, span: Range<usize>, problem: RuleProblem) {
        let place = Some(self.file.place(span.start));
        let problem = Box::new(problem);
        self.errors.push(RuleError { place, problem });
    }

    /// Returns the positions of keys in the file.
    pub fn places(&self, spans: Spans) -> Places {
        let place = |(key, span): (String, Range<usize>)| (key, self.file.place(span.start));
        Places(spans.0.into_iter().map(place).collect())
    }

    /// Reads one rule; `None` after an error.
    pub(super) fn rule(&mut self, raw: RawRule) -> Option<Rule> {
        let error_count = self.errors.len();
        let mut spans = Spans::default();
        let source = raw.source.get_ref().clone();
        spans.add("source", raw.source.span());
        let target = self.target(&source, &raw, &mut spans)?;
        let mut rule = Rule::new(source, target);
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
                    spans.add(format!("require_operands.{operand}"), name.span());
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
        rule.same_element_type = raw.same_element_type;
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
    fn target(&mut self, source: &str, raw: &RawRule, spans: &mut Spans) -> Option<Target> {
        let source_op = source.to_string();
        let target = raw.target.as_ref().map(|it| ("target", it.span()));
        let hook = raw.hook.as_ref().map(|it| ("hook", it.span()));
        let sequence = raw.sequence.as_ref().map(|it| ("sequence", it.span()));
        let mut found = target.into_iter().chain(hook).chain(sequence);
        let Some((key, span)) = found.next() else {
            self.error(raw.source.span(), RuleProblem::NoTarget { source_op });
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
        match (&raw.target, &raw.hook, &raw.sequence) {
            (Some(target), ..) => Some(Target::Op(target.get_ref().clone())),
            (_, Some(hook), _) => Some(Target::Hook(hook.get_ref().clone())),
            (.., steps) => {
                let steps = steps.as_ref()?.get_ref();
                Some(Target::Sequence(sequence::read(self, steps, spans)))
            }
        }
    }
}

pub fn read_operands(value: &Value) -> Result<Operands, OperandsProblem> {
    match value {
        Value::Array(ranges) => {
            let ranges = ranges.iter().map(read_range);
            Ok(Operands::new(ranges.collect::<Result<Vec<_>, _>>()?))
        }
        range => Ok(Operands::new([read_range(range)?])),
    }
}

fn read_range(value: &Value) -> Result<OperandRange, OperandsProblem> {
    let wrong = || OperandsProblem::Form {
        key: "operands",
        found: format!("`{value}`"),
    };
    match value {
        Value::Integer(index) => Ok(usize::try_from(*index).map_err(|_| wrong())?.into()),
        Value::String(range) => range.parse(),
        _ => Err(wrong()),
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
