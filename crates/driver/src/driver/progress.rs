//! How far a run has come.

use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};

/// A view of a run for other threads, which shows how far it has come. Clones share it.
///
/// A thread that shows progress looks at it as often as it likes; the run calls nothing.
///
/// # Examples
///
/// ```
/// # use bcast_lower_driver as bcast_lower;
/// use bcast_lower::driver::{Config, Job, Monitor, Phase, run};
///
/// let config = Config::default();
/// let monitor = Monitor::default();
/// let mut job = Job::new(&config, "a.mlir", b"func.func private @f()");
/// job.monitor = Some(&monitor);
/// assert_eq!(monitor.progress().phase, Phase::Reading);
/// run(job, &mut Vec::new())?;
/// assert_eq!(monitor.progress().phase, Phase::Writing);
/// # Ok::<(), bcast_lower::driver::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Monitor(Arc<Mutex<State>>);

/// How far a run has come.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// What the run does.
    pub phase: Phase,
    /// The share of this phase that is done, from 0 to 1, if it is known.
    pub share: Option<f64>,
    /// The part of the source that is processed, from 1 on.
    pub part: usize,
    /// The number of parts, more than 1 only if the source is split.
    pub part_count: usize,
}

/// What a run does. A source that is split runs through the phases for each part.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Phase {
    /// It reads the source.
    #[default]
    Reading,
    /// It processes what it has read, by these passes at the moment: none between passes, several
    /// on several threads.
    Processing(Vec<String>),
    /// It writes the output.
    Writing,
}

/// A step of a run.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub(super) enum RunStep {
    /// A part of the source begins.
    Part {
        /// Its number, from 1 on.
        number: usize,
        /// The number of parts.
        count: usize,
    },
    /// The source has been read and verified.
    Read,
    /// The passes begin; together, they will run this often, each on each of its ops.
    PassesBegin(usize),
    /// A pass begins on an op. Several may run at a time.
    PassBegins(String),
    /// A pass ends.
    PassEnds(String),
    /// The passes have run, and the output is written.
    Write,
}

/// A function that is called at each step, by any thread.
pub(super) type Follow<'f> = &'f (dyn Fn(RunStep) + Sync);

impl Phase {
    /// Goes on to the next step.
    pub(super) fn follow(&mut self, step: RunStep) {
        match step {
            RunStep::Part { .. } => *self = Self::Reading,
            RunStep::Read | RunStep::PassesBegin(_) => *self = Self::Processing(vec![]),
            RunStep::Write => *self = Self::Writing,
            RunStep::PassBegins(pass) => match self {
                Self::Processing(passes) => passes.push(pass),
                _ => *self = Self::Processing(vec![pass]),
            },
            RunStep::PassEnds(pass) => {
                if let Self::Processing(passes) = self
                    && let Some(index) = passes.iter().rposition(|running| *running == pass)
                {
                    passes.remove(index);
                }
            }
        }
    }
}

/// What is known of a run.
#[derive(Debug)]
struct State {
    phase: Phase,
    part: usize,
    part_count: usize,
    /// How often passes have ended, and how often they will run.
    passes: Option<(usize, usize)>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            phase: Phase::default(),
            part: 1,
            part_count: 1,
            passes: None,
        }
    }
}

impl Monitor {
    /// Returns how far the run has come. Before it, nothing has been read; after it, the last step
    /// remains.
    pub fn progress(&self) -> Progress {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Progress {
            phase: state.phase.clone(),
            share: state.share(),
            part: state.part,
            part_count: state.part_count,
        }
    }

    /// Goes on to the next step.
    pub(super) fn follow(&self, step: RunStep) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match step {
            RunStep::Part { number, count } => {
                state.passes = None;
                (state.part, state.part_count) = (number, count);
            }
            RunStep::PassesBegin(count) => state.passes = Some((0, count)),
            RunStep::PassEnds(_) => {
                if let Some((ended, _)) = &mut state.passes {
                    *ended += 1;
                }
            }
            RunStep::Read | RunStep::PassBegins(_) | RunStep::Write => {}
        }
        state.phase.follow(step);
    }
}

impl State {
    fn share(&self) -> Option<f64> {
        match (&self.phase, self.passes) {
            (Phase::Processing(_), Some((ended, count))) if count > 0 => {
                Some((ended as f64 / count as f64).min(1.0))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_follows_the_steps() {
        use RunStep::{Part, PassBegins, PassEnds, PassesBegin, Read, Write};
        let cse = || String::from("cse");
        let monitor = Monitor::default();
        let running =
            |passes: &[&str]| Phase::Processing(passes.iter().map(|&it| it.into()).collect());
        for (step, phase, share, part) in [
            (
                Part {
                    number: 1,
                    count: 2,
                },
                Phase::Reading,
                None,
                1,
            ),
            (Read, running(&[]), None, 1),
            (PassesBegin(4), running(&[]), Some(0.0), 1),
            (PassBegins(cse()), running(&["cse"]), Some(0.0), 1),
            (PassBegins(cse()), running(&["cse", "cse"]), Some(0.0), 1),
            (PassEnds(cse()), running(&["cse"]), Some(0.25), 1),
            (PassEnds(cse()), running(&[]), Some(0.5), 1),
            (Write, Phase::Writing, None, 1),
            (
                Part {
                    number: 2,
                    count: 2,
                },
                Phase::Reading,
                None,
                2,
            ),
            (Read, running(&[]), None, 2),
            (PassesBegin(0), running(&[]), None, 2),
        ] {
            monitor.follow(step);
            let expected = Progress {
                phase,
                share,
                part,
                part_count: 2,
            };
            assert_eq!(monitor.progress(), expected);
        }
    }
}
