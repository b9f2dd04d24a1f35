//! Source text to output text: split the input, parse, run a pipeline, print.
//!
//! Invariant: nothing here opens a file or depends on a terminal.
//!
//! # Progress is polled
//!
//! A run writes its steps to a `driver::Monitor`, if the job has one, and calls nothing: the tool,
//! or another program, looks at it from a thread of its own as often as it shows progress. Steps
//! of a separate process come through its pipe.
//!
//! # Weights are not copied
//!
//! The tool maps large files, MLIR reads the text or bytecode in place (`text::Source::borrow`),
//! and output is written directly to the file that will be renamed (`driver/sink.rs`). So a file
//! with weights costs its own size and that of the constants that MLIR creates. What a pipe or a
//! device has received cannot be taken back, so the tool prints to it only once nothing but
//! writing can fail: the only, or last, part of a source is printed directly, and the parts before
//! it are kept in memory until then. Standard input is mapped if it is a file; otherwise it is
//! read into memory that grows without being copied. Text that is split into parts is still
//! copied: MLIR's lexer needs a NUL byte after it, and empty lines in front. A copy of a part is
//! freed before the next one is made.

mod advice;
mod check;
mod check_message;
mod chunk;
mod config;
mod context;
mod diagnose;
mod error;
mod execute;
mod explain;
mod header;
mod irdl;
#[allow(unsafe_code)]
mod isolation;
mod job;
mod lower;
mod progress;
mod refused_text;
mod repair;
mod sink;
#[doc(hidden)]
pub mod split;
mod stack;
mod task;

pub use crate::{
    bounds::FailedCall,
    pipeline::Stop,
    text::{BytecodeOptions, Expectations, PrintOptions, llvm_version},
};
pub use check::{check, check_rules};
pub use check_message::check_message;
pub use config::{Config, IrdlSource, OutputFormat};
pub use diagnose::{diagnose, run_with_diagnostics};
pub use explain::{
    ReportFormat, explain, explain_with_diagnostics, report, run_with_counts, run_with_stats,
};
pub use header::artifact_version;
pub use lower::{LowerError, Options, lower};
pub use progress::{Monitor, Phase, Progress};
pub use repair::{Repaired, without_broken_functions};
pub use sink::Destination;
#[doc(hidden)]
pub use stack::with_large_stack;
pub use task::Lowering;

use self::{
    context::{create_context, register_passes},
    execute::{is_isolated, run_chunks, run_chunks_with_text, run_in_this_process, run_task},
    task::PartTask,
};
pub use self::{
    error::Error,
    job::{Job, Outcome, Status},
};
use crate::{diagnostic::collect, ir};
use check::check_with_rules;
use std::io::Write;

/// Returns the names of the dialects that a run knows; those of [`Config::irdl`] only if they are
/// valid.
///
/// # Errors
///
/// Returns an error if no thread can be started.
pub fn dialects(config: &Config) -> Result<Vec<String>, Error> {
    run_in_this_process(|| {
        let context = create_context(config);
        let (is_loaded, _) = collect(&context, || irdl::load_silently(config, &context));
        is_loaded?;
        Ok(ir::dialect_names(&context))
    })?
}

/// Runs the configured pipeline on a source.
///
/// Diagnostics, and output of passes, are written to `diagnostics` as they occur.
///
/// # Examples
///
/// ```
/// # use bcast_lower_driver as bcast_lower;
/// use bcast_lower::driver::{Config, Job, Status, run};
///
/// let mut config = Config::default();
/// config.pipeline = "builtin.module(canonicalize)".into();
/// let mut diagnostics = Vec::new();
///
/// let job = Job::new(&config, "a.mlir", b"func.func private @f()");
/// let outcome = run(job, &mut diagnostics)?;
/// assert_eq!(outcome.status, Status::Success);
/// assert_eq!(outcome.output, b"module {\n  func.func private @f()\n}\n");
///
/// let outcome = run(Job::new(&config, "a.mlir", b"func.func"), &mut diagnostics)?;
/// assert_eq!(outcome.status, Status::Failure);
/// assert!(diagnostics.starts_with(b"a.mlir:1:10: error: "));
/// # Ok::<(), bcast_lower::driver::Error>(())
/// ```
///
/// # Errors
///
/// Fails for reasons other than errors in the source or its ops.
pub fn run(job: Job<'_>, diagnostics: &mut (dyn Write + Send)) -> Result<Outcome, Error> {
    check_with_rules(job.config, None)?;
    run_task(job, diagnostics, |stream, follow| {
        run_chunks_with_text(job, stream, follow, PartTask::Run)
    })
}

#[cfg(test)]
mod tests;
