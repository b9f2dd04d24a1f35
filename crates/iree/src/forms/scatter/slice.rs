//! Scatters of one slice.
//!
//! On dynamic shapes, IREE rejects these scatters, or writes outside of the tensor. On static shapes, it
//! moves a slice that reaches outside of the tensor to the nearest position where it fits; StableHLO drops it.

use crate::{
    build::*,
    dialect::stablehlo::ScatterDimensionNumbers,
    forms::scatter::{dims_of, has_one_slice, is_supported},
    ops::*,
    prelude::*,
};

pub static ROW: Row = Row {
    name: "scatters-of-slices",
    ops: &[stablehlo::SCATTER],
    when: "of one slice or element, as of JAX's `x.at[1:].set(y)` and `x.at[i].set(y)`, also on static \
           shapes",
    becomes: "`tensor.insert_slice` of the slice, or of what is there if the slice is not \
           within the tensor",
    why: "IREE moves a slice that does not fit instead of ignoring it \
           (`ScatterToDynamicUpdateSlice` in its `StableHLOToStableHLO.cpp`), writes an element \
           outside elsewhere in memory, and rejects dynamic shapes.",
    action: Replace(rewrite),
};

/// Rewrites a `stablehlo.scatter` of one slice: the part of the tensor at the clamped start
/// becomes the slice, or itself if the start has been clamped.
fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let numbers = dims_of(operation)?;
    let [operand, indices, update] = first_operands(operation)?;
    let is_one_slice = has_one_slice(operation, &numbers)?;
    let indexed = &numbers.scatter_dims_to_operand_dims;
    require(is_supported(operation) && numbers.input_batching_dims.is_empty() && is_one_slice)?;
    let combination = combination(operation)?;
    let update = emit_with_all_dims(emitter, update, operand, &numbers)?;
    let extents = emit_extents(emitter, operand);
    let update = emit_no_larger(emitter, update, operand, &extents)?;
    let lengths = emit_extents(emitter, update);
    let starts = emit_numbers(emitter, indices)?;
    let none = emitter.emit_constant_index(0);
    let mut offsets = vec![none; extents.len()];
    let mut is_inside = None;
    for (start, &dim) in starts.iter().zip(indexed) {
        let dim = usize::try_from(dim).ok()?;
        offsets[dim] = emit_clamped(emitter, start.index, extents[dim], lengths[dim]);
        let is_same = emitter.emit_index_compare(Direction::Eq, start.index, offsets[dim]);
        is_inside = Some(emit_and(emitter, is_inside, is_same));
    }
    let ends = offsets.iter().zip(&lengths);
    let ends =
        ends.map(|(&offset, &length)| emitter.emit_index_binary(arith::ADDI, offset, length));
    let ends = ends.collect::<Vec<_>>();
    let slice_type = ir::as_ranked_tensor(update.r#type())?;
    let strides = vec![1; offsets.len()];
    let part = emit_slice(emitter, operand, &offsets, &ends, &strides, slice_type);
    let update = emit_combined(emitter, &combination, [part, update]);
    // Without an index, the slice starts at the first element.
    let update = match is_inside {
        Some(is_inside) => {
            let is_inside = emit_scalar(emitter, is_inside);
            emitter.emit_like(stablehlo::SELECT, &[is_inside, update, part])
        }
        None => update,
    };
    emit_insert(emitter, &Insertion::new(update, operand, offsets))
}

/// Emits the elements of a slice that a tensor of these extents has: a dim of unknown size may be empty,
/// and has no part of one element then.
fn emit_no_larger<'a>(
    emitter: &mut OpEmitter<'a>,
    update: Value<'a>,
    operand: Value<'a>,
    extents: &[Value<'a>],
) -> Option<Value<'a>> {
    let mut part = emit_sizes(emitter, update);
    for ((size, own), &extent) in part.iter_mut().zip(sizes(operand)?).zip(extents) {
        match own {
            None if size.is(1) => {
                *size = Number::computed(index(size.index).min(extent).emit(emitter))
            }
            Some(0) => *size = Number::constant(emitter, 0),
            _ => {}
        }
    }
    let part_sizes = known_values(&part);
    if Some(&part_sizes) == sizes(update).as_ref() {
        return Some(update);
    }
    let starts = vec![emitter.emit_constant_index(0); part.len()];
    emit_unit_slice(emitter, update, &starts, &index_values(&part), &part_sizes)
}

/// The ops that combine an element and its update.
const COMBINERS: &[&str] = &[
    stablehlo::ADD,
    stablehlo::AND,
    stablehlo::ATAN2,
    stablehlo::DIVIDE,
    stablehlo::MAXIMUM,
    stablehlo::MINIMUM,
    stablehlo::MULTIPLY,
    stablehlo::OR,
    stablehlo::POWER,
    stablehlo::REMAINDER,
    stablehlo::SUBTRACT,
    stablehlo::XOR,
];

/// How an element and its update are combined.
pub enum Combination {
    /// The update replaces the element.
    Replacement,
    /// By an elementwise op of this name.
    Op(&'static str),
}

/// Returns how a scatter combines elements and updates; `None` if not by one op.
pub fn combination(operation: OpRef<'_>) -> Option<Combination> {
    let block = block_in(operation, 0)?;
    let update = block.argument(1).ok()?;
    match ir::operand(block.terminator()?, 0)? == update.into() {
        true => Some(Combination::Replacement),
        false => only_op(block, COMBINERS).map(Combination::Op),
    }
}

/// Emits what becomes of elements by an update of the same shape.
pub fn emit_combined<'a>(
    emitter: &mut OpEmitter<'a>,
    combination: &Combination,
    [elements, update]: [Value<'a>; 2],
) -> Value<'a> {
    match combination {
        Combination::Replacement => update,
        Combination::Op(name) => emitter.emit_like(name, &[elements, update]),
    }
}

/// Emits an update of one slice as a part of the tensor, with all of its dims in their order.
fn emit_with_all_dims<'a>(
    emitter: &mut OpEmitter<'a>,
    update: Value<'a>,
    operand: Value<'a>,
    numbers: &ScatterDimensionNumbers,
) -> Option<Value<'a>> {
    let rank = rank(operand)?;
    let inserted = &numbers.inserted_window_dims;
    if inserted.is_empty() && self::rank(update)? == rank {
        return Some(update);
    }
    let own = emit_sizes(emitter, update);
    let one = Number::constant(emitter, 1);
    let mut windows = numbers.update_window_dims.iter();
    let sizes = (0..rank).map(|dim| match inserted.contains(&(dim as i64)) {
        true => Some(one),
        false => own.get(usize::try_from(*windows.next()?).ok()?).copied(),
    });
    emit_reshape_to(emitter, update, &sizes.collect::<Option<Vec<_>>>()?)
}
