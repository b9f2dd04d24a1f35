//! Values of static shape that a loop passes on from one position to another, or that it begins with and a
//! loop around it carries.
//!
//! IREE computes values into shared allocations, and frees one behind the last use of all in it. It finds
//! out for each value that a loop carries which allocations it may be in, but not by way of another carried
//! one: if values are exchanged, it frees the allocation that one of them begins with, though other values
//! in it are used behind the loop. A copy has an allocation of its own. Tensors of unknown size are copied
//! into rows anyway (see `carried.rs`).

use super::{
    emit_at,
    in_place::Choice,
    is_dynamic,
    row::{Action::Change, Row, Versions},
    shared::is_control,
};
use crate::{
    dialect::stablehlo,
    ir::{self, Emitter},
};
use melior::ir::{
    BlockLike, OperationRef, RegionLike, TypeLike, ValueLike, operation::OperationLike,
};

/// Loops.
pub(super) static ROW: Row = Row {
    name: "exchanged-values",
    ops: &["scf.for", stablehlo::WHILE],
    when: "that pass on a value of static shape, from one iteration to the next, at another position, as JAX's \
           random numbers do with keys, or that begin with one that a loop around them carries",
    becomes: "loops that pass on a copy, or begin with it: a choice between the value and zeros by a true \
              behind a barrier",
    why: "IREE frees the memory of other values that it has computed beside it, which are used behind the \
          loop: they are wrong, or the program stops with \"transient buffer has not been committed\".",
    versions: Versions::ALL,
    example: include_str!("examples/exchanged-values.mlir"),
    action: Change(copy_exchanged),
};

/// Makes a loop begin with copies of what a loop around it carries, and pass on copies of values that come
/// from another position; returns whether it has changed.
fn copy_exchanged<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> bool {
    let block = operation
        .regions()
        .last()
        .and_then(|body| body.first_block());
    let Some((block, end)) = block.and_then(|block| Some((block, block.terminator()?))) else {
        return false;
    };
    let arguments = ir::block_arguments(block);
    // The first argument of `scf.for` is the number of the iteration.
    let offset = arguments.len() - operation.result_count().min(arguments.len());
    let mut is_changed = false;
    for (index, value) in ir::operands(end).into_iter().enumerate() {
        let position = arguments.iter().position(|&argument| argument == value);
        if position.is_some_and(|position| position != index + offset) {
            is_changed |= copy(emitter, operation, end, index).is_some();
        }
    }
    for (index, value) in ir::operands(operation).into_iter().enumerate() {
        let parent = ir::owner(value).and_then(|block| block.parent_operation());
        if parent.is_some_and(is_control) {
            is_changed |= copy(emitter, operation, operation, index).is_some();
        }
    }
    is_changed
}

/// Makes an op in or at a loop use a copy of an operand; `None` if that is of unknown size, or no tensor.
fn copy<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    user: OperationRef<'c, 'a>,
    index: usize,
) -> Option<()> {
    let value = ir::operand(user, index)?;
    if is_dynamic(value) || !value.r#type().is_ranked_tensor() {
        return None;
    }
    // Barriers in a loop would be waited for in each iteration.
    let mut outermost = operation;
    while let Some(parent) = outermost.parent_operation().filter(|&op| is_control(op)) {
        outermost = parent;
    }
    let choice = emit_at(emitter, outermost, |emitter| {
        Choice::emit(emitter, value.r#type())
    })?;
    let copy = emit_at(emitter, user, |emitter| {
        choice.emit_copy(emitter, value, None)
    });
    ir::set_operand(user, index, copy);
    Some(())
}
