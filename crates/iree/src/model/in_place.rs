//! Which ops change a tensor in place, and which tensors have memory of their own.

use crate::{ops::*, prelude::*};

/// Returns whether IREE gives a result of an op the memory of an operand.
pub fn works_in_place(operation: OpRef<'_>) -> bool {
    const IN_PLACE: [&str; 5] = [
        stablehlo::DYNAMIC_UPDATE_SLICE,
        stablehlo::SCATTER,
        stablehlo::SORT,
        TOP_K,
        tensor::INSERT_SLICE,
    ];
    is_any_of(operation, &IN_PLACE)
}

/// Returns whether each use of a tensor has memory of its own in IREE: it is empty, a constant, or filled with a
/// constant.
pub fn is_new(value: Value<'_>) -> bool {
    ir::constant(value).is_some()
        || ir::defining_op(value).is_some_and(|definition| {
            let is_constant = || {
                let scalar = ir::operand(definition, 0).and_then(ir::constant);
                is_fill(definition) && scalar.is_some()
            };
            ir::is_named(definition, tensor::EMPTY) || is_constant()
        })
}

/// Returns whether IREE may give a result of an op the memory of this operand. A function that is called may contain an
/// op that does.
pub fn changes(operation: OpRef<'_>, operand: usize) -> bool {
    match ir::name_str(operation.name()) {
        Some(tensor::INSERT_SLICE) => operand == 1,
        Some(stablehlo::DYNAMIC_UPDATE_SLICE) => operand == 0,
        Some(stablehlo::SCATTER) => operand < operation.operand_count() / 2,
        // It writes into the last two.
        Some(TOP_K) => operand + 2 >= operation.operand_count(),
        _ => ir::is_call(operation) || works_in_place(operation),
    }
}

/// Returns whether a value is a copy that [`emit_own_copy`] has emitted: it chooses between a tensor and a fill by a
/// number behind a barrier.
pub fn is_own_copy(value: Value<'_>) -> bool {
    let is_copy = || {
        let choice = ir::defined_by(value, stablehlo::SELECT)?;
        let truth = ir::defining_op(ir::operand(choice, 0)?)?;
        let is_hidden = match ir::name_str(truth.name())? {
            tensor::FROM_ELEMENTS => {
                let comparison = ir::defined_by(ir::operand(truth, 0)?, arith::CMPI)?;
                ir::defined_by(ir::operand(comparison, 0)?, BARRIER).is_some()
            }
            name => name == stablehlo::OPTIMIZATION_BARRIER,
        };
        Some(is_hidden && ir::defining_op(ir::operand(choice, 2)?).is_some_and(is_fill))
    };
    is_copy() == Some(true)
}
