//! Numbers, and numbers as attributes.

use super::{
    any_integer_value, as_bool, as_integer_type, bit_width, complex_element, constant,
    constant_integer, element_type, scalar_tensor,
};
use crate::{dialect::stablehlo, rule::Number};
use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, Type, TypeLike, Value,
        attribute::{DenseElementsAttribute, FloatAttribute, IntegerAttribute},
    },
};
use mlir_sys::{mlirDenseElementsAttrGetSplatValue, mlirFloatAttrGetValueDouble, mlirTypeIsAFloat};
use std::slice;

/// Returns the value of an attribute that is a number.
pub fn number(attribute: Attribute<'_>) -> Option<Number> {
    if let Some(value) = as_bool(attribute) {
        return Some(Number::Integer(value.value().into()));
    }
    if attribute.is_integer() {
        return any_integer_value(attribute).map(Number::Integer);
    }
    attribute.is_float().then(|| {
        // SAFETY: the attribute is a float.
        Number::Float(unsafe { mlirFloatAttrGetValueDouble(attribute.to_raw()) })
    })
}

/// Returns the number that every element of a value equals, if the value is a constant.
pub fn constant_number(value: Value<'_, '_>) -> Option<Number> {
    if let Some(integer) = constant_integer(value) {
        return Some(Number::Integer(integer));
    }
    constant(value).filter(|it| it.is_float()).and_then(number)
}

/// Returns the attribute of a static tensor or vector all of whose elements have a value; `None`
/// if its element type cannot represent the value, except for rounding.
pub fn splat<'c>(context: &'c Context, r#type: Type<'c>, number: Number) -> Option<Attribute<'c>> {
    let element = element_type(r#type)?;
    if let Some(complex) = complex_element(element) {
        let mut bytes = float_bytes(context, complex, number)?;
        bytes.extend(float_bytes(context, complex, Number::Integer(0))?);
        return Some(DenseElementsAttribute::raw_buffer(r#type, &bytes).into());
    }
    let scalar = match as_integer_type(element) {
        Some(integer) => {
            let value = integral(number)?;
            let bits = integer.width();
            let is_in_range = match bits {
                // An `i1` is true or false.
                1 => (0..=1).contains(&value),
                2..=63 if integer.is_unsigned() => (0..1 << bits).contains(&value),
                2..=63 => (-1_i64 << (bits - 1)..1 << (bits - 1)).contains(&value),
                64 => value >= 0 || !integer.is_unsigned(),
                _ => false,
            };
            is_in_range.then(|| IntegerAttribute::new(element, value).into())
        }
        None => float(context, element, number),
    };
    Some(DenseElementsAttribute::splat(r#type, scalar?).into())
}

/// Returns a float as a tensor holds it.
fn float_bytes(context: &Context, element: Type<'_>, number: Number) -> Option<Vec<u8>> {
    let count = bit_width(element)?.div_ceil(u8::BITS) as usize;
    let scalar = float(context, element, number)?;
    let tensor = DenseElementsAttribute::splat(scalar_tensor(element), scalar);
    // SAFETY: the context owns the bytes, those of one float.
    Some(unsafe { slice::from_raw_parts(tensor.raw_data().cast(), count) }.to_vec())
}

/// Returns whether a scalar is known to be the neutral element of a reducer for an element type.
pub fn is_neutral(reducer: &str, scalar: Value<'_, '_>, element: Type<'_>) -> bool {
    match (constant_number(scalar), neutral(reducer, element)) {
        (Some(Number::Float(number)), Some(Number::Float(neutral))) => number == neutral,
        (Some(Number::Integer(number)), Some(Number::Integer(neutral))) => {
            let unused_bits = bit_width(element).map_or(0, |bits| u64::BITS - bits);
            (number ^ neutral) << unused_bits == 0
        }
        _ => false,
    }
}

/// Returns the neutral element of a reducer for an element type, such as 0 for `stablehlo.add`; `None` if it is not known.
pub fn neutral(reducer: &str, element: Type<'_>) -> Option<Number> {
    if element.is_float() {
        return match reducer {
            stablehlo::ADD => Some(Number::Float(0.0)),
            stablehlo::MULTIPLY => Some(Number::Float(1.0)),
            stablehlo::MAXIMUM => Some(Number::Float(f64::NEG_INFINITY)),
            stablehlo::MINIMUM => Some(Number::Float(f64::INFINITY)),
            _ => None,
        };
    }
    let integer = as_integer_type(element)?;
    let unused_bits = u64::BITS.checked_sub(integer.width())?;
    // False is less than true.
    let is_unsigned = integer.is_unsigned() || integer.width() == 1;
    let extend = |number: i64| match is_unsigned {
        true => ((number as u64) << unused_bits >> unused_bits) as i64,
        false => number << unused_bits >> unused_bits,
    };
    let lowest = if is_unsigned {
        0
    } else {
        i64::MIN >> unused_bits
    };
    let number = match reducer {
        stablehlo::ADD | stablehlo::OR | stablehlo::XOR => 0,
        stablehlo::MULTIPLY => 1,
        stablehlo::MAXIMUM => lowest,
        stablehlo::MINIMUM => extend(!lowest),
        stablehlo::AND => extend(-1),
        _ => return None,
    };
    Some(Number::Integer(number))
}

/// Returns the greatest number that divides both, which are not negative; 0 if both are 0.
pub fn greatest_common_divisor(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn integral(number: Number) -> Option<i64> {
    match number {
        Number::Integer(value) => Some(value),
        // All integers of this size are floats.
        Number::Float(value) if value.fract() == 0.0 && value.abs() < 9e15 => Some(value as i64),
        Number::Float(_) => None,
    }
}

fn float<'c>(context: &'c Context, element: Type<'c>, number: Number) -> Option<Attribute<'c>> {
    // SAFETY: the type is alive.
    if !unsafe { mlirTypeIsAFloat(element.to_raw()) } {
        return None;
    }
    let value = match number {
        Number::Integer(value) if !element.is_f64() => sticky(value),
        Number::Integer(value) => value as f64,
        Number::Float(value) => value,
    };
    // LLVM does not check this.
    let name = element.to_string();
    let limit = FINITE.iter().find(|(finite, _)| *finite == name);
    if limit.is_some_and(|(_, limit)| value.is_nan() || value.abs() >= *limit) {
        return None;
    }
    let attribute = FloatAttribute::new(context, element, value);
    // Only the bits tell which number it is.
    let splat = DenseElementsAttribute::splat(scalar_tensor(element), attribute.into());
    // SAFETY: the attribute is a splat of floats, and so is alive in the context.
    let found =
        unsafe { mlirFloatAttrGetValueDouble(mlirDenseElementsAttrGetSplatValue(splat.to_raw())) };
    // The type has no infinity. LLVM converts infinity to NaN, and reads NaN as infinity.
    let found = match found.is_infinite() && name == "f8E8M0FNU" {
        true => f64::NAN,
        false => found,
    };
    is_rounded(value, found).then(|| attribute.into())
}

/// Returns an integer as `f64` that rounds to the same float of fewer bits: if bits are cut off, the last
/// one is 1, so that the number is not taken for one half way between two floats.
fn sticky(value: i64) -> f64 {
    let magnitude = value.unsigned_abs();
    let cut = (u64::BITS - magnitude.leading_zeros()).saturating_sub(f64::MANTISSA_DIGITS);
    let kept = magnitude >> cut << cut;
    let last = u64::from(kept != magnitude) << cut;
    let found = (kept | last) as f64;
    if value < 0 { -found } else { found }
}

/// The float types that have neither infinities nor NaN, each with the least number that is too great for it. LLVM
/// converts such numbers to the greatest of the type, which is 6, 7.5 and 28.
const FINITE: [(&str, f64); 3] = [("f4E2M1FN", 7.0), ("f6E2M3FN", 7.75), ("f6E3M2FN", 30.0)];

/// Returns whether a number has become another one by rounding only: some types lack infinities,
/// NaN, 0 or negative numbers, and some have the greatest number in place of greater ones.
fn is_rounded(value: f64, found: f64) -> bool {
    if value.is_nan() || found.is_nan() {
        return value.is_nan() && found.is_nan();
    }
    if value.is_infinite() || found.is_infinite() || value == 0.0 {
        return value == found;
    }
    let has_sign = found == 0.0 || found.is_sign_negative() == value.is_sign_negative();
    // All types have 1, and the powers of 2 between 1 and their greatest number.
    let is_small = value.abs() < 1.0;
    has_sign && (is_small || (value.abs() / 2.0..=value.abs() * 2.0).contains(&found.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(r#type: &str, number: Number, expected: Option<&str>) {
        let context = Context::new();
        let parsed = Type::parse(&context, r#type).expect("the type parses");
        let found = splat(&context, parsed, number).map(|value| value.to_string());
        let expected = expected.map(|value| format!("dense<{value}> : {type}"));
        assert_eq!(found, expected, "{type} {number:?}");
    }

    #[test]
    fn numbers_fit_element_types() {
        use Number::{Float, Integer};
        check("tensor<2xi32>", Integer(-1), Some("-1"));
        check("tensor<2xi32>", Float(2.0), Some("2"));
        check("tensor<2xi32>", Float(0.5), None);
        check("tensor<i8>", Integer(-128), Some("-128"));
        check("tensor<i8>", Integer(128), None);
        check("tensor<ui8>", Integer(255), Some("255"));
        check("tensor<ui8>", Integer(-1), None);
        check("tensor<ui64>", Integer(-1), None);
        check(
            "tensor<i64>",
            Integer(i64::MIN),
            Some("-9223372036854775808"),
        );
        check("tensor<i32>", Float(-0.0), Some("0"));
        check("tensor<ui8>", Float(-0.0), Some("0"));
        check("tensor<i1>", Float(-0.0), Some("false"));
        check("tensor<i1>", Integer(1), Some("true"));
        check("tensor<i1>", Integer(-1), None);
        check("tensor<i1>", Integer(2), None);
        check("tensor<f32>", Integer(3), Some("3.000000e+00"));
        check("tensor<bf16>", Float(0.5), Some("5.000000e-01"));
        check("tensor<f32>", Float(f64::INFINITY), Some("0x7F800000"));
        check("tensor<f16>", Float(1e9), None);
        for (r#type, zero) in [("f64", "-0.000000e+00"), ("bf16", "-0.000000e+00")] {
            check(&format!("tensor<{type}>"), Float(-0.0), Some(zero));
        }
        check(
            "tensor<complex<f32>>",
            Float(-0.0),
            Some("(-0.000000e+00,0.000000e+00)"),
        );
        // Types without infinities, without NaN, and without 0 and negative numbers.
        check("tensor<f8E4M3FN>", Float(f64::INFINITY), None);
        check("tensor<f4E2M1FN>", Float(f64::INFINITY), None);
        check("tensor<f4E2M1FN>", Float(f64::NAN), None);
        check("tensor<f4E2M1FN>", Float(-0.0), Some("-0.000000e+00"));
        check("tensor<f4E2M1FN>", Integer(6), Some("6.000000e+00"));
        check("tensor<f4E2M1FN>", Float(1e9), None);
        check("tensor<f4E2M1FN>", Integer(8), None);
        check("tensor<f4E2M1FN>", Float(-6.5), Some("-6.000000e+00"));
        check("tensor<f6E2M3FN>", Float(7.6), Some("7.500000e+00"));
        check("tensor<f6E2M3FN>", Float(-7.75), None);
        check("tensor<f6E3M2FN>", Integer(29), Some("2.800000e+01"));
        check("tensor<f6E3M2FN>", Integer(30), None);
        check("tensor<f8E4M3FN>", Float(1e9), None);
        check("tensor<f8E4M3FN>", Float(f64::NAN), Some("0x7F"));
        check("tensor<f8E4M3FNUZ>", Float(-0.0), Some("0.000000e+00"));
        check("tensor<f32>", Float(1e-300), Some("0.000000e+00"));
        check("tensor<f32>", Float(-1e39), None);
        check("tensor<f8E8M0FNU>", Integer(0), None);
        check("tensor<f8E8M0FNU>", Integer(-2), None);
        check("tensor<f8E8M0FNU>", Integer(2), Some("2.000000e+00"));
        check("tensor<f8E8M0FNU>", Float(f64::INFINITY), None);
        check("tensor<f8E8M0FNU>", Float(f64::NAN), Some("0xFF"));
        check("vector<4xf32>", Integer(0), Some("0.000000e+00"));
        check(
            "tensor<complex<f32>>",
            Integer(1),
            Some("(1.000000e+00,0.000000e+00)"),
        );
        check("tensor<index>", Integer(0), None);
    }

    #[test]
    fn attributes_have_numbers() {
        let context = Context::new();
        for (text, expected) in [
            ("true", Some(Number::Integer(1))),
            ("-3 : i32", Some(Number::Integer(-3))),
            ("-3 : si64", Some(Number::Integer(-3))),
            ("200 : ui8", Some(Number::Integer(200))),
            ("1 : ui1", Some(Number::Integer(1))),
            ("-1 : si1", Some(Number::Integer(-1))),
            ("1 : i1", Some(Number::Integer(1))),
            ("3 : index", Some(Number::Integer(3))),
            ("4294967295 : ui32", Some(Number::Integer(4_294_967_295))),
            ("18446744073709551615 : ui64", None),
            ("2.5 : f32", Some(Number::Float(2.5))),
            ("\"1\"", None),
            ("unit", None),
        ] {
            let attribute = Attribute::parse(&context, text).expect("it parses");
            assert_eq!(number(attribute), expected, "{text}");
        }
    }
}
