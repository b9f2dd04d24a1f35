//! `stablehlo.dynamic_reshape`, which becomes `tensor.reshape`.

use super::result_type;
use crate::ir::{self, Emitter};
use melior::ir::{OperationRef, Value};

pub(super) fn rewrite<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let operands = [ir::operand(operation, 0)?, ir::operand(operation, 1)?];
    let r#type = result_type(operation)?.into();
    Some(emitter.emit_named("tensor.reshape", &operands, &[], r#type))
}
