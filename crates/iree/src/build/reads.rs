//! Tensors whose elements are those of another tensor at computed positions.

use crate::{
    build::{index::index, signless::emit_signless, tensors::emit_converted},
    ops::*,
    prelude::*,
};

/// Emits a tensor that reads each of its elements from `operand`. `place` computes the source position from the position in
/// the result and the elements of `inputs` there. Each input comes with the result dims that its dims are indexed by. The
/// result has the given extents, each an `index`. Unsigned elements are read as signless ones, since IREE does not extract
/// unsigned ones.
///
/// IREE loads whole vectors if the last source index is the index of the innermost loop, plus what that loop does not
/// change, and the other source indices depend neither on that loop nor on an input. It also collapses adjacent loops into
/// one; the source position then needs divisions, and the loads are scalar. A second read, of the operand's first element,
/// prevents that, because its indexing map is constant. A select that IREE cannot fold never chooses that element.
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
    let zeros = vec![None; rank(operand)?];
    let first = outermost.map(|_| (operand, &*zeros));
    let inputs = [first.as_slice(), inputs].concat();
    let result = emitter.emit_generic(empty, &inputs, |emitter, elements| {
        let position = emitter.emit_position(extents.len());
        let place = place(
            emitter,
            &position,
            &elements[usize::from(first.is_some())..],
        );
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

/// Emits a strided slice as a read. IREE fuses several such reads with the ops that combine them into one kernel, unlike
/// slices.
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
            let place =
                dims.map(|((&it, &start), &stride)| (index(it) * stride + start).emit(emitter));
            place.collect()
        },
    )
}
