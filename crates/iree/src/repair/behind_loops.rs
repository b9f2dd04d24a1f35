//! Tensors of unknown size that are used behind a loop, a branch, a barrier or the reading of a number.
//!
//! They may be in the same allocation as tensors that loops and branches pass on; `carried_tensors.rs` says
//! why all of these are of a multiple of 64 bytes.

use crate::{
    build::*,
    model::{
        alignment::{aligned_type, is_aligned},
        lifetime::{is_used_before, users_from},
        rows::{is_flat, is_flattened, is_tensor_of_rows, operand_of_flat},
    },
    ops::*,
    prelude::*,
    repair::rows::{Holder, RowPadding},
};

/// Puts the tensors that are computed before an op and used in it or after it into rows of 64 bytes, also those that
/// were read back from such rows. Returns whether there are any.
pub fn align_used_behind<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<bool> {
    let block = operation.block()?;
    // At the end of an iteration, a check of the sizes that a loop carries precedes only copies into rows.
    if ir::is_named(operation, cf::ASSERT) && makes_only_rows_behind(operation) {
        return Some(false);
    }
    let mut earlier = vec![];
    if block.parent_operation().is_some_and(ir::is_function) {
        let arguments = ir::block_arguments(block).into_iter();
        earlier.extend(arguments.filter(|&argument| is_dynamic(argument)));
    }
    for definition in ir::block_operations(block).take_while(|&it| it != operation) {
        let results = definition.results().map(Value::from);
        earlier.extend(results.filter(|&result| is_dynamic(result)));
    }
    let mut is_changed = false;
    for value in earlier {
        let Some(r#type) = RankedTensorType::try_from(value.r#type()).ok() else {
            continue;
        };
        if ir::encoding(r#type.into()).is_some() {
            continue;
        }
        let is_aligned = is_aligned(r#type) || is_flat(value);
        let source = given_source(value);
        // It has no elements to keep, only memory of its own.
        if ir::defined_by(source, tensor::EMPTY).is_some() {
            continue;
        }
        let is_given = is_given(source);
        // What reads a part in front of a check needs no other part behind it.
        let is_kept = !is_control(operation) && whole_of(emitter, value).is_some();
        let is_computed = !is_aligned
            && !is_kept
            && !(is_given && (source != value || source.is_block_argument()));
        let is_copied = || {
            let mut both = [value, source].into_iter();
            both.any(|it| is_used_before(operation, it))
        };
        if is_computed || is_given && is_copied() {
            is_changed |= keep(emitter, operation, value, !is_aligned).unwrap_or_default();
        }
    }
    Some(is_changed)
}

/// Returns whether the ops after one in its block only copy tensors into rows of 64 bytes.
fn makes_only_rows_behind(operation: OpRef<'_>) -> bool {
    const ROWS: [&str; 5] = [
        cf::ASSERT,
        tensor::COLLAPSE_SHAPE,
        tensor::EMPTY,
        tensor::EXPAND_SHAPE,
        tensor::INSERT_SLICE,
    ];
    ops_behind(operation).all(|it| {
        let is_end = it.next_in_block().is_none();
        is_end || is_any_of(it, &ROWS) || is_of_scalars(it) || is_of_same_bits(it)
    })
}

/// Makes the uses of a value in an op's regions, and those after the op, uses of what rows of 64 bytes hold,
/// or of a copy; those of a part of a larger tensor, if all are after the op, uses of the part as it is then.
fn keep<'a>(
    emitter: &mut OpEmitter<'a>,
    operation: OpRef<'a>,
    value: Value<'a>,
    is_padded: bool,
) -> Option<bool> {
    let r#type = ir::as_ranked_tensor(value.r#type())?;
    let mut places = vec![];
    for region in operation.regions() {
        let first = region.first_block()?.first_operation()?;
        places.push((first, users_from(first, value)));
    }
    let next = operation.next_in_block()?;
    places.push((next, users_from(next, value)));
    places.retain(|(_, users)| !users.is_empty());
    if places.is_empty() {
        return Some(false);
    }
    let (holder, kept) = emit_at(emitter, operation, |emitter| {
        // MLIR does not know that the extents are those of the value, so it keeps the copy.
        let mut extents = limited_extents(emitter, value)?;
        let mut users = places.iter().flat_map(|(_, users)| users);
        // Those of rows that hold it later are limited once. If these were, too, MLIR would know that both hold the same.
        if users.any(|&(user, _)| is_flattened(user)) {
            let limited = extents.into_iter();
            let limited = limited.map(|extent| index(extent).max(0).emit(emitter));
            extents = limited.collect();
        }
        let is_behind = is_padded && places.iter().all(|&(first, _)| first == next);
        if let Some((whole, wide)) = whole_of(emitter, value).filter(|_| is_behind) {
            return Some((Holder::Larger(extents, [r#type, wide]), whole));
        }
        let holder = match is_padded {
            true => Holder::Rows(RowPadding::emit(emitter, r#type, &extents)),
            false => Holder::Larger(extents, [r#type; 2]),
        };
        let kept = holder.emit_held(emitter, value)?;
        Some((holder, kept))
    })?;
    for (anchor, users) in places {
        let part = emit_at(emitter, anchor, |it| holder.emit_tensor(it, kept));
        for (user, index) in users {
            ir::set_operand(user, index, part);
        }
    }
    Some(true)
}

/// Returns whether a value is an argument, or a part of a tensor that is passed on. It needs no
/// larger tensor, but what is computed from it in front of a loop and in the loop, in whatever order
/// of transposes and conversions, IREE might merge, so that what is used in the loop is a tensor
/// that is not aligned. From a copy nothing is computed in front of the loop.
fn is_given(value: Value<'_>) -> bool {
    value.is_block_argument() || is_tensor_of_rows(value) || {
        let definition = ir::defining_op(value);
        definition.is_some_and(|op| {
            let starts = ir::int_array(op, "static_offsets").unwrap_or_default();
            ir::is_named(op, tensor::EXTRACT_SLICE) && starts.iter().all(|&start| start == 0)
        })
    }
}

/// Returns the argument that a value is, also if it is in a row or of another sign; for others, what [`source_of`] returns.
fn given_source<'a>(value: Value<'a>) -> Value<'a> {
    let own = source_of(value);
    let mut source = own;
    while let Some(tensor) = operand_of_flat(source) {
        source = source_of(tensor);
    }
    match source.is_block_argument() {
        true => source,
        false => own,
    }
}

/// Returns the tensor of a larger type that a value is a part of, and its type.
fn whole_of<'a>(
    emitter: &OpEmitter<'a>,
    value: Value<'a>,
) -> Option<(Value<'a>, RankedTensorType<'a>)> {
    let wide = aligned_type(emitter, ir::as_ranked_tensor(value.r#type())?)?;
    let part = ir::defined_by(value, tensor::EXTRACT_SLICE)?;
    let source = ir::operand(part, 0)?;
    (source.r#type().to_raw().ptr == wide.to_raw().ptr).then_some((source, wide))
}
