//! Errors in a command line that clap accepts.

use bcast_lower::{
    pipeline::{OptionError, OptionInfo, Target, takers},
    suggest::Suggestions,
};
use std::path::PathBuf;

/// An error in the combination of arguments.
#[derive(Debug, thiserror::Error)]
pub enum UsageError {
    /// An option of the default pipeline is given with other passes.
    #[error("`--{option}` has no effect with `--{by}`: {advice}")]
    IgnoredByPasses {
        /// The option, without dashes.
        option: &'static str,
        /// The option that selects the passes.
        by: &'static str,
        /// How to solve the problem.
        advice: String,
    },
    /// A file that is written would replace another one of the run.
    #[error("{one} and {other} are the same file, `{}`; name two files", path.display())]
    SameFile {
        /// What the one is for.
        one: &'static str,
        /// What the other one is for.
        other: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// Passes are named in two ways.
    #[error(
        "`--pass-pipeline` and `--{pass}` both select the passes; \
         write `{pass}` in the pipeline"
    )]
    PassesTwice {
        /// The pass.
        pass: &'static str,
    },
    /// A pass of a target rejects an option.
    #[error("`--{option}` cannot be combined with `--target={target}`: {reason}")]
    Target {
        /// The option, without its dashes.
        option: String,
        /// The target.
        target: Target,
        /// The problem.
        reason: String,
    },
    /// No pass that runs takes the option.
    #[error("`--{}` has no effect here: it is for {}", .option.name, takers(.option))]
    Untaken {
        /// The option.
        option: &'static OptionInfo,
    },
    /// The pass does not exist.
    #[error(
        "`--{option}={found}`: the pass does not exist; {}",
        suggestions.question('`').unwrap_or_else(|| "`--list-passes` lists the passes".into())
    )]
    UnknownPass {
        /// The option, without dashes.
        option: &'static str,
        /// The name that was given.
        found: String,
        /// Passes with similar names.
        suggestions: Suggestions,
    },
    /// An option affects the printing of something that is not printed.
    #[error("`--{option}` has no effect on its own: {advice}")]
    NothingPrinted {
        /// The option, without dashes.
        option: &'static str,
        /// The options that it needs.
        advice: &'static str,
    },
    /// An argument is combined with an option that only prints something else.
    #[error("{given} has no effect with `--{by}`, which only prints and exits")]
    IgnoredByPrinting {
        /// The argument.
        given: String,
        /// The option that prints, without dashes.
        by: &'static str,
    },
    /// A brace in the options of a pass would end the options or the pipeline.
    #[error("the braces in `--{pass}={options}` do not match")]
    Braces {
        /// The pass.
        pass: &'static str,
        /// Its options.
        options: String,
    },
    /// An option of the lowering or of the output is given, but there is neither.
    #[error("`--{option}` has no effect with `--verify-only`: {reason}")]
    IgnoredByVerifyOnly {
        /// The option, without dashes.
        option: &'static str,
        /// The reason.
        reason: &'static str,
    },
    /// There are several input files.
    #[error(
        "there are {count} input files, `{}` and `{}`{}; run the tool once for each",
        first.display(),
        second.display(),
        if *count > 2 { " among them" } else { "" }
    )]
    SeveralInputs {
        /// Their number.
        count: usize,
        /// The first one.
        first: PathBuf,
        /// The second one.
        second: PathBuf,
    },
    /// A command comes after other arguments.
    #[error(
        "a command must come before all other arguments, as in \
         `bcast-lower {command} [OPTIONS] [FILE]`; to read a file of that name, write `./{command}`"
    )]
    CommandNotFirst {
        /// The command.
        command: &'static str,
    },
    /// The first argument is a misspelt command.
    #[error("unknown command `{}`{}", found.display(), suggestions.at_end('`'))]
    UnknownCommand {
        /// The given argument.
        found: PathBuf,
        /// The commands that were probably intended.
        suggestions: Suggestions,
    },
    /// The first argument is a command of other tools, and there is no such file.
    #[error("`{word}` is neither a command nor a file: {advice}")]
    NotCommand {
        /// The word.
        word: &'static str,
        /// What to write instead.
        advice: &'static str,
    },
    /// Bytecode is requested for several parts.
    #[error(
        "`--{option}` does not work with `--split-input-file`: \
         the parts cannot be joined into one bytecode file"
    )]
    SplitBytecode {
        /// The option that asks for it, without dashes.
        option: &'static str,
    },
    /// A portable artifact is requested of a target whose output has ops of other dialects.
    #[error(
        "`--emit-artifact` does not work with `--target={target}`: its output has ops of other \
         dialects, and an artifact holds only functions and StableHLO's ops; use \
         `--emit-bytecode`, which IREE reads, too"
    )]
    NotPortable {
        /// The target.
        target: Target,
    },
    /// Something else would be written among diagnostics for other programs, or instead of them.
    #[error("`--{option}` does not work with `--diagnostics-format={format}`: {reason}")]
    NotForMachines {
        /// The option, without dashes.
        option: &'static str,
        /// The format.
        format: &'static str,
        /// The reason.
        reason: &'static str,
    },
    /// A file is named for diagnostics that are text.
    #[error(
        "`--diagnostics-file` needs `--diagnostics-format=json` or `--diagnostics-format=sarif`"
    )]
    TextDiagnosticsFile,
    /// A reproducer is requested for several parts.
    #[error(
        "`--mlir-generate-reproducer` does not work with `--split-input-file`: \
         there would be one file for each part"
    )]
    SplitReproducer,
    /// Standard input would be read more than once.
    #[error(
        "standard input can be read only once; \
         name files for all but one of the input and `--irdl-file`"
    )]
    StdinTwice,
    /// An option of a pass has an invalid value.
    #[error(transparent)]
    PassOption(#[from] OptionError),
}
