//! Tensors whose elements are those of another tensor at computed positions.

use crate::{
    build::{index::index, signless::emit_signless, tensors::emit_converted},
    ops::*,
    prelude::*,
};

/// Emits a tensor of these extents, each an `index`, whose elements are those of `operand` at the position that `place`
/// returns for the position in the result and the elements of `inputs` there. With each input goes, for each of its dims,
/// the result dim whose index is used there. Unsigned elements are read as signless ones, for which IREE has these ops.
///
/// IREE loads whole vectors if the index of the innermost loop is used unchanged in the last dim, and the other indices
/// depend neither on it nor on an input. It also collapses loops over adjacent dims into one, which would replace the
/// vector loads by scalar ones, at positions computed by divisions. A second read, at position 0 of the operand, has an
/// indexing map that prevents that. What it reads is never used, but IREE does not see that.
pub fn emit_read<'a>(
    emitter: &mut OpEmitter<'a>,
    operand: Value<'a>,
    (extents, result_type): (&[Value<'a>], RankedTensorType<'a>),
    inputs: &[(Value<'a>, &[Option<usize>])],
    place: impl FnOnce(&mut OpEmitter<'a>, &[Value<'a>], &[Value<'a>]) -> Vec<Value<'a>>,
) -> Option<Value<'a>> {
    let operand = emit_signless(emitter, operand);
    let element = ir::element_type(operand.r#type())?;
    let own = result_type.into();
    let of_bits = ir::as_ranked_tensor(ir::with_element_type(own, element)?)?;
    let empty = emitter.emit_empty(extents, of_bits);
    let sizes = type_sizes(result_type);
    let mut loops = (0..sizes.len()).filter(|&dim| sizes[dim] != Some(1));
    let outermost = loops.next().filter(|_| loops.next().is_some());
    let origin = vec![None; rank(operand)?];
    let origin = outermost.map(|_| (operand, &*origin));
    let origin = origin.as_slice();
    let inputs = [origin, inputs].concat();
    let result = emitter.emit_generic(empty, &inputs, |emitter, elements| {
        let position = emitter.emit_position(extents.len());
        let place = place(emitter, &position, &elements[origin.len()..]);
        let read = emitter.emit_element_of(operand, &place, element);
        let Some((dim, &other)) = outermost.zip(elements.first()) else {
            return read;
        };
        let (index, extent) = (position[dim], extents[dim]);
        let is_inside = emitter.emit_index_compare(Direction::Lt, index, extent);
        emitter.emit_like(arith::SELECT, &[is_inside, read, other])
    })?;
    Some(emit_converted(emitter, CONVERT, result, own))
}

/// Emits every so many elements of a tensor along each dim, from `starts` on. In contrast to a slice, IREE computes several of
/// them, and what combines them, in one kernel.
pub fn emit_strided_read<'a>(
    emitter: &mut OpEmitter<'a>,
    operand: Value<'a>,
    starts: &[Value<'a>],
    extents: &[Value<'a>],
    strides: &[i64],
    r#type: RankedTensorType<'a>,
) -> Option<Value<'a>> {
    emit_read(
        emitter,
        operand,
        (extents, r#type),
        &[],
        |emitter, position, _| {
            let dims = position.iter().zip(starts).zip(strides);
            let place = dims
                .map(|((&it, &start), &stride)| (index(it) * stride + index(start)).emit(emitter));
            place.collect()
        },
    )
}
