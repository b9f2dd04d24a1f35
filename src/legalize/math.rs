//! `math`: elementwise functions of scalars and tensors.

use super::{
    arith::read_emitted,
    chlo::{Narrow, emit_formula, read_real_or_complex},
    formula::{elementary, error},
    legalizer::Legalizer,
    table::{
        Form::{Custom, Elementwise},
        Row,
    },
    types,
};
use crate::{dialect::stablehlo, ir, symbol::integer::Direction};
use melior::ir::{OperationRef, Type, TypeLike, Value, attribute::FloatAttribute};

macro_rules! example {
    ($op:literal, $operands:literal) => {
        concat!(
            "func.func @main(%a: tensor<f32>, %b: tensor<?xf32>) -> (tensor<f32>, tensor<?xf32>) { \
             %x = tensor.extract %a[] : tensor<f32> %0 = ",
            $op,
            " %x",
            $operands,
            " : f32 %1 = tensor.from_elements %0 : tensor<f32> %2 = ",
            $op,
            " %b",
            $operands,
            " : tensor<?xf32> return %1, %2 : tensor<f32>, tensor<?xf32> }"
        )
    };
}

macro_rules! unary {
    ($op:literal, $target:expr) => {
        Row {
            op: $op,
            form: Elementwise($target),
            example: example!($op, ""),
        }
    };
}

macro_rules! formula {
    ($op:literal, $narrow:ident, $function:expr) => {
        Row {
            op: $op,
            form: Custom(read_real_or_complex, |legalizer, op| {
                emit_formula(legalizer, op, Narrow::$narrow, $function)
            }),
            example: example!($op, ""),
        }
    };
}

/// A function of two operands.
macro_rules! binary {
    ($op:literal, $target:expr) => {
        Row {
            op: $op,
            form: Elementwise($target),
            example: concat!(
                "func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> { %0 = ",
                $op,
                " %a, %b : tensor<?xf32> return %0 : tensor<?xf32> }"
            ),
        }
    };
}

/// The rows of `math`.
pub const ROWS: &[Row] = &[
    unary!("math.absf", stablehlo::ABS),
    unary!("math.cbrt", stablehlo::CBRT),
    unary!("math.ceil", stablehlo::CEIL),
    unary!("math.cos", stablehlo::COSINE),
    unary!("math.exp", stablehlo::EXPONENTIAL),
    unary!("math.expm1", stablehlo::EXPONENTIAL_MINUS_ONE),
    unary!("math.floor", stablehlo::FLOOR),
    unary!("math.log", stablehlo::LOG),
    unary!("math.log1p", stablehlo::LOG_PLUS_ONE),
    unary!("math.round", stablehlo::ROUND_NEAREST_AFZ),
    unary!("math.roundeven", stablehlo::ROUND_NEAREST_EVEN),
    unary!("math.rsqrt", stablehlo::RSQRT),
    unary!("math.sin", stablehlo::SINE),
    unary!("math.sqrt", stablehlo::SQRT),
    unary!("math.tan", stablehlo::TAN),
    unary!("math.tanh", stablehlo::TANH),
    binary!("math.atan2", stablehlo::ATAN2),
    binary!("math.powf", stablehlo::POWER),
    formula!("math.acos", Kept, elementary::acos),
    formula!("math.acosh", Kept, elementary::acosh),
    formula!("math.asin", Kept, elementary::asin),
    formula!("math.asinh", Kept, elementary::asinh),
    formula!("math.atan", Kept, elementary::atan),
    formula!("math.atanh", Kept, elementary::atanh),
    formula!("math.cosh", Widened, elementary::cosh),
    formula!("math.erf", Widened, error::erf),
    formula!("math.erfc", Widened, error::erfc),
    formula!("math.sinh", Widened, elementary::sinh),
    Row {
        op: "math.absi",
        form: Elementwise(stablehlo::ABS),
        example: "func.func @main(%a: tensor<?xi32>) -> tensor<?xi32> { %0 = math.absi %a : \
                  tensor<?xi32> return %0 : tensor<?xi32> }",
    },
    Row {
        op: "math.ctpop",
        form: Elementwise(stablehlo::POPCNT),
        example: "func.func @main(%a: tensor<?xi32>) -> tensor<?xi32> { %0 = math.ctpop %a : \
                  tensor<?xi32> return %0 : tensor<?xi32> }",
    },
    Row {
        op: "math.ctlz",
        form: Elementwise(stablehlo::COUNT_LEADING_ZEROS),
        example: "func.func @main(%a: tensor<?xi32>) -> tensor<?xi32> { %0 = math.ctlz %a : \
                  tensor<?xi32> return %0 : tensor<?xi32> }",
    },
    Row {
        op: "math.exp2",
        form: Custom(read_emitted, |legalizer, op| {
            emit_with_2(legalizer, op, true)
        }),
        example: example!("math.exp2", ""),
    },
    Row {
        op: "math.log2",
        form: Custom(read_emitted, |legalizer, op| {
            emit_with_2(legalizer, op, false)
        }),
        example: example!("math.log2", ""),
    },
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
