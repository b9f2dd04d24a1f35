//! Sizes, fills, reshapes and conversions of tensors.

use crate::{
    assertion::{MessageForm, describe_op},
    build::index::index,
    dialect::stablehlo::{
        CompareOp, ConcatenateOp, ConstantOp, DynamicIotaOp, IotaOp, TransposeOp,
    },
    ops::*,
    prelude::*,
    rule::Number,
};
use melior::ir::attribute::{ArrayAttribute, DenseI64ArrayAttribute, FloatAttribute};
use std::ops::Range;

/// Emits the extents of all dims of a ranked tensor, each an `index`.
pub fn emit_extents<'a>(emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Vec<Value<'a>> {
    let sizes = sizes(value).unwrap_or_default().into_iter().enumerate();
    sizes
        .map(|(dim, size)| match size {
            Some(size) => emitter.emit_constant_index(size),
            None => emitter.emit_dim(value, dim),
        })
        .collect()
}

/// Emits constants of type `index`.
pub fn emit_constant_indices<'a>(emitter: &mut OpEmitter<'a>, numbers: &[i64]) -> Vec<Value<'a>> {
    let numbers = numbers.iter();
    numbers.map(|&it| emitter.emit_constant_index(it)).collect()
}

/// Emits a tensor of numbers, each an `index`. `Emitter::emit_from_elements` would convert them to `i64`.
pub fn emit_index_list<'a>(emitter: &mut OpEmitter<'a>, numbers: &[Value<'a>]) -> Value<'a> {
    let index = Type::index(emitter.context());
    let r#type = RankedTensorType::new(&[numbers.len() as u64], index, None).into();
    emitter.emit_pure(tensor::FROM_ELEMENTS, numbers, &[], r#type)
}

/// Returns the extents of the dims of unknown size.
pub fn of_dynamic<'a>(extents: &[Value<'a>], sizes: &[Option<i64>]) -> Vec<Value<'a>> {
    let dynamic = extents.iter().zip(sizes).filter(|(_, size)| size.is_none());
    dynamic.map(|(&extent, _)| extent).collect()
}

/// Emits whether a condition holds, and another one, if there is one.
pub fn emit_and<'a>(
    emitter: &mut OpEmitter<'a>,
    other: Option<Value<'a>>,
    condition: Value<'a>,
) -> Value<'a> {
    let Some(other) = other else {
        return condition;
    };
    emitter.emit_like(arith::ANDI, &[other, condition])
}

/// Returns the message of an assertion that is about an op.
pub fn about(operation: OpRef<'_>, form: MessageForm, fault: &str) -> String {
    format!("{}: {fault}", form.quote(&describe_op(operation)))
}

/// Emits an assertion.
pub fn emit_assert<'a>(emitter: &mut OpEmitter<'a>, condition: Value<'a>, message: &str) {
    let message = StringAttribute::new(emitter.context(), message).into();
    emitter.emit_effect(EmittedOp::CfAssert, &[condition], &[("msg", message)]);
}

/// Emits a tensor of rank 0 that holds a number.
pub fn emit_scalar<'a>(emitter: &mut OpEmitter<'a>, number: Value<'a>) -> Value<'a> {
    let r#type = ir::scalar_tensor(number.r#type());
    emitter.emit_pure(tensor::FROM_ELEMENTS, &[number], &[], r#type)
}

/// Emits a comparison of the elements of two tensors.
pub fn emit_comparison<'a>(
    emitter: &mut OpEmitter<'a>,
    direction: Direction,
    [a, b]: [Value<'a>; 2],
) -> Option<Value<'a>> {
    let compare = CompareOp {
        comparison_direction: ir::to_comparison_direction(direction),
        compare_type: None,
    };
    let attributes = compare.attributes(emitter.context())?;
    let truth = with_bits(emitter, a.r#type(), 1)?;
    Some(emitter.emit_pure(stablehlo::COMPARE, &[a, b], &attributes, truth))
}

/// Emits a tensor with its dims in another order.
pub fn emit_transposed<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    order: &[usize],
) -> Option<Value<'a>> {
    if order.iter().copied().eq(0..order.len()) {
        return Some(value);
    }
    let value_sizes = sizes(value)?;
    let ordered = order.iter().map(|&dim| value_sizes.get(dim).copied());
    let r#type = with_sizes(emitter, value, &ordered.collect::<Option<Vec<_>>>()?)?;
    let permutation = &order.iter().map(|&dim| dim as i64).collect::<Vec<_>>();
    let attributes = TransposeOp { permutation }.attributes(emitter.context());
    Some(emitter.emit_pure(stablehlo::TRANSPOSE, &[value], &attributes, r#type.into()))
}

/// Emits a tensor of static shape whose elements are all the same number; `None` if its elements are
/// not real numbers.
pub fn emit_number<'a>(
    emitter: &mut OpEmitter<'a>,
    number: i64,
    r#type: Type<'a>,
) -> Option<Value<'a>> {
    emit_splat(emitter, Number::Integer(number), r#type)
}

/// Emits a tensor of static shape whose elements are all the same number; `None` if they cannot be.
pub fn emit_splat<'a>(
    emitter: &mut OpEmitter<'a>,
    number: Number,
    r#type: Type<'a>,
) -> Option<Value<'a>> {
    let value = ir::splat(emitter.context(), r#type, number)?;
    Some(emit_constant(emitter, value, r#type))
}

/// Emits a constant tensor.
pub fn emit_constant<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Attribute<'a>,
    r#type: Type<'a>,
) -> Value<'a> {
    let attributes = ConstantOp { value }.attributes(emitter.context());
    emitter.emit_pure(stablehlo::CONSTANT, &[], &attributes, r#type)
}

/// Emits a constant float.
pub fn emit_float<'a>(emitter: &mut OpEmitter<'a>, number: f64, r#type: Type<'a>) -> Value<'a> {
    let value = FloatAttribute::new(emitter.context(), r#type, number).into();
    emitter.emit_pure(arith::CONSTANT, &[], &[("value", value)], r#type)
}

/// Emits a constant integer.
pub fn emit_integer<'a>(emitter: &mut OpEmitter<'a>, number: i64, r#type: Type<'a>) -> Value<'a> {
    let value = IntegerAttribute::new(r#type, number).into();
    emitter.emit_pure(arith::CONSTANT, &[], &[("value", value)], r#type)
}

/// Emits a tensor whose elements are all the same number; `None` if its elements are not real numbers.
pub fn emit_filled<'a>(
    emitter: &mut OpEmitter<'a>,
    number: i64,
    extents: &[Value<'a>],
    r#type: RankedTensorType<'a>,
) -> Option<Value<'a>> {
    let number = emit_number(emitter, number, ir::scalar_tensor(r#type.element()))?;
    Some(emit_fill(emitter, number, extents, r#type))
}

/// Emits a conversion by an op, if the type differs.
pub fn emit_converted<'a>(
    emitter: &mut OpEmitter<'a>,
    op: &'static str,
    value: Value<'a>,
    r#type: Type<'a>,
) -> Value<'a> {
    match value.r#type() == r#type {
        true => value,
        false => emitter.emit_pure(op, &[value], &[], r#type),
    }
}

/// Emits a tensor filled with a scalar.
pub fn emit_fill<'a>(
    emitter: &mut OpEmitter<'a>,
    scalar: Value<'a>,
    extents: &[Value<'a>],
    r#type: RankedTensorType<'a>,
) -> Value<'a> {
    let shape = match r#type.has_static_shape() {
        true => None,
        false => Some(emitter.emit_from_elements(extents)),
    };
    emit_fill_of_shape(emitter, scalar, shape, r#type.into())
}

/// Emits a tensor filled with a scalar, of a shape that is given if it is not static.
pub fn emit_fill_of_shape<'a>(
    emitter: &mut OpEmitter<'a>,
    scalar: Value<'a>,
    shape: Option<Value<'a>>,
    r#type: Type<'a>,
) -> Value<'a> {
    let mapping = DimMapping::new(emitter.context(), &[]);
    emitter.emit_broadcast(scalar, mapping, shape, r#type)
}

/// Emits tensors one after the other along a dim.
pub fn emit_joined<'a>(
    emitter: &mut OpEmitter<'a>,
    parts: &[Value<'a>],
    dim: usize,
    r#type: Type<'a>,
) -> Value<'a> {
    let dimension = dim as i64;
    let attributes = ConcatenateOp { dimension }.attributes(emitter.context());
    emitter.emit_named(stablehlo::CONCATENATE, parts, &attributes, r#type)
}

/// Emits the position of each element along a dim, in a tensor of a shape that is given if it is not static.
pub fn emit_iota<'a>(
    emitter: &mut OpEmitter<'a>,
    dim: usize,
    shape: Option<Value<'a>>,
    r#type: Type<'a>,
) -> Value<'a> {
    let (context, iota_dimension) = (emitter.context(), dim as i64);
    match shape {
        Some(shape) => {
            let attributes = DynamicIotaOp { iota_dimension }.attributes(context);
            emitter.emit_named(stablehlo::DYNAMIC_IOTA, &[shape], &attributes, r#type)
        }
        None => {
            let attributes = IotaOp { iota_dimension }.attributes(context);
            emitter.emit_named(stablehlo::IOTA, &[], &attributes, r#type)
        }
    }
}

/// Emits a broadcast to a shape that keeps the size of each dim of its operand; those become the given dims.
pub fn emit_in_dims<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    dims: &[usize],
    shape: Value<'a>,
    r#type: Type<'a>,
) -> Value<'a> {
    let context = emitter.context();
    let kept = (0..dims.len()).collect::<Vec<_>>();
    let mapping = DimMapping::new(context, dims).with_hints(context, &[], &kept);
    emitter.emit_broadcast(value, mapping, Some(shape), r#type)
}

/// Emits the extents of a tensor's dynamic dims as numbers of which IREE knows that they are not
/// negative.
pub fn limited_extents<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
) -> Option<Vec<Value<'a>>> {
    let extents = dynamic_extents(emitter, value)?.into_iter();
    let extents = extents.map(|extent| index(extent).max(0).emit(emitter));
    Some(extents.collect())
}

/// Emits the extents of a tensor's dynamic dims, each an `index`.
pub fn dynamic_extents<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
) -> Option<Vec<Value<'a>>> {
    let dims = dynamic_dims(&sizes(value)?).into_iter();
    Some(dims.map(|dim| emitter.emit_dim(value, dim)).collect())
}

/// Emits the extents of a type's dynamic dims, each an `index`, from those of all dims in a tensor.
pub fn emit_dynamic_extents<'a>(
    emitter: &mut OpEmitter<'a>,
    shape: Value<'a>,
    r#type: RankedTensorType<'a>,
) -> Vec<Value<'a>> {
    let dims = dynamic_dims(&type_sizes(r#type)).into_iter();
    dims.map(|dim| emitter.emit_element(shape, dim)).collect()
}

/// Emits a tensor in which each group of dims side by side is one dim.
pub fn emit_collapsed<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    groups: &[Range<usize>],
    r#type: RankedTensorType<'a>,
) -> Value<'a> {
    let attributes = [reassociation(emitter.context(), groups)];
    emitter.emit_named(tensor::COLLAPSE_SHAPE, &[value], &attributes, r#type.into())
}

/// Emits a tensor of a type with these extents of unknown size, in which each dim of another one is a group of dims side by
/// side.
pub fn emit_expanded<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    groups: &[Range<usize>],
    dynamic: &[Value<'a>],
    r#type: RankedTensorType<'a>,
) -> Value<'a> {
    let context = emitter.context();
    let sizes = type_sizes(r#type).into_iter();
    let sizes = sizes.map(|size| size.unwrap_or(i64::MIN));
    let shape = DenseI64ArrayAttribute::new(context, &sizes.collect::<Vec<_>>()).into();
    let attributes = [
        reassociation(context, groups),
        ("static_output_shape", shape),
    ];
    let operands = [&[value], dynamic].concat();
    emitter.emit_named(tensor::EXPAND_SHAPE, &operands, &attributes, r#type.into())
}

/// Returns the attribute for groups of dims side by side.
fn reassociation<'a>(
    context: &'a Context,
    groups: &[Range<usize>],
) -> (&'static str, Attribute<'a>) {
    let i64 = IntegerType::new(context, i64::BITS).into();
    let groups = groups.iter().map(|dims| {
        let dims = dims.clone();
        let dims = dims.map(|dim| IntegerAttribute::new(i64, dim as i64).into());
        ArrayAttribute::new(context, &dims.collect::<Vec<_>>()).into()
    });
    let groups = ArrayAttribute::new(context, &groups.collect::<Vec<_>>()).into();
    ("reassociation", groups)
}

/// Emits the number of rows or columns of a matrix: that of elements of a part of a tensor.
pub fn emit_extent_product<'a>(emitter: &mut OpEmitter<'a>, extents: &[Value<'a>]) -> Value<'a> {
    match extents {
        [] => emitter.emit_constant_index(1),
        [first, rest @ ..] => rest.iter().fold(*first, |product, &extent| {
            emitter.emit_index_product(product, extent)
        }),
    }
}

/// Emits a tensor reshaped to these extents.
pub fn emit_reshape<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    extents: &[Value<'a>],
    r#type: RankedTensorType<'a>,
) -> Value<'a> {
    match r#type.has_static_shape() {
        true => emitter.emit_pure(stablehlo::RESHAPE, &[value], &[], r#type.into()),
        false => emitter.emit_tensor_reshape(value, extents, r#type.into()),
    }
}

/// Emits a scalar 0 of an element type; `None` if it is not a real number.
pub fn zero<'a>(emitter: &mut OpEmitter<'a>, element: Type<'a>) -> Option<Value<'a>> {
    require(ir::complex_element(element).is_none())?;
    let r#type = ir::scalar_tensor(element);
    emit_number(emitter, 0, r#type)
}

/// Emits the shape of a tensor of unknown size; `None` for another tensor.
pub fn emit_shape<'a>(emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Option<Value<'a>> {
    is_dynamic(value).then(|| {
        let extents = emit_extents(emitter, value);
        emitter.emit_from_elements(&extents)
    })
}

/// Emits a value that only this tensor has: its sizes, or the tensor itself. IREE does not
/// support a barrier of a dynamic tensor.
pub fn emit_mark<'a>(emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Value<'a> {
    emit_shape(emitter, value).unwrap_or(value)
}
