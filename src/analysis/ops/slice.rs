//! Joining, cutting and padding, and slices at computed positions.

use super::{Op, Topic, elements_of, integer, pairwise, result, same_sizes};
use crate::{
    analysis::Analysis,
    dialect::stablehlo::{self, GatherDimensionNumbers},
    ir::{self, int_array, integer, operand},
    symbol::{Arithmetic, Element, NumberType, Size, Statement},
};
use melior::ir::{OperationRef, TypeLike, Value, ValueLike, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "concatenation, slices and padding",
    ops: &[
        Op::new(stablehlo::CONCATENATE)
            .integers(integer::concatenate)
            .sizes(concatenate),
        Op::new(stablehlo::SLICE)
            .integers(integer::slice)
            .sizes(slice),
        Op::new(stablehlo::REAL_DYNAMIC_SLICE)
            .integers(integer::real_dynamic_slice)
            .sizes(real_dynamic_slice),
        Op::new(stablehlo::DYNAMIC_SLICE)
            .integers(integer::dynamic_slice)
            .sizes(dynamic_slice),
        Op::new(stablehlo::DYNAMIC_UPDATE_SLICE).sizes(same_sizes),
        Op::new(stablehlo::SET_DIMENSION_SIZE).sizes(set_dimension_size),
        Op::new(stablehlo::PAD).sizes(pad),
        Op::new(stablehlo::DYNAMIC_PAD).sizes(dynamic_pad),
        Op::new(stablehlo::GATHER)
            .integers(integer::gather)
            .sizes(gather),
        Op::new(stablehlo::DYNAMIC_GATHER).sizes(gather),
        Op::new(stablehlo::TORCH_INDEX_SELECT)
            .integers(integer::index_select)
            .sizes(torch_index_select),
        Op::new(stablehlo::SCATTER).sizes(pairwise),
        Op::new("tensor.concat")
            .integers(integer::concatenate)
            .sizes(concatenate_tensors),
        Op::new("tensor.extract_slice")
            .integers(integer::extract_slice)
            .sizes(extract_slice),
        Op::new("tensor.insert_slice").sizes(sizes_of_destination),
        Op::new("linalg.generic").sizes(sizes_of_destination),
        Op::new("shape.concat").integers(integer::joined),
        Op::new("shape.split_at").integers(integer::split_at),
    ],
};

/// `[a, b] x [a, c] => [a, b + c]`.
fn concatenate(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    concatenate_along(analysis, operation, integer(operation, "dimension")?)
}

fn concatenate_tensors(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    concatenate_along(analysis, operation, integer(operation, "dim")?)
}

pub(super) fn concatenate_along(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    dimension: i64,
) -> Option<()> {
    let dimension = usize::try_from(dimension).ok()?;
    let mut operands = operation.operands();
    let mut known = analysis.sizes(operands.next()?);
    let mut total = *known.get(dimension)?;
    for operand in operands {
        for (dim, &size) in analysis.sizes(operand).iter().enumerate() {
            if dim == dimension {
                total = analysis.add_sizes(total, size)?;
            } else if let Some(&known) = known.get(dim) {
                analysis.facts.assume(Statement::Equal(size, known));
            }
        }
    }
    known[dimension] = total;
    analysis.set_sizes(result(operation)?, known.into_iter().map(Some));
    Some(())
}

/// The given sizes, without dims of one element that the result lacks.
fn extract_slice(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let is_computed = |&&number: &&i64| number == AT_RUN_TIME;
    let offsets = int_array(operation, "static_offsets")?;
    let lengths = int_array(operation, "static_sizes")?;
    let first = 1 + offsets.iter().filter(is_computed).count();
    let mut computed = operation.operands().skip(first);
    let result = result(operation)?;
    let shape = ir::shaped_type(result.r#type());
    let mut declared = shape.shape()?.iter().map(|dim| dim.fixed_size()).peekable();
    let mut known = vec![];
    for length in lengths {
        let (number, length) = match length {
            AT_RUN_TIME => (*analysis.elements_of(computed.next()?)?.first()?, None),
            length => (Element::number(length), Some(length)),
        };
        if declared.next_if_eq(&length).is_some() {
            known.push(Some(number));
        }
    }
    analysis.set_sizes(result, known);
    Some(())
}

/// The number that stands for one known only at run time in attributes of `tensor`.
const AT_RUN_TIME: i64 = i64::MIN;

/// The results have the sizes of the last operands that are tensors, into which they are computed.
fn sizes_of_destination(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let is_tensor = |operand: &Value<'_, '_>| operand.r#type().is_ranked_tensor();
    let tensors = operation.operands().filter(is_tensor).collect::<Vec<_>>();
    let first = tensors.len().checked_sub(operation.result_count())?;
    for (&destination, result) in tensors[first..].iter().zip(operation.results()) {
        analysis.assume_same_sizes(destination, result.into());
    }
    Some(())
}

/// The limits of a slice do not exceed the operand's sizes.
fn slice(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let limits = int_array(operation, "limit_indices")?;
    let sizes = analysis.sizes(operand(operation, 0)?);
    for (size, limit) in sizes.into_iter().zip(limits) {
        analysis.facts.assume(Statement::AtLeast(size, limit));
    }
    Some(())
}

/// A slice has `limit - start` elements, divided by the stride and rounded up.
fn real_dynamic_slice(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let [starts, limits, strides] = [1, 2, 3].map(|index| elements_of(analysis, operation, index));
    let (starts, limits, strides) = (starts?, limits?, strides?);
    let computed = analysis.computed_type(operand(operation, 1)?.r#type())?;
    let known = starts.iter().zip(&limits).zip(&strides);
    let known = known
        .map(|((&start, &limit), &stride)| {
            // Both are at most the operand's size, so their difference does not wrap even where the
            // limit has been computed from the start by a sum that might.
            let length = analysis.compute(Arithmetic::Subtract, limit, start, computed);
            if stride.constant() == Some(1) {
                return Some(length);
            }
            Some(analysis.compute(Arithmetic::DivideUp, length, stride, NumberType::EXACT))
        })
        .collect::<Vec<_>>();
    analysis.set_sizes(result(operation)?, known);
    Some(())
}

/// The result has the given sizes; the operand is at least as large.
fn dynamic_slice(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let lengths = int_array(operation, "slice_sizes")?;
    let sizes = analysis.sizes(operand(operation, 0)?);
    for (size, &length) in sizes.into_iter().zip(&lengths) {
        analysis.facts.assume(Statement::AtLeast(size, length));
    }
    let known = lengths
        .into_iter()
        .map(|length| Some(Size::Constant(length)));
    analysis.set_sizes(result(operation)?, known.collect::<Vec<_>>());
    Some(())
}

/// One dim gets another size, which does not exceed its own.
fn set_dimension_size(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let sizes = analysis.sizes(operand(operation, 0)?);
    let known = sizes.into_iter().map(|size| Some(Element::from(size)));
    let mut known = known.collect::<Vec<_>>();
    let changed = usize::try_from(integer(operation, "dimension")?).ok()?;
    let number = elements_of(analysis, operation, 1);
    *known.get_mut(changed)? = number.and_then(|number| number.first().copied());
    analysis.set_sizes(result(operation)?, known);
    Some(())
}

/// Returns the padded size of a dim of a known size, with gaps between elements.
fn with_gaps(size: Size, low: i64, high: i64, interior: i64) -> Option<Element> {
    let size = size.constant()?;
    let gaps = interior.checked_mul((size - 1).max(0))?;
    let padded = size
        .checked_add(gaps)?
        .checked_add(low)?
        .checked_add(high)?;
    (interior >= 0 && padded >= 0).then(|| Element::number(padded))
}

/// `low + size + high`, where no gaps are put between elements, or the size is known.
fn pad(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let [low, high, interior] = ["edge_padding_low", "edge_padding_high", "interior_padding"]
        .map(|name| int_array(operation, name));
    let (low, high, interior) = (low?, high?, interior?);
    let sizes = analysis.sizes(operand(operation, 0)?);
    let known = sizes.iter().enumerate().map(|(dim, &size)| {
        if *interior.get(dim)? != 0 {
            let size = analysis.facts.canonical(size);
            return with_gaps(size, *low.get(dim)?, *high.get(dim)?, *interior.get(dim)?);
        }
        let more = low.get(dim)?.checked_add(*high.get(dim)?)?;
        let arithmetic = match more {
            0.. => Arithmetic::Add,
            _ => Arithmetic::Subtract,
        };
        let more = Element::number(more.checked_abs()?);
        Some(analysis.compute(arithmetic, size, more, NumberType::EXACT))
    });
    let known = known.collect::<Vec<_>>();
    analysis.set_sizes(result(operation)?, known);
    Some(())
}

/// `low + size + high`, where no gaps are put between elements, or all numbers are known.
fn dynamic_pad(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let sizes = analysis.sizes(operand(operation, 0)?);
    let [low, high, interior] = [2, 3, 4].map(|index| elements_of(analysis, operation, index));
    let (low, high, interior) = (low?, high?, interior?);
    let known = sizes.iter().enumerate().map(|(dim, &size)| {
        if *interior.get(dim)? != Element::number(0) {
            let size = analysis.facts.canonical(size);
            let [low, high, interior] = [&low, &high, &interior].map(|list| list.get(dim));
            let [low, high, interior] = [low?, high?, interior?].map(|it| it.constant());
            return with_gaps(size, low?, high?, interior?);
        }
        let exact = NumberType::EXACT;
        let sum = analysis.compute(Arithmetic::Add, size, *low.get(dim)?, exact);
        Some(analysis.compute(Arithmetic::Add, sum, *high.get(dim)?, exact))
    });
    let known = known.collect::<Vec<_>>();
    analysis.set_sizes(result(operation)?, known);
    Some(())
}

/// The batch dims of the start indices fill, in order, the result dims that are not offset
/// dims; the offset dims have the given slice sizes.
fn gather(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dims = operation.attribute("dimension_numbers").ok()?;
    let dims = GatherDimensionNumbers::from_attribute(dims)?;
    let indices = analysis.sizes(operand(operation, 1)?);
    let result = result(operation)?;
    let rank = analysis.sizes(result).len();
    let mut batch = (0..)
        .zip(indices)
        .filter(|&(dim, _)| dim != dims.index_vector_dim)
        .map(|(_, size)| Element::from(size));
    let lengths = match int_array(operation, "slice_sizes") {
        Some(lengths) => lengths.into_iter().map(Element::number).collect(),
        None => elements_of(analysis, operation, 2).unwrap_or_default(),
    };
    let mut slice = (0..)
        .zip(lengths)
        .filter(|(dim, _)| {
            !dims.collapsed_slice_dims.contains(dim) && !dims.operand_batching_dims.contains(dim)
        })
        .map(|(_, size)| size);
    let known = (0..)
        .take(rank)
        .map(|dim| match dims.offset_dims.contains(&dim) {
            true => slice.next(),
            false => batch.next(),
        })
        .collect::<Vec<_>>();
    analysis.set_sizes(result, known);
    Some(())
}

/// `[a, b, c] x [d, e] => [a, d, e, c]`: a dim of the operand becomes those of the index, and
/// both share the dims of a batch.
fn torch_index_select(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dim = usize::try_from(integer(operation, "dim")?).ok()?;
    let batch = usize::try_from(integer(operation, "batch_dims")?).ok()?;
    let sizes = analysis.sizes(operand(operation, 0)?);
    let index = analysis.sizes(operand(operation, 1)?);
    // The specification does not say what a negative dim counts from.
    let (before, after) = (sizes.get(..dim)?, sizes.get(dim + 1..)?);
    let known = before.iter().chain(index.get(batch..)?).chain(after);
    let known = known.copied().map(Some).collect::<Vec<_>>();
    for (&a, &b) in sizes.iter().zip(&index).take(batch) {
        analysis.facts.assume(Statement::Equal(a, b));
    }
    analysis.set_sizes(result(operation)?, known);
    Some(())
}
