//! Ops whose result dims follow from their operands' dims.

use super::{Analysis, at, result, window};
use crate::{
    dialect,
    ir::{int_array, integer, is_elementwise},
    symbol::Size,
};
use melior::ir::{OperationRef, operation::OperationLike};

pub(super) fn learn(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    name: &str,
) -> Option<()> {
    match name {
        "stablehlo.transpose" => transpose(analysis, operation),
        "stablehlo.reverse"
        | "stablehlo.dynamic_update_slice"
        | "stablehlo.select_and_scatter"
        | "stablehlo.cholesky"
        | "stablehlo.batch_norm_inference"
        | "stablehlo.batch_norm_grad"
        | "stablehlo.batch_norm_training"
        | "stablehlo.collective_permute"
        | "stablehlo.collective_broadcast"
        | "tensor.cast" => same_sizes(analysis, operation),
        "stablehlo.optimization_barrier" | "stablehlo.scatter" | "stablehlo.all_reduce" => {
            pairwise(analysis, operation)
        }
        "stablehlo.sort" | "stablehlo.map" => all_same(analysis, operation),
        "stablehlo.triangular_solve" => {
            analysis.assume_same_sizes(operation.operand(1).ok()?, result(operation)?);
            Some(())
        }
        "stablehlo.reduce" => reduce(analysis, operation),
        "stablehlo.concatenate" => concatenate(analysis, operation),
        "stablehlo.pad" => pad(analysis, operation),
        "stablehlo.slice" => slice(analysis, operation),
        "stablehlo.broadcast_in_dim" => broadcast_in_dim(analysis, operation),
        "stablehlo.dynamic_broadcast_in_dim" => {
            shape_operand(analysis, operation, 1);
            broadcast_in_dim(analysis, operation)
        }
        "stablehlo.dynamic_reshape" | "tensor.reshape" => shape_operand(analysis, operation, 1),
        "stablehlo.real_dynamic_slice" => real_dynamic_slice(analysis, operation),
        "stablehlo.dynamic_iota" => shape_operand(analysis, operation, 0),
        "stablehlo.rng" => shape_operand(analysis, operation, 2),
        "stablehlo.gather" | "stablehlo.dynamic_gather" => gather(analysis, operation),
        "stablehlo.dot_general" => window::dot_general(analysis, operation),
        "stablehlo.dot" => window::dot(analysis, operation),
        "stablehlo.convolution" => window::convolution(analysis, operation),
        "stablehlo.reduce_window" => window::reduce_window(analysis, operation),
        "stablehlo.get_dimension_size" | "stablehlo.set_dimension_size" => None,
        _ if is_elementwise(operation) => elementwise(analysis, operation),
        _ => None,
    }
}

/// `[a] x [a] => [a]`; a scalar predicate or bound stands for all elements.
fn elementwise(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let result = result(operation)?;
    let rank = analysis.sizes(result).len();
    for operand in operation.operands() {
        if analysis.sizes(operand).len() == rank {
            analysis.assume_same_sizes(operand, result);
        }
    }
    Some(())
}

/// The first result has the sizes of the first operand.
fn same_sizes(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let result = OperationRef::result(operation, 0).ok()?;
    analysis.assume_same_sizes(operation.operand(0).ok()?, result.into());
    Some(())
}

/// All operands and results have the same sizes.
fn all_same(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let first = operation.operand(0).ok()?;
    for operand in operation.operands().skip(1) {
        analysis.assume_same_sizes(first, operand);
    }
    for result in operation.results() {
        analysis.assume_same_sizes(first, result.into());
    }
    Some(())
}

/// The nth result has the sizes of the nth operand.
fn pairwise(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    for (operand, result) in operation.operands().zip(operation.results()) {
        analysis.assume_same_sizes(operand, result.into());
    }
    Some(())
}

/// `[a, b] => [b, a]`.
fn transpose(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let sizes = analysis.sizes(operation.operand(0).ok()?);
    let permutation = int_array(operation, "permutation")?;
    let known = permutation.iter().map(|&dim| at(&sizes, dim));
    analysis.set_sizes(result(operation)?, known.collect::<Vec<_>>());
    Some(())
}

/// `[a, b, c] => [a, c]`; all inputs have the same sizes.
fn reduce(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dimensions = int_array(operation, "dimensions")?;
    let first = operation.operand(0).ok()?;
    for input in operation.operands().take(operation.operand_count() / 2) {
        analysis.assume_same_sizes(first, input);
    }
    let sizes = analysis.sizes(first);
    let kept = (0..)
        .zip(sizes)
        .filter(|(dim, _)| !dimensions.contains(dim))
        .map(|(_, size)| Some(size))
        .collect::<Vec<_>>();
    for result in operation.results() {
        analysis.set_sizes(result.into(), kept.iter().copied());
    }
    Some(())
}

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

/// Every operand dim broadcasts to its result dim.
fn broadcast_in_dim(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dimensions = int_array(operation, "broadcast_dimensions")?;
    let operand = analysis.sizes(operation.operand(0).ok()?);
    let result = analysis.sizes(result(operation)?);
    for (size, dimension) in operand.into_iter().zip(dimensions) {
        if let Some(target) = at(&result, dimension) {
            analysis.facts.assume_broadcasts_to(size, target);
        }
    }
    Some(())
}

/// The elements of an operand are the result's sizes.
fn shape_operand(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<()> {
    let sizes = analysis.elements_of(operation.operand(index).ok()?)?;
    analysis.set_sizes(result(operation)?, sizes.into_iter().map(Some));
    Some(())
}
