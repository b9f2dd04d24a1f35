//! Tensors that are computed from constants alone, and that a loop begins with or an iteration or a branch
//! returns.
//!
//! IREE computes such a tensor once, when the program is loaded, and keeps it for all calls. But it frees
//! what loops carry and branches return after the last use, so the next loop or the next call reads memory
//! that holds other values by then. With barriers on the constants, each call computes the tensor again.

use crate::{build::*, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "computed-constants",
    ops: &[arith::CONSTANT, stablehlo::CONSTANT],
    when: "from which alone a tensor is computed that a loop begins with, or that a branch or the body of a \
           loop returns, as by JAX's random numbers with a constant key",
    becomes: "constants behind barriers",
    why: "IREE computes the tensor once, when the program is loaded, but frees it after the loop or branch: \
          what reads it later gets other values, or stops with \"transient buffer has not been committed\".",
    action: Program(hide_constants),
};

/// Hides the constants behind barriers, but only from what is computed from constants alone for loops and
/// branches.
fn hide_constants(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    let computed = find_computed(root);
    let mut hidden = vec![];
    let mut seen = FxHashSet::default();
    let mut users = FxHashSet::default();
    let mut pending = find_passed(root);
    while let Some(operation) = pending.pop() {
        let address = ir::address(operation);
        if is_constant(operation) {
            hidden.extend(seen.insert(address).then_some((operation, ())));
        } else if computed.contains(&address) {
            ir::visit_ops(operation, |nested| {
                if users.insert(ir::address(nested)) {
                    pending.extend(nested.operands().filter_map(ir::defining_op));
                }
            });
        }
    }
    change_found(root, hidden, changes, |emitter, constant, ()| {
        let (value, next) = (ir::result(constant, 0)?, constant.next_in_block()?);
        let uses = ir::users(value);
        let barrier = emit_at(emitter, next, |emitter| emitter.emit_barrier(value, &[]));
        for (user, index) in uses {
            if users.contains(&ir::address(user)) {
                ir::set_operand(user, index, barrier);
            }
        }
        Some(())
    })
}

/// Returns the ops, other than constants, that compute the operands of loops and branches and what the blocks
/// of these return. Unlike [`passed`], this includes the only value of a branch.
fn find_passed<'a>(root: OpRef<'a>) -> Vec<OpRef<'a>> {
    let mut passed = vec![];
    for control in ir::find_ops(root, is_control) {
        let blocks = blocks_in(control).into_iter();
        let ends = blocks.filter_map(|block| block.terminator());
        for user in ends.chain([control]) {
            let definitions = user.operands().filter_map(ir::defining_op);
            passed.extend(definitions.filter(|&operation| !is_constant(operation)));
        }
    }
    passed
}

/// Returns the addresses of the ops that have no effects, and whose results depend on constants only.
fn find_computed(root: OpRef<'_>) -> FxHashSet<usize> {
    let mut computed = FxHashSet::default();
    ir::visit_reachable_ops(root, |operation| {
        if !is_pure(operation) || is_barrier(operation) || operation.operand_count() == 0 {
            return;
        }
        let mut own = FxHashSet::default();
        let mut is_computed = true;
        let mut check = |nested: OpRef<'_>| {
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
