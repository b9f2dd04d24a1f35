//! Reads rules from values of TOML.

use super::Texts;
use crate::rule::{
    OperandRange, Operands, OperandsProblem, RuleError, RuleProblem,
    definition::{Places, value_key},
    place::RuleFile,
};
use std::{collections::BTreeMap, ops::Range};
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

/// The name of an op, and its span.
#[derive(Clone, Debug)]
pub(super) struct OpText {
    pub text: String,
    pub span: Range<usize>,
}

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
            let entry = format!("{key}.{}", name.get_ref());
            self.add(value_key(&entry), text.span());
            self.add(entry, name.span());
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

pub(super) fn read_range(value: &Value) -> Result<OperandRange, OperandsProblem> {
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
