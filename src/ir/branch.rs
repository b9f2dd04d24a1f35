//! Branches between blocks.

use super::ffi;
use melior::ir::{
    BlockLike, BlockRef, OperationRef, Value, block::BlockArgument, operation::OperationLike,
};
use mlir_sys::{mlirBlockGetNumPredecessors, mlirBlockGetPredecessor};
use std::collections::HashSet;

/// Returns the value that a terminator hands to an argument of one of its
/// successors; `None` where it makes the value itself or does not tell.
pub fn successor_operand<'c, 'a>(
    terminator: OperationRef<'c, 'a>,
    successor: usize,
    argument: usize,
) -> Option<Value<'c, 'a>> {
    if successor >= terminator.successor_count() {
        return None;
    }
    // SAFETY: the op is alive by its lifetime, and has the successor.
    let value = unsafe {
        ffi::bcastOperationSuccessorOperand(
            OperationLike::to_raw(&terminator),
            successor as isize,
            argument as isize,
        )
    };
    // SAFETY: a value that is not null is an operand of the op.
    (!value.ptr.is_null()).then(|| unsafe { Value::from_raw(value) })
}

/// Returns the terminators that branch to a block, each with the number of the
/// successor that the block is.
pub fn predecessors<'c, 'a>(block: BlockRef<'c, 'a>) -> Vec<(OperationRef<'c, 'a>, usize)> {
    let mut seen = HashSet::new();
    let mut predecessors = vec![];
    // SAFETY: the block is alive by its lifetime, and the positions are in range.
    let blocks = unsafe {
        (0..mlirBlockGetNumPredecessors(block.to_raw()))
            .map(|position| mlirBlockGetPredecessor(block.to_raw(), position))
            .map(|block| BlockRef::<'c, 'a>::from_raw(block))
            .collect::<Vec<_>>()
    };
    for predecessor in blocks {
        // A block that branches here twice is listed twice.
        if !seen.insert(predecessor.to_raw().ptr as usize) {
            continue;
        }
        let Some(terminator) = predecessor.terminator() else {
            continue;
        };
        for (index, successor) in terminator.successors().enumerate() {
            if successor.to_raw().ptr == block.to_raw().ptr {
                predecessors.push((terminator, index));
            }
        }
    }
    predecessors
}

/// Returns the arguments of a block.
pub fn block_arguments<'c, 'a>(block: BlockRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    (0..block.argument_count())
        .filter_map(|index| block.argument(index).ok())
        .map(|argument: BlockArgument<'c, 'a>| argument.into())
        .collect()
}
