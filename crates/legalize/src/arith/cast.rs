//! Conversions of integers to integers of another width, and bitcasts.

use crate::{
    analysis::{IntegerValues, integer_bits},
    conversion::OpOutcome,
    dialect::stablehlo,
    elementwise::emit_elementwise,
    ir,
    legalizer::Legalizer,
    refusal::Refusal,
    symbol::integer::Signedness::{self, Signed, Unsigned},
};
use melior::ir::{OperationRef, Value, ValueLike};

fn emit_cast<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    signedness: Signedness,
) -> Option<Vec<Value<'c, 'a>>> {
    let operand = legalizer.operand(operation, 0)?;
    let bits = integer_bits(legalizer.result_type(operation)?)?;
    Some(vec![legalizer.convert(operand, bits, signedness)])
}

pub(super) fn emit_signed<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    emit_cast(legalizer, operation, Signed)
}

pub(super) fn emit_unsigned<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    emit_cast(legalizer, operation, Unsigned)
}

pub(super) fn read_bitcast<'c, 'a>(
    _values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    if let (Some(operand), Some(result)) = (ir::operand(operation, 0), ir::result(operation, 0))
        && operand.r#type() == result.r#type()
    {
        return Ok(OpOutcome::Same(operand));
    }
    Ok(OpOutcome::Emitted)
}

pub(super) fn emit_bitcast<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    emit_elementwise(legalizer, operation, stablehlo::BITCAST_CONVERT)
}
