//! What the lowering of a source decides, instead of what comes out of it.

use super::{Error, Job, Outcome, Status, Task, run_task, sink::Sink, write_error};
use crate::{
    explain::{ChangeCounts, Decisions, Html, Palette, Report, Smt, Summary, Text, to_json},
    transform::{Detail, LowerOptions, Rules},
};
use std::io::Write;

/// A lowering to tell of.
#[derive(Clone, Debug, Default)]
pub struct Lowering {
    /// What broadcasts, and what it becomes.
    pub rules: Rules,
    /// What the lowering is told.
    pub options: LowerOptions,
    /// How much is told of it.
    pub detail: Detail,
    /// Whether [`explain`] also runs the configured pipeline, and tells what passes other than
    /// the lowering change.
    pub runs_pipeline: bool,
}

/// How a report is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ReportFormat {
    /// As text, perhaps with the escape sequences by which terminals show colours.
    Text {
        /// With them.
        colored: bool,
    },
    /// As JSON.
    Json,
    /// As a page that holds all it needs.
    Html,
    /// As questions to a solver: of each guard that facts removed, whether it follows.
    Smt,
}

/// What is kept of a run to tell of it.
pub(super) struct Recording {
    pub lowering: Lowering,
    pub decisions: Decisions,
}

/// Reports what the lowering of a source decides for each broadcastable op; the configured
/// pipeline runs only where [`Lowering::runs_pipeline`] says so.
///
/// # Examples
///
/// ```
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
        // What a solver is asked depends on nothing that it is not told.
        lowering.detail = Detail::AllReasons;
    }
    let detail = lowering.detail;
    let finish = |outcome: &mut Outcome, decisions: Decisions, stream: &mut dyn Write| {
        if let Detail::AllReasonsAt(position) = detail
            && outcome.status == Status::Success
            && decisions.ops.is_empty()
        {
            outcome.status = Status::Failure;
            return write_error(job, &format!("no op broadcasts at {position}"), stream);
        }
        if outcome.status == Status::Success || !decisions.ops.is_empty() {
            let report = Report::new(job.name, decisions);
            outcome.output = render(&report, format, detail, job.source).into_bytes();
        }
        Ok(())
    };
    record(
        job,
        &lowering,
        diagnostics,
        |recording| Task::Explain(recording),
        finish,
    )
}

/// Runs the configured pipeline as [`run`](super::run) does, and tells with the
/// diagnostics how much a lowering of the source has of what.
///
/// # Errors
///
/// As for [`run`](super::run).
pub fn run_with_stats(
    job: Job<'_>,
    lowering: &Lowering,
    diagnostics: &mut (dyn Write + Send),
) -> Result<Outcome, Error> {
    let finish = |outcome: &mut Outcome, decisions: Decisions, stream: &mut dyn Write| {
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
        |recording| Task::Count(recording),
        finish,
    )
}

/// Does what `task` makes of a recording, and `finish` with what was recorded.
fn record(
    job: Job<'_>,
    lowering: &Lowering,
    diagnostics: &mut (dyn Write + Send),
    task: for<'t> fn(&'t mut Recording) -> Task<'t>,
    finish: impl FnOnce(&mut Outcome, Decisions, &mut dyn Write) -> Result<(), Error> + Send,
) -> Result<Outcome, Error> {
    super::check_with_rules(job.config, Some(&lowering.rules))?;
    let body = |stream: &mut (dyn Write + Send), after_parsing: &dyn Fn()| {
        let mut recording = Recording {
            lowering: lowering.clone(),
            decisions: Decisions::default(),
        };
        let task = task(&mut recording);
        let mut outcome = super::run_here(job, stream, after_parsing, task)?;
        finish(&mut outcome, recording.decisions, stream)?;
        let mut sink = Sink::new(job.output);
        sink.write_all(&outcome.output).map_err(Error::Output)?;
        outcome.output = sink.into_bytes();
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
