//! Violations of the `Broadcastable` trait as diagnostics of the language server
//! protocol.

use super::Documents;
use crate::{
    diagnostic::{Diagnostic, FileLocation, Severity},
    driver::{self, Config, Job, split},
    pipeline::{PassOptions, default_pipeline},
};
use serde_json::{Value, json};

/// Adds the diagnostics of `verify-broadcastable` to those that the server publishes for a
/// document; leaves other messages and the server's own diagnostics unchanged.
pub fn add_violations(message: &mut Value, documents: &Documents) {
    if message["method"] != "textDocument/publishDiagnostics" {
        return;
    }
    let params = &message["params"];
    let Some(uri) = params["uri"].as_str().map(str::to_string) else {
        return;
    };
    let Some(text) = documents.text(&uri, params["version"].as_i64()) else {
        return;
    };
    let config = Config {
        pipeline: default_pipeline(&PassOptions::default(), true),
        split_marker: Some(split::MARKER.into()),
        // As MLIR's server does.
        allow_unregistered: true,
        ..Config::default()
    };
    // If memory or threads are lacking, nothing is added.
    let Ok(diagnostics) = driver::diagnose(Job::new(&config, &uri, text.as_bytes())) else {
        return;
    };
    let lines = text.lines().collect::<Vec<_>>();
    let Some(published) = message["params"]["diagnostics"].as_array_mut() else {
        return;
    };
    for diagnostic in diagnostics {
        let added = to_json(&uri, &lines, &diagnostic);
        let is_known = published.iter().any(|known| {
            known["message"] == added["message"]
                && known["range"]["start"]["line"] == added["range"]["start"]["line"]
        });
        if !is_known {
            published.push(added);
        }
    }
}

fn to_json(uri: &str, lines: &[&str], diagnostic: &Diagnostic) -> Value {
    let related = diagnostic
        .notes
        .iter()
        .map(|note| {
            json!({
                "location": {"uri": uri, "range": range(uri, lines, note.location.as_ref())},
                "message": note.message,
            })
        })
        .collect::<Vec<_>>();
    json!({
        "range": range(uri, lines, diagnostic.location.as_ref()),
        "severity": match diagnostic.severity {
            Severity::Error => 1,
            Severity::Warning => 2,
            Severity::Remark => 3,
        },
        "source": "bcast-lower",
        "message": diagnostic.message,
        "relatedInformation": related,
    })
}

/// Returns the range of the word at a position; the start of the document for positions outside
/// it.
fn range(uri: &str, lines: &[&str], location: Option<&FileLocation>) -> Value {
    let place = location
        .filter(|location| location.file == uri)
        .and_then(|location| {
            let line = location.line.checked_sub(1)?;
            let (head, tail) = lines
                .get(line)?
                .split_at_checked(location.column.checked_sub(1)?)?;
            let word = tail.split(char::is_whitespace).next()?;
            // The protocol counts units of UTF-16.
            let start = head.encode_utf16().count();
            Some((line, start, start + word.encode_utf16().count()))
        });
    let (line, start, end) = place.unwrap_or_default();
    json!({
        "start": {"line": line, "character": start},
        "end": {"line": line, "character": end},
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(column: usize, expected: [usize; 2]) {
        let location = FileLocation {
            file: "file:///a".into(),
            line: 2,
            column,
        };
        let lines = ["", "\u{1d11e}x = a.b %c"];
        let range = range("file:///a", &lines, Some(&location));
        assert_eq!(
            range["start"],
            json!({"line": expected[0], "character": expected[1]})
        );
    }

    #[test]
    fn columns_are_counted_in_units_of_utf16() {
        check(1, [1, 0]);
        check(9, [1, 6]);
        // Inside a character, and after the end of the line.
        check(2, [0, 0]);
        check(99, [0, 0]);
    }
}
