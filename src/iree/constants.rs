//! Tensors that are computed from constants alone, and that loops begin with, or branches and the bodies of
//! loops return.
//!
//! IREE computes such a tensor once, when the program is loaded, and keeps it. But it frees what loops carry
//! and branches return when it is not used any more, so the next call, or the next loop, reads memory that
//! is not the tensor's. If the constants are behind barriers, IREE computes the tensor in each call.

use super::{
    emit_at,
    row::{Action::Program, Row, Versions},
    shared::is_control,
};
use crate::{
    diagnostic::Failed,
    dialect::stablehlo,
    explain::ChangeKind,
    ir::{self, create_emitter},
    statistics::ChangeLog,
};
use melior::ir::{
    BlockLike, OperationRef, RegionLike, TypeLike, ValueLike, operation::OperationLike,
};
use rustc_hash::FxHashSet;

/// What is computed from constants.
pub(super) static ROW: Row = Row {
    name: "computed-constants",
    ops: &["arith.constant", stablehlo::CONSTANT],
    when: "from which alone a tensor is computed that a loop begins with, or that a branch or the body of a \
           loop returns, as by JAX's random numbers with a constant key",
    becomes: "constants behind barriers",
    why: "IREE computes the tensor once, when the program is loaded, and frees it behind the loop or \
          branch; what reads it later gets other values, or stops with \"transient buffer has not been \
          committed\".",
    versions: Versions::ALL,
    example: include_str!("examples/computed-constants.mlir"),
    action: Program(hide_constants),
};

/// Gives barriers to constants from which alone computed tensors follow that loops and branches pass on.
fn hide_constants(root: OperationRef<'_, '_>, changes: &ChangeLog) -> Result<(), Failed> {
    let computed = find_computed(root);
    let mut hidden = vec![];
    let mut users = FxHashSet::default();
    let mut pending = find_passed(root);
    while let Some(operation) = pending.pop() {
        if is_constant(operation) {
            hidden.push(operation);
        } else if computed.contains(&ir::address(operation)) {
            ir::visit_ops(operation, |nested| {
                if users.insert(ir::address(nested)) {
                    pending.extend(nested.operands().filter_map(ir::defining_op));
                }
            });
        }
    }
    if users.is_empty() {
        return Ok(());
    }
    ir::with_context(root, |context| {
        let mut emitter = create_emitter(context, root)?;
        let mut seen = FxHashSet::default();
        hidden.retain(|&constant| seen.insert(ir::address(constant)));
        for constant in hidden {
            let (Some(value), Some(next)) = (ir::result(constant, 0), constant.next_in_block())
            else {
                continue;
            };
            let mut uses = ir::users(value);
            uses.retain(|(user, _)| users.contains(&ir::address(*user)));
            if uses.is_empty() {
                continue;
            }
            let barrier = emit_at(&mut emitter, next, |emitter| {
                emitter.emit_barrier(value, &[])
            });
            for (user, index) in uses {
                ir::set_operand(user, index, barrier);
            }
            changes.add(ChangeKind::Rewritten, constant);
        }
        Ok(())
    })
}

/// Returns the ops whose results loops and branches pass on: those that loops begin with, and those that
/// blocks of loops and branches end with.
fn find_passed<'c: 'a, 'a>(root: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut passed = vec![];
    for control in ir::find_ops(root, is_control) {
        let blocks = control.regions().filter_map(|region| region.first_block());
        let ends = blocks.filter_map(|block| block.terminator());
        for user in ends.chain([control]) {
            let definitions = user.operands().filter_map(ir::defining_op);
            passed.extend(definitions.filter(|&operation| !is_constant(operation)));
        }
    }
    passed
}

/// Returns the addresses of ops without effects that depend on constants alone.
fn find_computed(root: OperationRef<'_, '_>) -> FxHashSet<usize> {
    let mut computed = FxHashSet::default();
    ir::visit_reachable_ops(root, |operation| {
        let name = ir::name_str(operation.name()).unwrap_or_default();
        let is_pure = name.starts_with(stablehlo::PREFIX) && ir::is_removable(operation);
        if !is_pure || name == stablehlo::OPTIMIZATION_BARRIER || operation.operand_count() == 0 {
            return;
        }
        let mut own = FxHashSet::default();
        let mut is_computed = true;
        let mut check = |nested: OperationRef<'_, '_>| {
            is_computed = is_computed
                && nested.operands().all(|operand| {
                    let definition = match ir::owner(operand) {
                        Some(block) => block.parent_operation(),
                        None => ir::defining_op(operand),
                    };
                    definition.is_some_and(|definition| {
                        let address = ir::address(definition);
                        let is_own = own.contains(&address);
                        is_own || is_constant(definition) || computed.contains(&address)
                    })
                });
            own.insert(ir::address(nested));
        };
        match operation.region_count() {
            0 => check(operation),
            _ => ir::visit_ops(operation, check),
        }
        if is_computed {
            computed.insert(ir::address(operation));
        }
    });
    computed
}

/// Returns whether an op is a constant tensor.
fn is_constant(operation: OperationRef<'_, '_>) -> bool {
    let is_named = matches!(
        ir::name_str(operation.name()),
        Some("arith.constant" | stablehlo::CONSTANT)
    );
    is_named && ir::result(operation, 0).is_some_and(|value| value.r#type().is_ranked_tensor())
}
