//! Reductions that compute in another element type than that of their operands.

use crate::{build::*, prelude::*};

pub static ROW: Row = Row {
    name: "promoted-elements",
    ops: &[
        stablehlo::REDUCE,
        stablehlo::REDUCE_WINDOW,
        stablehlo::SCATTER,
    ],
    when: "that compute in another type than that of an operand's elements, as sums of `i8` in `i32`; also on static \
           shapes",
    becomes: "the op on converted operands",
    why: "IREE computes with the operand's elements as they are, and rejects the op that it makes.",
    action: Change(convert),
};

/// Converts the operands to the elements of the results that are computed from them; `None` if none differ.
fn convert<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let count = operation.result_count();
    // A scatter has its indices between the tensors and the updates.
    let is_scatter = ir::is_named(operation, stablehlo::SCATTER);
    let indices = (0..operation.operand_count()).filter(|&index| !is_scatter || index != count);
    change_each(indices.enumerate(), |(position, index)| {
        let element = ir::element_type(ir::result(operation, position % count)?.r#type())?;
        replace_operand(emitter, operation, index, |emitter, operand| {
            let r#type = ir::with_element_type(operand.r#type(), element)?;
            let differs = r#type != operand.r#type();
            differs.then(|| emitter.emit_pure(stablehlo::CONVERT, &[operand], &[], r#type))
        })
    })
}
