//! How ops compute integers.

use super::reduction::combination;
use crate::{
    analysis::{
        MAX_ELEMENTS,
        integers::{IntegerRow, IntegerValues, any_integer_bits, integer_bits},
    },
    dialect,
    ir::{self, int_array, integer, operand},
    symbol::integer::{
        Direction, EXTENT_BITS, Function, INDEX_BITS, Integer,
        Signedness::{self, Signed, Unsigned},
    },
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

/// Returns the elements of an op's only result; `None` if nothing is known of them. If there are
/// several results, it sets them.
pub(in crate::analysis) type Read =
    fn(&mut IntegerValues, OperationRef<'_, '_>) -> Option<IntegerRow>;

macro_rules! functions {
    ($($name:ident: $function:expr,)*) => {
        $(
            pub(super) fn $name(
                values: &mut IntegerValues,
                operation: OperationRef<'_, '_>,
            ) -> Option<IntegerRow> {
                values.apply(operation, $function)
            }
        )*
    };
}

functions! {
    add: Function::Add,
    subtract: Function::Subtract,
    multiply: Function::Multiply,
    divide: Function::Divide(Signed),
    divide_unsigned: Function::Divide(Unsigned),
    divide_up: Function::DivideUp(Signed),
    divide_unsigned_up: Function::DivideUp(Unsigned),
    divide_down: Function::DivideDown,
    remainder: Function::Remainder(Signed),
    remainder_unsigned: Function::Remainder(Unsigned),
    maximum: Function::Maximum(Signed),
    maximum_unsigned: Function::Maximum(Unsigned),
    minimum: Function::Minimum(Signed),
    minimum_unsigned: Function::Minimum(Unsigned),
    and: Function::And,
    or: Function::Or,
    xor: Function::Xor,
    shift_left: Function::ShiftLeft,
    shift_right: Function::ShiftRightArithmetic,
    shift_right_unsigned: Function::ShiftRightLogical,
    select: Function::Select,
}

/// A product that is declared not to wrap is that of the numbers.
pub(super) fn multiply_flagged(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let flags = operation.attribute("overflowFlags").ok();
    match flags.is_some_and(|flags| flags.to_string().contains("nsw")) {
        true => values.apply(operation, Function::MultiplyExact),
        false => multiply(values, operation),
    }
}

/// StableHLO's arithmetic, and its order, are others on truth values.
macro_rules! of_numbers {
    ($($name:ident: $function:expr,)*) => {
        $(
            pub(super) fn $name(
                values: &mut IntegerValues,
                operation: OperationRef<'_, '_>,
            ) -> Option<IntegerRow> {
                is_of_numbers(operation)?;
                values.apply(operation, $function)
            }
        )*
    };
}

of_numbers! {
    hlo_add: Function::Add,
    hlo_subtract: Function::Subtract,
    hlo_multiply: Function::Multiply,
    hlo_divide: Function::Divide(Signed),
    hlo_remainder: Function::Remainder(Signed),
    hlo_maximum: Function::Maximum(Signed),
    hlo_minimum: Function::Minimum(Signed),
}

fn is_of_numbers(operation: OperationRef<'_, '_>) -> Option<()> {
    let bits = integer_bits(operand(operation, 0)?.r#type())?;
    (bits > 1).then_some(())
}

/// `max(low, x)`, then `min(high, x)`; a scalar limit stands for all elements.
pub(super) fn clamp(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    is_of_numbers(operation)?;
    values.map(operation, |values, parts| {
        let &[low, number, high] = parts else {
            return None;
        };
        let raised = values
            .integers
            .apply(Function::Maximum(Signed), &[low, number]);
        Some(
            values
                .integers
                .apply(Function::Minimum(Signed), &[raised, high]),
        )
    })
}

pub(super) fn absolute(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    is_of_numbers(operation)?;
    let row = values.operand(operation, 0)?;
    // Consumers do not follow magnitudes.
    values.has_obscure_sizes |= !row
        .iter()
        .all(|&number| values.integers.is_nonnegative(number));
    Some(row.iter().map(|&number| values.absolute(number)).collect())
}

pub(super) fn not(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    values.map(operation, |values, parts| {
        let bits = values.integers.bits(parts[0]);
        let ones = values.integers.constant(-1, bits);
        Some(values.integers.apply(Function::Xor, &[parts[0], ones]))
    })
}

/// The comparison of `stablehlo.compare`; truth values are compared for equality only.
pub(super) fn compare(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    is_of_numbers(operation)?;
    let direction = ir::comparison_direction(operation)?
        .parse::<Direction>()
        .ok()?;
    values.apply(operation, Function::Compare(direction, Signed))
}

/// The comparison of `arith.cmpi`.
pub(super) fn compare_integers(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    values.apply(operation, comparison(operation)?)
}

/// Returns the function that `arith.cmpi` computes.
pub fn comparison(operation: OperationRef<'_, '_>) -> Option<Function> {
    use Direction::{Eq, Ge, Gt, Le, Lt, Ne};
    let (direction, signedness) = match integer(operation, "predicate")? {
        0 => (Eq, Signed),
        1 => (Ne, Signed),
        2 => (Lt, Signed),
        3 => (Le, Signed),
        4 => (Gt, Signed),
        5 => (Ge, Signed),
        6 => (Lt, Unsigned),
        7 => (Le, Unsigned),
        8 => (Gt, Unsigned),
        9 => (Ge, Unsigned),
        _ => return None,
    };
    Some(Function::Compare(direction, signedness))
}

/// A conversion between integers, by the width of the result.
fn cast(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    signedness: Signedness,
) -> Option<IntegerRow> {
    let bits = integer_bits(super::result(operation)?.r#type())?;
    values.map(operation, |values, parts| {
        Some(values.integers.convert(parts[0], bits, signedness))
    })
}

pub(super) fn cast_signed(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    cast(values, operation, Signed)
}

pub(super) fn cast_unsigned(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    cast(values, operation, Unsigned)
}

/// StableHLO's conversion: a truth value is 0 or 1, and one of a number is whether it is not 0.
pub(super) fn convert(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let from = operand(operation, 0)?;
    let to = integer_bits(super::result(operation)?.r#type())?;
    let Some(bits) = integer_bits(from.r#type()) else {
        return unsigned_constants(values, operation, to)
            .or_else(|| values.of_floats(from, super::result(operation)?));
    };
    match (bits, to) {
        (1, 2..) => cast(values, operation, Unsigned),
        (2.., 1) => values.map(operation, |values, parts| {
            let zero = values.integers.constant(0, bits);
            let differs = Function::Compare(Direction::Ne, Signed);
            Some(values.integers.apply(differs, &[parts[0], zero]))
        }),
        _ => cast(values, operation, Signed),
    }
}

/// Constants of an unsigned type, converted to a signless one.
fn unsigned_constants(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    bits: u32,
) -> Option<IntegerRow> {
    let row = values.operand(operation, 0).filter(|_| bits > 1)?;
    let convert = |&number: &Integer| {
        values.integers.value(number)?;
        Some(values.integers.convert(number, bits, Unsigned))
    };
    row.iter().map(convert).collect()
}

/// Undefined if the result does not hold the number.
pub(super) fn float_to_signed(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    values.of_floats(operand(operation, 0)?, super::result(operation)?)
}

/// Undefined if the result does not hold the number, without its sign.
pub(super) fn float_to_unsigned(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let result = super::result(operation)?;
    let bits = integer_bits(result.r#type())?;
    let floats = operand(operation, 0)?;
    if bits == 1 {
        return values.of_floats(floats, result);
    }
    let row = values.whole_numbers(floats)?;
    values.has_obscure_sizes = true;
    let convert = |number: Option<Integer>| Some(values.integers.convert(number?, bits, Signed));
    row.into_iter().map(convert).collect()
}

pub(super) fn constant(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let result = super::result(operation)?;
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
pub(super) fn constant_like(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let result = super::result(operation)?.r#type();
    let bits = integer_bits(result)?;
    let count = count_of(super::result(operation)?)?;
    let value = integer(operation, "value")?;
    (count <= MAX_ELEMENTS).then(|| integers(values, vec![value; count], bits))
}

pub(super) fn const_shape(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let sizes = ir::int_elements(operation, "shape", MAX_ELEMENTS)?;
    Some(integers(values, sizes, INDEX_BITS))
}

pub(super) fn shape_values(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let sizes = ir::int_elements(operation, "values", MAX_ELEMENTS)?;
    Some(integers(values, sizes, INDEX_BITS))
}

pub(super) fn const_size(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let size = integer(operation, "value")?;
    Some([values.index(size)].into())
}

/// `[0, 1, 2]`.
pub(super) fn iota(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let r#type = super::result(operation)?.r#type();
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

pub(super) fn get_dimension_size(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let dim = usize::try_from(integer(operation, "dimension")?).ok()?;
    let extent = *values.extents(operand(operation, 0)?)?.get(dim)?;
    Some([values.integers.convert(extent, EXTENT_BITS, Signed)].into())
}

pub(super) fn dim(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let extents = values.extents(operand(operation, 0)?)?;
    let index = values.number(operand(operation, 1)?)?;
    Some([values.select_element(&extents, index)?].into())
}

pub(super) fn rank(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let rank = values.extents(operand(operation, 0)?)?.len();
    Some([values.index(rank as i64)].into())
}

pub(super) fn shape_of(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    values.extents(operand(operation, 0)?)
}

/// The number of elements of a shape.
pub(super) fn count(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let rank = values.operand(operation, 0)?.len();
    Some([values.index(rank as i64)].into())
}

pub(super) fn get_extent(
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
pub(super) fn extract(
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
    Some([super::at(&elements, position)?].into())
}

/// The elements of all operands, one after the other.
pub(super) fn joined(
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

pub(super) fn concatenate(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    // Along other dims, the operands' rows are interleaved.
    let dim = integer(operation, "dimension").or_else(|| integer(operation, "dim"));
    dim.filter(|&dim| dim == 0)?;
    joined(values, operation)
}

/// The elements of the first operand, as integers of the result's width.
pub(super) fn same(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let row = values.operand(operation, 0)?;
    let bits = any_integer_bits(super::result(operation)?.r#type())?;
    let widen = |&id: &Integer| values.integers.convert(id, bits, Signed);
    Some(row.iter().map(widen).collect())
}

/// Shapes that are equal, or the behavior is undefined.
pub(super) fn any(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    values.operand(operation, 0)
}

/// `@Sharding` returns its operand.
pub(super) fn sharded(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    ir::is_sharding(operation).then(|| any(values, operation))?
}

/// One number for all elements.
pub(super) fn splat(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let row = values.operand(operation, 0)?;
    let count = count_of(super::result(operation)?)?;
    match *row {
        [number] if count <= MAX_ELEMENTS => Some(vec![number; count].into()),
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
    let sizes = static_sizes(value)?;
    let multiply = |count: usize, &size: &usize| count.checked_mul(size);
    let count = sizes.iter().try_fold(1, multiply)?;
    (count <= MAX_ELEMENTS).then_some(count)
}

/// Returns the sizes of a tensor; none of a scalar.
fn static_sizes(value: Value<'_, '_>) -> Option<Vec<usize>> {
    let shape = ir::shaped_type(value.r#type());
    let sizes = shape.shape().unwrap_or_default().iter();
    sizes
        .map(|dim| usize::try_from(dim.fixed_size()?).ok())
        .collect()
}

pub(super) fn slice(
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
        let bounds = [
            super::at(&starts, dim as i64)?,
            super::at(&limits, dim as i64)?,
        ];
        let [start, limit] = bounds.map(|bound| usize::try_from(bound).ok());
        let stride = usize::try_from(super::at(&strides, dim as i64)?).ok()?;
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

pub(super) fn real_dynamic_slice(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let row = values.operand(operation, 0)?;
    let [start, limit, stride] = [1, 2, 3].map(|index| values.constant_operand(operation, index));
    part(&row, start?, limit?, stride?)
}

/// The start is clamped so that the slice is in bounds.
pub(super) fn dynamic_slice(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let row = values.operand(operation, 0)?;
    let &[length] = &*int_array(operation, "slice_sizes")? else {
        return None;
    };
    let start = values.constant_operand(operation, 1)?;
    let start = start.clamp(0, (i64::try_from(row.len()).ok()? - length).max(0));
    part(&row, start, start + length, 1)
}

/// A part of a row, of which all is constant.
pub(super) fn extract_slice(
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
        super::at(&row, place)
    };
    (0..size.min(MAX_ELEMENTS as i64 + 1))
        .map(element)
        .collect()
}

/// Elements of a row at constant positions, which are clamped to its bounds.
pub(super) fn gather(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let dims = dialect::gather_dimension_numbers(operation.attribute("dimension_numbers").ok()?)?;
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
    let positions = values.operand(operation, 1)?;
    let element = |&position: &Integer| {
        let position = values.integers.value(position)?.max(0);
        row.get(usize::try_from(position).ok()?.min(last)).copied()
    };
    positions.iter().map(element).collect()
}

/// Elements of a row at constant positions.
pub(super) fn index_select(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let tensor = operand(operation, 0)?;
    if static_sizes(tensor)?.len() != 1 || integer(operation, "batch_dims")? != 0 {
        return None;
    }
    let row = values.elements(tensor)?;
    let positions = values.operand(operation, 1)?;
    let element = |&position: &Integer| super::at(&row, values.integers.value(position)?);
    positions.iter().map(element).collect()
}

pub(super) fn transpose(
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
pub(super) fn reduce(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    if operation.operand_count() != 2 {
        return None;
    }
    let tensor = operand(operation, 0)?;
    let result = super::result(operation)?;
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

/// The size that shapes broadcast to, aligned at their last dims.
pub(super) fn broadcast_shape(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let operands = operation.operands();
    let shapes = operands.map(|operand| values.elements(operand));
    let shapes = shapes.collect::<Option<Vec<_>>>()?;
    Some(values.broadcast(&shapes))
}

pub(super) fn num_elements(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let shape = values.operand(operation, 0)?;
    Some([values.product(&shape)].into())
}

/// A shape is cut in two.
pub(super) fn split_at(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let row = values.operand(operation, 0)?;
    let index = values.constant_operand(operation, 1)?;
    let place = match index {
        0.. => index,
        _ => index.saturating_add(row.len() as i64),
    };
    let place = usize::try_from(place)
        .ok()
        .filter(|&place| place <= row.len())?;
    let (head, tail) = row.split_at(place);
    for (index, part) in [head, tail].into_iter().enumerate() {
        values.set(ir::result(operation, index)?, part);
    }
    None
}

/// Whether each size is the one that all broadcast to, or 1.
pub(super) fn is_broadcastable(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let operands = operation.operands();
    let shapes = operands.map(|operand| values.elements(operand));
    let shapes = shapes.collect::<Option<Vec<_>>>()?;
    let result = values.broadcast(&shapes);
    let one = values.index(1);
    let integers = &mut values.integers;
    let equal = Function::Compare(Direction::Eq, Signed);
    let mut all = integers.constant(1, 1);
    for shape in &shapes {
        let aligned = &result[result.len() - shape.len()..];
        for (&extent, &size) in aligned.iter().zip(shape.iter()) {
            if extent == size {
                continue;
            }
            // Only sizes that broadcast have a size that they broadcast to.
            let extent = integers.expand(extent);
            let fits = integers.apply(equal, &[size, extent]);
            let is_one = integers.apply(equal, &[size, one]);
            let holds = integers.apply(Function::Or, &[fits, is_one]);
            all = integers.apply(Function::And, &[all, holds]);
        }
    }
    Some([all].into())
}

pub(super) fn shape_eq(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let operands = operation.operands();
    let shapes = operands.map(|operand| values.elements(operand));
    let shapes = shapes.collect::<Option<Vec<_>>>()?;
    let equal = Function::Compare(Direction::Eq, Signed);
    let integers = &mut values.integers;
    let mut all = integers.constant(1, 1);
    if let Some((first, others)) = shapes.split_first() {
        for other in others {
            if other.len() != first.len() {
                all = integers.constant(0, 1);
            }
            for (&a, &b) in first.iter().zip(other.iter()) {
                let is_same = integers.apply(equal, &[a, b]);
                all = integers.apply(Function::And, &[all, is_same]);
            }
        }
    }
    Some([all].into())
}

/// A function of two sizes, or of two shapes, dim by dim.
macro_rules! of_shapes {
    ($($name:ident: $function:expr,)*) => {
        $(
            pub(super) fn $name(
                values: &mut IntegerValues,
                operation: OperationRef<'_, '_>,
            ) -> Option<IntegerRow> {
                let [a, b] = [0, 1].map(|index| values.operand(operation, index));
                (a?.len() == b?.len()).then_some(())?;
                values.apply(operation, $function)
            }
        )*
    };
}

of_shapes! {
    shape_add: Function::Add,
    shape_multiply: Function::Multiply,
    shape_divide: Function::DivideDown,
    shape_maximum: Function::Maximum(Signed),
    shape_minimum: Function::Minimum(Signed),
}
