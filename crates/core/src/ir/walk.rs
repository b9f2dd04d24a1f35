//! Walks over ops in program order and over blocks in dominance order.

use super::{ValueKey, ffi};
use melior::ir::{
    BlockLike, BlockRef, OperationRef, RegionLike, RegionRef, Value, operation::OperationLike,
};
use mlir_sys::{MlirBlock, mlirOperationIsBeforeInBlock};
use rustc_hash::FxHashSet;
use std::{collections::HashSet, ffi::c_void};

/// One step of a walk over a region's blocks.
#[derive(Clone, Copy, Debug)]
pub enum Visit<'c, 'a> {
    /// A block begins; all blocks up to its `Exit` are dominated by it.
    Enter(BlockRef<'c, 'a>),
    /// The blocks that the block dominates end.
    Exit,
}

/// Searches values, starting with `first`; returns whether `visit` has found what it looks for. `visit`
/// appends the values to look at later. No more than `limit` values are visited.
pub fn search_values<'c, 'a>(
    first: Value<'c, 'a>,
    limit: usize,
    mut visit: impl FnMut(Value<'c, 'a>, &mut Vec<Value<'c, 'a>>) -> bool,
) -> bool {
    let mut pending = vec![first];
    for _ in 0..limit {
        let Some(value) = pending.pop() else {
            return false;
        };
        if visit(value, &mut pending) {
            return true;
        }
    }
    false
}

/// Visits values, starting with `first`, each once; returns whether `visit` holds for all of them. `visit` appends the
/// values to visit later.
pub fn all_values<'c, 'a>(
    first: Value<'c, 'a>,
    mut visit: impl FnMut(Value<'c, 'a>, &mut Vec<Value<'c, 'a>>) -> bool,
) -> bool {
    let mut seen = FxHashSet::default();
    let mut pending = vec![first];
    while let Some(value) = pending.pop() {
        if seen.insert(ValueKey::new(value)) && !visit(value, &mut pending) {
            return false;
        }
    }
    true
}

/// Returns whether an op is in front of another one of the same block.
pub fn is_before(operation: OperationRef<'_, '_>, other: OperationRef<'_, '_>) -> bool {
    debug_assert!(
        operation.block() == other.block(),
        "the ops have to be in one block"
    );
    // SAFETY: both ops are alive by their lifetimes.
    unsafe { mlirOperationIsBeforeInBlock(operation.to_raw(), other.to_raw()) }
}

/// Returns the op of a block that is the given one or contains it, at any nesting.
pub fn ancestor_in<'c: 'a, 'a>(
    block: BlockRef<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<OperationRef<'c, 'a>> {
    let mut ancestors = std::iter::successors(Some(operation), |op| op.parent_operation());
    ancestors.find(|ancestor| ancestor.block() == Some(block))
}

/// Calls `visit` with `root` and the ops in it, at any nesting, in program order.
pub fn visit_ops<'c: 'a, 'a>(root: OperationRef<'c, 'a>, visit: impl FnMut(OperationRef<'c, 'a>)) {
    visit_ops_in(root, all_blocks, visit);
}

/// Calls `visit` as [`visit_ops`] does, but omits ops in unreachable blocks.
///
/// In an unreachable block an op may use its own result, or a later op's. A replacement might
/// not dominate such uses, so passes leave these blocks unchanged.
pub fn visit_reachable_ops<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    visit: impl FnMut(OperationRef<'c, 'a>),
) {
    visit_ops_in(root, reachable_blocks, visit);
}

fn visit_ops_in<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    blocks: impl Fn(RegionRef<'c, 'a>) -> Vec<BlockRef<'c, 'a>>,
    mut visit: impl FnMut(OperationRef<'c, 'a>),
) {
    // The next op of each block whose visit has begun.
    let mut pending = vec![root];
    let mut is_root = true;
    while let Some(operation) = pending.pop() {
        visit(operation);
        if !std::mem::take(&mut is_root) {
            pending.extend(operation.next_in_block());
        }
        let first = pending.len();
        for region in operation.regions() {
            let blocks = blocks(region).into_iter();
            pending.extend(blocks.filter_map(|block| block.first_operation()));
        }
        pending[first..].reverse();
    }
}

/// Returns a region's blocks in program order.
fn all_blocks<'c, 'a>(region: RegionRef<'c, 'a>) -> Vec<BlockRef<'c, 'a>> {
    std::iter::successors(region.first_block(), |block| block.next_in_region()).collect()
}

/// Returns the blocks that are reachable from a region's entry block, in source order.
fn reachable_blocks<'c: 'a, 'a>(region: RegionRef<'c, 'a>) -> Vec<BlockRef<'c, 'a>> {
    let mut blocks = all_blocks(region);
    if let [entry, _, ..] = blocks[..] {
        let mut reached = HashSet::from([entry.to_raw().ptr as usize]);
        let mut pending = vec![entry];
        while let Some(block) = pending.pop() {
            let Some(last) = block.terminator() else {
                continue;
            };
            for successor in last.successors() {
                if reached.insert(successor.to_raw().ptr as usize) {
                    pending.push(successor);
                }
            }
        }
        blocks.retain(|block| reached.contains(&(block.to_raw().ptr as usize)));
    }
    blocks
}

/// Returns whether an op has MLIR's trait `ResultsBroadcastableShape`. Unregistered ops have no traits.
pub fn has_broadcast_trait(operation: OperationRef<'_, '_>) -> bool {
    // SAFETY: the op is alive by its lifetime.
    unsafe { ffi::bcastOperationBroadcasts(OperationLike::to_raw(&operation)) }
}

/// Returns whether the op's regions may be isolated from values defined above.
///
/// True for unregistered ops, of which nothing is known.
pub fn may_be_isolated_from_above(operation: OperationRef<'_, '_>) -> bool {
    // SAFETY: the op is alive by its lifetime.
    unsafe { ffi::bcastOperationMayBeIsolatedFromAbove(OperationLike::to_raw(&operation)) }
}

/// Returns a depth-first walk over a region's dominator tree, which enters each reachable block
/// once.
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
    steps
        .into_iter()
        .map(|(block, entered)| match entered {
            // SAFETY: MLIR returned a block of the region, which is alive.
            true => Visit::Enter(unsafe { BlockRef::from_raw(block) }),
            false => Visit::Exit,
        })
        .collect()
}

/// Returns the ops that [`visit_reachable_ops`] visits and that satisfy `predicate`.
pub fn find_ops<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    mut predicate: impl FnMut(OperationRef<'c, 'a>) -> bool,
) -> Vec<OperationRef<'c, 'a>> {
    let mut found = vec![];
    visit_reachable_ops(root, |operation| {
        if predicate(operation) {
            found.push(operation);
        }
    });
    found
}

unsafe extern "C" fn record_step(block: MlirBlock, entered: bool, steps: *mut c_void) {
    // SAFETY: `visit_dominator_tree` passes its own vector.
    unsafe { &mut *steps.cast::<Vec<(MlirBlock, bool)>>() }.push((block, entered));
}
