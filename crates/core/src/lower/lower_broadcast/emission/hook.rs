//! Calls of hooks, and checks of what they insert.

use super::{TargetOperands, target_error::TargetError};
use crate::{
    diagnostic::{mlir_message::without_subject, panic_message},
    ir::{self, Emitter},
    lower::{HookError, HookRequest, lower_broadcast::form::Form},
    rule::RuleTable,
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};
use std::{
    cell::RefCell,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// Calls the hook of an op's rule, and returns the value that replaces the op's result.
///
/// # Errors
///
/// Fails if the hook fails or panics, if its value has another type, is the op's own result or an operand that has
/// not been broadcast, or if it inserts an op that is invalid, has a rule or uses that result.
pub(super) fn call_hook<'c, 'a>(
    emitter: &Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    form: &Form<'c, '_>,
    operands: TargetOperands<'c, 'a>,
) -> Result<Value<'c, 'a>, TargetError> {
    let (Some(hook), Some(anchor)) = (form.rule.hook, emitter.anchor()) else {
        return Err(TargetError::NoHook);
    };
    let request = HookRequest {
        context: emitter.context(),
        anchor: anchor.into(),
        inserted: RefCell::default(),
        operation,
        operands: operands.into_vec(),
        attributes: form.attributes.clone(),
        result_type: form.result_type,
    };
    let called = catch_unwind(AssertUnwindSafe(|| hook(&request)));
    let value = called.unwrap_or_else(|panic| {
        let message = panic_message(&*panic);
        Err(HookError::new(format!("it panics: {message}")))
    })?;
    check(&request, value, form.rule.table).map_err(HookError::new)?;
    Ok(value)
}

/// Checks the value that a hook returns, and the ops that it has inserted.
///
/// # Errors
///
/// Fails with what is wrong.
fn check(
    request: &HookRequest<'_, '_>,
    value: Value<'_, '_>,
    table: &RuleTable,
) -> Result<(), String> {
    if value.r#type() != request.result_type {
        return Err(format!(
            "the value has type '{}'; expected '{}'",
            ir::type_text(value.r#type()),
            ir::type_text(request.result_type)
        ));
    }
    let own = ir::result(request.operation, 0);
    if own == Some(value) {
        return Err("it returns the result of the op, which it must replace".into());
    }
    let mut operands = request.operation.operands();
    let operand = operands.position(|operand| operand == value);
    if let Some(operand) = operand.filter(|_| !request.operands.contains(&value)) {
        return Err(format!(
            "it returns operand #{operand}, which has not been broadcast; use the operands of the request"
        ));
    }
    for &inserted in &*request.inserted.borrow() {
        let mut problem = None;
        ir::visit_ops(inserted, |operation| {
            let name = ir::name_str(operation.name()).unwrap_or_default();
            if !table.get(name).is_empty() {
                let message = || format!("it inserts the op '{name}', which has a rule itself");
                problem.get_or_insert_with(message);
            }
            if operation.operands().any(|operand| own == Some(operand)) {
                let message = || {
                    format!("it inserts the op '{name}', which uses the result that it replaces")
                };
                problem.get_or_insert_with(message);
            }
        });
        if let Some(problem) = problem {
            return Err(problem);
        }
        ir::verify(inserted).map_err(|reason| {
            let name = ir::name_str(inserted.name()).unwrap_or_default();
            let reason = without_subject(&reason, name);
            format!("it inserts the op '{name}', which is invalid: {reason}")
        })?;
    }
    Ok(())
}
