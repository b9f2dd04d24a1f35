//! The op that checks a condition, by the backend that the option `assertions` names.

use crate::{
    assertion::{Assertion, Assertions},
    build::*,
    prelude::*,
};

/// An assertion that is emitted in front of an op.
pub struct SizeGuard {
    /// What it says of the op, without the op's name.
    pub fault: String,
    /// Whether it always fails.
    pub fails: bool,
}

impl SizeGuard {
    /// Emits the check of a condition, an `i1`; `sizes` are what the message's placeholders stand for, each an
    /// `index`.
    pub fn emit<'a>(
        &self,
        emitter: &mut OpEmitter<'a>,
        operation: OpRef<'a>,
        assertions: Assertions,
        condition: Value<'a>,
        sizes: &[Value<'a>],
    ) -> Option<()> {
        let form = assertions.backend().messages()?;
        let message = about(operation, form, &self.fault);
        if assertions == Assertions::Cf {
            emit_assert(emitter, condition, &message);
            return Some(());
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
            message,
            sizes,
        };
        assertions.backend().emit_check(emitter, &assertion);
        Some(())
    }
}

/// Emits the condition of an assertion that always fails.
pub fn emit_never<'a>(emitter: &mut OpEmitter<'a>) -> Value<'a> {
    let r#type = IntegerType::new(emitter.context(), 1).into();
    emit_integer(emitter, 0, r#type)
}
