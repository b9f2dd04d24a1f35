//! Tensors filled with a constant behind a barrier, into which other tensors are inserted.
//!
//! The barrier is around a tensor of one element. IREE loads it in a kernel that fills the tensor, with a mask for each
//! vector. If the barrier is around the element itself, IREE fills memory without a kernel.

use crate::{
    build::{emit_hidden, emit_integer},
    ops::*,
    prelude::*,
    rule::Number,
};
use melior::ir::attribute::FloatAttribute;

pub static ROW: Row = Row {
    name: "hidden-fills",
    ops: &[stablehlo::DYNAMIC_BROADCAST_IN_DIM],
    when: "of a constant of one element behind a barrier, into which other tensors are inserted",
    becomes: "a `flow.tensor.splat` of the element behind a barrier",
    why: "IREE fills the tensor in a kernel, which takes up to 3 times as long.",
    action: Replace(fill),
};

fn fill<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let [scalar, shape] = first_operands(operation)?;
    let barrier = ir::defining_op(scalar).filter(|&it| is_fill(operation) && is_barrier(it))?;
    require(ir::result(barrier, 0) == Some(scalar))?;
    let constant = ir::constant_number(ir::operand(barrier, 0)?)?;
    let mut users = ir::users(ir::result(operation, 0)?).into_iter();
    let is_target = |(user, operand)| ir::is_named(user, tensor::INSERT_SLICE) && operand == 1;
    require(users.all(|(user, operand)| is_target((user, operand)) || size_read(user).is_some()))?;
    let r#type = result_type(operation)?;
    let element = r#type.element();
    let constant = match constant {
        Number::Integer(number) if is_signless(element) => emit_integer(emitter, number, element),
        // The bits of others that are not numbers are unknown.
        Number::Float(number) if element.is_f32() && !number.is_nan() => {
            let value = FloatAttribute::new(emitter.context(), element, number).into();
            emitter.emit_pure(arith::CONSTANT, &[], &[("value", value)], element)
        }
        _ => return no_match("IREE passes no scalars of this type"),
    };
    let element = emit_hidden(emitter, constant)?;
    let dims = dynamic_dims(&type_sizes(r#type)).into_iter();
    let extents = dims.map(|dim| emitter.emit_element(shape, dim));
    let operands = [element].into_iter().chain(extents).collect::<Vec<_>>();
    Some(emitter.emit_named("flow.tensor.splat", &operands, &[], r#type.into()))
}

/// Returns whether a type is one of integers without a sign, of which IREE passes scalars.
fn is_signless(element: Type<'_>) -> bool {
    let integer = ir::as_integer_type(element);
    integer.is_some_and(|it| it.is_signless() && it.width() >= u8::BITS)
}
