//! `tensor`: sizes and rows of them are numbers; what moves elements is emitted.

use super::{
    arith::{emit_elementwise, read_emitted},
    legalizer::Legalizer,
    meaning::{MAX_DEPTH, Meanings, integer_bits, is_tensor},
    number::{Direction, Function, Id, Signedness},
    table::{Form::Custom, Reading, Refusal, Row},
    types,
};
use crate::ir;
use melior::ir::{
    OperationRef, Type, Value, ValueLike, attribute::DenseI64ArrayAttribute,
    operation::OperationLike,
};
use std::ops::Range;

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
        form: Custom(read_extract, emit_extract),
        example: "func.func @main(%a: tensor<2x3xf32>, %i: tensor<index>) -> tensor<f32> { %c1 = \
                  arith.constant 1 : index %x = tensor.extract %i[] : tensor<index> %0 = \
                  tensor.extract %a[%c1, %x] : tensor<2x3xf32> %1 = tensor.from_elements %0 : \
                  tensor<f32> return %1 : tensor<f32> }",
    },
    Row {
        op: "tensor.from_elements",
        form: Custom(read_from_elements, emit_from_elements),
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
            emit_elementwise(legalizer, op, "stablehlo.bitcast_convert")
        }),
        example: "func.func @main(%a: tensor<?xi32>) -> tensor<?xui32> { %0 = tensor.bitcast %a : \
                  tensor<?xi32> to tensor<?xui32> return %0 : tensor<?xui32> }",
    },
    Row {
        op: "tensor.reshape",
        form: Custom(read_reshape, emit_reshape),
        example: "func.func @main(%a: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> { %0 = \
                  tensor.reshape %a(%s) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32> \
                  return %0 : tensor<?x?xf32> }",
    },
    Row {
        op: "tensor.collapse_shape",
        form: Custom(read_emitted, emit_collapse),
        example: "func.func @main(%a: tensor<2x?x3xf32>) -> tensor<?x3xf32> { %0 = \
                  tensor.collapse_shape %a [[0, 1], [2]] : tensor<2x?x3xf32> into tensor<?x3xf32> \
                  return %0 : tensor<?x3xf32> }",
    },
    Row {
        op: "tensor.expand_shape",
        form: Custom(read_emitted, emit_expand),
        example: "func.func @main(%a: tensor<?x3xf32>, %b: tensor<?xf32>) -> tensor<2x?x3xf32> { \
                  %c0 = arith.constant 0 : index %n = tensor.dim %b, %c0 : tensor<?xf32> %0 = \
                  tensor.expand_shape %a [[0, 1], [2]] output_shape [2, %n, 3] : tensor<?x3xf32> \
                  into tensor<2x?x3xf32> return %0 : tensor<2x?x3xf32> }",
    },
    Row {
        op: "tensor.concat",
        form: Custom(read_concat, emit_concat),
        example: "func.func @main(%a: tensor<?x2xf32>, %b: tensor<?x2xf32>) -> tensor<?x2xf32> { \
                  %0 = tensor.concat dim(0) %a, %b : (tensor<?x2xf32>, tensor<?x2xf32>) -> \
                  tensor<?x2xf32> return %0 : tensor<?x2xf32> }",
    },
    Row {
        op: "tensor.extract_slice",
        form: Custom(read_slice, emit_slice),
        example: "func.func @main(%a: tensor<?x6xf32>) -> tensor<?x2xf32> { %c0 = arith.constant \
                  0 : index %n = tensor.dim %a, %c0 : tensor<?x6xf32> %0 = tensor.extract_slice \
                  %a[0, 1] [%n, 2] [1, 2] : tensor<?x6xf32> to tensor<?x2xf32> return %0 : \
                  tensor<?x2xf32> }",
    },
    Row {
        op: "tensor.insert_slice",
        form: Custom(read_insert_slice, emit_insert_slice),
        example: "func.func @main(%a: tensor<1x2xf32>, %b: tensor<?x6xf32>) -> tensor<?x6xf32> { \
                  %0 = tensor.insert_slice %a into %b[1, 3] [1, 2] [1, 1] : tensor<1x2xf32> into \
                  tensor<?x6xf32> return %0 : tensor<?x6xf32> }",
    },
    Row {
        op: "tensor.insert",
        form: Custom(read_emitted, emit_insert),
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

/// Returns the element of a row at an index that may be known only at run time.
pub fn select_element<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    row: &[Id],
    index: Id,
) -> Option<Id> {
    if let Some(index) = meanings.numbers.value(index) {
        return row.get(usize::try_from(index).ok()?).copied();
    }
    let (&last, others) = row.split_last()?;
    let bits = meanings.numbers.bits(index);
    let mut element = last;
    for (place, &other) in others.iter().enumerate().rev() {
        let place = meanings.numbers.constant(place as i64, bits);
        let compare = Function::Compare(Direction::Eq, Signedness::Signed);
        let is_here = meanings.numbers.apply(compare, &[index, place]);
        element = meanings
            .numbers
            .apply(Function::Select, &[is_here, other, element]);
    }
    Some(element)
}

fn read_dim<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let unknown = || Refusal::Rank {
        subject: "its operand",
    };
    let source = operation.operand(0).map_err(|_| unknown())?;
    let extents = meanings.extents(source).ok_or_else(unknown)?;
    let index = operation.operand(1).map_err(|_| unknown())?;
    let index = meanings.number(index).ok_or_else(unknown)?;
    let wrong = || Refusal::Value {
        what: "the dim",
        found: "out of range".into(),
        expected: format!("a dim of rank {}", extents.len()),
    };
    let extent = select_element(meanings, &extents, index).ok_or_else(wrong)?;
    Ok(Reading::number(extent))
}

fn read_rank<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let source = operation.operand(0).ok();
    let extents = source.and_then(|source| meanings.extents(source));
    let rank = extents.ok_or(Refusal::Rank {
        subject: "its operand",
    })?;
    Ok(Reading::number(meanings.index(rank.len() as i64)))
}

fn read_extract<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let operands = operation.operands().collect::<Vec<_>>();
    match *operands.as_slice() {
        [source] => {
            if let Some(id) = meanings.number(source) {
                return Ok(Reading::number(id));
            }
        }
        [source, index] => {
            if let (Some(row), Some(index)) = (meanings.row(source), meanings.number(index))
                && (meanings.numbers.value(index).is_some() || row.len() <= 8)
                && let Some(id) = select_element(meanings, &row, index)
                && meanings.numbers.depth(id) < MAX_DEPTH
            {
                return Ok(Reading::number(id));
            }
        }
        _ => {}
    }
    Ok(Reading::Emitted)
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
    let sizes = DenseI64ArrayAttribute::new(legalizer.context(), &ones).into();
    let slice = legalizer.op(
        "stablehlo.dynamic_slice",
        &operands,
        &[("slice_sizes", sizes)],
        slice_type,
    );
    Some(vec![legalizer.op(
        "stablehlo.reshape",
        &[slice],
        &[],
        r#type,
    )])
}

fn read_from_elements<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let Ok(result) = OperationRef::result(operation, 0) else {
        return Ok(Reading::Emitted);
    };
    let shape = ir::shaped_type(result.r#type());
    let rank = shape.shape().map_or(0, |shape| shape.len());
    let elements = operation.operands().collect::<Vec<_>>();
    if rank > 1 || integer_bits(result.r#type()).is_none() {
        return Ok(Reading::Emitted);
    }
    let numbers = elements.iter().map(|&element| meanings.number(element));
    let Some(numbers) = numbers.collect::<Option<Vec<_>>>() else {
        return Ok(Reading::Emitted);
    };
    Ok(match (rank, numbers.as_slice()) {
        (0, &[number]) => Reading::number(number),
        (1, _) => Reading::row(numbers),
        _ => Reading::Emitted,
    })
}

fn emit_from_elements<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let element = types::element(r#type)?;
    let operands = legalizer.operands(operation);
    if operands.is_empty() {
        let zero = types::zero(legalizer.context(), element)?;
        return Some(vec![legalizer.constant(zero, r#type)?]);
    }
    let one = types::tensor_type(&[1], element);
    let pieces = operands.iter();
    let pieces = pieces.map(|&piece| legalizer.op("stablehlo.reshape", &[piece], &[], one));
    let pieces = pieces.collect::<Vec<_>>();
    let row_type = types::tensor_type(&[pieces.len() as i64], element);
    let row = legalizer.concatenate(&pieces, row_type);
    if row.r#type() == r#type {
        return Some(vec![row]);
    }
    Some(vec![legalizer.op("stablehlo.reshape", &[row], &[], r#type)])
}

/// Returns the numbers that an op's sizes are: those in an attribute, and operands where
/// these are dynamic.
fn mixed_sizes<'c: 'a, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    known: impl IntoIterator<Item = Option<i64>>,
    dynamic: &[Value<'c, 'a>],
) -> Option<Vec<Id>> {
    let mut dynamic = dynamic.iter();
    let mut sizes = vec![];
    for known in known {
        sizes.push(match known {
            Some(size) => meanings.index(size),
            None => {
                let &size = dynamic.next()?;
                meanings.number(size)?
            }
        });
    }
    Some(sizes)
}

/// Returns the sizes of a type, `None` where dynamic.
fn sizes_of(r#type: Type<'_>) -> Vec<Option<i64>> {
    let shape = ir::shaped_type(r#type);
    let dims = shape.shape().map_or(&[][..], |shape| shape);
    dims.iter().map(|dim| dim.fixed_size()).collect()
}

fn emit_splat<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let value = legalizer.operand(operation, 0)?;
    let dynamic = operation.operands().skip(1).collect::<Vec<_>>();
    let sizes = mixed_sizes(&mut legalizer.meanings, sizes_of(r#type), &dynamic)?;
    Some(vec![legalizer.broadcast_to(value, &[], r#type, &sizes)?])
}

/// Emits zeros, as any elements will do.
fn emit_empty<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let element = types::element(r#type)?;
    let zero = types::zero(legalizer.context(), element)?;
    if types::is_static(r#type) {
        return Some(vec![legalizer.constant(zero, r#type)?]);
    }
    let zero = legalizer.constant(zero, types::scalar_type(element))?;
    let dynamic = operation.operands().collect::<Vec<_>>();
    let sizes = mixed_sizes(&mut legalizer.meanings, sizes_of(r#type), &dynamic)?;
    Some(vec![legalizer.broadcast_to(zero, &[], r#type, &sizes)?])
}

fn read_cast<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let operand = operation
        .operand(0)
        .map_err(|_| Refusal::Unknown { advice: None })?;
    if let Some(row) = meanings.row(operand) {
        return Ok(Reading::row(row));
    }
    if !is_tensor(operand.r#type()) {
        return Err(Refusal::Rank {
            subject: "its operand",
        });
    }
    Ok(Reading::Emitted)
}

/// Emits a cast, and checks of the sizes that only the result's type knows.
fn emit_cast<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operand = operation.operand(0).ok()?;
    let extents = legalizer.meanings.extents(operand)?;
    let backend = legalizer.options.assertions.backend();
    if let Some(form) = backend.messages() {
        for (dim, size) in sizes_of(r#type).into_iter().enumerate() {
            let Some(size) = size else { continue };
            let expected = legalizer.meanings.index(size);
            let compare = Function::Compare(Direction::Eq, Signedness::Signed);
            let fits = legalizer
                .meanings
                .numbers
                .apply(compare, &[extents[dim], expected]);
            if legalizer.meanings.numbers.value(fits) == Some(1) {
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
            super::check::emit(legalizer, fits, &[extents[dim]], message);
        }
    }
    let operand = legalizer.value(operand);
    Some(vec![legalizer.cast(operand, r#type)])
}

fn read_reshape<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let shape = operation.operand(1).ok();
    match shape.and_then(|shape| meanings.row(shape)) {
        Some(_) => Ok(Reading::Emitted),
        None => Err(Refusal::Rank {
            subject: "its result",
        }),
    }
}

fn emit_reshape<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operand = legalizer.operand(operation, 0)?;
    let shape = operation.operand(1).ok()?;
    let shape = legalizer.meanings.row(shape)?;
    Some(vec![reshape(legalizer, operand, r#type, &shape)])
}

/// Emits the same elements in another shape.
pub fn reshape<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    value: Value<'c, 'a>,
    r#type: Type<'c>,
    shape: &[Id],
) -> Value<'c, 'a> {
    if types::is_static(r#type) {
        return legalizer.op("stablehlo.reshape", &[value], &[], r#type);
    }
    let shape = legalizer.shape(shape);
    legalizer.op("stablehlo.dynamic_reshape", &[value, shape], &[], r#type)
}

/// Returns the dims that become each dim of the tensor with fewer.
fn reassociation(operation: OperationRef<'_, '_>) -> Option<Vec<Vec<usize>>> {
    let groups = ir::as_array(operation.attribute("reassociation").ok()?)?;
    let groups = (0..groups.len()).map(|index| {
        let group = ir::as_array(groups.element(index).ok()?)?;
        let dims = (0..group.len()).map(|index| {
            let dim = ir::as_integer(group.element(index).ok()?)?;
            usize::try_from(dim.value()).ok()
        });
        dims.collect()
    });
    groups.collect()
}

fn emit_collapse<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operand = operation.operand(0).ok()?;
    let extents = legalizer.meanings.extents(operand)?;
    let mut shape = vec![];
    for group in reassociation(operation)? {
        let dims = group.iter().map(|&dim| extents.get(dim).copied());
        let dims = dims.collect::<Option<Vec<_>>>()?;
        shape.push(product(&mut legalizer.meanings, &dims));
    }
    let operand = legalizer.value(operand);
    Some(vec![reshape(legalizer, operand, r#type, &shape)])
}

/// Returns the product of numbers; 1 of none.
pub fn product(meanings: &mut Meanings<'_, '_>, factors: &[Id]) -> Id {
    let one = meanings.numbers.constant(1, super::number::INDEX_BITS);
    factors.iter().fold(one, |product, &factor| {
        meanings
            .numbers
            .apply(Function::Multiply, &[product, factor])
    })
}

fn emit_expand<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operand = legalizer.operand(operation, 0)?;
    let known = ir::int_array(operation, "static_output_shape")?;
    let known = known.into_iter().map(|size| (size >= 0).then_some(size));
    let dynamic = operation.operands().skip(1).collect::<Vec<_>>();
    let shape = mixed_sizes(&mut legalizer.meanings, known, &dynamic)?;
    Some(vec![reshape(legalizer, operand, r#type, &shape)])
}

fn read_concat<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let operands = operation.operands().collect::<Vec<_>>();
    let rows = operands.iter().map(|&operand| meanings.row(operand));
    Ok(match rows.collect::<Option<Vec<_>>>() {
        Some(rows) => Reading::row(rows.concat()),
        None => Reading::Emitted,
    })
}

fn emit_concat<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operands = legalizer.operands(operation);
    let dim = legalizer.integer_attribute(ir::integer(operation, "dim")?);
    let attributes = [("dimension", dim)];
    Some(vec![legalizer.op(
        "stablehlo.concatenate",
        &operands,
        &attributes,
        r#type,
    )])
}

/// The offsets, sizes and strides of a slice.
struct Slice {
    offsets: Vec<Id>,
    sizes: Vec<Id>,
    strides: Vec<Id>,
}

/// Reads the offsets, sizes and strides of an op whose other operands come first.
fn slice<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
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
        mixed_sizes(meanings, known, dynamic.get(range)?)
    };
    Some(Slice {
        offsets: read("static_offsets")?,
        sizes: read("static_sizes")?,
        strides: read("static_strides")?,
    })
}

fn read_slice<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let source = operation.operand(0).ok();
    let row = source.and_then(|source| meanings.row(source));
    let Some(slice) = slice(meanings, operation, 1) else {
        return Err(Refusal::Unknown { advice: None });
    };
    let known = |ids: &[Id]| {
        let values = ids.iter().map(|&id| meanings.numbers.value(id));
        values.collect::<Option<Vec<_>>>()
    };
    let result = OperationRef::result(operation, 0).ok();
    let rank = result.and_then(|result| Some(ir::shaped_type(result.r#type()).shape()?.len()));
    if let (Some(row), Some(offsets), Some(sizes), Some(strides), Some(1)) = (
        row,
        known(&slice.offsets),
        known(&slice.sizes),
        known(&slice.strides),
        rank,
    ) && let (&[offset], &[size], &[stride]) =
        (offsets.as_slice(), sizes.as_slice(), strides.as_slice())
    {
        let elements = (0..size).map(|index| {
            let place = index.checked_mul(stride)?.checked_add(offset)?;
            row.get(usize::try_from(place).ok()?).copied()
        });
        if let Some(elements) = elements.collect::<Option<Vec<_>>>() {
            return Ok(Reading::row(elements));
        }
    }
    if known(&slice.strides).is_some_and(|strides| strides.iter().any(|&stride| stride < 1)) {
        return Err(Refusal::Value {
            what: "a stride",
            found: "less than 1".into(),
            expected: "at least 1".into(),
        });
    }
    Ok(Reading::Emitted)
}

fn emit_slice<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operand = legalizer.operand(operation, 0)?;
    let slice = slice(&mut legalizer.meanings, operation, 1)?;
    let numbers = &mut legalizer.meanings.numbers;
    // `limit = offset + (size - 1) * stride + 1`, and 0 elements end where they begin.
    let one = numbers.constant(1, super::number::INDEX_BITS);
    let zero = numbers.constant(0, super::number::INDEX_BITS);
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
            let array =
                |values: &[i64]| DenseI64ArrayAttribute::new(legalizer.context(), values).into();
            let attributes = [
                ("limit_indices", array(&limits)),
                ("start_indices", array(&offsets)),
                ("strides", array(&strides)),
            ];
            legalizer.op("stablehlo.slice", &[operand], &attributes, slice_type)
        }
        _ => {
            let bits = super::number::INDEX_BITS;
            let operands = [&slice.offsets, &limits, &slice.strides];
            let [offsets, limits, strides] = operands.map(|row| legalizer.row(row, bits));
            legalizer.op(
                "stablehlo.real_dynamic_slice",
                &[operand, offsets, limits, strides],
                &[],
                slice_type,
            )
        }
    };
    let kept = sizes_of(r#type).len();
    if kept == sizes.len() {
        return Some(vec![legalizer.cast(value, r#type)]);
    }
    let dropped = slice.sizes.len() - kept.min(slice.sizes.len());
    let shape = drop_units(
        &legalizer.meanings,
        &slice.sizes,
        &sizes_of(r#type),
        dropped,
    )?;
    Some(vec![reshape(legalizer, value, r#type, &shape)])
}

/// Leaves out dims of size 1 so that the rest has the sizes of a type.
fn drop_units(
    meanings: &Meanings<'_, '_>,
    sizes: &[Id],
    kept: &[Option<i64>],
    dropped: usize,
) -> Option<Vec<Id>> {
    let mut left = dropped;
    let mut shape = vec![];
    for &size in sizes {
        let known = meanings.numbers.value(size);
        let is_next = kept.get(shape.len()).is_some_and(|&next| next == known);
        if known == Some(1) && left > 0 && !is_next {
            left -= 1;
        } else {
            shape.push(size);
        }
    }
    shape.truncate(kept.len());
    (shape.len() == kept.len()).then_some(shape)
}

fn read_insert_slice<'c, 'a>(
    meanings: &mut Meanings<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Result<Reading<'c, 'a>, Refusal> {
    let slice = slice(meanings, operation, 2);
    let are_ones = slice.is_some_and(|slice| {
        let mut strides = slice.strides.iter();
        strides.all(|&stride| meanings.numbers.value(stride) == Some(1))
    });
    match are_ones {
        true => Ok(Reading::Emitted),
        false => Err(Refusal::Value {
            what: "a stride",
            found: "not 1".into(),
            expected: "1".into(),
        }),
    }
}

fn emit_insert_slice<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let source = operation.operand(0).ok()?;
    let slice = slice(&mut legalizer.meanings, operation, 2)?;
    let mut update = legalizer.value(source);
    if sizes_of(source.r#type()).len() != slice.sizes.len() {
        let sizes = slice
            .sizes
            .iter()
            .map(|&size| legalizer.meanings.numbers.value(size));
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
        "stablehlo.dynamic_update_slice",
        &operands,
        &[],
        r#type,
    )])
}

fn emit_insert<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operands = legalizer.operands(operation);
    let (&scalar, rest) = operands.split_first()?;
    let (&target, indices) = rest.split_first()?;
    let one = types::tensor_type(&vec![1; indices.len()], types::element(r#type)?);
    let update = legalizer.op("stablehlo.reshape", &[scalar], &[], one);
    let operands = [&[target, update], indices].concat();
    Some(vec![legalizer.op(
        "stablehlo.dynamic_update_slice",
        &operands,
        &[],
        r#type,
    )])
}
