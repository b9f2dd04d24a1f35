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
    action: Change(separate),
};

/// Gives tensors of a loop starts of their own; `None` if they have them.
fn separate<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    require(has_one_iteration(operation))?;
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
fn has_one_iteration(operation: OpRef<'_>) -> bool {
    let numbers = || {
        let counter = ir::counter_of(operation)?;
        let start = ir::constant_integer(ir::operand(operation, counter.number)?)?;
        let next = start.checked_add(ir::constant_integer(counter.step)?)?;
        let limit = ir::constant_integer(counter.limit)?;
        Some(start < limit && limit <= next)
    };
    numbers() == Some(true)
}
