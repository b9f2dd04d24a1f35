//! `shape`: shapes are rows of numbers, whatever their type.

use super::{
    algebra, check,
    legalizer::Legalizer,
    meaning::{Meaning, Meanings, Row as Extents},
    number::{Direction, Function, Id, Signedness},
    table::{
        Form::{self, Custom},
        Reading, Refusal, Row,
    },
    tensor,
};
use crate::ir;
use Signedness::Signed;
use melior::ir::{OperationRef, Value, operation::OperationLike};

/// A table row of an op whose results are always numbers, rows or witnesses.
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
        read_const_shape,
        "func.func @main() -> tensor<2xindex> { %0 = shape.const_shape [2, 3] : tensor<2xindex> return %0 : tensor<2xindex> }"
    ),
    known!(
        "shape.const_size",
        read_const_size,
        "func.func @main() -> tensor<index> { %0 = shape.const_size 4 %1 = shape.size_to_index %0 : !shape.size %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    Row {
        op: "shape.broadcast",
        form: Form::CheckedMeaning(read_broadcast, check::emit_broadcastable),
        example: "func.func @main(%a: tensor<?x1xf32>, %b: tensor<?xf32>) -> tensor<2xindex> { %0 = shape.shape_of %a : tensor<?x1xf32> -> tensor<2xindex> %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex> %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex> return %2 : tensor<2xindex> }",
    },
    known!(
        "shape.concat",
        read_concat,
        "func.func @main(%a: tensor<?x1xf32>, %b: tensor<?xf32>) -> tensor<3xindex> { %0 = shape.shape_of %a : tensor<?x1xf32> -> !shape.shape %1 = shape.shape_of %b : tensor<?xf32> -> !shape.shape %2 = shape.concat %0, %1 : !shape.shape, !shape.shape -> !shape.shape %3 = shape.to_extent_tensor %2 : !shape.shape -> tensor<3xindex> return %3 : tensor<3xindex> }"
    ),
    known!(
        "shape.split_at",
        read_split_at,
        "func.func @main(%a: tensor<?x1x3xf32>) -> tensor<1xindex> { %0 = shape.shape_of %a : tensor<?x1x3xf32> -> !shape.shape %c = arith.constant -1 : index %h, %t = \"shape.split_at\"(%0, %c) : (!shape.shape, index) -> (!shape.shape, !shape.shape) %3 = shape.to_extent_tensor %t : !shape.shape -> tensor<1xindex> return %3 : tensor<1xindex> }"
    ),
    known!(
        "shape.any",
        read_any,
        "func.func @main(%a: tensor<?x1xf32>, %b: tensor<?x1xf32>) -> tensor<2xindex> { %0 = shape.shape_of %a : tensor<?x1xf32> -> tensor<2xindex> %1 = shape.shape_of %b : tensor<?x1xf32> -> tensor<2xindex> %2 = shape.any %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex> return %2 : tensor<2xindex> }"
    ),
    known!(
        "shape.to_extent_tensor",
        read_same,
        "func.func @main(%a: tensor<2x?xf32>) -> tensor<2xindex> { %0 = shape.shape_of %a : tensor<2x?xf32> -> !shape.shape %1 = shape.to_extent_tensor %0 : !shape.shape -> tensor<2xindex> return %1 : tensor<2xindex> }"
    ),
    known!(
        "shape.from_extent_tensor",
        read_same,
        "func.func @main(%a: tensor<2xindex>) -> tensor<2xindex> { %0 = shape.from_extent_tensor %a : tensor<2xindex> %1 = shape.to_extent_tensor %0 : !shape.shape -> tensor<2xindex> return %1 : tensor<2xindex> }"
    ),
    known!(
        "shape.value_as_shape",
        read_same,
        "func.func @main(%a: tensor<2xi32>) -> tensor<2xindex> { %0 = shape.value_as_shape %a : tensor<2xi32> -> !shape.shape %1 = shape.to_extent_tensor %0 : !shape.shape -> tensor<2xindex> return %1 : tensor<2xindex> }"
    ),
    known!(
        "shape.from_extents",
        read_from_extents,
        "func.func @main(%a: tensor<?xf32>) -> tensor<2xindex> { %c0 = arith.constant 0 : index %n = tensor.dim %a, %c0 : tensor<?xf32> %0 = shape.from_extents %n, %n : index, index %1 = shape.to_extent_tensor %0 : !shape.shape -> tensor<2xindex> return %1 : tensor<2xindex> }"
    ),
    known!(
        "shape.rank",
        read_rank,
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
        read_num_elements,
        "func.func @main(%a: tensor<?x?xf32>) -> tensor<index> { %0 = shape.shape_of %a : tensor<?x?xf32> -> tensor<2xindex> %1 = shape.num_elements %0 : tensor<2xindex> -> index %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    known!(
        "shape.index_to_size",
        read_same,
        "func.func @main(%a: tensor<?xf32>) -> tensor<index> { %c0 = arith.constant 0 : index %n = tensor.dim %a, %c0 : tensor<?xf32> %0 = shape.index_to_size %n %1 = shape.size_to_index %0 : !shape.size %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    known!(
        "shape.size_to_index",
        read_same,
        "func.func @main(%a: tensor<?xf32>) -> tensor<index> { %c0 = arith.constant 0 : index %n = tensor.dim %a, %c0 : tensor<?xf32> %1 = shape.size_to_index %n : index %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    known!(
        "shape.add",
        |meanings, op| read_function(meanings, op, |numbers, parts| numbers
            .apply(Function::Add, parts)),
        "func.func @main(%a: tensor<?x?xf32>) -> tensor<index> { %c0 = arith.constant 0 : index %c1 = arith.constant 1 : index %n = tensor.dim %a, %c0 : tensor<?x?xf32> %m = tensor.dim %a, %c1 : tensor<?x?xf32> %1 = shape.add %n, %m : index, index -> index %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    known!(
        "shape.mul",
        |meanings, op| read_function(meanings, op, |numbers, parts| numbers
            .apply(Function::Multiply, parts)),
        "func.func @main(%a: tensor<?x?xf32>) -> tensor<index> { %c0 = arith.constant 0 : index %c1 = arith.constant 1 : index %n = tensor.dim %a, %c0 : tensor<?x?xf32> %m = tensor.dim %a, %c1 : tensor<?x?xf32> %1 = shape.mul %n, %m : index, index -> index %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    known!(
        "shape.div",
        |meanings, op| read_function(meanings, op, algebra::floor_divide),
        "func.func @main(%a: tensor<?x?xf32>) -> tensor<index> { %c0 = arith.constant 0 : index %c1 = arith.constant 1 : index %n = tensor.dim %a, %c0 : tensor<?x?xf32> %m = tensor.dim %a, %c1 : tensor<?x?xf32> %1 = shape.div %n, %m : index, index -> index %2 = tensor.from_elements %1 : tensor<index> return %2 : tensor<index> }"
    ),
    known!(
        "shape.max",
        |meanings, op| read_function(meanings, op, |numbers, parts| numbers
            .apply(Function::Maximum(Signed), parts)),
        "func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<2xindex> { %0 = shape.shape_of %a : tensor<?x?xf32> -> !shape.shape %1 = shape.shape_of %b : tensor<?x?xf32> -> !shape.shape %2 = shape.max %0, %1 : !shape.shape, !shape.shape -> !shape.shape %3 = shape.to_extent_tensor %2 : !shape.shape -> tensor<2xindex> return %3 : tensor<2xindex> }"
    ),
    known!(
        "shape.min",
        |meanings, op| read_function(meanings, op, |numbers, parts| numbers
            .apply(Function::Minimum(Signed), parts)),
        "func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<2xindex> { %0 = shape.shape_of %a : tensor<?x?xf32> -> !shape.shape %1 = shape.shape_of %b : tensor<?x?xf32> -> !shape.shape %2 = shape.min %0, %1 : !shape.shape, !shape.shape -> !shape.shape %3 = shape.to_extent_tensor %2 : !shape.shape -> tensor<2xindex> return %3 : tensor<2xindex> }"
    ),
    known!(
        "shape.is_broadcastable",
        read_is_broadcastable,
        "func.func @main(%a: tensor<?x1xf32>, %b: tensor<?xf32>) -> tensor<i1> { %0 = shape.shape_of %a : tensor<?x1xf32> -> tensor<2xindex> %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex> %2 = shape.is_broadcastable %0, %1 : tensor<2xindex>, tensor<1xindex> %3 = tensor.from_elements %2 : tensor<i1> return %3 : tensor<i1> }"
    ),
    known!(
        "shape.shape_eq",
        read_shape_eq,
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

/// Emits nothing: the op is always a number, a row or a witness.
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
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Vec<Extents>, Refusal> {
    let operands = operation.operands().collect::<Vec<_>>();
    let shapes = operands.iter().map(|&operand| {
        meanings
            .row(operand)
            .ok_or(Refusal::Rank { subject: "a shape" })
    });
    shapes.collect()
}

fn operand_number<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    index: usize,
) -> Result<Id, Refusal> {
    let operand = ir::operand(operation, index);
    operand
        .and_then(|operand| meanings.number(operand))
        .ok_or(Refusal::Unknown { advice: None })
}

fn read_shape_of<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let operand = ir::operand(operation, 0);
    let extents = operand.and_then(|operand| meanings.extents(operand));
    extents.map(Reading::row).ok_or(Refusal::Rank {
        subject: "its operand",
    })
}

fn read_const_shape<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let sizes = ir::int_elements(operation, "shape", usize::MAX);
    let sizes = sizes.ok_or(Refusal::Unknown { advice: None })?;
    let sizes = sizes.into_iter().map(|size| meanings.index(size));
    Ok(Reading::row(sizes.collect::<Vec<_>>()))
}

fn read_const_size<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let size = ir::integer(operation, "value").ok_or(Refusal::Unknown { advice: None })?;
    Ok(Reading::number(meanings.index(size)))
}

/// Returns the shape that shapes broadcast to under NumPy's rule: dims are aligned from the
/// last one.
pub fn broadcast(meanings: &mut Meanings<'_, '_>, shapes: &[Extents]) -> Vec<Id> {
    let rank = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let mut result = vec![];
    for dim in 0..rank {
        let one = meanings.numbers.constant(1, super::number::INDEX_BITS);
        let aligned = shapes.iter().filter_map(|shape| {
            let index = (dim + shape.len()).checked_sub(rank)?;
            shape.get(index).copied()
        });
        let extent = aligned.fold(one, |extent, next| {
            if meanings.numbers.value(extent) == Some(1) {
                return next;
            }
            match meanings.numbers.value(next) {
                Some(1) => extent,
                _ => meanings.numbers.first_not_one(extent, next),
            }
        });
        result.push(extent);
    }
    result
}

fn read_broadcast<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    check::read_broadcastable(meanings, operation)?;
    let shapes = shapes(meanings, operation)?;
    Ok(Reading::row(broadcast(meanings, &shapes)))
}

fn read_concat<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let shapes = shapes(meanings, operation)?;
    Ok(Reading::row(shapes.concat()))
}

fn read_split_at<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let shape = ir::operand(operation, 0);
    let shape = shape.and_then(|shape| meanings.row(shape));
    let shape = shape.ok_or(Refusal::Rank { subject: "a shape" })?;
    let index = operand_number(meanings, operation, 1)?;
    let Some(index) = meanings.numbers.value(index) else {
        return Err(Refusal::NotConstant { what: "the index" });
    };
    let place = match index {
        0.. => index,
        _ => index.saturating_add(shape.len() as i64),
    };
    match usize::try_from(place)
        .ok()
        .filter(|&place| place <= shape.len())
    {
        Some(place) => {
            let (head, tail) = shape.split_at(place);
            let halves = [head, tail].map(|half| Meaning::Row(half.into()));
            Ok(Reading::Means(halves.to_vec()))
        }
        None => Err(Refusal::Value {
            what: "the index",
            found: index.to_string(),
            expected: format!("one within rank {}", shape.len()),
        }),
    }
}

/// Returns any of the shapes: they are equal, or the behavior is undefined.
fn read_any<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let shapes = shapes(meanings, operation)?;
    let first = shapes.into_iter().next();
    first.map(Reading::row).ok_or(Refusal::Rank {
        subject: "its result",
    })
}

/// Reads an op that only converts its operand's type.
fn read_same<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let Some(operand) = ir::operand(operation, 0) else {
        return Err(Refusal::Unknown { advice: None });
    };
    if let Some(id) = meanings.number(operand) {
        return Ok(Reading::number(id));
    }
    let row = meanings
        .row(operand)
        .ok_or(Refusal::Rank { subject: "a shape" })?;
    // Extents are numbers of an index's width.
    let widen = |&id: &Id| {
        meanings
            .numbers
            .convert(id, super::number::INDEX_BITS, Signed)
    };
    Ok(Reading::row(row.iter().map(widen).collect::<Vec<_>>()))
}

fn read_from_extents<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let count = operation.operand_count();
    let extents = (0..count).map(|index| operand_number(meanings, operation, index));
    Ok(Reading::row(extents.collect::<Result<Vec<_>, _>>()?))
}

fn read_rank<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let shapes = shapes(meanings, operation)?;
    let rank = shapes.first().map_or(0, |shape| shape.len());
    Ok(Reading::number(meanings.index(rank as i64)))
}

fn read_get_extent<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let shape = ir::operand(operation, 0);
    let shape = shape.and_then(|shape| meanings.row(shape));
    read_extent(meanings, operation, shape)
}

fn read_dim<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let value = ir::operand(operation, 0);
    let shape = value.and_then(|value| meanings.extents(value));
    read_extent(meanings, operation, shape)
}

fn read_extent<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    shape: Option<Extents>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let shape = shape.ok_or(Refusal::Rank { subject: "a shape" })?;
    let index = operand_number(meanings, operation, 1)?;
    let wrong = || Refusal::Value {
        what: "the dim",
        found: "out of range".into(),
        expected: format!("a dim of rank {}", shape.len()),
    };
    let extent = tensor::select_element(meanings, &shape, index).ok_or_else(wrong)?;
    Ok(Reading::number(extent))
}

fn read_num_elements<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let shapes = shapes(meanings, operation)?;
    let shape = shapes.first().cloned().unwrap_or_default();
    Ok(Reading::number(tensor::product(meanings, &shape)))
}

/// Reads a function of two sizes, or of two shapes, dim by dim.
fn read_function<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    compute: impl Fn(&mut super::number::Numbers, &[Id]) -> Id,
) -> Result<Reading<'c, 'a>, Refusal> {
    if let Some(parts) = meanings.numbers_of(operation.operands()) {
        let id = compute(&mut meanings.numbers, &parts);
        return Ok(Reading::number(id));
    }
    let shapes = shapes(meanings, operation)?;
    let [a, b] = shapes.as_slice() else {
        return Err(Refusal::Unknown { advice: None });
    };
    if a.len() != b.len() {
        return Err(Refusal::Other("the ranks of its operands differ".into()));
    }
    let both = a.iter().zip(b.iter());
    let row = both.map(|(&a, &b)| compute(&mut meanings.numbers, &[a, b]));
    Ok(Reading::row(row.collect::<Vec<_>>()))
}

/// Returns the conjunction of numbers that are truth values.
fn all(meanings: &mut Meanings<'_, '_>, truths: &[Id]) -> Id {
    let truth = meanings.numbers.constant(1, 1);
    truths.iter().fold(truth, |all, &next| {
        meanings.numbers.apply(Function::And, &[all, next])
    })
}

fn read_is_broadcastable<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let shapes = shapes(meanings, operation)?;
    let result = broadcast(meanings, &shapes);
    let equal = Function::Compare(Direction::Eq, Signed);
    let one = meanings.index(1);
    let mut truths = vec![];
    for shape in &shapes {
        for (&extent, &size) in result[result.len() - shape.len()..]
            .iter()
            .zip(shape.iter())
        {
            if extent == size {
                continue;
            }
            let fits = meanings.numbers.apply(equal, &[size, extent]);
            let is_one = meanings.numbers.apply(equal, &[size, one]);
            truths.push(meanings.numbers.apply(Function::Or, &[fits, is_one]));
        }
    }
    Ok(Reading::number(all(meanings, &truths)))
}

fn read_shape_eq<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let shapes = shapes(meanings, operation)?;
    let equal = Function::Compare(Direction::Eq, Signed);
    let mut truths = vec![];
    if let Some((first, others)) = shapes.split_first() {
        for other in others {
            if other.len() != first.len() {
                truths.push(meanings.numbers.constant(0, 1));
            }
            for (&a, &b) in first.iter().zip(other.iter()) {
                truths.push(meanings.numbers.apply(equal, &[a, b]));
            }
        }
    }
    Ok(Reading::number(all(meanings, &truths)))
}

/// Reads an op whose results, if any, are witnesses of checks elsewhere.
fn read_witness<'c, 'a>(
    _meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let witnesses = operation.results().map(|_| Meaning::Witness);
    Ok(Reading::Means(witnesses.collect()))
}
