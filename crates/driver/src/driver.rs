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
mod chunk;
mod config;
mod diagnose;
mod explain;
mod header;
mod irdl;
#[allow(unsafe_code)]
mod isolation;
mod progress;
mod repair;
mod sink;
#[doc(hidden)]
pub mod split;
mod stack;

pub use crate::pipeline::Stop;
pub use crate::text::{BytecodeOptions, Expectations, PrintOptions, llvm_version};
pub use check::{check, check_rules};
pub use config::{Config, OutputFormat};
pub use diagnose::{diagnose, run_with_diagnostics};
pub use explain::{
    Lowering, ReportFormat, explain, explain_with_diagnostics, report, run_with_counts,
    run_with_stats,
};
pub use header::artifact_version;
pub use irdl::IrdlSource;
pub use progress::{Monitor, Phase, Progress};
pub use repair::{Repaired, without_broken_functions};
pub use sink::Destination;
#[doc(hidden)]
pub use stack::with_large_stack;

use crate::{
    diagnostic::{Diagnostic, collect, printable, stream::Stream},
    dialect, ir,
    pipeline::{
        self,
        manager::{PipelineError, Timing},
        upstream,
    },
    rule::RuleErrors,
    text::set_notes,
};
use advice::Advisor;
use check::check_with_rules;
use chunk::{ChunkRun, Pipeline};
use explain::{PassTotals, Recording};
use melior::{Context, dialect::DialectRegistry};
use progress::{Follow, RunStep};
use sink::Sink;
use std::{
    io::{self, Write},
    mem::forget,
};

/// A source with the configuration that it is processed with.
#[derive(Clone, Copy, Debug)]
pub struct Job<'j> {
    /// The configuration.
    pub config: &'j Config,
    /// The source's name in locations.
    pub name: &'j str,
    /// The source: text or bytecode.
    pub source: &'j [u8],
    /// The file that the output is written to directly; without one, it is kept in memory.
    pub output: Option<Destination<'j>>,
    /// What stops the run from another thread.
    pub stop: Option<&'j Stop>,
    /// What shows other threads how far the run has come.
    pub monitor: Option<&'j Monitor>,
    /// The source with the NUL byte after it, if there is one.
    source_with_nul: Option<&'j [u8]>,
}

impl<'j> Job<'j> {
    /// Creates the job of processing a source, whose name in locations is `name`.
    pub const fn new(config: &'j Config, name: &'j str, source: &'j [u8]) -> Self {
        Self {
            config,
            name,
            source,
            output: None,
            stop: None,
            monitor: None,
            source_with_nul: None,
        }
    }

    /// Creates the job of processing a source that a NUL byte follows, which saves a copy of a
    /// large source. Returns `None` if the last byte is not NUL.
    pub fn terminated(
        config: &'j Config,
        name: &'j str,
        source_with_nul: &'j [u8],
    ) -> Option<Self> {
        let (0, source) = source_with_nul.split_last()? else {
            return None;
        };
        Some(Self {
            source_with_nul: Some(source_with_nul),
            ..Self::new(config, name, source)
        })
    }

    /// Goes on to the next step, in the process of the caller.
    fn follow(&self, step: RunStep) {
        if let Some(monitor) = self.monitor {
            monitor.follow(step);
        }
    }
}

/// The outcome of running a pipeline on a source.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Outcome {
    /// The printed parts that succeeded, unless they went to the job's file.
    pub output: Vec<u8>,
    /// Whether all parts succeeded.
    pub status: Status,
}

impl Outcome {
    /// A failure without output.
    const fn failure() -> Self {
        Self {
            output: vec![],
            status: Status::Failure,
        }
    }
}

/// Whether a run succeeded.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Status {
    /// All parts succeeded.
    Success,
    /// Some part failed, with diagnostics.
    Failure,
}

/// An error that prevents a run, other than a diagnostic on the source.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The pipeline is invalid; the source was not read.
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    /// A portable artifact is requested of a pipeline whose output has ops of other dialects; the
    /// source was not read.
    #[error(
        "no portable artifact can be written: `{pass}` creates ops of other dialects, and an \
         artifact holds only functions and StableHLO's ops; write bytecode or text, which IREE \
         reads, too"
    )]
    NotPortable {
        /// The pass, or the target, in the pipeline.
        pass: &'static str,
    },
    /// The rules of a table are invalid; the source was not read.
    #[error(transparent)]
    Rules(#[from] RuleErrors),
    /// The diagnostics cannot be written.
    #[error("cannot write diagnostics: {0}")]
    Diagnostics(#[source] io::Error),
    /// The output cannot be written to the job's file.
    #[error("cannot write the output: {0}")]
    Output(#[source] io::Error),
    /// No thread can be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
    /// No process can be started.
    #[error("cannot start a process: {0}")]
    Process(#[source] io::Error),
    /// The run was stopped by [`Job::stop`].
    #[error("stopped")]
    Stopped,
    /// There is no memory for a copy of the source.
    #[error("not enough memory for {size} bytes of input")]
    Memory {
        /// The size of the source in bytes.
        size: usize,
    },
}

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

/// The task for each part of a source.
enum PartTask<'t> {
    /// Runs the pipeline.
    Run,
    /// Runs the pipeline, and records what a lowering of the source would decide.
    Count(&'t mut Recording),
    /// Runs the pipeline, and adds up what its passes count.
    CountPasses(&'t mut PassTotals),
    /// Records what the lowering decides.
    Explain(&'t mut Recording),
}

/// Runs `body` on a large stack, and in a separate process if necessary; reports a generic
/// error if the run failed without a diagnostic.
fn run_task(
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
        write_error(job, diagnose::NO_REASON, &mut diagnostics)?;
    }
    Ok(outcome)
}

/// Writes an error on a source as MLIR's handler renders errors without a line.
fn write_error(job: Job<'_>, message: &str, diagnostics: &mut dyn Write) -> Result<(), Error> {
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
struct TrackedWriter<'a> {
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
fn is_isolated(job: Job<'_>) -> bool {
    let config = job.config;
    config.isolate_crashes
        && (split::is_bytecode(job.source) || pipeline::folds_upstream(&config.pipeline))
}

/// Runs `body` on a large stack.
fn run_in_this_process<T: Send>(body: impl FnOnce() -> T + Send) -> Result<T, Error> {
    stack::with_large_stack(|| isolation::without_copies(body))
}

/// Processes all chunks of a source, and renders diagnostics as text.
fn run_chunks_with_text(
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

fn register_passes() {
    upstream::register_passes();
    pipeline::register_passes();
}

fn create_context(config: &Config) -> Context {
    let registry = DialectRegistry::new();
    dialect::register(&registry);
    upstream::register_dialects(&registry);
    dialect::register_iree(&registry);
    if config.reads_tensorflow() {
        dialect::register_tensorflow(&registry);
    }
    if !config.irdl.is_empty() {
        dialect::irdl().insert_dialect(&registry);
    }
    // Small sources are parsed and printed on one thread, and starting a pool takes time.
    let context = Context::new_with_registry(&registry, false);
    context.set_allow_unregistered_dialects(config.allow_unregistered);
    set_notes(
        &context,
        config.op_on_diagnostic,
        config.stack_on_diagnostic,
    );
    context
}

/// Runs `body`, and adds the diagnostics that it emits to `values`.
fn add_collected<T>(
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
fn run_chunks(
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
    let has_output =
        !matches!(task, PartTask::Explain(_)) && config.output_format != OutputFormat::Nothing;
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

#[cfg(test)]
mod tests;
