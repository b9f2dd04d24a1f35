//! Reports as JSON. `docs/explain.md` documents the keys.

use super::Report;

/// Returns a report as JSON, with a line break at its end.
pub fn to_json(report: &Report) -> String {
    let json = serde_json::to_string_pretty(report);
    // Keys are strings and no value refuses to be written.
    let mut json = json.expect("a report is plain data");
    json.push('\n');
    json
}
