//! Conversions of integers to integers of another width, and bitcasts.

use super::{emit_elementwise, read_integers};
use crate::{
    ir,
    legalize::{
        legalizer::Legalizer,
        meaning::{Meaning, Meanings, integer_bits},
        number::Signedness::{self, Signed, Unsigned},
        table::{Reading, Refusal},
    },
};
use melior::ir::{OperationRef, Value, ValueLike};

fn read_cast<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    signedness: Signedness,
) -> Result<Reading<'c, 'a>, Refusal> {
    let result = ir::result(operation, 0);
    let Some(bits) = result.and_then(|result| integer_bits(result.r#type())) else {
        return Ok(Reading::Emitted);
    };
    read_integers(meanings, operation, |numbers, parts| {
        numbers.convert(parts[0], bits, signedness)
    })
}

pub(super) fn read_signed<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    read_cast(meanings, operation, Signed)
}

pub(super) fn read_unsigned<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    read_cast(meanings, operation, Unsigned)
}

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
    _meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    if let (Some(operand), Some(result)) = (ir::operand(operation, 0), ir::result(operation, 0))
        && operand.r#type() == result.r#type()
    {
        return Ok(Reading::Means(vec![Meaning::Same(operand)]));
    }
    Ok(Reading::Emitted)
}

pub(super) fn emit_bitcast<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    emit_elementwise(legalizer, operation, "stablehlo.bitcast_convert")
}
