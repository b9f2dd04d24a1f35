//! Reductions of tensors that are computed from the result of another reduction, as in a softmax.
//!
//! IREE computes both in one kernel. Unless it splits the first one, which it does only for sizes that
//! are known to be multiples of a vector's, it computes it again in each iteration of the loop of the
//! second one. Behind barriers each has a kernel of its own.

use super::{
    assume::{emit_tied, size_read},
    emit_at,
    group::{is_in_group, is_reduction},
    is_dynamic,
    row::{Action::Change, Row, Versions},
    scalar::BARRIER,
    sizes,
};
use crate::{
    dialect::{self, stablehlo},
    ir::{self, Emitter},
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

/// Reductions on which others depend.
pub(super) static ROW: Row = Row {
    name: "chained-reductions",
    ops: &[stablehlo::REDUCE],
    when: "along a dim of unknown size, if the same dims of a tensor that is computed from the result are \
           reduced, as in a softmax",
    becomes: "the reduction, with barriers before and behind it",
    why: "IREE computes the first one again in each iteration of the second one's loop, in a time that \
          grows with the square of the size.",
    versions: Versions::ALL,
    example: include_str!("examples/chained-reductions.mlir"),
    action: Change(separate),
};

/// The maximum number of ops through which a result is followed.
const MAX_FOLLOWED: usize = 64;

/// Puts barriers before and behind a reduction; returns whether another one depends on it.
fn separate<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> bool {
    if !dialect::accepts_iree(emitter.context()) || !is_followed(operation) {
        return false;
    }
    let Some((operand, result)) = ir::operand(operation, 0).zip(ir::result(operation, 0)) else {
        return false;
    };
    // What several kernels use would be computed in the first of them, together with the reduction.
    let users = ir::users(operand).into_iter();
    let is_shared = users.filter(|&(user, _)| size_read(user).is_none()).count() > 1;
    if is_shared && let Some(definition) = ir::defining_op(operand).filter(|&it| is_in_group(it)) {
        put_barrier_behind(emitter, definition, operand);
    }
    put_barrier_behind(emitter, operation, result);
    true
}

/// Returns whether a reduction along a dim of unknown size is followed by one that depends on it.
fn is_followed(operation: OperationRef<'_, '_>) -> bool {
    let dims = ir::int_array(operation, "dimensions").unwrap_or_default();
    let operand = ir::operand(operation, 0)
        .and_then(sizes)
        .unwrap_or_default();
    let is_unknown = |&dim: &i64| operand.get(dim as usize) == Some(&None);
    let Some(result) = ir::result(operation, 0) else {
        return false;
    };
    if !is_reduction(operation) || !dims.iter().any(is_unknown) || !is_dynamic(result) {
        return false;
    }
    let mut pending = vec![result];
    for _ in 0..MAX_FOLLOWED {
        let Some(value) = pending.pop() else {
            return false;
        };
        for (user, index) in ir::users(value) {
            if is_in_group(user) {
                pending.extend(ir::result(user, 0));
            } else if is_reduction(user)
                && index == 0
                && ir::int_array(user, "dimensions") == Some(dims.clone())
            {
                return true;
            }
        }
    }
    false
}

/// Puts a barrier between an op's result and what uses its elements.
fn put_barrier_behind<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    result: Value<'c, 'a>,
) {
    let users = ir::users(result);
    let Some(next) = operation.next_in_block() else {
        return;
    };
    let hidden = emit_at(emitter, next, |emitter| {
        let hidden = emitter.emit_named(BARRIER, &[result], &[], result.r#type());
        let sizes = sizes(result).unwrap_or_default().into_iter().enumerate();
        let dynamic = sizes.filter(|(_, size)| size.is_none());
        let extents = dynamic.map(|(dim, _)| emitter.emit_dim(result, dim));
        let extents = extents.collect::<Vec<_>>();
        emit_tied(emitter, hidden, &extents)
    });
    for (user, index) in users {
        if size_read(user).is_none() {
            ir::set_operand(user, index, hidden);
        }
    }
}
