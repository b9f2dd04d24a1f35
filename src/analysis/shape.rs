//! Ops whose result dims follow from their operands' dims.

use super::{Analysis, Sizes, result};
use crate::{
    ir::{int_array, integer, is_elementwise},
    symbol::Size,
};
use melior::ir::{OperationRef, operation::OperationLike};

pub(super) fn learn(analysis: &mut Analysis, operation: OperationRef<'_, '_>, name: &str) {
    match name {
        "stablehlo.transpose" => transpose(analysis, operation),
        "stablehlo.reverse" => same_sizes(analysis, operation),
        "stablehlo.optimization_barrier" | "stablehlo.scatter" => pairwise(analysis, operation),
        "stablehlo.reduce" => reduce(analysis, operation),
        "stablehlo.concatenate" => concatenate(analysis, operation),
        "stablehlo.pad" => pad(analysis, operation),
        "stablehlo.slice" => slice(analysis, operation),
        "stablehlo.broadcast_in_dim" => broadcast_in_dim(analysis, operation),
        "stablehlo.dynamic_broadcast_in_dim" => {
            shape_operand(analysis, operation, 1);
            broadcast_in_dim(analysis, operation)
        }
        "stablehlo.dynamic_reshape" => shape_operand(analysis, operation, 1),
        "stablehlo.dynamic_iota" => shape_operand(analysis, operation, 0),
        "stablehlo.dot_general" => dot_general(analysis, operation),
        "stablehlo.dot" => dot(analysis, operation),
        "stablehlo.get_dimension_size" | "stablehlo.set_dimension_size" => None,
        _ if is_elementwise(operation) => elementwise(analysis, operation),
        _ => None,
    };
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

fn same_sizes(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    analysis.assume_same_sizes(operation.operand(0).ok()?, result(operation)?);
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

/// `[a, 2] x [a, 3] => [a, 5]`.
fn concatenate(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dimension = usize::try_from(integer(operation, "dimension")?).ok()?;
    let operands = operation.operands().collect::<Vec<_>>();
    let mut known = analysis
        .sizes(*operands.first()?)
        .into_iter()
        .map(Some)
        .collect::<Vec<_>>();
    let mut total = Some(0i64);
    for &operand in &operands {
        let sizes = analysis.sizes(operand);
        for (dim, (&size, known)) in sizes.iter().zip(&known).enumerate() {
            if let Some(known) = *known
                && dim != dimension
            {
                analysis.facts.assume_equal(size, known);
            }
        }
        let size = sizes
            .get(dimension)
            .map(|&size| analysis.facts.canonical(size));
        total = match (total, size) {
            (Some(total), Some(Size::Constant(size))) => total.checked_add(size),
            _ => None,
        };
    }
    if operands.len() > 1 {
        *known.get_mut(dimension)? = total.map(Size::Constant);
    }
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

/// The limits of a slice do not exceed the operand's sizes.
fn slice(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let limits = int_array(operation, "limit_indices")?;
    let sizes = analysis.sizes(operation.operand(0).ok()?);
    for (size, limit) in sizes.into_iter().zip(limits) {
        analysis.facts.assume_at_least(size, limit);
    }
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

/// `[a, b] x [b, c] => [a, c]`, by the dims that the op names.
fn dot_general(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dims =
        crate::dialect::dot_dimension_numbers(operation.attribute("dot_dimension_numbers").ok()?)?;
    let (lhs, rhs) = (operation.operand(0).ok()?, operation.operand(1).ok()?);
    let (lhs, rhs) = (analysis.sizes(lhs), analysis.sizes(rhs));
    let pairs = |a: &[i64], b: &[i64]| -> Vec<(Size, Size)> {
        a.iter()
            .zip(b)
            .filter_map(|(&a, &b)| Some((at(&lhs, a)?, at(&rhs, b)?)))
            .collect()
    };
    let batch = pairs(&dims.lhs_batching, &dims.rhs_batching);
    let contracted = pairs(&dims.lhs_contracting, &dims.rhs_contracting);
    for &(a, b) in batch.iter().chain(&contracted) {
        analysis.facts.assume_equal(a, b);
    }
    let free = |sizes: &Sizes, used: [&[i64]; 2]| -> Vec<Option<Size>> {
        (0..)
            .zip(sizes)
            .filter(|(dim, _)| !used.iter().any(|used| used.contains(dim)))
            .map(|(_, &size)| Some(size))
            .collect()
    };
    let mut known = batch.iter().map(|&(a, _)| Some(a)).collect::<Vec<_>>();
    known.extend(free(&lhs, [&dims.lhs_batching, &dims.lhs_contracting]));
    known.extend(free(&rhs, [&dims.rhs_batching, &dims.rhs_contracting]));
    analysis.set_sizes(result(operation)?, known);
    Some(())
}

/// `[a, b] x [b, c] => [a, c]`; either side may be a vector.
fn dot(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let lhs = analysis.sizes(operation.operand(0).ok()?);
    let rhs = analysis.sizes(operation.operand(1).ok()?);
    let (&contracted, left) = lhs.split_last()?;
    let (&also_contracted, right) = rhs.split_first()?;
    analysis.facts.assume_equal(contracted, also_contracted);
    let known = left
        .iter()
        .chain(right)
        .copied()
        .map(Some)
        .collect::<Vec<_>>();
    analysis.set_sizes(result(operation)?, known);
    Some(())
}

fn at(sizes: &Sizes, dim: i64) -> Option<Size> {
    sizes.get(usize::try_from(dim).ok()?).copied()
}
