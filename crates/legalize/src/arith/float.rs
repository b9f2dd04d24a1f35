//! Floats, and conversions from and to them.

use crate::{
    analysis::integer_bits,
    dialect::{arith, stablehlo},
    ir,
    legalizer::Legalizer,
    symbol::integer::{
        Direction::{Eq, Ge, Gt, Le, Lt, Ne},
        Signedness::Signed,
    },
};
use melior::ir::{
    OperationRef, Type, Value, ValueLike, attribute::BoolAttribute, r#type::IntegerType,
};

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
        stablehlo::CONVERT,
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
        return Some(vec![legalizer.op(arith::UITOFP, &[operand], &[], r#type)]);
    }
    let operand = legalizer.as_unsigned(operand);
    Some(vec![legalizer.op(
        stablehlo::CONVERT,
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
    let convert = stablehlo::CONVERT;
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
        return Some(vec![legalizer.op(arith::FPTOUI, &[operand], &[], r#type)]);
    }
    let unsigned = IntegerType::unsigned(legalizer.context(), bits).into();
    let unsigned = legalizer.with_element(r#type, unsigned);
    let value = legalizer.op(stablehlo::CONVERT, &[operand], &[], unsigned);
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
    let a_is_nan = legalizer.compare(Ne, a, a);
    let b_is_nan = legalizer.compare(Ne, b, b);
    let value = legalizer.op(stablehlo::SELECT, &[b_is_nan, a, value], &[], r#type);
    Some(vec![legalizer.op(
        stablehlo::SELECT,
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
    let directions = [Eq, Gt, Ge, Lt, Le, Ne];
    let index = |first: i64| usize::try_from(predicate - first).ok();
    let value = match predicate {
        0 | 15 => {
            let value = BoolAttribute::new(legalizer.context(), predicate == 15);
            legalizer.splat(value.into(), r#type, ir::operand(operation, 0)?)?
        }
        1..=5 => legalizer.compare(*directions.get(index(1)?)?, a, b),
        // Ordered and not equal.
        6 => {
            let less = legalizer.compare(Lt, a, b);
            let greater = legalizer.compare(Gt, a, b);
            legalizer.op(stablehlo::OR, &[less, greater], &[], r#type)
        }
        7 | 14 => {
            let direction = if predicate == 7 { Eq } else { Ne };
            let a = legalizer.compare(direction, a, a);
            let b = legalizer.compare(direction, b, b);
            let both = if predicate == 7 {
                stablehlo::AND
            } else {
                stablehlo::OR
            };
            legalizer.op(both, &[a, b], &[], r#type)
        }
        // Unordered or equal: neither less nor greater.
        8 => {
            let less = legalizer.compare(Lt, a, b);
            let greater = legalizer.compare(Gt, a, b);
            let differ = legalizer.op(stablehlo::OR, &[less, greater], &[], r#type);
            legalizer.op(stablehlo::NOT, &[differ], &[], r#type)
        }
        9..=12 => {
            let value = legalizer.compare(directions.get(index(8)?)?.negate(), a, b);
            legalizer.op(stablehlo::NOT, &[value], &[], r#type)
        }
        13 => legalizer.compare(Ne, a, b),
        _ => return None,
    };
    Some(vec![value])
}
