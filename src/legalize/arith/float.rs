//! Floats, and conversions from and to them.

use crate::{
    analysis::integer_bits, ir, legalize::legalizer::Legalizer, symbol::integer::Signedness::Signed,
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
    if legalizer.options.keep_readable {
        return Some(vec![legalizer.op("arith.uitofp", &[operand], &[], r#type)]);
    }
    let operand = legalizer.as_unsigned(operand);
    Some(vec![legalizer.op(
        "stablehlo.convert",
        &[operand],
        &[],
        r#type,
    )])
}

pub fn emit_float_to_signed<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operand = legalizer.operand(operation, 0)?;
    Some(vec![emit_float_to_integer(legalizer, operand, r#type)])
}

/// Emits a conversion to an integer of a type; of one bit, of the number without its fraction,
/// since StableHLO asks whether a number is not 0.
fn emit_float_to_integer<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operand: Value<'c, 'a>,
    r#type: Type<'c>,
) -> Value<'c, 'a> {
    let convert = "stablehlo.convert";
    let mut operand = operand;
    if integer_bits(r#type) == Some(1) {
        let element = IntegerType::new(legalizer.context(), 32).into();
        let whole = legalizer.with_element(r#type, element);
        operand = legalizer.op(convert, &[operand], &[], whole);
    }
    legalizer.op(convert, &[operand], &[], r#type)
}

pub fn emit_float_to_unsigned<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operand = legalizer.operand(operation, 0)?;
    let bits = integer_bits(r#type)?;
    if bits == 1 {
        return Some(vec![emit_float_to_integer(legalizer, operand, r#type)]);
    }
    if legalizer.options.keep_readable {
        return Some(vec![legalizer.op("arith.fptoui", &[operand], &[], r#type)]);
    }
    let unsigned = IntegerType::unsigned(legalizer.context(), bits).into();
    let unsigned = legalizer.with_element(r#type, unsigned);
    let value = legalizer.op("stablehlo.convert", &[operand], &[], unsigned);
    Some(vec![legalizer.reinterpret(value, r#type)])
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
