//! `shape`: shapes are rows of integers, whatever their type.
use super::{check, legalizer::Legalizer};
use crate::{
    analysis::{IntegerRow, IntegerValues},
    conversion::{
        ConversionForm::{self, Custom},
        OpConversion, OpOutcome,
    },
    dialect::shape,
    ir,
    known::is_known,
    refusal::Refusal,
    symbol::integer::Integer,
};
use melior::ir::{OperationRef, Value, operation::OperationLike};

/// The rows of `shape`, except its checks.
pub const ROWS: &[OpConversion] = &[
    OpConversion::new(shape::SHAPE_OF, Custom(read_shape_of, emit_nothing)),
    OpConversion::new(shape::CONST_SHAPE, Custom(read_shape, emit_nothing)),
    OpConversion::new(shape::CONST_SIZE, Custom(read_shape, emit_nothing)),
    OpConversion::new(
        shape::BROADCAST,
        ConversionForm::CheckedMeaning(read_broadcast, check::emit_broadcastable),
    ),
    OpConversion::new(shape::CONCAT, Custom(read_shape, emit_nothing)),
    OpConversion::new(shape::SPLIT_AT, Custom(read_split_at, emit_nothing)),
    OpConversion::new(shape::ANY, Custom(read_shape, emit_nothing)),
    OpConversion::new(shape::TO_EXTENT_TENSOR, Custom(read_shape, emit_nothing)),
    OpConversion::new(shape::FROM_EXTENT_TENSOR, Custom(read_shape, emit_nothing)),
    OpConversion::new(shape::VALUE_AS_SHAPE, Custom(read_shape, emit_nothing)),
    OpConversion::new(shape::FROM_EXTENTS, Custom(read_shape, emit_nothing)),
    OpConversion::new(shape::RANK, Custom(read_shape, emit_nothing)),
    OpConversion::new(shape::GET_EXTENT, Custom(read_get_extent, emit_nothing)),
    OpConversion::new(shape::DIM, Custom(read_dim, emit_nothing)),
    OpConversion::new(shape::NUM_ELEMENTS, Custom(read_shape, emit_nothing)),
    OpConversion::new(shape::INDEX_TO_SIZE, Custom(read_shape, emit_nothing)),
    OpConversion::new(shape::SIZE_TO_INDEX, Custom(read_shape, emit_nothing)),
    OpConversion::new(shape::ADD, Custom(read_pair, emit_nothing)),
    OpConversion::new(shape::MUL, Custom(read_pair, emit_nothing)),
    OpConversion::new(shape::DIV, Custom(read_pair, emit_nothing)),
    OpConversion::new(shape::MAX, Custom(read_pair, emit_nothing)),
    OpConversion::new(shape::MIN, Custom(read_pair, emit_nothing)),
    OpConversion::new(shape::IS_BROADCASTABLE, Custom(read_shape, emit_nothing)),
    OpConversion::new(shape::SHAPE_EQ, Custom(read_shape, emit_nothing)),
    OpConversion::new(shape::ASSUMING_ALL, Custom(read_witness, emit_nothing)),
    OpConversion::new(shape::ASSUMING, ConversionForm::Inline),
    OpConversion::new(shape::ASSUMING_YIELD, Custom(read_witness, emit_nothing)),
];

/// Emits nothing: the op is always an integer, a row of them or a witness.
fn emit_nothing<'c, 'a>(
    _legalizer: &mut Legalizer<'c, 'a>,
    _operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    None
}

/// Reads an op whose results are always integers if the ranks of all shapes are known.
fn read_shape<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let mut are_known = operation
        .results()
        .map(|result| is_known(values, result.into()));
    match are_known.all(|is_known| is_known) {
        true => Ok(OpOutcome::Known),
        false => Err(Refusal::Rank { subject: "a shape" }),
    }
}

fn read_shape_of<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    read_shape(values, operation).map_err(|_| Refusal::Rank {
        subject: "its operand",
    })
}

fn read_broadcast<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    check::read_broadcastable(values, operation)?;
    read_shape(values, operation)
}

fn read_split_at<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
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
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let shape = ir::operand(operation, 0);
    let shape = shape.and_then(|shape| values.row(shape));
    read_extent(values, operation, shape)
}

fn read_dim<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let value = ir::operand(operation, 0);
    let shape = value.and_then(|value| values.extents(value));
    read_extent(values, operation, shape)
}

fn read_extent<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
    shape: Option<IntegerRow>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
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
) -> Result<OpOutcome<'c, 'a>, Refusal> {
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
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    Ok(OpOutcome::Witness)
}
