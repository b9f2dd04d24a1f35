//! `math`: elementwise functions of scalars and tensors.

use super::{
    arith::read_emitted,
    chlo::Narrow::{Kept, Widened},
    formula::{elementary, error},
    legalizer::Legalizer,
    table::{
        Form::{Computed, Custom, Elementwise},
        Row,
    },
    types,
};
use crate::{dialect::stablehlo, ir, symbol::integer::Direction};
use melior::ir::{OperationRef, Type, TypeLike, Value, attribute::FloatAttribute};

/// The rows of `math`.
pub const ROWS: &[Row] = &[
    Row::new("math.absf", Elementwise(stablehlo::ABS)),
    Row::new("math.cbrt", Elementwise(stablehlo::CBRT)),
    Row::new("math.ceil", Elementwise(stablehlo::CEIL)),
    Row::new("math.cos", Elementwise(stablehlo::COSINE)),
    Row::new("math.exp", Elementwise(stablehlo::EXPONENTIAL)),
    Row::new("math.expm1", Elementwise(stablehlo::EXPONENTIAL_MINUS_ONE)),
    Row::new("math.floor", Elementwise(stablehlo::FLOOR)),
    Row::new("math.log", Elementwise(stablehlo::LOG)),
    Row::new("math.log1p", Elementwise(stablehlo::LOG_PLUS_ONE)),
    Row::new("math.round", Elementwise(stablehlo::ROUND_NEAREST_AFZ)),
    Row::new("math.roundeven", Elementwise(stablehlo::ROUND_NEAREST_EVEN)),
    Row::new("math.rsqrt", Elementwise(stablehlo::RSQRT)),
    Row::new("math.sin", Elementwise(stablehlo::SINE)),
    Row::new("math.sqrt", Elementwise(stablehlo::SQRT)),
    Row::new("math.tan", Elementwise(stablehlo::TAN)),
    Row::new("math.tanh", Elementwise(stablehlo::TANH)),
    Row::new("math.atan2", Elementwise(stablehlo::ATAN2)),
    Row::new("math.powf", Elementwise(stablehlo::POWER)),
    Row::new("math.acos", Computed(Kept, elementary::acos)),
    Row::new("math.acosh", Computed(Kept, elementary::acosh)),
    Row::new("math.asin", Computed(Kept, elementary::asin)),
    Row::new("math.asinh", Computed(Kept, elementary::asinh)),
    Row::new("math.atan", Computed(Kept, elementary::atan)),
    Row::new("math.atanh", Computed(Kept, elementary::atanh)),
    Row::new("math.cosh", Computed(Widened, elementary::cosh)),
    Row::new("math.erf", Computed(Widened, error::erf)),
    Row::new("math.erfc", Computed(Widened, error::erfc)),
    Row::new("math.sinh", Computed(Widened, elementary::sinh)),
    Row::new("math.absi", Elementwise(stablehlo::ABS)),
    Row::new("math.ctpop", Elementwise(stablehlo::POPCNT)),
    Row::new("math.ctlz", Elementwise(stablehlo::COUNT_LEADING_ZEROS)),
    Row::new(
        "math.exp2",
        Custom(read_emitted, |legalizer, op| {
            emit_with_2(legalizer, op, true)
        }),
    ),
    Row::new(
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
