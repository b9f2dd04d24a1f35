//! Reports as JSON. `docs/explain.md` documents the keys.

use super::Report;

/// Returns a report as JSON, with a line break at its end.
pub fn to_json(report: &Report) -> String {
    let json = serde_json::to_string_pretty(report);
    // All keys are strings, and no value fails to serialize.
    let mut json = json.expect("a report is plain data");
    json.push('\n');
    json
}
