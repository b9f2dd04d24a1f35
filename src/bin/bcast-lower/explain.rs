//! The arguments and report formats of `bcast-lower explain`.

use crate::{
    args::{FileArgs, ReadingArgs},
    machine::DiagnosticsArgs,
    output,
    pass_args::LoweringArgs,
};
use anstream::{AutoStream, ColorChoice};
use bcast_lower::{driver::ReportFormat, explain::Position, pipeline::Target};
use clap::{
    ArgAction, Args, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use std::{
    io,
    path::{Path, PathBuf},
};
use strum::VariantNames;

const AFTER_HELP: &str = "\
Examples:
  See why an op is guarded:
    bcast-lower explain model.mlir

  List all origins of the facts at line 12:
    bcast-lower explain --why=12 model.mlir

  Write a page to read in a browser or to send:
    bcast-lower explain --format=html -o model.html model.mlir

  List the ops that still need a guard:
    bcast-lower explain --format=json model.mlir | jq '.ops[] | select(any(.dims[]; .guards != []))'

  Let a solver check that the removed guards are not needed:
    bcast-lower explain --emit-smt model.mlir | z3 -in

Colours are used only on terminals, and not if the variable NO_COLOR is set.";

/// Show what the lowering decides for each op that broadcasts, and why
///
/// For each op, shows the dims of the operands and the result aligned, with one name for equal
/// sizes; the operand that decides each size; the guard that is needed, or the fact that made
/// it unnecessary and its origin; and the emitted ops.
#[derive(Debug, Args)]
#[command(
    after_help = AFTER_HELP,
    max_term_width = 100,
    disable_help_flag = true,
)]
pub struct ExplainArgs {
    #[command(flatten)]
    pub files: FileArgs,

    /// Format of the report: text, JSON for scripts, or a self-contained HTML page
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Show only the ops at LINE or LINE:COLUMN, with all origins of their facts, not just the
    /// closest ones
    #[arg(long, value_name = "PLACE")]
    pub why: Option<Position>,

    /// Write the reasons for each guard that facts removed, as SMT-LIB 2
    #[arg(long, conflicts_with = "format")]
    pub emit_smt: bool,

    /// Also explain the passes of a target: what each of them changes, and where
    #[arg(
        long,
        value_name = "TARGET",
        value_parser = PossibleValuesParser::new(Target::VARIANTS).try_map(|name| name.parse::<Target>()),
    )]
    pub target: Option<Target>,

    /// Show what `scripts/prove --record=FILE` has proven about the output, if it is still the
    /// output of this input
    #[arg(long, value_name = "FILE", conflicts_with = "emit_smt")]
    pub proof: Option<PathBuf>,

    #[command(flatten)]
    pub diagnostics: DiagnosticsArgs,

    #[command(flatten)]
    pub lowering: LoweringArgs,

    #[command(flatten)]
    pub reading: ReadingArgs,

    /// Print help; `-h` prints one screen
    #[arg(short, long, action = ArgAction::Help)]
    pub help: Option<bool>,
}

impl ExplainArgs {
    /// Returns the format of the report.
    pub const fn format(&self) -> Format {
        match self.emit_smt {
            true => Format::Smt,
            false => self.format,
        }
    }
}

/// The format of a report.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum Format {
    Text,
    Json,
    Html,
    #[value(skip)]
    Smt,
}

impl Format {
    /// Returns the format for an output file.
    pub fn at(self, output: &Path) -> ReportFormat {
        match self {
            Self::Text => ReportFormat::Text {
                colored: output::is_stdout(output)
                    && AutoStream::choice(&io::stdout()) != ColorChoice::Never,
            },
            Self::Json => ReportFormat::Json,
            Self::Html => ReportFormat::Html,
            Self::Smt => ReportFormat::Smt,
        }
    }
}
