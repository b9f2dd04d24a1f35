//! Reads facts about ops from values of TOML.

mod value;

use self::value::SpannedValue;
use super::{DimFact, Given, OpFacts, ResultShape, sizes::wrong_sizes};
use crate::rule::{
    FactsProblem, RuleError, RuleProblem,
    check::op_name_problem,
    definition::value_key,
    parse::{Reader, Spans, read_operands},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};
use toml::de::{DeTable, DeValue};
use value::{GivenForm, check_keys, form, given, list, operand, plain, table, text};

/// The keys of facts.
const KEYS: &[&str] = &[
    "op",
    "require",
    "require_if_present",
    "ignore",
    "constant",
    "result",
    "results",
    "example",
];

/// The keys of a result.
const RESULT_KEYS: &[&str] = &[
    "like",
    "permutation",
    "reduced",
    "keep",
    "concat",
    "axis",
    "dims",
];

/// The keys of a dim of a result, or of several.
const DIM_KEYS: &[&str] = &[
    "operand",
    "dim",
    "from",
    "to",
    "sum",
    "product",
    "difference",
    "quotient",
    "quotient_up",
    "attribute",
    "index",
    "default",
];

/// Reads the facts of a file; errors are collected, and such facts left out.
pub fn read(reader: &mut Reader<'_>, file: &DeTable<'_>) -> Vec<OpFacts> {
    let Some(value) = file.get("facts") else {
        return vec![];
    };
    let DeValue::Array(rows) = value.get_ref() else {
        reader.error(value.span(), FactsProblem::Single.into());
        return vec![];
    };
    let mut facts = vec![];
    for row in rows.iter() {
        match row.get_ref() {
            DeValue::Table(table) => facts.extend(read_row(reader, table, row.span())),
            _ => reader.error(row.span(), FactsProblem::Single.into()),
        }
    }
    facts
}

/// Reads the facts of one op; `None` after an error.
fn read_row(reader: &mut Reader<'_>, table: &DeTable<'_>, span: Range<usize>) -> Option<OpFacts> {
    let error_count = reader.errors.len();
    let mut spans = Spans::default();
    check_keys(reader, table, KEYS);
    let op = table.get("op").and_then(|value| {
        spans.add("op", value.span());
        text(reader, "op", value)
    });
    if op.is_none() && reader.errors.len() == error_count {
        let problem = FactsProblem::Missing {
            of: "these facts".into(),
            key: "op",
            advice: "name the op",
        };
        reader.error(span, problem.into());
    }
    let op = op?;
    let at = spans.0.first().map_or(0..0, |(_, span)| span.clone());
    let at = || at.clone();
    if op.contains('\0') {
        let key = "op".into();
        reader.error(at(), RuleProblem::Nul { key });
    } else if let Some(problem) = op_name_problem("op", &op) {
        reader.error(at(), problem);
    }
    let missing = |reader: &mut Reader<'_>, key, advice| {
        // The key may be one that is misspelt.
        if reader.errors.len() == error_count {
            let of = format!("the facts of `{op}`");
            reader.error(at(), FactsProblem::Missing { of, key, advice }.into());
        }
    };
    let require = read_required(reader, table, "require", &mut spans);
    let require_if_present = read_required(reader, table, "require_if_present", &mut spans);
    let ignore = match table.get("ignore") {
        Some(value) => {
            spans.add("ignore", value.span());
            let names = list(reader, "ignore", value, "a list of attributes").into_iter();
            names
                .filter_map(|name| text(reader, "ignore", name))
                .collect()
        }
        None => BTreeSet::new(),
    };
    let is_constant = match table.get("constant") {
        Some(value) => {
            let is_constant = value.get_ref().as_bool();
            if is_constant.is_none() {
                form(reader, "constant", value, "`true` or `false`");
            }
            is_constant.unwrap_or_default()
        }
        None => false,
    };
    let results = match (table.get("result"), table.get("results")) {
        (Some(result), None) => vec![read_result(reader, result, "result.0", &mut spans)],
        (None, Some(results)) => list(reader, "results", results, "a list, with a table for each")
            .into_iter()
            .enumerate()
            .map(|(index, result)| {
                read_result(reader, result, &format!("result.{index}"), &mut spans)
            })
            .collect(),
        (Some(_), Some(results)) => {
            let problem = FactsProblem::Exclusive {
                first: "result",
                second: "results",
                advice: "`results` is for an op with several",
            };
            reader.error(results.span(), problem.into());
            vec![]
        }
        (None, None) if is_constant => vec![],
        (None, None) => {
            let advice = "write how its sizes follow, such as `result = { like = 0 }`";
            missing(reader, "result", advice);
            vec![]
        }
    };
    if results.iter().all(Option::is_none) && !is_constant {
        let advice = "a table such as `{ like = 0 }` says how its sizes follow";
        missing(reader, "result", advice);
    }
    let examples = match table.get("example") {
        Some(value) => read_examples(reader, value, &mut spans),
        None if results.is_empty() && is_constant => vec![],
        None => {
            let advice = "write such an op with static shapes, which is compared with the facts";
            missing(reader, "example", advice);
            vec![]
        }
    };
    let facts = OpFacts {
        op,
        require,
        require_if_present,
        ignore,
        is_constant,
        results,
        examples,
        places: reader.places(spans),
    };
    reader.errors.extend(contradictions(&facts));
    reader.errors.extend(wrong_sizes(&facts));
    (reader.errors.len() == error_count).then_some(facts)
}

/// Reads the values that attributes must have.
fn read_required(
    reader: &mut Reader<'_>,
    facts: &DeTable<'_>,
    key: &'static str,
    spans: &mut Spans,
) -> BTreeMap<String, String> {
    let expected = "a table of attributes, such as `{ transposed = \"false\" }`";
    let values = facts.get(key);
    let values = values.and_then(|value| table(reader, key, value, expected));
    let mut required = BTreeMap::new();
    for (name, value) in values.into_iter().flatten() {
        let attribute = name.get_ref().to_string();
        let entry = format!("{key}.{attribute}");
        spans.add(value_key(&entry), value.span());
        spans.add(entry, name.span());
        match value.get_ref().as_str() {
            None => reader.error(value.span(), RuleProblem::NoText { key, attribute }),
            Some(text) if attribute.contains('\0') || text.contains('\0') => {
                let key = key.into();
                reader.error(value.span(), RuleProblem::Nul { key });
            }
            Some(text) => {
                required.insert(attribute, text.into());
            }
        }
    }
    required
}

/// Returns the errors of attributes that two keys contradict each other on.
fn contradictions(facts: &OpFacts) -> Vec<RuleError> {
    let both = |(name, first, second): (&String, _, _)| {
        let problem = RuleProblem::Contradiction {
            attribute: name.clone(),
            first,
            second,
        };
        let place = match second {
            "ignore" => second.into(),
            _ => format!("{second}.{name}"),
        };
        facts.error_at(&place, problem)
    };
    let required = facts.require_if_present.keys();
    let required = required.filter(|name| facts.require.contains_key(*name));
    let required = required.map(|name| (name, "require", "require_if_present"));
    let read = facts.attribute_names();
    let ignored = facts.ignore.iter();
    let ignored = ignored.filter(|name| read.contains(&name.as_str()));
    let ignored = ignored.map(|name| match facts.require.contains_key(name) {
        true => (name, "require", "ignore"),
        false if facts.require_if_present.contains_key(name) => {
            (name, "require_if_present", "ignore")
        }
        false => (name, "result", "ignore"),
    });
    required.chain(ignored).map(both).collect()
}

fn read_examples(
    reader: &mut Reader<'_>,
    value: SpannedValue<'_, '_>,
    spans: &mut Spans,
) -> Vec<std::sync::Arc<str>> {
    let entries = match value.get_ref() {
        DeValue::Array(entries) => entries.iter().collect(),
        _ => vec![value],
    };
    spans.add("example", value.span());
    if entries.is_empty() {
        form(reader, "example", value, "at least one op");
    }
    let mut examples = vec![];
    for (index, entry) in entries.into_iter().enumerate() {
        spans.add(format!("example.{index}"), entry.span());
        examples.extend(text(reader, "example", entry).map(Into::into));
    }
    examples
}

/// Reads how the sizes of a result follow; `None` for an empty table, and after an error.
fn read_result(
    reader: &mut Reader<'_>,
    value: SpannedValue<'_, '_>,
    place: &str,
    spans: &mut Spans,
) -> Option<ResultShape> {
    const KINDS: [&str; 3] = ["like", "concat", "dims"];
    let expected = "a table with one of the keys `like`, `concat` and `dims`";
    let table = table(reader, "result", value, expected)?;
    let of = ["permutation", "reduced", "axis"];
    let of = of.into_iter().find_map(|key| table.get(key));
    spans.add(place, of.unwrap_or(value).span());
    if table.is_empty() || !check_keys(reader, table, RESULT_KEYS) {
        return None;
    }
    let mut kinds = KINDS
        .into_iter()
        .filter_map(|key| Some((key, table.get(key)?)));
    let Some((kind, of)) = kinds.next() else {
        form(reader, "result", value, expected);
        return None;
    };
    let exclusive = kinds.next().map(|(second, value)| (kind, second, value));
    let both = ("permutation", table.get("reduced"));
    let both = both.1.filter(|_| table.contains_key("permutation"));
    let both = both.map(|value| ("permutation", "reduced", value));
    if let Some((first, second, value)) = exclusive.or(both) {
        report_exclusive(reader, value, first, second);
        return None;
    }
    for (key, without) in [
        ("permutation", "like"),
        ("reduced", "like"),
        ("keep", "reduced"),
        ("axis", "concat"),
    ] {
        if let Some(value) = table.get(key).filter(|_| !table.contains_key(without)) {
            reader.error(value.span(), FactsProblem::NoEffect { key, without }.into());
            return None;
        }
    }
    match kind {
        "like" => read_like(reader, table, of),
        "concat" => {
            let operands = match read_operands(&plain(of.get_ref())) {
                Ok(operands) => operands,
                Err(problem) => {
                    reader.error(of.span(), problem.in_key("concat").into());
                    return None;
                }
            };
            if let Err(problem) = operands.check() {
                reader.error(of.span(), problem.in_key("concat").into());
                return None;
            }
            let Some(axis) = table.get("axis") else {
                let problem = FactsProblem::Missing {
                    of: "operands that are joined".into(),
                    key: "axis",
                    advice: "name the attribute, or write the number",
                };
                reader.error(of.span(), problem.into());
                return None;
            };
            let axis = given(reader, "axis", axis, &GivenForm::NUMBER)?;
            Some(ResultShape::Joined { operands, axis })
        }
        _ => read_dims(reader, "dims", of, place, spans).map(ResultShape::Dims),
    }
}

fn read_like(
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
    like: SpannedValue<'_, '_>,
) -> Option<ResultShape> {
    let operand = operand(reader, "like", like)?;
    if let Some(value) = table.get("permutation") {
        let permutation = given(reader, "permutation", value, &GivenForm::NUMBERS)?;
        if let Given::Always(dims)
        | Given::Attribute {
            default: Some(dims),
            ..
        } = &permutation
            && !is_permutation(dims)
        {
            let (found, last) = (dims.clone(), dims.len().saturating_sub(1));
            let problem = FactsProblem::Permutation { found, last };
            reader.error(value.span(), problem.into());
            return None;
        }
        return Some(ResultShape::Permuted {
            operand,
            permutation,
        });
    }
    let Some(reduced) = table.get("reduced") else {
        return Some(ResultShape::Like(operand));
    };
    let dims = given(reader, "reduced", reduced, &GivenForm::NUMBERS)?;
    let keep = match table.get("keep") {
        Some(value) => given(reader, "keep", value, &GivenForm::FLAG)?,
        None => Given::Always(false),
    };
    Some(ResultShape::Reduced {
        operand,
        dims,
        keep,
    })
}

fn is_permutation(dims: &[i64]) -> bool {
    let rank = dims.len() as i64;
    let dims = dims.iter();
    let mut dims = dims
        .map(|&dim| {
            if dim < 0 {
                dim.saturating_add(rank)
            } else {
                dim
            }
        })
        .collect::<Vec<_>>();
    dims.sort_unstable();
    dims.into_iter().eq(0..rank)
}

/// Reports two keys of which only one may be written.
fn report_exclusive(
    reader: &mut Reader<'_>,
    value: SpannedValue<'_, '_>,
    first: &'static str,
    second: &'static str,
) {
    let advice = "write one of them";
    let problem = FactsProblem::Exclusive {
        first,
        second,
        advice,
    };
    reader.error(value.span(), problem.into());
}

/// Reads a list of dims; the position of each is that of `place` with its index.
fn read_dims(
    reader: &mut Reader<'_>,
    key: &str,
    value: SpannedValue<'_, '_>,
    place: &str,
    spans: &mut Spans,
) -> Option<Vec<DimFact>> {
    let error_count = reader.errors.len();
    let dims = list(reader, key, value, "a list of dims").into_iter();
    if reader.errors.len() > error_count {
        return None;
    }
    let dims = dims.enumerate().map(|(index, dim)| {
        let place = format!("{place}.{index}");
        read_dim(reader, key, dim, &place, spans)
    });
    // All errors are reported.
    dims.collect::<Vec<_>>().into_iter().collect()
}

/// Reads an entry of a list of dims. It stands for one dim of a result, or, if it is a range, for several.
fn read_dim(
    reader: &mut Reader<'_>,
    key: &str,
    value: SpannedValue<'_, '_>,
    place: &str,
    spans: &mut Spans,
) -> Option<DimFact> {
    const KINDS: [&str; 7] = [
        "operand",
        "sum",
        "product",
        "difference",
        "quotient",
        "quotient_up",
        "attribute",
    ];
    let expected = "a size, the name of an attribute, or a table with one of the keys `operand`, \
                    `sum`, `product`, `difference`, `quotient`, `quotient_up` and `attribute`";
    spans.add(place, value.span());
    let DeValue::Table(table) = value.get_ref() else {
        return match value.get_ref() {
            DeValue::Integer(_) | DeValue::String(_) => {
                given(reader, key, value, &GivenForm::SIZE).map(DimFact::Number)
            }
            _ => {
                form(reader, key, value, expected);
                None
            }
        };
    };
    if !check_keys(reader, table, DIM_KEYS) {
        return None;
    }
    let mut kinds = KINDS.into_iter().filter(|&key| table.contains_key(key));
    let Some(kind) = kinds.next() else {
        form(reader, key, value, expected);
        return None;
    };
    let second = kinds.next();
    let ranged = ["from", "to"]
        .into_iter()
        .find(|&key| table.contains_key(key) && table.contains_key("dim"));
    let exclusive = second.map(|second| (kind, second));
    if let Some((first, second)) = exclusive.or(ranged.map(|second| ("dim", second))) {
        report_exclusive(reader, value, first, second);
        return None;
    }
    for (key, without) in [
        ("dim", "operand"),
        ("from", "operand"),
        ("to", "operand"),
        ("index", "attribute"),
        ("default", "attribute"),
    ] {
        if let Some(value) = table.get(key).filter(|_| without != kind) {
            reader.error(value.span(), FactsProblem::NoEffect { key, without }.into());
            return None;
        }
    }
    let of = table.get(kind)?;
    match kind {
        "operand" => {
            let operand = operand(reader, "operand", of)?;
            let mut number = |key| match table.get(key) {
                Some(value) => given(reader, key, value, &GivenForm::NUMBER).map(Some),
                None => Some(None),
            };
            if let Some(dim) = number("dim")? {
                return Some(DimFact::Dim { operand, dim });
            }
            let (from, to) = (number("from")?, number("to")?);
            Some(DimFact::Range { operand, from, to })
        }
        "attribute" => given(reader, key, value, &GivenForm::SIZE).map(DimFact::Number),
        kind => {
            let parts = read_dims(reader, kind, of, place, spans)?;
            let (has_two, has_some) = (parts.len() == 2, !parts.is_empty());
            let expected = match kind {
                "difference" if !has_some => "at least one size",
                "quotient" | "quotient_up" if !has_two => "two sizes, such as `[\"n\", 2]`",
                _ => {
                    return Some(match kind {
                        "sum" => DimFact::Sum(parts),
                        "product" => DimFact::Product(parts),
                        "difference" => DimFact::Difference(parts),
                        _ => DimFact::Quotient {
                            parts,
                            is_rounded_up: kind == "quotient_up",
                        },
                    });
                }
            };
            form(reader, kind, of, expected);
            None
        }
    }
}
