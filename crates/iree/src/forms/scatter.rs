//! `stablehlo.scatter`, of which IREE writes updates outside the tensor, too.
//!
//! StableHLO ignores such updates. So the tensor gets one more element in each indexed dim, where
//! they are written.

pub mod batch;
pub mod elements;
pub mod inner_dims;
pub mod slice;
pub mod updates;

use crate::{
    build::*, dialect::stablehlo::ScatterDimensionNumbers, ir::Width, model::memory::is_copy,
    ops::*, prelude::*,
};

pub static OUTSIDE: Row = Row {
    name: "scatters-outside",
    ops: &[stablehlo::SCATTER],
    when: "of several elements, or slices of one element along the indexed dims, unless all \
           indices are known to be inside; also on static shapes",
    becomes: "a `scatter` into a tensor with one more element in each indexed dim, for updates \
           outside the tensor",
    why: "IREE does not ignore such updates, but writes them elsewhere in memory.",
    action: Change(guard),
};

/// The attribute of an op's dims.
pub const DIMS: &str = "scatter_dimension_numbers";

/// What says that the updates do not overlap, or that they are in order.
const PROMISES: [&str; 2] = ["indices_are_sorted", "unique_indices"];

/// Returns what a scatter says of dims.
pub fn dims_of(operation: OpRef<'_>) -> Option<ScatterDimensionNumbers> {
    ScatterDimensionNumbers::from_attribute(operation.attribute(DIMS).ok()?)
}

/// Makes a scatter write within a larger tensor; `None` if it need not.
fn guard<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let numbers = dims_of(operation)?;
    let mut indexed = numbers.scatter_dims_to_operand_dims.clone();
    indexed.sort_unstable();
    let are_indexed = |dims: &[i64]| dims.iter().all(|dim| indexed.contains(dim));
    require(
        is_supported(operation)
            && !indexed.is_empty()
            && are_indexed(&numbers.inserted_window_dims)
            && has_single_elements(operation, &numbers, &indexed)?
            && !operation.has_attribute(LEGALIZED)
            && is_inside(operation, &numbers) != Some(true),
    )?;
    let [operand, indices] = first_operands(operation)?;
    let result = ir::result(operation, 0)?;
    let r#type = ir::as_ranked_tensor(operand.r#type())?;
    let mut wide = type_sizes(r#type);
    for &dim in &indexed {
        let size = wide.get_mut(usize::try_from(dim).ok()?)?;
        *size = size.map(|size| size + 1);
    }
    let wide = tensor_type(emitter, r#type, &wide);
    let larger = match grown_before(operation, operand, &indexed) {
        Some(larger) => larger,
        None => emit_grown(emitter, operand, &indexed, wide)?,
    };
    let inside = emit_indices(emitter, operand, indices, &numbers)?;
    // IREE fuses concatenated indices, as of JAX's `x.at[i, j].add(y)`, into the scatter. If their number
    // is static, the kernel then fills more bytes than the tensor of indices has.
    let inside = match is_dynamic(inside) {
        true => emit_stored(emitter, inside)?,
        false => emitter.emit_barrier(inside, &[]),
    };
    ir::set_operand(operation, 0, larger);
    ir::set_operand(operation, 1, inside);
    for name in PROMISES {
        ir::remove_attribute(operation, name);
    }
    ir::set_attribute(operation, LEGALIZED, Attribute::unit(emitter.context()));
    // The part has the operand's extents; those of the indexed dims of the result are greater by 1.
    let extents = dynamic_extents(emitter, operand)?;
    replace_uses(emitter, result, wide, |emitter| {
        Some(emit_part(emitter, result, &extents, r#type))
    })
}

/// Returns whether all indices are known and within the operand, where the updates are single
/// elements of the indexed dims.
fn is_inside(operation: OpRef<'_>, numbers: &ScatterDimensionNumbers) -> Option<bool> {
    let operand_sizes = sizes(ir::operand(operation, 0)?)?;
    let indices: Value<'_> = ir::operand(operation, 1)?;
    let index_sizes = sizes(indices)?;
    let positions = known_elements(indices)?;
    let vector_dim = usize::try_from(numbers.index_vector_dim).ok()?;
    // The distance between the components of an index.
    let inner = index_sizes.iter().skip(vector_dim + 1);
    let distance = inner.map(|size| usize::try_from((*size)?).ok());
    let distance = distance.product::<Option<usize>>()?.max(1);
    let dims = &numbers.scatter_dims_to_operand_dims;
    let is_inside = |(place, position): (usize, Option<i64>)| {
        let dim = *dims.get(place / distance % dims.len().max(1))?;
        let size = (*operand_sizes.get(usize::try_from(dim).ok()?)?)?;
        Some((0..size).contains(&position?))
    };
    let mut are_inside = positions.into_iter().enumerate().map(is_inside);
    Some(are_inside.all(|is_inside| is_inside == Some(true)))
}

/// Returns whether a scatter changes one tensor.
pub fn is_supported(operation: OpRef<'_>) -> bool {
    let (operand, result) = (ir::operand(operation, 0), ir::result(operation, 0));
    let has_plain_type = operand.zip(result).is_some_and(|(operand, result)| {
        operand.r#type() == result.r#type() && ir::encoding(result.r#type()).is_none()
    });
    has_plain_type && operation.operand_count() == 3
}

/// Returns whether each update has one element along each indexed dim.
fn has_single_elements(
    operation: OpRef<'_>,
    numbers: &ScatterDimensionNumbers,
    indexed: &[i64],
) -> Option<bool> {
    let rank = sizes(ir::operand(operation, 0)?)?.len() as i64;
    let updates = sizes(ir::operand(operation, 2)?)?;
    let (inserted, batching) = (&numbers.inserted_window_dims, &numbers.input_batching_dims);
    let window_dims = (0..rank).filter(|dim| !inserted.contains(dim) && !batching.contains(dim));
    let mut windows = window_dims.zip(&numbers.update_window_dims);
    Some(windows.all(|(dim, &update)| {
        let size = usize::try_from(update).ok().and_then(|it| updates.get(it));
        !indexed.contains(&dim) || size == Some(&Some(1))
    }))
}

/// Returns whether a scatter has one index.
pub fn has_one_slice(operation: OpRef<'_>, numbers: &ScatterDimensionNumbers) -> Option<bool> {
    let index_sizes = sizes(ir::operand(operation, 1)?)?.into_iter().enumerate();
    let mut batch = index_sizes.filter(|(dim, _)| *dim as i64 != numbers.index_vector_dim);
    Some(batch.all(|(_, size)| size == Some(1)))
}

/// Returns whether a scatter of one tensor writes several slices of more than one element along an
/// indexed dim, or all at the same place because no dim is indexed.
pub fn has_several_slices(operation: OpRef<'_>) -> bool {
    let several = || {
        let numbers = dims_of(operation)?;
        let indexed = &numbers.scatter_dims_to_operand_dims;
        let are_elements =
            !indexed.is_empty() && has_single_elements(operation, &numbers, indexed)?;
        Some(!has_one_slice(operation, &numbers)? && !are_elements)
    };
    several() == Some(true)
}

/// Returns the tensor with one more element in each indexed dim that another scatter in front of this one in its block
/// changes. MLIR would merge the two later, when it is too late to give each a copy of its own.
fn grown_before<'a>(
    operation: OpRef<'a>,
    operand: Value<'a>,
    indexed: &[i64],
) -> Option<Value<'a>> {
    let is_like = |scatter: OpRef<'a>| {
        let dims = dims_of(scatter).filter(|_| scatter.has_attribute(LEGALIZED));
        let dims = dims.map(|numbers| numbers.scatter_dims_to_operand_dims);
        dims.is_some_and(|mut dims| {
            dims.sort_unstable();
            dims == indexed
        })
    };
    let mut grown = ir::users(operand).into_iter().filter_map(|(user, _)| {
        let is_before = user.block() == operation.block() && ir::is_before(user, operation);
        ir::result(user, 0).filter(|_| is_copy(user) && is_before)
    });
    grown.find(|&larger| {
        let mut users = ir::users(larger).into_iter();
        users.any(|(user, index)| {
            index == 0 && ir::is_named(user, stablehlo::SCATTER) && is_like(user)
        })
    })
}

/// Emits the tensor with one more element in each indexed dim.
fn emit_grown<'a>(
    emitter: &mut OpEmitter<'a>,
    operand: Value<'a>,
    indexed: &[i64],
    wide: RankedTensorType<'a>,
) -> Option<Value<'a>> {
    let one = emitter.emit_constant_index(1);
    let extents = dynamic_dims(&sizes(operand)?).into_iter().map(|dim| {
        let extent = emitter.emit_extent_index(operand, dim);
        match indexed.contains(&(dim as i64)) {
            true => emitter.emit_index_binary(arith::ADDI, extent, one),
            false => extent,
        }
    });
    let extents = extents.collect::<Vec<_>>();
    emit_larger(emitter, operand, &extents, wide)
}

/// Emits the indices, with the tensor's size in place of each that is outside.
fn emit_indices<'a>(
    emitter: &mut OpEmitter<'a>,
    operand: Value<'a>,
    indices: Value<'a>,
    numbers: &ScatterDimensionNumbers,
) -> Option<Value<'a>> {
    let context = emitter.context();
    // Narrow ones may be unable to hold sizes; the row for them may be disabled.
    let indices = emitter.emit_signless(indices);
    let like = ir::as_ranked_tensor(indices.r#type())?;
    let width = Width::of_value(indices);
    let index_sizes = type_sizes(like);
    let shape = emit_shape(emitter, indices);
    let mut limits = vec![];
    for &dim in &numbers.scatter_dims_to_operand_dims {
        let dim = usize::try_from(dim).ok()?;
        limits.push(match sizes(operand)?.get(dim)? {
            Some(size) => emitter.emit_constants(&[*size], Width::of([*size])),
            None => {
                let size = emitter.emit_dimension_size(operand, dim, None);
                emitter.emit_reshape_to_1d(size, Width::I32)
            }
        });
    }
    let vector = tensor_type(emitter, like, &[Some(1)]).into();
    let limits = limits.into_iter();
    let limits = limits.map(|it| emit_converted(emitter, stablehlo::CONVERT, it, vector));
    let limits = limits.collect::<Vec<_>>();
    let limit = match &*limits {
        [limit] => *limit,
        _ => emitter.emit_concatenate(&limits, limits.len(), width),
    };
    let at = usize::try_from(numbers.index_vector_dim).ok()?;
    let (limit, dims) = match at < index_sizes.len() {
        true => (limit, vec![at]),
        false => {
            let scalar = tensor_type(emitter, like, &[]).into();
            let limit = emitter.emit_pure(stablehlo::RESHAPE, &[limit], &[], scalar);
            (limit, vec![])
        }
    };
    let mapping = DimMapping::new(context, &dims);
    let limit = emitter.emit_broadcast(limit, mapping, shape, like.into());
    let zero = emitter.emit_constant(0, width);
    let zero = emit_fill_of_shape(emitter, zero, shape, like.into());
    let is_below = emit_comparison(emitter, Direction::Lt, [indices, limit])?;
    let is_not_negative = emit_comparison(emitter, Direction::Ge, [indices, zero])?;
    let is_inside = emitter.emit_like(stablehlo::AND, &[is_below, is_not_negative]);
    let inside = emitter.emit_like(stablehlo::SELECT, &[is_inside, indices, limit]);
    // All sizes fit into 32 bits, and IREE rejects some scatters with 64-bit indices.
    let narrow = with_bits(emitter, like.into(), 32)?;
    Some(emit_converted(emitter, stablehlo::CONVERT, inside, narrow))
}
