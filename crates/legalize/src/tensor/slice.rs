//! Slices and insertions.

use super::{mixed_sizes, reshape::reshape, sizes_of};
use crate::{
    analysis::IntegerValues,
    conversion::OpOutcome,
    dialect::stablehlo,
    ir::{self, AT_RUN_TIME},
    known::is_known,
    legalizer::Legalizer,
    refusal::Refusal,
    symbol::integer::{Direction, Function, INDEX_BITS, Integer, Signedness},
    types,
};
use melior::ir::{OperationRef, Type, Value, ValueLike, operation::OperationLike};
use std::ops::Range;

/// The offsets, sizes and strides of a slice.
struct Slice {
    offsets: Vec<Integer>,
    sizes: Vec<Integer>,
    strides: Vec<Integer>,
}

/// Reads the offsets, sizes and strides of an op, after its `others` first operands.
fn slice<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
    others: usize,
) -> Option<Slice> {
    let dynamic = operation.operands().skip(others).collect::<Vec<_>>();
    let mut taken = 0;
    let mut read = |name: &str| {
        let known = ir::int_array(operation, name)?;
        let known = known
            .into_iter()
            .map(|size| (size != i64::MIN).then_some(size));
        let known = known.collect::<Vec<_>>();
        let count = known.iter().filter(|size| size.is_none()).count();
        let range: Range<usize> = taken..taken + count;
        taken += count;
        mixed_sizes(values, known, dynamic.get(range)?)
    };
    Some(Slice {
        offsets: read("static_offsets")?,
        sizes: read("static_sizes")?,
        strides: read("static_strides")?,
    })
}

pub fn read_slice<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    if let Some(result) = ir::result(operation, 0)
        && is_known(values, result)
    {
        return Ok(OpOutcome::Known);
    }
    let Some(slice) = slice(values, operation, 1) else {
        return Err(Refusal::Unknown { advice: None });
    };
    let known = |ids: &[Integer]| {
        let values = ids.iter().map(|&id| values.integers.value(id));
        values.collect::<Option<Vec<_>>>()
    };
    if known(&slice.strides).is_some_and(|strides| strides.iter().any(|&stride| stride < 1)) {
        return Err(Refusal::Value {
            what: "a stride",
            found: "less than 1".into(),
            expected: "at least 1".into(),
        });
    }
    Ok(OpOutcome::Emitted)
}

pub fn emit_slice<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operand = legalizer.operand(operation, 0)?;
    let slice = slice(&mut legalizer.values, operation, 1)?;
    let shape = kept_sizes(operation, &slice.sizes, r#type);
    if legalizer.is_never_run(&[&*slice.offsets, &slice.sizes].concat()) {
        return Some(vec![legalizer.undefined(r#type, &shape?)?]);
    }
    let numbers = &mut legalizer.values.integers;
    // `limit = offset + (size - 1) * stride + 1`, or `offset` if there are no elements.
    let one = numbers.constant(1, INDEX_BITS);
    let zero = numbers.constant(0, INDEX_BITS);
    let mut limits = vec![];
    for ((&offset, &size), &stride) in slice.offsets.iter().zip(&slice.sizes).zip(&slice.strides) {
        let span = match numbers.value(stride) {
            Some(1) => size,
            _ => {
                let last = numbers.apply(Function::Subtract, &[size, one]);
                let last = numbers.apply(Function::Multiply, &[last, stride]);
                let span = numbers.apply(Function::Add, &[last, one]);
                let equal = Function::Compare(Direction::Eq, Signedness::Signed);
                let is_empty = numbers.apply(equal, &[size, zero]);
                numbers.apply(Function::Select, &[is_empty, zero, span])
            }
        };
        limits.push(numbers.apply(Function::Add, &[offset, span]));
    }
    // The result may lack dims of size 1.
    let sizes = slice.sizes.iter().map(|&size| numbers.value(size));
    let sizes = sizes
        .map(|size| size.unwrap_or(i64::MIN))
        .collect::<Vec<_>>();
    let slice_type = types::tensor_type(&sizes, types::element(r#type)?);
    let known = [&slice.offsets, &limits, &slice.strides].map(|ids| {
        let values = ids.iter().map(|&id| numbers.value(id));
        values.collect::<Option<Vec<_>>>()
    });
    let value = match known {
        [Some(offsets), Some(limits), Some(strides)] => {
            legalizer.slice(operand, [&offsets, &limits, &strides], slice_type)
        }
        _ => {
            let bits = INDEX_BITS;
            let operands = [&slice.offsets, &limits, &slice.strides];
            let [offsets, limits, strides] = operands.map(|row| legalizer.row(row, bits));
            legalizer.op(
                stablehlo::REAL_DYNAMIC_SLICE,
                &[operand, offsets, limits, strides],
                &[],
                slice_type,
            )
        }
    };
    if sizes_of(r#type).len() == sizes.len() {
        return Some(vec![legalizer.cast(value, r#type)]);
    }
    Some(vec![reshape(legalizer, value, r#type, &shape?)])
}

/// Returns the sizes of a slice that its result has: it may lack dims that are 1 in the op's attribute.
fn kept_sizes(
    operation: OperationRef<'_, '_>,
    sizes: &[Integer],
    r#type: Type<'_>,
) -> Option<Vec<Integer>> {
    let mut kept = sizes_of(r#type).into_iter().peekable();
    let declared = ir::int_array(operation, "static_sizes")?.into_iter();
    let declared = declared.map(|size| (size != AT_RUN_TIME).then_some(size));
    let sizes = declared
        .zip(sizes)
        .filter_map(|(declared, &size)| kept.next_if_eq(&declared).map(|_| size));
    let sizes = sizes.collect();
    kept.next().is_none().then_some(sizes)
}

pub fn read_insert_slice<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let slice = slice(values, operation, 2);
    let are_ones = slice.is_some_and(|slice| {
        let mut strides = slice.strides.iter();
        strides.all(|&stride| values.integers.value(stride) == Some(1))
    });
    match are_ones {
        true => Ok(OpOutcome::Emitted),
        false => Err(Refusal::Value {
            what: "a stride",
            found: "not 1".into(),
            expected: "1".into(),
        }),
    }
}

pub fn emit_insert_slice<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let source = ir::operand(operation, 0)?;
    let slice = slice(&mut legalizer.values, operation, 2)?;
    let mut update = legalizer.value(source);
    if sizes_of(source.r#type()).len() != slice.sizes.len() {
        let sizes = slice
            .sizes
            .iter()
            .map(|&size| legalizer.values.integers.value(size));
        let sizes = sizes
            .map(|size| size.unwrap_or(i64::MIN))
            .collect::<Vec<_>>();
        let whole = types::tensor_type(&sizes, types::element(r#type)?);
        update = reshape(legalizer, update, whole, &slice.sizes);
    }
    let target = legalizer.operand(operation, 1)?;
    let mut operands = vec![target, update];
    for &offset in &slice.offsets {
        operands.push(legalizer.number(offset));
    }
    Some(vec![legalizer.op(
        stablehlo::DYNAMIC_UPDATE_SLICE,
        &operands,
        &[],
        r#type,
    )])
}

pub fn emit_insert<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operands = legalizer.operands(operation);
    let (&scalar, rest) = operands.split_first()?;
    let (&target, indices) = rest.split_first()?;
    let one = types::tensor_type(&vec![1; indices.len()], types::element(r#type)?);
    let update = legalizer.op(stablehlo::RESHAPE, &[scalar], &[], one);
    let operands = [&[target, update], indices].concat();
    Some(vec![legalizer.op(
        stablehlo::DYNAMIC_UPDATE_SLICE,
        &operands,
        &[],
        r#type,
    )])
}
