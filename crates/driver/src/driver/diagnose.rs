//! Diagnostics as values instead of text.
use super::{
    Config, Error, Job, Outcome, OutputFormat, PartTask, Status, check_with_rules,
    execute::NO_REASON, is_isolated, isolation, progress::Follow, run_chunks, run_in_this_process,
    stack,
};
use crate::diagnostic::{Diagnostic, Kind, stream::Stream};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::io;

/// Runs the configured pipeline on a source, and returns the diagnostics of its parts
/// instead of text.
///
/// Expectations in the source are ignored.
///
/// # Examples
///
/// ```
/// # use bcast_lower_driver as bcast_lower;
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
/// Expectations in the source are ignored, and so is what passes print.
///
/// # Errors
///
/// As for [`run`](super::run).
pub fn run_with_diagnostics(job: Job<'_>) -> Result<(Outcome, Vec<Diagnostic>), Error> {
    check_with_rules(job.config, None)?;
    let (outcome, (), diagnostics) = run_with_values(job, |follow, diagnostics| {
        let outcome = run_chunks_silently(job, follow, PartTask::Run, diagnostics)?;
        Ok((outcome, ()))
    })?;
    Ok((outcome, diagnostics))
}

/// The values that a process returns in addition to the outcome of a run.
#[derive(Default, Serialize, Deserialize)]
struct ChildValues<T> {
    value: T,
    diagnostics: Vec<Diagnostic>,
}

/// Runs `body` on a large stack, and in a separate process if necessary; returns its values and
/// the diagnostics that it adds, which include an error if the run failed.
pub(super) fn run_with_values<T: Default + Send + Serialize + DeserializeOwned>(
    job: Job<'_>,
    body: impl FnOnce(Follow<'_>, &mut Vec<Diagnostic>) -> Result<(Outcome, T), Error> + Send,
) -> Result<(Outcome, T, Vec<Diagnostic>), Error> {
    let run = |follow: Follow<'_>| {
        let mut diagnostics = vec![];
        let (outcome, value) = body(follow, &mut diagnostics)?;
        Ok((outcome, ChildValues { value, diagnostics }))
    };
    let (outcome, mut values) = match is_isolated(job) {
        true => run_isolated(job, run)?,
        false => run_in_this_process(|| run(&|step| job.follow(step)))??,
    };
    if outcome.status == Status::Failure && values.diagnostics.is_empty() {
        let error = Diagnostic::error(Kind::Crash, NO_REASON.into());
        values.diagnostics.push(error);
    }
    Ok((outcome, values.value, values.diagnostics))
}

/// Runs `body` in a separate process, which sends the values as JSON in place of diagnostics.
fn run_isolated<T: Default + Send + Serialize + DeserializeOwned>(
    job: Job<'_>,
    body: impl FnOnce(Follow<'_>) -> Result<(Outcome, ChildValues<T>), Error> + Send,
) -> Result<(Outcome, ChildValues<T>), Error> {
    let mut sent = vec![];
    let ended = stack::with_large_stack(|| {
        isolation::run_in_copy(job, &mut sent, |stream, follow| {
            isolation::silence_standard_error();
            let (outcome, values) = body(follow)?;
            let json = serde_json::to_vec(&values).map_err(|error| Error::Process(error.into()))?;
            stream.write_all(&json).map_err(Error::Process)?;
            Ok(outcome)
        })
    })??;
    match ended {
        Ok(outcome) => {
            let values = serde_json::from_slice(&sent);
            Ok((
                outcome,
                values.map_err(|error| Error::Process(error.into()))?,
            ))
        }
        Err(ending) => {
            let diagnostics = vec![Diagnostic::error(Kind::Crash, ending.to_string())];
            let value = T::default();
            Ok((Outcome::failure(), ChildValues { value, diagnostics }))
        }
    }
}

/// Runs on all chunks of a source; what passes print is dropped.
pub(super) fn run_chunks_silently(
    job: Job<'_>,
    follow: Follow<'_>,
    task: PartTask<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Outcome, Error> {
    let mut printed = io::sink();
    let stream = Stream::new(&mut printed);
    run_chunks(job, &stream, None, follow, task, Some(diagnostics))
}
