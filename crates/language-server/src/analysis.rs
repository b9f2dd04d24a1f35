//! What a lowering says about a document: diagnostics, and a report of its decisions.

use super::{
    settings::{FILE_NAME, Mistake, Settings, find},
    text::{offset_range, range, word_range},
};
use crate::{
    diagnostic::{Diagnostic, FileLocation, Kind, Severity},
    driver::{self, Config, Job, Lowering, Status, split},
    explain::Report,
    lower::Rules,
    pipeline::{OptionError, lowering_pipeline},
    rule::RuleTable,
    suggest::Suggestions,
};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The source that the client shows with a diagnostic.
const SOURCE: &str = "bcast-lower";

/// What a lowering says about a document.
#[derive(Debug, Default)]
pub(super) struct DocumentAnalysis {
    /// The diagnostics of the protocol.
    pub diagnostics: Vec<Value>,
    /// The decisions; none if an op is wrong.
    pub report: Option<Report>,
}

/// Lowers a document with the settings of its directory, and drops the output. If some functions do
/// not parse, the others are lowered. `plain` is the text without locations, if it has any.
pub(super) fn analyse(uri: &str, text: &str, plain: Option<&str>) -> DocumentAnalysis {
    let settings = match settings(uri) {
        Ok(settings) => settings,
        Err(messages) => {
            let diagnostics = messages
                .iter()
                .map(|message| mistake(range(0, "", 0..0), Kind::Usage, message));
            return DocumentAnalysis {
                diagnostics: diagnostics.collect(),
                report: None,
            };
        }
    };
    // Locations may name arguments, by which sizes are given.
    let read = match settings.options.specialize.is_given() {
        true => text,
        false => plain.unwrap_or(text),
    };
    let (config, lowering) = lowering(settings);
    let job = Job::new(&config, uri, read.as_bytes());
    let (status, mut report, mut diagnostics) = match driver::report(job, &lowering) {
        Ok(found) => found,
        Err(error) => {
            let lines = text.lines().collect::<Vec<_>>();
            let messages = messages(&error).into_iter();
            let found =
                messages.map(|message| mistake(word_range(&lines, 1, 1), Kind::Usage, &message));
            return DocumentAnalysis {
                diagnostics: found.collect(),
                report: None,
            };
        }
    };
    if status == Status::Failure
        && let Ok(Some(repaired)) = driver::without_broken_functions(job)
        && let Ok((_, of_rest, about_rest)) =
            driver::report(Job::new(&config, uri, repaired.text.as_bytes()), &lowering)
    {
        (report, diagnostics) = (of_rest, repaired.errors);
        diagnostics.extend(about_rest);
    }
    let lines = text.lines().collect::<Vec<_>>();
    DocumentAnalysis {
        diagnostics: diagnostics
            .iter()
            .map(|diagnostic| to_json(uri, &lines, diagnostic))
            .collect(),
        report,
    }
}

/// Returns how a document with these settings is lowered.
fn lowering(settings: Settings) -> (Config, Lowering) {
    let mut config = Config::default();
    config.split_marker = Some(split::MARKER.into());
    // As MLIR's server does.
    config.allow_unregistered = true;
    config.irdl = settings.irdl;
    config.pipeline = lowering_pipeline(settings.target, &settings.options);
    let lowering = Lowering {
        rules: settings.rules,
        options: settings.options.lower,
        specialize: settings.options.specialize,
        runs_pipeline: settings.target.is_some(),
        ..Lowering::default()
    };
    (config, lowering)
}

/// Returns the messages of an error that is not about a document, but keeps each from being lowered.
fn messages(error: &driver::Error) -> Vec<String> {
    match error {
        driver::Error::Rules(errors) => errors.iter().map(ToString::to_string).collect(),
        other => vec![other.to_string()],
    }
}

/// Returns the diagnostics of a TOML document: one with settings, or a table of rules.
pub(super) fn check_toml(uri: &str, text: &str) -> Vec<Value> {
    let path = path(uri).unwrap_or_default();
    if path.ends_with(FILE_NAME) {
        let directory = path.parent().unwrap_or(Path::new("."));
        let found = Settings::read(directory, text).map(|settings| {
            let span = settings.rules_span.clone();
            let (config, lowering) = lowering(settings);
            let error = driver::report(Job::new(&config, uri, b""), &lowering).err();
            let suggestions = match &error {
                Some(driver::Error::Pipeline(error)) => error.option_error.as_deref(),
                _ => None,
            };
            let suggestions = suggestions.and_then(OptionError::suggestions);
            let messages = error.as_ref().map_or(vec![], messages).into_iter();
            let mistakes = messages.map(|message| Mistake {
                suggestions: suggestions.cloned(),
                ..Mistake::new(span.clone(), message)
            });
            mistakes.collect()
        });
        let mistakes = found.unwrap_or_else(|mistakes| mistakes).into_iter();
        let mistakes = mistakes.map(|it| {
            let found = mistake(offset_range(text, it.span), Kind::Usage, &it.message);
            with_suggestions(found, it.suggestions.as_ref())
        });
        return mistakes.collect();
    }
    if !is_table(text) {
        return vec![];
    }
    let errors = match RuleTable::parse(uri, text) {
        Err(errors) => errors.iter().cloned().collect(),
        Ok(table) => {
            let mut config = Config::default();
            config.irdl = settings(uri).map_or(vec![], |settings| settings.irdl);
            // If a dialect is wrong, its own document shows it.
            driver::check_rules(&config, &Rules::new(table), &mut std::io::sink())
                .ok()
                .flatten()
                .unwrap_or_default()
        }
    };
    let lines = text.lines().collect::<Vec<_>>();
    let errors = errors.iter().map(Diagnostic::from);
    errors.map(|error| to_json(uri, &lines, &error)).collect()
}

/// Returns whether a TOML file looks like a table of rules. Editors also open those of other programs, such
/// as `Cargo.toml`.
fn is_table(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines.any(|line| {
        let name = line.trim_start_matches('[').trim_start();
        ["rule", "fact"].iter().any(|word| name.starts_with(word))
    })
}

/// Returns the settings of a document, or messages that they are wrong.
fn settings(uri: &str) -> Result<Settings, Vec<String>> {
    let Some(file) = path(uri).and_then(|path| find(&path)) else {
        return Settings::read(Path::new("."), "").map_err(|mistakes| {
            let messages = mistakes.into_iter().map(|mistake| mistake.message);
            messages.collect()
        });
    };
    let name = file.display();
    let text = fs::read_to_string(&file)
        .map_err(|error| vec![format!("cannot read `{name}`: {error}")])?;
    let directory = file.parent().unwrap_or(Path::new("."));
    Settings::read(directory, &text).map_err(|mistakes| {
        let message = |Mistake { span, message, .. }: &Mistake| {
            let before = text.get(..span.start).unwrap_or(&text);
            let line = 1 + before.matches('\n').count();
            format!("{name}:{line}: {message}")
        };
        mistakes.iter().map(message).collect()
    })
}

/// Returns the path of a document; `None` if it is not in a file.
fn path(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    let path = percent_encoding::percent_decode_str(path);
    Some(path.decode_utf8().ok()?.into_owned().into())
}

fn to_json(uri: &str, lines: &[&str], of: &Diagnostic) -> Value {
    let range = |location: Option<&FileLocation>| {
        let here = location.filter(|location| location.file == uri);
        let (line, column) = here.map_or((0, 0), |here| (here.line, here.column));
        word_range(lines, line, column)
    };
    let related = of.notes.iter().map(|note| {
        json!({
            "location": {"uri": uri, "range": range(note.location.as_ref())},
            "message": note.message,
        })
    });
    let severity = match of.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Remark => 3,
    };
    // In a definition of a dialect, for instance.
    let other = of.location.as_ref().filter(|location| location.file != uri);
    let place = other.map_or(String::new(), |location| {
        format!("{}:{}:{}: ", location.file, location.line, location.column)
    });
    let message = format!("{place}{}", of.message);
    let range = range(of.location.as_ref());
    let mut diagnostic = diagnostic(range, severity, of.kind, &message);
    diagnostic["relatedInformation"] = related.collect();
    with_suggestions(diagnostic, of.suggestions.as_ref())
}

/// Adds the unknown name that a diagnostic is about, if any, and those that it may stand for.
fn with_suggestions(mut diagnostic: Value, suggestions: Option<&Suggestions>) -> Value {
    if let Some(suggestions) = suggestions {
        diagnostic["data"] = json!(suggestions);
    }
    diagnostic
}

fn mistake(range: Value, kind: Kind, message: &str) -> Value {
    diagnostic(range, 1, kind, message)
}

fn diagnostic(range: Value, severity: u8, kind: Kind, message: &str) -> Value {
    json!({
        "range": range,
        "severity": severity,
        "source": SOURCE,
        "code": kind.id(),
        "message": message,
    })
}
