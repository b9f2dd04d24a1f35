//! What convolutions are emitted with.

use crate::{
    dialect::stablehlo::{self, SliceOp},
    emit_number,
    ir::{self, Emitter},
};
use melior::ir::{
    Type, Value,
    r#type::{RankedTensorType, ShapedTypeLike},
};

/// Returns all positions in a window of these sizes; none if it is empty.
pub(crate) fn places(sizes: impl Iterator<Item = i64>) -> Vec<Vec<i64>> {
    sizes.fold(vec![vec![]], |places, size| {
        let longer = places.iter().flat_map(|place| {
            (0..size).map(move |index| {
                let mut place = place.clone();
                place.push(index);
                place
            })
        });
        longer.collect()
    })
}

/// Emits a `stablehlo.slice` with these starts, limits and strides.
pub(super) fn emit_static_slice<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
    [start_indices, limit_indices, strides]: [&[i64]; 3],
    r#type: RankedTensorType<'c>,
) -> Value<'c, 'a> {
    let slice = SliceOp {
        start_indices,
        limit_indices,
        strides,
    };
    let attributes = slice.attributes(emitter.context());
    emitter.emit_named(stablehlo::SLICE, &[value], &attributes, r#type.into())
}

/// Emits a tensor reshaped to these extents.
pub(super) fn emit_reshape<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
    extents: &[Value<'c, 'a>],
    r#type: RankedTensorType<'c>,
) -> Value<'c, 'a> {
    match r#type.has_static_shape() {
        true => emitter.emit_named(stablehlo::RESHAPE, &[value], &[], r#type.into()),
        false => emitter.emit_tensor_reshape(value, extents, r#type.into()),
    }
}

/// Emits a scalar 0 of an element type; `None` if it is not a real number.
pub(super) fn zero<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    element: Type<'c>,
) -> Option<Value<'c, 'a>> {
    if ir::complex_element(element).is_some() {
        return None;
    }
    let r#type = ir::scalar_tensor(element);
    emit_number(emitter, 0, r#type)
}
