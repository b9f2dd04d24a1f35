//! `stablehlo.dynamic_reshape`, which becomes `tensor.reshape`.

use super::result_type;
use crate::ir::Emitter;
use melior::ir::{OperationRef, Value, operation::OperationLike};

pub(super) fn rewrite<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let operands = [operation.operand(0).ok()?, operation.operand(1).ok()?];
    let r#type = result_type(operation)?.into();
    Some(emitter.emit_named("tensor.reshape", &operands, &[], r#type))
}
