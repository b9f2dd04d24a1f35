//! Copies by a `linalg.generic` that compares each element with a part of it: LLVM removes the division, IREE does not.

use crate::{
    build::tensors::{emit_extents, emit_float, emit_integer},
    ops::*,
    prelude::*,
};

/// Returns whether an op is such a copy, so that its result equals its first operand.
pub fn is_divided_copy(operation: OpRef<'_>) -> bool {
    ir::is_named(operation, GENERIC) && keeps_elements(operation) == Some(true)
}

/// Returns whether the body of a `linalg.generic` yields the element of its first operand at the same position if,
/// as an integer without a sign, it is at least its half, or a smaller part of it. That is true of every element.
fn keeps_elements(operation: OpRef<'_>) -> Option<bool> {
    let body = block_in(operation, 0)?;
    let own: Value<'_> = body.argument(0).ok()?.into();
    let choice = ir::defined_by(ir::operand(body.terminator()?, 0)?, arith::SELECT)?;
    let is_less = ir::defined_by(ir::operand(choice, 0)?, arith::CMPI)?;
    let half = ir::defined_by(ir::operand(is_less, 1)?, arith::DIVUI)?;
    let number = ir::operand(half, 0)?;
    let cast = ir::defined_by(number, arith::BITCAST);
    let bits = cast.map_or(Some(number), |it| ir::operand(it, 0));
    let comparison = ir::integer_comparison(is_less);
    Some(
        operation.operand_count() == 2
            && ir::has_identity_maps(operation)
            && ir::operand(choice, 1) == Some(own)
            && bits == Some(own)
            && ir::operand(is_less, 0) == Some(number)
            && comparison == Some((Direction::Ge, Signedness::Unsigned))
            && ir::constant_integer(ir::operand(half, 1)?).is_some_and(|it| it >= LEAST_DIVISOR),
    )
}

/// The divisor of copies that may be merged with other copies of their operand.
pub const LEAST_DIVISOR: i64 = 2;

/// Emits a copy of a tensor, each element of which is compared with its half, without ops of StableHLO.
pub fn emit_divided_copy<'a>(emitter: &mut OpEmitter<'a>, tensor: Value<'a>) -> Option<Value<'a>> {
    let destination = emit_destination(emitter, tensor)?;
    emit_divided_into(emitter, tensor, destination, LEAST_DIVISOR)
}

/// Emits an empty tensor of another one's type and sizes.
pub fn emit_destination<'a>(emitter: &mut OpEmitter<'a>, tensor: Value<'a>) -> Option<Value<'a>> {
    let r#type = ir::as_ranked_tensor(tensor.r#type())?;
    let extents = emit_extents(emitter, tensor);
    Some(emitter.emit_empty(&extents, r#type))
}

pub fn emit_divided_into<'a>(
    emitter: &mut OpEmitter<'a>,
    tensor: Value<'a>,
    destination: Value<'a>,
    divisor: i64,
) -> Option<Value<'a>> {
    let r#type = ir::as_ranked_tensor(tensor.r#type())?;
    let element = r#type.element();
    let integer = IntegerType::new(emitter.context(), bits(element)?).into();
    let dims = (0..r#type.rank()).map(Some).collect::<Vec<_>>();
    emitter.emit_generic(destination, &[(tensor, &dims)], |emitter, elements| {
        let own = elements[0];
        let number = match element == integer {
            true => own,
            false => emitter.emit_pure(arith::BITCAST, &[own], &[], integer),
        };
        let divisor = emit_integer(emitter, divisor, integer);
        let zero = match element == integer {
            true => emit_integer(emitter, 0, integer),
            false => emit_float(emitter, 0.0, element),
        };
        let part = emitter.emit_like(arith::DIVUI, &[number, divisor]);
        let is_less = emitter.emit_compare(Direction::Ge, Signedness::Unsigned, number, part);
        emitter.emit_like(arith::SELECT, &[is_less, own, zero])
    })
}

/// Returns the number of bits of an element that can be divided. IREE may compute in `f32` what is
/// of type `f64`.
pub fn bits(element: Type<'_>) -> Option<u32> {
    if element.is_f32() {
        return Some(32);
    }
    if element.is_f16() || element.is_bf16() {
        return Some(16);
    }
    let integer = ir::as_integer_type(element).filter(|it| it.is_signless())?;
    Some(integer.width()).filter(|bits| [8, 16, 32, 64].contains(bits))
}
