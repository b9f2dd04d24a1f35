//! CHLO's ops that do not broadcast.

mod other;
mod ragged_dot;

use super::{
    arith::read_emitted,
    formula::{
        Encoding, Format, Formula, Kind, Part, Term, bessel, complex, elementary, error, gamma,
        needed, neighbour,
    },
    legalizer::Legalizer,
    table::{Form::Custom, Reading, Refusal, Row},
    types,
};
use crate::{
    analysis::IntegerValues,
    dialect::{chlo, stablehlo},
    ir,
};
use melior::ir::{
    AttributeLike, OperationRef, Type, TypeLike, Value, ValueLike,
    attribute::{FloatAttribute, IntegerAttribute},
    operation::OperationLike,
    r#type::IntegerType,
};

/// The precision in which narrow floats are computed.
#[derive(Clone, Copy, Eq, PartialEq)]
pub enum Narrow {
    /// In their own type.
    Kept,
    /// In `f32`.
    Widened,
    /// In their own type, whatever it is: the formula computes with bits.
    Bits,
}

/// A function of each element.
type Function = for<'f> fn(&[Term<'f>]) -> Term<'f>;

/// A row of a function of one operand.
macro_rules! unary {
    ($op:expr, $narrow:ident, $function:expr) => {
        unary!($op, $narrow, $function, "f32", "f32")
    };
    ($op:expr, $narrow:ident, $function:expr, $from:literal, $to:literal) => {
        Row {
            op: $op,
            form: Custom(read_real_or_complex, |legalizer, op| {
                emit_formula(legalizer, op, Narrow::$narrow, $function)
            }),
            example: concat!(
                "func.func @main(%a: tensor<2x?x",
                $from,
                ">) -> tensor<2x?x",
                $to,
                "> { %0 = OP %a : tensor<2x?x",
                $from,
                "> -> tensor<2x?x",
                $to,
                "> return %0 : tensor<2x?x",
                $to,
                "> }"
            ),
        }
    };
}

/// A row of a function of two operands.
macro_rules! binary {
    ($op:expr, $narrow:ident, $function:expr) => {
        Row {
            op: $op,
            form: Custom(read_real_or_complex, |legalizer, op| {
                emit_formula(legalizer, op, Narrow::$narrow, $function)
            }),
            example: "func.func @main(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>) -> \
                      tensor<2x?xf32> { %0 = OP %a, %b : tensor<2x?xf32>, tensor<2x?xf32> -> \
                      tensor<2x?xf32> return %0 : tensor<2x?xf32> }",
        }
    };
}

/// Selects the function for real or for complex numbers.
macro_rules! either {
    ($real:path, $complex:path) => {
        |operands| match operands[0].kind() {
            Kind::Complex => $complex(operands),
            _ => $real(operands),
        }
    };
}

/// The rows of CHLO.
pub const ROWS: &[Row] = &[
    unary!(chlo::ACOS, Kept, either!(elementary::acos, complex::acos)),
    unary!(
        chlo::ACOSH,
        Kept,
        either!(elementary::acosh, complex::acosh)
    ),
    unary!(chlo::ASIN, Kept, either!(elementary::asin, complex::asin)),
    unary!(
        chlo::ASINH,
        Kept,
        either!(elementary::asinh, complex::asinh)
    ),
    unary!(chlo::ATAN, Kept, either!(elementary::atan, complex::atan)),
    unary!(
        chlo::ATANH,
        Kept,
        either!(elementary::atanh, complex::atanh)
    ),
    unary!(
        chlo::ASIN_ACOS_KERNEL,
        Kept,
        complex::kernel,
        "complex<f32>",
        "complex<f32>"
    ),
    unary!(chlo::BESSEL_I1E, Widened, bessel::bessel_i1e),
    unary!(chlo::CONJ, Kept, elementary::conj),
    unary!(chlo::COSH, Widened, elementary::cosh),
    unary!(chlo::SINH, Widened, elementary::sinh),
    unary!(chlo::SQUARE, Kept, elementary::square),
    unary!(chlo::TAN, Kept, elementary::tan),
    unary!(chlo::DIGAMMA, Widened, gamma::digamma),
    unary!(chlo::ERF, Widened, error::erf),
    unary!(chlo::ERF_INV, Widened, error::erf_inv),
    unary!(chlo::ERFC, Widened, error::erfc),
    unary!(chlo::LGAMMA, Widened, gamma::lgamma),
    unary!(chlo::IS_INF, Kept, elementary::is_inf, "f32", "i1"),
    unary!(chlo::IS_NEG_INF, Kept, elementary::is_neg_inf, "f32", "i1"),
    unary!(chlo::IS_POS_INF, Kept, elementary::is_pos_inf, "f32", "i1"),
    binary!(chlo::NEXT_AFTER, Bits, neighbour::next_after),
    binary!(chlo::POLYGAMMA, Widened, gamma::polygamma),
    binary!(chlo::ZETA, Widened, gamma::zeta),
    Row {
        op: chlo::MULHI,
        form: Custom(other::read_mulhi, other::emit_mulhi),
        example: "func.func @main(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> { %0 = \
                  chlo.mulhi %a, %b : tensor<?xi32>, tensor<?xi32> -> tensor<?xi32> return %0 : \
                  tensor<?xi32> }",
    },
    Row {
        op: chlo::CONSTANT,
        form: Custom(read_emitted, emit_constant),
        example: "func.func @main() -> tensor<2xi32> { %0 = chlo.constant dense<[1, 2]> : \
                  tensor<2xi32> return %0 : tensor<2xi32> }",
    },
    Row {
        op: chlo::CONSTANT_LIKE,
        form: Custom(read_constant_like, emit_constant_like),
        example: "func.func @main(%a: tensor<2x?xi32>) -> tensor<2x?xf32> { %0 = \
                  \"chlo.constant_like\"(%a) {value = 2.5 : f32} : (tensor<2x?xi32>) -> \
                  tensor<2x?xf32> return %0 : tensor<2x?xf32> }",
    },
    Row {
        op: chlo::TOP_K,
        form: Custom(other::read_top_k, other::emit_top_k),
        example: "func.func @main(%a: tensor<?x5xf32>) -> (tensor<?x2xf32>, tensor<?x2xi32>) { \
                  %0, %1 = chlo.top_k(%a, k = 2) : tensor<?x5xf32> -> (tensor<?x2xf32>, \
                  tensor<?x2xi32>) return %0, %1 : tensor<?x2xf32>, tensor<?x2xi32> }",
    },
    Row {
        op: chlo::RAGGED_DOT,
        form: Custom(ragged_dot::read, ragged_dot::emit),
        example: "func.func @main(%a: tensor<?x?xf32>, %b: tensor<3x?x5xf32>, %g: tensor<3xi32>) \
                  -> tensor<?x5xf32> { %0 = \"chlo.ragged_dot\"(%a, %b, %g) \
                  {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = \
                  [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], \
                  rhs_group_dimensions = [0]>, precision_config = [#chlo<precision HIGH>, \
                  #chlo<precision DEFAULT>]} : (tensor<?x?xf32>, tensor<3x?x5xf32>, \
                  tensor<3xi32>) -> tensor<?x5xf32> return %0 : tensor<?x5xf32> }",
    },
];

/// Returns the float format of an element type; `None` for other types, such as narrower
/// floats, which are computed in `f32`.
fn format_of(element: Type<'_>) -> Option<Format> {
    Some(match element {
        element if element.is_f16() => Format::F16,
        element if element.is_bf16() => Format::BF16,
        element if element.is_f32() => Format::F32,
        element if element.is_f64() => Format::F64,
        _ => return None,
    })
}

/// Returns the encoding of a float type that is narrower than `f16`; `None` if it has no sign or
/// no zero.
fn encoding_of(element: Type<'_>) -> Option<Encoding> {
    let name = ir::type_text(element);
    Some(Encoding {
        bits: ir::bit_width(element).filter(|&bits| bits <= 8 && !name.ends_with("FNU"))?,
        has_negative_zero: !name.ends_with("UZ"),
        has_nan: !matches!(name.as_str(), "f4E2M1FN" | "f6E2M3FN" | "f6E3M2FN"),
    })
}

/// Rejects unsupported element types.
pub fn read_real_or_complex<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let Some(operand) = ir::operand(operation, 0) else {
        return Err(Refusal::Unknown { advice: None });
    };
    let r#type = operand.r#type();
    let scalar = r#type.is_float().then_some(r#type);
    let element = types::element(r#type).or(scalar).ok_or(Refusal::Rank {
        subject: "its operand",
    })?;
    let is_complex = ir::complex_element(element).is_some();
    let is_known = match ir::complex_element(element) {
        // The series of the other functions do not hold for complex numbers.
        Some(part) => {
            let op = ir::name_str(operation.name()).unwrap_or_default();
            op != chlo::BESSEL_I1E && format_of(part).is_some()
        }
        None if ir::name_str(operation.name()) == Some(chlo::NEXT_AFTER) => {
            element.is_float() && (format_of(element).is_some() || encoding_of(element).is_some())
        }
        None => element.is_float(),
    };
    let is_real_only = ir::name_str(operation.name()) == Some(chlo::ASIN_ACOS_KERNEL);
    if !is_known || is_real_only && !is_complex {
        let subject = "operand #0".to_string();
        return Err(types::refuse(subject, operand.r#type(), None));
    }
    values.extents(operand);
    Ok(Reading::Emitted)
}

/// Emits a formula elementwise.
pub fn emit_formula<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    narrow: Narrow,
    function: Function,
) -> Option<Vec<Value<'c, 'a>>> {
    let like = ir::operand(operation, 0)?;
    let mut operands = legalizer.operands(operation);
    let result_type = legalizer.result_type(operation)?;
    let element = types::element(operands.first()?.r#type())?;
    let part = ir::complex_element(element);
    let mut real = part.unwrap_or(element);
    let formula = match (format_of(real), narrow) {
        (None, Narrow::Bits) => Formula::on_bits(Format::F32, encoding_of(real)?),
        (Some(Format::F16 | Format::BF16), Narrow::Widened) | (None, _) => {
            real = Type::float32(legalizer.context());
            for operand in &mut operands {
                let r#type = legalizer.with_element(operand.r#type(), real);
                *operand = legalizer.op(stablehlo::CONVERT, &[*operand], &[], r#type);
            }
            Formula::new(Format::F32)
        }
        (Some(format), _) => Formula::new(format),
    };
    let bits = formula.encoding.bits;
    let kind = match part {
        Some(_) => Kind::Complex,
        None => Kind::Real,
    };
    let terms = (0..operands.len()).map(|index| formula.operand(index, kind));
    let terms = terms.collect::<Vec<_>>();
    let result = function(&terms).index();
    let parts = formula.into_parts();
    let needed = needed(&parts, result);
    let mut values = Vec::<Option<Value<'c, 'a>>>::with_capacity(parts.len());
    for ((part, kind), is_needed) in parts.iter().zip(needed) {
        if !is_needed {
            values.push(None);
            continue;
        }
        let element = match kind {
            Kind::Real => real,
            Kind::Complex => element,
            Kind::Truth => IntegerType::new(legalizer.context(), 1).into(),
            Kind::Bits => IntegerType::new(legalizer.context(), bits).into(),
        };
        let r#type = legalizer.with_element(operands[0].r#type(), element);
        let value = match part {
            Part::Operand(index) => operands[*index],
            Part::Constant(value) => {
                let value = FloatAttribute::new(legalizer.context(), element, *value);
                legalizer.splat(value.into(), r#type, like)?
            }
            Part::Bits(value) => {
                let value = IntegerAttribute::new(element, *value);
                legalizer.splat(value.into(), r#type, like)?
            }
            Part::Apply(op, uses) => {
                let uses = uses.iter().map(|&used| values[used]);
                let uses = uses.collect::<Option<Vec<_>>>()?;
                legalizer.op(op, &uses, &[], r#type)
            }
            Part::Compare(direction, [a, b]) => {
                legalizer.compare(*direction, values[*a]?, values[*b]?)
            }
        };
        values.push(Some(value));
    }
    let value = (*values.get(result)?)?;
    Some(vec![legalizer.cast(value, result_type)])
}

fn emit_constant<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let value = operation.attribute("value").ok()?;
    Some(vec![legalizer.constant(value, r#type)?])
}

fn read_constant_like<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let operand = ir::operand(operation, 0);
    let extents = operand.and_then(|operand| values.extents(operand));
    if extents.is_none() {
        return Err(Refusal::Rank {
            subject: "its operand",
        });
    }
    let value = operation.attribute("value").ok();
    match value.filter(|value| value.is_integer() || value.is_float() || value.is_bool()) {
        Some(_) => Ok(Reading::Emitted),
        None => Err(Refusal::Other(
            "its value is neither an integer nor a float".into(),
        )),
    }
}

fn emit_constant_like<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let value = operation.attribute("value").ok()?;
    Some(vec![legalizer.splat(
        value,
        r#type,
        ir::operand(operation, 0)?,
    )?])
}
