//! Reports of what the lowering of a source decides.

use super::{
    Error, Job, Outcome, PartTask, Status,
    diagnose::{run_chunks_silently, run_with_values},
    progress::Follow,
    run_task,
    sink::Sink,
    write_error,
};
use crate::{
    diagnostic::{Diagnostic, Kind},
    explain::{
        Change, ChangeCounts, Decisions, Html, Palette, Proof, Report, Smt, Summary, Text, to_json,
    },
    lower::{Detail, LowerOptions, Rules},
    specialize::SpecializeOptions,
    statistics::Counts,
};
use std::{
    fmt::{self, Display, Formatter},
    io::Write,
};

/// A lowering to report on.
#[derive(Clone, Debug, Default)]
pub struct Lowering {
    /// The rules for which ops broadcast and what they become.
    pub rules: Rules,
    /// The options of the lowering.
    pub options: LowerOptions,
    /// The sizes that the source is specialised for before it is lowered, if any are given.
    pub specialize: SpecializeOptions,
    /// The level of detail of the report.
    pub detail: Detail,
    /// Whether [`explain`] also runs the configured pipeline, and reports the changes by passes
    /// other than the lowering.
    pub runs_pipeline: bool,
    /// What is proven about the output, for the report to show. Nothing checks that it is about
    /// this output.
    pub proof: Option<Proof>,
}

impl Lowering {
    fn report(&self, file: &str, decisions: Decisions) -> Report {
        let mut report = Report::new(file, decisions);
        report.proof.clone_from(&self.proof);
        report
    }
}

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

/// The decisions recorded during a run.
pub(super) struct Recording {
    pub lowering: Lowering,
    pub decisions: Decisions,
    /// Whether a part of the source was examined, be it that the run failed.
    pub is_examined: bool,
}

impl Recording {
    fn new(lowering: &Lowering) -> Self {
        Self {
            lowering: lowering.clone(),
            decisions: Decisions::default(),
            is_examined: false,
        }
    }
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

/// What the passes of a pipeline have done, for all parts of a source together.
#[derive(Default)]
pub(super) struct PassTotals {
    counts: Counts,
    changes: Vec<Change>,
}

impl PassTotals {
    /// Adds what a run of the pipeline has done.
    pub fn add(&mut self, changes: Vec<Change>, counts: &Counts) {
        self.counts.add_all(counts);
        self.changes.extend(changes);
    }
}

/// Displays the numbers of `lower-broadcast`, if it has met any op that broadcasts, and those of
/// the other passes.
impl Display for PassTotals {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let summary = self.counts.summary();
        if summary == Summary::default() && self.changes.is_empty() {
            return writeln!(formatter, "the passes have changed nothing that is counted");
        }
        if summary != Summary::default() {
            formatter.write_str(&summary.without_removed_guards())?;
        }
        write!(formatter, "{}", ChangeCounts(&self.changes))
    }
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
