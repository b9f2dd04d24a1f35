//! Loops of one iteration.
//!
//! IREE replaces such a loop by its body. If several of the carried tensors start with the same value, it then computes them in
//! the memory of that value, so that one overwrites another.

use crate::{build::*, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "shared-starts",
    ops: &[stablehlo::WHILE],
    when: "with one iteration by constant numbers, if several tensors of unknown size start with the same value",
    becomes: "the same, where all but the first of these start with the value behind barriers",
    why: "IREE replaces the loop by its iteration, and computes one tensor in the memory of another one.",
    example: include_str!("../examples/shared-starts.mlir"),
    action: Change(separate),
};

/// Gives tensors of a loop starts of their own; `None` if they have them.
fn separate<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> Option<()> {
    has_one_iteration(operation).filter(|&has_one| has_one)?;
    let mut latest = FxHashMap::default();
    let mut is_changed = false;
    for number in 0..operation.operand_count() {
        let start = ir::operand(operation, number)?;
        if !is_dynamic(start) {
            continue;
        }
        // Barriers of the same value would be one op, so each is of the one before.
        let key = ValueKey::new(start);
        if let Some(&before) = latest.get(&key) {
            let own = emit_behind_barrier(emitter, before)?;
            ir::set_operand(operation, number, own);
            latest.insert(key, own);
            is_changed = true;
        } else {
            latest.insert(key, start);
        }
    }
    is_changed.then_some(())
}

/// Returns whether a loop counts from a constant number to another one in one step.
fn has_one_iteration(operation: OperationRef<'_, '_>) -> Option<bool> {
    let comparison = comparison_of_counter(operation)?;
    let [counter, limit] = [0, 1].map(|number| ir::operand(comparison, number));
    let arguments = ir::block_arguments(block_in(operation, 0)?);
    let index = arguments.iter().position(|&it| Some(it) == counter)?;
    let body = block_in(operation, 1)?;
    let sum = ir::defined_by(ir::operand(body.terminator()?, index)?, stablehlo::ADD)?;
    let number = ir::constant_integer;
    let start = number(ir::operand(operation, index)?)?;
    let [limit, step] = [limit?, ir::operand(sum, 1)?].map(number);
    let is_counter = ir::operand(sum, 0) == ir::block_arguments(body).get(index).copied();
    let is_below = ir::comparison_direction(comparison)? == Direction::Lt;
    let (limit, step) = (limit?, step?);
    Some(is_counter && is_below && start < limit && start.checked_add(step)? >= limit)
}
