//! Broadcasts, and ops that reorder or reshape.

use super::{Op, Topic, at, integer, result, same_sizes, sizes_by_operand};
use crate::{
    analysis::{Analysis, Elements},
    dialect::stablehlo,
    ir::{int_array, operand, shaped_type},
    symbol::{Arithmetic, Element, NumberType, Size, Statement},
};
use melior::ir::{OperationRef, ValueLike, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "broadcasts, reshapes and transpositions",
    ops: &[
        Op::new(stablehlo::BROADCAST).sizes(broadcast),
        Op::new(stablehlo::BROADCAST_IN_DIM)
            .integers(integer::splat)
            .sizes(broadcast_in_dim),
        Op::new(stablehlo::DYNAMIC_BROADCAST_IN_DIM).sizes(dynamic_broadcast_in_dim),
        Op::new(stablehlo::DYNAMIC_IOTA).sizes(sizes_by_first),
        Op::new(stablehlo::RESHAPE).integers(integer::same),
        Op::new(stablehlo::DYNAMIC_RESHAPE)
            .integers(integer::same)
            .sizes(sizes_by_second),
        Op::new("tensor.reshape").sizes(sizes_by_second),
        Op::new("tensor.cast")
            .integers(integer::same)
            .sizes(same_sizes),
        Op::new("tensor.collapse_shape").integers(integer::same),
        Op::new("tensor.expand_shape").integers(integer::same),
        Op::new("tensor.empty").sizes(sizes_by_numbers),
        Op::new("tensor.splat").sizes(sizes_after_value),
        Op::new("shape.broadcast")
            .integers(integer::broadcast_shape)
            .elements(broadcast_shape),
        Op::new(stablehlo::TRANSPOSE)
            .integers(integer::transpose)
            .sizes(transpose),
        Op::new(stablehlo::REVERSE).sizes(same_sizes),
    ],
};

fn sizes_by_first(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    sizes_by_operand(analysis, operation, 0)
}

fn sizes_by_second(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    sizes_by_operand(analysis, operation, 1)
}

/// `[a, b] => [b, a]`.
fn transpose(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let permutation = int_array(operation, "permutation")?;
    transpose_by(analysis, operation, &permutation)
}

pub(super) fn transpose_by(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    permutation: &[i64],
) -> Option<()> {
    let sizes = analysis.sizes(operand(operation, 0)?);
    let known = permutation.iter().map(|&dim| at(&sizes, dim));
    analysis.set_sizes(result(operation)?, known);
    Some(())
}

/// Every operand dim broadcasts to its result dim.
fn broadcast_in_dim(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dimensions = int_array(operation, "broadcast_dimensions")?;
    let sizes = analysis.sizes(operand(operation, 0)?);
    let result = analysis.sizes(result(operation)?);
    for (size, dimension) in sizes.into_iter().zip(dimensions) {
        if let Some(target) = at(&result, dimension) {
            analysis
                .facts
                .assume(Statement::broadcasts_to(size, target));
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

/// `[a] => [2, 3, a]`.
fn broadcast(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let front = int_array(operation, "broadcast_sizes")?;
    let sizes = analysis.sizes(operand(operation, 0)?);
    let known = front.into_iter().map(Size::Constant).chain(sizes);
    analysis.set_sizes(result(operation)?, known.map(Some).collect::<Vec<_>>());
    Some(())
}

/// The operands are the sizes of the dynamic dims, in order.
fn sizes_by_numbers(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    dynamic_sizes(analysis, operation, 0)
}

fn sizes_after_value(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    dynamic_sizes(analysis, operation, 1)
}

fn dynamic_sizes(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    first: usize,
) -> Option<()> {
    let result = result(operation)?;
    let mut numbers = vec![];
    for operand in operation.operands().skip(first) {
        numbers.push(*analysis.elements_of(operand)?.first()?);
    }
    let mut numbers = numbers.into_iter();
    let shape = shaped_type(result.r#type());
    let known = shape.shape()?.iter().map(|dim| match dim.fixed_size() {
        Some(_) => None,
        None => numbers.next(),
    });
    analysis.set_sizes(result, known.collect::<Vec<_>>());
    Some(())
}

/// The sizes that shapes broadcast to, aligned at their last dims. It does not follow that they
/// broadcast: the op may precede the check.
fn broadcast_shape(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let mut known = Elements::new();
    for operand in operation.operands() {
        let mut other = analysis.elements_of(operand)?;
        if other.len() > known.len() {
            std::mem::swap(&mut known, &mut other);
        }
        let offset = known.len() - other.len();
        for (dim, size) in (offset..).zip(other) {
            known[dim] = broadcast_size(analysis, known[dim], size);
        }
    }
    Some(known)
}

pub(super) fn broadcast_size(analysis: &mut Analysis, a: Element, b: Element) -> Element {
    let facts = &analysis.facts;
    let (a, b) = (facts.name(a), facts.name(b));
    if a == b || b.constant() == Some(1) {
        return a;
    }
    if a.constant() == Some(1) {
        return b;
    }
    match (facts.as_size(a), facts.as_size(b)) {
        (Some(d), Some(r)) if facts.entails_broadcasts_to(d, r) => b,
        (Some(r), Some(d)) if facts.entails_broadcasts_to(d, r) => a,
        _ => analysis.compute(Arithmetic::Broadcast, a, b, NumberType::EXACT),
    }
}
