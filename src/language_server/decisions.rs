//! The decisions for ops, as hovers and as hints between the words of the source.

use super::text::{byte_column, utf16_length};
use crate::explain::{Check, Op, OpText, Report, words};
use serde_json::{Value, json};

/// Returns what a report says about the op whose name, or whose results, are at a position.
pub(super) fn hover(report: &Report, uri: &str, text: &str, position: &Value) -> Option<String> {
    let index = usize::try_from(position["line"].as_u64()?).ok()?;
    let line = text.lines().nth(index)?;
    let column = byte_column(line, position["character"].as_u64()?);
    let is_there = |op: &&Op| {
        op.place.as_ref().is_some_and(|place| {
            let name = line.get(place.column - 1..).unwrap_or_default();
            let end = name.find(char::is_whitespace).unwrap_or(name.len());
            place.file == uri && place.line == index + 1 && column < place.column - 1 + end
        })
    };
    // If there are several on the line, the first one that ends behind the position.
    let op = report.ops.iter().find(is_there)?;
    let text = OpText { report, op }.to_string();
    // It is the document that is read.
    let text = text.replace(&format!("{uri}:"), "");
    Some(format!("```text\n{}\n```", text.trim_end()))
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

/// Returns a hint at the end of each line of a range on which an op is lowered: its shapes with
/// a name for each size.
pub(super) fn hints(report: &Report, uri: &str, text: &str, range: &Value) -> Vec<Value> {
    let line = |end: &str| range[end]["line"].as_u64();
    let (first, last) = (line("start").unwrap_or(0), line("end").unwrap_or(u64::MAX));
    let lines = text.lines().collect::<Vec<_>>();
    let hint = |op: &Op| {
        let place = op.place.as_ref().filter(|place| place.file == uri)?;
        let index = place.line.checked_sub(1)?;
        let is_asked = (first..=last).contains(&(index as u64));
        let line = lines.get(index).filter(|_| is_asked && op.is_lowered())?;
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
