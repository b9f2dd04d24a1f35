//! Unsigned integers as signless ones of the same bits.

use crate::{ops::*, prelude::*};

/// Returns the type of a value with signless integers in place of unsigned ones; `None` for any value that
/// is not a tensor of unsigned integers.
pub fn signless<'a>(emitter: &OpEmitter<'a>, value: Value<'a>) -> Option<Type<'a>> {
    signless_type(emitter.context(), value.r#type())
}

/// Returns the tensor type with signless integers in place of unsigned ones; `None` for any other type.
pub fn signless_type<'a>(context: &'a Context, r#type: Type<'a>) -> Option<Type<'a>> {
    let tensor = RankedTensorType::try_from(r#type).ok()?;
    let element = IntegerType::try_from(tensor.element()).ok()?;
    let signless = IntegerType::new(context, element.width()).into();
    ir::with_element_type(r#type, signless).filter(|_| element.is_unsigned())
}

/// Emits a tensor of unsigned integers as one of signless integers with the same bits. Other values are
/// returned as they are.
pub fn emit_signless<'a>(emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Value<'a> {
    match signless(emitter, value) {
        Some(bits) => emitter.emit_pure(CONVERT, &[value], &[], bits),
        None => value,
    }
}
