//! Scatters whose indices are within the tensor already, because they have the form that the row
//! `scatters-outside` gives them.

use crate::{
    analysis::IntegerValues,
    build::*,
    dialect::stablehlo::ScatterDimensionNumbers,
    ops::*,
    prelude::*,
    symbol::integer::{Definition, Function, Integer},
};

/// What says that the updates do not overlap, or that they are in order.
pub const PROMISES: &[&str] = &["indices_are_sorted", "unique_indices"];

/// The least width of integers that hold all sizes.
const SIZE_BITS: u32 = 32;

/// Returns whether each index is compared with 0 and a limit within the tensor, which replaces it where it
/// is outside.
pub fn is_guarded(
    operation: OperationRef<'_, '_>,
    numbers: &ScatterDimensionNumbers,
) -> Option<bool> {
    if PROMISES.iter().any(|name| operation.has_attribute(name)) {
        return Some(false);
    }
    let indices = ir::operand(operation, 1)?;
    let chosen = copied(indices);
    let choice = ir::defining_op(chosen)?;
    let [is_inside, index, limit] = first_operands(choice)?;
    let both = ir::defining_op(is_inside)?;
    // What an index is compared with.
    let compared = |position, direction| {
        let compare = ir::operand(both, position).and_then(ir::defining_op)?;
        let is_alike =
            ir::operand(compare, 0)? == index && ir::comparison_direction(compare)? == direction;
        ir::operand(compare, 1).filter(|_| is_alike)
    };
    // Parts of the indices have the same components.
    let is_checked = ir::name_str(choice.name())? == stablehlo::SELECT
        && ir::name_str(both.name())? == stablehlo::AND
        && sizes(chosen) == sizes(indices)
        && compared(0, Direction::Lt)? == limit;
    if !is_checked {
        return Some(false);
    }
    let mut values = IntegerValues::default();
    let dims = &numbers.scatter_dims_to_operand_dims;
    let components = |values: &mut IntegerValues, value| {
        let vector_dim = usize::try_from(numbers.index_vector_dim).ok()?;
        components(values, value, vector_dim, dims.len())
    };
    let least = components(&mut values, compared(1, Direction::Ge)?)?;
    let limits = components(&mut values, limit)?;
    let operand = ir::operand(operation, 0)?;
    let operand_sizes = sizes(operand)?;
    let mut are_within = limits.into_iter().zip(dims).map(|(limit, &dim)| {
        let dim = usize::try_from(dim).ok()?;
        match *operand_sizes.get(dim)? {
            Some(size) => Some((0..size).contains(&values.integers.value(limit)?)),
            None => is_grown_behind(&mut values, operand, dim, limit),
        }
    });
    let are_within = are_within.all(|is_within| is_within == Some(true));
    Some(are_within && least.iter().all(|&it| values.integers.value(it) == Some(0)))
}

/// Returns the numbers of the only index vector that a tensor holds, once or several times.
fn components(
    values: &mut IntegerValues,
    tensor: Value<'_, '_>,
    vector_dim: usize,
    count: usize,
) -> Option<Vec<Integer>> {
    let fill = ir::defining_op(tensor).filter(|&op| is_broadcast(op));
    let (vector, is_along) = match fill {
        Some(fill) => {
            let dims = ir::int_array(fill, "broadcast_dimensions")?;
            (ir::operand(fill, 0)?, dims == [vector_dim as i64])
        }
        None => (tensor, vector_dim + 1 >= sizes(tensor)?.len()),
    };
    let row = values.elements(vector)?;
    let (&first, others) = row.split_first()?;
    if others.iter().all(|&other| other == first) {
        return Some(vec![first; count]);
    }
    let own = row.get(..count).filter(|_| is_along)?;
    let is_repeated = row.chunks(count).all(|vector| vector == own);
    is_repeated.then(|| own.to_vec())
}

/// Returns whether a tensor is a smaller one in an empty one, as the row makes it, with an element behind
/// the smaller one along a dim, of which the size is a number.
fn is_grown_behind(
    values: &mut IntegerValues,
    tensor: Value<'_, '_>,
    dim: usize,
    number: Integer,
) -> Option<bool> {
    let insertion = insertion(tensor)?;
    let [part, whole] = first_operands(insertion)?;
    let whole = ir::defined_by(whole, tensor::EMPTY)?;
    let all_sizes = sizes(ir::result(whole, 0)?)?;
    let is_of_rank = sizes(part)?.len() == all_sizes.len();
    let open = all_sizes.get(..dim)?.iter().filter(|size| size.is_none());
    let extent = values.number(ir::operand(whole, open.count())?)?;
    let Definition::Apply(Function::Add, parts) = values.integers.definition(extent).clone() else {
        return Some(false);
    };
    let &[a, b] = &*parts else {
        return Some(false);
    };
    let size = match (values.integers.value(a), values.integers.value(b)) {
        (_, Some(1)) => a,
        (Some(1), _) => b,
        _ => return Some(false),
    };
    let (size, number) = (unconverted(values, size), unconverted(values, number));
    let is_size = |(user, _): (OperationRef<'_, '_>, usize)| {
        let own = ir::result(user, 0).filter(|_| size_read(user) == Some(dim));
        let own = own.and_then(|own| values.number(own));
        own.map(|own| unconverted(values, own)) == Some(number)
    };
    let is_size_of_part = same_sized(part).flat_map(ir::users).any(is_size);
    Some(is_of_rank && (size == number || is_size_of_part))
}

/// Returns what a size has been converted from, by conversions that hold all sizes.
fn unconverted(values: &IntegerValues, mut number: Integer) -> Integer {
    while let Definition::Apply(Function::Convert(_), parts) = values.integers.definition(number)
        && let &[inner] = &**parts
        && values.integers.bits(number) >= SIZE_BITS
        && values.integers.bits(inner) >= SIZE_BITS
    {
        number = inner;
    }
    number
}

/// Returns the insertion that a tensor is a copy of.
fn insertion<'c: 'a, 'a>(tensor: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let operation = ir::defining_op(tensor)?;
    match ir::name_str(operation.name()) {
        Some(tensor::INSERT_SLICE) => Some(operation),
        Some(stablehlo::BITCAST_CONVERT) => insertion(ir::operand(operation, 0)?),
        _ => insertion(unchanged(operation)?),
    }
}

/// Returns a tensor, and those that it is a copy of, or whose bits it has.
fn same_sized<'c: 'a, 'a>(tensor: Value<'c, 'a>) -> impl Iterator<Item = Value<'c, 'a>> {
    std::iter::successors(Some(tensor), |&tensor| {
        let operation = ir::defining_op(tensor)?;
        match ir::name_str(operation.name()) {
            Some(TIE_SHAPE | stablehlo::BITCAST_CONVERT) => ir::operand(operation, 0),
            _ => unchanged(operation),
        }
    })
}

/// Returns the operand of an op that copies it: a barrier, a cast, or an op of the row `masked-loops`.
fn unchanged<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    let is_barrier =
        ir::is_named(operation, stablehlo::OPTIMIZATION_BARRIER) && operation.operand_count() == 1;
    let is_copy = is_barrier || ir::is_named(operation, tensor::CAST) || is_divided_copy(operation);
    ir::operand(operation, 0).filter(|_| is_copy)
}

/// Returns the value that a value is a copy of, perhaps in another type of integers, or a part of.
fn copied<'c: 'a, 'a>(value: Value<'c, 'a>) -> Value<'c, 'a> {
    let Some(operation) = ir::defining_op(value) else {
        return value;
    };
    let source = match ir::name_str(operation.name()) {
        Some(stablehlo::CONVERT) => {
            let holds_sizes = integer_of(value).is_some_and(|it| it.width() >= SIZE_BITS);
            ir::operand(operation, 0).filter(|_| holds_sizes)
        }
        Some(tensor::EXTRACT_SLICE) => ir::operand(operation, 0),
        Some(tensor::INSERT_SLICE) => {
            let target = ir::operand(operation, 1);
            let is_copy = target.is_some_and(|it| ir::defined_by(it, tensor::EMPTY).is_some());
            ir::operand(operation, 0).filter(|_| is_copy)
        }
        _ => unchanged(operation),
    };
    source.map_or(value, copied)
}
