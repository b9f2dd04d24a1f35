//! Reports of what the lowering of a source decides.
use super::{
    Error, Job, Outcome, PartTask, Status,
    diagnose::{run_chunks_silently, run_with_values},
    execute::write_error,
    progress::Follow,
    run_task,
    sink::Sink,
    task::{Lowering, PassTotals, Recording},
};
use crate::{
    diagnostic::{Diagnostic, Kind},
    explain::{ChangeCounts, Decisions, Html, Palette, Report, Smt, Summary, Text, to_json},
    lower::Detail,
};
use std::io::Write;

/// How a report is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ReportFormat {
    /// As text.
    Text {
        /// Whether it has terminal escape sequences for colours.
        colored: bool,
    },
    /// As JSON.
    Json,
    /// As a self-contained HTML page.
    Html,
    /// As queries to an SMT solver: for each guard that facts removed, whether it follows from
    /// them.
    Smt,
}

/// Reports what the lowering of a source decides for each broadcastable op; the configured
/// pipeline runs only if [`Lowering::runs_pipeline`] is set.
///
/// # Examples
///
/// ```
/// # mod bcast_lower {
/// #     pub use {bcast_lower_core::transform, bcast_lower_driver::driver};
/// # }
/// use bcast_lower::{driver::{Config, Job, Lowering, ReportFormat, explain}, transform::Rules};
///
/// let source = b"func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
///   %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
///   return %0 : tensor<?xf32>
/// }";
/// let lowering = Lowering { rules: Rules::built_in()?, ..Default::default() };
/// let format = ReportFormat::Text { colored: false };
/// let mut diagnostics = Vec::new();
///
/// let config = Config::default();
/// let job = Job::new(&config, "a.mlir", source);
/// let outcome = explain(job, &lowering, format, &mut diagnostics)?;
/// let text = String::from_utf8(outcome.output)?;
/// assert!(text.contains("guard: a = b or min(a, b) = 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As for [`run`](super::run).
pub fn explain(
    job: Job<'_>,
    lowering: &Lowering,
    format: ReportFormat,
    diagnostics: &mut (dyn Write + Send),
) -> Result<Outcome, Error> {
    let mut lowering = lowering.clone();
    if (format, lowering.detail) == (ReportFormat::Smt, Detail::ClosestReasons) {
        // A query must contain all premises.
        lowering.detail = Detail::AllReasons;
    }
    let detail = lowering.detail;
    let finish = |outcome: &mut Outcome, recording: Recording, stream: &mut dyn Write| {
        let decisions = recording.decisions;
        if let Some(message) = nothing_at_position(outcome.status, detail, &decisions) {
            outcome.status = Status::Failure;
            return write_error(job, &message, stream);
        }
        if recording.is_examined {
            let report = lowering.report(job.name, decisions);
            outcome.output = render(&report, format, detail, job.source).into_bytes();
        }
        Ok(())
    };
    record(
        job,
        &lowering,
        diagnostics,
        |recording| PartTask::Explain(recording),
        finish,
    )
}

/// Returns an error if only the ops at one position were asked for, and none there broadcasts.
fn nothing_at_position(status: Status, detail: Detail, decisions: &Decisions) -> Option<String> {
    let Detail::AllReasonsAt(position) = detail else {
        return None;
    };
    let is_nothing = status == Status::Success && decisions.ops.is_empty();
    is_nothing.then(|| {
        format!(
            "no op broadcasts implicitly at {position}; a report of the whole input also shows broadcasts \
             that are explicit"
        )
    })
}

/// Returns the report that [`explain`] writes, and the diagnostics, as values. If the run
/// fails, the diagnostics include an error; there is still a report if the source was examined.
///
/// The report on bytecode that was read in a separate process has no
/// [certificates](crate::explain::Certificate).
///
/// # Errors
///
/// As for [`run`](super::run).
pub fn report(
    job: Job<'_>,
    lowering: &Lowering,
) -> Result<(Status, Option<Report>, Vec<Diagnostic>), Error> {
    super::check_with_rules(job.config, Some(&lowering.rules))?;
    let (outcome, report, diagnostics) = run_with_values(job, |follow, diagnostics| {
        let mut recording = Recording::new(lowering);
        let task = PartTask::Explain(&mut recording);
        let mut outcome = run_chunks_silently(job, follow, task, diagnostics)?;
        let decisions = recording.decisions;
        if let Some(message) = nothing_at_position(outcome.status, lowering.detail, &decisions) {
            outcome.status = Status::Failure;
            diagnostics.push(Diagnostic::error(Kind::Usage, message));
        }
        Ok((
            outcome,
            recording
                .is_examined
                .then(|| lowering.report(job.name, decisions)),
        ))
    })?;
    Ok((outcome.status, report, diagnostics))
}

/// Reports as [`explain`] does, and returns the diagnostics as values.
///
/// # Errors
///
/// As for [`run`](super::run).
pub fn explain_with_diagnostics(
    job: Job<'_>,
    lowering: &Lowering,
    format: ReportFormat,
) -> Result<(Outcome, Vec<Diagnostic>), Error> {
    let (status, report, diagnostics) = report(job, lowering)?;
    let text = report.map(|report| render(&report, format, lowering.detail, job.source));
    let mut sink = Sink::new(job.output);
    sink.write_all(text.unwrap_or_default().as_bytes())
        .map_err(Error::Output)?;
    let output = sink.finish().map_err(Error::Output)?;
    Ok((Outcome { output, status }, diagnostics))
}

/// Runs the configured pipeline as [`run`](super::run) does, and writes the totals of a
/// lowering of the source after the diagnostics.
///
/// # Errors
///
/// As for [`run`](super::run).
pub fn run_with_stats(
    job: Job<'_>,
    lowering: &Lowering,
    diagnostics: &mut (dyn Write + Send),
) -> Result<Outcome, Error> {
    let finish = |outcome: &mut Outcome, recording: Recording, stream: &mut dyn Write| {
        let decisions = recording.decisions;
        if outcome.status == Status::Success {
            let summary = Summary::of(&decisions.ops);
            let changes = ChangeCounts(&decisions.changes);
            write!(stream, "{summary}{changes}").map_err(Error::Diagnostics)?;
        }
        Ok(())
    };
    record(
        job,
        lowering,
        diagnostics,
        |recording| PartTask::Count(recording),
        finish,
    )
}

/// Runs the configured pipeline as [`run`](super::run) does, and writes the totals of what its
/// passes have done after the diagnostics.
///
/// # Errors
///
/// As for [`run`](super::run).
pub fn run_with_counts(
    job: Job<'_>,
    diagnostics: &mut (dyn Write + Send),
) -> Result<Outcome, Error> {
    super::check_with_rules(job.config, None)?;
    run_task(job, diagnostics, |stream, follow| {
        let mut totals = PassTotals::default();
        let task = PartTask::CountPasses(&mut totals);
        let outcome = super::run_chunks_with_text(job, stream, follow, task)?;
        if outcome.status == Status::Success {
            write!(stream, "{totals}").map_err(Error::Diagnostics)?;
        }
        Ok(outcome)
    })
}

/// Performs a task that records decisions, then calls `finish` with the record.
fn record(
    job: Job<'_>,
    lowering: &Lowering,
    diagnostics: &mut (dyn Write + Send),
    task: for<'t> fn(&'t mut Recording) -> PartTask<'t>,
    finish: impl FnOnce(&mut Outcome, Recording, &mut dyn Write) -> Result<(), Error> + Send,
) -> Result<Outcome, Error> {
    super::check_with_rules(job.config, Some(&lowering.rules))?;
    let body = |stream: &mut (dyn Write + Send), follow: Follow<'_>| {
        let mut recording = Recording::new(lowering);
        let task = task(&mut recording);
        let mut outcome = super::run_chunks_with_text(job, stream, follow, task)?;
        finish(&mut outcome, recording, stream)?;
        let mut sink = Sink::new(job.output);
        sink.write_all(&outcome.output).map_err(Error::Output)?;
        outcome.output = sink.finish().map_err(Error::Output)?;
        Ok(outcome)
    };
    run_task(job, diagnostics, body)
}

fn render(report: &Report, format: ReportFormat, detail: Detail, source: &[u8]) -> String {
    let has_all_reasons = matches!(detail, Detail::AllReasons | Detail::AllReasonsAt(_));
    match format {
        ReportFormat::Text { colored } => {
            let palette = match colored {
                true => Palette::colored(),
                false => Palette::default(),
            };
            let text = Text {
                report,
                palette,
                has_all_reasons,
            };
            text.to_string()
        }
        ReportFormat::Json => to_json(report),
        ReportFormat::Html => {
            let page = Html {
                report,
                source,
                has_all_reasons,
            };
            page.to_string()
        }
        ReportFormat::Smt => Smt { report }.to_string(),
    }
}
