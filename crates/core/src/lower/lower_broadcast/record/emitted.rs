//! The ops that replace an op, for reports.

use crate::{explain::Op, ir};
use melior::ir::{BlockLike, BlockRef, OperationRef, RegionLike, operation::OperationLike};
use rustc_hash::{FxHashMap, FxHashSet};

/// The ops that were emitted.
#[derive(Default)]
pub struct EmittedOps {
    /// The addresses of the ops of the source.
    originals: FxHashSet<usize>,
    /// The index of the op that each emitted op replaces, by the emitted op's address.
    replaced: FxHashMap<usize, usize>,
}

impl EmittedOps {
    /// Prepares for the lowering of `root`, whose ops are those of the source.
    pub fn new(root: OperationRef<'_, '_>) -> Self {
        let mut result = Self::default();
        ir::visit_ops(root, |operation| {
            result.originals.insert(ir::address(operation));
        });
        result
    }

    /// Finds the ops in front of each op in and below `root` that has an index, by its address.
    pub fn find(&mut self, root: OperationRef<'_, '_>, indices: &FxHashMap<usize, usize>) {
        ir::visit_ops(root, |operation| {
            for region in operation.regions() {
                let mut block = region.first_block();
                while let Some(current) = block {
                    self.find_in(current, indices);
                    block = current.next_in_region();
                }
            }
        });
    }

    fn find_in(&mut self, block: BlockRef<'_, '_>, indices: &FxHashMap<usize, usize>) {
        let mut pending = vec![];
        let mut next = block.first_operation();
        while let Some(operation) = next {
            next = operation.next_in_block();
            let address = ir::address(operation);
            if !self.originals.contains(&address) {
                pending.push(operation);
            } else if let Some(&index) = indices.get(&address) {
                // What other ops and declarations have at function entry has other locations.
                let is_own =
                    |emitted: &OperationRef<'_, '_>| emitted.location() == operation.location();
                let own = pending.drain(..).filter(is_own).map(ir::address);
                self.replaced.extend(own.map(|address| (address, index)));
            } else {
                pending.clear();
            }
        }
    }

    /// Adds the texts of the ops that were found, which are in and below `root`, to the ops that
    /// they replace.
    pub fn print(&self, root: OperationRef<'_, '_>, ops: &mut [Option<Op>]) {
        if self.replaced.is_empty() {
            return;
        }
        let is_wanted = |address| self.replaced.contains_key(&address);
        ir::print_ops(root, is_wanted, |address, text| {
            if let Some(op) = &mut ops[self.replaced[&address]] {
                op.emitted.add(text);
            }
        });
    }
}
