//! Tensors that loops start with, and that are used elsewhere.
//!
//! If a loop ends without an iteration, its result is what it starts with. IREE frees its memory when the result
//! is no longer used, also if other tensors are in the same allocation: a copy that is used behind the loop. A
//! barrier keeps IREE from freeing it.

use super::{
    assume::{TIE_SHAPE, emit_tied, size_read},
    carried::passed,
    emit_at,
    in_place::memory_of,
    is_dynamic,
    row::{Action::Change, Row, Versions},
    scalar::{BARRIER, emit_hidden},
    sizes,
    targets::{source_of_copies, users_of_copies},
};
use crate::{
    dialect::stablehlo,
    ir::{self, Emitter},
};
use melior::ir::{OperationRef, Value, operation::OperationLike};

/// Loops that start with a tensor that something else uses, too.
pub(super) static ROW: Row = Row {
    name: "shared-inits",
    ops: &["scf.for", "scf.while", stablehlo::WHILE],
    when: "that start with a tensor of unknown size that is also used behind the loop, or twice",
    becomes: "a loop that starts with the tensor behind a barrier, tied to its sizes",
    why: "If the loop ends without an iteration, IREE frees the memory of its result, and so that of the other \
          tensor: its runtime stops with \"transient buffer has not been committed\".",
    versions: Versions::ALL,
    example: include_str!("examples/shared-inits.mlir"),
    action: Change(hide),
};

/// Puts the tensors that a loop starts with behind barriers, if it changes them and they are used elsewhere;
/// returns whether there are any.
fn hide<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> bool {
    let all = passed(operation).unwrap_or_default().into_iter();
    let inits = all.flat_map(|passed| passed.from);
    let inits = inits.filter(|&(user, _)| user == operation);
    let mut is_changed = false;
    for (_, index) in inits {
        let init = ir::operand(operation, index).filter(|&it| is_dynamic(it) && !is_hidden(it));
        let Some(init) = init.filter(|&it| is_shared(operation, index, it)) else {
            continue;
        };
        let hidden = emit_at(emitter, operation, |it| emit_hidden_tensor(it, init));
        let hidden = hidden.map(|hidden| ir::set_operand(operation, index, hidden));
        is_changed |= hidden.is_some();
    }
    is_changed
}

/// Returns whether a tensor is one that this row emits.
fn is_hidden(tensor: Value<'_, '_>) -> bool {
    let tied = ir::defined_by(tensor, TIE_SHAPE).and_then(|tie| ir::operand(tie, 0));
    tied.is_some_and(|hidden| ir::defined_by(hidden, BARRIER).is_some())
}

/// Returns whether the elements of a tensor, or of a copy, which IREE may remove, are used behind an op, or as
/// another operand of it.
fn is_shared<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    index: usize,
    init: Value<'c, 'a>,
) -> bool {
    let source = source_of_copies(memory_of(init));
    users_of_copies(source).into_iter().any(|(user, operand)| {
        if user == operation {
            return operand != index;
        }
        let near = operation
            .block()
            .and_then(|block| ir::ancestor_in(block, user));
        size_read(user).is_none() && near.is_some_and(|near| ir::is_before(operation, near))
    })
}

fn emit_hidden_tensor<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    tensor: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let dims = sizes(tensor)?.into_iter().enumerate();
    let dims = dims.filter(|(_, size)| size.is_none());
    let extents = dims.map(|(dim, _)| emitter.emit_dim(tensor, dim));
    let extents = extents.collect::<Vec<_>>();
    let hidden = emit_hidden(emitter, tensor)?;
    Some(emit_tied(emitter, hidden, &extents))
}
