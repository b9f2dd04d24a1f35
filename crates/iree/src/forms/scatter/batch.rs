//! Scatters with batching dims, which IREE rejects on dynamic shapes: the gradient of JAX's
//! `take_along_axis`.
//!
//! The position in a batching dim is put in front of each index, so that the dim is indexed like the
//! others.

use crate::{
    build::*,
    dialect::stablehlo::ScatterDimensionNumbers,
    forms::scatter::{DIMS, dims_of},
    ops::*,
    prelude::*,
};

pub static ROW: Row = Row {
    name: "scatter-batching-dims",
    ops: &[stablehlo::SCATTER],
    when: "with batching dims on dynamic shapes, as in the gradient of JAX's \
           `take_along_axis`",
    becomes: "a `scatter` whose indices begin with the position in these dims",
    why: "IREE makes them indexed dims only if the indices are static \
           (`ScatterBatchingDimsExpander` in its `StableHLOToStableHLO.cpp`), and rejects \
           others.",
    action: Change(index_batches),
};

/// Makes batching dims of a scatter indexed dims; `None` if there are none.
fn index_batches<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let numbers = dims_of(operation)?;
    let is_static = !operation.operands().any(is_dynamic);
    require(
        !numbers.input_batching_dims.is_empty() && operation.operand_count() == 3 && !is_static,
    )?;
    let indices = ir::operand(operation, 1)?;
    let vector_dim = usize::try_from(numbers.index_vector_dim).ok()?;
    let batch_dims = to_dims(&numbers.scatter_indices_batching_dims)?;
    let indices = emit_with_vector_dim(emitter, indices, vector_dim)?;
    let mut parts = vec![];
    for dim in batch_dims {
        parts.push(emit_positions(emitter, indices, dim, vector_dim)?);
    }
    parts.push(indices);
    let indices = emit_joined_numbers(emitter, &parts, vector_dim)?;
    let mut inserted = numbers.inserted_window_dims;
    inserted.extend(&numbers.input_batching_dims);
    inserted.sort_unstable();
    let mut indexed = numbers.input_batching_dims;
    indexed.extend(numbers.scatter_dims_to_operand_dims);
    let dims = ScatterDimensionNumbers {
        update_window_dims: numbers.update_window_dims,
        inserted_window_dims: inserted,
        scatter_dims_to_operand_dims: indexed,
        index_vector_dim: numbers.index_vector_dim,
        ..ScatterDimensionNumbers::default()
    };
    let dims = dims.to_attribute(emitter.context())?;
    ir::set_operand(operation, 1, indices);
    ir::set_attribute(operation, DIMS, dims);
    Some(())
}

/// Emits indices with a dim of index vectors at a position, which may be that behind the last one.
fn emit_with_vector_dim<'a>(
    emitter: &mut OpEmitter<'a>,
    indices: Value<'a>,
    vector_dim: usize,
) -> Option<Value<'a>> {
    if vector_dim < rank(indices)? {
        return Some(indices);
    }
    let mut sizes = emit_sizes(emitter, indices);
    sizes.push(Number::constant(emitter, 1));
    emit_reshape_to(emitter, indices, &sizes)
}

/// Emits the position of each index along a dim, as the only number of an index vector.
fn emit_positions<'a>(
    emitter: &mut OpEmitter<'a>,
    indices: Value<'a>,
    dim: usize,
    vector_dim: usize,
) -> Option<Value<'a>> {
    let mut sizes = emit_sizes(emitter, indices);
    *sizes.get_mut(vector_dim)? = Number::constant(emitter, 1);
    let r#type = with_sizes(emitter, indices, &known_values(&sizes))?;
    let shape =
        (!r#type.has_static_shape()).then(|| emitter.emit_from_elements(&index_values(&sizes)));
    Some(emit_iota(emitter, dim, shape, r#type.into()))
}

/// Emits the concatenation of the numbers of index vectors.
fn emit_joined_numbers<'a>(
    emitter: &mut OpEmitter<'a>,
    parts: &[Value<'a>],
    vector_dim: usize,
) -> Option<Value<'a>> {
    let mut joined_sizes = sizes(*parts.last()?)?;
    let added = parts.len() as i64 - 1;
    let size = joined_sizes.get_mut(vector_dim)?;
    *size = size.map(|size| size + added);
    let r#type = with_sizes(emitter, *parts.last()?, &joined_sizes)?.into();
    Some(emit_joined(emitter, parts, vector_dim, r#type))
}
