//! The decisions for ops, as hovers and as hints between the words of the source.

use super::text::{byte_column, utf16_length};
use crate::explain::{Check, Op, OpText, Outcome, Report, words};
use serde_json::{Value, json};

/// Returns what a report says about the op whose name or results are at a position, or that defines the
/// value there.
pub(super) fn hover(report: &Report, uri: &str, text: &str, position: &Value) -> Option<String> {
    let lines = text.lines().collect::<Vec<_>>();
    let index = usize::try_from(position["line"].as_u64()?).ok()?;
    let line = lines.get(index)?;
    let column = byte_column(line, position["character"].as_u64()?);
    let mut places = report.ops.iter().filter_map(|op| {
        let place = op.place.as_ref().filter(|place| place.file == uri)?;
        Some((op, place.line.checked_sub(1)?, place.column.checked_sub(1)?))
    });
    // If there are several on the line, the first one that ends behind the position.
    let there = places.clone().find(|&(_, of_op, start)| {
        let name = line.get(start..).unwrap_or_default();
        let end = name.find(char::is_whitespace).unwrap_or(name.len());
        of_op == index && column < start + end
    });
    let defining = || {
        let value = value_at(line, column)?;
        let place = definition(&lines[..index], value)?;
        places.find(|&(_, of_op, start)| (of_op, start) == place)
    };
    let (op, ..) = there.or_else(defining)?;
    let text = OpText { report, op }.to_string();
    // It is the document that is read.
    let text = text.replace(&format!("{uri}:"), "");
    Some(format!("```text\n{}\n```", text.trim_end()))
}

/// Returns the name of the value at a column of a line: `%a`, also of `%a#1`.
fn value_at(line: &str, column: usize) -> Option<&str> {
    let is_part = |c: char| c.is_alphanumeric() || "_$.-%#".contains(c);
    let (before, after) = line.split_at_checked(column)?;
    let start = column - before.len() + before.trim_end_matches(is_part).len();
    let end = column + after.find(|c| !is_part(c)).unwrap_or(after.len());
    let name = line[start..end].split('#').next()?;
    name.starts_with('%').then_some(name)
}

/// Finds the op that defines a value of which the last one of these lines can be the definition; returns its
/// line, and the column of its name.
fn definition(lines: &[&str], value: &str) -> Option<(usize, usize)> {
    // `%a: type`, or `%a = %b` among those of a loop.
    let is_argument = |line: &str| {
        let mut places = line.match_indices(value);
        places.any(|(start, _)| {
            let after = &line[start + value.len()..];
            after.starts_with(": ") || after.starts_with(" =")
        })
    };
    let mut above = lines.iter().enumerate().rev();
    above.find_map(|(index, line)| match after_results(line, value) {
        None => is_argument(line).then_some(None),
        Some(op) => Some(Some((index, op))),
    })?
}

/// Returns the column of the op in a line such as `%a, %b:2 = op`, if a value is one of its results.
fn after_results(line: &str, value: &str) -> Option<usize> {
    let (results, op) = line.split_once('=')?;
    let mut names = results.split(',').map(str::trim);
    names.find(|name| name.split(':').next() == Some(value))?;
    Some(line.len() - op.trim_start().len())
}

/// Adds a text to the hover that MLIR's server gives, which may be none.
pub(super) fn add_to_hover(result: &mut Value, added: &str) {
    let value = match result["contents"]["value"].as_str() {
        Some(text) => format!("{text}\n\n---\n\n{added}"),
        None => added.into(),
    };
    if !result.is_object() {
        *result = json!({});
    }
    result["contents"] = json!({"kind": "markdown", "value": value});
}

/// Returns whether the sizes of a valid op are known by name.
fn has_hint(op: &Op) -> bool {
    let is_kept = matches!(op.outcome, Outcome::Left { .. } | Outcome::Guarded);
    op.is_lowered() || is_kept && words::has_sizes(op)
}

/// Returns a hint at the end of each line of a range on which an op is lowered or kept: its shapes with
/// a name for each size.
pub(super) fn hints(report: &Report, uri: &str, text: &str, range: &Value) -> Vec<Value> {
    let line = |end: &str| range[end]["line"].as_u64();
    let (first, last) = (line("start").unwrap_or(0), line("end").unwrap_or(u64::MAX));
    let lines = text.lines().collect::<Vec<_>>();
    let hint = |op: &Op| {
        let place = op.place.as_ref().filter(|place| place.file == uri)?;
        let index = place.line.checked_sub(1)?;
        let is_asked = (first..=last).contains(&(index as u64));
        let line = lines.get(index).filter(|_| is_asked && has_hint(op))?;
        let guards = op.dims.iter().flat_map(|dim| &dim.guards);
        let guards = guards.filter(|guard| guard.check == Check::Here);
        let guards = guards.map(words::guard).collect::<Vec<_>>();
        let mark = if guards.is_empty() { "" } else { ", guarded" };
        Some(json!({
            "position": {"line": index, "character": utf16_length(line)},
            "label": format!("{}{mark}", words::equation(op)),
            "kind": 1,
            "paddingLeft": true,
            "tooltip": guards.join("\n"),
        }))
    };
    report.ops.iter().filter_map(hint).collect()
}
