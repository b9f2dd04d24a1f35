//! Floats, and conversions from and to them.

use crate::{
    ir,
    transform::legalize_to_stablehlo::{
        legalizer::Legalizer, meaning::integer_bits, number::Signedness::Signed,
    },
};
use melior::ir::{Attribute, OperationRef, Type, Value, ValueLike, r#type::IntegerType};

pub fn emit_signed_to_float<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let mut operand = legalizer.operand(operation, 0)?;
    if integer_bits(operand.r#type()) == Some(1) {
        // The only bit is the sign.
        operand = legalizer.convert(operand, 32, Signed);
    }
    Some(vec![legalizer.op(
        "stablehlo.convert",
        &[operand],
        &[],
        r#type,
    )])
}

pub fn emit_unsigned_to_float<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operand = legalizer.operand(operation, 0)?;
    let operand = legalizer.as_unsigned(operand);
    Some(vec![legalizer.op(
        "stablehlo.convert",
        &[operand],
        &[],
        r#type,
    )])
}

pub fn emit_float_to_unsigned<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operand = legalizer.operand(operation, 0)?;
    let bits = integer_bits(r#type)?;
    let unsigned = legalizer.with_element(r#type, unsigned_type(legalizer, bits));
    let value = legalizer.op("stablehlo.convert", &[operand], &[], unsigned);
    Some(vec![legalizer.op(
        "stablehlo.bitcast_convert",
        &[value],
        &[],
        r#type,
    )])
}

fn unsigned_type<'c>(legalizer: &Legalizer<'c, '_>, bits: u32) -> Type<'c> {
    match bits {
        1 => IntegerType::new(legalizer.context(), 1).into(),
        bits => IntegerType::unsigned(legalizer.context(), bits).into(),
    }
}

/// Emits the maximum or minimum that ignores NaN: if one operand is NaN, the other one.
pub fn emit_without_nan<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    target: &'static str,
) -> Option<Vec<Value<'c, 'a>>> {
    let &[a, b] = legalizer.operands(operation).as_slice() else {
        return None;
    };
    let r#type = legalizer.result_type(operation)?;
    let value = legalizer.op(target, &[a, b], &[], r#type);
    let a_is_nan = legalizer.compare("NE", a, a);
    let b_is_nan = legalizer.compare("NE", b, b);
    let value = legalizer.op("stablehlo.select", &[b_is_nan, a, value], &[], r#type);
    Some(vec![legalizer.op(
        "stablehlo.select",
        &[a_is_nan, b, value],
        &[],
        r#type,
    )])
}

pub fn emit_compare_floats<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let &[a, b] = legalizer.operands(operation).as_slice() else {
        return None;
    };
    let predicate = ir::integer(operation, "predicate")?;
    let r#type = legalizer.result_type(operation)?;
    // If an operand is NaN, 1 to 6 are false and 8 to 13 true.
    let directions = ["EQ", "GT", "GE", "LT", "LE", "NE"];
    let negated = ["NE", "LE", "LT", "GE", "GT", "EQ"];
    let index = |first: i64| usize::try_from(predicate - first).ok();
    let value = match predicate {
        0 | 15 => {
            let value = Attribute::parse(
                legalizer.context(),
                if predicate == 0 { "false" } else { "true" },
            )?;
            legalizer.splat(value, r#type, ir::operand(operation, 0)?)?
        }
        1..=5 => legalizer.compare(directions.get(index(1)?)?, a, b),
        // Ordered and not equal.
        6 => {
            let less = legalizer.compare("LT", a, b);
            let greater = legalizer.compare("GT", a, b);
            legalizer.op("stablehlo.or", &[less, greater], &[], r#type)
        }
        7 | 14 => {
            let direction = if predicate == 7 { "EQ" } else { "NE" };
            let a = legalizer.compare(direction, a, a);
            let b = legalizer.compare(direction, b, b);
            let both = if predicate == 7 {
                "stablehlo.and"
            } else {
                "stablehlo.or"
            };
            legalizer.op(both, &[a, b], &[], r#type)
        }
        // Unordered or equal: neither less nor greater.
        8 => {
            let less = legalizer.compare("LT", a, b);
            let greater = legalizer.compare("GT", a, b);
            let differ = legalizer.op("stablehlo.or", &[less, greater], &[], r#type);
            legalizer.op("stablehlo.not", &[differ], &[], r#type)
        }
        9..=12 => {
            let value = legalizer.compare(negated.get(index(8)?)?, a, b);
            legalizer.op("stablehlo.not", &[value], &[], r#type)
        }
        13 => legalizer.compare("NE", a, b),
        _ => return None,
    };
    Some(vec![value])
}
