//! Reductions that compute in another element type than that of their operands.

use crate::{build::*, prelude::*};

/// Reductions that widen elements.
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
    example: include_str!("../examples/promoted-elements.mlir"),
    action: Change(convert),
};

/// Converts the operands to the elements of the results that are computed from them; returns whether any differ.
fn convert<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> bool {
    let count = operation.result_count();
    let elements = operation.results().map(|it| ir::element_type(it.r#type()));
    let elements = elements.collect::<Vec<_>>();
    // A scatter has its indices between the tensors and the updates.
    let is_index = |index: usize| ir::is_named(operation, stablehlo::SCATTER) && index == count;
    let mut is_changed = false;
    let mut position = 0;
    for (index, operand) in operation
        .operands()
        .collect::<Vec<_>>()
        .into_iter()
        .enumerate()
    {
        if is_index(index) {
            continue;
        }
        let element = elements.get(position % count).copied().flatten();
        position += 1;
        if let Some(converted) = element.and_then(|element| {
            emit_at(emitter, operation, |emitter| {
                emit_promoted(emitter, operand, element)
            })
        }) {
            ir::set_operand(operation, index, converted);
            is_changed = true;
        }
    }
    is_changed
}

/// Emits a tensor with elements of another type; `None` if it has them.
fn emit_promoted<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
    element: Type<'c>,
) -> Option<Value<'c, 'a>> {
    let r#type = ir::with_element_type(value.r#type(), element)?;
    (r#type != value.r#type()).then(|| emitter.emit_pure(stablehlo::CONVERT, &[value], &[], r#type))
}
