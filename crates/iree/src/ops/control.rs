//! Loops and branches.

use crate::dialect::scf;
use crate::prelude::*;

/// The loops and branches of StableHLO and `scf`.
pub const CONTROL: [&str; 7] = [
    scf::FOR,
    scf::IF,
    scf::INDEX_SWITCH,
    scf::WHILE,
    stablehlo::CASE,
    stablehlo::IF,
    stablehlo::WHILE,
];

/// Those that are branches.
pub const BRANCHES: [&str; 4] = [scf::IF, scf::INDEX_SWITCH, stablehlo::CASE, stablehlo::IF];

/// Returns whether an op is a loop or a branch.
pub fn is_control(operation: OperationRef<'_, '_>) -> bool {
    ir::name_str(operation.name()).is_some_and(|name| CONTROL.contains(&name))
}

/// Returns whether an op is a loop.
pub fn is_loop(operation: OperationRef<'_, '_>) -> bool {
    let is_branch = |name| BRANCHES.contains(&name);
    is_control(operation) && !ir::name_str(operation.name()).is_some_and(is_branch)
}

/// Returns the ops around an op, from the inside.
pub fn parents<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    std::iter::successors(operation.parent_operation(), |op| op.parent_operation())
}
