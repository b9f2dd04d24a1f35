//! Slices at computed positions, and updates.

pub mod empty;
pub mod whole;

use crate::{build::*, ops::*, prelude::*};

pub static UPDATES: Row = Row {
    name: "dynamic-updates",
    ops: &[stablehlo::DYNAMIC_UPDATE_SLICE],
    when: "of dynamic tensors",
    becomes: "`tensor.insert_slice` at the clamped start",
    why: "IREE rejects it.",
    action: Replace(rewrite_update),
};

/// Rewrites a `stablehlo.dynamic_update_slice` of a dynamic tensor to `tensor.insert_slice`.
fn rewrite_update<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let [operand, update] = first_operands(operation)?;
    let result_type = result_type(operation)?;
    let is_static = !is_dynamic(operand) && !is_dynamic(update);
    let has_all_types = operand.r#type() == result_type.into();
    require(!is_static && has_all_types)?;
    let insertion = Insertion::of_update(emitter, operation)?;
    emit_insert(emitter, &insertion)
}
