//! `math`: elementwise functions of scalars and tensors.

use super::{
    formula::{elementary, error},
    legalizer::Legalizer,
    types,
};
use crate::{
    conversion::{
        ConversionForm::{Computed, Custom, Elementwise},
        Narrow::{Kept, Widened},
        OpConversion,
    },
    dialect::{math, stablehlo},
    ir,
    known::read_emitted,
    symbol::integer::Direction,
};
use melior::ir::{OperationRef, Type, TypeLike, Value, attribute::FloatAttribute};

/// The rows of `math`.
pub const ROWS: &[OpConversion] = &[
    OpConversion::new(math::ABSF, Elementwise(stablehlo::ABS)),
    OpConversion::new(math::CBRT, Elementwise(stablehlo::CBRT)),
    OpConversion::new(math::CEIL, Elementwise(stablehlo::CEIL)),
    OpConversion::new(math::COS, Elementwise(stablehlo::COSINE)),
    OpConversion::new(math::EXP, Elementwise(stablehlo::EXPONENTIAL)),
    OpConversion::new(math::EXPM1, Elementwise(stablehlo::EXPONENTIAL_MINUS_ONE)),
    OpConversion::new(math::FLOOR, Elementwise(stablehlo::FLOOR)),
    OpConversion::new(math::LOG, Elementwise(stablehlo::LOG)),
    OpConversion::new(math::LOG1P, Elementwise(stablehlo::LOG_PLUS_ONE)),
    OpConversion::new(math::ROUND, Elementwise(stablehlo::ROUND_NEAREST_AFZ)),
    OpConversion::new(math::ROUNDEVEN, Elementwise(stablehlo::ROUND_NEAREST_EVEN)),
    OpConversion::new(math::RSQRT, Elementwise(stablehlo::RSQRT)),
    OpConversion::new(math::SIN, Elementwise(stablehlo::SINE)),
    OpConversion::new(math::SQRT, Elementwise(stablehlo::SQRT)),
    OpConversion::new(math::TAN, Elementwise(stablehlo::TAN)),
    OpConversion::new(math::TANH, Elementwise(stablehlo::TANH)),
    OpConversion::new(math::ATAN2, Elementwise(stablehlo::ATAN2)),
    OpConversion::new(math::POWF, Elementwise(stablehlo::POWER)),
    OpConversion::new(math::ACOS, Computed(Kept, elementary::acos)),
    OpConversion::new(math::ACOSH, Computed(Kept, elementary::acosh)),
    OpConversion::new(math::ASIN, Computed(Kept, elementary::asin)),
    OpConversion::new(math::ASINH, Computed(Kept, elementary::asinh)),
    OpConversion::new(math::ATAN, Computed(Kept, elementary::atan)),
    OpConversion::new(math::ATANH, Computed(Kept, elementary::atanh)),
    OpConversion::new(math::COSH, Computed(Widened, elementary::cosh)),
    OpConversion::new(math::ERF, Computed(Widened, error::erf)),
    OpConversion::new(math::ERFC, Computed(Widened, error::erfc)),
    OpConversion::new(math::SINH, Computed(Widened, elementary::sinh)),
    OpConversion::new(math::ABSI, Elementwise(stablehlo::ABS)),
    OpConversion::new(math::CTPOP, Elementwise(stablehlo::POPCNT)),
    OpConversion::new(math::CTLZ, Elementwise(stablehlo::COUNT_LEADING_ZEROS)),
    OpConversion::new(
        math::EXP2,
        Custom(read_emitted, |legalizer, op| {
            emit_with_2(legalizer, op, true)
        }),
    ),
    OpConversion::new(
        math::LOG2,
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
