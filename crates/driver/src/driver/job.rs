//! What is processed, and what comes of it.

use super::{
    config::Config,
    progress::{Monitor, RunStep},
    sink::Destination,
};
use crate::pipeline::Stop;

/// A source with the configuration that it is processed with.
#[derive(Clone, Copy)]
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
    /// Called when a part of the source has been read, in the process that reads it: the source takes no memory that
    /// is needed before a diagnostic shows a line of it.
    pub has_read: Option<&'j (dyn Fn() + Sync)>,
    /// The source with the NUL byte after it, if there is one.
    pub(super) source_with_nul: Option<&'j [u8]>,
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
            has_read: None,
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
    pub(super) fn follow(&self, step: RunStep) {
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
    pub(super) const fn failure() -> Self {
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
