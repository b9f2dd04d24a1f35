//! Fills that are used after a loop.
//!
//! IREE may overwrite a tensor that was filled before a loop while the loop runs. So each use after
//! the loop gets a new fill.

use crate::{build::*, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "refilled-tensors",
    ops: &[scf::FOR, scf::WHILE, stablehlo::WHILE],
    when: "loops over tensors of unknown size, after which a tensor is used that is filled \
           before",
    becomes: "a tensor that is filled after the loop",
    why: "IREE writes to the memory of the first one while the loop runs.",
    action: Change(fill_again),
};

/// Fills tensors again for their uses after a loop over tensors of unknown size; `None` if there are
/// none.
fn fill_again<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    if !has_dynamic_result(operation) {
        return None;
    }
    let mut fills = FxHashMap::default();
    let all = operation.block().into_iter().flat_map(ir::block_operations);
    for fill in all
        .take_while(|&it| it != operation)
        .filter(|&it| is_fill(it))
    {
        let value = ir::result(fill, 0).map(ValueKey::new);
        fills.extend(value.map(|value| (value, (fill, None))));
    }
    let mut is_changed = false;
    let mut next = operation.next_in_block().filter(|_| !fills.is_empty());
    while let Some(later) = next {
        next = later.next_in_block();
        ir::visit_ops(later, |user| {
            for (index, operand) in user.operands().enumerate() {
                let Some((fill, again)) = fills.get_mut(&ValueKey::new(operand)) else {
                    continue;
                };
                if again.is_none() && emitter.set_anchor(later) {
                    *again = emit_again(emitter, *fill);
                }
                if let Some(again) = *again {
                    ir::set_operand(user, index, again);
                    is_changed = true;
                }
            }
        });
    }
    is_changed.then_some(())
}

/// Emits the same fill again. Because of the barrier, which is not that of another row, `cse` does not merge the two.
fn emit_again<'a>(emitter: &mut OpEmitter<'a>, fill: OpRef<'a>) -> Option<Value<'a>> {
    let result = ir::result(fill, 0)?;
    let scalar = ir::operand(fill, 0)?;
    let scalar = emitter.emit_barrier(scalar, &[scalar]);
    let shape = ir::operand(fill, 1);
    Some(emit_fill_of_shape(emitter, scalar, shape, result.r#type()))
}
