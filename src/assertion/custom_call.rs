//! `stablehlo.custom_call @shape_assertion`.

use super::Assertion;
use crate::ir::Emitter;
use melior::ir::{
    attribute::{BoolAttribute, IntegerAttribute, StringAttribute},
    r#type::IntegerType,
};

/// Emits the call with the attributes that StableHLO's checker accepts, and no
/// others: it refuses a call with further ones.
pub(super) fn emit<'c, 'a>(emitter: &mut Emitter<'c, 'a>, assertion: &Assertion<'c, 'a>) {
    let context = emitter.context();
    // 2 is `API_VERSION_STATUS_RETURNING`.
    let api_version = IntegerAttribute::new(IntegerType::new(context, 32).into(), 2);
    let mut operands = vec![assertion.predicate];
    operands.extend(&assertion.sizes);
    emitter.emit_effect(
        "stablehlo.custom_call",
        &operands,
        &[
            ("api_version", api_version.into()),
            (
                "call_target_name",
                StringAttribute::new(context, "shape_assertion").into(),
            ),
            (
                "error_message",
                StringAttribute::new(context, &assertion.message).into(),
            ),
            (
                // Without it, the call is dropped as dead code.
                "has_side_effect",
                BoolAttribute::new(context, true).into(),
            ),
        ],
    );
}
