//! Emission of target ops.

use super::{
    TargetOperands,
    hook::call_hook,
    sequence::{emit_steps, emit_vector_materials},
    target_error::TargetError,
};
use crate::{
    diagnostic::mlir_message::{names_attribute, without_subject},
    ir::{self, EmittedOp, Emitter},
    lower::lower_broadcast::form::Form,
    plan::VectorBroadcast,
    rule::{Others, Target},
};
use melior::ir::{OperationRef, Type, Value, ValueLike, operation::OperationLike};

/// Emits the replacement of an op on vectors, whose sizes are known, so nothing is checked.
pub(super) fn emit_on_vectors<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    form: &Form<'c, '_>,
    broadcasts: &[Option<VectorBroadcast>],
) -> Result<Value<'c, 'a>, TargetError> {
    if !form.steps.is_empty() {
        let emit = |emitter: &mut Emitter<'c, 'a>, operand, broadcast: &VectorBroadcast| {
            emit_vector_broadcast(emitter, operand, broadcast, form.result_type)
        };
        let materials = emit_vector_materials(emitter, operation, form, broadcasts, emit);
        return emit_steps(emitter, form, &materials);
    }
    let others = form.rule.rule.others;
    let operands = operation
        .operands()
        .zip(broadcasts)
        .filter_map(|(operand, broadcast)| match (broadcast, others) {
            (Some(broadcast), _) => Some(emit_vector_broadcast(
                emitter,
                operand,
                broadcast,
                form.result_type,
            )),
            (None, Others::Keep) => Some(operand),
            (None, Others::Drop) => None,
        })
        .collect();
    emit_target(emitter, operation, form, operands, form.result_type)
}

fn emit_vector_broadcast<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operand: Value<'c, 'a>,
    broadcast: &VectorBroadcast,
    result_type: Type<'c>,
) -> Value<'c, 'a> {
    // The result's element type may differ, as for comparisons.
    let operand_type = operand.r#type();
    let like_result = |emitter: &mut Emitter<'c, 'a>, value| {
        let dims = ir::shaped_type(result_type);
        let r#type = ir::vector_like(operand_type, dims.shape().unwrap_or_default());
        emitter.emit_vector_op(EmittedOp::VectorBroadcast, value, r#type)
    };
    match broadcast {
        VectorBroadcast::None => operand,
        VectorBroadcast::Broadcast => like_result(emitter, operand),
        VectorBroadcast::Reshaped(dims) => {
            let r#type = ir::vector_like(operand_type, dims);
            let reshaped = emitter.emit_vector_op(EmittedOp::VectorShapeCast, operand, r#type);
            like_result(emitter, reshaped)
        }
    }
}

/// Lists the attributes that a target op is defined with, if MLIR's error is about a missing
/// one.
fn missing_attributes<'c>(
    operation: OperationRef<'c, '_>,
    target: &str,
    form: &Form<'c, '_>,
    reason: &str,
) -> String {
    let names = ir::with_context(operation, |context| ir::attribute_names(context, target));
    let is_there = |name: &String| {
        let mut attributes = form.attributes.iter();
        attributes.any(|(identifier, _)| ir::name_str(*identifier) == Some(name))
    };
    let is_missing = |name: &String| names_attribute(reason, name) && !is_there(name);
    match names.iter().any(is_missing) {
        false => String::new(),
        true => format!(
            " (its attributes are '{}'; a rule sets them by `carry`, `rename` or `set`)",
            names.join("', '")
        ),
    }
}

/// Emits the replacement of an op, given its broadcast operands: a value of the op's result
/// type. A target op is created with `target_type`.
pub(super) fn emit_target<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    form: &Form<'c, '_>,
    operands: TargetOperands<'c, 'a>,
    target_type: Type<'c>,
) -> Result<Value<'c, 'a>, TargetError> {
    let result_type = form.result_type;
    if let (Target::Op(target), Some(name)) = (&form.rule.rule.target, form.target) {
        let element = form.rule.target_element;
        let own_type = element.and_then(|element| ir::with_element_type(target_type, element));
        let own_type = own_type.unwrap_or(target_type);
        let value = emitter.emit_known(name, &operands, &form.attributes, own_type);
        let verified = ir::defining_op(value).map(|target| form.verified.verify(target));
        if let Some(Err(reason)) = verified {
            let reason = without_subject(&reason, target);
            let attributes = missing_attributes(operation, target, form, reason);
            return Err(TargetError::Wrong {
                target: target.clone(),
                place: form.rule.rule.place().cloned(),
                reason: format!("{reason}{attributes}"),
            });
        }
        let value = match own_type == target_type {
            true => value,
            false => emitter.emit_op(EmittedOp::Convert, &[value], &[], target_type),
        };
        return Ok(emitter.emit_cast(value, result_type));
    }
    call_hook(emitter, operation, form, operands)
}
