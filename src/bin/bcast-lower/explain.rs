//! `bcast-lower explain`: what can be typed, and how it looks.

use crate::{
    args::{FileArgs, ReadingArgs},
    output,
    pass_args::LoweringArgs,
};
use anstream::{AutoStream, ColorChoice};
use bcast_lower::{driver::ReportFormat, explain::Position, pipeline::Target};
use clap::{
    ArgAction, Args, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use std::{io, path::Path};
use strum::VariantNames;

const AFTER_HELP: &str = "\
Examples:
  See why an op is guarded:
    bcast-lower explain model.mlir

  List all that the facts at line 12 follow from:
    bcast-lower explain --why=12 model.mlir

  Write a page to read in a browser or to send:
    bcast-lower explain --format=html -o model.html model.mlir

  List the ops that still need a guard:
    bcast-lower explain --format=json model.mlir | jq '.ops[] | select(any(.dims[]; .guards != []))'

  Have a solver check why guards are not needed:
    bcast-lower explain --emit-smt model.mlir | z3 -in

Colours are used on terminals only, and not where the variable NO_COLOR is set.";

/// Show what the lowering decides for each op that broadcasts, and why
///
/// For each op: the operands' dims under each other over those of the result, equal sizes by one
/// name; which operand decides each size; which guard is needed, or which fact made it unnecessary
/// and where that comes from; and what is emitted.
#[derive(Debug, Args)]
#[command(
    after_help = AFTER_HELP,
    max_term_width = 100,
    disable_help_flag = true,
)]
pub struct ExplainArgs {
    #[command(flatten)]
    pub files: FileArgs,

    /// How to write it: text, JSON for scripts, or a page that needs no network
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Show only the ops at LINE or LINE:COLUMN, with all that their facts follow from, not just
    /// the closest origins
    #[arg(long, value_name = "PLACE")]
    pub why: Option<Position>,

    /// Write, for each guard that facts removed, what it follows from, as SMT-LIB 2
    #[arg(long, conflicts_with = "format")]
    emit_smt: bool,

    /// Explain the passes of a target, too: what each of them changes, and where
    #[arg(
        long,
        value_name = "WHO",
        value_parser = PossibleValuesParser::new(Target::VARIANTS).try_map(|name| name.parse::<Target>()),
    )]
    pub target: Option<Target>,

    #[command(flatten)]
    pub lowering: LoweringArgs,

    #[command(flatten)]
    pub reading: ReadingArgs,

    /// Print help
    #[arg(short, long, action = ArgAction::Help)]
    pub help: Option<bool>,
}

impl ExplainArgs {
    /// Returns how the report is written.
    pub const fn format(&self) -> Format {
        match self.emit_smt {
            true => Format::Smt,
            false => self.format,
        }
    }
}

/// How a report is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum Format {
    Text,
    Json,
    Html,
    #[value(skip)]
    Smt,
}

impl Format {
    /// Returns how a report is written to a file.
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
