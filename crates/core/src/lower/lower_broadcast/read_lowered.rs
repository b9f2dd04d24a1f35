//! What a broadcastable op becomes, for passes that only read it.

use super::{
    LowerOptions,
    forms::Forms,
    scratch::{emit, emitter},
};
use crate::{assertion::Assertions, ir, lower::broadcastable::RuleFinder};
use melior::ir::{BlockLike, OperationRef, Value};

/// Emits what a broadcastable op becomes in a scratch module, and calls `read` with the module's ops, the values that
/// stand for the op's operands, and the one that stands for its result; `None` if it cannot be lowered without
/// calling a hook.
pub fn read_lowered<'c, T>(
    operation: OperationRef<'c, '_>,
    finder: &mut RuleFinder<'c, '_>,
    read: impl FnOnce(&[OperationRef<'c, '_>], &[Value<'c, '_>], Value<'c, '_>) -> T,
) -> Option<T> {
    let options = LowerOptions {
        assertions: Assertions::None,
        ..LowerOptions::default()
    };
    let rule = || finder.find(operation);
    let form = Forms::default().find(operation, rule, options).ok()?;
    if form.rule.hook.is_some() {
        return None;
    }
    ir::with_context(operation, |context| {
        let mut emitter = emitter(context, options)?;
        let module = ir::copy_apart(operation);
        let copy = module.body().first_operation()?;
        let value = emit(&mut emitter, copy, &form, options).ok()?;
        let mut operations = ir::block_operations(module.body()).collect::<Vec<_>>();
        operations.pop();
        let operands = ir::block_arguments(module.body());
        Some(read(&operations, &operands, value))
    })
}
