//! Ops that IREE compiles in no form.

use super::{
    is_about,
    row::{Action::Refuse, IreeVersion, Row, Versions},
    sharding::is_only_sharding,
};
use crate::{
    diagnostic::{Failed, emit_op_error},
    ir,
};
use melior::ir::{OperationRef, operation::OperationLike};

/// The rows that reject what the other rows leave.
pub(super) const ROWS: &[&Row] = &[];

/// Ops of Shardy that are more than shardings.
pub(super) static SHARDY: Row = Row {
    name: "shardy-computations",
    ops: &["sdy.*"],
    when: "it computes on the parts of data that devices have, and IREE compiles for one \
           device",
    becomes: "export the program without Shardy",
    why: "IREE does not know the dialect.",
    versions: Versions::ALL,
    example: include_str!("examples/shardy-computations.mlir"),
    action: Refuse(is_computation),
};

/// Emits an error on each op in and below `root` that a row refuses.
pub(super) fn refuse(
    root: OperationRef<'_, '_>,
    row: &Row,
    is_refused: for<'c, 'a> fn(OperationRef<'c, 'a>) -> bool,
    version: IreeVersion,
) -> Result<(), Failed> {
    let ops = ir::find_ops(root, |operation| {
        is_about(row, operation) && is_refused(operation)
    });
    for &operation in &ops {
        let (when, advice) = (row.when, row.becomes);
        let message = format!("cannot be compiled by IREE {version}: {when}; {advice}");
        emit_op_error(operation, &message, &[]);
    }
    match ops.is_empty() {
        true => Ok(()),
        false => Err(Failed),
    }
}

fn is_computation(operation: OperationRef<'_, '_>) -> bool {
    // Errors are those of the op around a terminator.
    ir::name_str(operation.name()) != Some("sdy.return") && !is_only_sharding(operation)
}
