//! Advice on an invalid command line that is better than clap's.

use clap::{
    Command,
    error::{ContextKind, ContextValue, ErrorKind},
};
use std::ffi::OsString;

/// The words that may stand for a command of other tools, each with what to write instead.
pub const NOT_COMMANDS: &[(&str, &str)] = &[
    ("verify", VERIFY),
    ("check", VERIFY),
    ("validate", VERIFY),
    ("lint", VERIFY),
    ("lower", LOWER),
    ("legalize", LOWER),
    ("convert", LOWER),
    ("compile", LOWER),
    (
        "run",
        "a lowered program runs on XLA or IREE, for which `--target` prepares it; `bcast-lower compare` runs both",
    ),
    (
        "opt",
        "passes are named by `--pass-pipeline`, and listed by `--list-passes`",
    ),
    ("passes", "`--list-passes` lists the passes"),
    ("rules", "`--print-rules` prints the rules"),
    ("stats", "`--stats` prints counts"),
    ("version", "`--version` prints the version"),
];

const VERIFY: &str = "`bcast-lower --verify-only FILE` verifies";
const LOWER: &str = "`bcast-lower FILE` lowers, without a command";

/// Adds advice to the error for an unknown option that belongs to another command, and for help on
/// a command of other tools.
///
/// `arguments` are those of the command line, with the program's name first.
pub fn add_advice(error: &mut clap::Error, command: &Command, arguments: &[OsString]) {
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(ContextValue::String(found)) = error.get(ContextKind::InvalidSubcommand)
        && let Some((_, advice)) = NOT_COMMANDS.iter().find(|(word, _)| word == found)
    {
        let advice = ContextValue::StyledStrs(vec![(*advice).into()]);
        error.insert(ContextKind::Suggested, advice);
    }
    if error.kind() != ErrorKind::UnknownArgument {
        return;
    }
    let Some(ContextValue::String(found)) = error.get(ContextKind::InvalidArg) else {
        return;
    };
    let current = arguments
        .get(1)
        .and_then(|first| command.find_subcommand(first));
    let current = current.unwrap_or(command);
    let all = [command].into_iter().chain(command.get_subcommands());
    let Some(other) = all
        .filter(|other| !std::ptr::eq(*other, current))
        .find(|other| has_option(other, found))
    else {
        return;
    };
    let name = |of: &Command| match of.get_name() {
        name if name == command.get_name() => name.to_string(),
        name => format!("{} {name}", command.get_name()),
    };
    let advice = format!(
        "'{found}' is an option of `{}`, not of `{}`",
        name(other),
        name(current)
    );
    error.remove(ContextKind::SuggestedArg);
    error.insert(
        ContextKind::Suggested,
        ContextValue::StyledStrs(vec![advice.into()]),
    );
}

/// Returns whether a command has an option with this spelling, including dashes.
fn has_option(command: &Command, spelling: &str) -> bool {
    command.get_arguments().any(|option| {
        option
            .get_long()
            .is_some_and(|long| spelling == format!("--{long}"))
            || option
                .get_short()
                .is_some_and(|short| spelling == format!("-{short}"))
    })
}
