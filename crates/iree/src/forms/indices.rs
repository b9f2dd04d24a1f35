//! Indices, starts and sizes that are narrow or unsigned integers.
//!
//! Depending on the op, IREE takes narrow negative numbers for large ones and large unsigned
//! numbers for negative ones, or rejects the type. So ops get the same numbers as signless integers
//! of 32 or 64 bits. Those can also be compared with sizes, which narrower ones may be unable to
//! hold. The rows of the pass rely on it.

use crate::{build::*, forms::lists, ops::*, prelude::*};

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
    action: Change(widen),
};

/// Gives an op signless indices, starts and sizes of at least 32 bits; `None` if it has these.
fn widen<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let positions = number_operands(operation);
    let positions = positions.filter(|&it| !lists::is_of_index(operation, it));
    change_each(positions, |position| {
        replace_operand(emitter, operation, position, |emitter, operand| {
            let integers = emit_integers(emitter, operand);
            let wide = integers.unwrap_or_else(|| emitter.emit_signless(operand));
            (wide != operand).then_some(wide)
        })
    })
}

/// Emits sizes of type `index` as integers; IREE does not pass tensors of `index` to its kernels.
fn emit_integers<'a>(emitter: &mut OpEmitter<'a>, sizes: Value<'a>) -> Option<Value<'a>> {
    let element = ir::element_type(sizes.r#type())?;
    let rank = ir::shaped_type(sizes.r#type()).shape()?.len();
    require(element.is_index() && rank == 1)?;
    let numbers = emit_numbers(emitter, sizes)?.into_iter();
    let numbers = numbers.map(|number| number.index).collect::<Vec<_>>();
    Some(emitter.emit_from_elements(&numbers))
}
