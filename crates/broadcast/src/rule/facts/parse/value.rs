//! Reads the values in facts: those that attributes may have, texts, tables and lists.

use crate::rule::{
    RuleProblem,
    facts::Given,
    parse::{Reader, find_unknown_keys},
};
use toml::{
    Spanned, Value,
    de::{DeTable, DeValue},
};

/// The keys of a value that an attribute has.
const GIVEN_KEYS: &[&str] = &["attribute", "index", "default"];

/// The form of a value that an attribute may have.
pub(super) struct GivenForm<T> {
    pub(super) expected: &'static str,
    /// The form of a default, which is not an attribute's name.
    default: &'static str,
    read: fn(&DeValue<'_>) -> Option<T>,
    /// Whether it may be one of the numbers in the attribute.
    takes_index: bool,
}

impl GivenForm<i64> {
    pub(super) const NUMBER: Self = Self {
        expected: "a number, the name of an attribute, or `{ attribute = \"NAME\", default = 1 }`",
        default: "a number",
        read: number,
        takes_index: true,
    };
    pub(super) const SIZE: Self = Self {
        expected: "a size, the name of an attribute, or `{ attribute = \"NAME\", default = 1 }`",
        default: "a number of at least 0",
        read: |value| number(value).filter(|&size| size >= 0),
        takes_index: true,
    };
}

impl GivenForm<bool> {
    pub(super) const FLAG: Self = Self {
        expected: "`true`, `false`, the name of an attribute, or \
                   `{ attribute = \"NAME\", default = true }`",
        default: "`true` or `false`",
        read: |value| value.as_bool(),
        takes_index: false,
    };
}

impl GivenForm<Vec<i64>> {
    pub(super) const NUMBERS: Self = Self {
        expected: "a list of dims, the name of an attribute, or \
                   `{ attribute = \"NAME\", default = [0] }`",
        default: "a list of dims, such as `[0]`",
        read: |value| match value {
            DeValue::Array(values) => values.iter().map(|value| number(value.get_ref())).collect(),
            value => Some(vec![number(value)?]),
        },
        takes_index: false,
    };
}

/// Reads a value that an attribute may have; `None` after an error.
pub(super) fn given<T>(
    reader: &mut Reader<'_>,
    key: &str,
    value: SpannedValue<'_, '_>,
    of: &GivenForm<T>,
) -> Option<Given<T>> {
    let (name, index, default) = match value.get_ref() {
        DeValue::String(_) => (text(reader, key, value)?, None, None),
        DeValue::Table(table) => {
            if !check_keys(reader, table, GIVEN_KEYS) {
                return None;
            }
            let Some(name) = table.get("attribute") else {
                form(reader, key, value, of.expected);
                return None;
            };
            let default = match table.get("default") {
                None => None,
                Some(value) => match (of.read)(value.get_ref()) {
                    Some(default) => Some(default),
                    None => {
                        form(reader, "default", value, of.default);
                        return None;
                    }
                },
            };
            let index = match table.get("index") {
                Some(value) if of.takes_index => {
                    let index = number(value.get_ref()).and_then(|it| usize::try_from(it).ok());
                    if index.is_none() {
                        form(
                            reader,
                            "index",
                            value,
                            "the index of a number in the attribute",
                        );
                    }
                    Some(index?)
                }
                Some(value) => {
                    form(reader, key, value, of.expected);
                    return None;
                }
                None => None,
            };
            (text(reader, "attribute", name)?, index, default)
        }
        value_ref => match (of.read)(value_ref) {
            Some(always) => return Some(Given::Always(always)),
            None => {
                form(reader, key, value, of.expected);
                return None;
            }
        },
    };
    Some(Given::Attribute {
        name,
        index,
        default,
    })
}

pub(super) fn operand(
    reader: &mut Reader<'_>,
    key: &str,
    value: SpannedValue<'_, '_>,
) -> Option<usize> {
    let index = number(value.get_ref()).and_then(|index| usize::try_from(index).ok());
    if index.is_none() {
        form(reader, key, value, "the index of an operand");
    }
    index
}

fn number(value: &DeValue<'_>) -> Option<i64> {
    let integer = value.as_integer()?;
    i64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

/// Reads a text that is not empty.
pub(super) fn text(
    reader: &mut Reader<'_>,
    key: &str,
    value: SpannedValue<'_, '_>,
) -> Option<String> {
    let text = value.get_ref().as_str();
    match text {
        None => form(reader, key, value, "a text in quotes"),
        Some(text) if text.trim().is_empty() => {
            let key = key.into();
            reader.error(value.span(), RuleProblem::Empty { key });
        }
        Some(text) => return Some(text.into()),
    }
    None
}

pub(super) fn table<'t, 'i>(
    reader: &mut Reader<'_>,
    key: &str,
    value: SpannedValue<'t, 'i>,
    expected: &'static str,
) -> Option<&'t DeTable<'i>> {
    let table = value.get_ref().as_table();
    if table.is_none() {
        form(reader, key, value, expected);
    }
    table
}

pub(super) fn list<'t, 'i>(
    reader: &mut Reader<'_>,
    key: &str,
    value: SpannedValue<'t, 'i>,
    expected: &'static str,
) -> Vec<SpannedValue<'t, 'i>> {
    match value.get_ref() {
        DeValue::Array(values) => values.iter().collect(),
        _ => {
            form(reader, key, value, expected);
            vec![]
        }
    }
}

pub(super) fn form(
    reader: &mut Reader<'_>,
    key: &str,
    value: SpannedValue<'_, '_>,
    expected: &'static str,
) {
    let problem = RuleProblem::Form {
        key: key.into(),
        found: reader.file.excerpt(value.span()),
        expected,
    };
    reader.error(value.span(), problem);
}

/// Reports unknown keys; returns whether there are none.
pub(super) fn check_keys(
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
    known: &'static [&'static str],
) -> bool {
    let mut mistakes = vec![];
    find_unknown_keys(table, known, &mut mistakes);
    let is_known = mistakes.is_empty();
    for (span, problem) in mistakes {
        reader.error(span, problem);
    }
    is_known
}

/// Returns an index, a range, or a list of them, without positions.
pub(super) fn plain(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::Integer(_) => number(value).map_or(Value::Boolean(false), Value::Integer),
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Array(values) => {
            let values = values.iter().map(|value| plain(value.get_ref()));
            Value::Array(values.collect())
        }
        DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) | DeValue::Table(_) => {
            Value::Boolean(false)
        }
    }
}

/// A value with its position.
pub(super) type SpannedValue<'t, 'i> = &'t Spanned<DeValue<'i>>;
