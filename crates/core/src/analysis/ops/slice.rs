//! Joining, cutting and padding, and slices at computed positions.

use super::{
    Extents::{Like, Pairwise},
    NumberRow, Operands, ResultSizes, all, at, computed, integer, result, result_rank,
};
use crate::{
    analysis::row::{
        Needs, OpRow, SizeExpression, SizeExpressions, SizeNeed, Topic, all_at_most, all_equal,
    },
    dialect::{
        shape,
        stablehlo::{self, GatherDimensionNumbers, ScatterDimensionNumbers},
        tensor,
    },
    ir::{self, AT_RUN_TIME, int_array, integer},
    symbol::integer::{Function, Signedness::Signed},
};
use melior::ir::{OperationRef, TypeLike, Value, ValueLike, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "concatenation, slices and padding",
    ops: &[
        OpRow::new(stablehlo::CONCATENATE)
            .integers(integer::concatenate)
            .extents(computed!(concatenate))
            .needs(operands_agree),
        OpRow::new(stablehlo::SLICE)
            .integers(integer::slice)
            .extents(computed!(slice_extents))
            .needs(slice),
        OpRow::new(stablehlo::REAL_DYNAMIC_SLICE)
            .integers(integer::real_dynamic_slice)
            .extents(computed!(real_dynamic_slice))
            .limits(bounds_are_ordered),
        OpRow::new(stablehlo::DYNAMIC_SLICE)
            .integers(integer::dynamic_slice)
            .extents(computed!(dynamic_slice))
            .needs(contains_slice),
        OpRow::new(stablehlo::DYNAMIC_UPDATE_SLICE)
            .extents(Like(0))
            .limits(update_fits),
        OpRow::new(stablehlo::SET_DIMENSION_SIZE)
            .extents(computed!(set_dimension_size))
            .limits(keeps_bound),
        OpRow::new(stablehlo::PAD)
            .extents(computed!(pad))
            .limits(pad_leaves_sizes),
        OpRow::new(stablehlo::DYNAMIC_PAD)
            .extents(computed!(dynamic_pad))
            .limits(dynamic_pad_leaves_sizes),
        OpRow::new(tensor::PAD)
            .extents(computed!(tensor_pad))
            .limits(adds_at_edges),
        OpRow::new(stablehlo::GATHER)
            .integers(integer::gather)
            .extents(computed!(gather))
            .needs(indices_agree)
            .limits(slices_fit),
        OpRow::new(stablehlo::DYNAMIC_GATHER)
            .extents(computed!(gather))
            .needs(indices_agree)
            .limits(slices_fit),
        OpRow::new(stablehlo::TORCH_INDEX_SELECT)
            .integers(integer::index_select)
            .extents(computed!(torch_index_select))
            .needs(batches_agree)
            .limits(selects_from_some),
        OpRow::new(stablehlo::SCATTER)
            .extents(Pairwise)
            .needs(updates_agree)
            .limits(windows_fit),
        OpRow::new(tensor::CONCAT)
            .integers(integer::concatenate)
            .extents(computed!(concatenate))
            .needs(operands_agree),
        OpRow::new(tensor::EXTRACT_SLICE)
            .integers(integer::extract_slice)
            .extents(computed!(extract_slice))
            .limits(extracted_slice_is_inside),
        OpRow::new(tensor::INSERT)
            .extents(Like(1))
            .limits(inserted_element_is_inside),
        OpRow::new(tensor::INSERT_SLICE)
            .extents(computed!(destination))
            .limits(inserted_slice_is_inside),
        OpRow::new(shape::CONCAT).integers(integer::joined),
        OpRow::new(shape::SPLIT_AT).integers(integer::split_at),
    ],
};

/// `[a, b] x [a, c] => [a, b + c]`.
fn concatenate<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let dimension = joined_dim(operation)?;
    concatenated(operands, operation, dimension)
}

/// Sizes of other dims are equal.
fn operands_agree(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    others_agree(operands, operation, joined_dim(operation)?)
}

fn joined_dim(operation: OperationRef<'_, '_>) -> Option<i64> {
    integer(operation, "dimension").or_else(|| integer(operation, "dim"))
}

pub(super) fn concatenated<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    dimension: i64,
) -> Option<ResultSizes<O>> {
    let dimension = usize::try_from(dimension).ok()?;
    let mut known = operands.sizes(0)?;
    for index in 1..operation.operand_count() {
        let size = *operands.sizes(index)?.get(dimension)?;
        let total = known.get_mut(dimension)?;
        *total = operands.apply(Function::Add, *total, size);
    }
    all(known)
}

pub(super) fn others_agree(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
    dimension: i64,
) -> Needs {
    let first = operands.sizes(0)?;
    let mut needs = vec![];
    for index in 1..operation.operand_count() {
        let dims = (0..).zip(all_equal(&operands.sizes(index)?, &first));
        needs.extend(
            dims.filter(|&(dim, _)| dim != dimension)
                .map(|(_, need)| need),
        );
    }
    Some(needs)
}

/// The given sizes, without dims of one element that the result lacks.
fn extract_slice<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let is_computed = |&&number: &&i64| number == AT_RUN_TIME;
    let offsets = int_array(operation, "static_offsets")?;
    let lengths = int_array(operation, "static_sizes")?;
    let mut computed = 1 + offsets.iter().filter(is_computed).count()..;
    let shape = ir::shaped_type(result(operation)?.r#type());
    let mut declared = shape.shape()?.iter().map(|dim| dim.fixed_size()).peekable();
    let mut known = ResultSizes::<O>::new();
    for length in lengths {
        let number = operands.listed(length, &mut computed);
        let length = (length != AT_RUN_TIME).then_some(length);
        if declared.next_if_eq(&length).is_some() {
            known.push(number);
        }
    }
    Some(known)
}

/// Returns numbers that an attribute lists; those that are known only at run time are operands.
fn listed_row<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    name: &str,
    computed: &mut impl Iterator<Item = usize>,
) -> Option<NumberRow<O::Number>> {
    let numbers = int_array(operation, name)?.into_iter();
    let numbers = numbers.map(|number| operands.listed(number, computed));
    numbers.collect()
}

fn extracted_slice_is_inside(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    let (_, needs) = slice_is_inside(operands, operation, 0)?;
    Some(needs)
}

/// The source has the given sizes, without dims of one element that it lacks.
fn inserted_slice_is_inside(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    let (lengths, mut needs) = slice_is_inside(operands, operation, 1)?;
    let mut sizes = [operands.sizes(0)?, lengths];
    for sizes in &mut sizes {
        sizes.retain(|&mut size| operands.value(size) != Some(1));
    }
    let [sizes, lengths] = sizes;
    needs.extend(all_equal(&sizes, &lengths));
    Some(needs)
}

/// Returns the sizes of a slice of an operand, and what keeps the slice within the operand: `0 <= offset`,
/// `0 <= size`, `1 <= stride`, and `offset + (size - 1) * stride < operand size`, which does not wrap if the stride
/// is less than 2^31.
fn slice_is_inside(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
    of: usize,
) -> Option<(NumberRow<SizeExpression>, Vec<SizeNeed>)> {
    let mut computed = of + 1..;
    let [offsets, lengths, strides] = ["static_offsets", "static_sizes", "static_strides"]
        .map(|name| listed_row(operands, operation, name, &mut computed));
    let (offsets, lengths, strides) = (offsets?, lengths?, strides?);
    let [zero, one, greatest] = [0, 1, i32::MAX.into()].map(|number| operands.constant(number));
    let mut needs = vec![];
    for (dim, size) in operands.sizes(of)?.into_iter().enumerate() {
        let (offset, length) = (*offsets.get(dim)?, *lengths.get(dim)?);
        let stride = *strides.get(dim)?;
        needs.extend([offset, length].map(|number| SizeNeed::at_most(zero, number)));
        let end = match operands.value(stride) {
            Some(1) => operands.apply(Function::Add, offset, length),
            _ => {
                needs.extend([
                    SizeNeed::at_most(one, stride),
                    SizeNeed::at_most(stride, greatest),
                ]);
                let last = operands.apply(Function::Subtract, length, one);
                let last = operands.apply(Function::Multiply, last, stride);
                let last = operands.apply(Function::Add, offset, last);
                operands.apply(Function::Add, last, one)
            }
        };
        needs.push(SizeNeed::at_most(end, size));
    }
    Some((lengths, needs))
}

fn inserted_element_is_inside(
    operands: &mut SizeExpressions<'_, '_>,
    _: OperationRef<'_, '_>,
) -> Needs {
    element_is_inside(operands, 1)
}

/// The indices behind an operand are those of an element in it.
pub(super) fn element_is_inside(operands: &mut SizeExpressions<'_, '_>, of: usize) -> Needs {
    let [zero, one] = [0, 1].map(|number| operands.constant(number));
    let mut needs = vec![];
    for (index, size) in (of + 1..).zip(operands.sizes(of)?) {
        let index = operands.number(index)?;
        let end = operands.apply(Function::Add, index, one);
        needs.extend([SizeNeed::at_most(zero, index), SizeNeed::at_most(end, size)]);
    }
    Some(needs)
}

/// Padding removes nothing.
fn adds_at_edges(operands: &mut SizeExpressions<'_, '_>, operation: OperationRef<'_, '_>) -> Needs {
    let mut computed = 1..;
    let zero = operands.constant(0);
    let mut needs = vec![];
    for name in ["static_low", "static_high"] {
        let edges = listed_row(operands, operation, name, &mut computed)?;
        needs.extend(edges.iter().map(|&edge| SizeNeed::at_most(zero, edge)));
    }
    Some(needs)
}

/// The results have the sizes of the last operands that are tensors, into which they are computed.
pub(super) fn destination<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<ResultSizes<O>> {
    let is_tensor = |operand: Value<'_, '_>| operand.r#type().is_ranked_tensor();
    let all_operands = operation.operands().enumerate();
    let tensors = all_operands.filter(|&(_, operand)| is_tensor(operand));
    let tensors = tensors.map(|(operand, _)| operand).collect::<Vec<_>>();
    let first = tensors.len().checked_sub(operation.result_count())?;
    all(operands
        .sizes(*tensors.get(first + index)?)?
        .iter()
        .copied())
}

/// The limits of a slice do not exceed the operand's sizes.
fn slice(operands: &mut SizeExpressions<'_, '_>, operation: OperationRef<'_, '_>) -> Needs {
    has_at_least(operands, operation, "limit_indices")
}

/// The operand is at least as large as the slice.
fn contains_slice(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    has_at_least(operands, operation, "slice_sizes")
}

/// `limit - start`, divided by the stride and rounded up.
fn slice_extents<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let [starts, limits, strides] =
        ["start_indices", "limit_indices", "strides"].map(|name| int_array(operation, name));
    let lengths = limits?.into_iter().zip(starts?);
    let lengths = lengths.map(|(limit, start)| limit.checked_sub(start));
    let lengths = operands.constants(lengths.collect::<Option<Vec<_>>>()?);
    let strides = operands.constants(strides?);
    divided(operands, lengths, strides)
}

fn has_at_least(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
    attribute: &str,
) -> Needs {
    let limits = operands.constants(int_array(operation, attribute)?);
    Some(all_at_most(&limits, &operands.sizes(0)?))
}

/// `0 <= start <= limit <= size`, and the stride is positive.
fn bounds_are_ordered(operands: &mut SizeExpressions<'_, '_>, _: OperationRef<'_, '_>) -> Needs {
    let [starts, limits, strides] = [1, 2, 3].map(|index| operands.numbers(index));
    let (starts, limits, strides) = (starts?, limits?, strides?);
    let [zero, one] = [0, 1].map(|number| operands.constant(number));
    let mut needs = vec![];
    needs.extend(starts.iter().map(|&start| SizeNeed::at_most(zero, start)));
    needs.extend(all_at_most(&starts, &limits));
    needs.extend(all_at_most(&limits, &operands.sizes(0)?));
    needs.extend(strides.iter().map(|&stride| SizeNeed::at_most(one, stride)));
    Some(needs)
}

/// The update is not larger than the operand.
fn update_fits(operands: &mut SizeExpressions<'_, '_>, _: OperationRef<'_, '_>) -> Needs {
    Some(all_at_most(&operands.sizes(1)?, &operands.sizes(0)?))
}

/// The new size is between 0 and that of the dim.
fn keeps_bound(operands: &mut SizeExpressions<'_, '_>, operation: OperationRef<'_, '_>) -> Needs {
    let dim = integer(operation, "dimension")?;
    let size = at(&operands.sizes(0)?, dim)?;
    let (zero, number) = (operands.constant(0), operands.number(1)?);
    Some(vec![
        SizeNeed::at_most(zero, number),
        SizeNeed::at_most(number, size),
    ])
}

/// A slice has `limit - start` elements, divided by the stride and rounded up.
fn real_dynamic_slice<O: Operands>(
    operands: &mut O,
    _: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    // Both are at most the operand's size, so their difference does not wrap even where the limit has
    // been computed from the start by a sum that might.
    let lengths = operands.differences(2, 1)?;
    let strides = operands.numbers(3)?;
    divided(operands, lengths, strides)
}

/// Divides the lengths of a slice by its strides, and rounds up.
fn divided<O: Operands>(
    operands: &mut O,
    lengths: NumberRow<O::Number>,
    strides: NumberRow<O::Number>,
) -> Option<ResultSizes<O>> {
    let dims = lengths.into_iter().zip(strides);
    all(dims.map(|(length, stride)| operands.apply(Function::DivideUp(Signed), length, stride)))
}

/// The given sizes.
fn dynamic_slice<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    all(operands.constants(int_array(operation, "slice_sizes")?))
}

/// One dim gets another size, which does not exceed its own.
fn set_dimension_size<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let mut sizes = all(operands.sizes(0)?)?;
    let changed = usize::try_from(integer(operation, "dimension")?).ok()?;
    *sizes.get_mut(changed)? = operands.number(1);
    Some(sizes)
}

fn pad<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let [low, high, interior] = ["edge_padding_low", "edge_padding_high", "interior_padding"]
        .map(|name| Some(operands.constants(int_array(operation, name)?)));
    padded(operands, low?, high?, interior?)
}

fn dynamic_pad<O: Operands>(
    operands: &mut O,
    _: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let [low, high, interior] = [2, 3, 4].map(|index| operands.numbers(index));
    padded(operands, low?, high?, interior?)
}

/// Negative padding removes no more than there is.
fn pad_leaves_sizes(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    let edges = ["edge_padding_low", "edge_padding_high"].map(|name| int_array(operation, name));
    if edges.iter().flatten().flatten().all(|&edge| edge >= 0) {
        return Some(vec![]);
    }
    let sizes = pad(operands, operation, 0)?;
    leaves_sizes(operands, &sizes)
}

fn dynamic_pad_leaves_sizes(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    let sizes = dynamic_pad(operands, operation, 0)?;
    let mut needs = leaves_sizes(operands, &sizes)?;
    let zero = operands.constant(0);
    let interior = operands.numbers(4)?;
    needs.extend(
        interior
            .iter()
            .map(|&interior| SizeNeed::at_most(zero, interior)),
    );
    Some(needs)
}

fn leaves_sizes(operands: &mut SizeExpressions<'_, '_>, sizes: &[Option<SizeExpression>]) -> Needs {
    let zero = operands.constant(0);
    let sizes = sizes.iter().flatten();
    Some(sizes.map(|&size| SizeNeed::at_most(zero, size)).collect())
}

/// `low + size + high`; numbers known only at run time are operands.
fn tensor_pad<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let mut computed = 1..;
    let [low, high] = ["static_low", "static_high"]
        .map(|name| listed_row(operands, operation, name, &mut computed));
    let (low, high) = (low?, high?);
    let interior = operands.constants(low.iter().map(|_| 0));
    padded(operands, low, high, interior)
}

/// `low + size + high`, and gaps between elements.
fn padded<O: Operands>(
    operands: &mut O,
    low: NumberRow<O::Number>,
    high: NumberRow<O::Number>,
    interior: NumberRow<O::Number>,
) -> Option<ResultSizes<O>> {
    let dims = operands.sizes(0)?.into_iter().zip(low);
    let dims = dims.zip(high).zip(interior);
    all(dims.map(|(((size, low), high), interior)| {
        let spread = match operands.value(interior) {
            Some(0) => size,
            _ => {
                let [zero, one] = [0, 1].map(|number| operands.constant(number));
                let gaps = operands.apply(Function::Subtract, size, one);
                let gaps = operands.apply(Function::Maximum(Signed), gaps, zero);
                let gaps = operands.apply(Function::Multiply, gaps, interior);
                operands.apply(Function::Add, size, gaps)
            }
        };
        let edges = operands.apply(Function::Add, low, high);
        operands.apply(Function::Add, spread, edges)
    }))
}

/// The batch dims of the start indices fill, in order, the result dims that are not offset
/// dims; the offset dims have the given slice sizes.
fn gather<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<ResultSizes<O>> {
    let dims = operation.attribute("dimension_numbers").ok()?;
    let dims = GatherDimensionNumbers::from_attribute(dims)?;
    let indices = operands.sizes(1)?;
    let mut batch = (0..)
        .zip(indices.iter())
        .filter(|&(dim, _)| dim != dims.index_vector_dim)
        .map(|(_, &size)| size);
    let lengths = slice_lengths(operands, operation);
    let mut slice = (0..)
        .zip(lengths.iter().flat_map(|lengths| lengths.iter()))
        .filter(|(dim, _)| {
            !dims.collapsed_slice_dims.contains(dim) && !dims.operand_batching_dims.contains(dim)
        })
        .map(|(_, &size)| size);
    let result_dims = (0..).take(result_rank(operation, index)?);
    let sizes = result_dims.map(|dim| match dims.offset_dims.contains(&dim) {
        true => slice.next(),
        false => batch.next(),
    });
    Some(sizes.collect())
}

/// The updates have a slice for each index: the dims of the indices fill, in order, those that are not in a slice. Dims
/// of a batch are equal.
fn updates_agree(operands: &mut SizeExpressions<'_, '_>, operation: OperationRef<'_, '_>) -> Needs {
    let dims = operation.attribute("scatter_dimension_numbers").ok()?;
    let dims = ScatterDimensionNumbers::from_attribute(dims)?;
    let count = operation.result_count();
    let indices = operands.sizes(count)?;
    let mut needs = batch_dims_agree(
        &operands.sizes(0)?,
        &dims.input_batching_dims,
        &indices,
        &dims.scatter_indices_batching_dims,
    );
    let positions = &dims.scatter_dims_to_operand_dims;
    needs.extend(has_positions(
        operands,
        &indices,
        dims.index_vector_dim,
        positions,
    ));
    let batch = (0..).zip(indices);
    let batch = batch.filter(|&(dim, _)| dim != dims.index_vector_dim);
    let batch = batch.map(|(_, size)| size).collect::<Vec<_>>();
    for updates in count + 1..operation.operand_count() {
        let sizes = (0..).zip(operands.sizes(updates)?);
        let sizes = sizes.filter(|(dim, _)| !dims.update_window_dims.contains(dim));
        let sizes = sizes.map(|(_, size)| size).collect::<Vec<_>>();
        needs.extend(all_equal(&sizes, &batch));
    }
    Some(needs)
}

/// Windows of updates are not larger than the operand, whose other dims they lack.
fn windows_fit(operands: &mut SizeExpressions<'_, '_>, operation: OperationRef<'_, '_>) -> Needs {
    let dims = operation.attribute("scatter_dimension_numbers").ok()?;
    let dims = ScatterDimensionNumbers::from_attribute(dims)?;
    let lacks = [&dims.inserted_window_dims, &dims.input_batching_dims];
    let sizes = (0..).zip(operands.sizes(0)?);
    let sizes = sizes.filter(|(dim, _)| !lacks.iter().any(|dims| dims.contains(dim)));
    let sizes = sizes.map(|(_, size)| size).collect::<Vec<_>>();
    let mut needs = vec![];
    for updates in operation.result_count() + 1..operation.operand_count() {
        let updates = operands.sizes(updates)?;
        let window = dims.update_window_dims.iter();
        let window = window
            .map(|&dim| at(&updates, dim))
            .collect::<Option<Vec<_>>>()?;
        needs.extend(all_at_most(&window, &sizes));
    }
    Some(needs)
}

/// Indices of a batch have its size, and each has a position along each dim that it indexes.
fn indices_agree(operands: &mut SizeExpressions<'_, '_>, operation: OperationRef<'_, '_>) -> Needs {
    let dims = operation.attribute("dimension_numbers").ok()?;
    let dims = GatherDimensionNumbers::from_attribute(dims)?;
    let indices = operands.sizes(1)?;
    let mut needs = batch_dims_agree(
        &operands.sizes(0)?,
        &dims.operand_batching_dims,
        &indices,
        &dims.start_indices_batching_dims,
    );
    let positions = &dims.start_index_map;
    needs.extend(has_positions(
        operands,
        &indices,
        dims.index_vector_dim,
        positions,
    ));
    Some(needs)
}

/// The dim of the indices that holds positions has one for each dim that is indexed.
fn has_positions(
    operands: &mut SizeExpressions<'_, '_>,
    indices: &[SizeExpression],
    index_vector_dim: i64,
    indexed: &[i64],
) -> Option<SizeNeed> {
    let count = operands.constant(i64::try_from(indexed.len()).ok()?);
    Some(SizeNeed::equal(at(indices, index_vector_dim)?, count))
}

/// The sizes of a gather's slices are not negative, and they are 1 along dims that the result lacks. If there is an index,
/// the slices are not larger than the operand.
fn slices_fit(operands: &mut SizeExpressions<'_, '_>, operation: OperationRef<'_, '_>) -> Needs {
    let lengths = slice_lengths(operands, operation)?;
    let dims = operation.attribute("dimension_numbers").ok()?;
    let dims = GatherDimensionNumbers::from_attribute(dims)?;
    let lacks = [&dims.collapsed_slice_dims, &dims.operand_batching_dims];
    let [zero, one] = [0, 1].map(|number| operands.constant(number));
    let count = batch_count(operands, 1, dims.index_vector_dim)?;
    let mut needs = vec![];
    for ((dim, length), size) in (0..).zip(lengths).zip(operands.sizes(0)?) {
        let (is_size, needed) = match lacks.iter().any(|dims| dims.contains(&dim)) {
            true => (SizeNeed::equal(length, one), one),
            false => (SizeNeed::at_most(zero, length), length),
        };
        let fits = SizeNeed::at_most(needed, size);
        needs.extend([is_size, count.map_or(fits, |count| fits.of_each(count))]);
    }
    Some(needs)
}

/// Returns the number of indices; `None` if there is one index without a dim of its own.
fn batch_count(
    operands: &mut SizeExpressions<'_, '_>,
    indices: usize,
    index_vector_dim: i64,
) -> Option<Option<SizeExpression>> {
    let batch = (0..).zip(operands.sizes(indices)?);
    let batch = batch.filter(|&(dim, _)| dim != index_vector_dim);
    let batch = batch.map(|(_, size)| size);
    Some(batch.reduce(|count, size| operands.apply(Function::Multiply, count, size)))
}

/// Returns the sizes of the slices of a gather: an attribute, or an operand.
fn slice_lengths<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
) -> Option<NumberRow<O::Number>> {
    match int_array(operation, "slice_sizes") {
        Some(lengths) => Some(operands.constants(lengths)),
        None => operands.numbers(2),
    }
}

fn batch_dims_agree(
    sizes: &[SizeExpression],
    dims: &[i64],
    indices: &[SizeExpression],
    index_dims: &[i64],
) -> Vec<SizeNeed> {
    let pairs = dims.iter().zip(index_dims);
    let pairs = pairs.filter_map(|(&dim, &index)| at(sizes, dim).zip(at(indices, index)));
    pairs
        .map(|(size, index)| SizeNeed::equal(size, index))
        .collect()
}

/// `[a, b, c] x [d, e] => [a, d, e, c]`: a dim of the operand becomes those of the index, and
/// both share the dims of a batch.
fn torch_index_select<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let dim = usize::try_from(integer(operation, "dim")?).ok()?;
    let batch = usize::try_from(integer(operation, "batch_dims")?).ok()?;
    let (sizes, index) = (operands.sizes(0)?, operands.sizes(1)?);
    // The specification does not say what a negative dim counts from.
    let (before, after) = (sizes.get(..dim)?, sizes.get(dim + 1..)?);
    let known = before.iter().chain(index.get(batch..)?).chain(after);
    all(known.copied())
}

fn batches_agree(operands: &mut SizeExpressions<'_, '_>, operation: OperationRef<'_, '_>) -> Needs {
    let batch = usize::try_from(integer(operation, "batch_dims")?).ok()?;
    let mut needs = all_equal(&operands.sizes(0)?, &operands.sizes(1)?);
    needs.truncate(batch);
    Some(needs)
}

/// The dim that is selected from has an element, unless nothing is selected.
fn selects_from_some(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    let size = at(&operands.sizes(0)?, integer(operation, "dim")?)?;
    let one = operands.constant(1);
    let count = batch_count(operands, 1, -1)?;
    let need = SizeNeed::at_most(one, size);
    Some(vec![count.map_or(need, |count| need.of_each(count))])
}
