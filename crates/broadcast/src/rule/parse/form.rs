//! Finds values that do not have the form that their key requires, and rules and steps without the key
//! that names their op.

use super::Mistake;
use crate::rule::{RuleProblem, place::RuleFile};
use std::ops::Range;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// The form of a key's value.
#[derive(Clone, Copy)]
enum KeyForm {
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// A text, or a list of texts.
    Names,
    /// A text, or a table of texts.
    Target,
    /// A table, whose values are checked apart.
    Table,
    /// A table of tables.
    Tables,
    /// A list of tables.
    Steps,
    /// A list, whose values are checked apart.
    List,
    /// `true` or `false`.
    Flag,
    /// It is checked when it is read.
    Any,
}

impl KeyForm {
    const fn expected(self) -> &'static str {
        match self {
            Self::Text => "a text in quotes",
            Self::Texts => "a list of texts in quotes, such as `[\"a\", \"b\"]`",
            Self::Names => "an op's name in quotes, or a list of them",
            Self::Target => {
                "an op's name in quotes, or a table from sources to targets, such as `{ \"nn.*\" = \"stablehlo.*\" }`"
            }
            Self::Table => "a table, such as `{ name = \"value\" }`",
            Self::Tables => "a table for each attribute, such as `{ name = { a = \"value\" } }`",
            Self::Steps => "a list of steps, such as `[{ op = \"my.op\", operands = [0] }]`",
            Self::List => "a list, such as `[0, 1]`",
            Self::Flag => "`true` or `false`",
            Self::Any => "any value",
        }
    }

    /// Returns the first part of a value that does not have the form; `None` if the value has it.
    fn misfit<'v, 'i>(self, value: &'v Spanned<DeValue<'i>>) -> Option<&'v Spanned<DeValue<'i>>> {
        let found = value.get_ref();
        let is_text: fn(&DeValue<'_>) -> bool = |value| value.is_str();
        let is_table: fn(&DeValue<'_>) -> bool = |value| value.is_table();
        let parts = match found {
            DeValue::Array(values) => values.iter().collect(),
            DeValue::Table(table) => {
                let mut values = table.values().collect::<Vec<_>>();
                values.sort_by_key(|value| value.span().start);
                values
            }
            _ => vec![],
        };
        let other_than = |fits: fn(&DeValue<'_>) -> bool| {
            let mut parts = parts.into_iter();
            parts.find(|part| !fits(part.get_ref()))
        };
        let fits = match self {
            Self::Names | Self::Target if found.is_str() => true,
            Self::Texts | Self::Names if found.is_array() => return other_than(is_text),
            Self::Target if found.is_table() => return other_than(is_text),
            Self::Tables if found.is_table() => return other_than(is_table),
            Self::Steps if found.is_array() => return other_than(is_table),
            Self::Texts | Self::Names | Self::Target | Self::Tables | Self::Steps => false,
            Self::Text => found.is_str(),
            Self::Table => found.is_table(),
            Self::List => found.is_array(),
            Self::Flag => found.is_bool(),
            Self::Any => true,
        };
        (!fits).then_some(value)
    }
}

fn form_in_rule(key: &str) -> KeyForm {
    match key {
        "source" => KeyForm::Names,
        "target" => KeyForm::Target,
        "hook" | "others" | "broadcast_dimensions" | "axis" | "target_element_type" => {
            KeyForm::Text
        }
        "carry" | "drop" | "element_types" | "result_element_types" => KeyForm::Texts,
        "rename" | "set" | "dialect" | "require" | "require_if_present" | "require_operands" => {
            KeyForm::Table
        }
        "map" => KeyForm::Tables,
        "sequence" => KeyForm::Steps,
        "same_element_type" | "keep_encodings" | "replace" | "verify_only" => KeyForm::Flag,
        _ => KeyForm::Any,
    }
}

fn form_in_step(key: &str) -> KeyForm {
    match key {
        "op" | "name" => KeyForm::Text,
        "carry" => KeyForm::Texts,
        "set" => KeyForm::Table,
        "operands" => KeyForm::List,
        _ => KeyForm::Any,
    }
}

/// Finds the values of a rule, and of its steps, that do not have the form of their key.
pub(super) fn find_mistakes(
    file: &RuleFile,
    rule: &DeTable<'_>,
    span: Range<usize>,
    mistakes: &mut Vec<Mistake>,
) {
    find_wrong_values(file, rule, form_in_rule, mistakes);
    let has_unknown_keys = |mistakes: &[Mistake]| {
        let mut problems = mistakes.iter();
        problems.any(|(_, problem)| matches!(problem, RuleProblem::UnknownKey { .. }))
    };
    // The key may be one that is misspelt.
    if !rule.contains_key("source") && !has_unknown_keys(mistakes) {
        mistakes.push((span, RuleProblem::NoOp { key: "source" }));
    }
    let steps = rule
        .get("sequence")
        .and_then(|steps| steps.get_ref().as_array());
    for step in steps.into_iter().flat_map(|steps| steps.iter()) {
        let Some(table) = step.get_ref().as_table() else {
            continue;
        };
        find_wrong_values(file, table, form_in_step, mistakes);
        if !table.contains_key("op") && !has_unknown_keys(mistakes) {
            mistakes.push((step.span(), RuleProblem::NoOp { key: "op" }));
        }
    }
}

fn find_wrong_values(
    file: &RuleFile,
    table: &DeTable<'_>,
    form: fn(&str) -> KeyForm,
    mistakes: &mut Vec<Mistake>,
) {
    let mut wrong = vec![];
    for (key, value) in table.iter() {
        let form = form(key.get_ref());
        if let Some(part) = form.misfit(value) {
            let (_, problem) = wrong_value(file, key, value, form.expected());
            wrong.push((part.span(), problem));
        } else if !matches!(form, KeyForm::Steps) {
            let numbers = large_numbers(value).into_iter();
            wrong.extend(numbers.map(|it| wrong_value(file, key, it, "a number of 64 bits")));
        }
    }
    wrong.sort_by_key(|(span, _)| span.start);
    mistakes.extend(wrong);
}

/// Returns the integers in a value that do not have 64 bits, which cannot be read.
fn large_numbers<'v, 'i>(value: &'v Spanned<DeValue<'i>>) -> Vec<&'v Spanned<DeValue<'i>>> {
    let mut found = vec![];
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        match value.get_ref() {
            DeValue::Integer(number) => {
                let number = i64::from_str_radix(number.as_str(), number.radix());
                found.extend(number.is_err().then_some(value));
            }
            DeValue::Array(values) => pending.extend(values.iter()),
            DeValue::Table(table) => pending.extend(table.values()),
            _ => {}
        }
    }
    found
}

fn wrong_value<'i>(
    file: &RuleFile,
    key: &Spanned<impl AsRef<str> + 'i>,
    value: &Spanned<DeValue<'_>>,
    expected: &'static str,
) -> Mistake {
    let problem = RuleProblem::Form {
        key: key.get_ref().as_ref().into(),
        found: file.excerpt(value.span()),
        expected,
    };
    (value.span(), problem)
}
