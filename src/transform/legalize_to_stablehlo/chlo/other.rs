//! Ops that are not formulas on floats.

use crate::{
    ir,
    transform::legalize_to_stablehlo::{
        legalizer::Legalizer,
        meaning::{Meanings, integer_bits},
        number::{INDEX_BITS, Id, Signedness},
        table::{Reading, Refusal},
        types,
    },
};
use melior::ir::{
    OperationRef, Type, Value, ValueLike, attribute::DenseI64ArrayAttribute,
    operation::OperationLike, r#type::IntegerType,
};

pub fn read_mulhi<'c, 'a>(
    _meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let operand = ir::operand(operation, 0).ok_or(Refusal::Unknown { advice: None })?;
    match integer_bits(operand.r#type()) {
        Some(2..=64) => Ok(Reading::Emitted),
        _ => {
            let advice = "signless integers of 2 to 64 bits are supported";
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
    let &[a, b] = legalizer.operands(operation).as_slice() else {
        return None;
    };
    let bits = integer_bits(a.r#type())?;
    let (multiply, add, and) = ("stablehlo.multiply", "stablehlo.add", "stablehlo.and");
    let shift = "stablehlo.shift_right_arithmetic";
    if bits < INDEX_BITS {
        let [a, b] = [a, b].map(|value| legalizer.convert(value, 2 * bits, Signedness::Signed));
        let product = legalizer.op(multiply, &[a, b], &[], a.r#type());
        let places = legalizer.integer_splat(i64::from(bits), 2 * bits, product);
        let upper = legalizer.op(shift, &[product, places], &[], product.r#type());
        return Some(vec![legalizer.convert(upper, bits, Signedness::Signed)]);
    }
    let half = legalizer.integer_splat(32, bits, a);
    let mask = legalizer.integer_splat(0xFFFF_FFFF, bits, a);
    let mut op = |name, a: Value<'c, 'a>, b| legalizer.op(name, &[a, b], &[], a.r#type());
    // `a = 2^32 ah + al`: the lower halves are non-negative, the upper ones are signed.
    let (a_upper, a_lower) = (op(shift, a, half), op(and, a, mask));
    let (b_upper, b_lower) = (op(shift, b, half), op(and, b, mask));
    let lower = op(multiply, a_lower, b_lower);
    let carry = op("stablehlo.shift_right_logical", lower, half);
    let crossed = op(multiply, a_upper, b_lower);
    let middle = op(add, crossed, carry);
    let (middle_upper, middle_lower) = (op(shift, middle, half), op(and, middle, mask));
    let crossed = op(multiply, a_lower, b_upper);
    let middle = op(add, crossed, middle_lower);
    let middle = op(shift, middle, half);
    let upper = op(multiply, a_upper, b_upper);
    let upper = op(add, upper, middle_upper);
    Some(vec![op(add, upper, middle)])
}

pub fn read_top_k<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let operand = ir::operand(operation, 0);
    let extents = operand.and_then(|operand| meanings.extents(operand));
    match extents.as_deref() {
        Some([_, ..]) => Ok(Reading::Emitted),
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
    let extents = legalizer.meanings.extents(source)?;
    let operand = legalizer.value(source);
    let k = ir::integer(operation, "k")?;
    let last = extents.len() - 1;
    let i32 = IntegerType::new(legalizer.context(), 32).into();
    let places_type = legalizer.with_element(operand.r#type(), i32);
    let dimension = legalizer.integer_attribute(last as i64);
    let attributes = [("iota_dimension", dimension)];
    let places = match types::is_static(places_type) {
        true => legalizer.op("stablehlo.iota", &[], &attributes, places_type),
        false => {
            let shape = legalizer.shape(&extents);
            legalizer.op("stablehlo.dynamic_iota", &[shape], &attributes, places_type)
        }
    };
    let sorted = legalizer.sort_descending(&[operand, places], last)?;
    let mut limits = extents.to_vec();
    *limits.last_mut()? = legalizer.meanings.index(k);
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
    limits: &[Id],
    r#type: Type<'c>,
) -> Option<Value<'c, 'a>> {
    let known = limits.iter();
    let known = known.map(|&limit| legalizer.meanings.numbers.value(limit));
    if let Some(known) = known.collect::<Option<Vec<_>>>() {
        let array =
            |values: &[i64]| DenseI64ArrayAttribute::new(legalizer.context(), values).into();
        let attributes = [
            ("limit_indices", array(&known)),
            ("start_indices", array(&vec![0; known.len()])),
            ("strides", array(&vec![1; known.len()])),
        ];
        return Some(legalizer.op("stablehlo.slice", &[value], &attributes, r#type));
    }
    let zero = legalizer.meanings.index(0);
    let one = legalizer.meanings.index(1);
    let rows = [
        vec![zero; limits.len()],
        limits.to_vec(),
        vec![one; limits.len()],
    ];
    let [starts, limits, strides] = rows.map(|row| legalizer.row(&row, INDEX_BITS));
    let operands = [value, starts, limits, strides];
    Some(legalizer.op("stablehlo.real_dynamic_slice", &operands, &[], r#type))
}
