//! CHLO's ops that do not broadcast.

mod other;
mod ragged_dot;

use super::{
    conversion::{ElementFunction, Narrow},
    formula::{
        Encoding, FloatFormat, Formula, FormulaPart, ValueKind, bessel, complex, elementary, error,
        gamma, needed, neighbour,
    },
    legalizer::Legalizer,
    types,
};
use crate::{
    analysis::IntegerValues,
    conversion::{
        ConversionForm::{Computed, Custom},
        OpConversion, OpOutcome,
    },
    dialect::{chlo, stablehlo},
    ir,
    known::read_emitted,
    refusal::Refusal,
};
use Narrow::{Bits, Kept, Widened};
use melior::ir::{
    AttributeLike, OperationRef, Type, TypeLike, Value, ValueLike,
    attribute::{FloatAttribute, IntegerAttribute},
    operation::OperationLike,
    r#type::IntegerType,
};

/// Selects the function for real or for complex numbers.
macro_rules! either {
    ($real:path, $complex:path) => {
        |operands| match operands[0].kind() {
            ValueKind::Complex => $complex(operands),
            _ => $real(operands),
        }
    };
}

/// The rows of CHLO.
pub const ROWS: &[OpConversion] = &[
    OpConversion::new(
        chlo::ACOS,
        Computed(Kept, either!(elementary::acos, complex::acos)),
    ),
    OpConversion::new(
        chlo::ACOSH,
        Computed(Kept, either!(elementary::acosh, complex::acosh)),
    ),
    OpConversion::new(
        chlo::ASIN,
        Computed(Kept, either!(elementary::asin, complex::asin)),
    ),
    OpConversion::new(
        chlo::ASINH,
        Computed(Kept, either!(elementary::asinh, complex::asinh)),
    ),
    OpConversion::new(
        chlo::ATAN,
        Computed(Kept, either!(elementary::atan, complex::atan)),
    ),
    OpConversion::new(
        chlo::ATANH,
        Computed(Kept, either!(elementary::atanh, complex::atanh)),
    ),
    OpConversion::new(chlo::ASIN_ACOS_KERNEL, Computed(Kept, complex::kernel)),
    OpConversion::new(chlo::BESSEL_I1E, Computed(Widened, bessel::bessel_i1e)),
    OpConversion::new(chlo::CONJ, Computed(Kept, elementary::conj)),
    OpConversion::new(chlo::COSH, Computed(Widened, elementary::cosh)),
    OpConversion::new(chlo::SINH, Computed(Widened, elementary::sinh)),
    OpConversion::new(chlo::SQUARE, Computed(Kept, elementary::square)),
    OpConversion::new(chlo::TAN, Computed(Kept, elementary::tan)),
    OpConversion::new(chlo::DIGAMMA, Computed(Widened, gamma::digamma)),
    OpConversion::new(chlo::ERF, Computed(Widened, error::erf)),
    OpConversion::new(chlo::ERF_INV, Computed(Widened, error::erf_inv)),
    OpConversion::new(chlo::ERFC, Computed(Widened, error::erfc)),
    OpConversion::new(chlo::LGAMMA, Computed(Widened, gamma::lgamma)),
    OpConversion::new(chlo::IS_INF, Computed(Kept, elementary::is_inf)),
    OpConversion::new(chlo::IS_NEG_INF, Computed(Kept, elementary::is_neg_inf)),
    OpConversion::new(chlo::IS_POS_INF, Computed(Kept, elementary::is_pos_inf)),
    OpConversion::new(chlo::NEXT_AFTER, Computed(Bits, neighbour::next_after)),
    OpConversion::new(chlo::POLYGAMMA, Computed(Widened, gamma::polygamma)),
    OpConversion::new(chlo::ZETA, Computed(Widened, gamma::zeta)),
    OpConversion::new(chlo::MULHI, Custom(other::read_mulhi, other::emit_mulhi)),
    OpConversion::new(chlo::CONSTANT, Custom(read_emitted, emit_constant)),
    OpConversion::new(
        chlo::CONSTANT_LIKE,
        Custom(read_constant_like, emit_constant_like),
    ),
    OpConversion::new(chlo::TOP_K, Custom(other::read_top_k, other::emit_top_k)),
    OpConversion::new(chlo::RAGGED_DOT, Custom(ragged_dot::read, ragged_dot::emit)),
];

/// Returns the float format of an element type; `None` for other types, such as narrower
/// floats, which are computed in `f32`.
fn format_of(element: Type<'_>) -> Option<FloatFormat> {
    Some(match element {
        element if element.is_f16() => FloatFormat::F16,
        element if element.is_bf16() => FloatFormat::BF16,
        element if element.is_f32() => FloatFormat::F32,
        element if element.is_f64() => FloatFormat::F64,
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
) -> Result<OpOutcome<'c, 'a>, Refusal> {
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
    Ok(OpOutcome::Emitted)
}

/// Emits a formula elementwise.
pub fn emit_formula<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    narrow: Narrow,
    function: ElementFunction,
) -> Option<Vec<Value<'c, 'a>>> {
    let like = ir::operand(operation, 0)?;
    let mut operands = legalizer.operands(operation);
    let result_type = legalizer.result_type(operation)?;
    let element = types::element(operands.first()?.r#type())?;
    let part = ir::complex_element(element);
    let mut real = part.unwrap_or(element);
    let formula = match (format_of(real), narrow) {
        (None, Narrow::Bits) => Formula::on_bits(FloatFormat::F32, encoding_of(real)?),
        (Some(FloatFormat::F16 | FloatFormat::BF16), Narrow::Widened) | (None, _) => {
            real = Type::float32(legalizer.context());
            for operand in &mut operands {
                let r#type = legalizer.with_element(operand.r#type(), real);
                *operand = legalizer.op(stablehlo::CONVERT, &[*operand], &[], r#type);
            }
            Formula::new(FloatFormat::F32)
        }
        (Some(format), _) => Formula::new(format),
    };
    let bits = formula.encoding.bits;
    let kind = match part {
        Some(_) => ValueKind::Complex,
        None => ValueKind::Real,
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
            ValueKind::Real => real,
            ValueKind::Complex => element,
            ValueKind::Truth => IntegerType::new(legalizer.context(), 1).into(),
            ValueKind::Bits => IntegerType::new(legalizer.context(), bits).into(),
        };
        let r#type = legalizer.with_element(operands[0].r#type(), element);
        let value = match part {
            FormulaPart::Operand(index) => operands[*index],
            FormulaPart::Constant(value) => {
                let value = FloatAttribute::new(legalizer.context(), element, *value);
                legalizer.splat(value.into(), r#type, like)?
            }
            FormulaPart::Bits(value) => {
                let value = IntegerAttribute::new(element, *value);
                legalizer.splat(value.into(), r#type, like)?
            }
            FormulaPart::Apply(op, uses) => {
                let uses = uses.iter().map(|&used| values[used]);
                let uses = uses.collect::<Option<Vec<_>>>()?;
                legalizer.op(op, &uses, &[], r#type)
            }
            FormulaPart::Compare(direction, [a, b]) => {
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
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let operand = ir::operand(operation, 0);
    let extents = operand.and_then(|operand| values.extents(operand));
    if extents.is_none() {
        return Err(Refusal::Rank {
            subject: "its operand",
        });
    }
    let value = operation.attribute("value").ok();
    match value.filter(|value| value.is_integer() || value.is_float() || value.is_bool()) {
        Some(_) => Ok(OpOutcome::Emitted),
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
