//! Tensors of unsigned integers, which IREE does not move, and whose sizes it does not read.

use crate::ir::{self, Emitter, OpName};
use melior::ir::{
    OperationRef, Type, Value, ValueLike,
    operation::OperationLike,
    r#type::{IntegerType, RankedTensorType, ShapedTypeLike},
};

/// The ops that do the same on the same bits without a sign.
const OPS: &[&str] = &[
    "stablehlo.get_dimension_size",
    "tensor.cast",
    "tensor.dim",
    "tensor.empty",
    "tensor.extract_slice",
    "tensor.insert_slice",
    "tensor.reshape",
];

/// Returns whether an op moves tensors of unsigned integers or reads their sizes.
pub(super) fn is_on_unsigned(operation: OperationRef<'_, '_>) -> bool {
    let is_unsigned = |value: Value<'_, '_>| unsigned_bits(value).is_some();
    ir::name_str(operation.name()).is_some_and(|name| OPS.contains(&name))
        && (operation.operands().any(is_unsigned)
            || operation.results().any(|it| is_unsigned(it.into())))
}

/// Makes an op work on the same bits without a sign.
pub(super) fn change<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) {
    const CONVERT: &str = "stablehlo.bitcast_convert";
    for (index, operand) in operation.operands().enumerate() {
        if let Some(r#type) = signless(emitter, operand)
            && emitter.set_anchor(operation)
        {
            let bits = emitter.emit_named(CONVERT, &[operand], &[], r#type);
            ir::set_operand(operation, index, bits);
        }
    }
    for result in operation.results() {
        let result = result.into();
        let Some(bits) = signless(emitter, result) else {
            continue;
        };
        let name = OpName::new(emitter.context(), CONVERT);
        let back = ir::create(
            operation.location(),
            name,
            &[result],
            &[],
            &[result.r#type()],
        );
        if let Some(back) = ir::insert_after_definition(result, back)
            && let Some(own) = ir::result(back, 0)
        {
            ir::replace_uses(result, own);
            ir::set_operand(back, 0, result);
            ir::set_type(result, bits);
        }
    }
}

/// Returns the type of the same bits without a sign, for a tensor of unsigned integers.
fn signless<'c>(emitter: &Emitter<'c, '_>, value: Value<'c, '_>) -> Option<Type<'c>> {
    let element = IntegerType::new(emitter.context(), unsigned_bits(value)?);
    ir::with_element_type(value.r#type(), element.into())
}

/// Returns the width of the elements of a tensor of unsigned integers.
fn unsigned_bits(value: Value<'_, '_>) -> Option<u32> {
    let r#type = RankedTensorType::try_from(value.r#type()).ok()?;
    let element = IntegerType::try_from(r#type.element()).ok()?;
    element.is_unsigned().then(|| element.width())
}
