//! Indices, starts and sizes that are narrow or unsigned integers.
//!
//! Depending on the op, IREE takes narrow negative numbers for large ones and large unsigned
//! numbers for negative ones, or rejects the type. So ops get the same numbers as signless integers
//! of 32 or 64 bits. Those can also be compared with sizes, which narrower ones may be unable to
//! hold. The rows of the pass rely on it.

use super::{
    emit_at,
    numbers::emit_numbers,
    row::{Action::Change, Row, Versions},
};
use crate::ir::{self, Emitter};
use melior::ir::{OperationRef, TypeLike, Value, ValueLike, operation::OperationLike};
use std::ops::Range;

/// Narrow and unsigned numbers that are positions or sizes.
pub(super) static ROW: Row = Row {
    name: "narrow-indices",
    ops: &[
        "stablehlo.dynamic_broadcast_in_dim",
        "stablehlo.dynamic_conv",
        "stablehlo.dynamic_gather",
        "stablehlo.dynamic_iota",
        "stablehlo.dynamic_pad",
        "stablehlo.dynamic_reshape",
        "stablehlo.dynamic_slice",
        "stablehlo.dynamic_update_slice",
        "stablehlo.gather",
        "stablehlo.real_dynamic_slice",
        "stablehlo.scatter",
        "stablehlo.torch_index_select",
        "tensor.reshape",
    ],
    when: "with narrow or unsigned indices, starts or sizes, or with a computed list of \
           `index`, also on static shapes",
    becomes: "the op with the same numbers as `i32` or `i64`",
    why: "IREE takes narrow negative numbers for large ones and large unsigned ones for \
           negative ones, or rejects the type; it passes no tensors of `index` to its \
           kernels.",
    versions: Versions::ALL,
    example: include_str!("examples/narrow-indices.mlir"),
    action: Change(widen),
};

/// Returns the positions of the operands that are indices, starts or sizes.
fn positions(name: &str, operand_count: usize) -> Option<Range<usize>> {
    Some(match name {
        "stablehlo.dynamic_iota" => 0..1,
        "stablehlo.dynamic_broadcast_in_dim"
        | "stablehlo.dynamic_reshape"
        | "stablehlo.gather"
        | "stablehlo.torch_index_select"
        | "tensor.reshape" => 1..2,
        "stablehlo.dynamic_gather" => 1..3,
        "stablehlo.real_dynamic_slice" => 1..4,
        "stablehlo.dynamic_slice" => 1..operand_count,
        "stablehlo.dynamic_conv" => 2..3,
        "stablehlo.dynamic_pad" => 2..5,
        "stablehlo.dynamic_update_slice" => 2..operand_count,
        // Between as many operands and updates.
        "stablehlo.scatter" => operand_count / 2..operand_count / 2 + 1,
        _ => return None,
    })
}

/// Gives an op signless indices, starts and sizes of at least 32 bits; returns whether it has
/// changed.
fn widen<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> bool {
    let name = ir::name_str(operation.name()).unwrap_or_default();
    let positions = positions(name, operation.operand_count()).unwrap_or_default();
    let mut is_changed = false;
    for position in positions {
        let Some(operand) = ir::operand(operation, position) else {
            continue;
        };
        let wide = emit_at(emitter, operation, |emitter| {
            emit_integers(emitter, operand).unwrap_or_else(|| emitter.emit_signless(operand))
        });
        if wide != operand {
            ir::set_operand(operation, position, wide);
            is_changed = true;
        }
    }
    is_changed
}

/// Emits sizes of type `index` as integers; IREE does not pass tensors of `index` to its kernels.
fn emit_integers<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    sizes: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let element = ir::element_type(sizes.r#type())?;
    let rank = ir::shaped_type(sizes.r#type()).shape()?.len();
    if !element.is_index() || rank != 1 {
        return None;
    }
    let numbers = emit_numbers(emitter, sizes)?.into_iter();
    let numbers = numbers.map(|number| number.index).collect::<Vec<_>>();
    Some(emitter.emit_from_elements(&numbers))
}
