//! What a run does.

use super::IrdlSource;
use crate::{
    pipeline::{PassOptions, default_pipeline, manager::IrPrinting},
    text::{Expectations, PrintOptions},
};

/// What a run does, in all detail.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Config {
    /// The pipeline, such as `builtin.module(canonicalize,cse)`.
    pub pipeline: String,
    /// Splits the source at lines that consist of this marker.
    pub split_marker: Option<String>,
    /// Checks diagnostics against `expected-...` comments instead of showing them.
    pub verify_diagnostics: Option<Expectations>,
    /// Dialects that are defined as data, and known from the beginning.
    pub irdl: Vec<IrdlSource>,
    /// Accepts ops, types and attributes of unknown dialects.
    pub allow_unregistered: bool,
    /// Verifies the IR after each pass.
    pub verify_each: bool,
    /// Wraps the source's ops in a module where there is none.
    pub implicit_module: bool,
    /// Reads bytecode, and all that follows, in a process of its own.
    ///
    /// MLIR trusts bytecode: its reader crashes on some that is malformed, or never
    /// comes to an end. With this, that is a failure as any other. The process is a
    /// copy of this one (`fork`) in which only the calling thread lives on, so a
    /// program that uses MLIR in other threads at the same time must not ask for it. A panic
    /// there calls no panic hook, unless one is set after the first such run: it becomes one here.
    pub isolate_bytecode: bool,
    /// Allows several threads, where they gain anything.
    pub threading: bool,
    /// Gives back the memory that a run took. A process that ends after its only run
    /// saves time if that is left to the system.
    pub releases_memory: bool,
    /// Reports where the time went.
    pub timing: bool,
    /// Which IR is printed on the way.
    pub ir_printing: IrPrinting,
    /// Writes diagnostics with the escape sequences by which terminals show colors.
    pub colors: bool,
    /// How the result is written.
    pub output_format: OutputFormat,
}

/// How a result is written.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum OutputFormat {
    /// As text.
    Text(PrintOptions),
    /// As MLIR bytecode.
    Bytecode,
    /// Not at all: there are diagnostics only.
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
            split_marker: None,
            verify_diagnostics: None,
            irdl: vec![],
            allow_unregistered: false,
            verify_each: true,
            implicit_module: true,
            isolate_bytecode: false,
            threading: true,
            releases_memory: true,
            timing: false,
            ir_printing: IrPrinting::default(),
            colors: false,
            output_format: OutputFormat::default(),
        }
    }
}
