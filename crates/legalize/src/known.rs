//! What is known of the results of ops.

use crate::{
    analysis::{IntegerRow, IntegerValues, integer_bits},
    conversion::OpOutcome,
    ir,
    refusal::Refusal,
    symbol::integer::{INDEX_BITS, Integer, Signedness::Signed},
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

/// Reads an op whose results are emitted where they are used if they are integers, or few of them
/// in a row, and which is emitted in place otherwise.
pub fn read_known<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let mut are_known = operation
        .results()
        .map(|result| is_known(values, result.into()));
    Ok(match are_known.all(|is_known| is_known) {
        true => OpOutcome::Known,
        false => OpOutcome::Emitted,
    })
}

/// Returns whether a value is one integer or a row of them, which an op computes from others.
pub fn is_known(values: &mut IntegerValues, value: Value<'_, '_>) -> bool {
    (values.number(value).is_some() || values.row(value).is_some()) && values.is_computed(value)
}

/// Notes the elements of an op's result, if they are known, and returns whether they are emitted
/// where they are used.
pub fn reading<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
    elements: Option<Vec<Integer>>,
) -> OpOutcome<'c, 'a> {
    let Some((result, elements)) = ir::result(operation, 0).zip(elements) else {
        return OpOutcome::Emitted;
    };
    let bits = integer_bits(result.r#type());
    let has_width = |&id: &Integer| bits == Some(values.integers.bits(id));
    let sizes = ir::shaped_type(result.r#type());
    let sizes = sizes.shape().unwrap_or_default().iter();
    let count = sizes.map(|dim| dim.fixed_size()).product::<Option<i64>>();
    let fits = count.is_none_or(|count| count == elements.len() as i64);
    if !fits || !elements.iter().all(has_width) {
        return OpOutcome::Emitted;
    }
    values.set(result, elements);
    match is_known(values, result) {
        true => OpOutcome::Known,
        false => OpOutcome::Emitted,
    }
}

/// Reads an op whose results are only available as emitted values.
pub fn read_emitted<'c, 'a>(
    _values: &mut IntegerValues,
    _operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    Ok(OpOutcome::Emitted)
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

/// Returns the elements of a shape operand in the width of an `index`.
pub fn wide(values: &mut IntegerValues, row: &[Integer]) -> Vec<Integer> {
    let row = row.iter();
    row.map(|&id| values.integers.convert(id, INDEX_BITS, Signed))
        .collect()
}
