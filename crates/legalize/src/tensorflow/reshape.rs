//! `tf.Reshape`, and ops that add or drop dims of size 1.

use super::{
    super::{
        inferred::{self, Inference, Inferred},
        legalizer::Legalizer,
        tensor::reshape,
    },
    constants, dim_of, element, extents, integers, numbers, reduce, set_extents,
};
use crate::{
    analysis::{IntegerRow, IntegerValues},
    conversion::{ConversionForm::Custom, OpConversion, OpOutcome},
    refusal::Refusal,
    symbol::integer::Integer,
};
use melior::ir::{OperationRef, Value};

/// The rows of reshapes.
pub const ROWS: &[OpConversion] = &[
    OpConversion::new("tf.Reshape", Custom(read, emit)),
    OpConversion::new("tf.ExpandDims", Custom(read_expand, emit_expand)),
    OpConversion::new("tf.Squeeze", Custom(read_squeeze, emit_squeeze)),
];

/// The extents of the operand, and the sizes.
fn plan(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Result<(IntegerRow, Inferred), Refusal> {
    let extents = extents(values, operation, 0)?;
    let shape = numbers(values, operation, 1, "the shape")?;
    let inferred = inferred::infer(values, &extents, &shape, Inference::Computed)?;
    Ok((extents, inferred))
}

fn read<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    if let Some(sum) = reduce::unbroadcast(values, operation) {
        let sizes = reduce::read_unbroadcast(values, operation, sum)?;
        set_extents(values, operation, &sizes)?;
        return Ok(OpOutcome::Emitted);
    }
    let (_, inferred) = plan(values, operation)?;
    set_extents(values, operation, &inferred.sizes)?;
    Ok(element::same(values, operation))
}

fn emit<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    if let Some(sum) = reduce::unbroadcast(&mut legalizer.values, operation) {
        return reduce::emit_unbroadcast(legalizer, operation, sum);
    }
    let (extents, inferred) = plan(&mut legalizer.values, operation).ok()?;
    inferred::emit_check(legalizer, operation, &extents, &inferred);
    let operand = legalizer.operand(operation, 0)?;
    Some(vec![reshape(legalizer, operand, r#type, &inferred.sizes)])
}

/// Emits a reshape that keeps the order of elements, to known sizes.
fn emit_to<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    sizes: &[Integer],
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let operand = legalizer.operand(operation, 0)?;
    Some(vec![reshape(legalizer, operand, r#type, sizes)])
}

fn expanded(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Result<Vec<Integer>, Refusal> {
    let mut sizes = extents(values, operation, 0)?.to_vec();
    let &[dim] = constants(values, operation, 1, "the dim")?.as_slice() else {
        return Err(Refusal::Other("it has several dims; expected one".into()));
    };
    let dim = dim_of("the dim", dim, sizes.len() + 1)?;
    sizes.insert(dim, values.index(1));
    Ok(sizes)
}

fn read_expand<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let sizes = expanded(values, operation)?;
    set_extents(values, operation, &sizes)?;
    Ok(element::same(values, operation))
}

fn emit_expand<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let sizes = expanded(&mut legalizer.values, operation).ok()?;
    emit_to(legalizer, operation, &sizes)
}

/// The dims to drop have to be known.
fn squeezed(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Result<Vec<Integer>, Refusal> {
    let extents = extents(values, operation, 0)?;
    let known = extents.iter().map(|&extent| values.integers.value(extent));
    let known = known.collect::<Vec<_>>();
    let dims = integers(operation, "squeeze_dims").unwrap_or_default();
    let mut is_dropped = vec![false; extents.len()];
    for &dim in &dims {
        let dim = dim_of("a squeezed dim", dim, extents.len())?;
        is_dropped[dim] = true;
        if known[dim] != Some(1) {
            return Err(Refusal::Value {
                what: "the size of a squeezed dim",
                found: known[dim].map_or("computed".into(), |size| size.to_string()),
                expected: "1".into(),
            });
        }
    }
    if dims.is_empty() {
        for (is_dropped, size) in is_dropped.iter_mut().zip(&known) {
            match size {
                Some(size) => *is_dropped = *size == 1,
                None => {
                    return Err(Refusal::Other(
                        "its dims of size 1 are known only at run time; name them in \
                         'squeeze_dims'"
                            .into(),
                    ));
                }
            }
        }
    }
    let kept = extents.iter().zip(is_dropped);
    Ok(kept
        .filter_map(|(&extent, is_dropped)| (!is_dropped).then_some(extent))
        .collect())
}

fn read_squeeze<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let sizes = squeezed(values, operation)?;
    set_extents(values, operation, &sizes)?;
    Ok(element::same(values, operation))
}

fn emit_squeeze<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let sizes = squeezed(&mut legalizer.values, operation).ok()?;
    emit_to(legalizer, operation, &sizes)
}
