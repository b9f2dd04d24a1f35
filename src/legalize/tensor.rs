//! `tensor`: sizes and rows of sizes are integers; ops that move elements are emitted.

mod reshape;
mod slice;

pub use reshape::reshape;

use super::{
    arith::{emit_elementwise, read_emitted, read_known},
    legalizer::Legalizer,
    table::{Form::Custom, Reading, Refusal, Row},
    types,
};
use crate::{
    analysis::IntegerValues,
    dialect::stablehlo::{self, DynamicSliceOp},
    ir::{self, sizes_of},
    symbol::integer::{Direction, Function, Integer, Signedness},
};
use melior::ir::{
    OperationRef, TypeLike, Value, ValueLike, attribute::DenseElementsAttribute,
    operation::OperationLike,
};

/// The rows of `tensor`.
pub const ROWS: &[Row] = &[
    Row {
        op: "tensor.dim",
        form: Custom(read_dim, emit_nothing),
        example: "func.func @main(%a: tensor<2x?xf32>, %i: tensor<index>) -> tensor<index> { \
                  %x = tensor.extract %i[] : tensor<index> %0 = tensor.dim %a, %x : \
                  tensor<2x?xf32> %1 = tensor.from_elements %0 : tensor<index> return %1 : \
                  tensor<index> }",
    },
    Row {
        op: "tensor.rank",
        form: Custom(read_rank, emit_nothing),
        example: "func.func @main(%a: tensor<2x?xf32>) -> tensor<index> { %0 = tensor.rank %a : \
                  tensor<2x?xf32> %1 = tensor.from_elements %0 : tensor<index> return %1 : \
                  tensor<index> }",
    },
    Row {
        op: "tensor.extract",
        form: Custom(read_known, emit_extract),
        example: "func.func @main(%a: tensor<2x3xf32>, %i: tensor<index>) -> tensor<f32> { %c1 = \
                  arith.constant 1 : index %x = tensor.extract %i[] : tensor<index> %0 = \
                  tensor.extract %a[%c1, %x] : tensor<2x3xf32> %1 = tensor.from_elements %0 : \
                  tensor<f32> return %1 : tensor<f32> }",
    },
    Row {
        op: "tensor.from_elements",
        form: Custom(read_known, emit_from_elements),
        example: "func.func @main(%a: tensor<f32>) -> tensor<2x2xf32> { %x = tensor.extract %a[] \
                  : tensor<f32> %c = arith.constant 2.0 : f32 %0 = tensor.from_elements %x, %c, \
                  %c, %x : tensor<2x2xf32> return %0 : tensor<2x2xf32> }",
    },
    Row {
        op: "tensor.splat",
        form: Custom(read_emitted, emit_splat),
        example: "func.func @main(%a: tensor<f32>, %b: tensor<?xf32>) -> tensor<2x?xf32> { %c0 = \
                  arith.constant 0 : index %n = tensor.dim %b, %c0 : tensor<?xf32> %x = \
                  tensor.extract %a[] : tensor<f32> %0 = tensor.splat %x[%n] : tensor<2x?xf32> \
                  return %0 : tensor<2x?xf32> }",
    },
    Row {
        op: "tensor.cast",
        form: Custom(read_cast, emit_cast),
        example: "func.func @main(%a: tensor<?x?xf32>) -> tensor<2x?xf32> { %0 = tensor.cast %a : \
                  tensor<?x?xf32> to tensor<2x?xf32> return %0 : tensor<2x?xf32> }",
    },
    Row {
        op: "tensor.bitcast",
        form: Custom(read_emitted, |legalizer, op| {
            emit_elementwise(legalizer, op, stablehlo::BITCAST_CONVERT)
        }),
        example: "func.func @main(%a: tensor<?xi32>) -> tensor<?xui32> { %0 = tensor.bitcast %a : \
                  tensor<?xi32> to tensor<?xui32> return %0 : tensor<?xui32> }",
    },
    Row {
        op: "tensor.reshape",
        form: Custom(reshape::read_reshape, reshape::emit_reshape),
        example: "func.func @main(%a: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> { %0 = \
                  tensor.reshape %a(%s) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32> \
                  return %0 : tensor<?x?xf32> }",
    },
    Row {
        op: "tensor.collapse_shape",
        form: Custom(read_emitted, reshape::emit_collapse),
        example: "func.func @main(%a: tensor<2x?x3xf32>) -> tensor<?x3xf32> { %0 = \
                  tensor.collapse_shape %a [[0, 1], [2]] : tensor<2x?x3xf32> into tensor<?x3xf32> \
                  return %0 : tensor<?x3xf32> }",
    },
    Row {
        op: "tensor.expand_shape",
        form: Custom(read_emitted, reshape::emit_expand),
        example: "func.func @main(%a: tensor<?x3xf32>, %b: tensor<?xf32>) -> tensor<2x?x3xf32> { \
                  %c0 = arith.constant 0 : index %n = tensor.dim %b, %c0 : tensor<?xf32> %0 = \
                  tensor.expand_shape %a [[0, 1], [2]] output_shape [2, %n, 3] : tensor<?x3xf32> \
                  into tensor<2x?x3xf32> return %0 : tensor<2x?x3xf32> }",
    },
    Row {
        op: "tensor.concat",
        form: Custom(read_known, reshape::emit_concat),
        example: "func.func @main(%a: tensor<?x2xf32>, %b: tensor<?x2xf32>) -> tensor<?x2xf32> { \
                  %0 = tensor.concat dim(0) %a, %b : (tensor<?x2xf32>, tensor<?x2xf32>) -> \
                  tensor<?x2xf32> return %0 : tensor<?x2xf32> }",
    },
    Row {
        op: "tensor.extract_slice",
        form: Custom(slice::read_slice, slice::emit_slice),
        example: "func.func @main(%a: tensor<?x6xf32>) -> tensor<?x2xf32> { %c0 = arith.constant \
                  0 : index %n = tensor.dim %a, %c0 : tensor<?x6xf32> %0 = tensor.extract_slice \
                  %a[0, 1] [%n, 2] [1, 2] : tensor<?x6xf32> to tensor<?x2xf32> return %0 : \
                  tensor<?x2xf32> }",
    },
    Row {
        op: "tensor.insert_slice",
        form: Custom(slice::read_insert_slice, slice::emit_insert_slice),
        example: "func.func @main(%a: tensor<1x2xf32>, %b: tensor<?x6xf32>) -> tensor<?x6xf32> { \
                  %0 = tensor.insert_slice %a into %b[1, 3] [1, 2] [1, 1] : tensor<1x2xf32> into \
                  tensor<?x6xf32> return %0 : tensor<?x6xf32> }",
    },
    Row {
        op: "tensor.insert",
        form: Custom(read_emitted, slice::emit_insert),
        example: "func.func @main(%a: tensor<f32>, %b: tensor<?x6xf32>) -> tensor<?x6xf32> { %x = \
                  tensor.extract %a[] : tensor<f32> %c0 = arith.constant 0 : index %0 = \
                  tensor.insert %x into %b[%c0, %c0] : tensor<?x6xf32> return %0 : \
                  tensor<?x6xf32> }",
    },
    Row {
        op: "tensor.empty",
        form: Custom(read_emitted, emit_empty),
        example: "func.func @main(%a: tensor<f32>, %b: tensor<?xf32>) -> tensor<2x?xf32> { %c0 = \
                  arith.constant 0 : index %n = tensor.dim %b, %c0 : tensor<?xf32> %0 = \
                  tensor.empty(%n) : tensor<2x?xf32> return %0 : tensor<2x?xf32> }",
    },
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
) -> Result<Reading<'c, 'a>, Refusal> {
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
) -> Result<Reading<'c, 'a>, Refusal> {
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

/// Returns an op's mixed static and dynamic sizes as numbers.
fn mixed_sizes<'c: 'a, 'a>(
    values: &mut IntegerValues,
    known: impl IntoIterator<Item = Option<i64>>,
    dynamic: &[Value<'c, 'a>],
) -> Option<Vec<Integer>> {
    let mut dynamic = dynamic.iter();
    let mut sizes = vec![];
    for known in known {
        sizes.push(match known {
            Some(size) => values.index(size),
            None => {
                let &size = dynamic.next()?;
                values.number(size)?
            }
        });
    }
    Some(sizes)
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
) -> Result<Reading<'c, 'a>, Refusal> {
    let operand = ir::operand(operation, 0).ok_or(Refusal::Unknown { advice: None })?;
    if values.row(operand).is_some() {
        return read_known(values, operation);
    }
    if !operand.r#type().is_ranked_tensor() {
        return Err(Refusal::Rank {
            subject: "its operand",
        });
    }
    Ok(Reading::Emitted)
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
            let subject = super::check::describe(operand, 0, dim, form);
            let message = super::check::message(operation, form, |form| match form {
                crate::assertion::MessageForm::Template => {
                    format!("{subject} has size {{0}}; expected {size}, which its type declares")
                }
                crate::assertion::MessageForm::Plain => {
                    format!(
                        "the size of {subject} does not fit; expected {size}, which its type declares"
                    )
                }
            });
            super::check::emit(legalizer, operation, fits, &[extents[dim]], message);
        }
    }
    let operand = legalizer.value(operand);
    Some(vec![legalizer.cast(operand, r#type)])
}
