//! Diagnostics in formats for other programs.

use crate::{io_reason::error_is_ignored, output, standard_streams::Standard};
use bcast_lower::diagnostic::{Diagnostic, Sarif, to_json_lines};
use clap::ValueEnum;
use std::{
    ffi::OsString,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The formats of diagnostics.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum DiagnosticsFormat {
    Text,
    Json,
    Sarif,
}

/// The options that select format and place of diagnostics.
#[derive(Debug, clap::Args)]
pub struct DiagnosticsArgs {
    /// Write diagnostics as text, as JSON (one object in each line), or as SARIF 2.1.0
    #[arg(
        long,
        value_name = "FORMAT",
        help_heading = "Diagnostics",
        value_enum,
        default_value_t = DiagnosticsFormat::Text,
    )]
    pub diagnostics_format: DiagnosticsFormat,

    /// Write JSON or SARIF to this file instead of standard error
    #[arg(long, value_name = "FILE", help_heading = "Diagnostics")]
    pub diagnostics_file: Option<PathBuf>,
}

/// How diagnostics are written for other programs.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Machine {
    is_sarif: bool,
    file: Option<PathBuf>,
}

impl Machine {
    /// Returns what the arguments select; `None` for text. This does not depend on whether they
    /// are valid, because errors in them are written in the same format.
    pub fn of(arguments: &[OsString]) -> Option<Self> {
        let format = last_value(arguments, "diagnostics-format")?;
        let format = DiagnosticsFormat::from_str(format.to_str()?, false).ok()?;
        (format != DiagnosticsFormat::Text).then(|| Self {
            is_sarif: format == DiagnosticsFormat::Sarif,
            file: last_value(arguments, "diagnostics-file").map(Into::into),
        })
    }

    /// Returns the file that is written, if it is not standard error.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Writes the diagnostics of a run, in which locations name its source.
    pub fn write(
        &self,
        diagnostics: &[Diagnostic],
        exit_code: u8,
        source: Option<(&str, &[u8])>,
    ) -> Result<(), output::OutputError> {
        let text = match self.is_sarif {
            true => {
                let sarif = Sarif {
                    diagnostics,
                    exit_code,
                    source,
                };
                format!("{:#}\n", sarif.log())
            }
            false => to_json_lines(diagnostics),
        };
        match &self.file {
            Some(file) => output::write(file, text.as_bytes()),
            None => write_to_standard_error(text.as_bytes()).map_err(|error| {
                let name = "standard error".into();
                output::OutputError::Io { name, error }
            }),
        }
    }
}

/// Writes to standard error; a closed pipe is not an error.
pub fn write_to_standard_error(text: &[u8]) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    Standard::Error.check()?;
    match io::stderr().lock().write_all(text) {
        Err(error) if !error_is_ignored(&error) => Err(error),
        _ => Ok(()),
    }
}

/// Returns the last value of an option, with one dash or two.
fn last_value(arguments: &[OsString], name: &str) -> Option<OsString> {
    let mut found = None;
    let mut arguments = arguments.iter().skip(1).take_while(|it| *it != "--");
    while let Some(argument) = arguments.next() {
        let bytes = argument.as_encoded_bytes();
        let Some(rest) = bytes.strip_prefix(b"--").or(bytes.strip_prefix(b"-")) else {
            continue;
        };
        match rest.strip_prefix(name.as_bytes()) {
            Some(b"") => found = arguments.next().cloned().or(found),
            Some([b'=', ..]) => {
                let start = bytes.len() - rest.len() + name.len() + 1;
                found = Some(after(argument, start));
            }
            _ => {}
        }
    }
    found
}

/// Returns what follows the first `start` bytes, which are ASCII.
fn after(argument: &OsString, start: usize) -> OsString {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    OsString::from_vec(argument.as_bytes()[start..].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(arguments: &[&str]) -> Option<Machine> {
        let all = ["bcast-lower"].iter().chain(arguments);
        Machine::of(&all.map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn the_format_is_found_even_in_invalid_arguments() {
        let json = Machine {
            is_sarif: false,
            file: None,
        };
        for arguments in [
            &["--diagnostics-format=json"][..],
            &["--nonsense", "-diagnostics-format", "json"],
            &[
                "--diagnostics-format=sarif",
                "--diagnostics-format=json",
                "--",
                "x",
            ],
        ] {
            assert_eq!(of(arguments), Some(json.clone()), "{arguments:?}");
        }
        let sarif = of(&["--diagnostics-file=a=b", "--diagnostics-format=sarif"]);
        let expected = Machine {
            is_sarif: true,
            file: Some("a=b".into()),
        };
        assert_eq!(sarif, Some(expected));
        for arguments in [
            &[][..],
            &["--diagnostics-format=text"],
            &["--diagnostics-format=xml"],
            &["--diagnostics-format"],
            &["--", "--diagnostics-format=json"],
        ] {
            assert_eq!(of(arguments), None, "{arguments:?}");
        }
    }
}
