//! Runs of a job: on a large stack, and in a separate process if necessary.

use super::{
    advice::Advisor,
    chunk::{ChunkRun, Pipeline},
    config::OutputFormat,
    context::create_context,
    error::Error,
    irdl, isolation,
    job::{Job, Outcome, Status},
    progress::{Follow, RunStep},
    sink::Sink,
    split, stack,
    task::PartTask,
};
use crate::{
    diagnostic::{Diagnostic, collect, printable, stream::Stream},
    pipeline::{self, Stop, manager::Timing},
};
use melior::Context;
use std::{
    io::{self, Write},
    mem::forget,
};

/// The message if MLIR fails without a diagnostic, as its bytecode reader may.
pub(super) const NO_REASON: &str = "malformed input: MLIR gives no reason";

/// Runs `body` on a large stack, and in a separate process if necessary; reports a generic
/// error if the run failed without a diagnostic.
pub(super) fn run_task(
    job: Job<'_>,
    diagnostics: &mut (dyn Write + Send),
    body: impl FnOnce(&mut (dyn Write + Send), Follow<'_>) -> Result<Outcome, Error> + Send,
) -> Result<Outcome, Error> {
    let mut diagnostics = TrackedWriter {
        writer: diagnostics,
        wrote_any: false,
    };
    let outcome = if is_isolated(job) {
        let run = || isolation::run_in_copy(job, &mut diagnostics, body);
        match stack::with_large_stack(run)?? {
            Ok(outcome) => outcome,
            Err(ending) => {
                write_error(job, &ending.to_string(), &mut diagnostics)?;
                Outcome::failure()
            }
        }
    } else {
        run_in_this_process(|| body(&mut diagnostics, &|step| job.follow(step)))??
    };
    let is_silent = !diagnostics.wrote_any && job.config.verify_diagnostics.is_none();
    if outcome.status == Status::Failure && is_silent {
        write_error(job, NO_REASON, &mut diagnostics)?;
    }
    Ok(outcome)
}

/// Writes an error on a source as MLIR's handler renders errors without a line.
pub(super) fn write_error(
    job: Job<'_>,
    message: &str,
    diagnostics: &mut dyn Write,
) -> Result<(), Error> {
    let [bold, red, reset] = match job.config.colors {
        true => ["\x1b[1m", "\x1b[0;1;31m", "\x1b[0m"],
        false => [""; 3],
    };
    let [name, message] = [job.name, message].map(printable);
    writeln!(
        diagnostics,
        "{bold}{name}: {reset}{red}error: {reset}{bold}{message}{reset}"
    )
    .map_err(Error::Diagnostics)
}

/// A writer that records whether anything was written.
pub(super) struct TrackedWriter<'a> {
    writer: &'a mut (dyn Write + Send),
    wrote_any: bool,
}

impl Write for TrackedWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.wrote_any |= !bytes.is_empty();
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Returns whether a source is read in a separate process.
pub(super) fn is_isolated(job: Job<'_>) -> bool {
    let config = job.config;
    config.isolate_crashes
        && (split::is_bytecode(job.source) || pipeline::folds_upstream(&config.pipeline))
}

/// Runs `body` on a large stack.
pub(super) fn run_in_this_process<T: Send>(body: impl FnOnce() -> T + Send) -> Result<T, Error> {
    stack::with_large_stack(|| isolation::without_copies(body))
}

/// Processes all chunks of a source, and renders diagnostics as text.
pub(super) fn run_chunks_with_text(
    job: Job<'_>,
    diagnostics: &mut (dyn Write + Send),
    follow: Follow<'_>,
    task: PartTask<'_>,
) -> Result<Outcome, Error> {
    let stream = Stream::for_terminal(diagnostics, job.config.colors);
    let outcome = {
        let timing = job
            .config
            .timing
            .then(|| Timing::new(&stream, job.config.timing_style));
        let timing = timing.as_ref();
        run_chunks(job, &stream, timing, follow, task, None)?
    };
    stream.finish().map_err(Error::Diagnostics)?;
    Ok(outcome)
}

/// Runs `body`, and adds the diagnostics that it emits to `values`.
pub(super) fn add_collected<T>(
    values: &mut Vec<Diagnostic>,
    context: &Context,
    body: impl FnOnce() -> T,
) -> T {
    let (result, new) = collect(context, body);
    values.extend(new);
    result
}

/// Processes all chunks of a source. Diagnostics are added to `values` if given, and rendered
/// to the stream otherwise.
pub(super) fn run_chunks(
    job: Job<'_>,
    stream: &Stream<'_>,
    timing: Option<&Timing<'_>>,
    follow: Follow<'_>,
    mut task: PartTask<'_>,
    mut values: Option<&mut Vec<Diagnostic>>,
) -> Result<Outcome, Error> {
    let Job {
        config,
        name,
        source: bytes,
        source_with_nul,
        output: destination,
        stop,
        monitor,
        has_read,
    } = job;
    let never = Stop::default();
    let stop = stop.unwrap_or(&never);
    // All chunks share a context: what it accumulates (types, attributes, loaded dialects) does
    // not change the meaning of a chunk.
    let context = create_context(config);
    let is_loaded = match &mut values {
        Some(values) => add_collected(values, &context, || irdl::load_silently(config, &context)),
        None => irdl::load(config, &context, stream),
    };
    if !is_loaded? {
        return Ok(Outcome::failure());
    }
    let mut output = Sink::new(destination);
    let has_output = !matches!(task, PartTask::Explain(_) | PartTask::FindMessage(..))
        && config.output_format != OutputFormat::Nothing;
    let mut status = Status::Success;
    let chunks = split::split(name, bytes, config.split_marker.as_deref());
    for (index, chunk) in chunks.iter().enumerate() {
        let (number, count) = (index + 1, chunks.len());
        follow(RunStep::Part { number, count });
        if index > 0 && has_output {
            writeln!(output, "{}", config.output_split_marker).map_err(Error::Output)?;
        }
        let is_last = index + 1 == chunks.len();
        // The last chunk is printed if nothing has failed, unless its diagnostics are compared
        // with the expected ones afterwards.
        if is_last && status == Status::Success && config.verify_diagnostics.is_none() {
            output.release();
        }
        let source = chunk
            .source(source_with_nul)
            .ok_or(Error::Memory { size: bytes.len() })?;
        let mut run = ChunkRun {
            config,
            context: &context,
            chunk,
            source: &source,
            stream,
            stop,
            timing,
            output: &mut output,
            follow,
            has_read,
            is_followed: is_isolated(job) || monitor.is_some(),
            task: &mut task,
            pipeline: Pipeline::of(config),
            // With many chunks, memory that is not released would add up.
            releases_memory: config.releases_memory || !is_last,
        };
        let advisor = Advisor::new(&context, chunk.bytes);
        let succeeded = match (&mut values, config.verify_diagnostics) {
            (Some(values), _) => {
                let known = values.len();
                let succeeded = add_collected(values, &context, || run.run())?;
                for diagnostic in &mut values[known..] {
                    advisor.add_notes(diagnostic);
                }
                succeeded
            }
            (None, None) => source.render_diagnostics(
                &context,
                stream,
                |message| advisor.advice(message),
                || run.run(),
            )?,
            (None, Some(expectations)) => {
                let (result, is_as_expected) =
                    source.verify_diagnostics(&context, expectations, stream, || run.run());
                result?;
                is_as_expected
            }
        };
        if !succeeded && stop.is_requested() {
            return Err(Error::Stopped);
        }
        if !succeeded {
            status = Status::Failure;
        }
    }
    if !config.releases_memory {
        forget(context);
    }
    let output = match status {
        Status::Success => output.finish().map_err(Error::Output)?,
        Status::Failure => output.abandon(),
    };
    Ok(Outcome { output, status })
}
