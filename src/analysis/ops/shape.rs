//! Broadcasts, and ops that put dims or elements in another order or shape.

use super::{Op, Topic, at, elements_of, result, same_sizes, sizes_by_operand};
use crate::{
    analysis::{
        Analysis, Sizes,
        element::{Arithmetic, element_count},
    },
    ir::{NumberType, int_array, operand, shaped_type},
    symbol::Size,
};
use melior::ir::{OperationRef, ValueLike, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "broadcasts, reshapes and transpositions",
    ops: &[
        Op::new("stablehlo.broadcast").sizes(broadcast),
        Op::new("stablehlo.broadcast_in_dim")
            .sizes(broadcast_in_dim)
            .elements(splat),
        Op::new("stablehlo.dynamic_broadcast_in_dim").sizes(dynamic_broadcast_in_dim),
        Op::new("stablehlo.dynamic_iota").sizes(sizes_by_first),
        Op::new("stablehlo.reshape").elements(same_elements),
        Op::new("stablehlo.dynamic_reshape")
            .sizes(sizes_by_second)
            .elements(same_elements),
        Op::new("tensor.reshape").sizes(sizes_by_second),
        Op::new("tensor.cast")
            .sizes(same_sizes)
            .elements(same_elements),
        Op::new("tensor.collapse_shape").elements(same_elements),
        Op::new("tensor.expand_shape").elements(same_elements),
        Op::new("tensor.empty").sizes(sizes_by_numbers),
        Op::new("tensor.splat").sizes(sizes_after_value),
        Op::new("shape.broadcast").elements(broadcast_shape),
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
    analysis.set_sizes(result(operation)?, known.collect::<Vec<_>>());
    Some(())
}

/// Every operand dim broadcasts to its result dim.
fn broadcast_in_dim(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dimensions = int_array(operation, "broadcast_dimensions")?;
    let sizes = analysis.sizes(operand(operation, 0)?);
    let result = analysis.sizes(result(operation)?);
    for (size, dimension) in sizes.into_iter().zip(dimensions) {
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

/// `[a] => [2, 3, a]`.
fn broadcast(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let front = int_array(operation, "broadcast_sizes")?;
    let sizes = analysis.sizes(operand(operation, 0)?);
    let known = front.into_iter().map(Size::Constant).chain(sizes);
    analysis.set_sizes(result(operation)?, known.map(Some).collect::<Vec<_>>());
    Some(())
}

/// One number, as often as there is room for it.
fn splat(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    let count = element_count(result(operation)?)?;
    let elements = elements_of(analysis, operation, 0)?;
    match elements.as_slice() {
        &[element] => Some(std::iter::repeat_n(element, count).collect()),
        _ => None,
    }
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

/// The sizes that shapes broadcast to, aligned at their ends. That they do is not known:
/// the op may stand in front of what checks it.
fn broadcast_shape(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    let mut known = Sizes::new();
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

fn broadcast_size(analysis: &mut Analysis, a: Size, b: Size) -> Size {
    let (a, b) = (analysis.name(a), analysis.name(b));
    let are_sizes = analysis.is_size(a) && analysis.is_size(b);
    match (a, b) {
        (a, b) if a == b => a,
        (a, Size::Constant(1)) | (Size::Constant(1), a) => a,
        (a, b) if are_sizes && analysis.facts.entails_broadcasts_to(a, b) => b,
        (a, b) if are_sizes && analysis.facts.entails_broadcasts_to(b, a) => a,
        (a, b) => analysis.compute(Arithmetic::Broadcast, a, b, NumberType::EXACT),
    }
}
