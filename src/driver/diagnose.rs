//! Diagnostics as values instead of text.

use super::{
    Config, Error, Job, Outcome, OutputFormat, Status, Task, check, chunk::ChunkRun,
    create_context, irdl, sink::Sink, split, stack,
};
use crate::diagnostic::{Diagnostic, Severity, collect, stream::Stream};
use std::io::{self, Write};

/// What is said where MLIR says nothing, as its reader of bytecode may.
pub(super) const NO_REASON: &str = "malformed input: MLIR gives no reason";

/// Runs the configured pipeline on a source, and returns the diagnostics of its parts
/// instead of text.
///
/// Expectations in the source are not looked at. Bytecode is read in this process, which
/// MLIR's reader may crash if it is malformed.
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
/// Expectations in the source are not looked at. Bytecode is read in this process, which
/// MLIR's reader may crash if it is malformed.
///
/// # Errors
///
/// As for [`run`](super::run).
pub fn run_with_diagnostics(job: Job<'_>) -> Result<(Outcome, Vec<Diagnostic>), Error> {
    let Job {
        config,
        name,
        source: bytes,
        output: file,
        ..
    } = job;
    check(config)?;
    stack::with_large_stack(|| {
        let context = create_context(config);
        let mut output = Sink::new(file);
        let mut status = Status::Success;
        let (is_ready, mut diagnostics) =
            collect(&context, || irdl::load_silently(config, &context));
        if !is_ready? {
            let outcome = Outcome {
                output: vec![],
                status: Status::Failure,
            };
            return Ok((outcome, diagnostics));
        }
        let chunks = split::split(name, bytes, config.split_marker.as_deref());
        for (index, chunk) in chunks.iter().enumerate() {
            if index > 0 && config.output_format != OutputFormat::Nothing {
                output
                    .write_all(split::OUTPUT_SEPARATOR)
                    .map_err(Error::Output)?;
            }
            let source = chunk
                .source(None)
                .ok_or(Error::Memory { size: bytes.len() })?;
            let mut printed = io::sink();
            let stream = Stream::new(&mut printed);
            let mut run = ChunkRun {
                config,
                context: &context,
                chunk,
                source: &source,
                stream: &stream,
                timing: None,
                output: &mut output,
                after_parsing: &|| (),
                task: &mut Task::Run,
                releases_memory: true,
            };
            let (succeeded, new) = collect(&context, || run.run());
            if !succeeded? {
                status = Status::Failure;
            }
            diagnostics.extend(new);
        }
        if status == Status::Failure && diagnostics.is_empty() {
            diagnostics.push(Diagnostic {
                severity: Severity::Error,
                message: NO_REASON.into(),
                location: None,
                notes: vec![],
            });
        }
        let output = output.into_bytes();
        Ok((Outcome { output, status }, diagnostics))
    })?
}
