//! `cf.assert`.

use super::{Assertion, Backend, MessageForm};
use crate::dialect::cf;
use crate::ir::{EmittedOp, Emitter};
use melior::ir::{Value, attribute::StringAttribute};

/// Checks with an op of upstream MLIR, whose message is a constant.
pub(super) struct Cf;

impl Backend for Cf {
    fn summary(&self) -> &'static str {
        cf::ASSERT
    }

    fn ops(&self) -> &'static [EmittedOp] {
        &[EmittedOp::CfAssert, EmittedOp::TensorExtract]
    }

    fn messages(&self) -> Option<MessageForm> {
        Some(MessageForm::Plain)
    }

    fn emit_check<'c, 'a>(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        assertion: &Assertion<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let condition = emitter.emit_extract(assertion.predicate);
        let message = StringAttribute::new(emitter.context(), &assertion.message);
        emitter.emit_effect(
            EmittedOp::CfAssert,
            &[condition],
            &[("msg", message.into())],
        );
        None
    }
}
