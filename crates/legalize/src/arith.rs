//! `arith`: integers are emitted where they are needed; other ops are emitted in place.

mod cast;
mod float;
use super::{
    elementwise::emit_elementwise,
    known::{read_emitted, read_known},
    legalizer::Legalizer,
    resource,
};
use crate::{
    analysis::IntegerValues,
    conversion::{
        ConversionForm::{Custom, Elementwise},
        OpConversion, OpOutcome,
    },
    dialect::{arith, stablehlo},
    ir,
    refusal::Refusal,
    symbol::integer::Integer,
};
use cast::{emit_bitcast, emit_signed, emit_unsigned, read_bitcast};
use melior::ir::{OperationRef, Value, operation::OperationLike};

/// The rows of `arith`, except those that the analysis knows as functions of integers.
pub const ROWS: &[OpConversion] = &[
    OpConversion::new(arith::CONSTANT, Custom(read_constant, emit_constant)),
    OpConversion::new(
        arith::SELECT,
        Custom(read_known, |legalizer, op| {
            emit_elementwise(legalizer, op, stablehlo::SELECT)
        }),
    ),
    OpConversion::new(arith::INDEX_CAST, Custom(read_known, emit_signed)),
    OpConversion::new(arith::INDEX_CASTUI, Custom(read_known, emit_unsigned)),
    OpConversion::new(arith::EXTSI, Custom(read_known, emit_signed)),
    OpConversion::new(arith::EXTUI, Custom(read_known, emit_unsigned)),
    OpConversion::new(arith::TRUNCI, Custom(read_known, emit_signed)),
    OpConversion::new(
        arith::SITOFP,
        Custom(read_emitted, float::emit_signed_to_float),
    ),
    OpConversion::new(
        arith::UITOFP,
        Custom(read_emitted, float::emit_unsigned_to_float),
    ),
    OpConversion::new(
        arith::FPTOSI,
        Custom(read_known, float::emit_float_to_signed),
    ),
    OpConversion::new(
        arith::FPTOUI,
        Custom(read_known, float::emit_float_to_unsigned),
    ),
    OpConversion::new(arith::EXTF, Elementwise(stablehlo::CONVERT)),
    OpConversion::new(arith::TRUNCF, Elementwise(stablehlo::CONVERT)),
    OpConversion::new(arith::BITCAST, Custom(read_bitcast, emit_bitcast)),
    OpConversion::new(arith::ADDF, Elementwise(stablehlo::ADD)),
    OpConversion::new(arith::SUBF, Elementwise(stablehlo::SUBTRACT)),
    OpConversion::new(arith::MULF, Elementwise(stablehlo::MULTIPLY)),
    OpConversion::new(arith::DIVF, Elementwise(stablehlo::DIVIDE)),
    OpConversion::new(arith::REMF, Elementwise(stablehlo::REMAINDER)),
    OpConversion::new(arith::MAXIMUMF, Elementwise(stablehlo::MAXIMUM)),
    OpConversion::new(arith::MINIMUMF, Elementwise(stablehlo::MINIMUM)),
    OpConversion::new(
        arith::MAXNUMF,
        Custom(read_emitted, |legalizer, op| {
            float::emit_without_nan(legalizer, op, stablehlo::MAXIMUM)
        }),
    ),
    OpConversion::new(
        arith::MINNUMF,
        Custom(read_emitted, |legalizer, op| {
            float::emit_without_nan(legalizer, op, stablehlo::MINIMUM)
        }),
    ),
    OpConversion::new(arith::NEGF, Elementwise(stablehlo::NEGATE)),
    OpConversion::new(
        arith::CMPF,
        Custom(read_emitted, float::emit_compare_floats),
    ),
];

fn read_constant<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let Some(value) = ir::result(operation, 0) else {
        return Ok(OpOutcome::Emitted);
    };
    if let Ok(elements) = operation.attribute("value") {
        resource::check(elements)?;
    }
    let constants = values.number(value).map(|number| [number].into());
    let constants = constants.or_else(|| values.row(value));
    let is_constant = |&id: &Integer| values.integers.value(id).is_some();
    match constants {
        Some(row) if row.iter().all(is_constant) => Ok(OpOutcome::Known),
        _ => Ok(OpOutcome::Emitted),
    }
}

fn emit_constant<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let value = operation.attribute("value").ok()?;
    let r#type = legalizer.result_type(operation)?;
    Some(vec![legalizer.constant(value, r#type)?])
}
