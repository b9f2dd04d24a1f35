//! Fills that are used after a loop.
//!
//! IREE may overwrite a tensor that was filled before a loop while the loop runs. So each use after
//! the loop gets a new fill.

use crate::dialect::scf;
use crate::{build::*, ops::*, prelude::*};

/// Loops over tensors of unknown size.
pub static ROW: Row = Row {
    name: "refilled-tensors",
    ops: &[scf::FOR, scf::WHILE, stablehlo::WHILE],
    when: "loops over tensors of unknown size, after which a tensor is used that is filled \
           before",
    becomes: "a tensor that is filled after the loop",
    why: "IREE writes to the memory of the first one while the loop runs.",
    example: include_str!("../examples/refilled-tensors.mlir"),
    action: Change(fill_again),
};

/// Fills tensors again for their uses after a loop over tensors of unknown size; returns whether
/// there are any.
fn fill_again<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> bool {
    operation.results().any(|result| is_dynamic(result.into()))
        && emit_at(emitter, operation, |emitter| {
            replace_fills(emitter, operation)
        })
}

fn replace_fills<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> bool {
    let mut fills = FxHashMap::default();
    let mut next = operation.block().and_then(|block| block.first_operation());
    while let Some(earlier) = next.filter(|&it| ir::address(it) != ir::address(operation)) {
        next = earlier.next_in_block();
        if is_fill(earlier)
            && let Some(value) = ir::result(earlier, 0)
        {
            fills.insert(ir::ValueKey::new(value), (earlier, None));
        }
    }
    let mut is_changed = false;
    let mut next = operation.next_in_block().filter(|_| !fills.is_empty());
    while let Some(later) = next {
        next = later.next_in_block();
        ir::visit_ops(later, |user| {
            for (index, operand) in user.operands().enumerate() {
                let Some((fill, again)) = fills.get_mut(&ir::ValueKey::new(operand)) else {
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
    is_changed
}

/// Emits the same fill again. Because of the barrier, which is not that of another row, `cse` does not merge the two.
fn emit_again<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    fill: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let result = ir::result(fill, 0)?;
    let scalar = ir::operand(fill, 0)?;
    let scalar = emitter.emit_barrier(scalar, &[scalar]);
    let mapping = ir::DimMapping::new(emitter.context(), &[]);
    Some(emitter.emit_broadcast(scalar, mapping, ir::operand(fill, 1), result.r#type()))
}
