//! Completions for bash, zsh and fish, from the definition of the command line.
//!
//! `clap_complete` writes those for other shells. It knows neither rule tables nor pipelines, its
//! script for bash completes neither `--option=value` nor the commands of a tool whose name
//! contains a hyphen, and that for zsh takes a command for the input file.

mod bash;
mod fish;
mod zsh;

use crate::pass_args;
use bcast_lower::rule::BuiltInTable;
use clap::{Arg, Command, ValueHint};

/// The commands that are offered as the first argument.
const COMMANDS: [&str; 3] = ["explain", "compare", "help"];

/// The extensions of files that the tool reads.
const INPUTS: &[&str] = &["mlir", "mlirbc"];

/// The options whose values the definition of the command line does not describe, except for
/// free text.
const VALUES: &[(&str, OptionValues)] = &[
    (
        "emit-artifact",
        OptionValues::Names(&["current", "minimum"]),
    ),
    ("irdl-file", OptionValues::Files(&["mlir"])),
    ("mlir-print-ir-after", OptionValues::Passes),
    ("mlir-print-ir-before", OptionValues::Passes),
    ("mlir-print-ir-tree-dir", OptionValues::Directories),
    ("pass-pipeline", OptionValues::Pipeline),
    ("proof", OptionValues::Files(&["json"])),
    ("rules", OptionValues::Tables),
];

/// The values of an option.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum OptionValues {
    /// These.
    Names(&'static [&'static str]),
    /// Those that clap knows.
    Listed,
    /// Files with one of these extensions, or any files if there are none.
    Files(&'static [&'static str]),
    Directories,
    /// Built-in rule tables and TOML files, separated by commas.
    Tables,
    /// Passes, separated by commas.
    Passes,
    Pipeline,
    /// Text that cannot be completed.
    Text,
}

/// An option of a command.
struct CompletedOption<'c> {
    argument: &'c Arg,
    long: &'c str,
    help: String,
}

impl CompletedOption<'_> {
    /// Returns the values; none if the option is a flag.
    fn values(&self) -> Option<OptionValues> {
        if !self.argument.get_action().takes_values() {
            return None;
        }
        if let Some((_, values)) = VALUES.iter().find(|(name, _)| *name == self.long) {
            return Some(*values);
        }
        Some(match self.argument.get_value_hint() {
            _ if !self.argument.get_possible_values().is_empty() => OptionValues::Listed,
            ValueHint::AnyPath => OptionValues::Files(&[]),
            _ => OptionValues::Text,
        })
    }

    /// Returns the names that are values.
    fn names(&self) -> Vec<String> {
        match self.values() {
            Some(OptionValues::Names(names)) => names.iter().map(ToString::to_string).collect(),
            Some(OptionValues::Listed) => {
                let values = self.argument.get_possible_values();
                let shown = values.iter().filter(|value| !value.is_hide_set());
                shown.map(|value| value.get_name().to_string()).collect()
            }
            _ => vec![],
        }
    }

    /// Returns the name of the values.
    fn value_name(&self) -> &str {
        let names = self.argument.get_value_names();
        names
            .and_then(|names| names.first())
            .map_or("VALUE", |name| name.as_str())
    }

    /// Returns whether a value has to stand behind `=`, or may be absent.
    fn is_optional(&self) -> bool {
        let count = self.argument.get_num_args();
        count.is_some_and(|count| count.min_values() == 0)
    }

    /// Returns whether the option may be given several times.
    fn is_repeated(&self) -> bool {
        matches!(self.argument.get_action(), clap::ArgAction::Append)
    }
}

/// Returns the options of a command, in the order of its help.
fn options(command: &Command) -> Vec<CompletedOption<'_>> {
    let shown = command.get_arguments().filter(|it| !it.is_hide_set());
    shown
        .filter_map(|argument| {
            Some(CompletedOption {
                argument,
                long: argument.get_long()?,
                help: argument.get_help()?.to_string().replace('\n', " "),
            })
        })
        .collect()
}

/// Returns the script for bash.
pub fn bash(command: Command) -> String {
    bash::script(&built(command))
}

/// Returns the script for fish.
pub fn fish(command: Command) -> String {
    fish::script(&built(command))
}

/// Returns the script for zsh.
pub fn zsh(command: Command) -> String {
    zsh::script(&built(command))
}

/// Returns a command whose arguments have all their properties.
fn built(mut command: Command) -> Command {
    command.build();
    command
}

/// Returns the commands of the tool that have options of their own.
fn subcommands(command: &Command) -> [&Command; 2] {
    ["explain", "compare"].map(|name| {
        command
            .find_subcommand(name)
            .expect("it is in the definition")
    })
}

/// Returns a template in which words that begin with `@` are replaced with the names of passes
/// and tables, and of commands and extensions of inputs.
fn with_names(template: &str) -> String {
    let tables = BuiltInTable::all().map(BuiltInTable::name);
    template
        .replace("@commands", &COMMANDS.join(" "))
        .replace("@inputs", &INPUTS.join(" "))
        .replace(
            "@passes",
            &pass_args::pass_names().collect::<Vec<_>>().join(" "),
        )
        .replace("@tables", &tables.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Args;
    use clap::CommandFactory;

    #[test]
    fn options_with_described_values_exist() {
        let command = built(Args::command());
        let all = [&command].into_iter().chain(subcommands(&command));
        let all = all
            .flat_map(options)
            .map(|option| (option.long, option.values()));
        let all = all.collect::<Vec<_>>();
        for (name, values) in VALUES {
            assert!(all.contains(&(*name, Some(*values))), "{name}");
        }
    }

    /// In bash, an option's values do not depend on the command.
    #[test]
    fn options_of_all_commands_have_the_same_values() {
        let command = built(Args::command());
        let main = options(&command);
        for option in subcommands(&command).into_iter().flat_map(options) {
            if let Some(other) = main.iter().find(|other| other.long == option.long) {
                assert_eq!(option.values(), other.values(), "{}", option.long);
                assert_eq!(option.names(), other.names(), "{}", option.long);
                assert_eq!(option.is_optional(), other.is_optional(), "{}", option.long);
            }
        }
    }
}
