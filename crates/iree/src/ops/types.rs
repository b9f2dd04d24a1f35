//! Types of tensors, and their sizes.

use crate::prelude::*;

/// Returns the type of an op's only result, if it is a ranked tensor.
pub fn result_type<'a>(operation: OpRef<'a>) -> Option<RankedTensorType<'a>> {
    let result = ir::result(operation, 0)?;
    RankedTensorType::try_from(result.r#type()).ok()
}

/// Returns whether a value is a ranked tensor with a dynamic dim.
pub fn is_dynamic(value: Value<'_>) -> bool {
    sizes(value).is_some_and(|sizes| sizes.iter().any(Option::is_none))
}

/// Returns whether a result of an op is a ranked tensor with a dynamic dim.
pub fn has_dynamic_result(operation: OpRef<'_>) -> bool {
    operation.results().any(|result| is_dynamic(result.into()))
}

/// Returns the sizes of a ranked tensor's dims, `None` where they are dynamic.
pub fn sizes(value: Value<'_>) -> Option<Vec<Option<i64>>> {
    let r#type = ir::as_ranked_tensor(value.r#type())?;
    Some(type_sizes(r#type))
}

pub fn type_sizes(r#type: RankedTensorType<'_>) -> Vec<Option<i64>> {
    ir::sizes_of(r#type.into())
}

/// Returns the type of a tensor's elements, if they are integers.
pub fn integer_of<'a>(tensor: Value<'a>) -> Option<IntegerType<'a>> {
    ir::element_type(tensor.r#type()).and_then(ir::as_integer_type)
}

/// Returns the type of a tensor's elements, if they are unsigned integers.
pub fn unsigned_of<'a>(tensor: Value<'a>) -> Option<IntegerType<'a>> {
    integer_of(tensor).filter(|integer| integer.is_unsigned())
}

/// Returns the number of dims of a ranked tensor.
pub fn rank(value: Value<'_>) -> Option<usize> {
    sizes(value).map(|sizes| sizes.len())
}

/// Returns the dims that an attribute names.
pub fn to_dims(dims: &[i64]) -> Option<Vec<usize>> {
    let dims = dims.iter().map(|&dim| usize::try_from(dim).ok());
    dims.collect()
}

/// Returns the dims of unknown size.
pub fn dynamic_dims(sizes: &[Option<i64>]) -> Vec<usize> {
    let dims = 0..sizes.len();
    dims.filter(|&dim| sizes[dim].is_none()).collect()
}

/// Returns the product of sizes, if all are known.
pub fn known_product(sizes: impl IntoIterator<Item = Option<i64>>) -> Option<i64> {
    let mut sizes = sizes.into_iter();
    sizes.try_fold(1_i64, |product, size| product.checked_mul(size?))
}

/// Returns the type of a tensor of one truth value.
pub fn scalar_truth<'a>(emitter: &OpEmitter<'a>) -> Type<'a> {
    ir::scalar_tensor(IntegerType::new(emitter.context(), 1).into())
}

/// Returns the type of a tensor with signless integers of a width as elements.
pub fn with_bits<'a>(emitter: &OpEmitter<'a>, r#type: Type<'a>, bits: u32) -> Option<Type<'a>> {
    let element = IntegerType::new(emitter.context(), bits).into();
    ir::with_element_type(r#type, element)
}

/// Returns the type of a tensor with other sizes.
pub fn with_sizes<'a>(
    emitter: &OpEmitter<'a>,
    tensor: Value<'a>,
    sizes: &[Option<i64>],
) -> Option<RankedTensorType<'a>> {
    let like = ir::as_ranked_tensor(tensor.r#type())?;
    Some(tensor_type(emitter, like, sizes))
}

/// Returns a tensor type of these sizes, with the element type of another one.
pub fn tensor_type<'a>(
    emitter: &OpEmitter<'a>,
    like: RankedTensorType<'a>,
    sizes: &[Option<i64>],
) -> RankedTensorType<'a> {
    let r#type = ir::tensor_like(emitter.context(), like, sizes.iter().copied(), &[]);
    RankedTensorType::try_from(r#type).expect("it was made a tensor type")
}
