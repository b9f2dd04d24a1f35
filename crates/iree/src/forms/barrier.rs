//! `stablehlo.optimization_barrier`, which IREE compiles for tensors of static shape only.

use crate::{ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "barriers",
    ops: &[stablehlo::OPTIMIZATION_BARRIER],
    when: "of tensors of unknown size, as in JAX's `checkpoint`",
    becomes: "their values; tensors of static shape keep a barrier",
    why: "IREE rejects its own barrier of such tensors.",
    action: ReplaceAll(rewrite),
};

/// Emits a barrier of each tensor of static shape; the other ones get none. A barrier only limits
/// optimizations: each result equals its operand.
fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Vec<Value<'a>>> {
    let operands = ir::operands(operation);
    require(operands.iter().any(|&operand| is_dynamic(operand)))?;
    let values = operands
        .into_iter()
        .map(|operand| match is_dynamic(operand) {
            true => operand,
            false => emitter.emit_barrier(operand, &[]),
        });
    Some(values.collect())
}
