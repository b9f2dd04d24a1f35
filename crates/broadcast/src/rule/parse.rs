//! Parses rules from TOML.

mod form;
mod mistake;
mod reader;
mod rule;
mod sequence;
mod several;

pub use reader::{Reader, Spans, read_operands};

pub use self::mistake::find_unknown_keys;
use self::{
    mistake::{Mistake, Texts},
    rule::RawRule,
};
use super::{
    OpFacts, Rule, RuleError, RuleErrors, RuleProblem, facts::read_facts, place::RuleFile,
};
use serde::Deserialize;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// The keys of a rule.
const KEYS: &[&str] = &[
    "source",
    "target",
    "hook",
    "sequence",
    "verify_only",
    "operands",
    "others",
    "operand_count",
    "broadcast_dimensions",
    "axis",
    "result_like",
    "carry",
    "rename",
    "drop",
    "set",
    "dialect",
    "map",
    "target_element_type",
    "require",
    "require_if_present",
    "require_operands",
    "element_types",
    "result_element_types",
    "same_element_type",
    "keep_encodings",
    "replace",
];

/// The keys that map attributes to values or names, each a string.
const ATTRIBUTE_KEYS: &[&str] = &["rename", "set", "dialect", "require", "require_if_present"];

/// The keys of a file.
const FILE_KEYS: &[&str] = &["rule", "facts"];

#[derive(Deserialize)]
struct RawFile {
    #[serde(default)]
    rule: Vec<RawRule>,
}

/// What a file contains.
pub struct Parsed {
    /// The rules, in order.
    pub rules: Vec<Rule>,
    /// The facts about ops, in order.
    pub facts: Vec<OpFacts>,
}

/// Parses a file.
///
/// # Errors
///
/// Fails with all errors in the file; each rule is checked on its own.
pub fn parse(file: &str, text: &str) -> Result<Parsed, RuleErrors> {
    let file = RuleFile::new(file, text);
    let mut reader = Reader {
        file: &file,
        are_keys_known: true,
        errors: vec![],
    };
    let syntax_error = |error: toml::de::Error| RuleError {
        place: Some(file.place(error.span().unwrap_or_default().start)),
        problem: Box::new(RuleProblem::Syntax {
            message: error.message().into(),
        }),
    };
    let table = DeTable::parse(text).map_err(syntax_error)?;
    let mistakes = mistakes(&file, table.get_ref());
    let raw = toml::from_str::<RawFile>(text);
    reader.are_keys_known = mistakes.is_empty();
    if reader.are_keys_known {
        raw.as_ref().map_err(|error| syntax_error(error.clone()))?;
    }
    for (span, problem) in mistakes {
        reader.error(span, problem);
    }
    let rules = match raw {
        Ok(raw) => {
            let tables = table.get_ref().get("rule");
            let tables = tables.and_then(|rules| rules.get_ref().as_array());
            let tables = tables.into_iter().flat_map(|rules| rules.iter());
            let tables = tables.filter_map(|rule| rule.get_ref().as_table());
            let rules = raw.rule.into_iter().zip(tables);
            rules
                .flat_map(|(raw, table)| reader.rules(raw, table))
                .collect()
        }
        Err(_) => vec![],
    };
    let facts = read_facts(&mut reader, table.get_ref());
    RuleErrors::check(reader.errors)?;
    Ok(Parsed { rules, facts })
}

/// Decodes a file.
///
/// # Errors
///
/// Fails at the first byte that is not UTF-8.
pub fn decode<'b>(file: &str, bytes: &'b [u8]) -> Result<&'b str, RuleErrors> {
    str::from_utf8(bytes).map_err(|error| {
        let position = error.valid_up_to();
        let text = String::from_utf8_lossy(bytes);
        let found = match bytes {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "it begins like UTF-16".into(),
            _ => match error.error_len() {
                Some(_) => format!("it contains the byte 0x{:02X}", bytes[position]),
                None => "it ends within a character".into(),
            },
        };
        RuleErrors::from(RuleError {
            place: Some(RuleFile::new(file, &text).place(position)),
            problem: Box::new(RuleProblem::Encoding { found }),
        })
    })
}

/// Finds mistakes that the TOML parser would report less clearly, or of which it would report
/// only the first.
fn mistakes(file: &RuleFile, table: &DeTable<'_>) -> Vec<Mistake> {
    let mut mistakes = vec![];
    find_unknown_keys(table, FILE_KEYS, &mut mistakes);
    match table
        .get("rule")
        .map(|rules| (rules.get_ref(), rules.span()))
    {
        Some((DeValue::Array(rules), _)) => {
            for value in rules.iter() {
                let DeValue::Table(rule) = value.get_ref() else {
                    mistakes.push((value.span(), RuleProblem::SingleRule));
                    continue;
                };
                let mut own = vec![];
                find_unknown_keys(rule, KEYS, &mut own);
                find_values_without_text(rule, &mut own);
                sequence::find_mistakes(rule, &mut own);
                form::find_mistakes(file, rule, value.span(), &mut own);
                mistakes.extend(own);
            }
        }
        Some((_, span)) => mistakes.push((span, RuleProblem::SingleRule)),
        None => {}
    }
    mistakes
}

fn find_values_without_text(rule: &DeTable<'_>, mistakes: &mut Vec<Mistake>) {
    let first = mistakes.len();
    for &key in ATTRIBUTE_KEYS {
        let Some(DeValue::Table(values)) = rule.get(key).map(Spanned::get_ref) else {
            continue;
        };
        for (name, value) in values.iter() {
            if !value.get_ref().is_str() {
                let attribute = name.get_ref().to_string();
                mistakes.push((value.span(), RuleProblem::NoText { key, attribute }));
            }
        }
    }
    let maps = match rule.get("map").map(Spanned::get_ref) {
        Some(DeValue::Table(maps)) => maps.iter().collect(),
        _ => vec![],
    };
    for (name, values) in maps {
        let DeValue::Table(values) = values.get_ref() else {
            continue;
        };
        for value in values.values().filter(|value| !value.get_ref().is_str()) {
            let (key, attribute) = ("map", name.get_ref().to_string());
            mistakes.push((value.span(), RuleProblem::NoText { key, attribute }));
        }
    }
    mistakes[first..].sort_by_key(|(span, _)| span.start);
}
