//! Constants, sizes of values, and numbers extracted from and inserted into tensors.

use super::{Op, Topic, at, elements_of, integer, result, shape::same_elements};
use crate::{
    analysis::{Analysis, Elements, MAX_ELEMENTS, Sizes},
    ir::{float_elements, int_elements, integer, operand, shaped_type},
    symbol::{Element, NumberType, Size},
};
use melior::ir::{OperationRef, TypeLike, ValueLike, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "sizes and constants",
    ops: &[
        Op::new("stablehlo.constant")
            .integers(integer::constant)
            .elements(constant)
            .free(),
        Op::new("chlo.constant")
            .integers(integer::constant)
            .elements(constant)
            .free(),
        Op::new("stablehlo.iota")
            .integers(integer::iota)
            .elements(iota),
        Op::new("stablehlo.get_dimension_size")
            .integers(integer::get_dimension_size)
            .elements(get_dimension_size)
            .free(),
        Op::new("arith.constant")
            .integers(integer::constant)
            .elements(constant)
            .free(),
        Op::new("tensor.dim")
            .integers(integer::dim)
            .elements(dim)
            .free(),
        Op::new("tensor.rank")
            .integers(integer::rank)
            .elements(rank)
            .free(),
        Op::new("tensor.extract")
            .integers(integer::extract)
            .elements(extract)
            .free(),
        Op::new("tensor.from_elements")
            .integers(integer::joined)
            .elements(from_elements),
        Op::new("shape.shape_of")
            .integers(integer::shape_of)
            .elements(shape_of),
        Op::new("shape.const_shape")
            .integers(integer::const_shape)
            .elements(const_shape)
            .free(),
        Op::new("shape.const_size")
            .integers(integer::const_size)
            .elements(const_size)
            .free(),
        Op::new("shape.dim")
            .integers(integer::dim)
            .elements(dim)
            .free(),
        Op::new("shape.rank")
            .integers(integer::count)
            .elements(count)
            .free(),
        Op::new("shape.get_extent")
            .integers(integer::get_extent)
            .elements(get_extent)
            .free(),
        Op::new("shape.from_extents")
            .integers(integer::joined)
            .elements(joined),
        Op::new("shape.from_extent_tensor")
            .integers(integer::same)
            .elements(same_elements),
        Op::new("shape.to_extent_tensor")
            .integers(integer::same)
            .elements(same_elements),
        Op::new("shape.index_to_size")
            .integers(integer::same)
            .elements(same_elements),
        Op::new("shape.size_to_index")
            .integers(integer::same)
            .elements(same_elements),
        Op::new("shape.value_as_shape").integers(integer::same),
        Op::new("shape.any").integers(integer::any),
        Op::new("shape.is_broadcastable").integers(integer::is_broadcastable),
        Op::new("shape.shape_eq").integers(integer::shape_eq),
        Op::new("tosa.const_shape")
            .integers(integer::shape_values)
            .elements(shape_values)
            .free(),
    ],
};

pub(super) fn one(element: impl Into<Element>) -> Option<Elements> {
    Some(std::iter::once(element.into()).collect())
}

/// Returns the sizes of an operand whose rank is known.
fn ranked_sizes(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Sizes> {
    let operand = operand(operation, 0)?;
    let is_ranked = operand.r#type().is_ranked_tensor();
    is_ranked.then(|| analysis.sizes(operand))
}

fn constant(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let value = result(operation)?;
    let r#type = analysis.computed_type(value.r#type())?;
    if !value.r#type().is_ranked_tensor() {
        return one(Element::number(integer(operation, "value")?));
    }
    if let NumberType::Integer(_) = r#type {
        let elements = int_elements(operation, "value", MAX_ELEMENTS)?.into_iter();
        return Some(elements.map(Element::number).collect());
    }
    let elements = float_elements(operation, "value", MAX_ELEMENTS)?;
    let mut number = |float: f64| {
        // Minus zero is not the number 0.
        let is_size = float.is_sign_positive() && float.fract() == 0.0 && float < 1e15;
        match is_size {
            true => Element::number(float as i64),
            false => analysis.facts.fresh_element(r#type),
        }
    };
    Some(elements.into_iter().map(&mut number).collect())
}

/// The sizes of a shape, from an attribute.
fn const_shape(_: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    numbers(operation, "shape")
}

fn shape_values(_: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    numbers(operation, "values")
}

fn numbers(operation: OperationRef<'_, '_>, name: &str) -> Option<Elements> {
    let numbers = int_elements(operation, name, MAX_ELEMENTS)?;
    let numbers = numbers.into_iter();
    Some(numbers.map(Element::number).collect())
}

fn const_size(_: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let value = integer(operation, "value").filter(|&value| value >= 0)?;
    one(Element::number(value))
}

/// `[0, 1, 2]`.
fn iota(_: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let shape = shaped_type(result(operation)?.r#type());
    let &[dim] = shape.shape()? else {
        return None;
    };
    let size = dim
        .fixed_size()
        .filter(|&size| size <= MAX_ELEMENTS as i64)?;
    Some((0..size).map(Element::number).collect())
}

fn get_dimension_size(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
) -> Option<Elements> {
    let dimension = integer(operation, "dimension")?;
    let sizes = analysis.sizes_of(operand(operation, 0)?);
    one(at(sizes, dimension)?)
}

fn dim(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let sizes = analysis.sizes(operand(operation, 0)?);
    let dim = elements_of(analysis, operation, 1)?.first()?.constant()?;
    one(at(&sizes, dim)?)
}

fn rank(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let sizes = ranked_sizes(analysis, operation)?;
    one(Element::number(sizes.len().try_into().ok()?))
}

fn shape_of(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let sizes = ranked_sizes(analysis, operation)?;
    Some(sizes.into_iter().map(Element::from).collect())
}

/// The number of elements.
fn count(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let elements = elements_of(analysis, operation, 0)?;
    one(Element::number(elements.len().try_into().ok()?))
}

fn get_extent(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let elements = elements_of(analysis, operation, 0)?;
    let index = elements_of(analysis, operation, 1)?.first()?.constant()?;
    one(at(&elements, index)?)
}

/// The element at indices, one for each dim.
fn extract(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let tensor = operand(operation, 0)?;
    let elements = analysis.elements_of(tensor)?;
    let mut position = 0;
    if operation.operand_count() > 1 {
        for (dim, size) in (1..).zip(analysis.sizes(tensor)) {
            let index = elements_of(analysis, operation, dim)?.first()?.constant()?;
            let size = match size {
                // A vector of dynamic size: any position is possible.
                Size::Symbol(_) if operation.operand_count() == 2 => index + 1,
                size => size.constant()?,
            };
            if !(0..size).contains(&index) {
                return None;
            }
            position = position * size + index;
        }
    }
    one(at(&elements, position)?)
}

fn from_elements(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    analysis.element_count(result(operation)?)?;
    joined(analysis, operation)
}

/// The elements of all operands, one after the other.
pub(super) fn joined(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let mut elements = Elements::new();
    for operand in operation.operands() {
        elements.extend(analysis.elements_of(operand)?);
        if elements.len() > MAX_ELEMENTS {
            return None;
        }
    }
    Some(elements)
}
