//! Constants, sizes of values, and numbers taken from and put into tensors.

use super::{Op, Topic, elements_of, result};
use crate::{
    analysis::{Analysis, MAX_ELEMENTS, Sizes, at, element::element_count},
    ir::{int_elements, integer},
    symbol::Size,
};
use melior::ir::{OperationRef, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "sizes and constants",
    ops: &[
        Op::new("stablehlo.constant").elements(dense).free(),
        Op::new("stablehlo.get_dimension_size")
            .elements(get_dimension_size)
            .free(),
        Op::new("arith.constant").elements(number).free(),
        Op::new("tensor.dim").elements(dim).free(),
        Op::new("tensor.extract").elements(extract).free(),
        Op::new("tensor.from_elements").elements(from_elements),
        Op::new("shape.shape_of").elements(shape_of),
    ],
};

fn one(size: Size) -> Option<Sizes> {
    Some(std::iter::once(size).collect())
}

fn dense(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    let elements = int_elements(operation, "value", MAX_ELEMENTS)?;
    let elements = elements.into_iter();
    Some(elements.map(|element| analysis.number(element)).collect())
}

fn number(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    match integer(operation, "value") {
        Some(value) => one(analysis.number(value)),
        // That of a tensor.
        None => dense(analysis, operation),
    }
}

fn get_dimension_size(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    let sizes = analysis.sizes(operation.operand(0).ok()?);
    one(at(&sizes, integer(operation, "dimension")?)?)
}

fn dim(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    let sizes = analysis.sizes(operation.operand(0).ok()?);
    let dim = elements_of(analysis, operation, 1)?.first()?.constant()?;
    one(at(&sizes, dim)?)
}

fn shape_of(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    Some(analysis.sizes(operation.operand(0).ok()?))
}

fn extract(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    let elements = elements_of(analysis, operation, 0)?;
    let index = match operation.operand_count() {
        1 => 0,
        2 => elements_of(analysis, operation, 1)?.first()?.constant()?,
        _ => return None,
    };
    one(at(&elements, index)?)
}

fn from_elements(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    element_count(result(operation)?)?;
    joined(analysis, operation)
}

/// The elements of all operands, one after the other.
pub(super) fn joined(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    let mut elements = Sizes::new();
    for operand in operation.operands() {
        elements.extend(analysis.elements_of(operand)?);
    }
    Some(elements)
}
