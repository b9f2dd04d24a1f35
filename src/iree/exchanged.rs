//! Values of static shape that loops exchange.
//!
//! IREE computes several values into one allocation, and frees it after the last use of all of them. So it
//! has to know in which allocations each carried value may be. It misses some if the value comes from another
//! carried one, of the same loop (`a, b = b, a`) or of a loop around it. Then it frees an allocation although
//! values in it are used after the loop. A copy has an allocation of its own. Tensors of unknown size are copied into rows anyway (see `carried.rs`).

use super::{
    carried::passed,
    emit_at,
    in_place::Choice,
    is_dynamic,
    row::{Action::Change, Row, Versions},
    shared::is_control,
};
use crate::{
    dialect::stablehlo,
    ir::{self, Emitter},
};
use melior::ir::{BlockLike, OperationRef, TypeLike, Value, ValueLike, operation::OperationLike};
use rustc_hash::FxHashMap;

/// Loops.
pub(super) static ROW: Row = Row {
    name: "exchanged-values",
    ops: &["scf.for", stablehlo::WHILE],
    when: "that pass on one of their values, or one of a loop around them, at another position, if it has a \
           static shape, as JAX's random numbers do with keys",
    becomes: "loops that pass on a copy: a choice between the value and zeros by a true behind a barrier",
    why: "IREE frees the allocation of the value although other values in it are used after the loop: these \
          are wrong, or the program stops with \"transient buffer has not been committed\".",
    versions: Versions::ALL,
    example: include_str!("examples/exchanged-values.mlir"),
    action: Change(copy_exchanged),
};

/// Makes a loop pass on copies of other carried values; returns whether it has changed.
fn copy_exchanged<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> bool {
    // Each iteration would wait for barriers in a loop.
    let mut outermost = operation;
    while let Some(parent) = outermost.parent_operation().filter(|&op| is_control(op)) {
        outermost = parent;
    }
    // By the address of the element type.
    let mut choices = FxHashMap::default();
    let mut is_changed = false;
    for passed in passed(operation).unwrap_or_default() {
        for &(user, index) in &passed.from {
            let value = ir::operand(user, index).filter(|&value| is_copied(value));
            let Some(value) = value.filter(|value| !passed.to.contains(value)) else {
                continue;
            };
            let element = ir::element_type(value.r#type()).map(|it| it.to_raw().ptr as usize);
            let choice = choices.entry(element).or_insert_with(|| {
                emit_at(emitter, outermost, |emitter| {
                    Choice::emit(emitter, value.r#type())
                })
            });
            let Some(choice) = choice else {
                continue;
            };
            let copy = emit_at(emitter, user, |emitter| {
                choice.emit_copy(emitter, value, None)
            });
            ir::set_operand(user, index, copy);
            is_changed = true;
        }
    }
    is_changed
}

/// Returns whether a value is a tensor of static shape that a loop carries.
fn is_copied(value: Value<'_, '_>) -> bool {
    let parent = ir::owner(value).and_then(|block| block.parent_operation());
    parent.is_some_and(is_control) && !is_dynamic(value) && value.r#type().is_ranked_tensor()
}
