//! Normalizes arguments in the style of LLVM's tools: long options with a single dash, and
//! switches with their value after a space.

use std::{ffi::OsString, iter::Peekable};

/// The options of a command line.
pub struct KnownOptions<'a> {
    /// All long options, without dashes.
    pub long: Vec<&'a str>,
    /// The options that may have no value.
    pub switches: Vec<&'a str>,
    /// The values of the switches.
    pub switch_values: Vec<&'a str>,
}

impl KnownOptions<'_> {
    /// Returns whether any argument may be an unknown long option.
    pub fn lacks_any(&self, arguments: &[OsString]) -> bool {
        arguments.iter().skip(1).any(|argument| {
            let argument = argument.to_string_lossy();
            let name = argument.trim_start_matches('-');
            let name = name.split_once('=').map_or(name, |(name, _)| name);
            argument.starts_with('-') && name.len() > 1 && !self.long.contains(&name)
        })
    }
}

/// Adds the second dash to long options with a single one, and joins switches with the values
/// that follow them, up to `--`.
///
/// `-facts off model.mlir` => `--facts=off model.mlir`
pub fn normalize(arguments: Vec<OsString>, known: &KnownOptions<'_>) -> Vec<OsString> {
    let mut arguments = arguments.into_iter().peekable();
    let mut normalized = arguments.next().into_iter().collect::<Vec<_>>();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            normalized.push(argument);
            break;
        }
        let argument = with_two_dashes(argument, known);
        let value = switch_value(&argument, &mut arguments, known);
        normalized.push(match value {
            Some(value) => [argument, "=".into(), value].into_iter().collect(),
            None => argument,
        });
    }
    normalized.extend(arguments);
    normalized
}

fn with_two_dashes(argument: OsString, known: &KnownOptions<'_>) -> OsString {
    if is_single_dash_long(&argument, known) {
        ["-".into(), argument].into_iter().collect()
    } else {
        argument
    }
}

fn is_single_dash_long(argument: &OsString, known: &KnownOptions<'_>) -> bool {
    let argument = argument.to_string_lossy();
    let Some(option) = argument.strip_prefix('-') else {
        return false;
    };
    let name = option.split_once('=').map_or(option, |(name, _)| name);
    // `-o` stays short, and so does `-ofile`.
    name.len() > 1 && known.long.contains(&name)
}

/// Consumes the next argument if it is the value of a switch.
fn switch_value(
    argument: &OsString,
    following: &mut Peekable<impl Iterator<Item = OsString>>,
    known: &KnownOptions<'_>,
) -> Option<OsString> {
    let argument = argument.to_string_lossy();
    let name = argument.strip_prefix("--")?;
    let is_value = |next: &OsString| known.switch_values.iter().any(|value| next == value);
    known
        .switches
        .contains(&name)
        .then(|| following.next_if(is_value))?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(arguments: &[&str], expected: &[&str]) {
        let arguments = arguments.iter().map(OsString::from).collect();
        let known = KnownOptions {
            long: vec!["split-input-file", "verify-each", "help", "facts"],
            switches: vec!["facts"],
            switch_values: vec!["on", "off"],
        };
        assert_eq!(normalize(arguments, &known), expected);
    }

    #[test]
    fn adds_the_second_dash_to_known_options() {
        check(
            &["tool", "-split-input-file"],
            &["tool", "--split-input-file"],
        );
        check(
            &["tool", "-verify-each=false"],
            &["tool", "--verify-each=false"],
        );
    }

    #[test]
    fn unknown_options_are_noticed() {
        let known = KnownOptions {
            long: vec!["facts"],
            switches: vec![],
            switch_values: vec![],
        };
        for (arguments, expected) in [
            (&["--tool"][..], false),
            (
                &["tool", "-", "--", "-o", "a", "--facts", "-facts=off"],
                false,
            ),
            (&["tool", "--cse"], true),
            (&["tool", "-cse=a=b"], true),
            (&["tool", "a", "-ofile"], true),
        ] {
            let arguments = arguments.iter().map(OsString::from).collect::<Vec<_>>();
            assert_eq!(known.lacks_any(&arguments), expected, "{arguments:?}");
        }
    }

    #[test]
    fn joins_switches_with_their_values() {
        for argument in ["--facts", "-facts"] {
            check(
                &["tool", argument, "off", "on"],
                &["tool", "--facts=off", "on"],
            );
        }
        for arguments in [
            ["tool", "--facts", "a.mlir"],
            ["tool", "--facts=on", "off"],
            ["tool", "--facts", "--help"],
            ["tool", "--help", "off"],
            ["tool", "--", "--facts"],
        ] {
            check(&arguments, &arguments);
        }
        check(&["--facts", "off"], &["--facts", "off"]);
        check(&["tool", "--facts"], &["tool", "--facts"]);
        check(&[], &[]);
    }

    #[test]
    fn leaves_all_else_alone() {
        for arguments in [
            ["tool", "--split-input-file"],
            ["tool", "-"],
            ["tool", "-o"],
            ["tool", "-osplit-input-file"],
            ["tool", "-unknown"],
            ["tool", "split-input-file"],
            ["-help", "a"],
        ] {
            check(&arguments, &arguments);
        }
        let arguments = ["tool", "--", "-split-input-file"];
        check(&arguments, &arguments);
    }
}
