//! `stablehlo.optimization_barrier`, which IREE compiles for tensors of static shape only.

use super::{
    assume::emit_tied,
    carried_tensors::dynamic_extents,
    emit_in_place_of, is_dynamic,
    row::{Action::ReplaceAll, Row},
    scalar::emit_hidden,
};
use crate::{
    dialect::stablehlo,
    ir::{self, Emitter},
};
use melior::ir::{OperationRef, Value};

/// Barriers.
pub(super) static ROW: Row = Row {
    name: "barriers",
    ops: &[stablehlo::OPTIMIZATION_BARRIER],
    when: "of tensors of unknown size, as in JAX's `checkpoint`",
    becomes: "their values; tensors of static shape keep a barrier",
    why: "IREE rejects its own barrier of such tensors.",
    example: include_str!("examples/barriers.mlir"),
    action: ReplaceAll(rewrite),
};

/// Emits a barrier of each tensor of static shape; the other ones get none. A barrier only limits
/// optimizations: each result equals its operand.
fn rewrite<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let operands = ir::operands(operation);
    if !operands.iter().any(|&operand| is_dynamic(operand)) {
        return None;
    }
    let values = operands
        .into_iter()
        .map(|operand| match is_dynamic(operand) {
            true => operand,
            false => emitter.emit_barrier(operand, &[]),
        });
    Some(values.collect())
}

/// Makes the users of a value's elements read it from behind a barrier; `None` if the context lacks IREE's ops.
pub(super) fn put_barrier_behind<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
) -> Option<()> {
    emit_in_place_of(emitter, value, |emitter| {
        emit_behind_barrier(emitter, value)
    })
}

/// Emits a barrier of a tensor, whose result is tied to the tensor's sizes, so that IREE knows them.
pub(super) fn emit_behind_barrier<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    tensor: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    if !is_dynamic(tensor) {
        return Some(emitter.emit_barrier(tensor, &[]));
    }
    let hidden = emit_hidden(emitter, tensor)?;
    let extents = dynamic_extents(emitter, tensor)?;
    Some(emit_tied(emitter, hidden, &extents))
}
