//! Checks that emit ops in a scratch module, to find out whether they verify.

use super::{
    LowerOptions,
    emission::{self, EmissionError, Planning},
    form::Form,
    listener::Remarks,
    planned_op::Plans,
    unsupported::Unsupported,
};
use crate::{
    analysis::{Analysis, Calls},
    ir::{self, Emitter},
    lower::{
        lint::contradiction,
        rules::{HookError, HookRequest},
    },
    rule::SHARDING,
};
use melior::{
    Context,
    ir::{
        BlockLike, Location, Module, Operation, OperationRef, Type, Value,
        operation::{OperationBuilder, OperationLike},
    },
};
use std::rc::Rc;

/// Checks that the lowering of an op verifies: lowers a copy in a scratch module, without facts.
///
/// A hook is not called, since it may have side effects.
///
/// # Errors
///
/// Fails if the resulting ops are invalid.
pub fn check_lowering<'c>(
    operation: OperationRef<'c, '_>,
    form: &mut Form<'c, '_>,
    options: LowerOptions,
) -> Result<(), Unsupported> {
    let rule = form.rule.clone();
    if rule.hook.is_some() {
        form.rule = Rc::new(rule.with_other_hook(&stand_in));
    }
    let result = ir::with_context(operation, |context| {
        lower(context, operation, form, options)
    });
    form.rule = rule;
    result
}

/// A hook that inserts an op of the requested type.
fn stand_in<'c, 'a>(request: &HookRequest<'c, 'a>) -> Result<Value<'c, 'a>, HookError> {
    let cast = OperationBuilder::new("builtin.unrealized_conversion_cast", request.location())
        .add_results(&[request.result_type()])
        .build();
    let cast = cast.map_err(|error| HookError::new(error.to_string()))?;
    ir::result(request.insert(cast), 0).ok_or_else(|| HookError::new("it has no result"))
}

fn lower<'c>(
    context: &'c Context,
    operation: OperationRef<'c, '_>,
    form: &Form<'c, '_>,
    options: LowerOptions,
) -> Result<(), Unsupported> {
    let Some(mut emitter) = emitter(context, options) else {
        return Ok(());
    };
    let module = ir::copy_apart(operation);
    let Some(copy) = module.body().first_operation() else {
        return Ok(());
    };
    if operation.has_attribute(SHARDING) {
        for mesh in meshes(operation) {
            module.body().append_operation(Operation::clone(&mesh));
        }
    }
    emit(&mut emitter, copy, form, options).map_err(|error| match error {
        EmissionError::Target(error) => Unsupported::Target(error),
        EmissionError::Unsupported(reason) => reason,
        // Without facts, there is none.
        EmissionError::Conflict(_) | EmissionError::Internal(_) => Unsupported::Emitted {
            reason: error.to_string(),
        },
    })?;
    let mut next = module.body().first_operation();
    while let Some(emitted) = next.filter(|&it| ir::address(it) != ir::address(copy)) {
        ir::verify(emitted).map_err(|reason| Unsupported::Emitted { reason })?;
        // Lowering the output again would report them.
        if let Some(reason) = contradiction(emitted, form.rule.table.facts()) {
            let name = ir::name_str(emitted.name()).unwrap_or_default();
            let reason = format!("'{name}' op {reason}");
            return Err(Unsupported::Emitted { reason });
        }
        next = emitted.next_in_block();
    }
    Ok(())
}

/// Emits what an op becomes without facts; returns the value that stands for its result.
pub(super) fn emit<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    copy: OperationRef<'c, 'a>,
    form: &Form<'c, '_>,
    options: LowerOptions,
) -> Result<Value<'c, 'a>, EmissionError> {
    let planning = Planning {
        analysis: &mut Analysis::off(),
        calls: &Calls::default(),
        plans: &mut Plans::default(),
        shares_sizes: false,
        options,
    };
    let (value, _) = emission::emit(emitter, planning, copy, form, &mut Remarks)?;
    Ok(value)
}

/// Returns the meshes that an op's sharding may name.
fn meshes<'c, 'a>(operation: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut parent = operation.parent_operation();
    while let Some(module) = parent {
        if ir::is_module(module) {
            let mut meshes = ir::operations(module);
            meshes.retain(|mesh| ir::name_str(mesh.name()) == Some("sdy.mesh"));
            return meshes;
        }
        parent = module.parent_operation();
    }
    vec![]
}

/// Checks that the sizes of values of a type can be queried.
///
/// # Errors
///
/// Fails with MLIR's message.
pub fn check_size<'c>(
    location: Location<'c>,
    context: &'c Context,
    r#type: Type<'c>,
    options: LowerOptions,
) -> Result<(), String> {
    let Some(mut emitter) = emitter(context, options) else {
        return Ok(());
    };
    let module = Module::new(location);
    let block = module.body();
    let argument = block.add_argument(r#type, location);
    emitter.set_anchor_to_end(block, location);
    let size = emitter.emit_dimension_size(argument, 0, None);
    ir::defining_op(size).map_or(Ok(()), ir::verify)
}

/// Returns an emitter if all ops that the lowering emits are registered; a later check reports
/// those that are not.
pub(super) fn emitter<'c, 'a>(
    context: &'c Context,
    options: LowerOptions,
) -> Option<Emitter<'c, 'a>> {
    let emitter = Emitter::new(context)?;
    let ops = options.assertions.backend().ops();
    let are_known = ops
        .iter()
        .all(|op| context.is_registered_operation(op.name()));
    are_known.then_some(emitter)
}
