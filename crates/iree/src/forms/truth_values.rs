//! Sums of truth values.
//!
//! StableHLO's sum of truth values is true if one of them is. IREE adds integers of one bit.

use crate::{ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "sums-of-truth-values",
    ops: &[stablehlo::ADD],
    when: "of truth values, also as the reducer of another op, and on static shapes",
    becomes: "an `or`",
    why: "IREE adds integers of one bit, so that the sum of two true values is false.",
    action: Replace(replace),
};

fn replace<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let result = ir::result(operation, 0)?;
    require(integer_of(result)?.width() == 1)?;
    let operands = operation.operands().collect::<Vec<_>>();
    let attributes = ir::named_attributes(operation);
    Some(emitter.emit(stablehlo::OR, &operands, &attributes, result.r#type()))
}
