//! The decisions of the lowering, from which a report is made.

use super::{Change, Function, Op, Origin, Outcome, Problem, Requirements, Why};
use std::collections::HashSet;

/// The decisions of the lowering.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Decisions {
    /// Decisions on the functions whose arguments declare symbols.
    pub functions: Vec<Function>,
    /// Decisions on the broadcastable ops.
    pub ops: Vec<Op>,
    /// The origins of facts; ids are indices.
    pub origins: Vec<Origin>,
    /// What the input asks of its sizes.
    pub requirements: Requirements,
    /// The changes by other passes, if any run.
    pub changes: Vec<Change>,
    /// The errors that are not on one of the ops.
    pub errors: Vec<Problem>,
}

impl Decisions {
    /// Appends later decisions.
    pub fn extend(&mut self, mut next: Self) {
        next.shift_ids(self.origins.len());
        self.functions.extend(next.functions);
        self.ops.extend(next.ops);
        self.origins.extend(next.origins);
        self.requirements.extend(next.requirements);
        self.changes.extend(next.changes);
        self.errors.extend(next.errors);
    }

    /// Adds errors, except those that are already known, of an op or otherwise.
    pub fn add_errors(&mut self, errors: impl IntoIterator<Item = Problem>) {
        let of_op = |op: &Op| match &op.outcome {
            Outcome::Failed { errors } => errors.clone(),
            _ => vec![],
        };
        let mut known = self.errors.iter().cloned().collect::<HashSet<_>>();
        known.extend(self.ops.iter().flat_map(of_op));
        let errors = errors.into_iter();
        self.errors
            .extend(errors.filter(|error| known.insert(error.clone())));
    }

    /// Adds a number to all ids.
    fn shift_ids(&mut self, by: usize) {
        let shift = |ids: &mut Vec<usize>| ids.iter_mut().for_each(|id| *id += by);
        for origin in &mut self.origins {
            origin.id += by;
            shift(&mut origin.because);
        }
        for op in &mut self.ops {
            shift(&mut op.contradicts);
            for operand in &mut op.operands {
                shift(&mut operand.because);
            }
            for dim in &mut op.dims {
                if let Why::Facts { because } = &mut dim.why {
                    shift(because);
                }
                let guards = dim.removed_guards.iter_mut();
                let certificates = guards.filter_map(|guard| guard.certificate.as_mut());
                for premise in certificates.flat_map(|certificate| &mut certificate.premises) {
                    premise.origin = premise.origin.map(|id| id + by);
                }
            }
        }
    }
}
