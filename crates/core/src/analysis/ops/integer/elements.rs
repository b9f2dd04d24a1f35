//! Constants, sizes of values, and ops that move elements.

use super::is_of_numbers;
use crate::{
    analysis::{
        MAX_ELEMENTS,
        integers::{any_integer_bits, element_count, integer_bits, unsigned_bits},
        ops::{at, reduction::combination, result},
        state::{IntegerRow, IntegerValues},
    },
    dialect::stablehlo::GatherDimensionNumbers,
    ir::{self, int_array, integer, operand},
    symbol::integer::{
        EXTENT_BITS, INDEX_BITS, Integer,
        Signedness::{Signed, Unsigned},
    },
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

pub(in crate::analysis::ops) fn constant(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let result = result(operation)?;
    let bits = any_integer_bits(result.r#type())?;
    let constants = match ir::constant_integer(result) {
        Some(splat) => vec![splat; count_of(result)?],
        None => ir::int_elements(operation, "value", MAX_ELEMENTS)?,
    };
    Some(integers(values, constants, bits))
}

fn integers(values: &mut IntegerValues, constants: Vec<i64>, bits: u32) -> IntegerRow {
    let constants = constants.into_iter();
    constants
        .map(|value| values.integers.constant(value, bits))
        .collect()
}

/// A constant of another tensor's shape.
pub(in crate::analysis::ops) fn constant_like(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let result = result(operation)?;
    let bits = integer_bits(result.r#type())?;
    let count = count_of(result)?;
    let value = integer(operation, "value")?;
    Some(integers(values, vec![value; count], bits))
}

pub(in crate::analysis::ops) fn const_shape(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    sizes_in(values, operation, "shape")
}

pub(in crate::analysis::ops) fn shape_values(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    sizes_in(values, operation, "values")
}

/// The sizes in an attribute.
fn sizes_in(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    attribute: &str,
) -> Option<IntegerRow> {
    let sizes = ir::int_elements(operation, attribute, MAX_ELEMENTS)?;
    Some(integers(values, sizes, INDEX_BITS))
}

pub(in crate::analysis::ops) fn const_size(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let size = integer(operation, "value")?;
    Some([values.index(size)].into())
}

/// `[0, 1, 2]`.
pub(in crate::analysis::ops) fn iota(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let r#type = result(operation)?.r#type();
    let bits = integer_bits(r#type).filter(|&bits| bits > 1)?;
    let shape = ir::shaped_type(r#type);
    let &[dim] = shape.shape()? else {
        return None;
    };
    let size = dim
        .fixed_size()
        .filter(|&size| size <= MAX_ELEMENTS as i64)?;
    Some(integers(values, (0..size).collect(), bits))
}

pub(in crate::analysis::ops) fn get_dimension_size(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let dim = usize::try_from(integer(operation, "dimension")?).ok()?;
    let extent = *values.extents(operand(operation, 0)?)?.get(dim)?;
    Some([values.integers.convert(extent, EXTENT_BITS, Signed)].into())
}

pub(in crate::analysis::ops) fn dim(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let extents = values.extents(operand(operation, 0)?)?;
    let index = values.number(operand(operation, 1)?)?;
    Some([values.select_element(&extents, index)?].into())
}

pub(in crate::analysis::ops) fn rank(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let rank = values.extents(operand(operation, 0)?)?.len();
    Some([values.index(rank as i64)].into())
}

pub(in crate::analysis::ops) fn shape_of(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    values.extents(operand(operation, 0)?)
}

/// The number of elements of a shape.
pub(in crate::analysis::ops) fn count(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let rank = values.operand(operation, 0)?.len();
    Some([values.index(rank as i64)].into())
}

pub(in crate::analysis::ops) fn get_extent(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let extents = values.operand(operation, 0)?;
    let index = values.number(operand(operation, 1)?)?;
    Some([values.select_element(&extents, index)?].into())
}

/// The longest row from which an element at an index that is not constant is selected.
const MAX_SELECTED: usize = 8;

/// The element at indices, one for each dim.
pub(in crate::analysis::ops) fn extract(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let tensor = operand(operation, 0)?;
    let elements = values.elements(tensor)?;
    let rank = operation.operand_count() - 1;
    if rank == 1 {
        let index = values.number(operand(operation, 1)?)?;
        let is_short = elements.len() <= MAX_SELECTED;
        if values.integers.value(index).is_none() && !is_short {
            return None;
        }
        return Some([values.select_element(&elements, index)?].into());
    }
    let shape = ir::shaped_type(tensor.r#type());
    let mut position = 0;
    for (dim, size) in shape.shape()?.iter().enumerate() {
        let index = values.constant_operand(operation, dim + 1)?;
        let size = size.fixed_size()?;
        if !(0..size).contains(&index) {
            return None;
        }
        position = position * size + index;
    }
    Some([at(&elements, position)?].into())
}

/// The elements of all operands, one after the other.
pub(in crate::analysis::ops) fn joined(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let mut row = vec![];
    for operand in operation.operands() {
        row.extend_from_slice(&values.elements(operand)?);
        if row.len() > MAX_ELEMENTS {
            return None;
        }
    }
    Some(row.into())
}

pub(in crate::analysis::ops) fn concatenate(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    // Along other dims, the operands' rows are interleaved.
    let dim = integer(operation, "dimension").or_else(|| integer(operation, "dim"));
    dim.filter(|&dim| dim == 0)?;
    joined(values, operation)
}

/// The elements of the first operand, as integers of the result's width; truth values are 0 and 1.
pub(in crate::analysis::ops) fn same(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let from = operand(operation, 0)?;
    let row = values.elements(from)?;
    let bits = any_integer_bits(result(operation)?.r#type())?;
    let signedness = match integer_bits(from.r#type()) {
        Some(2..) => Signed,
        _ => Unsigned,
    };
    let widen = |&id: &Integer| values.integers.convert(id, bits, signedness);
    Some(row.iter().map(widen).collect())
}

/// Shapes that are equal, or the behavior is undefined.
pub(in crate::analysis::ops) fn any(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    values.operand(operation, 0)
}

/// `@Sharding` returns its operand.
pub(in crate::analysis::ops) fn sharded(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    ir::is_sharding(operation).then(|| any(values, operation))?
}

/// One number for all elements.
pub(in crate::analysis::ops) fn splat(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let row = values.operand(operation, 0)?;
    let count = count_of(result(operation)?)?;
    match *row {
        [number] => Some(vec![number; count].into()),
        _ => None,
    }
}

/// Returns the positions of elements in a tensor of sizes, in row-major order.
fn positions(sizes: &[usize], within: impl Fn(usize) -> Option<Vec<usize>>) -> Option<Vec<usize>> {
    let mut positions = vec![0];
    for (dim, &size) in sizes.iter().enumerate() {
        let within = within(dim)?;
        let along = |place: usize| within.iter().map(move |position| place * size + position);
        positions = positions.into_iter().flat_map(along).collect();
        if positions.len() > MAX_ELEMENTS {
            return None;
        }
    }
    Some(positions)
}

/// Returns how many elements a value has, if there are few enough to be followed.
fn count_of(value: Value<'_, '_>) -> Option<usize> {
    element_count(value.r#type()).filter(|&count| count <= MAX_ELEMENTS)
}

/// Returns an element of a value that holds indices, if it is constant. One of an unsigned type is
/// not negative.
fn constant_index(values: &IntegerValues, element: Integer, indices: Value<'_, '_>) -> Option<i64> {
    let index = values.integers.value(element)?;
    Some(match unsigned_bits(indices.r#type()) {
        Some(bits) => i64::try_from(index as u64 & (u64::MAX >> (64 - bits))).unwrap_or(i64::MAX),
        None => index,
    })
}

/// Returns the sizes of a tensor; none of a scalar.
fn static_sizes(value: Value<'_, '_>) -> Option<Vec<usize>> {
    let shape = ir::shaped_type(value.r#type());
    let sizes = shape.shape().unwrap_or_default().iter();
    sizes
        .map(|dim| usize::try_from(dim.fixed_size()?).ok())
        .collect()
}

pub(in crate::analysis::ops) fn slice(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let tensor = operand(operation, 0)?;
    let row = values.elements(tensor)?;
    let sizes = static_sizes(tensor)?;
    let [starts, limits, strides] =
        ["start_indices", "limit_indices", "strides"].map(|name| int_array(operation, name));
    let (starts, limits, strides) = (starts?, limits?, strides?);
    let positions = positions(&sizes, |dim| {
        let bounds = [at(&starts, dim as i64)?, at(&limits, dim as i64)?];
        let [start, limit] = bounds.map(|bound| usize::try_from(bound).ok());
        let stride = usize::try_from(at(&strides, dim as i64)?).ok()?;
        Some(
            (start?..limit?.min(sizes[dim]))
                .step_by(stride.max(1))
                .collect(),
        )
    });
    positions?
        .into_iter()
        .map(|position| row.get(position).copied())
        .collect()
}

fn part(row: &[Integer], start: i64, limit: i64, stride: i64) -> Option<IntegerRow> {
    let range = usize::try_from(start).ok()?..usize::try_from(limit).ok()?;
    let stride = usize::try_from(stride).ok().filter(|&stride| stride > 0)?;
    Some(row.get(range)?.iter().copied().step_by(stride).collect())
}

pub(in crate::analysis::ops) fn real_dynamic_slice(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let row = values.operand(operation, 0)?;
    let [start, limit, stride] = [1, 2, 3].map(|index| values.constant_operand(operation, index));
    part(&row, start?, limit?, stride?)
}

/// The start is clamped so that the slice is in bounds.
pub(in crate::analysis::ops) fn dynamic_slice(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let row = values.operand(operation, 0)?;
    let &[length] = &*int_array(operation, "slice_sizes")? else {
        return None;
    };
    let starts = operand(operation, 1)?;
    let &[start] = &*values.elements(starts)? else {
        return None;
    };
    let start = constant_index(values, start, starts)?;
    let start = start.clamp(0, (i64::try_from(row.len()).ok()? - length).max(0));
    part(&row, start, start + length, 1)
}

/// A part of a row, of which all is constant.
pub(in crate::analysis::ops) fn extract_slice(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let row = values.operand(operation, 0)?;
    let mut dynamic = 1;
    let mut only = |name: &str| match *int_array(operation, name)?.as_slice() {
        [i64::MIN] => {
            dynamic += 1;
            values.constant_operand(operation, dynamic - 1)
        }
        [known] => Some(known),
        _ => None,
    };
    let [offset, size, stride] =
        ["static_offsets", "static_sizes", "static_strides"].map(&mut only);
    let (offset, size, stride) = (offset?, size?, stride?);
    let element = |index: i64| {
        let place = index.checked_mul(stride)?.checked_add(offset)?;
        at(&row, place)
    };
    (0..size.min(MAX_ELEMENTS as i64 + 1))
        .map(element)
        .collect()
}

/// Elements of a row at constant positions, which are clamped to its bounds.
pub(in crate::analysis::ops) fn gather(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let dims = operation.attribute("dimension_numbers").ok()?;
    let dims = GatherDimensionNumbers::from_attribute(dims)?;
    let tensor = operand(operation, 0)?;
    // Each slice is one element, and so is each index.
    if static_sizes(tensor)?.len() != 1
        || int_array(operation, "slice_sizes")? != [1]
        || !dims.operand_batching_dims.is_empty()
    {
        return None;
    }
    let row = values.elements(tensor)?;
    let last = row.len().checked_sub(1)?;
    let indices = operand(operation, 1)?;
    let positions = values.elements(indices)?;
    let element = |&position: &Integer| {
        let position = constant_index(values, position, indices)?.max(0);
        row.get(usize::try_from(position).ok()?.min(last)).copied()
    };
    positions.iter().map(element).collect()
}

/// Elements of a row at constant positions.
pub(in crate::analysis::ops) fn index_select(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let tensor = operand(operation, 0)?;
    if static_sizes(tensor)?.len() != 1 || integer(operation, "batch_dims")? != 0 {
        return None;
    }
    let row = values.elements(tensor)?;
    let positions = values.operand(operation, 1)?;
    let element = |&position: &Integer| at(&row, values.integers.value(position)?);
    positions.iter().map(element).collect()
}

pub(in crate::analysis::ops) fn transpose(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let tensor = operand(operation, 0)?;
    let row = values.elements(tensor)?;
    let sizes = static_sizes(tensor)?;
    let mut places = vec![0];
    for dim in int_array(operation, "permutation")? {
        let &size = sizes.get(usize::try_from(dim).ok()?)?;
        let distance = sizes.iter().rev().take(sizes.len() - 1 - dim as usize);
        let distance = distance.product::<usize>();
        let along = |place| (0..size).map(move |position| place + position * distance);
        places = places.into_iter().flat_map(along).collect();
    }
    places
        .into_iter()
        .map(|place| row.get(place).copied())
        .collect()
}

/// The product, sum, maximum or minimum of all elements of a row.
pub(in crate::analysis::ops) fn reduce(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    if operation.operand_count() != 2 {
        return None;
    }
    let tensor = operand(operation, 0)?;
    let result = result(operation)?;
    let rank = |r#type| Some(ir::shaped_type(r#type).shape()?.len());
    if rank(tensor.r#type())? != 1 || rank(result.r#type())? != 0 {
        return None;
    }
    is_of_numbers(operation)?;
    let function = combination(operation)?;
    let row = values.elements(tensor)?;
    let init = values.number(operand(operation, 1)?)?;
    // Sums may be wider than what is added.
    let bits = values.integers.bits(init);
    let is_as_wide = |&number: &Integer| values.integers.bits(number) == bits;
    if !row.iter().all(is_as_wide) || integer_bits(result.r#type()) != Some(bits) {
        return None;
    }
    values.has_obscure_sizes = true;
    let reduced = row.iter().fold(init, |reduced, &next| {
        values.integers.apply(function, &[reduced, next])
    });
    Some([reduced].into())
}
