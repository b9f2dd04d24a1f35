//! Ops on unsigned integers that IREE rejects, or computes as if they were signed.
//!
//! `tensor` ops, reads of sizes, and conversions of sizes are rejected. They get signless operands and results instead: `bitcast_convert` changes
//! the type, and the op does the same on these.

use crate::ir::{self, Emitter, OpName};
use melior::ir::{
    OperationRef, Type, Value, ValueLike,
    operation::OperationLike,
    r#type::{IntegerType, RankedTensorType, ShapedTypeLike},
};

/// The op that changes the type and keeps the bits.
pub(super) const CONVERT: &str = "stablehlo.bitcast_convert";

/// The ops that IREE rejects on unsigned integers, and that do not depend on signedness.
pub(super) const OPS: &[&str] = &[
    "stablehlo.get_dimension_size",
    "stablehlo.reverse",
    "tensor.cast",
    "tensor.dim",
    "tensor.empty",
    "tensor.extract_slice",
    "tensor.insert_slice",
    "tensor.reshape",
];

/// Gives an op signless operands and results in place of unsigned ones; returns whether it has
/// any.
pub(super) fn use_signless<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> bool {
    let mut is_changed = false;
    for (index, operand) in operation.operands().enumerate() {
        if let Some(r#type) = signless(emitter, operand) {
            let bits = emitter.emit_named(CONVERT, &[operand], &[], r#type);
            ir::set_operand(operation, index, bits);
            is_changed = true;
        }
    }
    give_signless_results(emitter, operation) || is_changed
}

/// Makes a conversion of signless integers to unsigned ones a conversion to the same bits; returns
/// whether it has changed. IREE rejects it if the integers are sizes, which are scalars or in a
/// static tensor of rank 1.
pub(super) fn convert_to_signless<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> bool {
    let r#type = ir::operand(operation, 0).map(|operand| operand.r#type());
    let tensor = r#type.and_then(ir::as_ranked_tensor);
    let may_be_sizes = tensor.is_some_and(|tensor| {
        let integer = ir::as_integer_type(tensor.element());
        tensor.rank() <= 1
            && tensor.has_static_shape()
            && integer.is_some_and(|integer| integer.is_signless())
    });
    may_be_sizes && give_signless_results(emitter, operation)
}

/// Gives an op signless results in place of unsigned ones; returns whether it has any.
fn give_signless_results<'c, 'a>(
    emitter: &Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> bool {
    let mut is_changed = false;
    for result in operation.results() {
        let result = result.into();
        let Some(bits) = signless(emitter, result) else {
            continue;
        };
        let name = OpName::new(emitter.context(), CONVERT);
        let types = [result.r#type()];
        let back = ir::create(operation.location(), name, &[result], &[], &types);
        if let Some(back) = ir::insert_after_definition(result, back)
            && let Some(own) = ir::result(back, 0)
        {
            ir::replace_uses(result, own);
            ir::set_operand(back, 0, result);
            ir::set_type(result, bits);
            is_changed = true;
        }
    }
    is_changed
}

/// The ops that multiply and add elements, in the type of the result.
pub(super) const CONTRACTIONS: &[&str] = &[
    "stablehlo.convolution",
    "stablehlo.dot_general",
    "stablehlo.dynamic_conv",
];

/// Converts unsigned operands of a contraction to the result's element type; returns whether it
/// has changed. IREE takes them for signed ones.
pub(super) fn convert_factors<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> bool {
    let result = ir::result(operation, 0);
    let Some(element) = result.and_then(|result| ir::element_type(result.r#type())) else {
        return false;
    };
    let factors = [0, 1].map(|index| ir::operand(operation, index));
    let of_element = |factor: Value<'c, 'a>| ir::element_type(factor.r#type());
    let is_unfit = |factor: &Value<'c, 'a>| {
        let own = of_element(*factor);
        let integer = own.and_then(ir::as_integer_type);
        own != Some(element) && integer.is_some_and(|integer| integer.is_unsigned())
    };
    if !factors.iter().flatten().any(is_unfit) {
        return false;
    }
    // Both, so that they have the same type.
    for (index, factor) in factors.into_iter().enumerate() {
        let Some(factor) = factor.filter(|factor| of_element(*factor) != Some(element)) else {
            continue;
        };
        if let Some(r#type) = ir::with_element_type(factor.r#type(), element) {
            let converted = emitter.emit_named("stablehlo.convert", &[factor], &[], r#type);
            ir::set_operand(operation, index, converted);
        }
    }
    true
}

/// Returns the type with signless elements, for a tensor of unsigned integers.
pub(super) fn signless<'c>(emitter: &Emitter<'c, '_>, value: Value<'c, '_>) -> Option<Type<'c>> {
    let r#type = RankedTensorType::try_from(value.r#type()).ok()?;
    let element = IntegerType::try_from(r#type.element()).ok()?;
    let signless = IntegerType::new(emitter.context(), element.width()).into();
    ir::with_element_type(r#type.into(), signless).filter(|_| element.is_unsigned())
}
