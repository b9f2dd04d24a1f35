//! `stablehlo.custom_call @shape_assertion`.

use super::{Assertion, Backend, MessageForm};
use crate::{
    dialect::stablehlo::CustomCallOp,
    ir::{EmittedOp, Emitter},
};
use melior::ir::{
    Value,
    attribute::{IntegerAttribute, StringAttribute},
    r#type::IntegerType,
};

/// Checks with a call that shows sizes.
pub(super) struct CustomCall;

impl Backend for CustomCall {
    fn summary(&self) -> &'static str {
        "stablehlo.custom_call @shape_assertion"
    }

    fn ops(&self) -> &'static [EmittedOp] {
        &[EmittedOp::CustomCall]
    }

    fn messages(&self) -> Option<MessageForm> {
        Some(MessageForm::Template)
    }

    /// Emits the call with exactly the attributes that StableHLO's checker accepts: it rejects
    /// a call with any others.
    fn emit_check<'c, 'a>(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        assertion: &Assertion<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let context = emitter.context();
        // 2 is `API_VERSION_STATUS_RETURNING`.
        let api_version = IntegerAttribute::new(IntegerType::new(context, 32).into(), 2);
        let mut operands = vec![assertion.predicate];
        operands.extend(&assertion.sizes);
        let call = CustomCallOp {
            call_target_name: "shape_assertion",
            // Without it, the call is dropped as dead code.
            has_side_effect: Some(true),
            api_version: Some(api_version.into()),
            ..CustomCallOp::default()
        };
        let mut attributes = call.attributes(context);
        let message = StringAttribute::new(context, &assertion.message);
        attributes.push(("error_message", message.into()));
        emitter.emit_effect(EmittedOp::CustomCall, &operands, &attributes);
        None
    }
}
