//! `stablehlo.dynamic_reshape`, which becomes `tensor.reshape`.

use super::{
    result_type,
    row::{Action::Replace, Row, Versions},
};
use crate::{
    dialect::stablehlo,
    ir::{self, Emitter},
};
use melior::ir::{OperationRef, Value};

/// Reshapes to computed sizes.
pub(super) static ROW: Row = Row {
    name: "dynamic-reshapes",
    ops: &[stablehlo::DYNAMIC_RESHAPE],
    when: "all",
    becomes: "`tensor.reshape`",
    why: "IREE has no form of it (its pull request 24940, still open, adds one).",
    versions: Versions::ALL,
    example: include_str!("examples/dynamic-reshapes.mlir"),
    action: Replace(rewrite),
};

fn rewrite<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let operands = [ir::operand(operation, 0)?, ir::operand(operation, 1)?];
    let r#type = result_type(operation)?.into();
    Some(emitter.emit_named("tensor.reshape", &operands, &[], r#type))
}
