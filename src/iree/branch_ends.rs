//! Ends of branches that IREE would merge.
//!
//! MLIR merges blocks that differ only in the values that they use; these values become arguments of the merged block. If
//! it merges the ends of two branches, IREE's virtual machine passes sizes of 32 and of 64 bits to that block. Its
//! register allocator may order the moves wrongly: a 32-bit size is written over half of a 64-bit one that is still to be
//! read. Branches without a tensor in them are not affected: IREE makes them choices between values.
//!
//! Each branch ends in one more barrier without operands than the branch before it, so no two ends are equal. The
//! barriers cost nothing at run time.

use super::{
    constants::is_constant,
    control::{BRANCHES, is_control},
    row::{Action::Change, Row},
    scalar::BARRIER,
};
use crate::{
    dialect,
    ir::{self, Emitter},
};
use melior::ir::{
    BlockLike, OperationRef, RegionLike, TypeLike, ValueLike, operation::OperationLike,
};

/// Branches.
pub(super) static ROW: Row = Row {
    name: "ends-of-branches",
    ops: &BRANCHES,
    when: "one of which computes a tensor, or contains a loop, a branch or a call",
    becomes: "branches that end in different numbers of barriers without operands",
    why: "MLIR merges equal ends into one block. IREE's virtual machine passes sizes of 32 and of 64 bits to that block, \
          and may overwrite one before it is read: results are wrong, or the program stops.",
    example: include_str!("examples/ends-of-branches.mlir"),
    action: Change(keep_apart),
};

/// Adds barriers to the ends of branches; returns whether it has added any.
fn keep_apart<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> bool {
    let needs_blocks = |inner: OperationRef<'_, '_>| {
        let computes = || inner.results().any(|it| it.r#type().is_ranked_tensor());
        let is_call = || ir::name_str(inner.name()).is_some_and(ir::is_call);
        ir::address(inner) != ir::address(operation)
            && (is_control(inner) || is_call() || computes() && !is_constant(inner))
    };
    let is_accepted = dialect::accepts_iree(emitter.context());
    if !is_accepted || ir::find_ops(operation, needs_blocks).is_empty() {
        return false;
    }
    let blocks = operation
        .regions()
        .filter_map(|region| region.first_block());
    let mut is_changed = false;
    for (count, block) in blocks.enumerate() {
        let Some(end) = block.terminator() else {
            continue;
        };
        let ops = std::iter::successors(block.first_operation(), |it| it.next_in_block());
        let own = ops.filter(|&it| is_barrier_of_nothing(it)).count();
        for _ in own..count {
            let barrier = ir::OpName::new(emitter.context(), BARRIER);
            let barrier = ir::create(end.location(), barrier, &[], &[], &[]);
            is_changed |= ir::insert_before(end, barrier).is_some();
        }
    }
    is_changed
}

/// Returns whether an op is a barrier that this row adds.
pub(super) fn is_barrier_of_nothing(operation: OperationRef<'_, '_>) -> bool {
    ir::is_named(operation, BARRIER) && operation.operand_count() == 0
}
