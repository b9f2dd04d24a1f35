//! Groups of ops that IREE computes in one loop over their elements.

use super::is_dynamic;
use crate::{
    dialect::{self, stablehlo},
    ir,
};
use melior::ir::{OperationRef, operation::OperationLike};

/// Returns whether IREE computes an op on tensors of unknown size in one loop with the ops of this kind
/// in front of it: an elementwise op, or a broadcast.
pub(super) fn is_in_group(operation: OperationRef<'_, '_>) -> bool {
    // `clamp` and `select` may also take scalars, and so are not among the elementwise ops.
    const OTHERS: [&str; 4] = [
        stablehlo::BROADCAST_IN_DIM,
        stablehlo::DYNAMIC_BROADCAST_IN_DIM,
        stablehlo::CLAMP,
        stablehlo::SELECT,
    ];
    let is_elementwise = ir::name_str(operation.name()).is_some_and(|name| OTHERS.contains(&name))
        || dialect::is_elementwise(operation);
    is_elementwise && operation.operands().any(is_dynamic) && operation.result_count() == 1
}

/// Returns whether an op reduces one tensor.
pub(super) fn is_reduction(operation: OperationRef<'_, '_>) -> bool {
    ir::name_str(operation.name()) == Some(stablehlo::REDUCE)
        && operation.operand_count() == 2
        && operation.result_count() == 1
}
