//! Conversion between MLIR types and shapes.

use super::cast::as_ranked_tensor;
use crate::{
    dialect,
    shape::{Shape, ShapeDim, ShapedType},
};
use melior::{
    Context,
    ir::{
        Attribute, Type, TypeLike,
        r#type::{IntegerType, RankedTensorType, ShapedTypeLike},
    },
};
use mlir_sys::{
    mlirComplexTypeGetElementType, mlirFloatTypeGetWidth, mlirShapedTypeGetDimSize,
    mlirShapedTypeGetElementType, mlirShapedTypeGetRank, mlirTypeIsAFloat,
    mlirVectorTypeGetScalable, mlirVectorTypeIsDimScalable,
};

/// Describes a type for the verifier.
pub fn shaped_type(r#type: Type<'_>) -> ShapedType {
    if r#type.is_ranked_tensor() {
        ShapedType::tensor(Shape::from_raw(&raw_sizes(r#type)))
    } else if r#type.is_unranked_tensor() {
        ShapedType::unranked_tensor()
    } else if r#type.is_vector() {
        ShapedType::vector(vector_dims(r#type).into_iter().collect())
    } else {
        ShapedType::other()
    }
}

/// Returns the sizes of the dims of a tensor or vector type, `None` for dynamic ones.
pub fn sizes_of(r#type: Type<'_>) -> Vec<Option<i64>> {
    let shape = shaped_type(r#type);
    let dims = shape.shape().unwrap_or_default().iter();
    dims.map(|dim| dim.fixed_size()).collect()
}

/// Returns a ranked tensor type's encoding, if it has one.
pub fn encoding(r#type: Type<'_>) -> Option<Attribute<'_>> {
    as_ranked_tensor(r#type)?.encoding()
}

/// Returns the bounds of a type's dims; `None` for a dim without one.
pub fn bounds(r#type: Type<'_>) -> Vec<Option<i64>> {
    let Some(r#type) = as_ranked_tensor(r#type) else {
        return vec![];
    };
    let bounds = r#type.encoding().and_then(dialect::bounds);
    bounds.unwrap_or_else(|| vec![None; r#type.rank()])
}

/// Creates a tensor type of these sizes (`None` if dynamic) and bounds, with the element type
/// of another tensor type, and its encoding if that has another meaning.
pub fn tensor_like<'c>(
    context: &'c Context,
    like: RankedTensorType<'c>,
    sizes: impl IntoIterator<Item = Option<i64>>,
    bounds: &[Option<i64>],
) -> Type<'c> {
    let sizes = sizes
        .into_iter()
        .map(|size| match size {
            Some(size) => size as u64,
            None => ShapeDim::DYNAMIC.into_raw() as u64,
        })
        .collect::<Vec<_>>();
    let is_bounded = bounds.iter().any(Option::is_some);
    let encoding = is_bounded.then(|| dialect::bounds_attribute(context, bounds));
    let own = || {
        like.encoding()
            .filter(|&own| dialect::bounds(own).is_none())
    };
    let encoding = encoding.or_else(own);
    RankedTensorType::new(&sizes, like.element(), encoding).into()
}

/// Returns the element type of a tensor or a vector, ranked or not.
pub fn element_type(r#type: Type<'_>) -> Option<Type<'_>> {
    let is_shaped = r#type.is_tensor() || r#type.is_vector();
    // SAFETY: the type is a shaped type, and the context owns its element type.
    is_shaped.then(|| unsafe { Type::from_raw(mlirShapedTypeGetElementType(r#type.to_raw())) })
}

/// Creates the type of a tensor of rank 0.
pub fn scalar_tensor(element: Type<'_>) -> Type<'_> {
    RankedTensorType::new(&[], element, None).into()
}

/// Creates the type of a ranked tensor or a vector with another element type; `None` for other
/// types.
pub fn with_element_type<'c>(r#type: Type<'c>, element: Type<'c>) -> Option<Type<'c>> {
    if r#type.is_vector() {
        return Some(vector_of(&vector_dims(r#type), element));
    }
    let tensor = as_ranked_tensor(r#type)?;
    let sizes = raw_sizes(r#type).into_iter().map(|size| size as u64);
    let sizes = sizes.collect::<Vec<_>>();
    Some(RankedTensorType::new(&sizes, element, tensor.encoding()).into())
}

/// Creates a vector type of these dims with the element type of another vector type.
pub fn vector_like<'c>(like: Type<'c>, dims: &[ShapeDim]) -> Type<'c> {
    element_type(like).map_or(like, |element| vector_of(dims, element))
}

fn vector_of<'c>(dims: &[ShapeDim], element: Type<'c>) -> Type<'c> {
    let sizes = dims.iter().map(|dim| dim.min_size()).collect::<Vec<_>>();
    let scalable = dims.iter().map(|dim| dim.is_scalable()).collect::<Vec<_>>();
    // SAFETY: the element type is alive, and the lists have one entry for each dim.
    unsafe {
        Type::from_raw(mlirVectorTypeGetScalable(
            dims.len() as isize,
            sizes.as_ptr(),
            scalable.as_ptr(),
            element.to_raw(),
        ))
    }
}

/// Returns the width of an integer or a float, in bits.
pub fn bit_width(r#type: Type<'_>) -> Option<u32> {
    if let Ok(integer) = IntegerType::try_from(r#type) {
        return Some(integer.width());
    }
    // SAFETY: the type is alive, and its kind is checked first.
    unsafe { mlirTypeIsAFloat(r#type.to_raw()).then(|| mlirFloatTypeGetWidth(r#type.to_raw())) }
}

/// Returns the element type of a complex type.
pub fn complex_element(r#type: Type<'_>) -> Option<Type<'_>> {
    // SAFETY: the type is alive, and its kind is checked first.
    r#type
        .is_complex()
        .then(|| unsafe { Type::from_raw(mlirComplexTypeGetElementType(r#type.to_raw())) })
}

fn raw_sizes(r#type: Type<'_>) -> Vec<i64> {
    // SAFETY: the callers have checked that the type is a ranked shaped type.
    unsafe {
        (0..mlirShapedTypeGetRank(r#type.to_raw()))
            .map(|dim| mlirShapedTypeGetDimSize(r#type.to_raw(), dim as isize))
            .collect()
    }
}

fn vector_dims(r#type: Type<'_>) -> Vec<ShapeDim> {
    raw_sizes(r#type)
        .into_iter()
        .enumerate()
        .map(|(dim, size)| {
            // SAFETY: `shaped_type` has checked that the type is a vector type.
            let scalable = unsafe { mlirVectorTypeIsDimScalable(r#type.to_raw(), dim as isize) };
            ShapeDim::from_size_and_flag(size, scalable).unwrap_or(ShapeDim::DYNAMIC)
        })
        .collect()
}
