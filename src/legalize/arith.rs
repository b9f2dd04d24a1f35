//! `arith`: integers are emitted where they are needed; other ops are emitted in place.

mod cast;
mod float;

use super::{
    legalizer::Legalizer,
    resource,
    table::{
        Form::{Custom, Elementwise, Integers},
        Reading, Refusal, Row,
    },
};
use crate::{
    analysis::IntegerValues,
    dialect::stablehlo,
    ir,
    symbol::integer::{Algebra, Function, Integer, Signedness},
};
use Signedness::{Signed, Unsigned};
use cast::{emit_bitcast, emit_signed, emit_unsigned, read_bitcast};
use melior::ir::{OperationRef, Value, operation::OperationLike};

macro_rules! scalar_example {
    ($op:literal, $type:literal) => {
        concat!(
            "func.func @main(%a: tensor<",
            $type,
            ">, %b: tensor<",
            $type,
            ">) -> tensor<",
            $type,
            "> { %x = tensor.extract %a[] : tensor<",
            $type,
            "> %y = tensor.extract %b[] : tensor<",
            $type,
            "> %0 = ",
            $op,
            " %x, %y : ",
            $type,
            " %1 = tensor.from_elements %0 : tensor<",
            $type,
            "> return %1 : tensor<",
            $type,
            "> }"
        )
    };
}

macro_rules! cast_example {
    ($op:literal, $from:literal, $to:literal) => {
        concat!(
            "func.func @main(%a: tensor<",
            $from,
            ">) -> tensor<",
            $to,
            "> { %x = tensor.extract %a[] : tensor<",
            $from,
            "> %0 = ",
            $op,
            " %x : ",
            $from,
            " to ",
            $to,
            " %1 = tensor.from_elements %0 : tensor<",
            $to,
            "> return %1 : tensor<",
            $to,
            "> }"
        )
    };
}

macro_rules! integers {
    ($op:literal, $function:expr) => {
        Row {
            op: $op,
            form: Integers($function),
            example: scalar_example!($op, "i32"),
        }
    };
}

macro_rules! floats {
    ($op:literal, $target:expr) => {
        Row {
            op: $op,
            form: Elementwise($target),
            example: scalar_example!($op, "f32"),
        }
    };
}

macro_rules! cast {
    ($op:literal, $form:expr, $from:literal, $to:literal) => {
        Row {
            op: $op,
            form: $form,
            example: cast_example!($op, $from, $to),
        }
    };
}

/// The rows of `arith`.
pub const ROWS: &[Row] = &[
    Row {
        op: "arith.constant",
        form: Custom(read_constant, emit_constant),
        example: "func.func @main() -> tensor<2xf32> { %0 = arith.constant dense<[1.0, 2.0]> : \
                  tensor<2xf32> return %0 : tensor<2xf32> }",
    },
    integers!("arith.addi", Function::Add),
    integers!("arith.subi", Function::Subtract),
    integers!("arith.muli", Function::Multiply),
    integers!("arith.divsi", Function::Divide(Signed)),
    integers!("arith.divui", Function::Divide(Unsigned)),
    integers!("arith.remsi", Function::Remainder(Signed)),
    integers!("arith.remui", Function::Remainder(Unsigned)),
    integers!("arith.maxsi", Function::Maximum(Signed)),
    integers!("arith.maxui", Function::Maximum(Unsigned)),
    integers!("arith.minsi", Function::Minimum(Signed)),
    integers!("arith.minui", Function::Minimum(Unsigned)),
    integers!("arith.andi", Function::And),
    integers!("arith.ori", Function::Or),
    integers!("arith.xori", Function::Xor),
    integers!("arith.shli", Function::ShiftLeft),
    integers!("arith.shrsi", Function::ShiftRightArithmetic),
    integers!("arith.shrui", Function::ShiftRightLogical),
    integers!("arith.floordivsi", Function::DivideDown),
    integers!("arith.ceildivsi", Function::DivideUp(Signed)),
    integers!("arith.ceildivui", Function::DivideUp(Unsigned)),
    Row {
        op: "arith.cmpi",
        form: Custom(read_known, emit_compare),
        example: "func.func @main(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi1> { %0 = \
                  arith.cmpi ult, %a, %b : tensor<2xi32> return %0 : tensor<2xi1> }",
    },
    Row {
        op: "arith.select",
        form: Custom(read_known, |legalizer, op| {
            emit_elementwise(legalizer, op, stablehlo::SELECT)
        }),
        example: "func.func @main(%p: tensor<i1>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> \
                  tensor<?xf32> { %c = tensor.extract %p[] : tensor<i1> %0 = arith.select %c, \
                  %a, %b : tensor<?xf32> return %0 : tensor<?xf32> }",
    },
    cast!(
        "arith.index_cast",
        Custom(read_known, emit_signed),
        "i32",
        "index"
    ),
    cast!(
        "arith.index_castui",
        Custom(read_known, emit_unsigned),
        "i32",
        "index"
    ),
    cast!("arith.extsi", Custom(read_known, emit_signed), "i32", "i64"),
    cast!(
        "arith.extui",
        Custom(read_known, emit_unsigned),
        "i32",
        "i64"
    ),
    cast!(
        "arith.trunci",
        Custom(read_known, emit_signed),
        "i64",
        "i32"
    ),
    cast!(
        "arith.sitofp",
        Custom(read_emitted, float::emit_signed_to_float),
        "i32",
        "f32"
    ),
    cast!(
        "arith.uitofp",
        Custom(read_emitted, float::emit_unsigned_to_float),
        "i32",
        "f32"
    ),
    cast!(
        "arith.fptosi",
        Custom(read_known, float::emit_float_to_signed),
        "f32",
        "i32"
    ),
    cast!(
        "arith.fptoui",
        Custom(read_known, float::emit_float_to_unsigned),
        "f32",
        "i32"
    ),
    cast!("arith.extf", Elementwise(stablehlo::CONVERT), "f32", "f64"),
    cast!(
        "arith.truncf",
        Elementwise(stablehlo::CONVERT),
        "f64",
        "f32"
    ),
    cast!(
        "arith.bitcast",
        Custom(read_bitcast, emit_bitcast),
        "f32",
        "i32"
    ),
    floats!("arith.addf", stablehlo::ADD),
    floats!("arith.subf", stablehlo::SUBTRACT),
    floats!("arith.mulf", stablehlo::MULTIPLY),
    floats!("arith.divf", stablehlo::DIVIDE),
    floats!("arith.remf", stablehlo::REMAINDER),
    floats!("arith.maximumf", stablehlo::MAXIMUM),
    floats!("arith.minimumf", stablehlo::MINIMUM),
    Row {
        op: "arith.maxnumf",
        form: Custom(read_emitted, |legalizer, op| {
            float::emit_without_nan(legalizer, op, stablehlo::MAXIMUM)
        }),
        example: scalar_example!("arith.maxnumf", "f32"),
    },
    Row {
        op: "arith.minnumf",
        form: Custom(read_emitted, |legalizer, op| {
            float::emit_without_nan(legalizer, op, stablehlo::MINIMUM)
        }),
        example: scalar_example!("arith.minnumf", "f32"),
    },
    Row {
        op: "arith.negf",
        form: Elementwise(stablehlo::NEGATE),
        example: "func.func @main(%a: tensor<f32>) -> tensor<f32> { %0 = arith.negf %a : \
                  tensor<f32> return %0 : tensor<f32> }",
    },
    Row {
        op: "arith.cmpf",
        form: Custom(read_emitted, float::emit_compare_floats),
        example: "func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xi1> { %0 = \
                  arith.cmpf ult, %a, %b : tensor<2xf32> return %0 : tensor<2xi1> }",
    },
];

/// Reads an op whose results are emitted where they are used if they are integers, or few of them
/// in a row, and which is emitted in place otherwise.
pub fn read_known<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let mut are_known = operation
        .results()
        .map(|result| is_known(values, result.into()));
    Ok(match are_known.all(|is_known| is_known) {
        true => Reading::Known,
        false => Reading::Emitted,
    })
}

/// Returns whether a value is one integer or a row of them, which an op computes from others.
pub fn is_known(values: &mut IntegerValues, value: Value<'_, '_>) -> bool {
    (values.number(value).is_some() || values.row(value).is_some()) && values.is_computed(value)
}

/// Reads an op whose results are only available as emitted values.
pub fn read_emitted<'c, 'a>(
    _values: &mut IntegerValues,
    _operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    Ok(Reading::Emitted)
}

/// Emits a function of integers for tensors.
pub fn emit_function<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    function: Function,
) -> Option<Vec<Value<'c, 'a>>> {
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

fn read_constant<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let Some(value) = ir::result(operation, 0) else {
        return Ok(Reading::Emitted);
    };
    if let Ok(elements) = operation.attribute("value") {
        resource::check(elements)?;
    }
    let constants = values.number(value).map(|number| [number].into());
    let constants = constants.or_else(|| values.row(value));
    let is_constant = |&id: &Integer| values.integers.value(id).is_some();
    match constants {
        Some(row) if row.iter().all(is_constant) => Ok(Reading::Known),
        _ => Ok(Reading::Emitted),
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

fn emit_compare<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let (direction, signedness) = ir::integer_comparison(operation)?;
    emit_function(
        legalizer,
        operation,
        Function::Compare(direction, signedness),
    )
}
