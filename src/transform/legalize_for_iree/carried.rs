//! Tensors that a `stablehlo.while` changes.
//!
//! IREE computes all of them into one allocation. It aligns their offsets to 64 bytes, and takes
//! an offset of which it knows only that it is aligned for any other number that reaches the same
//! place, such as 0. So a loop that changes several tensors may return one of them in place of
//! another. An offset after a tensor whose size is a multiple of 64 bytes needs no alignment, so
//! each tensor is carried in one of such a size.

use super::{
    sizes,
    slice::{Part, emit_larger, emit_part},
    tensor_type, type_sizes,
};
use crate::ir::{self, Emitter};
use melior::ir::{
    BlockLike, BlockRef, OperationRef, RegionLike, TypeLike, Value, ValueLike,
    operation::OperationLike,
    r#type::{RankedTensorType, ShapedTypeLike},
};

/// The bits to which IREE aligns offsets.
const ALIGNMENT: i64 = 512;

/// Makes a loop carry its tensors in larger ones; returns whether it has changed.
pub(super) fn align<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> bool {
    let changed = changed(operation).unwrap_or_default();
    if changed.len() < 2 {
        return false;
    }
    let of_index = |&index: &usize| {
        let r#type = tensor_at(operation, index)?;
        Some((index, r#type, aligned_type(emitter, r#type)?))
    };
    let carried = changed.iter().filter_map(of_index).collect::<Vec<_>>();
    for &(index, r#type, wide) in &carried {
        carry(emitter, operation, index, r#type, wide);
    }
    !carried.is_empty()
}

/// Returns the indices of the tensors that a loop changes, without single integers, which IREE
/// does not allocate.
fn changed(operation: OperationRef<'_, '_>) -> Option<Vec<usize>> {
    let body = block(operation, 1)?;
    let next = body.terminator()?;
    let arguments = ir::block_arguments(body);
    let is_changed = |&index: &usize| {
        let r#type = tensor_at(operation, index);
        let is_number = r#type
            .is_some_and(|r#type| type_sizes(r#type).is_empty() && r#type.element().is_integer());
        ir::operand(next, index) != arguments.get(index).copied() && !is_number
    };
    Some((0..operation.operand_count()).filter(is_changed).collect())
}

fn block<'c, 'a>(operation: OperationRef<'c, 'a>, region: usize) -> Option<BlockRef<'c, 'a>> {
    ir::region(operation, region)?.first_block()
}

/// Returns the type of a carried tensor, if it is the same everywhere and has no encoding.
fn tensor_at<'c>(operation: OperationRef<'c, '_>, index: usize) -> Option<RankedTensorType<'c>> {
    let r#type = ir::operand(operation, index)?.r#type();
    let blocks = [block(operation, 0)?, block(operation, 1)?];
    let arguments = blocks.map(|block| ir::block_arguments(block).get(index).copied());
    let next = ir::operand(blocks[1].terminator()?, index);
    let same = [
        arguments[0],
        arguments[1],
        next,
        ir::result(operation, index),
    ];
    let is_same = |value: &Option<Value<'_, '_>>| value.is_some_and(|it| it.r#type() == r#type);
    let has_same_types = same.iter().all(is_same) && ir::encoding(r#type).is_none();
    RankedTensorType::try_from(r#type)
        .ok()
        .filter(|_| has_same_types)
}

/// Returns the type of a tensor of a multiple of 64 bytes in which a tensor of unknown size is
/// carried; `None` if its own size is such a multiple.
///
/// `[?, 4] => [?, 16]`, `[?] => [16, ?]` of 32 bits
fn aligned_type<'c>(
    emitter: &Emitter<'c, '_>,
    r#type: RankedTensorType<'c>,
) -> Option<RankedTensorType<'c>> {
    let mut dims = type_sizes(r#type);
    let unit = ALIGNMENT / greatest_common_divisor(ALIGNMENT, bits(r#type));
    let known = dims.iter().flatten().product::<i64>();
    if r#type.has_static_shape() || known % unit == 0 {
        return None;
    }
    match dims.iter_mut().rev().find_map(Option::as_mut) {
        Some(last) => {
            let unit = unit / greatest_common_divisor(unit, known / *last);
            *last = (*last + unit - 1) / unit * unit;
        }
        None => dims.insert(0, Some(unit)),
    }
    Some(tensor_type(emitter, r#type, &dims))
}

fn greatest_common_divisor(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns the number of bits that IREE stores an element in, or a divisor of it.
fn bits(r#type: RankedTensorType<'_>) -> i64 {
    let element = r#type.element();
    let part = ir::complex_element(element);
    match ir::bit_width(part.unwrap_or(element)) {
        // IREE stores a truth value in a byte.
        Some(1) => 8,
        Some(bits) if part.is_some() => 2 * i64::from(bits),
        bits => bits.unwrap_or(1).into(),
    }
}

/// Makes a loop carry one tensor in a larger one.
fn carry<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    index: usize,
    r#type: RankedTensorType<'c>,
    wide: RankedTensorType<'c>,
) -> Option<()> {
    let blocks = [block(operation, 0)?, block(operation, 1)?];
    for user in [operation, blocks[1].terminator()?] {
        let value = ir::operand(user, index)?;
        let value = emit_at(emitter, user, |emitter| {
            let extents = dynamic_extents(emitter, value)?;
            emit_larger(emitter, value, &extents, wide)
        })?;
        ir::set_operand(user, index, value);
    }
    let arguments = blocks.map(|block| ir::block_arguments(block).get(index).copied());
    for value in arguments.into_iter().chain([ir::result(operation, index)]) {
        narrow(emitter, value?, r#type, wide, None)?;
    }
    Some(())
}

/// Emits ops in front of another one, which share nothing with those elsewhere.
pub(super) fn emit_at<'c, 'a, T>(
    emitter: &mut Emitter<'c, 'a>,
    anchor: OperationRef<'c, 'a>,
    emit: impl FnOnce(&mut Emitter<'c, 'a>) -> T,
) -> T {
    emitter.enter_isolated();
    emitter.set_anchor(anchor);
    let emitted = emit(emitter);
    emitter.exit_isolated();
    emitted
}

/// Gives a value the larger type, and what uses it the part that was inserted, whose dynamic sizes
/// are those of `like`, or of the value.
pub(super) fn narrow<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
    r#type: RankedTensorType<'c>,
    wide: RankedTensorType<'c>,
    like: Option<Value<'c, 'a>>,
) -> Option<()> {
    let location = emitter.anchor()?.location();
    let cast = ir::OpName::new(emitter.context(), "tensor.cast");
    let stand_in = ir::create(location, cast, &[value], &[], &[r#type.into()]);
    let stand_in = ir::insert_after_definition(value, stand_in)?;
    let own = ir::result(stand_in, 0)?;
    ir::replace_uses(value, own);
    ir::set_operand(stand_in, 0, value);
    ir::set_type(value, wide.into());
    let part = emit_at(emitter, stand_in, |emitter| {
        let extents = dynamic_extents(emitter, like.unwrap_or(value))?;
        let part = Part {
            value,
            extents,
            r#type,
        };
        Some(emit_part(emitter, &part))
    })?;
    ir::replace_uses(own, part);
    ir::erase(stand_in);
    Some(())
}

/// Emits the extents of a tensor's dynamic dims, each an `index`.
fn dynamic_extents<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let sizes = sizes(value)?.into_iter().enumerate();
    let dynamic = sizes.filter(|(_, size)| size.is_none());
    Some(
        dynamic
            .map(|(dim, _)| emitter.emit_extent_index(value, dim))
            .collect(),
    )
}
