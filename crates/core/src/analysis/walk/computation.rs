//! Walks of regions that run once and see nothing of what is around them.

use super::{PassOps, Visitor, Walk};
use crate::{analysis::FactSource, ir};
use melior::ir::{OperationRef, RegionLike};

impl<'c: 'a, 'a, O: PassOps<'c, 'a>> Walk<'c, 'a, O> {
    /// Visits the region of an op such as `sdy.manual_computation`, and learns from it.
    pub(super) fn computation(
        &mut self,
        visitor: &mut impl Visitor<'c, 'a, O>,
        operation: OperationRef<'c, 'a>,
    ) {
        let Some(region) = ir::region(operation, 0) else {
            return;
        };
        let operands = self.analysis.operand_rows(operation);
        let passed = self.analysis.passed_into(operation, &operands);
        let (arguments, returned) = self.isolated(visitor, |walk, visitor| {
            walk.analysis.learn_from(FactSource::Op, operation);
            let entry = region.first_block();
            let arguments = entry.map(ir::block_arguments).unwrap_or_default();
            walk.analysis
                .assume_carried(arguments.iter().copied(), &passed);
            let rows = arguments.into_iter();
            let rows = rows.map(|argument| walk.analysis.row(argument));
            let rows = rows.collect::<Vec<_>>();
            (rows, walk.region(visitor, region, None).rows)
        });
        self.analysis.learn_from(FactSource::Op, operation);
        if let Some(returned) = returned {
            self.analysis
                .learn_from_computation(operation, &operands, &arguments, &returned);
        }
        self.learn(visitor, operation);
    }
}
