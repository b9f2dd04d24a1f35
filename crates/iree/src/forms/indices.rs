//! Indices, starts and sizes that are narrow or unsigned integers.
//!
//! Depending on the op, IREE takes narrow negative numbers for large ones and large unsigned
//! numbers for negative ones, or rejects the type. So ops get the same numbers as signless integers
//! of 32 or 64 bits. Those can also be compared with sizes, which narrower ones may be unable to
//! hold. The rows of the pass rely on it.

use crate::dialect::tensor;
use crate::{build::*, forms::lists, prelude::*};
use std::ops::Range;

/// Narrow and unsigned numbers that are positions or sizes.
pub static ROW: Row = Row {
    name: "narrow-indices",
    ops: &[
        stablehlo::DYNAMIC_BROADCAST_IN_DIM,
        stablehlo::DYNAMIC_CONV,
        stablehlo::DYNAMIC_GATHER,
        stablehlo::DYNAMIC_IOTA,
        stablehlo::DYNAMIC_PAD,
        stablehlo::DYNAMIC_RESHAPE,
        stablehlo::DYNAMIC_SLICE,
        stablehlo::DYNAMIC_UPDATE_SLICE,
        stablehlo::GATHER,
        stablehlo::REAL_DYNAMIC_SLICE,
        stablehlo::SCATTER,
        stablehlo::TORCH_INDEX_SELECT,
        tensor::RESHAPE,
    ],
    when: "with narrow or unsigned indices, starts or sizes, or with a computed list of \
           `index`, also on static shapes",
    becomes: "the op with the same numbers as `i32` or `i64`",
    why: "IREE takes narrow negative numbers for large ones and large unsigned ones for \
           negative ones, or rejects the type; it passes no tensors of `index` to its \
           kernels.",
    example: include_str!("../examples/narrow-indices.mlir"),
    action: Change(widen),
};

/// Returns the positions of the operands that are indices, starts or sizes.
fn positions(name: &str, operand_count: usize) -> Option<Range<usize>> {
    Some(match name {
        stablehlo::DYNAMIC_IOTA => 0..1,
        stablehlo::DYNAMIC_BROADCAST_IN_DIM
        | stablehlo::DYNAMIC_RESHAPE
        | stablehlo::GATHER
        | stablehlo::TORCH_INDEX_SELECT
        | tensor::RESHAPE => 1..2,
        stablehlo::DYNAMIC_GATHER => 1..3,
        stablehlo::REAL_DYNAMIC_SLICE => 1..4,
        stablehlo::DYNAMIC_SLICE => 1..operand_count,
        stablehlo::DYNAMIC_CONV => 2..3,
        stablehlo::DYNAMIC_PAD => 2..5,
        stablehlo::DYNAMIC_UPDATE_SLICE => 2..operand_count,
        // Between as many operands and updates.
        stablehlo::SCATTER => operand_count / 2..operand_count / 2 + 1,
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
        let operand = ir::operand(operation, position);
        let Some(operand) = operand.filter(|_| !lists::is_of_index(operation, position)) else {
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
