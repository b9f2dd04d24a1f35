//! What is decided, before it becomes a report.

use super::{Change, Function, Op, Origin, Why};

/// What the lowering decides.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Decisions {
    /// For the functions whose arguments declare something.
    pub functions: Vec<Function>,
    /// For the broadcastable ops.
    pub ops: Vec<Op>,
    /// Where the facts come from; ids are indices.
    pub origins: Vec<Origin>,
    /// What other passes change, where they are run.
    pub changes: Vec<Change>,
}

impl Decisions {
    /// Adds what was decided next.
    pub fn extend(&mut self, mut next: Self) {
        next.shift_ids(self.origins.len());
        self.functions.extend(next.functions);
        self.ops.extend(next.ops);
        self.origins.extend(next.origins);
        self.changes.extend(next.changes);
    }

    /// Adds so much to all ids.
    fn shift_ids(&mut self, by: usize) {
        let shift = |ids: &mut Vec<usize>| ids.iter_mut().for_each(|id| *id += by);
        for origin in &mut self.origins {
            origin.id += by;
            shift(&mut origin.because);
        }
        for op in &mut self.ops {
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
