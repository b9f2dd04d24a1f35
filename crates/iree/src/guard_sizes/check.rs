//! The op that checks a condition, by the backend that the option `assertions` names.

use crate::{
    assertion::{Assertion, Assertions},
    build::*,
    dialect::arith,
    prelude::*,
};

/// An assertion that has been emitted in front of an op.
pub struct SizeGuard {
    /// What it says of the op, without the op's name.
    pub fault: String,
    /// Whether it always fails.
    pub fails: bool,
}

/// Emits the check of a condition, an `i1`; `sizes` are what the message's placeholders stand for, each an
/// `index`.
pub fn emit_check<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    assertions: Assertions,
    condition: Value<'c, 'a>,
    message: &str,
    sizes: &[Value<'c, 'a>],
) {
    if assertions == Assertions::Cf {
        return emit_assert(emitter, condition, message);
    }
    let number = IntegerType::new(emitter.context(), 64).into();
    let sizes = sizes.iter().map(|&size| {
        let size = emitter.emit_pure(arith::INDEX_CAST, &[size], &[], number);
        emit_scalar(emitter, size)
    });
    let sizes = sizes.collect();
    let predicate = emit_scalar(emitter, condition);
    let assertion = Assertion {
        predicate,
        message: message.into(),
        sizes,
    };
    assertions.backend().emit_check(emitter, &assertion);
}

/// Emits the condition of an assertion that always fails.
pub fn emit_never<'c, 'a>(emitter: &mut Emitter<'c, 'a>) -> Value<'c, 'a> {
    let r#type = IntegerType::new(emitter.context(), 1).into();
    let value = IntegerAttribute::new(r#type, 0).into();
    emitter.emit_pure(arith::CONSTANT, &[], &[("value", value)], r#type)
}
