//! Removes constants that nothing uses.

use crate::{analysis::applicable, ir, lower::rules::Rules};
use melior::ir::{OperationRef, operation::OperationLike};

/// Removes the ops in `root` that facts of a rule file call constants, and that nothing uses.
///
/// MLIR keeps them: it does not know that an op of an unregistered dialect has no effects.
pub fn remove(root: OperationRef<'_, '_>, rules: &Rules) {
    let table = rules.table().facts();
    if !table.iter().any(|facts| facts.is_constant) {
        return;
    }
    let is_root = |operation| ir::address(operation) == ir::address(root);
    let unused = ir::find_ops(root, |operation| {
        let alternatives = || table.get(ir::name_str(operation.name()).unwrap_or_default());
        !is_root(operation)
            && applicable(operation, alternatives()).is_some_and(|facts| facts.is_constant)
            && operation.operand_count() + operation.region_count() == 0
            && operation.result_count() > 0
            && ir::is_unused(operation)
    });
    for operation in unused {
        ir::erase(operation);
    }
}
