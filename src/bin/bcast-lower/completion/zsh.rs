//! Completions for zsh.

use super::{CompletedOption, INPUTS, OptionValues, options, subcommands, with_names};
use clap::Command;

const TEMPLATE: &str = include_str!("template.zsh");

/// Returns the script.
pub fn script(command: &Command) -> String {
    let [explain, compare] = subcommands(command).map(options);
    with_names(TEMPLATE)
        .replace("        @explain_options\n", &specs(&explain))
        .replace("        @compare_options\n", &specs(&compare))
        .replace("        @main_options\n", &specs(&options(command)))
        .replace("@input_pattern", &pattern(INPUTS))
}

/// Returns the arguments of `_arguments` for options, one in each line.
fn specs(options: &[CompletedOption<'_>]) -> String {
    options.iter().flat_map(spec).collect()
}

/// Returns the arguments for an option: one for each spelling.
fn spec(option: &CompletedOption<'_>) -> Vec<String> {
    let long = format!("--{}", option.long);
    let short = option.argument.get_short().map(|short| format!("-{short}"));
    // Other options and their spellings may follow unless an option is given only once.
    let prefix = match (&short, option.is_repeated()) {
        (_, true) => "*".into(),
        (Some(short), false) => format!("({short} {long})"),
        (None, false) => String::new(),
    };
    let value = option.values().map(|values| {
        let colons = if option.is_optional() { "::" } else { ":" };
        format!("{colons}{}:{}", option.value_name(), action(option, values))
    });
    let help = escaped(&option.help);
    let line = |name: &str, joint: &str| {
        let value = value.as_deref().unwrap_or_default();
        let text = format!("{prefix}{name}{joint}[{help}]{value}");
        format!("        '{}'\n", text.replace('\'', "'\\''"))
    };
    let joints = match (value.is_some(), option.is_optional()) {
        (false, _) => ["", ""],
        (true, false) => ["+", "="],
        (true, true) => ["-", "=-"],
    };
    let short = short.map(|short| line(&short, joints[0]));
    short.into_iter().chain([line(&long, joints[1])]).collect()
}

/// Returns what completes values.
fn action(option: &CompletedOption<'_>, values: OptionValues) -> String {
    match values {
        OptionValues::Names(_) | OptionValues::Listed => format!("({})", option.names().join(" ")),
        OptionValues::Files([]) => "_files".into(),
        OptionValues::Files(extensions) => format!("_files -g \"{}\"", pattern(extensions)),
        OptionValues::Directories => "_files -/".into(),
        OptionValues::Tables => "_bcast_lower_tables".into(),
        OptionValues::Passes => "_bcast_lower_passes".into(),
        OptionValues::Pipeline => "_bcast_lower_pipeline".into(),
        OptionValues::Text => " ".into(),
    }
}

/// Returns a pattern for files with one of the extensions.
fn pattern(extensions: &[&str]) -> String {
    format!("*.({})(-.)", extensions.join("|"))
}

/// Escapes the description of an option.
fn escaped(help: &str) -> String {
    let mut text = String::new();
    for letter in help.chars() {
        if matches!(letter, '\\' | '[' | ']' | ':') {
            text.push('\\');
        }
        text.push(letter);
    }
    text
}
