//! Ops of which the analysis has no row: those of frontends' dialects that become StableHLO after the pass, and those
//! whose definition infers the sizes of their results.

use super::Specializer;
use crate::{analysis::Walk, ir, legalize};
use melior::ir::{OperationRef, operation::OperationLike};

impl<'c: 'a, 'a> Specializer<'c, 'a, '_> {
    /// Learns the sizes and the integers of an op's results, if the analysis has no row for it, but the conversion to
    /// StableHLO has one.
    pub(super) fn learn_frontend_op(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) {
        if walk.analysis.knows(operation) {
            return;
        }
        let read = |values: &mut _| legalize::read_op(values, operation);
        match walk.analysis.learn_constants(operation, read) {
            // A constant stays as it is, if anything uses it.
            Some(Ok(true)) if operation.operand_count() == 0 => self.frame().done.push(operation),
            Some(Ok(true)) => {
                self.replace_computation(walk, operation);
            }
            Some(Ok(false)) => {}
            Some(Err(reason)) => {
                self.unread.insert(ir::address(operation), reason);
            }
            None => {}
        }
    }

    /// Learns the sizes of an op's results that its definition infers: MLIR has such definitions for TOSA.
    pub(super) fn learn_inferred(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) {
        if !ir::is_tosa(operation) {
            return;
        }
        for (index, result) in operation.results().enumerate() {
            if let Some(sizes) = ir::infer_sizes(operation, index) {
                walk.analysis.set_constant_sizes(result.into(), &sizes);
            }
        }
    }
}
