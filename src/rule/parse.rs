//! Parses rules from TOML.

use super::{
    OperandRange, Operands, Others, Rule, RuleError, RuleErrors, RuleProblem, Target, check,
    place::RuleFile, suggest,
};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};
use toml::{
    Spanned, Value,
    de::{DeTable, DeValue},
};

/// The keys of a rule.
const KEYS: &[&str] = &[
    "source",
    "target",
    "hook",
    "operands",
    "others",
    "broadcast_dimensions",
    "carry",
    "rename",
    "drop",
    "set",
    "dialect",
    "require",
    "require_if_present",
    "require_operands",
    "element_types",
    "same_element_type",
    "replace",
];

/// The keys that map attributes to values or names, each a string.
const ATTRIBUTE_KEYS: &[&str] = &["rename", "set", "dialect", "require", "require_if_present"];

/// The keys of a file.
const FILE_KEYS: &[&str] = &["rule"];

#[derive(Deserialize)]
struct RawFile {
    #[serde(default)]
    rule: Vec<RawRule>,
}

type Texts = BTreeMap<Spanned<String>, Spanned<String>>;

#[derive(Deserialize)]
struct RawRule {
    source: Spanned<String>,
    target: Option<Spanned<String>>,
    hook: Option<Spanned<String>>,
    operands: Option<Spanned<Value>>,
    others: Option<Spanned<String>>,
    broadcast_dimensions: Option<Spanned<String>>,
    carry: Option<Spanned<BTreeSet<String>>>,
    #[serde(default)]
    rename: Texts,
    drop: Option<Spanned<BTreeSet<String>>>,
    #[serde(default)]
    set: Texts,
    #[serde(default)]
    dialect: Texts,
    #[serde(default)]
    require: Texts,
    #[serde(default)]
    require_if_present: Texts,
    #[serde(default)]
    require_operands: BTreeMap<Spanned<String>, i64>,
    element_types: Option<Spanned<BTreeSet<String>>>,
    #[serde(default)]
    same_element_type: bool,
    replace: Option<Spanned<bool>>,
}

/// Parses the rules of a file, in order.
///
/// # Errors
///
/// Fails with all errors in the file; each rule is checked on its own.
pub fn parse(file: &str, text: &str) -> Result<Vec<Rule>, RuleErrors> {
    let file = RuleFile::new(file, text);
    let mut reader = Reader {
        file: &file,
        errors: vec![],
    };
    let syntax_error = |error: toml::de::Error| RuleError {
        place: Some(file.place(error.span().unwrap_or_default().start)),
        problem: Box::new(RuleProblem::Syntax {
            message: error.message().into(),
        }),
    };
    let table = DeTable::parse(text).map_err(syntax_error)?;
    let mistakes = mistakes(table.get_ref());
    let raw = toml::from_str::<RawFile>(text);
    if mistakes.is_empty() {
        // If no key is misspelt, a missing key is really missing.
        raw.as_ref().map_err(|error| syntax_error(error.clone()))?;
    }
    for (span, problem) in mistakes {
        reader.error(span, problem);
    }
    let rules = match raw {
        Ok(raw) => raw
            .rule
            .into_iter()
            .filter_map(|raw| reader.rule(raw))
            .collect(),
        Err(_) => vec![],
    };
    RuleErrors::check(reader.errors)?;
    Ok(rules)
}

/// A mistake and its span.
type Mistake = (Range<usize>, RuleProblem);

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
            _ => match bytes.get(position) {
                Some(byte) => format!("it contains the byte 0x{byte:02X}"),
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
fn mistakes(table: &DeTable<'_>) -> Vec<Mistake> {
    let mut mistakes = vec![];
    find_unknown_keys(table, FILE_KEYS, &mut mistakes);
    match table
        .get("rule")
        .map(|rules| (rules.get_ref(), rules.span()))
    {
        Some((DeValue::Array(rules), _)) => {
            for rule in rules.iter() {
                if let DeValue::Table(rule) = rule.get_ref() {
                    find_unknown_keys(rule, KEYS, &mut mistakes);
                    find_values_without_text(rule, &mut mistakes);
                }
            }
        }
        Some((DeValue::Table(_), span)) => mistakes.push((span, RuleProblem::SingleRule)),
        _ => {}
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
    mistakes[first..].sort_by_key(|(span, _)| span.start);
}

fn find_unknown_keys(
    table: &DeTable<'_>,
    known: &'static [&'static str],
    mistakes: &mut Vec<Mistake>,
) {
    let mut keys = table
        .keys()
        .filter(|key| !known.contains(&&**key.get_ref()))
        .collect::<Vec<_>>();
    keys.sort_by_key(|key| key.span().start);
    mistakes.extend(keys.into_iter().map(|key| {
        let name = key.get_ref();
        let problem = RuleProblem::UnknownKey {
            key: name.to_string(),
            suggestion: suggest(name, known.iter().copied()).map(Into::into),
            known,
        };
        (key.span(), problem)
    }));
}

struct Reader<'f> {
    file: &'f RuleFile,
    errors: Vec<RuleError>,
}

impl Reader<'_> {
    fn error(&mut self, span: Range<usize>, problem: RuleProblem) {
        let place = Some(self.file.place(span.start));
        let problem = Box::new(problem);
        self.errors.push(RuleError { place, problem });
    }

    /// Reads one rule; `None` after an error.
    fn rule(&mut self, raw: RawRule) -> Option<Rule> {
        let source = raw.source.get_ref().clone();
        let source_span = raw.source.span();
        let (key, target) = match (raw.target, raw.hook) {
            (Some(target), None) => ("target", target),
            (None, Some(hook)) => ("hook", hook),
            (None, None) => {
                self.error(source_span, RuleProblem::NoTarget { source_op: source });
                return None;
            }
            (Some(_), Some(hook)) => {
                let problem = RuleProblem::TwoTargets { source_op: source };
                self.error(hook.span(), problem);
                return None;
            }
        };
        let error_count = self.errors.len();
        let mut places = vec![
            ("source".to_string(), source_span),
            (key.into(), target.span()),
        ];
        let target = match key {
            "target" => Target::Op(target.into_inner()),
            _ => Target::Hook(target.into_inner()),
        };
        let mut rule = Rule::new(source, target);
        if let Some(value) = raw.operands {
            places.push(("operands".into(), value.span()));
            match read_operands(value.get_ref()) {
                Ok(operands) => rule.operands = operands,
                Err(problem) => self.error(value.span(), problem),
            }
        }
        if let Some(value) = raw.others {
            places.push(("others".into(), value.span()));
            match read_others(value.get_ref()) {
                Ok(others) => rule.others = others,
                Err(problem) => self.error(value.span(), problem),
            }
        }
        if let Some(value) = raw.broadcast_dimensions {
            places.push(("broadcast_dimensions".into(), value.span()));
            rule.broadcast_dimensions = Some(value.into_inner());
        }
        // For these keys, an empty list would not have its literal meaning.
        let mut empty_lists = vec![];
        let mut names = |key: &str, value: Option<Spanned<BTreeSet<String>>>| {
            let value = value?;
            places.push((key.into(), value.span()));
            Some(value.into_inner())
        };
        rule.carry = names("carry", raw.carry);
        rule.drop = names("drop", raw.drop).unwrap_or_default();
        let element_types = names("element_types", raw.element_types);
        if element_types.as_ref().is_some_and(BTreeSet::is_empty) {
            empty_lists.push("element_types");
        }
        rule.element_types = element_types.unwrap_or_default();
        let mut texts = |key: &str, texts: Texts| {
            let mut read = BTreeMap::new();
            for (name, text) in texts {
                places.push((format!("{key}.{}", name.get_ref()), name.span()));
                read.insert(name.into_inner(), text.into_inner());
            }
            read
        };
        rule.rename = texts("rename", raw.rename);
        rule.set = texts("set", raw.set);
        rule.dialect = texts("dialect", raw.dialect);
        rule.require = texts("require", raw.require);
        rule.require_if_present = texts("require_if_present", raw.require_if_present);
        for (name, value) in raw.require_operands {
            match name.get_ref().parse::<usize>() {
                Ok(operand) => {
                    places.push((format!("require_operands.{operand}"), name.span()));
                    rule.require_operands.insert(operand, value);
                }
                Err(_) => {
                    let found = name.get_ref().clone();
                    self.error(name.span(), RuleProblem::OperandKey { found });
                }
            }
        }
        rule.same_element_type = raw.same_element_type;
        if let Some(value) = raw.replace {
            places.push(("replace".into(), value.span()));
            rule.replace = value.into_inner();
        }
        rule.places.0 = places
            .into_iter()
            .map(|(key, span)| (key, self.file.place(span.start)))
            .collect();
        self.errors.extend(empty_lists.into_iter().map(|key: &str| {
            let problem = RuleProblem::Empty { key: key.into() };
            rule.error_at(key, problem)
        }));
        self.errors.extend(check::check_rule(&rule));
        (self.errors.len() == error_count).then_some(rule)
    }
}

fn read_operands(value: &Value) -> Result<Operands, RuleProblem> {
    match value {
        Value::Array(ranges) => {
            let ranges = ranges.iter().map(read_range);
            Ok(Operands::new(ranges.collect::<Result<Vec<_>, _>>()?))
        }
        range => Ok(Operands::new([read_range(range)?])),
    }
}

fn read_range(value: &Value) -> Result<OperandRange, RuleProblem> {
    let wrong = || RuleProblem::OperandsForm {
        found: format!("`{value}`"),
    };
    match value {
        Value::Integer(index) => Ok(usize::try_from(*index).map_err(|_| wrong())?.into()),
        Value::String(range) => range.parse(),
        _ => Err(wrong()),
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
