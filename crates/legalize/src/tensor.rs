//! `tensor`: sizes and rows of sizes are integers; ops that move elements are emitted.

mod reshape;
mod sizes;
mod slice;

pub use reshape::reshape;

use self::sizes::mixed_sizes;
use super::{legalizer::Legalizer, types};
use crate::{
    analysis::IntegerValues,
    conversion::{ConversionForm::Custom, OpConversion, OpOutcome},
    dialect::{
        stablehlo::{self, DynamicSliceOp},
        tensor,
    },
    elementwise::emit_elementwise,
    ir::{self, sizes_of},
    known::{read_emitted, read_known},
    refusal::Refusal,
    symbol::integer::{Direction, Function, Signedness},
};
use melior::ir::{
    OperationRef, TypeLike, Value, ValueLike, attribute::DenseElementsAttribute,
    operation::OperationLike,
};

/// The rows of `tensor`.
pub const ROWS: &[OpConversion] = &[
    OpConversion::new(tensor::DIM, Custom(read_dim, emit_nothing)),
    OpConversion::new(tensor::RANK, Custom(read_rank, emit_nothing)),
    OpConversion::new(tensor::EXTRACT, Custom(read_known, emit_extract)),
    OpConversion::new(
        tensor::FROM_ELEMENTS,
        Custom(read_known, emit_from_elements),
    ),
    OpConversion::new(tensor::SPLAT, Custom(read_emitted, emit_splat)),
    OpConversion::new(tensor::CAST, Custom(read_cast, emit_cast)),
    OpConversion::new(
        tensor::BITCAST,
        Custom(read_emitted, |legalizer, op| {
            emit_elementwise(legalizer, op, stablehlo::BITCAST_CONVERT)
        }),
    ),
    OpConversion::new(
        tensor::RESHAPE,
        Custom(reshape::read_reshape, reshape::emit_reshape),
    ),
    OpConversion::new(
        tensor::COLLAPSE_SHAPE,
        Custom(read_emitted, reshape::emit_collapse),
    ),
    OpConversion::new(
        tensor::EXPAND_SHAPE,
        Custom(read_emitted, reshape::emit_expand),
    ),
    OpConversion::new(tensor::CONCAT, Custom(read_known, reshape::emit_concat)),
    OpConversion::new(
        tensor::EXTRACT_SLICE,
        Custom(slice::read_slice, slice::emit_slice),
    ),
    OpConversion::new(
        tensor::INSERT_SLICE,
        Custom(slice::read_insert_slice, slice::emit_insert_slice),
    ),
    OpConversion::new(tensor::INSERT, Custom(read_emitted, slice::emit_insert)),
    OpConversion::new(tensor::EMPTY, Custom(read_emitted, emit_empty)),
];

/// Emits nothing: the op is always a number.
fn emit_nothing<'c, 'a>(
    _legalizer: &mut Legalizer<'c, 'a>,
    _operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    None
}

fn read_dim<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let unknown = || Refusal::Rank {
        subject: "its operand",
    };
    let source = ir::operand(operation, 0).ok_or_else(unknown)?;
    let extents = values.extents(source).ok_or_else(unknown)?;
    let index = ir::operand(operation, 1).ok_or_else(unknown)?;
    let index = values.number(index).ok_or_else(unknown)?;
    let wrong = || Refusal::Value {
        what: "the dim",
        found: "out of range".into(),
        expected: format!("a dim of rank {}", extents.len()),
    };
    values.select_element(&extents, index).ok_or_else(wrong)?;
    read_known(values, operation)
}

fn read_rank<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let source = ir::operand(operation, 0);
    let extents = source.and_then(|source| values.extents(source));
    extents.ok_or(Refusal::Rank {
        subject: "its operand",
    })?;
    read_known(values, operation)
}

fn emit_extract<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let operands = legalizer.operands(operation);
    let (&source, indices) = operands.split_first()?;
    let r#type = legalizer.result_type(operation)?;
    if indices.is_empty() {
        return Some(vec![source]);
    }
    let ones = vec![1; indices.len()];
    let element = types::element(r#type)?;
    let slice_type = types::tensor_type(&ones, element);
    let attributes = DynamicSliceOp { slice_sizes: &ones }.attributes(legalizer.context());
    let slice = legalizer.op(stablehlo::DYNAMIC_SLICE, &operands, &attributes, slice_type);
    Some(vec![legalizer.op(
        stablehlo::RESHAPE,
        &[slice],
        &[],
        r#type,
    )])
}

fn emit_from_elements<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let element = types::element(r#type)?;
    let operands = legalizer.operands(operation);
    if operands.is_empty() {
        let nothing = DenseElementsAttribute::new(r#type, &[]).ok()?;
        return Some(vec![legalizer.constant(nothing.into(), r#type)?]);
    }
    let one = types::tensor_type(&[1], element);
    let pieces = operands.iter();
    let pieces = pieces.map(|&piece| legalizer.op(stablehlo::RESHAPE, &[piece], &[], one));
    let pieces = pieces.collect::<Vec<_>>();
    let row_type = types::tensor_type(&[pieces.len() as i64], element);
    let row = legalizer.concatenate(&pieces, row_type);
    if row.r#type() == r#type {
        return Some(vec![row]);
    }
    Some(vec![legalizer.op(stablehlo::RESHAPE, &[row], &[], r#type)])
}

fn emit_splat<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let value = legalizer.operand(operation, 0)?;
    let dynamic = operation.operands().skip(1).collect::<Vec<_>>();
    let sizes = mixed_sizes(&mut legalizer.values, sizes_of(r#type), &dynamic)?;
    Some(vec![legalizer.broadcast_to(value, &[], r#type, &sizes)?])
}

fn emit_empty<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let dynamic = operation.operands().collect::<Vec<_>>();
    let sizes = mixed_sizes(&mut legalizer.values, sizes_of(r#type), &dynamic)?;
    Some(vec![legalizer.undefined(r#type, &sizes)?])
}

fn read_cast<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let operand = ir::operand(operation, 0).ok_or(Refusal::Unknown { advice: None })?;
    if values.row(operand).is_some() {
        return read_known(values, operation);
    }
    if !operand.r#type().is_ranked_tensor() {
        return Err(Refusal::Rank {
            subject: "its operand",
        });
    }
    Ok(OpOutcome::Emitted)
}

/// Emits a cast, and checks of the sizes that are static only in the result's type.
fn emit_cast<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operand = ir::operand(operation, 0)?;
    let extents = legalizer.extents(operand)?;
    let backend = legalizer.options.assertions.backend();
    if let Some(form) = backend.messages() {
        for (dim, size) in sizes_of(r#type).into_iter().enumerate() {
            let Some(size) = size else { continue };
            let expected = legalizer.values.index(size);
            let compare = Function::Compare(Direction::Eq, Signedness::Signed);
            let fits = legalizer
                .values
                .integers
                .apply(compare, &[extents[dim], expected]);
            if legalizer.values.integers.value(fits) == Some(1) {
                continue;
            }
            let subject = super::guard::describe(operand, 0, dim, form);
            let message = super::guard::message(operation, form, |form| match form {
                crate::assertion::MessageForm::Template => {
                    format!("{subject} has size {{0}}; expected {size}, which its type declares")
                }
                crate::assertion::MessageForm::Plain => {
                    format!(
                        "the size of {subject} does not fit; expected {size}, which its type declares"
                    )
                }
            });
            super::guard::emit(legalizer, operation, fits, &[extents[dim]], message);
        }
    }
    let operand = legalizer.value(operand);
    Some(vec![legalizer.cast(operand, r#type)])
}
