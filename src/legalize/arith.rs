//! `arith`: integers become numbers, which are emitted where they are needed; other ops are
//! emitted in place.

mod cast;
mod float;

use super::{
    algebra::{self, Algebra},
    legalizer::Legalizer,
    meaning::{MAX_DEPTH, Meanings},
    number::{Direction, Function, Id, Signedness},
    resource,
    table::{
        Form::{Custom, Elementwise, Integers},
        Reading, Refusal, Row,
    },
};
use crate::ir;
use Signedness::{Signed, Unsigned};
use cast::{emit_bitcast, emit_signed, emit_unsigned, read_bitcast, read_signed, read_unsigned};
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

macro_rules! composed {
    ($op:literal, $read:expr, $emit:expr) => {
        Row {
            op: $op,
            form: Custom(
                |meanings, op| read_integers(meanings, op, $read),
                |legalizer, op| emit_integers(legalizer, op, $emit),
            ),
            example: scalar_example!($op, "i32"),
        }
    };
}

macro_rules! floats {
    ($op:literal, $target:literal) => {
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
    composed!(
        "arith.floordivsi",
        algebra::floor_divide,
        algebra::floor_divide
    ),
    composed!(
        "arith.ceildivsi",
        algebra::ceil_divide,
        algebra::ceil_divide
    ),
    composed!(
        "arith.ceildivui",
        algebra::ceil_divide_unsigned,
        algebra::ceil_divide_unsigned
    ),
    Row {
        op: "arith.cmpi",
        form: Custom(read_compare, emit_compare),
        example: "func.func @main(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi1> { %0 = \
                  arith.cmpi ult, %a, %b : tensor<2xi32> return %0 : tensor<2xi1> }",
    },
    Row {
        op: "arith.select",
        form: Custom(read_select, |legalizer, op| {
            emit_elementwise(legalizer, op, "stablehlo.select")
        }),
        example: "func.func @main(%p: tensor<i1>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> \
                  tensor<?xf32> { %c = tensor.extract %p[] : tensor<i1> %0 = arith.select %c, \
                  %a, %b : tensor<?xf32> return %0 : tensor<?xf32> }",
    },
    cast!(
        "arith.index_cast",
        Custom(read_signed, emit_signed),
        "i32",
        "index"
    ),
    cast!(
        "arith.index_castui",
        Custom(read_unsigned, emit_unsigned),
        "i32",
        "index"
    ),
    cast!(
        "arith.extsi",
        Custom(read_signed, emit_signed),
        "i32",
        "i64"
    ),
    cast!(
        "arith.extui",
        Custom(read_unsigned, emit_unsigned),
        "i32",
        "i64"
    ),
    cast!(
        "arith.trunci",
        Custom(read_signed, emit_signed),
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
        Custom(float::read_to_integer, float::emit_float_to_signed),
        "f32",
        "i32"
    ),
    cast!(
        "arith.fptoui",
        Custom(float::read_to_integer, float::emit_float_to_unsigned),
        "f32",
        "i32"
    ),
    cast!("arith.extf", Elementwise("stablehlo.convert"), "f32", "f64"),
    cast!(
        "arith.truncf",
        Elementwise("stablehlo.convert"),
        "f64",
        "f32"
    ),
    cast!(
        "arith.bitcast",
        Custom(read_bitcast, emit_bitcast),
        "f32",
        "i32"
    ),
    floats!("arith.addf", "stablehlo.add"),
    floats!("arith.subf", "stablehlo.subtract"),
    floats!("arith.mulf", "stablehlo.multiply"),
    floats!("arith.divf", "stablehlo.divide"),
    floats!("arith.remf", "stablehlo.remainder"),
    floats!("arith.maximumf", "stablehlo.maximum"),
    floats!("arith.minimumf", "stablehlo.minimum"),
    Row {
        op: "arith.maxnumf",
        form: Custom(read_emitted, |legalizer, op| {
            float::emit_without_nan(legalizer, op, "stablehlo.maximum")
        }),
        example: scalar_example!("arith.maxnumf", "f32"),
    },
    Row {
        op: "arith.minnumf",
        form: Custom(read_emitted, |legalizer, op| {
            float::emit_without_nan(legalizer, op, "stablehlo.minimum")
        }),
        example: scalar_example!("arith.minnumf", "f32"),
    },
    Row {
        op: "arith.negf",
        form: Elementwise("stablehlo.negate"),
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

/// Reads a function of integers: on numbers, on rows, or otherwise on tensors.
pub fn read_function<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    function: Function,
) -> Result<Reading<'c, 'a>, Refusal> {
    read_integers(meanings, operation, |numbers, parts| {
        numbers.apply(function, parts)
    })
}

/// Reads an elementwise computation on integers.
fn read_integers<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    compute: impl Fn(&mut super::number::Numbers, &[Id]) -> Id,
) -> Result<Reading<'c, 'a>, Refusal> {
    if let Some(parts) = meanings.numbers_of(operation.operands()) {
        let id = compute(&mut meanings.numbers, &parts);
        return Ok(number_or_emitted(meanings, id));
    }
    let rows = operation.operands().map(|operand| meanings.row(operand));
    if let Some(rows) = rows.collect::<Option<Vec<_>>>() {
        let lengths = rows.iter().map(|row| row.len());
        let length = lengths.min().unwrap_or(0);
        let mut row = vec![];
        for index in 0..length {
            let parts = rows.iter().map(|row| row[index]).collect::<Vec<_>>();
            row.push(compute(&mut meanings.numbers, &parts));
        }
        if row.iter().all(|&id| meanings.numbers.depth(id) < MAX_DEPTH) {
            return Ok(Reading::row(row));
        }
    }
    Ok(Reading::Emitted)
}

/// Returns the reading of a number, unless its computation is too deep.
fn number_or_emitted<'c, 'a>(meanings: &Meanings<'c, 'a>, id: Id) -> Reading<'c, 'a> {
    match meanings.numbers.depth(id) < MAX_DEPTH {
        true => Reading::number(id),
        false => Reading::Emitted,
    }
}

/// Reads an op whose results are only available as emitted values.
pub fn read_emitted<'c, 'a>(
    _meanings: &mut Meanings<'c, 'a>,
    _operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    Ok(Reading::Emitted)
}

/// Emits a computation on integers for tensors.
fn emit_integers<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    compute: impl Fn(&mut Legalizer<'c, 'a>, &[Value<'c, 'a>]) -> Value<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let operands = legalizer.operands(operation);
    Some(vec![compute(legalizer, &operands)])
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
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let Some(value) = ir::result(operation, 0) else {
        return Ok(Reading::Emitted);
    };
    if let Ok(elements) = operation.attribute("value") {
        resource::check(elements)?;
    }
    if let Some(id) = meanings.number(value)
        && meanings.numbers.value(id).is_some()
    {
        return Ok(Reading::number(id));
    }
    match meanings.row(value) {
        Some(row) if row.iter().all(|&id| meanings.numbers.value(id).is_some()) => {
            Ok(Reading::row(row))
        }
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

fn read_select<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let operands = operation.operands().collect::<Vec<_>>();
    if let &[condition, then, otherwise] = operands.as_slice()
        && let Some(condition) = meanings.number(condition)
        && let (Some(then), Some(otherwise)) = (meanings.row(then), meanings.row(otherwise))
        && then.len() == otherwise.len()
    {
        let both = then.iter().zip(otherwise.iter());
        let row = both.map(|(&then, &otherwise)| {
            meanings
                .numbers
                .apply(Function::Select, &[condition, then, otherwise])
        });
        let row = row.collect::<Vec<_>>();
        if row.iter().all(|&id| meanings.numbers.depth(id) < MAX_DEPTH) {
            return Ok(Reading::row(row));
        }
    }
    read_integers(meanings, operation, |numbers, parts| {
        numbers.apply(Function::Select, parts)
    })
}

fn read_compare<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let function = comparison(operation)?;
    read_integers(meanings, operation, |numbers, parts| {
        numbers.apply(function, parts)
    })
}

fn emit_compare<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let function = comparison(operation).ok()?;
    emit_integers(legalizer, operation, |legalizer, operands| {
        Algebra::apply(legalizer, function, operands)
    })
}

/// Returns the function that `arith.cmpi` computes.
fn comparison(operation: OperationRef<'_, '_>) -> Result<Function, Refusal> {
    use Direction::{Eq, Ge, Gt, Le, Lt, Ne};
    let (direction, signedness) = match ir::integer(operation, "predicate") {
        Some(0) => (Eq, Signed),
        Some(1) => (Ne, Signed),
        Some(2) => (Lt, Signed),
        Some(3) => (Le, Signed),
        Some(4) => (Gt, Signed),
        Some(5) => (Ge, Signed),
        Some(6) => (Lt, Unsigned),
        Some(7) => (Le, Unsigned),
        Some(8) => (Gt, Unsigned),
        Some(9) => (Ge, Unsigned),
        _ => return Err(Refusal::Unknown { advice: None }),
    };
    Ok(Function::Compare(direction, signedness))
}
