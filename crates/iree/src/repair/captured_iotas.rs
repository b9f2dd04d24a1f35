//! Tensors that depend on no other tensor, and that branches or loops read.
//!
//! IREE computes such a tensor again in each group of kernels that reads it. If there are several
//! groups, no group computes it for the branch or loop. So it gets an operand behind a barrier.

use crate::{build::*, ops::*, prelude::*, repair::copies::emit_chosen};

pub static ROW: Row = Row {
    name: "captured-iotas",
    ops: &[stablehlo::DYNAMIC_BROADCAST_IN_DIM, stablehlo::DYNAMIC_IOTA],
    when: "iotas of unknown size from which a branch or loop behind them reads something, and \
           filled tensors that are read there and elsewhere",
    becomes: "a choice between the iota and a fill by a true that is behind a barrier, or a fill; the \
           scalars of fills are behind barriers",
    why: "IREE computes such tensors again in each group of kernels, but not for the branch or \
           loop, and ends with \"streamable op expected to be in an execution region\".",
    action: Program(give_operands),
};

/// Gives an operand to each iota or fill that a branch or loop in or below `root` reads.
fn give_operands(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    let captured = find_captured(root).into_iter();
    let captured = captured.map(|operation| (operation, ())).collect();
    change_found(root, captured, changes, |emitter, operation, ()| {
        give_operand(emitter, operation)
    })
}

/// Returns the iotas from which values are computed that another block uses, and such fills that another block uses as
/// well as their own. Other kernels than these compute the elements of a fill themselves.
fn find_captured<'a>(root: OpRef<'a>) -> Vec<OpRef<'a>> {
    let mut seen = FxHashSet::default();
    let mut used_beside = FxHashSet::default();
    let mut captured = vec![];
    let mut next = vec![];
    ir::visit_reachable_ops(root, |user| {
        for operand in user.operands() {
            let Some(definition) = ir::defining_op(operand) else {
                continue;
            };
            let is_beside = definition.block() == user.block();
            if is_beside {
                used_beside.insert(ir::address(definition));
            }
            if !is_beside && seen.insert(ir::address(definition)) {
                next.push(definition);
                let is_open = is_fill(definition) && !is_behind_barrier(definition);
                captured.extend(is_open.then_some(definition));
            }
        }
    });
    captured.retain(|&fill| used_beside.contains(&ir::address(fill)));
    while let Some(operation) = next.pop() {
        match ir::name_str(operation.name()) {
            Some(stablehlo::DYNAMIC_IOTA) => captured.push(operation),
            _ if is_size(operation) => {}
            Some(stablehlo::SELECT) if is_behind_barrier(operation) => {}
            _ => {
                let definitions = operation.operands().filter_map(ir::defining_op);
                next.extend(definitions.filter(|&it| seen.insert(ir::address(it))));
            }
        }
    }
    captured.retain(|&operation| has_dynamic_result(operation));
    captured
}

/// Returns whether an op's first operand is behind a barrier.
fn is_behind_barrier(operation: OpRef<'_>) -> bool {
    let operand = ir::operand(operation, 0);
    operand.is_some_and(|it| ir::defined_by(it, stablehlo::OPTIMIZATION_BARRIER).is_some())
}

/// Makes an iota or a fill depend on a number behind a barrier; `None` if it cannot.
fn give_operand<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    if is_fill(operation) {
        return replace_operand(emitter, operation, 0, |emitter, scalar| {
            Some(emitter.emit_barrier(scalar, &[]))
        });
    }
    let shape = ir::operand(operation, 0);
    let iota = ir::result(operation, 0)?;
    let next = operation.next_in_block()?;
    let chosen = emit_at(emitter, next, |it| emit_chosen(it, iota, shape))?;
    ir::replace_uses(iota, chosen);
    ir::set_operand(ir::defining_op(chosen)?, 1, iota);
    Some(())
}
