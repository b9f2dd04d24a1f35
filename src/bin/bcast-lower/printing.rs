//! Options that print something and exit.

use crate::{generate::Generated, pass_args, usage_error::UsageError};
use clap::{ArgMatches, Command, parser::ValueSource};

/// The options that print something and exit, each with the ids of the arguments that it may be
/// combined with; `None` for all except `output` and the other options of this table.
const PRINTING: &[(&str, &str, Option<&[&str]>)] = &[
    ("generate", "generate", Some(&[])),
    ("list_passes", "list-passes", Some(&[])),
    (
        "print_rules",
        "print-rules",
        Some(&[
            "rules",
            "rules-only",
            "irdl_file",
            "allow_unregistered_dialect",
            "output",
        ]),
    ),
    ("print_pipeline", "print-pipeline", None),
    ("show_dialects", "show-dialects", Some(&["irdl_file"])),
];

/// Checks that an option that prints something and exits is not combined with arguments that it
/// would ignore.
pub fn check_printing(command: &Command, matches: &ArgMatches) -> Result<(), UsageError> {
    let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let Some(&(id, by, mut takes)) = PRINTING.iter().find(|(id, ..)| is_given(id)) else {
        return Ok(());
    };
    if matches.get_one("generate") == Some(&Generated::Pass) {
        takes = Some(&["name", "rules", "output"]);
    }
    let names_passes = |other: &str| other == "pass_pipeline" || pass_args::is_pass(other);
    let mut given = command
        .get_arguments()
        .map(|argument| argument.get_id().as_str());
    if id == "print_rules" && given.any(|other| names_passes(other) && is_given(other)) {
        // Rejected with better advice.
        return Ok(());
    }
    let is_taken = |other: &str| match takes {
        Some(takes) => takes.contains(&other),
        None => other != "output" && PRINTING.iter().all(|(id, ..)| *id != other),
    };
    let ignored = command.get_arguments().find(|argument| {
        let other = argument.get_id().as_str();
        other != id && !is_taken(other) && is_given(other)
    });
    let Some(ignored) = ignored else {
        return Ok(());
    };
    let given = match ignored.get_long() {
        Some(long) => format!("`--{long}`"),
        None => "an input file".into(),
    };
    Err(UsageError::IgnoredByPrinting { given, by })
}
