//! Blocks that nothing reaches.

use super::{Visit, block_operations, edit, visit_dominator_tree, visit_ops};
use melior::{
    Context,
    ir::{
        BlockLike, BlockRef, Location, OperationRef, RegionLike, RegionRef, Type,
        operation::OperationLike,
    },
};
use mlir_sys::{mlirBlockDestroy, mlirBlockDetach};
use rustc_hash::FxHashSet;

/// Erases the blocks in an op's regions, at any nesting, that nothing reaches; returns whether there
/// are any.
pub fn erase_unreachable_blocks<'c: 'a, 'a>(
    context: &'c Context,
    root: OperationRef<'c, 'a>,
) -> bool {
    let mut regions = vec![];
    visit_ops(root, |operation| {
        let several = operation.regions().filter(|region| {
            let first = region.first_block();
            first.is_some_and(|block| block.next_in_region().is_some())
        });
        regions.extend(several);
    });
    // The inner ones first: they may be in blocks that are erased.
    let mut erases = false;
    for region in regions.into_iter().rev() {
        erases |= erase_in(context, region);
    }
    erases
}

fn erase_in<'c: 'a, 'a>(context: &'c Context, region: RegionRef<'c, 'a>) -> bool {
    let steps = visit_dominator_tree(region).into_iter();
    let reachable = steps.filter_map(|step| match step {
        Visit::Enter(block) => Some(block.to_raw().ptr as usize),
        Visit::Exit => None,
    });
    let reachable = reachable.collect::<FxHashSet<_>>();
    let Some(entry) = region.first_block() else {
        return false;
    };
    let blocks = std::iter::successors(Some(entry), |block| block.next_in_region());
    let unreachable = blocks.filter(|it| !reachable.contains(&(it.to_raw().ptr as usize)));
    let unreachable = unreachable.collect::<Vec<_>>();
    if unreachable.is_empty() {
        return false;
    }
    // They may use each other's values in any order, so they use this one first.
    let other = entry.add_argument(Type::index(context), Location::unknown(context));
    let ops = |block: BlockRef<'c, 'a>| block_operations(block).collect::<Vec<_>>();
    for &block in &unreachable {
        for operation in ops(block) {
            visit_ops(operation, |operation| {
                for index in 0..operation.operand_count() {
                    edit::set_operand(operation, index, other);
                }
            });
        }
    }
    for &block in &unreachable {
        ops(block).into_iter().for_each(edit::erase);
    }
    for block in unreachable {
        // SAFETY: the block is alive and has no ops; the terminators that named it are gone, and so
        // are the uses of its arguments. Nothing uses it from here on.
        unsafe {
            mlirBlockDetach(block.to_raw());
            mlirBlockDestroy(block.to_raw());
        }
    }
    edit::erase_argument(entry, entry.argument_count() - 1);
    true
}
