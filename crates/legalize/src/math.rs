//! `math`: elementwise functions of scalars and tensors.

use super::{
    arith::read_emitted,
    chlo::Narrow::{Kept, Widened},
    formula::{elementary, error},
    legalizer::Legalizer,
    table::{
        ConversionForm::{Computed, Custom, Elementwise},
        OpConversion,
    },
    types,
};
use crate::{dialect::stablehlo, ir, symbol::integer::Direction};
use melior::ir::{OperationRef, Type, TypeLike, Value, attribute::FloatAttribute};

/// The rows of `math`.
pub const ROWS: &[OpConversion] = &[
    OpConversion::new("math.absf", Elementwise(stablehlo::ABS)),
    OpConversion::new("math.cbrt", Elementwise(stablehlo::CBRT)),
    OpConversion::new("math.ceil", Elementwise(stablehlo::CEIL)),
    OpConversion::new("math.cos", Elementwise(stablehlo::COSINE)),
    OpConversion::new("math.exp", Elementwise(stablehlo::EXPONENTIAL)),
    OpConversion::new("math.expm1", Elementwise(stablehlo::EXPONENTIAL_MINUS_ONE)),
    OpConversion::new("math.floor", Elementwise(stablehlo::FLOOR)),
    OpConversion::new("math.log", Elementwise(stablehlo::LOG)),
    OpConversion::new("math.log1p", Elementwise(stablehlo::LOG_PLUS_ONE)),
    OpConversion::new("math.round", Elementwise(stablehlo::ROUND_NEAREST_AFZ)),
    OpConversion::new("math.roundeven", Elementwise(stablehlo::ROUND_NEAREST_EVEN)),
    OpConversion::new("math.rsqrt", Elementwise(stablehlo::RSQRT)),
    OpConversion::new("math.sin", Elementwise(stablehlo::SINE)),
    OpConversion::new("math.sqrt", Elementwise(stablehlo::SQRT)),
    OpConversion::new("math.tan", Elementwise(stablehlo::TAN)),
    OpConversion::new("math.tanh", Elementwise(stablehlo::TANH)),
    OpConversion::new("math.atan2", Elementwise(stablehlo::ATAN2)),
    OpConversion::new("math.powf", Elementwise(stablehlo::POWER)),
    OpConversion::new("math.acos", Computed(Kept, elementary::acos)),
    OpConversion::new("math.acosh", Computed(Kept, elementary::acosh)),
    OpConversion::new("math.asin", Computed(Kept, elementary::asin)),
    OpConversion::new("math.asinh", Computed(Kept, elementary::asinh)),
    OpConversion::new("math.atan", Computed(Kept, elementary::atan)),
    OpConversion::new("math.atanh", Computed(Kept, elementary::atanh)),
    OpConversion::new("math.cosh", Computed(Widened, elementary::cosh)),
    OpConversion::new("math.erf", Computed(Widened, error::erf)),
    OpConversion::new("math.erfc", Computed(Widened, error::erfc)),
    OpConversion::new("math.sinh", Computed(Widened, elementary::sinh)),
    OpConversion::new("math.absi", Elementwise(stablehlo::ABS)),
    OpConversion::new("math.ctpop", Elementwise(stablehlo::POPCNT)),
    OpConversion::new("math.ctlz", Elementwise(stablehlo::COUNT_LEADING_ZEROS)),
    OpConversion::new(
        "math.exp2",
        Custom(read_emitted, |legalizer, op| {
            emit_with_2(legalizer, op, true)
        }),
    ),
    OpConversion::new(
        "math.log2",
        Custom(read_emitted, |legalizer, op| {
            emit_with_2(legalizer, op, false)
        }),
    ),
];

/// Emits the power of 2 or the logarithm to base 2.
fn emit_with_2<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    is_power: bool,
) -> Option<Vec<Value<'c, 'a>>> {
    let operand = legalizer.operand(operation, 0)?;
    let r#type = legalizer.result_type(operation)?;
    if is_power {
        let two = two(legalizer, r#type, operation)?;
        let value = legalizer.op(stablehlo::POWER, &[two, operand], &[], r#type);
        return Some(vec![value]);
    }
    // The quotient of two logarithms is rounded, also where the result is a whole number.
    let wide = match types::element(r#type)?.is_f64() {
        true => r#type,
        false => legalizer.with_element(r#type, Type::float32(legalizer.context())),
    };
    let operand = legalizer.cast(operand, wide);
    let two = two(legalizer, wide, operation)?;
    let [a, b] = [operand, two].map(|value| legalizer.op(stablehlo::LOG, &[value], &[], wide));
    let quotient = legalizer.op(stablehlo::DIVIDE, &[a, b], &[], wide);
    let whole = legalizer.op(stablehlo::ROUND_NEAREST_EVEN, &[quotient], &[], wide);
    let power = legalizer.op(stablehlo::POWER, &[two, whole], &[], wide);
    let is_power = legalizer.compare(Direction::Eq, power, operand);
    let value = legalizer.op(stablehlo::SELECT, &[is_power, whole, quotient], &[], wide);
    Some(vec![legalizer.cast(value, r#type)])
}

/// Emits a tensor of 2s.
fn two<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    r#type: Type<'c>,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let two = FloatAttribute::new(legalizer.context(), types::element(r#type)?, 2.0);
    legalizer.splat(two.into(), r#type, ir::operand(operation, 0)?)
}
