//! Walking ops as they stand, and blocks in dominance order.

use super::ffi;
use melior::ir::{
    BlockLike, BlockRef, OperationRef, RegionLike, RegionRef, operation::OperationLike,
};
use mlir_sys::MlirBlock;
use std::{collections::HashSet, ffi::c_void};

/// One step of a walk over a region's blocks.
#[derive(Clone, Copy, Debug)]
pub enum Visit<'c, 'a> {
    /// A block begins; all blocks up to its `Exit` are dominated by it.
    Enter(BlockRef<'c, 'a>),
    /// What the block dominates ends.
    Exit,
}

/// Calls `visit` with the ops in and below `root`, at any nesting, in the order in which
/// they stand.
pub fn visit_ops<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    mut visit: impl FnMut(OperationRef<'c, 'a>),
) {
    // Of each block that has been begun, the op to go on with.
    let mut pending = vec![root];
    let mut is_root = true;
    while let Some(operation) = pending.pop() {
        visit(operation);
        if !std::mem::take(&mut is_root) {
            pending.extend(operation.next_in_block());
        }
        let first = pending.len();
        for region in operation.regions() {
            let mut block = region.first_block();
            while let Some(current) = block {
                pending.extend(current.first_operation());
                block = current.next_in_region();
            }
        }
        pending[first..].reverse();
    }
}

/// Returns whether the op's regions may be closed to values from outside.
///
/// True for unregistered ops, of which nothing is known.
pub fn may_be_isolated_from_above(operation: OperationRef<'_, '_>) -> bool {
    // SAFETY: the op is alive by its lifetime.
    unsafe { ffi::bcastOperationMayBeIsolatedFromAbove(OperationLike::to_raw(&operation)) }
}

/// Returns a region's blocks along its dominator tree, depth first.
///
/// Unreachable blocks follow, each on its own, so that every block is entered
/// exactly once.
pub fn visit_dominator_tree<'c, 'a>(region: RegionRef<'c, 'a>) -> Vec<Visit<'c, 'a>> {
    let Some(entry) = region.first_block() else {
        return vec![];
    };
    if entry.next_in_region().is_none() {
        return vec![Visit::Enter(entry), Visit::Exit];
    }

    let mut steps = Vec::<(MlirBlock, bool)>::new();
    // SAFETY: the region is alive and has several blocks, so MLIR has a
    // dominator tree for it; the callback runs only during the call.
    unsafe {
        ffi::bcastRegionVisitDominatorTree(
            region.to_raw(),
            Some(record_step),
            (&raw mut steps).cast::<c_void>(),
        );
    }
    let reachable = steps
        .iter()
        .map(|(block, _)| block.ptr as usize)
        .collect::<HashSet<_>>();
    let mut visits = steps
        .into_iter()
        .map(|(block, entered)| match entered {
            // SAFETY: MLIR handed out a block of the region, which is alive.
            true => Visit::Enter(unsafe { BlockRef::from_raw(block) }),
            false => Visit::Exit,
        })
        .collect::<Vec<_>>();
    let mut block = Some(entry);
    while let Some(current) = block {
        if !reachable.contains(&(current.to_raw().ptr as usize)) {
            visits.extend([Visit::Enter(current), Visit::Exit]);
        }
        block = current.next_in_region();
    }
    visits
}

/// Returns the ops in and below `root`, at any nesting, in the order in which they
/// stand, of which `is_wanted`.
pub fn find_ops<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    mut is_wanted: impl FnMut(OperationRef<'c, 'a>) -> bool,
) -> Vec<OperationRef<'c, 'a>> {
    let mut found = vec![];
    visit_ops(root, |operation| {
        if is_wanted(operation) {
            found.push(operation);
        }
    });
    found
}

unsafe extern "C" fn record_step(block: MlirBlock, entered: bool, steps: *mut c_void) {
    // SAFETY: `visit_dominator_tree` passes its own vector.
    unsafe { &mut *steps.cast::<Vec<(MlirBlock, bool)>>() }.push((block, entered));
}
