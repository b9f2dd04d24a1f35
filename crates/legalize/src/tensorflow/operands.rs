//! Operands and attributes of ops of TensorFlow.

use crate::{
    analysis::{IntegerRow, IntegerValues},
    ir, known,
    refusal::Refusal,
    symbol::integer::Integer,
    types,
};
use melior::ir::{OperationRef, Type, Value, ValueLike, operation::OperationLike};

/// Returns an operand.
///
/// # Errors
///
/// Fails if there is none.
pub(super) fn operand<'c, 'a>(
    operation: OperationRef<'c, 'a>,
    index: usize,
) -> Result<Value<'c, 'a>, Refusal> {
    ir::operand(operation, index)
        .ok_or_else(|| Refusal::Other(format!("it has no operand #{index}")))
}

/// Returns the extents of an operand.
///
/// # Errors
///
/// Fails if its rank is unknown.
pub(super) fn extents(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Result<IntegerRow, Refusal> {
    let operand = operand(operation, index)?;
    values.extents(operand).ok_or(Refusal::Rank {
        subject: "an operand",
    })
}

/// Returns the integers in an operand, which is a row or a scalar, in the width of an `index`.
///
/// # Errors
///
/// Fails if their number is unknown.
pub(super) fn numbers(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    index: usize,
    what: &'static str,
) -> Result<Vec<Integer>, Refusal> {
    let operand = operand(operation, index)?;
    match values.elements(operand) {
        Some(row) if types::rank_of(operand).is_some_and(|rank| rank <= 1) => {
            Ok(known::wide(values, &row))
        }
        _ => {
            let subject = format!("operand #{index}, {what},");
            let advice = "give it a known number of integers";
            Err(types::refuse(subject, operand.r#type(), Some(advice)))
        }
    }
}

/// Returns the constants in an operand.
///
/// # Errors
///
/// Fails if one is not a constant.
pub(super) fn constants(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    index: usize,
    what: &'static str,
) -> Result<Vec<i64>, Refusal> {
    let numbers = numbers(values, operation, index, what)?;
    let constants = numbers.iter().map(|&id| values.integers.value(id));
    let constants = constants.collect::<Option<Vec<_>>>();
    constants.ok_or(Refusal::NotConstant { what })
}

/// Returns an integer attribute of an op; `default` if it is absent.
pub(super) fn integer(operation: OperationRef<'_, '_>, name: &str, default: i64) -> i64 {
    ir::integer(operation, name).unwrap_or(default)
}

/// Returns the integers of an attribute, which TensorFlow writes as a list.
pub(super) fn integers(operation: OperationRef<'_, '_>, name: &str) -> Option<Vec<i64>> {
    let attribute = operation.attribute(name).ok()?;
    let Some(list) = ir::as_array(attribute) else {
        return ir::int_array_value(attribute);
    };
    let entries =
        (0..list.len()).map(|index| Some(ir::as_integer(list.element(index).ok()?)?.value()));
    entries.collect()
}

/// Returns whether an attribute is true; `false` if it is absent.
pub(super) fn is_set(operation: OperationRef<'_, '_>, name: &str) -> bool {
    let value = operation.attribute(name).ok().and_then(ir::as_bool);
    value.is_some_and(|value| value.value())
}

/// Returns the dim that a number stands for; negative ones count from the end.
///
/// # Errors
///
/// Fails if there is no such dim.
pub(super) fn dim_of(what: &'static str, number: i64, rank: usize) -> Result<usize, Refusal> {
    let rank_number = i64::try_from(rank).unwrap_or(i64::MAX);
    let dim = match number {
        0.. => number,
        _ => number.saturating_add(rank_number),
    };
    let dim = usize::try_from(dim).ok().filter(|&dim| dim < rank);
    dim.ok_or_else(|| Refusal::Value {
        what,
        found: number.to_string(),
        expected: format!("a dim of rank {rank}"),
    })
}

/// Notes the extents of an op's result.
///
/// # Errors
///
/// Fails if its type has another rank, or other sizes.
pub(super) fn set_extents(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    extents: &[Integer],
) -> Result<(), Refusal> {
    let Some(result) = ir::result(operation, 0) else {
        return Err(Refusal::Other("it has no result".into()));
    };
    let shape = ir::shaped_type(result.r#type());
    let Some(shape) = shape.shape() else {
        return Err(Refusal::Rank {
            subject: "its result",
        });
    };
    if shape.len() != extents.len() {
        return Err(Refusal::Other(format!(
            "its result has rank {}; expected rank {}",
            shape.len(),
            extents.len()
        )));
    }
    for (dim, (declared, &extent)) in shape.iter().zip(extents).enumerate() {
        if let (Some(declared), Some(size)) = (declared.fixed_size(), values.integers.value(extent))
            && declared != size
        {
            return Err(Refusal::Other(format!(
                "its result has size {declared} in dim {dim}; expected size {size}"
            )));
        }
    }
    values.set_extents(result, extents);
    Ok(())
}

/// Returns the type of a tensor of extents, which are static where they are constants.
pub(super) fn type_of<'c>(
    values: &IntegerValues,
    extents: &[Integer],
    element: Type<'c>,
) -> Type<'c> {
    let sizes = extents.iter().map(|&extent| {
        let size = values.integers.value(extent).filter(|&size| size >= 0);
        size.unwrap_or(i64::MIN)
    });
    types::tensor_type(&sizes.collect::<Vec<_>>(), element)
}
