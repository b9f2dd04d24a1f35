//! Emission of elementwise ops.

use super::legalizer::Legalizer;
use crate::symbol::integer::Algebra;
use melior::ir::{OperationRef, Value};

/// Emits the function of integers that an op applies to each element.
pub fn emit_function<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let function = legalizer.values.function(operation)?;
    let operands = legalizer.operands(operation);
    Some(vec![Algebra::apply(legalizer, function, &operands)])
}

/// Emits a StableHLO op on the same operands.
pub fn emit_elementwise<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    target: &'static str,
) -> Option<Vec<Value<'c, 'a>>> {
    let operands = legalizer.operands(operation);
    let r#type = legalizer.result_type(operation)?;
    Some(vec![legalizer.op(target, &operands, &[], r#type)])
}
