//! What is wrong with a command line that clap accepts.

use bcast_lower::pipeline::{OptionError, Target};
use std::path::PathBuf;

/// Arguments contradict each other, or cannot be meant as they stand.
#[derive(Debug, thiserror::Error)]
pub enum UsageError {
    /// An option of the default pipeline is given with other passes.
    #[error("`--{option}` has no effect with `--{by}`: {advice}")]
    IgnoredByPasses {
        /// The option, without dashes.
        option: &'static str,
        /// The option that says which passes run.
        by: &'static str,
        /// What to do instead.
        advice: String,
    },
    /// Passes are named in two ways.
    #[error(
        "`--pass-pipeline` and `--{pass}` both say which passes run; \
         write `{pass}` in the pipeline"
    )]
    PassesTwice {
        /// The pass.
        pass: &'static str,
    },
    /// A pass of a target refuses an option.
    #[error("`--{options}` cannot be combined with `--target={target}`: {reason}")]
    Target {
        /// The options, without the first one's dashes.
        options: String,
        /// The target.
        target: Target,
        /// What is wrong.
        reason: String,
    },
    /// An option changes how something is printed that is not printed.
    #[error("`--{option}` has no effect alone: {advice}")]
    NothingPrinted {
        /// The option, without dashes.
        option: &'static str,
        /// What it goes with.
        advice: &'static str,
    },
    /// Something is given beside an option that only prints something else.
    #[error("{given} has no effect with `--{by}`, which prints what it says and ends")]
    IgnoredByPrinting {
        /// What is given.
        given: String,
        /// The option that prints, without dashes.
        by: &'static str,
    },
    /// The options of a pass would end it, or the pipeline.
    #[error("the braces in `--{pass}={options}` do not match")]
    Braces {
        /// The pass.
        pass: &'static str,
        /// Its options.
        options: String,
    },
    /// An option of the lowering or of the output is given where there is none.
    #[error("`--{option}` has no effect with `--verify-only`: {reason}")]
    IgnoredByVerifyOnly {
        /// The option, without dashes.
        option: &'static str,
        /// What there is none of.
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
        /// How many.
        count: usize,
        /// The first one.
        first: PathBuf,
        /// The second one.
        second: PathBuf,
    },
    /// A command stands behind other arguments.
    #[error(
        "a command stands in front of all other arguments, as in \
         `bcast-lower {command} [OPTIONS] [FILE]`; a file of that name is read as `./{command}`"
    )]
    CommandNotFirst {
        /// The command.
        command: &'static str,
    },
    /// What stands where a command may is none.
    #[error("there is no command `{}`; did you mean `{suggestion}`?", found.display())]
    UnknownCommand {
        /// What was typed.
        found: PathBuf,
        /// The command that was probably meant.
        suggestion: &'static str,
    },
    /// Bytecode is asked for several chunks.
    #[error(
        "`--emit-bytecode` does not work with `--split-input-file`: \
         the parts cannot be joined to one bytecode file"
    )]
    SplitBytecode,
    /// Standard input would be read more than once.
    #[error(
        "standard input can be read only once; \
         name files for all but one of the input and `--irdl-file`"
    )]
    StdinTwice,
    /// An option of a pass has a wrong value.
    #[error(transparent)]
    PassOption(#[from] OptionError),
}
