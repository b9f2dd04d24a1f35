//! Diagnostics for other programs: JSON lines, and SARIF for tools that show results of checks.

use super::{Diagnostic, FileLocation, Kind, Severity, region::Regions};
use crate::rule::RuleError;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde_json::{Value, json};
use strum::VariantArray;

/// A problem in a rule, at its place in the rule file.
impl From<&RuleError> for Diagnostic {
    fn from(error: &RuleError) -> Self {
        let location = error.place.as_ref().map(|place| FileLocation {
            file: place.file.to_string(),
            line: place.line,
            column: place.column,
        });
        Self {
            location,
            suggestions: error.problem.suggestions().cloned(),
            ..Self::error(Kind::RuleTable, error.problem.to_string())
        }
    }
}

impl Diagnostic {
    /// Creates an error without a position and notes.
    pub fn error(kind: Kind, message: String) -> Self {
        Self {
            severity: Severity::Error,
            kind,
            message,
            location: None,
            notes: vec![],
            suggestions: None,
        }
    }
}

/// A message and its position. Diagnostics and notes both have these keys.
#[derive(Serialize)]
struct JsonMessage<'d> {
    message: &'d str,
    file: Option<&'d str>,
    /// From 1; `None` if the message is about the whole file.
    line: Option<usize>,
    /// From 1, in bytes.
    column: Option<usize>,
}

impl<'d> JsonMessage<'d> {
    fn new(message: &'d str, location: &'d Option<FileLocation>) -> Self {
        let location = location.as_ref();
        let in_file = location.filter(|location| location.line > 0);
        Self {
            message,
            file: location.map(|location| location.file.as_str()),
            line: in_file.map(|location| location.line),
            column: in_file.map(|location| location.column),
        }
    }
}

#[derive(Serialize)]
struct JsonDiagnostic<'d> {
    severity: String,
    id: &'static str,
    #[serde(flatten)]
    message: JsonMessage<'d>,
    notes: Vec<JsonMessage<'d>>,
}

/// Returns diagnostics as JSON, one object in each line.
pub fn to_json_lines(diagnostics: &[Diagnostic]) -> String {
    let lines = diagnostics.iter().map(|diagnostic| {
        let line = JsonDiagnostic {
            severity: diagnostic.severity.to_string(),
            id: diagnostic.kind.id(),
            message: JsonMessage::new(&diagnostic.message, &diagnostic.location),
            notes: diagnostic
                .notes
                .iter()
                .map(|note| JsonMessage::new(&note.message, &note.location))
                .collect(),
        };
        json!(line).to_string() + "\n"
    });
    lines.collect()
}

/// The diagnostics of a run, to be written in SARIF 2.1.0.
#[derive(Clone, Copy, Debug)]
pub struct Sarif<'d> {
    /// The diagnostics.
    pub diagnostics: &'d [Diagnostic],
    /// The exit code of the run.
    pub exit_code: u8,
    /// The source, by its name in locations. Columns in it are counted in characters; in other
    /// files, in bytes.
    pub source: Option<(&'d str, &'d [u8])>,
}

impl Sarif<'_> {
    /// Returns the log: diagnostics in files are results, others are notifications. Its rules are
    /// the kinds of diagnostics.
    pub fn log(&self) -> Value {
        let regions = Regions::new(self.source);
        let (in_files, others) = self
            .diagnostics
            .iter()
            .partition::<Vec<_>, _>(|diagnostic| diagnostic.location.is_some());
        let results = in_files.into_iter();
        let results = results.map(|diagnostic| result(diagnostic, &regions));
        let notifications = others.into_iter().map(|diagnostic| {
            let kind = diagnostic.kind;
            json!({
                "associatedRule": { "id": kind.id(), "index": kind as usize },
                "level": level(diagnostic.severity),
                "message": { "text": text_with_notes(diagnostic) },
            })
        });
        let rules = Kind::VARIANTS.iter().copied().map(descriptor);
        let rules = rules.collect::<Vec<_>>();
        let mut log = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "bcast-lower",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                }},
                "columnKind": "unicodeCodePoints",
                "invocations": [{
                    "executionSuccessful": self.exit_code == 0,
                    "exitCode": self.exit_code,
                    "toolExecutionNotifications": notifications.collect::<Vec<_>>(),
                }],
                "results": results.collect::<Vec<_>>(),
            }],
        });
        if let Some((name, _)) = self.source {
            // By this, hosts tell the results of several sources apart.
            let id = format!("bcast-lower/{name}/");
            log["runs"][0]["automationDetails"] = json!({ "id": id });
        }
        log
    }
}

fn descriptor(kind: Kind) -> Value {
    json!({
        "id": kind.id(),
        "shortDescription": { "text": kind.short() },
        "help": { "text": kind.help().replace('`', ""), "markdown": kind.help() },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Remark => "note",
    }
}

fn result(diagnostic: &Diagnostic, regions: &Regions<'_>) -> Value {
    let kind = diagnostic.kind;
    let place = |location: &Option<FileLocation>| {
        let location = location.as_ref()?;
        Some(physical_location(location, regions))
    };
    let related = diagnostic.notes.iter().filter_map(|note| {
        let place = place(&note.location)?;
        Some(json!({ "message": { "text": note.message }, "physicalLocation": place }))
    });
    json!({
        "ruleId": kind.id(),
        "ruleIndex": kind as usize,
        "level": level(diagnostic.severity),
        "message": { "text": text_with_notes(diagnostic) },
        "locations": place(&diagnostic.location)
            .map(|place| json!({ "physicalLocation": place }))
            .into_iter()
            .collect::<Vec<_>>(),
        "relatedLocations": related.collect::<Vec<_>>(),
    })
}

/// Returns the message, and the notes that have no position or that of the diagnostic.
fn text_with_notes(diagnostic: &Diagnostic) -> String {
    let mut text = diagnostic.message.clone();
    for note in &diagnostic.notes {
        if note.location.is_none() || note.location == diagnostic.location {
            text += &format!("\nnote: {}", note.message);
        }
    }
    text
}

fn physical_location(location: &FileLocation, regions: &Regions<'_>) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&location.file) },
        "region": regions.at(location),
    })
}

/// Returns the URI of a file: relative if the name is.
fn uri(file: &str) -> String {
    const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b'/')
        .remove(b'-')
        .remove(b'.')
        .remove(b'_')
        .remove(b'~');

    let scheme = if file.starts_with('/') { "file://" } else { "" };
    format!("{scheme}{}", utf8_percent_encode(file, ESCAPED))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Note;

    fn at(file: &str, line: usize, column: usize) -> Option<FileLocation> {
        Some(FileLocation {
            file: file.into(),
            line,
            column,
        })
    }

    fn diagnostic() -> Diagnostic {
        Diagnostic {
            location: at("a.mlir", 2, 4),
            notes: vec![
                Note {
                    message: "here".into(),
                    location: at("b.mlir", 1, 1),
                },
                Note {
                    message: "anywhere".into(),
                    location: None,
                },
            ],
            ..Diagnostic::error(Kind::Syntax, "wrong \"x\"\nmore".into())
        }
    }

    #[test]
    fn each_line_is_an_object_with_the_same_keys() {
        let whole_file = Diagnostic {
            severity: Severity::Remark,
            location: at("a.mlir", 0, 0),
            ..Diagnostic::error(Kind::Remark, "odd".into())
        };
        let lines = to_json_lines(&[diagnostic(), whole_file]);
        let lines = lines.lines().map(serde_json::from_str::<Value>);
        let lines = lines.collect::<Result<Vec<_>, _>>().unwrap();
        assert_eq!(
            lines,
            [
                json!({
                    "severity": "error", "id": "syntax", "message": "wrong \"x\"\nmore",
                    "file": "a.mlir", "line": 2, "column": 4,
                    "notes": [
                        {"message": "here", "file": "b.mlir", "line": 1, "column": 1},
                        {"message": "anywhere", "file": null, "line": null, "column": null},
                    ],
                }),
                json!({
                    "severity": "remark", "id": "remark", "message": "odd",
                    "file": "a.mlir", "line": null, "column": null, "notes": [],
                }),
            ]
        );
        assert_eq!(to_json_lines(&[]), "");
    }

    #[test]
    fn results_have_places_and_notifications_have_none() {
        let diagnostics = [diagnostic(), Diagnostic::error(Kind::Usage, "usage".into())];
        let log = Sarif {
            diagnostics: &diagnostics,
            exit_code: 1,
            // `é` takes two bytes, so byte column 4 is the third character.
            source: Some(("a.mlir", "\né x".as_bytes())),
        }
        .log();
        let run = &log["runs"][0];
        assert_eq!(run["automationDetails"]["id"], "bcast-lower/a.mlir/");
        let result = &run["results"][0];
        let place = &result["locations"][0]["physicalLocation"];
        let region = json!({"startLine": 2, "startColumn": 3, "endColumn": 4});
        assert_eq!(place["region"], region);
        assert_eq!(
            result["message"]["text"],
            "wrong \"x\"\nmore\nnote: anywhere"
        );
        assert_eq!(result["relatedLocations"][0]["message"]["text"], "here");
        assert_eq!(run["results"].as_array().map(Vec::len), Some(1));
        let invocation = &run["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false);
        let notification = &invocation["toolExecutionNotifications"][0];
        assert_eq!(notification["message"]["text"], "usage");
        let rules = &run["tool"]["driver"]["rules"];
        let associated = &notification["associatedRule"];
        for (found, index) in [
            (&result["ruleId"], &result["ruleIndex"]),
            (&associated["id"], &associated["index"]),
        ] {
            let index = usize::try_from(index.as_u64().unwrap()).unwrap();
            assert_eq!(&rules[index]["id"], found);
        }
    }

    #[test]
    fn names_of_files_are_uris() {
        assert_eq!(uri("dir/a b.mlir"), "dir/a%20b.mlir");
        assert_eq!(uri("/tmp/ü"), "file:///tmp/%C3%BC");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
    }
}
