//! Completions for fish.

use super::{CompletedOption, OptionValues, options, subcommands, with_names};
use clap::Command;

const TEMPLATE: &str = include_str!("template.fish");

/// Returns the script.
pub fn script(command: &Command) -> String {
    let lines = |command, condition: &str| {
        let options = options(command);
        let lines = options.iter().map(|option| line(option, condition));
        lines.collect::<String>()
    };
    let [explain, compare] = subcommands(command);
    with_names(TEMPLATE)
        .replace(
            "@explain_options\n",
            &lines(explain, "__bcast_lower_runs explain"),
        )
        .replace(
            "@compare_options\n",
            &lines(compare, "__bcast_lower_runs compare"),
        )
        .replace(
            "@main_options\n",
            &lines(command, "not __bcast_lower_runs explain compare help"),
        )
}

/// Returns the command that describes an option.
fn line(option: &CompletedOption<'_>, condition: &str) -> String {
    let short = option.argument.get_short();
    let short = short
        .map(|short| format!(" -s {short}"))
        .unwrap_or_default();
    let values = option.values().map(|values| {
        let is_required = if option.is_optional() { "" } else { " -r" };
        format!("{is_required}{}", arguments(option, values))
    });
    format!(
        "complete -c bcast-lower -n '{condition}'{short} -l {}{} -d '{}'\n",
        option.long,
        values.unwrap_or_default(),
        option.help.replace('\\', "\\\\").replace('\'', "\\'")
    )
}

/// Returns the arguments that say what an option's values are.
fn arguments(option: &CompletedOption<'_>, values: OptionValues) -> String {
    match values {
        OptionValues::Names(_) | OptionValues::Listed => {
            // Without descriptions of their own, each would have that of the option.
            let names = option.names().join("\\t\"\" ");
            format!(" -f -a '{names}\\t\"\"'")
        }
        OptionValues::Files([]) => " -F".into(),
        OptionValues::Files(extensions) => {
            format!(" -f -a '(__bcast_lower_files {})'", extensions.join(" "))
        }
        OptionValues::Directories => " -f -a '(__bcast_lower_directories)'".into(),
        OptionValues::Tables => " -f -a '(__bcast_lower_tables)'".into(),
        OptionValues::Passes => " -f -a '(__bcast_lower_passes)'".into(),
        OptionValues::Pipeline => " -f -a '(__bcast_lower_pipeline)'".into(),
        OptionValues::Text => " -f".into(),
    }
}
