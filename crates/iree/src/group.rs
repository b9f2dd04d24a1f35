//! Ops that IREE fuses into one loop.

use super::{broadcast::is_broadcast, is_dynamic};
use crate::{
    dialect::{self, stablehlo},
    ir,
};
use melior::ir::{OperationRef, operation::OperationLike};

/// Returns whether an op is elementwise. A scalar operand counts for all elements.
pub(super) fn is_elementwise(operation: OperationRef<'_, '_>) -> bool {
    // They may take scalars beside tensors, so they do not have the trait.
    const OTHERS: [&str; 2] = [stablehlo::CLAMP, stablehlo::SELECT];
    ir::name_str(operation.name()).is_some_and(|name| OTHERS.contains(&name))
        || dialect::is_elementwise(operation)
}

/// Returns whether IREE fuses an op with the elementwise ops and broadcasts that compute its operands, of
/// which one has an unknown size.
pub(super) fn is_in_group(operation: OperationRef<'_, '_>) -> bool {
    (is_elementwise(operation) || is_broadcast(operation))
        && operation.operands().any(is_dynamic)
        && operation.result_count() == 1
}

/// Returns whether an op reduces one tensor.
pub(super) fn is_reduction(operation: OperationRef<'_, '_>) -> bool {
    ir::name_str(operation.name()) == Some(stablehlo::REDUCE)
        && operation.operand_count() == 2
        && operation.result_count() == 1
}
