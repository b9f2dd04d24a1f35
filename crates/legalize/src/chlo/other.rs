//! Ops that are not formulas on floats.

use crate::{
    analysis::IntegerValues,
    conversion::OpOutcome,
    dialect::stablehlo,
    ir,
    legalizer::Legalizer,
    refusal::Refusal,
    symbol::integer::{INDEX_BITS, Integer, Signedness},
    types,
};
use melior::ir::{
    OperationRef, Type, Value, ValueLike, operation::OperationLike, r#type::IntegerType,
};

pub fn read_mulhi<'c, 'a>(
    _values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let operand = ir::operand(operation, 0).ok_or(Refusal::Unknown { advice: None })?;
    let element = types::element(operand.r#type()).and_then(ir::as_integer_type);
    match element.map(|element| element.width()) {
        Some(2..=64) => Ok(OpOutcome::Emitted),
        _ => {
            let advice = "integers of 2 to 64 bits are supported";
            Err(types::refuse(
                "operand #0".into(),
                operand.r#type(),
                Some(advice),
            ))
        }
    }
}

/// Emits the upper half of a product: computed in twice the width or, for 64 bits, from
/// products of halves.
pub fn emit_mulhi<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let result_type = legalizer.result_type(operation)?;
    let element = types::element(result_type)?;
    let integer = ir::as_integer_type(element)?;
    let bits = integer.width();
    let signedness = match integer.is_unsigned() {
        true => Signedness::Unsigned,
        false => Signedness::Signed,
    };
    // Computed without a sign, and with shifts that know of it.
    let signless = IntegerType::new(legalizer.context(), bits).into();
    let recast = |legalizer: &mut Legalizer<'c, 'a>, value: Value<'c, 'a>, element| {
        let r#type = legalizer.with_element(value.r#type(), element);
        match value.r#type() == r#type {
            true => value,
            false => legalizer.op(stablehlo::BITCAST_CONVERT, &[value], &[], r#type),
        }
    };
    let operands = legalizer.operands(operation).into_iter();
    let operands = operands.map(|operand| recast(legalizer, operand, signless));
    let &[a, b] = operands.collect::<Vec<_>>().as_slice() else {
        return None;
    };
    let upper = emit_upper_half(legalizer, [a, b], bits, signedness);
    Some(vec![recast(legalizer, upper, element)])
}

fn emit_upper_half<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    [a, b]: [Value<'c, 'a>; 2],
    bits: u32,
    signedness: Signedness,
) -> Value<'c, 'a> {
    let (multiply, add, and) = (stablehlo::MULTIPLY, stablehlo::ADD, stablehlo::AND);
    let shift = match signedness {
        Signedness::Signed => stablehlo::SHIFT_RIGHT_ARITHMETIC,
        Signedness::Unsigned => stablehlo::SHIFT_RIGHT_LOGICAL,
    };
    if bits < INDEX_BITS {
        let [a, b] = [a, b].map(|value| legalizer.convert(value, 2 * bits, signedness));
        let product = legalizer.op(multiply, &[a, b], &[], a.r#type());
        let places = legalizer.integer_splat(i64::from(bits), 2 * bits, product);
        let upper = legalizer.op(shift, &[product, places], &[], product.r#type());
        return legalizer.convert(upper, bits, signedness);
    }
    let half = legalizer.integer_splat(32, bits, a);
    let mask = legalizer.integer_splat(0xFFFF_FFFF, bits, a);
    let mut op = |name, a: Value<'c, 'a>, b| legalizer.op(name, &[a, b], &[], a.r#type());
    // `a = 2^32 ah + al`: the lower halves are non-negative, the upper ones are signed.
    let (a_upper, a_lower) = (op(shift, a, half), op(and, a, mask));
    let (b_upper, b_lower) = (op(shift, b, half), op(and, b, mask));
    let lower = op(multiply, a_lower, b_lower);
    let carry = op(stablehlo::SHIFT_RIGHT_LOGICAL, lower, half);
    let crossed = op(multiply, a_upper, b_lower);
    let middle = op(add, crossed, carry);
    let (middle_upper, middle_lower) = (op(shift, middle, half), op(and, middle, mask));
    let crossed = op(multiply, a_lower, b_upper);
    let middle = op(add, crossed, middle_lower);
    let middle = op(shift, middle, half);
    let upper = op(multiply, a_upper, b_upper);
    let upper = op(add, upper, middle_upper);
    op(add, upper, middle)
}

pub fn read_top_k<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let operand = ir::operand(operation, 0);
    let extents = operand.and_then(|operand| values.extents(operand));
    match extents.as_deref() {
        Some([_, ..]) => Ok(OpOutcome::Emitted),
        _ => Err(Refusal::Rank {
            subject: "its operand",
        }),
    }
}

/// Emits a stable sort along the last dim, and slices of its first `k` elements.
pub fn emit_top_k<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let source = ir::operand(operation, 0)?;
    let extents = legalizer.extents(source)?;
    let operand = legalizer.value(source);
    let k = ir::integer(operation, "k")?;
    let last = extents.len() - 1;
    let i32 = IntegerType::new(legalizer.context(), 32).into();
    let places_type = legalizer.with_element(operand.r#type(), i32);
    let places = legalizer.iota(last, places_type, &extents);
    let sorted = legalizer
        .emitter
        .emit_descending_sort(&[operand, places], last)?;
    let mut limits = extents.to_vec();
    *limits.last_mut()? = legalizer.values.index(k);
    let mut results = vec![];
    for (value, result) in sorted.into_iter().zip(operation.results()) {
        let r#type = types::convert(legalizer.context(), result.r#type()).ok()?;
        results.push(first_elements(legalizer, value, &limits, r#type)?);
    }
    Some(results)
}

/// Emits the elements of a tensor up to limits.
fn first_elements<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    value: Value<'c, 'a>,
    limits: &[Integer],
    r#type: Type<'c>,
) -> Option<Value<'c, 'a>> {
    let known = limits.iter();
    let known = known.map(|&limit| legalizer.values.integers.value(limit));
    if let Some(known) = known.collect::<Option<Vec<_>>>() {
        let (zeros, ones) = (vec![0; known.len()], vec![1; known.len()]);
        return Some(legalizer.slice(value, [&zeros, &known, &ones], r#type));
    }
    let zero = legalizer.values.index(0);
    let one = legalizer.values.index(1);
    let rows = [
        vec![zero; limits.len()],
        limits.to_vec(),
        vec![one; limits.len()],
    ];
    let [starts, limits, strides] = rows.map(|row| legalizer.row(&row, INDEX_BITS));
    let operands = [value, starts, limits, strides];
    Some(legalizer.op(stablehlo::REAL_DYNAMIC_SLICE, &operands, &[], r#type))
}
