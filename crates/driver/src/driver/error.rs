//! Errors that prevent a run.

use crate::{pipeline::manager::PipelineError, rule::RuleErrors};
use std::io;

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
    /// The run was stopped by [`Job::stop`](super::Job::stop).
    #[error("stopped")]
    Stopped,
    /// There is no memory for a copy of the source.
    #[error("not enough memory for {size} bytes of input")]
    Memory {
        /// The size of the source in bytes.
        size: usize,
    },
}
