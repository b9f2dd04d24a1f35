//! Branches between blocks.

use super::ffi;
use melior::ir::{
    BlockLike, BlockRef, OperationRef, Value, block::BlockArgument, operation::OperationLike,
};
use mlir_sys::MlirOperation;
use std::ffi::c_void;

/// Returns the value that a terminator passes to an argument of one of its successors; `None`
/// if it produces the value itself or does not expose it.
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
    let mut found = Edges::new();
    // SAFETY: the block is alive by its lifetime; the callback runs only during the call.
    unsafe {
        ffi::bcastBlockVisitPredecessors(block.to_raw(), Some(push_edge), (&raw mut found).cast());
    }
    found
        .into_iter()
        // SAFETY: the op branches here, so it is as alive as the block.
        .map(|(terminator, successor)| unsafe { (OperationRef::from_raw(terminator), successor) })
        .collect()
}

type Edges = Vec<(MlirOperation, usize)>;

unsafe extern "C" fn push_edge(terminator: MlirOperation, successor: isize, edges: *mut c_void) {
    // SAFETY: the caller above passes its own vector.
    unsafe { &mut *edges.cast::<Edges>() }.push((terminator, successor as usize));
}

/// Returns the ops of a block, in order.
pub fn block_operations<'c: 'a, 'a>(
    block: BlockRef<'c, 'a>,
) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    std::iter::successors(block.first_operation(), |it| it.next_in_block())
}

/// Returns the arguments of a block.
pub fn block_arguments<'c, 'a>(block: BlockRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    (0..block.argument_count())
        .filter_map(|index| block.argument(index).ok())
        .map(|argument: BlockArgument<'c, 'a>| argument.into())
        .collect()
}
