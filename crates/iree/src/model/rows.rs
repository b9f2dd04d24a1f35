//! Tensors that are held in rows of 64 bytes, as `repair/rows.rs` emits them.

use crate::{model::alignment::unit, ops::*, prelude::*};

/// Returns the first operand of a value's defining op, if that has this name.
fn operand_of<'a>(value: Value<'a>, name: &str) -> Option<Value<'a>> {
    ir::defined_by(source_of(value), name).and_then(|it| ir::operand(it, 0))
}

/// Returns whether a tensor is the result of the ops with which [`RowPadding::emit_tensor`] reads it from rows.
pub fn is_tensor_of_rows(tensor: Value<'_>) -> bool {
    let elements = operand_of(tensor, tensor::EXPAND_SHAPE).unwrap_or(tensor);
    operand_of(elements, tensor::EXTRACT_SLICE).is_some_and(is_flat)
}

/// Returns whether an op only puts the elements of a tensor in a row, to be inserted into rows.
pub fn is_flattened(operation: OpRef<'_>) -> bool {
    let result = ir::result(operation, 0);
    let result = result.filter(|_| ir::is_named(operation, tensor::COLLAPSE_SHAPE));
    result.is_some_and(|result| {
        ir::all_values(result, |flat, pending| {
            ir::users(flat).into_iter().all(|(user, operand)| {
                let is_same = is_of_same_bits(user);
                pending.extend(ir::result(user, 0).filter(|_| is_same));
                is_same || is_insertion(user) && operand == 0 || size_read(user).is_some()
            })
        })
    })
}

/// Returns the tensor whose elements a `tensor.collapse_shape` puts in a row.
pub fn operand_of_flat<'a>(flat: Value<'a>) -> Option<Value<'a>> {
    operand_of(flat, tensor::COLLAPSE_SHAPE)
}

/// Returns the number of rows that a size is computed from, and the number of elements in each.
pub fn row_count<'a>(size: Value<'a>) -> Option<(Value<'a>, i64)> {
    let product = ir::defined_by(size, arith::MULI)?;
    let unit = ir::operand(product, 1).and_then(ir::constant_integer)?;
    Some((ir::operand(product, 0)?, unit))
}

/// Returns whether a `tensor.expand_shape` makes rows, as [`RowPadding::emit_rows`] emits it, so that it fits.
pub fn makes_rows(operation: OpRef<'_>) -> bool {
    let fits = || {
        let result = ir::result(operation, 0)?;
        let rows = ir::as_ranked_tensor(result.r#type())?;
        let source = |op, index| ir::defining_op(source_of(ir::operand(op, index)?));
        let insertion = source(operation, 0)?;
        let empty = source(insertion, 1)?;
        let (count, unit) = row_count(ir::operand(empty, 0)?)?;
        Some(
            ir::is_named(operation, tensor::EXPAND_SHAPE)
                && is_insertion(insertion)
                && ir::is_named(empty, tensor::EMPTY)
                && type_sizes(rows) == [None, Some(unit)]
                && ir::operand(operation, 1)? == operand_of(count, BARRIER).unwrap_or(count),
        )
    };
    fits() == Some(true)
}

/// Returns whether a tensor of rank 1 is of a multiple of 64 bytes because it is what all rows hold.
pub fn is_flat(tensor: Value<'_>) -> bool {
    let is_of_rows = || {
        let r#type = ir::as_ranked_tensor(tensor.r#type())?;
        let definition = ir::defining_op(source_of(tensor));
        let definition = definition.filter(|_| type_sizes(r#type) == [None])?;
        let operand = |index| ir::operand(definition, index);
        Some(match ir::name_str(definition.name())? {
            tensor::EMPTY => row_count(operand(0)?)?.1 % unit(r#type) == 0,
            tensor::INSERT_SLICE => is_flat(operand(1)?),
            tensor::COLLAPSE_SHAPE => {
                let rows = ir::as_ranked_tensor(operand(0)?.r#type())?;
                type_sizes(rows) == [None, Some(unit(r#type))]
            }
            _ => false,
        })
    };
    is_of_rows() == Some(true)
}
