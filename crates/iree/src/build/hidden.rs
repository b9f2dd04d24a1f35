//! Values that IREE does not see through: behind barriers, or tied to sizes.

use crate::{
    build::{
        apply::change_each,
        at::emit_in_place_of,
        tensors::{dynamic_extents, emit_mark},
    },
    ops::*,
    prelude::*,
};

/// Emits a tensor that has these dynamic sizes, each an `index`.
pub fn emit_tied<'a>(
    emitter: &mut OpEmitter<'a>,
    tensor: Value<'a>,
    sizes: &[Value<'a>],
) -> Value<'a> {
    let operands = [&[tensor], sizes].concat();
    emitter.emit_named(TIE_SHAPE, &operands, &[], tensor.r#type())
}

/// Makes the users of a value's elements read it from behind a barrier; `None` if the context lacks IREE's ops.
pub fn put_barrier_behind<'a>(emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Option<()> {
    emit_in_place_of(emitter, value, |emitter| {
        emit_behind_barrier(emitter, value)
    })
}

/// Returns what puts barriers behind the values that `find` finds for an op.
pub fn separate(
    find: for<'a> fn(OpRef<'a>) -> Option<Vec<Value<'a>>>,
) -> impl for<'a> Fn(&mut OpEmitter<'a>, OpRef<'a>) -> Option<()> {
    move |emitter, operation| {
        let mut separated = FxHashSet::default();
        let mut separate_more = || {
            let mut values = find(operation)?;
            values.retain(|&value| separated.insert(ValueKey::new(value)));
            change_each(values, |value| put_barrier_behind(emitter, value))
        };
        let first = separate_more();
        while first.is_some() && separate_more().is_some() {}
        first
    }
}

/// Emits a barrier of a tensor, whose result is tied to the tensor's sizes, so that IREE knows them.
pub fn emit_behind_barrier<'a>(
    emitter: &mut OpEmitter<'a>,
    tensor: Value<'a>,
) -> Option<Value<'a>> {
    if !is_dynamic(tensor) {
        return Some(emitter.emit_barrier(tensor, &[]));
    }
    let hidden = emit_hidden(emitter, tensor)?;
    let extents = dynamic_extents(emitter, tensor)?;
    Some(emit_tied(emitter, hidden, &extents))
}

/// Emits a value behind IREE's barrier, so that IREE does not see how it is computed; `None` if the
/// context lacks IREE's ops.
pub fn emit_hidden<'a>(emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Option<Value<'a>> {
    let is_accepted = dialect::accepts_iree(emitter.context());
    is_accepted.then(|| emitter.emit_named(BARRIER, &[value], &[], value.r#type()))
}

/// Emits a value behind a barrier that is used with one tensor only. MLIR merges equal barriers of StableHLO, so these get
/// a second operand that only the tensor has.
pub fn emit_hidden_for<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    tensor: Value<'a>,
) -> Value<'a> {
    emit_hidden(emitter, value).unwrap_or_else(|| {
        let mark = emit_mark(emitter, tensor);
        emitter.emit_barrier(value, &[mark])
    })
}

/// Emits an `i1` that is true, which IREE does not know; `None` if the context lacks IREE's ops.
pub fn emit_hidden_true<'a>(emitter: &mut OpEmitter<'a>) -> Option<Value<'a>> {
    let one = emitter.emit_constant_index(1);
    let hidden = emit_hidden(emitter, one)?;
    Some(emitter.emit_index_compare(Direction::Eq, hidden, one))
}
