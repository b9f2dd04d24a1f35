//! Diagnostics as values instead of text.

use super::{Config, Error, Job, Outcome, OutputFormat, Status, Task, check, run_chunks, stack};
use crate::diagnostic::{Diagnostic, Severity, stream::Stream};
use std::io;

/// The message if MLIR fails without a diagnostic, as its bytecode reader may.
pub(super) const NO_REASON: &str = "malformed input: MLIR gives no reason";

/// Runs the configured pipeline on a source, and returns the diagnostics of its parts
/// instead of text.
///
/// Expectations in the source are ignored. Bytecode is read in this process; MLIR's reader may
/// crash if it is malformed.
///
/// # Examples
///
/// ```
/// use bcast_lower::{driver::{Config, Job, diagnose}, pipeline::{PassOptions, default_pipeline}};
///
/// let mut config = Config::default();
/// config.pipeline = default_pipeline(&PassOptions::default(), true);
/// let diagnostics = diagnose(Job::new(&config, "a.mlir", b"func.func"))?;
/// let location = diagnostics[0].location.as_ref().expect("it is in the source");
/// assert_eq!((location.file.as_str(), location.line), ("a.mlir", 1));
/// # Ok::<(), bcast_lower::driver::Error>(())
/// ```
///
/// # Errors
///
/// As for [`run`](super::run).
pub fn diagnose(job: Job<'_>) -> Result<Vec<Diagnostic>, Error> {
    let config = Config {
        output_format: OutputFormat::Nothing,
        ..job.config.clone()
    };
    let job = Job {
        config: &config,
        ..job
    };
    Ok(run_with_diagnostics(job)?.1)
}

/// Runs the configured pipeline on a source as [`run`](super::run) does, and returns the
/// diagnostics as values. If it fails, there is an error among them.
///
/// Expectations in the source are ignored. Bytecode is read in this process; MLIR's reader may
/// crash if it is malformed.
///
/// # Errors
///
/// As for [`run`](super::run).
pub fn run_with_diagnostics(job: Job<'_>) -> Result<(Outcome, Vec<Diagnostic>), Error> {
    check(job.config)?;
    stack::with_large_stack(|| {
        let mut printed = io::sink();
        let stream = Stream::new(&mut printed);
        let mut diagnostics = vec![];
        let values = Some(&mut diagnostics);
        let outcome = run_chunks(job, &stream, None, &|| (), Task::Run, values)?;
        if outcome.status == Status::Failure && diagnostics.is_empty() {
            diagnostics.push(Diagnostic {
                severity: Severity::Error,
                message: NO_REASON.into(),
                location: None,
                notes: vec![],
            });
        }
        Ok((outcome, diagnostics))
    })?
}
