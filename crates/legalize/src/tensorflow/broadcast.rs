//! Ops on the shapes that broadcasts have.

use super::{
    super::{check, legalizer::Legalizer, types},
    extents, numbers,
    reduce::{GRADIENT_DIMS, gradient_dims, row_of},
    set_extents,
};
use crate::{
    analysis::{IntegerRow, IntegerValues, integer_bits},
    assertion::MessageForm,
    conversion::{
        ConversionForm::{CheckedMeaning, Custom},
        OpConversion, OpOutcome,
    },
    guard, ir,
    known::reading,
    refusal::Refusal,
    symbol::integer::{Direction, Function, Integer, Signedness::Signed},
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

/// The rows of broadcasts.
pub const ROWS: &[OpConversion] = &[
    OpConversion::new(
        "tf.BroadcastArgs",
        CheckedMeaning(read_broadcast, check::emit_broadcastable),
    ),
    OpConversion::new(
        GRADIENT_DIMS,
        CheckedMeaning(read_gradient, check::emit_broadcastable),
    ),
    OpConversion::new("tf.BroadcastTo", Custom(read_to, emit_to)),
];

fn shapes(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Result<[Vec<Integer>; 2], Refusal> {
    Ok([
        numbers(values, operation, 0, "a shape")?,
        numbers(values, operation, 1, "a shape")?,
    ])
}

fn read_broadcast<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let [a, b] = shapes(values, operation)?;
    check::read_broadcastable(values, operation)?;
    let shape = values.broadcast(&[a.into(), b.into()]);
    let result = ir::result(operation, 0);
    let bits = result.and_then(|result| integer_bits(result.r#type()));
    let elements = bits.map(|bits| {
        let shape = shape.iter();
        let shape = shape.map(|&size| values.integers.convert(size, bits, Signed));
        shape.collect()
    });
    match reading(values, operation, elements) {
        OpOutcome::Known => Ok(OpOutcome::Known),
        _ => Err(Refusal::Other(
            "its result is not a row of as many integers as the longer shape".into(),
        )),
    }
}

fn read_gradient<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let shapes = shapes(values, operation)?;
    check::read_broadcastable(values, operation)?;
    let Some(dims) = gradient_dims(values, &shapes) else {
        let is_summed = |(user, index): (OperationRef<'_, '_>, usize)| {
            index == 1 && ir::name_str(user.name()) == Some("tf.Sum")
        };
        let results = operation.results().map(Into::into);
        return match results.flat_map(ir::users).all(is_summed) {
            true => Ok(OpOutcome::Known),
            false => Err(Refusal::Other(
                "its result depends on sizes that are known only at run time, and is used by \
                 another op than 'tf.Sum'; give the sizes, or sum along constant dims"
                    .into(),
            )),
        };
    };
    for (result, dims) in operation.results().zip(dims) {
        let result = Value::from(result);
        let Some(bits) = integer_bits(result.r#type()) else {
            return Err(types::refuse("a result".into(), result.r#type(), None));
        };
        let row = row_of(values, &dims, bits);
        values.set(result, row);
    }
    Ok(OpOutcome::Known)
}

/// The extents of the operand, and the sizes that it is broadcast to.
fn to(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Result<(IntegerRow, Vec<Integer>), Refusal> {
    let extents = extents(values, operation, 0)?;
    let sizes = numbers(values, operation, 1, "the shape")?;
    let Some(missing) = sizes.len().checked_sub(extents.len()) else {
        return Err(Refusal::Value {
            what: "the length of the shape",
            found: sizes.len().to_string(),
            expected: format!("at least the operand's rank, {}", extents.len()),
        });
    };
    for (dim, (&extent, &size)) in extents.iter().zip(&sizes[missing..]).enumerate() {
        let holds = fits(values, extent, size);
        if values.integers.value(holds) == Some(0) {
            return Err(Refusal::Other(format!(
                "dim {dim} of operand #0 never has the size that it is broadcast to, nor 1"
            )));
        }
    }
    Ok((extents, sizes))
}

/// Whether a dim broadcasts to a size.
fn fits(values: &mut IntegerValues, extent: Integer, size: Integer) -> Integer {
    let one = values.index(1);
    let equal = Function::Compare(Direction::Eq, Signed);
    let is_same = values.integers.apply(equal, &[extent, size]);
    let is_one = values.integers.apply(equal, &[extent, one]);
    values.integers.apply(Function::Or, &[is_same, is_one])
}

fn read_to<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let (_, sizes) = to(values, operation)?;
    set_extents(values, operation, &sizes)?;
    Ok(OpOutcome::Emitted)
}

fn emit_to<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let (extents, sizes) = to(&mut legalizer.values, operation).ok()?;
    let missing = sizes.len() - extents.len();
    let dims = (missing..sizes.len()).collect::<Vec<_>>();
    if let Some(form) = legalizer.options.assertions.backend().messages() {
        for (dim, &extent) in extents.iter().enumerate() {
            let size = sizes[missing + dim];
            let holds = fits(&mut legalizer.values, extent, size);
            let message = guard::message(operation, form, |form| match form {
                MessageForm::Template => format!(
                    "operand #0 dim {dim} has size {{0}}; expected {{1}}, to which it is \
                     broadcast, or 1"
                ),
                MessageForm::Plain => {
                    format!("operand #0 dim {dim} does not broadcast; expected its size, or 1")
                }
            });
            guard::emit(legalizer, operation, holds, &[extent, size], message);
        }
    }
    let r#type = legalizer.result_type(operation)?;
    let value = legalizer.operand(operation, 0)?;
    Some(vec![legalizer.broadcast_to(value, &dims, r#type, &sizes)?])
}
