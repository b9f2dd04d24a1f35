//! The task for each part of a source, and what it records.

use crate::{
    bounds::FailedCall,
    explain::{Change, ChangeCounts, Decisions, Proof, Report, Summary},
    lower::{Detail, LowerOptions, Rules},
    specialize::SpecializeOptions,
    statistics::Counts,
};
use std::fmt::{self, Display, Formatter};

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
    /// Whether [`explain`](super::explain()) also runs the configured pipeline, and reports the changes by passes
    /// other than the lowering.
    pub runs_pipeline: bool,
    /// What is proven about the output, for the report to show. Nothing checks that it is about
    /// this output.
    pub proof: Option<Proof>,
}

impl Lowering {
    pub(super) fn report(&self, file: &str, decisions: Decisions) -> Report {
        let mut report = Report::new(file, decisions);
        report.proof.clone_from(&self.proof);
        report
    }
}

/// The decisions recorded during a run.
pub(super) struct Recording {
    pub lowering: Lowering,
    pub decisions: Decisions,
    /// Whether a part of the source was examined, be it that the run failed.
    pub is_examined: bool,
}

impl Recording {
    pub(super) fn new(lowering: &Lowering) -> Self {
        Self {
            lowering: lowering.clone(),
            decisions: Decisions::default(),
            is_examined: false,
        }
    }
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

/// The task for each part of a source.
pub(super) enum PartTask<'t> {
    /// Runs the pipeline.
    Run,
    /// Runs the pipeline, and records what a lowering of the source would decide.
    Count(&'t mut Recording),
    /// Runs the pipeline, and adds up what its passes count.
    CountPasses(&'t mut PassTotals),
    /// Records what the lowering decides.
    Explain(&'t mut Recording),
    /// Finds the message of the check that failed in a call.
    FindMessage(&'t FailedCall<'t>, &'t mut Option<String>),
}
