//! Trial walks, which find out what would hold and change nothing.

use super::{
    emission,
    emission::EmissionError,
    entry,
    form::Form,
    walk::{Visitor, Walk},
};
use crate::analysis::FactSource;
use melior::ir::{BlockRef, OperationRef};

/// The visitor of a trial walk: learns what would hold after the ops are lowered.
pub struct Trial {
    trials: usize,
}

impl Trial {
    /// Creates a visitor for a trial walk nested in `trials` others.
    pub const fn within(trials: usize) -> Self {
        Self { trials: trials + 1 }
    }
}

impl<'c: 'a, 'a, 'r> Visitor<'c, 'a, 'r> for Trial {
    fn trials(&self) -> usize {
        self.trials
    }

    fn visit(
        &mut self,
        walk: &mut Walk<'c, 'a, 'r>,
        operation: OperationRef<'c, 'a>,
        form: &Form<'c, 'r>,
    ) {
        let Walk {
            analysis, plans, ..
        } = walk;
        emission::learn(analysis, plans, walk.options, operation, form);
    }

    fn begin_function(
        &mut self,
        walk: &mut Walk<'c, 'a, 'r>,
        function: OperationRef<'c, 'a>,
        block: BlockRef<'c, 'a>,
    ) {
        walk.analysis.learn_from(FactSource::Op, function);
        entry::learn(&mut walk.analysis, walk.options, function, block);
    }

    // The lowering itself reports the error.
    fn fail(&mut self, _: OperationRef<'c, 'a>, _: &EmissionError) {}

    // Nothing is emitted, so there is no state to scope.
    fn enter(&mut self) {}
    fn exit(&mut self) {}
    fn enter_isolated(&mut self) {}
    fn exit_isolated(&mut self) {}
}
