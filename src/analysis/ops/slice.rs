//! Joining, cutting and padding, and slices at computed positions.

use super::{Op, Topic, elements_of, number, pairwise, result, same_sizes};
use crate::{
    analysis::{Analysis, Sizes, element::element_count},
    dialect,
    ir::{int_array, integer},
    symbol::Size,
};
use melior::ir::{OperationRef, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "joining, cutting and padding",
    ops: &[
        Op::new("stablehlo.concatenate")
            .sizes(concatenate)
            .elements(joined),
        Op::new("stablehlo.slice")
            .sizes(slice)
            .elements(slice_of_row),
        Op::new("stablehlo.real_dynamic_slice").sizes(real_dynamic_slice),
        Op::new("stablehlo.dynamic_update_slice").sizes(same_sizes),
        Op::new("stablehlo.pad").sizes(pad),
        Op::new("stablehlo.gather").sizes(gather),
        Op::new("stablehlo.dynamic_gather").sizes(gather),
        Op::new("stablehlo.scatter").sizes(pairwise),
    ],
};

/// `[a, b] x [a, c] => [a, b + c]`.
fn concatenate(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dimension = usize::try_from(integer(operation, "dimension")?).ok()?;
    let mut operands = operation.operands();
    let mut known = analysis.sizes(operands.next()?);
    let mut total = *known.get(dimension)?;
    for operand in operands {
        for (dim, &size) in analysis.sizes(operand).iter().enumerate() {
            if dim == dimension {
                total = analysis.add_sizes(total, size);
            } else if let Some(&known) = known.get(dim) {
                analysis.facts.assume_equal(size, known);
            }
        }
    }
    known[dimension] = total;
    analysis.set_sizes(result(operation)?, known.into_iter().map(Some));
    Some(())
}

/// The limits of a slice do not exceed the operand's sizes.
fn slice(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let limits = int_array(operation, "limit_indices")?;
    let sizes = analysis.sizes(operation.operand(0).ok()?);
    for (size, limit) in sizes.into_iter().zip(limits) {
        analysis.facts.assume_at_least(size, limit);
    }
    Some(())
}

/// A slice from the begin, without gaps, is as long as its limit.
fn real_dynamic_slice(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let mut elements = |index| analysis.elements_of(operation.operand(index).ok()?);
    let (starts, limits, strides) = (elements(1)?, elements(2)?, elements(3)?);
    let known = starts
        .iter()
        .zip(&limits)
        .zip(&strides)
        .map(|((&start, &limit), &stride)| {
            let is_whole = start == Size::Constant(0) && stride == Size::Constant(1);
            is_whole.then_some(limit)
        });
    analysis.set_sizes(result(operation)?, known);
    Some(())
}

/// Dims without padding keep their size; others are known where all is static.
fn pad(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let [low, high, interior] = ["edge_padding_low", "edge_padding_high", "interior_padding"]
        .map(|name| int_array(operation, name));
    let (low, high, interior) = (low?, high?, interior?);
    let sizes = analysis.sizes(operation.operand(0).ok()?);
    let known = sizes.iter().enumerate().map(|(dim, &size)| {
        let is_kept = [&low, &high, &interior]
            .iter()
            .all(|padding| padding.get(dim) == Some(&0));
        is_kept.then_some(size)
    });
    analysis.set_sizes(result(operation)?, known.collect::<Vec<_>>());
    Some(())
}

/// The dims of the start indices that number the slices are result dims, in
/// order, between those of the slices.
fn gather(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dims = dialect::gather_dimension_numbers(operation.attribute("dimension_numbers").ok()?)?;
    let indices = analysis.sizes(operation.operand(1).ok()?);
    let result = result(operation)?;
    let rank = analysis.sizes(result).len();
    let mut batch = (0..)
        .zip(indices)
        .filter(|&(dim, _)| dim != dims.index_vector_dim)
        .map(|(_, size)| size);
    let known = (0..)
        .take(rank)
        .map(|dim| match dims.offset_dims.contains(&dim) {
            true => None,
            false => batch.next(),
        })
        .collect::<Vec<_>>();
    analysis.set_sizes(result, known);
    Some(())
}

fn joined(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    element_count(result(operation)?)?;
    number::joined(analysis, operation)
}

fn slice_of_row(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    let elements = elements_of(analysis, operation, 0)?;
    let [start, limit, stride] =
        ["start_indices", "limit_indices", "strides"].map(|name| int_array(operation, name));
    let (&[start], &[limit], &[stride]) = (&*start?, &*limit?, &*stride?) else {
        return None;
    };
    let range = usize::try_from(start).ok()?..usize::try_from(limit).ok()?;
    let stride = usize::try_from(stride).ok().filter(|&stride| stride > 0)?;
    let elements = elements.get(range)?.iter().copied();
    Some(elements.step_by(stride).collect())
}
