//! The errors that prevent a run, and how they are shown: as text, or for other programs.

use crate::{
    compare::CompareError,
    generate_pass::PassError,
    input::InputError,
    io_reason::{error_is_ignored, io_reason},
    machine::Machine,
    output::OutputError,
    proof::ProofError,
    reproducer::ReproducerError,
    standard_streams::Standard,
};
use anstyle::{AnsiColor, Effects, Style};
use bcast_lower::{
    diagnostic::{Diagnostic, Kind, Note, printable},
    driver,
    pipeline::RuleLoadError,
};
use std::{
    fmt::{self, Display},
    io::{self, Write},
    process::ExitCode,
};

pub const USAGE: u8 = 2;
pub const INTERNAL_ERROR: u8 = 101;

/// The colors of LLVM's tools, if standard error supports colors.
const ERROR: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
const NOTE: Style = AnsiColor::BrightBlack.on_default().effects(Effects::BOLD);

/// An error that prevents a run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error(transparent)]
    Proof(#[from] ProofError),
    #[error(transparent)]
    Driver(#[from] driver::Error),
    #[error(transparent)]
    Compare(#[from] CompareError),
    #[error(
        "bytecode would not be readable on a terminal; \
         write it to a file with `-o FILE`, or use `--force`"
    )]
    Terminal,
    #[error(transparent)]
    Rules(#[from] RuleLoadError),
    #[error("cannot write IR to directory `{directory}`: {}", io_reason(error))]
    TreeDirectory {
        directory: String,
        #[source]
        error: io::Error,
    },
    #[error(transparent)]
    Reproducer(#[from] ReproducerError),
    #[error("cannot generate the text: {0}")]
    Generate(#[source] io::Error),
    #[error(transparent)]
    Pass(PassError),
    #[error("cannot list passes: {0}")]
    List(#[from] fmt::Error),
}

pub const BUG: &str = "this is a bug; please report it with the input";

pub fn internal_error(information: &dyn Display) -> Diagnostic {
    with_note(
        Diagnostic::error(
            Kind::InternalError,
            format!("internal error: {information}"),
        ),
        BUG,
    )
}

fn with_note(mut diagnostic: Diagnostic, message: &str) -> Diagnostic {
    diagnostic.notes.push(Note {
        message: message.into(),
        location: None,
    });
    diagnostic
}

/// Writes an error that prevents a run for other programs.
pub fn report_error(error: &RunError, machine: &Machine) -> ExitCode {
    let diagnostics = match error {
        RunError::Rules(RuleLoadError::Rules(errors))
        | RunError::Driver(driver::Error::Rules(errors)) => {
            errors.iter().map(Diagnostic::from).collect()
        }
        RunError::Driver(driver::Error::Pipeline(_)) => {
            vec![with_note(
                Diagnostic::error(Kind::Usage, error.to_string()),
                PASSES_ADVICE,
            )]
        }
        _ => vec![Diagnostic::error(Kind::Usage, error.to_string())],
    };
    match machine.write(&diagnostics, USAGE, None) {
        Ok(()) => ExitCode::from(USAGE),
        Err(error) => show_error(&error.into()),
    }
}

const PASSES_ADVICE: &str = "`bcast-lower --list-passes` lists passes and their options";

/// Shows an error that prevents a run.
pub fn show_error(error: &RunError) -> ExitCode {
    let mut stderr = anstream::stderr().lock();
    let text = printable(&error.to_string());
    let _ = match error {
        // These errors contain their own positions.
        RunError::Rules(RuleLoadError::Rules(_)) | RunError::Driver(driver::Error::Rules(_)) => {
            writeln!(stderr, "{text}")
        }
        _ => writeln!(stderr, "{ERROR}error:{ERROR:#} {text}"),
    };
    if let RunError::Driver(driver::Error::Pipeline(_)) = error {
        let _ = writeln!(stderr, "{NOTE}note:{NOTE:#} {PASSES_ADVICE}");
    }
    ExitCode::from(USAGE)
}

/// Prints what clap reports: an error, help, or the version. An error is in the format of the diagnostics, if that is
/// one for other programs.
pub fn report_usage(error: &clap::Error, machine: Option<&Machine>) -> ExitCode {
    if let Some(machine) = machine.filter(|_| error.use_stderr()) {
        let diagnostic = Diagnostic::error(Kind::Usage, usage_message(error));
        return match machine.write(&[diagnostic], USAGE, None) {
            Ok(()) => ExitCode::from(USAGE),
            Err(error) => show_error(&error.into()),
        };
    }
    let (stream, name) = match error.use_stderr() {
        true => (Standard::Error, "standard error"),
        false => (Standard::Output, "standard output"),
    };
    match stream.check().and_then(|()| error.print()) {
        Err(error) if !error_is_ignored(&error) => {
            let name = name.into();
            show_error(&OutputError::Io { name, error }.into())
        }
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(USAGE)),
    }
}

/// Returns the message of an error, without the prefix and the usage that clap prints around it. Clap can only render
/// all of it.
fn usage_message(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let (message, _) = text.split_once("\n\nUsage:").unwrap_or((&text, ""));
    message
        .strip_prefix("error: ")
        .unwrap_or(message)
        .trim()
        .into()
}
