//! Sizes, and ops that keep or gather the elements of rows.

use super::{
    super::{legalizer::Legalizer, tensor::reshape, types},
    constants, dim_of, extents, integer, operand, set_extents,
};
use crate::{
    analysis::{IntegerValues, integer_bits},
    conversion::{ConversionForm::Custom, OpConversion, OpOutcome},
    dialect::stablehlo,
    ir,
    known::reading,
    refusal::Refusal,
    symbol::integer::{Function, Integer, Signedness::Signed},
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

/// The rows of elements.
pub const ROWS: &[OpConversion] = &[
    OpConversion::new("tf.Identity", Custom(read_identity, emit_identity)),
    OpConversion::new("tf.Shape", Custom(read_shape, emit_nothing)),
    OpConversion::new("tf.Size", Custom(read_size, emit_nothing)),
    OpConversion::new("tf.Rank", Custom(read_rank, emit_nothing)),
    OpConversion::new("tf.Pack", Custom(read_pack, emit_pack)),
    OpConversion::new("tf.ConcatV2", Custom(read_concat, emit_concat)),
];

/// Like [`reading`], for an op whose result has the elements of its first operand.
pub fn same<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> OpOutcome<'c, 'a> {
    let row = ir::operand(operation, 0).and_then(|operand| values.elements(operand));
    reading(values, operation, row.map(|row| row.to_vec()))
}

/// Emits nothing: the results are always integers.
fn emit_nothing<'c, 'a>(
    _legalizer: &mut Legalizer<'c, 'a>,
    _operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    None
}

fn read_identity<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let value = operand(operation, 0)?;
    let result = ir::result(operation, 0);
    if result.is_some_and(|result| result.r#type() == value.r#type()) {
        return Ok(OpOutcome::Same(value));
    }
    let extents = extents(values, operation, 0)?;
    set_extents(values, operation, &extents)?;
    Ok(same(values, operation))
}

/// A cast to a type with other known sizes.
fn emit_identity<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let value = legalizer.operand(operation, 0)?;
    Some(vec![legalizer.cast(value, r#type)])
}

/// Reads an op whose result is computed from sizes.
fn read_sizes<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
    numbers: &[Integer],
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let result = ir::result(operation, 0);
    let bits = result.and_then(|result| integer_bits(result.r#type()));
    let Some(bits) = bits else {
        return Err(Refusal::Other(
            "its result is not a tensor of integers".into(),
        ));
    };
    let numbers = numbers.iter();
    let numbers = numbers.map(|&number| values.integers.convert(number, bits, Signed));
    let numbers = numbers.collect();
    match reading(values, operation, Some(numbers)) {
        OpOutcome::Known => Ok(OpOutcome::Known),
        _ => Err(Refusal::Other(
            "its result has another number of elements".into(),
        )),
    }
}

fn read_shape<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let extents = extents(values, operation, 0)?;
    read_sizes(values, operation, &extents)
}

fn read_size<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let extents = extents(values, operation, 0)?;
    let count = values.product(&extents);
    read_sizes(values, operation, &[count])
}

fn read_rank<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let rank = extents(values, operation, 0)?.len();
    let rank = values.index(rank as i64);
    read_sizes(values, operation, &[rank])
}

/// The sizes and the dim of a row of `count` tensors, one after the other in a new dim.
fn packed(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Result<(Vec<Integer>, usize), Refusal> {
    let mut sizes = extents(values, operation, 0)?.to_vec();
    let axis = integer(operation, "axis", 0);
    let axis = dim_of("'axis'", axis, sizes.len() + 1)?;
    for index in 1..operation.operand_count() {
        let others = extents(values, operation, index)?;
        if others.len() != sizes.len() {
            return Err(Refusal::Other("the ranks of its operands differ".into()));
        }
    }
    sizes.insert(axis, values.index(operation.operand_count() as i64));
    Ok((sizes, axis))
}

fn read_pack<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let (sizes, axis) = packed(values, operation)?;
    set_extents(values, operation, &sizes)?;
    let rows = operation
        .operands()
        .map(|operand| values.elements(operand))
        .collect::<Option<Vec<_>>>()
        .filter(|_| axis == 0);
    let elements = rows.map(|rows| rows.iter().flat_map(|row| row.iter().copied()).collect());
    Ok(reading(values, operation, elements))
}

fn emit_pack<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let (_, axis) = packed(&mut legalizer.values, operation).ok()?;
    let one = legalizer.values.index(1);
    let mut pieces = vec![];
    for operand in operation.operands().collect::<Vec<_>>() {
        let mut sizes = legalizer.extents(operand)?.to_vec();
        sizes.insert(axis, one);
        let element = types::element(operand.r#type())?;
        let r#type = super::type_of(&legalizer.values, &sizes, element);
        let value = legalizer.value(operand);
        pieces.push(reshape(legalizer, value, r#type, &sizes));
    }
    let r#type = legalizer.result_type(operation)?;
    Some(vec![legalizer.concatenate_along(
        axis as i64,
        &pieces,
        r#type,
    )])
}

/// The dim along which tensors are joined, and the sizes of the result.
fn joined(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Result<(usize, Vec<Integer>), Refusal> {
    let last = operation.operand_count().saturating_sub(1);
    let &[axis] = constants(values, operation, last, "the dim")?.as_slice() else {
        return Err(Refusal::Other("it has several dims; expected one".into()));
    };
    let mut sizes = extents(values, operation, 0)?.to_vec();
    let axis = dim_of("the dim", axis, sizes.len())?;
    for index in 1..last {
        let others = extents(values, operation, index)?;
        let Some(&other) = others.get(axis).filter(|_| others.len() == sizes.len()) else {
            return Err(Refusal::Other("the ranks of its operands differ".into()));
        };
        for (dim, (size, &other)) in sizes.iter_mut().zip(others.iter()).enumerate() {
            // A known size of one operand is that of all.
            if dim != axis && values.integers.value(*size).is_none() {
                *size = match values.integers.value(other) {
                    Some(_) => other,
                    None => *size,
                };
            }
        }
        let sum = Function::Add;
        sizes[axis] = values.integers.apply(sum, &[sizes[axis], other]);
    }
    Ok((axis, sizes))
}

fn read_concat<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let (_, sizes) = joined(values, operation)?;
    set_extents(values, operation, &sizes)?;
    let count = operation.operand_count() - 1;
    let rows = operation
        .operands()
        .take(count)
        .map(|operand| values.elements(operand))
        .collect::<Option<Vec<_>>>()
        .filter(|_| sizes.len() == 1);
    let elements = rows.map(|rows| rows.iter().flat_map(|row| row.iter().copied()).collect());
    Ok(reading(values, operation, elements))
}

fn emit_concat<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let (axis, _) = joined(&mut legalizer.values, operation).ok()?;
    let r#type = legalizer.result_type(operation)?;
    let mut operands = operation.operands().collect::<Vec<_>>();
    operands.pop();
    let pieces = operands.into_iter().map(|operand| legalizer.value(operand));
    let pieces = pieces.collect::<Vec<_>>();
    let attributes = stablehlo::ConcatenateOp {
        dimension: axis as i64,
    };
    let attributes = attributes.attributes(legalizer.context());
    Some(vec![legalizer.op(
        stablehlo::CONCATENATE,
        &pieces,
        &attributes,
        r#type,
    )])
}
