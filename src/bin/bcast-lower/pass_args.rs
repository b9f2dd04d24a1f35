//! Arguments defined by tables: options of the passes, and the passes themselves.

use bcast_lower::pipeline::{
    self, OFF, ON, OPTIONS, OptionError, OptionInfo, OptionKind, PASSES, PassInfo, PassOptions,
    Target, upstream,
};
use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches,
    builder::{NonEmptyStringValueParser, PossibleValue, PossibleValuesParser, ValueParser},
};
use std::path::Path;

/// The given options of the lowering's passes, in the order of their table, each with its value
/// in the syntax of a pipeline.
#[derive(Clone, Debug, Default)]
pub struct LoweringArgs(pub Vec<(&'static OptionInfo, String)>);

impl LoweringArgs {
    /// Returns the options of the passes, whose defaults are those of a target, if there is one.
    pub fn options(&self, target: Option<Target>) -> Result<PassOptions, OptionError> {
        pipeline::parse_lowering_options(target, &self.text())
    }

    /// Returns the options in the syntax of a pipeline.
    pub fn text(&self) -> String {
        let words = self
            .0
            .iter()
            .map(|(option, value)| format!("{}={value}", option.name));
        words.collect::<Vec<_>>().join(" ")
    }
}

impl Args for LoweringArgs {
    fn augment_args(command: Command) -> Command {
        command.args(OPTIONS.iter().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for LoweringArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let value = |option: &OptionInfo| match option.kind() {
            OptionKind::Names => {
                let values = matches.get_many::<String>(option.name)?;
                Some(pipeline::names_value(values.flat_map(|value| names(value))))
            }
            OptionKind::Text(separator) => {
                let values = matches.get_many::<String>(option.name)?;
                let values = values.map(String::as_str).collect::<Vec<_>>();
                Some(pipeline::names_value([values.join(separator)]))
            }
            OptionKind::Choice(_) | OptionKind::Switch => {
                matches.get_one::<String>(option.name).cloned()
            }
        };
        let given = OPTIONS
            .iter()
            .filter_map(|option| Some((option, value(option)?)));
        Ok(Self(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Returns the names in a value, separated by commas unless the value is an existing file's
/// name.
fn names(value: &str) -> Vec<&str> {
    if Path::new(value).exists() {
        vec![value]
    } else {
        value.split(',').collect()
    }
}

/// Returns the argument for an option of a pass.
fn argument(option: &OptionInfo) -> Arg {
    let argument = Arg::new(option.name)
        .long(option.name)
        .value_name(option.placeholder)
        .help_heading("Broadcasting");
    let help = option.description();
    let default = option.default();
    match option.kind() {
        OptionKind::Choice(_) => argument
            .value_parser(PossibleValuesParser::new(option.values()))
            .help(format!("{help} [default: {default}]")),
        // The option's value must not be confused with a file that follows.
        OptionKind::Switch => argument
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value(ON[0])
            .value_parser(switch(&option.values()))
            .help(format!("{help} [default: {default}]")),
        OptionKind::Text("") => argument
            .value_parser(NonEmptyStringValueParser::new())
            .help(help),
        OptionKind::Names | OptionKind::Text(_) => argument
            .action(ArgAction::Append)
            .value_parser(NonEmptyStringValueParser::new())
            .help(format!("{help}; may be given several times")),
    }
}

fn switch(values: &[&'static str]) -> ValueParser {
    let aliases = |value: &&str| if *value == ON[0] { ON } else { OFF };
    let values = values
        .iter()
        .map(|value| PossibleValue::new(*value).aliases(&aliases(value)[1..]));
    PossibleValuesParser::new(values).into()
}

/// Returns the names of options that may have no value, and the words that are their values.
pub fn switches() -> (Vec<&'static str>, Vec<&'static str>) {
    let options = OPTIONS
        .iter()
        .filter(|option| option.kind() == OptionKind::Switch);
    (
        options.map(|option| option.name).collect(),
        [ON, OFF].concat(),
    )
}

/// The passes given as options, as for `mlir-opt`, in order.
#[derive(Clone, Debug, Default)]
pub struct PassArgs(pub Vec<PassArg>);

/// A pass given as an option.
#[derive(Clone, Debug)]
pub struct PassArg {
    /// The pass.
    pub pass: &'static PassInfo,
    /// The text of its options.
    pub options: String,
}

/// Returns whether an argument's id is a pass's name.
pub fn is_pass(id: &str) -> bool {
    all_passes().any(|pass| pass.name == id)
}

/// Returns the names of all passes.
pub fn pass_names() -> impl Iterator<Item = &'static str> {
    all_passes().map(|pass| pass.name)
}

/// Returns the passes that are options. One that has the name of a switch is given in a pipeline.
fn all_passes() -> impl Iterator<Item = &'static PassInfo> {
    let is_switch = |pass: &&PassInfo| OPTIONS.iter().any(|option| option.name == pass.name);
    let passes = PASSES.iter().chain(upstream::PASSES);
    passes.filter(move |pass| !is_switch(pass))
}

impl Args for PassArgs {
    fn augment_args(command: Command) -> Command {
        command.args(all_passes().map(|pass| {
            Arg::new(pass.name)
                .long(pass.name)
                .value_name("OPTIONS")
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("")
                .action(ArgAction::Append)
                .help(pass.description)
                .help_heading("Passes")
                // `--list-passes` shows them.
                .hide(true)
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PassArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut passes = vec![];
        for pass in all_passes() {
            let indices = matches.indices_of(pass.name).into_iter().flatten();
            let texts = matches.get_many::<String>(pass.name).into_iter().flatten();
            passes.extend(
                indices
                    .zip(texts.cloned())
                    .map(|(index, options)| (index, PassArg { pass, options })),
            );
        }
        passes.sort_by_key(|(index, _)| *index);
        Ok(Self(passes.into_iter().map(|(_, pass)| pass).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
