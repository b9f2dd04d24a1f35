//! Reductions whose kernel might have several results.
//!
//! From `--iree-opt-level=O2` on, IREE computes a reduction in one kernel with the elementwise ops around it, also if
//! their results are used elsewhere. If it then makes one dim of those that are reduced, it computes the sizes of such
//! a result from the first sizes of all results, which may be those of the reduction.

use super::{
    assume::size_read,
    broadcast::is_broadcast,
    chained::put_barrier_behind,
    empty::parents,
    fill::is_fill,
    group::{is_elementwise, is_in_group},
    is_dynamic, kept,
    row::{Action::Change, Row},
    shared::is_control,
    sizes,
};
use crate::{
    dialect::stablehlo,
    ir::{self, Emitter},
};
use melior::ir::{OperationRef, Value, operation::OperationLike};

/// Reductions of tensors that have other uses.
pub(super) static ROW: Row = Row {
    name: "reductions-of-shared-tensors",
    ops: &[stablehlo::REDUCE],
    when: "of a transposed tensor that something else uses, too; and along neighbouring dims, one of them of unknown \
           size, to a tensor of unknown size, if something else uses what is reduced, or if the result is both broadcast \
           again and used otherwise. Not in loops and branches, nor in functions in which one passes on a tensor of \
           unknown size",
    becomes: "the reduction, with a barrier before it, or behind it if its result has the other use",
    why: "From `--iree-opt-level=O2` on, IREE computes these tensors in one kernel. It rejects transposed ones \
          (\"offset 1 is out-of-bounds: 0 >= -1\"). It gives larger ones sizes of smaller ones, and writes outside of \
          them (`hoistTensorReshapesOutOfDispatchRegion` in its `CollapseDimensions.cpp`).",
    example: include_str!("examples/reductions-of-shared-tensors.mlir"),
    action: Change(separate),
};

/// Separates a reduction by barriers from the ops whose results have other uses; returns whether there are any.
fn separate<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> bool {
    let joins = joins_dims(operation);
    let mut shared = shared_operands(operation);
    shared.retain(|&value| joins || is_transposed(value));
    let results = operation.results().map(Value::from);
    shared.extend(results.filter(|&result| joins && is_kept(result)));
    // In loops and branches, and beside tensors that are passed on, IREE has been seen to compute wrongly with these
    // barriers.
    if shared.is_empty() || parents(operation).any(is_control) || kept::is_near_passed(operation) {
        return false;
    }
    let mut is_changed = false;
    for value in shared {
        is_changed |= put_barrier_behind(emitter, value).is_some();
    }
    is_changed
}

/// Returns whether IREE may make one dim of several that an op reduces, not all of known sizes, and the op's result has
/// an unknown size.
fn joins_dims(operation: OperationRef<'_, '_>) -> bool {
    let dims = ir::int_array(operation, "dimensions").unwrap_or_default();
    let operand = ir::operand(operation, 0).and_then(sizes);
    let operand = operand.unwrap_or_default();
    dims.iter().any(|dim| dims.contains(&(dim + 1)))
        && dims
            .iter()
            .any(|&dim| operand.get(dim as usize) == Some(&None))
        && ir::result(operation, 0).is_some_and(is_dynamic)
}

/// Returns the shared tensors from which IREE computes the operands of an op in its kernel.
fn shared_operands<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    let mut shared = vec![];
    for operand in operation.operands() {
        ir::all_values(operand, |value, pending| {
            if let Some(definition) = ir::defining_op(value).filter(|&it| is_fused(it)) {
                match is_shared(value) {
                    true => shared.push(value),
                    false => pending.extend(definition.operands()),
                }
            }
            true
        });
    }
    shared
}

/// Returns whether several ops use the elements of a value.
fn is_shared(value: Value<'_, '_>) -> bool {
    let users = ir::users(value).into_iter().map(|(user, _)| user);
    let mut users = users.filter(|&user| size_read(user).is_none());
    users
        .next()
        .is_some_and(|first| users.any(|user| user != first))
}

/// Returns whether IREE may compute an op's result in the kernel of an op that uses it, and store it there.
fn is_fused(operation: OperationRef<'_, '_>) -> bool {
    const INDEXED: [&str; 5] = [
        "linalg.generic",
        stablehlo::GATHER,
        stablehlo::REVERSE,
        stablehlo::TORCH_INDEX_SELECT,
        stablehlo::TRANSPOSE,
    ];
    let is_indexed = ir::name_str(operation.name()).is_some_and(|name| INDEXED.contains(&name));
    (is_indexed || is_in_group(operation)) && !is_fill(operation)
}

/// Returns whether a tensor is computed by a transposition and elementwise ops around it.
fn is_transposed(value: Value<'_, '_>) -> bool {
    !ir::all_values(value, |value, pending| {
        let definition = ir::defining_op(value);
        let group = definition.filter(|&it| is_in_group(it));
        pending.extend(group.iter().flat_map(OperationLike::operands));
        !definition.is_some_and(|it| ir::is_named(it, stablehlo::TRANSPOSE))
    })
}

/// Returns whether elementwise ops and broadcasts use a result, or what elementwise ops compute from it, and something
/// else does, too.
fn is_kept(result: Value<'_, '_>) -> bool {
    let (mut is_any_shared, mut is_any_broadcast) = (false, false);
    ir::all_values(result, |value, pending| {
        is_any_shared |= is_shared(value);
        for (user, _) in ir::users(value) {
            is_any_broadcast |= is_broadcast(user);
            pending.extend(ir::result(user, 0).filter(|_| is_elementwise(user)));
        }
        true
    });
    is_any_shared && is_any_broadcast
}
