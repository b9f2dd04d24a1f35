//! Dry runs: walks that find out what would hold, and change nothing.

use super::{PassOps, Visitor, Walk};
use melior::ir::{BlockRef, OperationRef};

/// The visitor of a dry run: learns what would hold after the pass.
pub struct DryRun {
    dry_runs: usize,
}

impl DryRun {
    /// Creates a visitor for a dry run nested in `dry_runs` others.
    pub const fn within(dry_runs: usize) -> Self {
        Self {
            dry_runs: dry_runs + 1,
        }
    }
}

impl<'c: 'a, 'a, O: PassOps<'c, 'a>> Visitor<'c, 'a, O> for DryRun {
    fn dry_runs(&self) -> usize {
        self.dry_runs
    }

    fn take(&mut self, walk: &mut Walk<'c, 'a, O>, operation: OperationRef<'c, 'a>) -> bool {
        O::learn(walk, operation)
    }

    fn begin_function(
        &mut self,
        walk: &mut Walk<'c, 'a, O>,
        function: OperationRef<'c, 'a>,
        block: BlockRef<'c, 'a>,
    ) {
        O::begin_function(walk, function, block);
    }
}
