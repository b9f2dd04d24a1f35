//! Counted loops around other loops and branches.

use crate::{build::*, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "counted-loops",
    ops: &[stablehlo::WHILE],
    when: "a counted loop around a loop or branch that passes on tensors of unknown size, as in \
           JAX's `scan`",
    becomes: "a loop that compares a barrier of its counter",
    why: "IREE makes it an `scf.for` (`extractForBounds` in `LegalizeControlFlow.cpp`), in \
           which it does not find the sizes of the tensors that the inner op passes on.",
    action: Change(hide_counter),
};

/// Compares a barrier of a loop's counter, so that IREE takes the loop for one without a counter;
/// `None` if it has none, or no inner op that needs this.
fn hide_counter<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let comparison = ir::comparison_of_counter(operation)?;
    let mut has_inner = false;
    ir::visit_ops(operation, |inner| {
        has_inner |= inner != operation && is_control(inner) && has_dynamic_result(inner);
    });
    replace_operand(emitter, comparison, 0, |emitter, counter| {
        has_inner.then(|| emitter.emit_barrier(counter, &[]))
    })
}
