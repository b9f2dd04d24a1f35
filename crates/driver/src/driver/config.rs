//! The configuration of a run.

use super::split::MARKER;
use crate::{
    artifact::Version,
    pipeline::{
        PassOptions, converts_tensorflow, default_pipeline,
        manager::{IrPrinting, Reproducers, StatisticsDisplay, TimingStyle},
    },
    text::{BytecodeOptions, Expectations, PrintOptions},
};

/// The configuration of a run.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Config {
    /// The pipeline, such as `builtin.module(canonicalize,cse)`.
    pub pipeline: String,
    /// Runs the pipeline that the source's resource `mlir_reproducer` contains instead, as MLIR
    /// writes it after a crash. A source without one is an error.
    pub run_reproducer: bool,
    /// Splits the source at lines that consist of this marker.
    pub split_marker: Option<String>,
    /// The line between the results of the parts of a source that is split.
    pub output_split_marker: String,
    /// Checks diagnostics against `expected-...` comments instead of showing them.
    pub verify_diagnostics: Option<Expectations>,
    /// Dialects defined in IRDL, loaded before the source is read.
    pub irdl: Vec<IrdlSource>,
    /// Accepts ops, types and attributes of unknown dialects.
    pub allow_unregistered: bool,
    /// Checks, before the pipeline runs, that the text and the bytecode of the program are read
    /// back as the same program.
    pub verify_roundtrip: bool,
    /// Verifies the IR after each pass.
    pub verify_each: bool,
    /// Wraps the source's ops in a module if there is none.
    pub implicit_module: bool,
    /// Processes bytecode in a separate process, from reading it on, and so text if the pipeline has a pass that folds
    /// by MLIR's own patterns (`canonicalize`, `inline`, `sccp`).
    ///
    /// MLIR trusts bytecode: on malformed input, its reader may crash or not terminate. Its patterns crash on some
    /// valid programs. With this option, that is reported like any other failure. The process is a copy of this one
    /// (`fork`) in which only the calling thread survives. It is made while no other run of this
    /// module is in progress, and runs that start meanwhile wait; so the hook of a rule must not
    /// call this module, and a program that uses MLIR in other threads in any other way at the
    /// same time must not set this option. A panic in the process is raised
    /// again in this one; it calls no panic hook there, unless one is set after the first such
    /// run.
    pub isolate_crashes: bool,
    /// Allows several threads, where they save time.
    pub threading: bool,
    /// Releases the memory that a run used. A process that exits after its only run saves time
    /// by leaving that to the system.
    pub releases_memory: bool,
    /// Reports how long each part of the run took.
    pub timing: bool,
    /// How that is printed.
    pub timing_style: TimingStyle,
    /// Prints what the passes counted.
    pub statistics: Option<StatisticsDisplay>,
    /// Writes the program before the passes together with the pipeline.
    pub reproducers: Reproducers,
    /// Errors on ops show the op in a note.
    pub op_on_diagnostic: bool,
    /// Errors show the stack of this program in a note.
    pub stack_on_diagnostic: bool,
    /// Remarks say which rows of legalisations were tried on an op, and why they do not apply.
    pub reports_rows: bool,
    /// The IR that is printed during the run.
    pub ir_printing: IrPrinting,
    /// Writes diagnostics with terminal escape sequences for colors.
    pub colors: bool,
    /// How the result is written.
    pub output_format: OutputFormat,
    /// How bytecode is written.
    pub bytecode: BytecodeOptions,
}

impl Config {
    /// Returns whether ops of `tf` are read, since a pass converts them.
    pub(super) fn reads_tensorflow(&self) -> bool {
        // A reproducer names its pipeline only after it has been read.
        self.run_reproducer || converts_tensorflow(&self.pipeline)
    }
}

/// How a result is written.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum OutputFormat {
    /// As text.
    Text(PrintOptions),
    /// As MLIR bytecode.
    Bytecode,
    /// As a portable artifact of a version of StableHLO, which must be supported.
    Artifact(Version),
    /// Not at all; only diagnostics are produced.
    Nothing,
}

impl Default for OutputFormat {
    fn default() -> Self {
        Self::Text(PrintOptions::default())
    }
}

impl Default for Config {
    /// Verifies and lowers with the passes' default options.
    fn default() -> Self {
        Self {
            pipeline: default_pipeline(&PassOptions::default(), false),
            run_reproducer: false,
            split_marker: None,
            output_split_marker: MARKER.into(),
            verify_diagnostics: None,
            irdl: vec![],
            allow_unregistered: false,
            verify_roundtrip: false,
            verify_each: true,
            implicit_module: true,
            isolate_crashes: false,
            threading: true,
            releases_memory: true,
            timing: false,
            timing_style: TimingStyle::default(),
            statistics: None,
            reproducers: Reproducers::default(),
            op_on_diagnostic: true,
            stack_on_diagnostic: false,
            reports_rows: false,
            ir_printing: IrPrinting::default(),
            colors: false,
            output_format: OutputFormat::default(),
            bytecode: BytecodeOptions::default(),
        }
    }
}

/// IRDL text that defines dialects.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct IrdlSource {
    /// Its name in locations.
    pub name: String,
    /// The text.
    pub text: Vec<u8>,
}
