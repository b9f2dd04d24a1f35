//! Tensors filled with a constant behind a barrier, into which other tensors are inserted.
//!
//! If the barrier hides a tensor of one element, IREE fills by a kernel that loads the element, with masked vectors. If it
//! hides a scalar, IREE fills the memory without a kernel.

use crate::{
    build::{bits, emit_dynamic_extents, emit_float, emit_hidden, emit_integer},
    ops::*,
    prelude::*,
    rule::Number,
};

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
    let is_target = |user, operand| ir::is_named(user, tensor::INSERT_SLICE) && operand == 1;
    let mut users = ir::users(ir::result(operation, 0)?).into_iter();
    require(users.all(|(user, operand)| is_target(user, operand) || size_read(user).is_some()))?;
    let r#type = result_type(operation)?;
    let element = r#type.element();
    let constant = match constant {
        Number::Integer(number) if bits(element).is_some() => {
            emit_integer(emitter, number, element)
        }
        // The payload of a NaN is not known.
        Number::Float(number) if element.is_f32() && !number.is_nan() => {
            emit_float(emitter, number, element)
        }
        _ => return no_match("IREE passes no scalars of this type"),
    };
    let element = emit_hidden(emitter, constant)?;
    let extents = emit_dynamic_extents(emitter, shape, r#type);
    let operands = [&[element], &*extents].concat();
    Some(emitter.emit_named("flow.tensor.splat", &operands, &[], r#type.into()))
}
