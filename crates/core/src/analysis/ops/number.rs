//! Constants, sizes of values, and numbers extracted from and inserted into tensors.

use super::{at, elements_of, integer, slice::element_is_inside};
use crate::{
    analysis::{
        Analysis, Elements, Sizes,
        row::{Needs, OpRow, SizeExpressions, Topic},
    },
    dialect::{arith, chlo, shape, stablehlo, tensor},
    ir::{integer, operand},
    symbol::Element,
};
use melior::ir::{OperationRef, TypeLike, ValueLike};

pub(super) const TOPIC: Topic = Topic {
    title: "sizes and constants",
    ops: &[
        OpRow::new(stablehlo::CONSTANT)
            .integers(integer::constant)
            .free(),
        OpRow::new(chlo::CONSTANT)
            .integers(integer::constant)
            .free(),
        OpRow::new(stablehlo::IOTA).integers(integer::iota),
        OpRow::new(stablehlo::GET_DIMENSION_SIZE)
            .integers(integer::get_dimension_size)
            .elements(get_dimension_size)
            .free(),
        OpRow::new(arith::CONSTANT)
            .integers(integer::constant)
            .free(),
        OpRow::new(tensor::DIM)
            .integers(integer::dim)
            .elements(dim)
            .free(),
        OpRow::new(tensor::RANK).integers(integer::rank).free(),
        OpRow::new(tensor::EXTRACT)
            .integers(integer::extract)
            .limits(extracted_element_is_inside)
            .free(),
        OpRow::new(tensor::FROM_ELEMENTS).integers(integer::joined),
        OpRow::new("util.assume.int").integers(integer::same),
        OpRow::new(shape::SHAPE_OF)
            .integers(integer::shape_of)
            .elements(shape_of),
        OpRow::new(shape::CONST_SHAPE)
            .integers(integer::const_shape)
            .free(),
        OpRow::new(shape::CONST_SIZE)
            .integers(integer::const_size)
            .free(),
        OpRow::new(shape::DIM)
            .integers(integer::dim)
            .elements(dim)
            .free(),
        OpRow::new(shape::RANK).integers(integer::count).free(),
        OpRow::new(shape::GET_EXTENT)
            .integers(integer::get_extent)
            .free(),
        OpRow::new(shape::FROM_EXTENTS).integers(integer::joined),
        OpRow::new(shape::FROM_EXTENT_TENSOR).integers(integer::same),
        OpRow::new(shape::TO_EXTENT_TENSOR).integers(integer::same),
        OpRow::new(shape::INDEX_TO_SIZE).integers(integer::same),
        OpRow::new(shape::SIZE_TO_INDEX).integers(integer::same),
        OpRow::new(shape::VALUE_AS_SHAPE).integers(integer::same),
        OpRow::new(shape::ANY).integers(integer::any),
        OpRow::new(shape::IS_BROADCASTABLE).integers(integer::is_broadcastable),
        OpRow::new(shape::SHAPE_EQ).integers(integer::shape_eq),
        OpRow::new("tosa.const_shape")
            .integers(integer::shape_values)
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

fn shape_of(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let sizes = ranked_sizes(analysis, operation)?;
    Some(sizes.into_iter().map(Element::from).collect())
}

fn extracted_element_is_inside(
    operands: &mut SizeExpressions<'_, '_>,
    _: OperationRef<'_, '_>,
) -> Needs {
    element_is_inside(operands, 0)
}
