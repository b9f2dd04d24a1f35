//! `shape`: shapes are rows of integers, whatever their type.

use super::{
    arith::is_known,
    check,
    legalizer::Legalizer,
    table::{
        Form::{self, Custom},
        Reading, Refusal, Row,
    },
};
use crate::{
    analysis::{IntegerRow, IntegerValues},
    ir,
    symbol::integer::Integer,
};
use melior::ir::{OperationRef, Value, operation::OperationLike};

/// A table row of an op whose results are always integers or witnesses.
macro_rules! known {
    ($op:literal, $read:expr, $example:literal) => {
        Row {
            op: $op,
            form: Custom($read, emit_nothing),
            example: $example,
        }
    };
}

/// The rows of `shape`, except its checks.
pub const ROWS: &[Row] = &[
    known!(
        "shape.shape_of",
        read_shape_of,
        "func.func @main(%a: tensor<2x?xf32>) -> tensor<2xindex> { %0 = shape.shape_of %a : tensor<2x?xf32> -> tensor<2xindex> return %0 : tensor<2xindex> }"
    ),
    known!(
        "shape.const_shape",
        read_shape,
        "func.func @main() -> tensor<2xindex> { %0 = shape.const_shape [2, 3] : tensor<2xindex> return %0 : tensor<2xindex> }"
    ),
    known!(
        "shape.const_size",
        read_shape,
        "func.func @main() -> tensor<index> { %0 = shape.const_size 4 %1 = shape.size_to_index %0 : !shape.size %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    Row {
        op: "shape.broadcast",
        form: Form::CheckedMeaning(read_broadcast, check::emit_broadcastable),
        example: "func.func @main(%a: tensor<?x1xf32>, %b: tensor<?xf32>) -> tensor<2xindex> { %0 = shape.shape_of %a : tensor<?x1xf32> -> tensor<2xindex> %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex> %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex> return %2 : tensor<2xindex> }",
    },
    known!(
        "shape.concat",
        read_shape,
        "func.func @main(%a: tensor<?x1xf32>, %b: tensor<?xf32>) -> tensor<3xindex> { %0 = shape.shape_of %a : tensor<?x1xf32> -> !shape.shape %1 = shape.shape_of %b : tensor<?xf32> -> !shape.shape %2 = shape.concat %0, %1 : !shape.shape, !shape.shape -> !shape.shape %3 = shape.to_extent_tensor %2 : !shape.shape -> tensor<3xindex> return %3 : tensor<3xindex> }"
    ),
    known!(
        "shape.split_at",
        read_split_at,
        "func.func @main(%a: tensor<?x1x3xf32>) -> tensor<1xindex> { %0 = shape.shape_of %a : tensor<?x1x3xf32> -> !shape.shape %c = arith.constant -1 : index %h, %t = \"shape.split_at\"(%0, %c) : (!shape.shape, index) -> (!shape.shape, !shape.shape) %3 = shape.to_extent_tensor %t : !shape.shape -> tensor<1xindex> return %3 : tensor<1xindex> }"
    ),
    known!(
        "shape.any",
        read_shape,
        "func.func @main(%a: tensor<?x1xf32>, %b: tensor<?x1xf32>) -> tensor<2xindex> { %0 = shape.shape_of %a : tensor<?x1xf32> -> tensor<2xindex> %1 = shape.shape_of %b : tensor<?x1xf32> -> tensor<2xindex> %2 = shape.any %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex> return %2 : tensor<2xindex> }"
    ),
    known!(
        "shape.to_extent_tensor",
        read_shape,
        "func.func @main(%a: tensor<2x?xf32>) -> tensor<2xindex> { %0 = shape.shape_of %a : tensor<2x?xf32> -> !shape.shape %1 = shape.to_extent_tensor %0 : !shape.shape -> tensor<2xindex> return %1 : tensor<2xindex> }"
    ),
    known!(
        "shape.from_extent_tensor",
        read_shape,
        "func.func @main(%a: tensor<2xindex>) -> tensor<2xindex> { %0 = shape.from_extent_tensor %a : tensor<2xindex> %1 = shape.to_extent_tensor %0 : !shape.shape -> tensor<2xindex> return %1 : tensor<2xindex> }"
    ),
    known!(
        "shape.value_as_shape",
        read_shape,
        "func.func @main(%a: tensor<2xi32>) -> tensor<2xindex> { %0 = shape.value_as_shape %a : tensor<2xi32> -> !shape.shape %1 = shape.to_extent_tensor %0 : !shape.shape -> tensor<2xindex> return %1 : tensor<2xindex> }"
    ),
    known!(
        "shape.from_extents",
        read_shape,
        "func.func @main(%a: tensor<?xf32>) -> tensor<2xindex> { %c0 = arith.constant 0 : index %n = tensor.dim %a, %c0 : tensor<?xf32> %0 = shape.from_extents %n, %n : index, index %1 = shape.to_extent_tensor %0 : !shape.shape -> tensor<2xindex> return %1 : tensor<2xindex> }"
    ),
    known!(
        "shape.rank",
        read_shape,
        "func.func @main(%a: tensor<2x?xf32>) -> tensor<index> { %0 = shape.shape_of %a : tensor<2x?xf32> -> tensor<2xindex> %1 = shape.rank %0 : tensor<2xindex> -> index %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    known!(
        "shape.get_extent",
        read_get_extent,
        "func.func @main(%a: tensor<2x?xf32>) -> tensor<index> { %0 = shape.shape_of %a : tensor<2x?xf32> -> tensor<2xindex> %c = arith.constant 1 : index %1 = shape.get_extent %0, %c : tensor<2xindex>, index -> index %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    known!(
        "shape.dim",
        read_dim,
        "func.func @main(%a: tensor<2x?xf32>) -> tensor<index> { %c = arith.constant 1 : index %1 = shape.dim %a, %c : tensor<2x?xf32>, index -> index %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    known!(
        "shape.num_elements",
        read_shape,
        "func.func @main(%a: tensor<?x?xf32>) -> tensor<index> { %0 = shape.shape_of %a : tensor<?x?xf32> -> tensor<2xindex> %1 = shape.num_elements %0 : tensor<2xindex> -> index %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    known!(
        "shape.index_to_size",
        read_shape,
        "func.func @main(%a: tensor<?xf32>) -> tensor<index> { %c0 = arith.constant 0 : index %n = tensor.dim %a, %c0 : tensor<?xf32> %0 = shape.index_to_size %n %1 = shape.size_to_index %0 : !shape.size %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    known!(
        "shape.size_to_index",
        read_shape,
        "func.func @main(%a: tensor<?xf32>) -> tensor<index> { %c0 = arith.constant 0 : index %n = tensor.dim %a, %c0 : tensor<?xf32> %1 = shape.size_to_index %n : index %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    known!(
        "shape.add",
        read_pair,
        "func.func @main(%a: tensor<?x?xf32>) -> tensor<index> { %c0 = arith.constant 0 : index %c1 = arith.constant 1 : index %n = tensor.dim %a, %c0 : tensor<?x?xf32> %m = tensor.dim %a, %c1 : tensor<?x?xf32> %1 = shape.add %n, %m : index, index -> index %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    known!(
        "shape.mul",
        read_pair,
        "func.func @main(%a: tensor<?x?xf32>) -> tensor<index> { %c0 = arith.constant 0 : index %c1 = arith.constant 1 : index %n = tensor.dim %a, %c0 : tensor<?x?xf32> %m = tensor.dim %a, %c1 : tensor<?x?xf32> %1 = shape.mul %n, %m : index, index -> index %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    known!(
        "shape.div",
        read_pair,
        "func.func @main(%a: tensor<?x?xf32>) -> tensor<index> { %c0 = arith.constant 0 : index %c1 = arith.constant 1 : index %n = tensor.dim %a, %c0 : tensor<?x?xf32> %m = tensor.dim %a, %c1 : tensor<?x?xf32> %1 = shape.div %n, %m : index, index -> index %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    known!(
        "shape.max",
        read_pair,
        "func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<2xindex> { %0 = shape.shape_of %a : tensor<?x?xf32> -> !shape.shape %1 = shape.shape_of %b : tensor<?x?xf32> -> !shape.shape %2 = shape.max %0, %1 : !shape.shape, !shape.shape -> !shape.shape %3 = shape.to_extent_tensor %2 : !shape.shape -> tensor<2xindex> return %3 : tensor<2xindex> }"
    ),
    known!(
        "shape.min",
        read_pair,
        "func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<2xindex> { %0 = shape.shape_of %a : tensor<?x?xf32> -> !shape.shape %1 = shape.shape_of %b : tensor<?x?xf32> -> !shape.shape %2 = shape.min %0, %1 : !shape.shape, !shape.shape -> !shape.shape %3 = shape.to_extent_tensor %2 : !shape.shape -> tensor<2xindex> return %3 : tensor<2xindex> }"
    ),
    known!(
        "shape.is_broadcastable",
        read_shape,
        "func.func @main(%a: tensor<?x1xf32>, %b: tensor<?xf32>) -> tensor<i1> { %0 = shape.shape_of %a : tensor<?x1xf32> -> tensor<2xindex> %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex> %2 = shape.is_broadcastable %0, %1 : tensor<2xindex>, tensor<1xindex> %3 = tensor.from_elements %2 : tensor<i1> return %3 : tensor<i1> }"
    ),
    known!(
        "shape.shape_eq",
        read_shape,
        "func.func @main(%a: tensor<?x1xf32>, %b: tensor<?x?xf32>) -> tensor<i1> { %0 = shape.shape_of %a : tensor<?x1xf32> -> tensor<2xindex> %1 = shape.shape_of %b : tensor<?x?xf32> -> tensor<2xindex> %2 = shape.shape_eq %0, %1 : tensor<2xindex>, tensor<2xindex> %3 = tensor.from_elements %2 : tensor<i1> return %3 : tensor<i1> }"
    ),
    known!(
        "shape.assuming_all",
        read_witness,
        "func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> { %0 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex> %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex> %w = shape.cstr_eq %0, %1 : tensor<1xindex>, tensor<1xindex> %x = shape.cstr_broadcastable %0, %1 : tensor<1xindex>, tensor<1xindex> %y = shape.assuming_all %w, %x %2 = shape.assuming %y -> (tensor<?xf32>) { %3 = stablehlo.add %a, %b : tensor<?xf32> shape.assuming_yield %3 : tensor<?xf32> } return %2 : tensor<?xf32> }"
    ),
    Row {
        op: "shape.assuming",
        form: Form::Inline,
        example: "func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> { %w = shape.const_witness true %2 = shape.assuming %w -> (tensor<?xf32>) { %3 = stablehlo.add %a, %a : tensor<?xf32> shape.assuming_yield %3 : tensor<?xf32> } return %2 : tensor<?xf32> }",
    },
    known!(
        "shape.assuming_yield",
        read_witness,
        "func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> { %w = shape.const_witness true %2 = shape.assuming %w -> (tensor<?xf32>) { shape.assuming_yield %a : tensor<?xf32> } return %2 : tensor<?xf32> }"
    ),
];

/// Emits nothing: the op is always an integer, a row of them or a witness.
fn emit_nothing<'c, 'a>(
    _legalizer: &mut Legalizer<'c, 'a>,
    _operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    None
}

/// Returns the shapes in an op's operands.
///
/// # Errors
///
/// Fails if the rank of one is unknown.
pub fn shapes<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<Vec<IntegerRow>, Refusal> {
    let operands = operation.operands().collect::<Vec<_>>();
    let shapes = operands.iter().map(|&operand| {
        values
            .row(operand)
            .ok_or(Refusal::Rank { subject: "a shape" })
    });
    shapes.collect()
}

/// Reads an op whose results are always integers if the ranks of all shapes are known.
fn read_shape<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let mut are_known = operation
        .results()
        .map(|result| is_known(values, result.into()));
    match are_known.all(|is_known| is_known) {
        true => Ok(Reading::Known),
        false => Err(Refusal::Rank { subject: "a shape" }),
    }
}

fn read_shape_of<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    read_shape(values, operation).map_err(|_| Refusal::Rank {
        subject: "its operand",
    })
}

fn read_broadcast<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    check::read_broadcastable(values, operation)?;
    read_shape(values, operation)
}

fn read_split_at<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let shape = ir::operand(operation, 0);
    let shape = shape.and_then(|shape| values.row(shape));
    let shape = shape.ok_or(Refusal::Rank { subject: "a shape" })?;
    let index = operand_number(values, operation, 1)?;
    let Some(index) = values.integers.value(index) else {
        return Err(Refusal::NotConstant { what: "the index" });
    };
    let rank = i64::try_from(shape.len()).unwrap_or(i64::MAX);
    if !(-rank..=rank).contains(&index) {
        return Err(Refusal::Value {
            what: "the index",
            found: index.to_string(),
            expected: format!("one within rank {rank}"),
        });
    }
    read_shape(values, operation)
}

fn operand_number(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Result<Integer, Refusal> {
    let operand = ir::operand(operation, index);
    operand
        .and_then(|operand| values.number(operand))
        .ok_or(Refusal::Unknown { advice: None })
}

fn read_get_extent<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let shape = ir::operand(operation, 0);
    let shape = shape.and_then(|shape| values.row(shape));
    read_extent(values, operation, shape)
}

fn read_dim<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let value = ir::operand(operation, 0);
    let shape = value.and_then(|value| values.extents(value));
    read_extent(values, operation, shape)
}

fn read_extent<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
    shape: Option<IntegerRow>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let shape = shape.ok_or(Refusal::Rank { subject: "a shape" })?;
    let index = operand_number(values, operation, 1)?;
    values
        .select_element(&shape, index)
        .ok_or_else(|| Refusal::Value {
            what: "the dim",
            found: "out of range".into(),
            expected: format!("a dim of rank {}", shape.len()),
        })?;
    read_shape(values, operation)
}

/// Reads a function of two sizes, or of two shapes, dim by dim.
fn read_pair<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let operands = operation.operands();
    let counts = operands.map(|operand| Some(values.elements(operand)?.len()));
    match counts.collect::<Option<Vec<_>>>().as_deref() {
        Some([a, b]) if a != b => Err(Refusal::Other("the ranks of its operands differ".into())),
        _ => read_shape(values, operation),
    }
}

/// Reads an op whose results, if any, are witnesses of checks elsewhere.
fn read_witness<'c, 'a>(
    _values: &mut IntegerValues,
    _operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    Ok(Reading::Witness)
}
