//! Loops and branches.

use crate::{ops::kinds::is_any_of, prelude::*};

/// The loops and branches of StableHLO and `scf`.
pub const CONTROL: [&str; 7] = [
    scf::FOR,
    scf::IF,
    scf::INDEX_SWITCH,
    scf::WHILE,
    stablehlo::CASE,
    stablehlo::IF,
    stablehlo::WHILE,
];

/// Those that are branches.
pub const BRANCHES: [&str; 4] = [scf::IF, scf::INDEX_SWITCH, stablehlo::CASE, stablehlo::IF];

/// Returns whether an op is a loop or a branch.
pub fn is_control(operation: OpRef<'_>) -> bool {
    is_any_of(operation, &CONTROL)
}

/// Returns whether an op is a branch.
pub fn is_branch(operation: OpRef<'_>) -> bool {
    is_any_of(operation, &BRANCHES)
}

/// Returns whether an op is a loop.
pub fn is_loop(operation: OpRef<'_>) -> bool {
    is_control(operation) && !is_branch(operation)
}

/// Returns an op and the ops around it, from the inside.
pub fn with_parents<'a>(operation: OpRef<'a>) -> impl Iterator<Item = OpRef<'a>> {
    std::iter::successors(Some(operation), |op| op.parent_operation())
}

/// Returns the ops behind an op in its block.
pub fn ops_behind<'a>(operation: OpRef<'a>) -> impl Iterator<Item = OpRef<'a>> {
    std::iter::successors(operation.next_in_block(), |op| op.next_in_block())
}

/// Returns whether an op is the end of a block.
pub fn is_end(operation: OpRef<'_>) -> bool {
    let end = operation.block().and_then(|block| block.terminator());
    end == Some(operation)
}

/// Returns the first block of a region.
pub fn block_in<'a>(operation: OpRef<'a>, region: usize) -> Option<BlockRef<'a>> {
    ir::region(operation, region)?.first_block()
}

/// Returns the first block of each region that has one.
pub fn blocks_in<'a>(operation: OpRef<'a>) -> Vec<BlockRef<'a>> {
    let blocks = operation
        .regions()
        .filter_map(|region| region.first_block());
    blocks.collect()
}

/// Returns the op in one of whose blocks a value is an argument.
pub fn owner_op<'a>(value: Value<'a>) -> Option<OpRef<'a>> {
    ir::owner(value)?.parent_operation()
}

/// Returns whether a value is the counter of a loop that counts up. IREE makes such a loop an `scf.for`
/// (`extractForBounds` in its `LegalizeControlFlow.cpp`), whose counter is a scalar.
pub fn is_counter(value: Value<'_>) -> bool {
    let is_counted = || {
        let body = ir::owner(value)?;
        let counting = body.parent_operation()?;
        let counter = ir::counter_of(counting)?;
        let is_constant = ir::defined_by(counter.step, stablehlo::CONSTANT).is_some();
        let is_of_body = block_in(counting, 1)? == body
            && ir::block_arguments(body).get(counter.number) == Some(&value);
        Some(is_constant && is_of_body && ir::block_of(counter.limit) != block_in(counting, 0))
    };
    is_counted() == Some(true)
}
