//! Joining, cutting and padding, and slices at computed positions.

use super::{
    Extents::{Like, Pairwise},
    NumberRow, Operands, ResultSizes, all, at, computed, integer, result, result_rank,
};
use crate::{
    analysis::{
        Analysis,
        row::{OpRow, Topic},
    },
    dialect::{
        shape,
        stablehlo::{self, GatherDimensionNumbers, ScatterDimensionNumbers},
        tensor,
    },
    ir::{self, AT_RUN_TIME, int_array, integer, operand},
    symbol::{
        Size, Statement,
        integer::{Function, Signedness::Signed},
    },
};
use melior::ir::{OperationRef, TypeLike, Value, ValueLike, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "concatenation, slices and padding",
    ops: &[
        OpRow::new(stablehlo::CONCATENATE)
            .integers(integer::concatenate)
            .extents(computed!(concatenate))
            .sizes(operands_agree),
        OpRow::new(stablehlo::SLICE)
            .integers(integer::slice)
            .extents(computed!(slice_extents))
            .sizes(slice),
        OpRow::new(stablehlo::REAL_DYNAMIC_SLICE)
            .integers(integer::real_dynamic_slice)
            .extents(computed!(real_dynamic_slice)),
        OpRow::new(stablehlo::DYNAMIC_SLICE)
            .integers(integer::dynamic_slice)
            .extents(computed!(dynamic_slice))
            .sizes(contains_slice),
        OpRow::new(stablehlo::DYNAMIC_UPDATE_SLICE).extents(Like(0)),
        OpRow::new(stablehlo::SET_DIMENSION_SIZE).extents(computed!(set_dimension_size)),
        OpRow::new(stablehlo::PAD).extents(computed!(pad)),
        OpRow::new(stablehlo::DYNAMIC_PAD).extents(computed!(dynamic_pad)),
        OpRow::new(tensor::PAD).extents(computed!(tensor_pad)),
        OpRow::new(stablehlo::GATHER)
            .integers(integer::gather)
            .extents(computed!(gather))
            .sizes(index_batches_agree),
        OpRow::new(stablehlo::DYNAMIC_GATHER)
            .extents(computed!(gather))
            .sizes(index_batches_agree),
        OpRow::new(stablehlo::TORCH_INDEX_SELECT)
            .integers(integer::index_select)
            .extents(computed!(torch_index_select))
            .sizes(batches_agree),
        OpRow::new(stablehlo::SCATTER)
            .extents(Pairwise)
            .sizes(updates_agree),
        OpRow::new(tensor::CONCAT)
            .integers(integer::concatenate)
            .extents(computed!(concatenate))
            .sizes(operands_agree),
        OpRow::new(tensor::EXTRACT_SLICE)
            .integers(integer::extract_slice)
            .extents(computed!(extract_slice)),
        OpRow::new(tensor::INSERT).extents(Like(1)),
        OpRow::new(tensor::INSERT_SLICE).extents(computed!(destination)),
        OpRow::new("linalg.generic").extents(computed!(destination)),
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
fn operands_agree(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    others_agree(analysis, operation, joined_dim(operation)?)
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
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    dimension: i64,
) -> Option<()> {
    let mut operands = operation.operands();
    let first = analysis.sizes(operands.next()?);
    for operand in operands {
        let sizes = analysis.sizes(operand).into_iter().zip(&first);
        for (_, (size, &first)) in (0..).zip(sizes).filter(|&(dim, _)| dim != dimension) {
            analysis.facts.assume(Statement::Equal(size, first));
        }
    }
    Some(())
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

/// The results have the sizes of the last operands that are tensors, into which they are computed.
fn destination<O: Operands>(
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
fn slice(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    has_at_least(analysis, operation, "limit_indices")
}

/// The operand is at least as large as the slice.
fn contains_slice(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    has_at_least(analysis, operation, "slice_sizes")
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
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    attribute: &str,
) -> Option<()> {
    let limits = int_array(operation, attribute)?;
    let sizes = analysis.sizes(operand(operation, 0)?);
    for (size, limit) in sizes.into_iter().zip(limits) {
        analysis.facts.assume(Statement::AtLeast(size, limit));
    }
    Some(())
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

/// `low + size + high`; numbers known only at run time are operands.
fn tensor_pad<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let mut computed = 1..;
    let mut edges = |name| {
        let edges = int_array(operation, name)?.into_iter();
        let edges = edges.map(|edge| operands.listed(edge, &mut computed));
        edges.collect::<Option<NumberRow<_>>>()
    };
    let (low, high) = (edges("static_low")?, edges("static_high")?);
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
    let lengths = match int_array(operation, "slice_sizes") {
        Some(lengths) => Some(operands.constants(lengths)),
        None => operands.numbers(2),
    };
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
fn updates_agree(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dims = operation.attribute("scatter_dimension_numbers").ok()?;
    let dims = ScatterDimensionNumbers::from_attribute(dims)?;
    let count = operation.result_count();
    let indices = analysis.sizes(operand(operation, count)?);
    batch_dims_agree(
        analysis,
        operand(operation, 0)?,
        &dims.input_batching_dims,
        &indices,
        &dims.scatter_indices_batching_dims,
    );
    let batch = (0..).zip(indices);
    let batch = batch.filter(|&(dim, _)| dim != dims.index_vector_dim);
    let batch = batch.map(|(_, size)| size).collect::<Vec<_>>();
    for updates in operation.operands().skip(count + 1) {
        let rank = analysis.rank(updates) as i64;
        let mut batch = batch.iter();
        let sizes = (0..rank).map(|dim| match dims.update_window_dims.contains(&dim) {
            true => None,
            false => batch.next().copied(),
        });
        let sizes = sizes.collect::<Vec<_>>();
        analysis.set_sizes(updates, sizes);
    }
    Some(())
}

/// Indices of a batch have its size.
fn index_batches_agree(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dims = operation.attribute("dimension_numbers").ok()?;
    let dims = GatherDimensionNumbers::from_attribute(dims)?;
    let indices = analysis.sizes(operand(operation, 1)?);
    batch_dims_agree(
        analysis,
        operand(operation, 0)?,
        &dims.operand_batching_dims,
        &indices,
        &dims.start_indices_batching_dims,
    );
    Some(())
}

fn batch_dims_agree(
    analysis: &mut Analysis,
    operand: Value<'_, '_>,
    operand_dims: &[i64],
    indices: &[Size],
    index_dims: &[i64],
) {
    let sizes = analysis.sizes(operand);
    for (&dim, &index_dim) in operand_dims.iter().zip(index_dims) {
        if let (Some(size), Some(index)) = (at(&sizes, dim), at(indices, index_dim)) {
            analysis.facts.assume(Statement::Equal(size, index));
        }
    }
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

fn batches_agree(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let batch = usize::try_from(integer(operation, "batch_dims")?).ok()?;
    let sizes = analysis.sizes(operand(operation, 0)?);
    let index = analysis.sizes(operand(operation, 1)?);
    for (&a, &b) in sizes.iter().zip(&index).take(batch) {
        analysis.facts.assume(Statement::Equal(a, b));
    }
    Some(())
}
