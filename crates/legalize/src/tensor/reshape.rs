//! Reshapes and concatenations.

use super::mixed_sizes;
use crate::{
    analysis::IntegerValues, conversion::OpOutcome, dialect::stablehlo, ir, legalizer::Legalizer,
    refusal::Refusal, symbol::integer::Integer, types,
};
use melior::ir::{OperationRef, Type, Value, ValueLike, operation::OperationLike};

pub fn read_reshape<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let shape = ir::operand(operation, 1);
    match shape.and_then(|shape| values.row(shape)) {
        Some(_) => Ok(OpOutcome::Emitted),
        None => Err(Refusal::Rank {
            subject: "its result",
        }),
    }
}

pub fn emit_reshape<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operand = legalizer.operand(operation, 0)?;
    let shape = ir::operand(operation, 1)?;
    let shape = legalizer.values.row(shape)?;
    Some(vec![reshape(legalizer, operand, r#type, &shape)])
}

/// Emits a reshape.
pub fn reshape<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    value: Value<'c, 'a>,
    r#type: Type<'c>,
    shape: &[Integer],
) -> Value<'c, 'a> {
    if types::is_static(r#type) {
        if value.r#type() == r#type {
            return value;
        }
        return legalizer.op(stablehlo::RESHAPE, &[value], &[], r#type);
    }
    if legalizer.is_never_run(shape)
        && let Some(value) = legalizer.undefined(r#type, shape)
    {
        return value;
    }
    let shape = legalizer.shape(shape);
    legalizer.op(stablehlo::DYNAMIC_RESHAPE, &[value, shape], &[], r#type)
}

pub fn emit_collapse<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operand = ir::operand(operation, 0)?;
    let extents = legalizer.extents(operand)?;
    let mut shape = vec![];
    for group in ir::reassociation(operation)? {
        let dims = group.iter().map(|&dim| extents.get(dim).copied());
        let dims = dims.collect::<Option<Vec<_>>>()?;
        shape.push(legalizer.values.product(&dims));
    }
    let operand = legalizer.value(operand);
    Some(vec![reshape(legalizer, operand, r#type, &shape)])
}

pub fn emit_expand<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operand = legalizer.operand(operation, 0)?;
    let known = ir::int_array(operation, "static_output_shape")?;
    let known = known.into_iter().map(|size| (size >= 0).then_some(size));
    let dynamic = operation.operands().skip(1).collect::<Vec<_>>();
    let shape = mixed_sizes(&mut legalizer.values, known, &dynamic)?;
    Some(vec![reshape(legalizer, operand, r#type, &shape)])
}

pub fn emit_concat<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operands = legalizer.operands(operation);
    let dim = ir::integer(operation, "dim")?;
    Some(vec![legalizer.concatenate_along(dim, &operands, r#type)])
}
