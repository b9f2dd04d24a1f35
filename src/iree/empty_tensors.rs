//! Empty tensors that ops in nested loops write into.
//!
//! IREE gives empty tensors of the same sizes the same memory, where they are merged, and does not see
//! that the outer loop needs what several of them hold at once. So each op writes into an empty tensor of
//! its own, whose sizes IREE does not know to be those of another one.

use super::{
    carried_tensors::padded,
    emit_at,
    greatest_elements::TOP_K,
    row::{Action::Change, Row},
    scalar::{BARRIER, emit_hidden},
    scan::SCAN,
};
use crate::{
    dialect::stablehlo,
    ir::{self, Emitter},
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

/// Ops in nested loops that write into empty tensors.
pub(super) static ROW: Row = Row {
    name: "empty-tensors-in-nested-loops",
    ops: &["tensor.insert_slice", SCAN, TOP_K],
    when: "in a loop that contains another one or is in one, into a `tensor.empty` of unknown size",
    becomes: "the op on a `tensor.empty` of its own, whose sizes are behind barriers",
    why: "IREE gives empty tensors of equal sizes the same memory, also where the outer loop needs what several of \
           them hold.",
    example: include_str!("examples/empty-tensors-in-nested-loops.mlir"),
    action: Change(give_own),
};

/// Gives an op an empty tensor of its own; returns whether it has changed.
fn give_own<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> bool {
    if !is_in_nested_loops(operation) {
        return false;
    }
    let mut is_changed = false;
    for (index, operand) in operation.operands().enumerate().skip(1) {
        let Some(empty) = ir::defining_op(operand).filter(|&op| is_empty(op)) else {
            continue;
        };
        if is_own(operation, empty) {
            continue;
        }
        let own = emit_at(emitter, operation, |emitter| {
            let sizes = empty.operands().map(|size| emit_hidden_size(emitter, size));
            let sizes = sizes.collect::<Option<Vec<_>>>()?;
            Some(emitter.emit("tensor.empty", &sizes, &[], operand.r#type()))
        });
        if let Some(own) = own {
            ir::set_operand(operation, index, own);
            is_changed = true;
        }
    }
    is_changed
}

/// Emits a size behind a barrier. Of a number of rows, IREE still sees how many elements each has.
fn emit_hidden_size<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    size: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    match padded::row_count(size) {
        Some((rows, unit)) => {
            let rows = emit_hidden(emitter, rows)?;
            let unit = emitter.emit_constant_index(unit);
            Some(emitter.emit_index_product(rows, unit))
        }
        None => emit_hidden(emitter, size),
    }
}

/// Returns whether one of the loops around an op contains another one.
fn is_in_nested_loops(operation: OperationRef<'_, '_>) -> bool {
    let mut loops = parents(operation).filter(|&op| is_loop(op));
    loops.next().is_some_and(|inner| {
        let contains_loop = || {
            let is_other = |op| is_loop(op) && ir::address(op) != ir::address(inner);
            !ir::find_ops(inner, is_other).is_empty()
        };
        loops.next().is_some() || contains_loop()
    })
}

pub(super) fn parents<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    std::iter::successors(operation.parent_operation(), |op| op.parent_operation())
}

pub(super) fn is_loop(operation: OperationRef<'_, '_>) -> bool {
    matches!(
        ir::name_str(operation.name()),
        Some(stablehlo::WHILE | "scf.for" | "scf.while")
    )
}

/// Returns whether an op writes into an operand.
fn writes(operation: OperationRef<'_, '_>) -> bool {
    ir::name_str(operation.name()).is_some_and(|name| ROW.is_about(name))
}

/// Returns whether an op is a `tensor.empty` of unknown size.
fn is_empty(operation: OperationRef<'_, '_>) -> bool {
    ir::name_str(operation.name()) == Some("tensor.empty") && operation.operand_count() > 0
}

/// Returns whether an empty tensor is already the op's own: no other op writes into it, and its sizes are
/// behind barriers that no other empty tensor uses.
fn is_own(user: OperationRef<'_, '_>, empty: OperationRef<'_, '_>) -> bool {
    let mut sizes = empty.operands();
    let are_hidden = sizes.all(|size| {
        let hides = |op| ir::name_str(OperationRef::name(&op)) == Some(BARRIER);
        let users = ir::users(size);
        let empties = users.iter().filter(|(user, _)| is_empty(*user));
        let hidden = padded::row_count(size).map_or(size, |(rows, _)| rows);
        ir::defining_op(hidden).is_some_and(hides) && empties.count() == 1
    });
    let is_beside = user.block() == empty.block();
    let is_written_once = || {
        let users = ir::users(ir::result(empty, 0)?);
        Some(users.iter().filter(|(user, _)| writes(*user)).count() == 1)
    };
    are_hidden && is_beside && is_written_once() == Some(true)
}
