//! Where ops are emitted, and what uses them.

use crate::{ops::*, prelude::*};

/// Emits ops in front of another one, which share nothing with those elsewhere.
pub fn emit_at<'a, T>(
    emitter: &mut OpEmitter<'a>,
    anchor: OpRef<'a>,
    emit: impl FnOnce(&mut OpEmitter<'a>) -> T,
) -> T {
    emitter.enter_isolated();
    emitter.set_anchor(anchor);
    let emitted = emit(emitter);
    emitter.exit_isolated();
    emitted
}

/// Replaces an operand of an op by what is emitted from it in front of the op; `None` if nothing is emitted.
pub fn replace_operand<'a>(
    emitter: &mut OpEmitter<'a>,
    operation: OpRef<'a>,
    index: usize,
    emit: impl FnOnce(&mut OpEmitter<'a>, Value<'a>) -> Option<Value<'a>>,
) -> Option<()> {
    let operand = ir::operand(operation, index)?;
    let other = emit_at(emitter, operation, |emitter| emit(emitter, operand))?;
    ir::set_operand(operation, index, other);
    Some(())
}

/// Gives a value another type, and what uses it a cast to its own; returns the cast.
pub fn insert_cast<'a>(
    emitter: &OpEmitter<'a>,
    value: Value<'a>,
    r#type: Type<'a>,
) -> Option<OpRef<'a>> {
    insert_conversion(emitter, tensor::CAST, value, r#type)
}

/// Gives a value another type, and what uses it a conversion to its own by an op; returns the op.
pub fn insert_conversion<'a>(
    emitter: &OpEmitter<'a>,
    op: &str,
    value: Value<'a>,
    r#type: Type<'a>,
) -> Option<OpRef<'a>> {
    let location = emitter.anchor()?.location();
    let op = ir::OpName::new(emitter.context(), op);
    let back = ir::create(location, op, &[value], &[], &[value.r#type()]);
    let back = ir::insert_after_definition(value, back)?;
    ir::replace_uses(value, ir::result(back, 0)?);
    ir::set_operand(back, 0, value);
    ir::set_type(value, r#type);
    Some(back)
}

/// Emits a replacement of a value behind its definition, and redirects all uses to it but those that read the
/// value's sizes; `None` if nothing is emitted.
pub fn emit_in_place_of<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    emit: impl FnOnce(&mut OpEmitter<'a>) -> Option<Value<'a>>,
) -> Option<()> {
    let users = ir::users(value);
    let next = ir::defining_op(value)?.next_in_block()?;
    let other = emit_at(emitter, next, emit)?;
    for (user, index) in users {
        if size_read(user).is_none() {
            ir::set_operand(user, index, other);
        }
    }
    Some(())
}

/// Gives a value another type, and what uses it the value that is emitted from it, of its own type.
pub fn replace_uses<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    wide: RankedTensorType<'a>,
    emit: impl FnOnce(&mut OpEmitter<'a>) -> Option<Value<'a>>,
) -> Option<()> {
    let stand_in = insert_cast(emitter, value, wide.into())?;
    let own = ir::result(stand_in, 0)?;
    let part = emit_at(emitter, stand_in, emit)?;
    ir::replace_uses(own, part);
    ir::erase(stand_in);
    Some(())
}
