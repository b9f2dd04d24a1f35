//! Broadcasts, and ops that put dims or elements in another order or shape.

use super::{Op, Topic, at, elements_of, result, same_sizes, sizes_by_operand};
use crate::{
    analysis::{Analysis, Sizes},
    ir::int_array,
};
use melior::ir::{OperationRef, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "broadcasts, reshapes and transpositions",
    ops: &[
        Op::new("stablehlo.broadcast_in_dim").sizes(broadcast_in_dim),
        Op::new("stablehlo.dynamic_broadcast_in_dim").sizes(dynamic_broadcast_in_dim),
        Op::new("stablehlo.dynamic_iota").sizes(sizes_by_first),
        Op::new("stablehlo.reshape").elements(same_elements),
        Op::new("stablehlo.dynamic_reshape").sizes(sizes_by_second),
        Op::new("tensor.reshape").sizes(sizes_by_second),
        Op::new("tensor.cast").sizes(same_sizes),
        Op::new("stablehlo.transpose").sizes(transpose),
        Op::new("stablehlo.reverse").sizes(same_sizes),
    ],
};

fn sizes_by_first(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    sizes_by_operand(analysis, operation, 0)
}

fn sizes_by_second(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    sizes_by_operand(analysis, operation, 1)
}

pub(super) fn same_elements(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
) -> Option<Sizes> {
    elements_of(analysis, operation, 0)
}

/// `[a, b] => [b, a]`.
fn transpose(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let sizes = analysis.sizes(operation.operand(0).ok()?);
    let permutation = int_array(operation, "permutation")?;
    let known = permutation.iter().map(|&dim| at(&sizes, dim));
    analysis.set_sizes(result(operation)?, known.collect::<Vec<_>>());
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

fn dynamic_broadcast_in_dim(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
) -> Option<()> {
    sizes_by_operand(analysis, operation, 1);
    broadcast_in_dim(analysis, operation)
}
