//! `tensor` ops on unsigned integers, and reads of their sizes.
//!
//! IREE rejects them. They get signless operands and results instead: `bitcast_convert` changes
//! the type, and the op does the same on these.

use crate::ir::{self, Emitter, OpName};
use melior::ir::{
    OperationRef, Type, Value, ValueLike,
    operation::OperationLike,
    r#type::{IntegerType, RankedTensorType, ShapedTypeLike},
};

/// The ops that IREE rejects on unsigned integers, and that do not depend on signedness.
pub(super) const OPS: &[&str] = &[
    "stablehlo.get_dimension_size",
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
    const CONVERT: &str = "stablehlo.bitcast_convert";
    let mut is_changed = false;
    for (index, operand) in operation.operands().enumerate() {
        if let Some(r#type) = signless(emitter, operand) {
            let bits = emitter.emit_named(CONVERT, &[operand], &[], r#type);
            ir::set_operand(operation, index, bits);
            is_changed = true;
        }
    }
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

/// Returns the type with signless elements, for a tensor of unsigned integers.
fn signless<'c>(emitter: &Emitter<'c, '_>, value: Value<'c, '_>) -> Option<Type<'c>> {
    let r#type = RankedTensorType::try_from(value.r#type()).ok()?;
    let element = IntegerType::try_from(r#type.element()).ok()?;
    let signless = IntegerType::new(emitter.context(), element.width()).into();
    ir::with_element_type(r#type.into(), signless).filter(|_| element.is_unsigned())
}
