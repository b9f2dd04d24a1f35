//! Completions for bash.

use super::{CompletedOption, OptionValues, options, subcommands, with_names};
use clap::Command;
use std::collections::BTreeMap;

const TEMPLATE: &str = include_str!("template.bash");

/// Returns the script.
pub fn script(command: &Command) -> String {
    let main = options(command);
    let [explain, compare] = subcommands(command).map(options);
    // Values do not depend on the command: those of `explain` are offered for `--format`.
    let all = main.iter().chain(&compare).chain(&explain);
    let all = all
        .map(|option| (option.long, option))
        .collect::<BTreeMap<_, _>>();
    let with_value = all.values().filter(|option| option.values().is_some());
    let required = with_value.clone().filter(|option| !option.is_optional());
    let required = required.map(|option| pattern(option)).collect::<Vec<_>>();
    let values = with_value.filter_map(|option| value(option));
    with_names(TEMPLATE)
        .replace("        @values\n", &values.collect::<String>())
        .replace("@required", &required.join(" | "))
        .replace("@explain_options", &words(&explain))
        .replace("@compare_options", &words(&compare))
        .replace("@main_options", &words(&main))
}

/// Returns the case for an option's values.
fn value(option: &CompletedOption<'_>) -> Option<String> {
    let complete = match option.values()? {
        OptionValues::Names(_) | OptionValues::Listed => {
            format!("words {}", option.names().join(" "))
        }
        OptionValues::Files(extensions) => format!("files {}", extensions.join(" ")),
        OptionValues::Directories => "directories".into(),
        OptionValues::Tables => "tables".into(),
        OptionValues::Passes => "passes".into(),
        OptionValues::Pipeline => "pipeline".into(),
        OptionValues::Text => return None,
    };
    Some(format!(
        "        {}) _bcast_lower_{} ;;\n",
        pattern(option),
        complete.trim_end()
    ))
}

/// Returns the spellings of an option.
fn pattern(option: &CompletedOption<'_>) -> String {
    match option.argument.get_short() {
        Some(short) => format!("-{short} | --{}", option.long),
        None => format!("--{}", option.long),
    }
}

/// Returns the words that stand for options; those that need a value end with `=`.
fn words(options: &[CompletedOption<'_>]) -> String {
    let words = options.iter().map(|option| {
        let is_required = option.values().is_some() && !option.is_optional();
        format!("--{}{}", option.long, if is_required { "=" } else { "" })
    });
    let shorts = options.iter().filter_map(|it| it.argument.get_short());
    let shorts = shorts.map(|short| format!("-{short}"));
    words.chain(shorts).collect::<Vec<_>>().join(" ")
}
