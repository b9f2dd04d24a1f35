//! Ops that repeat elements: `tf.Tile`, `tf.Fill` and `tf.BroadcastTo`.

use super::{
    super::{legalizer::Legalizer, tensor::reshape, types},
    extents, numbers, set_extents, type_of,
};
use crate::{
    analysis::{IntegerRow, IntegerValues},
    assertion::MessageForm,
    conversion::{ConversionForm::Custom, OpConversion, OpOutcome},
    guard, ir,
    known::reading,
    refusal::Refusal,
    symbol::integer::{Direction, Function, Integer, Signedness::Signed},
};
use melior::ir::{OperationRef, Value, ValueLike};

/// The rows of ops that repeat elements.
pub const ROWS: &[OpConversion] = &[
    OpConversion::new("tf.Tile", Custom(read_tile, emit_tile)),
    OpConversion::new("tf.Fill", Custom(read_fill, emit_fill)),
];

fn tiled(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Result<(IntegerRow, Vec<Integer>), Refusal> {
    let extents = extents(values, operation, 0)?;
    let multiples = numbers(values, operation, 1, "the multiples")?;
    if multiples.len() != extents.len() {
        return Err(Refusal::Value {
            what: "the number of multiples",
            found: multiples.len().to_string(),
            expected: format!("the operand's rank, {}", extents.len()),
        });
    }
    refuse_negative(values, "a multiple", &multiples)?;
    Ok((extents, multiples))
}

/// Refuses constants below 0.
fn refuse_negative(
    values: &IntegerValues,
    what: &'static str,
    numbers: &[Integer],
) -> Result<(), Refusal> {
    let mut known = numbers.iter().filter_map(|&id| values.integers.value(id));
    match known.find(|&value| value < 0) {
        Some(found) => Err(Refusal::Value {
            what,
            found: found.to_string(),
            expected: "at least 0".into(),
        }),
        None => Ok(()),
    }
}

/// Emits checks that numbers are not negative.
pub fn check_numbers<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    what: &str,
    numbers: &[Integer],
) {
    let Some(form) = legalizer.options.assertions.backend().messages() else {
        return;
    };
    for (place, &number) in numbers.iter().enumerate() {
        if legalizer.values.integers.is_nonnegative(number)
            || !super::inferred::is_from_data(&legalizer.values, number)
        {
            continue;
        }
        let zero = legalizer.values.index(0);
        let compare = Function::Compare(Direction::Ge, Signed);
        let holds = legalizer.values.integers.apply(compare, &[number, zero]);
        let message = guard::message(operation, form, |form| match form {
            MessageForm::Template => format!("{what} #{place} is {{0}}; expected at least 0"),
            MessageForm::Plain => format!("{what} #{place} is negative; expected at least 0"),
        });
        guard::emit(legalizer, operation, holds, &[number], message);
    }
}

fn read_tile<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let (extents, multiples) = tiled(values, operation)?;
    let sizes = extents.iter().zip(&multiples);
    let sizes = sizes.map(|(&extent, &multiple)| values.product(&[multiple, extent]));
    let sizes = sizes.collect::<Vec<_>>();
    set_extents(values, operation, &sizes)?;
    let elements = repeated(values, operation, &multiples);
    Ok(reading(values, operation, elements))
}

/// Returns the elements of a row that is repeated.
fn repeated(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    multiples: &[Integer],
) -> Option<Vec<Integer>> {
    let row = values.elements(ir::operand(operation, 0)?)?;
    let &[multiple] = multiples else {
        return multiples.is_empty().then(|| row.to_vec());
    };
    let multiple = usize::try_from(values.integers.value(multiple)?).ok()?;
    let count = row.len().checked_mul(multiple)?;
    (count <= MAX_REPEATED).then(|| row.repeat(multiple))
}

/// The longest row of repeated sizes.
const MAX_REPEATED: usize = 64;

fn emit_tile<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let (extents, multiples) = tiled(&mut legalizer.values, operation).ok()?;
    check_numbers(legalizer, operation, "multiple", &multiples);
    // A dim that is repeated becomes two, unless it has size 1.
    let mut dims = vec![];
    let mut open = vec![];
    let mut sizes = vec![];
    for (&extent, &multiple) in extents.iter().zip(&multiples) {
        let known = |id| legalizer.values.integers.value(id);
        let (extent_value, multiple_value) = (known(extent), known(multiple));
        match (extent_value, multiple_value) {
            (_, Some(1)) => open.push(extent),
            (Some(1), _) => open.push(multiple),
            _ => open.extend([multiple, extent]),
        }
        dims.push(open.len() - 1);
        sizes.push(legalizer.values.product(&[multiple, extent]));
    }
    let r#type = legalizer.result_type(operation)?;
    let value = legalizer.operand(operation, 0)?;
    if open == *extents {
        return Some(vec![value]);
    }
    let open_type = type_of(&legalizer.values, &open, types::element(r#type)?);
    let value = legalizer.broadcast_to(value, &dims, open_type, &open)?;
    if open.len() == sizes.len() {
        return Some(vec![value]);
    }
    Some(vec![reshape(legalizer, value, r#type, &sizes)])
}

fn filled(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Result<Vec<Integer>, Refusal> {
    let sizes = numbers(values, operation, 0, "the sizes")?;
    refuse_negative(values, "a size", &sizes)?;
    Ok(sizes)
}

fn read_fill<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let sizes = filled(values, operation)?;
    let value = super::operand(operation, 1)?;
    if types::rank_of(value) != Some(0) {
        let subject = "operand #1, the value,".into();
        return Err(types::refuse(subject, value.r#type(), None));
    }
    set_extents(values, operation, &sizes)?;
    let known = sizes.iter().map(|&size| values.integers.value(size));
    let count = known.product::<Option<i64>>();
    let count = count.filter(|&count| count <= MAX_REPEATED as i64);
    let number = values.elements(value).filter(|row| row.len() == 1);
    let elements = number.zip(count);
    let elements = elements.map(|(row, count)| vec![row[0]; count as usize]);
    Ok(reading(values, operation, elements))
}

fn emit_fill<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let sizes = filled(&mut legalizer.values, operation).ok()?;
    check_numbers(legalizer, operation, "size", &sizes);
    let r#type = legalizer.result_type(operation)?;
    let value = legalizer.operand(operation, 1)?;
    Some(vec![legalizer.broadcast_to(value, &[], r#type, &sizes)?])
}
