//! The contents of a report.

use super::{
    Change, Decisions, Proof, Requirements, Summary,
    op::{Function, Op, Origin, Outcome, Problem},
};
use serde::{Deserialize, Serialize};

/// The version of the JSON format. It increases when a key is removed or changes its
/// meaning, not when one is added.
pub const VERSION: u32 = 2;

/// How the broadcastable ops of a file are lowered.
#[derive(Clone, Debug, Default, Eq, PartialEq, Deserialize, Serialize)]
pub struct Report {
    /// The version of this format.
    pub version: u32,
    /// The file's name in locations.
    pub file: String,
    /// The totals.
    pub summary: Summary,
    /// The functions whose arguments declare symbols, in their order in the file.
    pub functions: Vec<Function>,
    /// The ops, in their order in the file.
    pub ops: Vec<Op>,
    /// The origins of facts. An origin's index is its id.
    pub origins: Vec<Origin>,
    /// What the input asks of its sizes.
    #[serde(default)]
    pub requirements: Requirements,
    /// The changes by passes other than the lowering, in order.
    pub changes: Vec<Change>,
    /// The errors that are not on one of the ops.
    #[serde(default)]
    pub errors: Vec<Problem>,
    /// What is proven about the output, if that is known.
    #[serde(default)]
    pub proof: Option<Proof>,
}

impl Report {
    /// Creates a report of what was decided.
    pub fn new(file: &str, decisions: Decisions) -> Self {
        let Decisions {
            functions,
            ops,
            origins,
            requirements,
            changes,
            errors,
        } = decisions;
        Self {
            version: VERSION,
            file: file.into(),
            summary: Summary::of(&ops),
            functions,
            ops,
            origins,
            requirements,
            changes,
            errors,
            proof: None,
        }
    }

    /// Returns all errors, also those on ops.
    pub fn all_errors(&self) -> impl Iterator<Item = &Problem> {
        let of_op = |op| match op {
            &Op {
                outcome: Outcome::Failed { ref errors },
                ..
            } => &**errors,
            _ => &[],
        };
        self.errors.iter().chain(self.ops.iter().flat_map(of_op))
    }
}
