//! Ops that change a tensor in place that something else reads.
//!
//! IREE orders kernels by what they compute for each other. It may run a kernel that changes a tensor before one
//! that is in front of it and only reads the tensor: if it groups kernels that may run at once, or if a branch or
//! loop reads or returns the tensor. A function that returns the tensor returns what its memory holds at the end.
//! So such an op changes a copy, which nothing else reads.
//!
//! For updates, which are often in loops, a copy would be expensive. If ops of the same block read the tensor in
//! front of the update, IREE keeps the order of the kernels, with one exception: if only the update uses the new
//! elements, the kernel that computes them writes directly into the tensor. A later kernel that should read the old
//! elements then reads the new ones (`EmplaceAllocations.cpp` does not look for such readers). So the update is
//! emitted twice, which gives the new elements two uses.

use super::{
    alias::{may_be_hidden, may_be_used_elsewhere},
    assume::size_read,
    emit_at, emit_in_place_of,
    empty::is_loop,
    greatest::TOP_K,
    group::is_elementwise,
    in_place::{changes, emit_own_copy, is_new, last_barrier, memory_of, memory_users},
    is_dynamic,
    kept::{is_insertion, source_of},
    masked,
    row::{Action::Change, Row, Versions},
    shared::is_control,
    sizes,
    slice::{emit_update_again, is_behind, is_of_inserted_part},
};
use crate::{
    dialect::stablehlo,
    ir::{self, Emitter},
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

/// Ops that work in place on a tensor that other ops read.
pub(super) static ROW: Row = Row {
    name: "read-targets",
    ops: &[
        stablehlo::COMPOSITE,
        stablehlo::DYNAMIC_UPDATE_SLICE,
        stablehlo::SCATTER,
        stablehlo::SORT,
        TOP_K,
        "func.call",
        "tensor.insert_slice",
    ],
    when: "of a tensor, or of another shape of it, that the function also returns, that a branch or loop in front \
           of the op reads, or that is from outside of a loop or branch around the op; of a result of a branch, \
           loop or call that may be a tensor that others use; sorts, scatters and calls if \
           anything in front of them reads it; updates by computed elements, too, and by parts of the tensor; all \
           these also on static shapes; and sorts of parts of unknown size, or of one tensor twice",
    becomes: "the op on a choice between the tensor and a fill, by a true that is behind a barrier; updates behind ops \
              of the same block that read the tensor: the update and once more the same, at a start that is behind \
              a barrier",
    why: "IREE changes the tensor before the others have read it, or returns what it holds then; it would \
          compute a sorted part on the stack.",
    versions: Versions::ALL,
    example: include_str!("examples/read-targets.mlir"),
    action: Change(protect),
};

/// What reads a tensor that an op changes.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Readers {
    None,
    /// Loops in front of it, if the tensor has an unknown size. They read a copy (`kept.rs`). The op must not copy
    /// the tensor again: if a loop ends without an iteration, IREE frees the memory that would be copied.
    InLoops,
    /// Ops in front of it in the same block.
    Beside,
    /// Among others some for which the op has to change a copy.
    Apart,
}

/// Makes an op change tensors that others read only after that, or copies; returns whether it has changed.
fn protect<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> bool {
    let mut is_changed = false;
    for (index, operand) in operation.operands().enumerate() {
        // Nothing changes a scalar in place.
        let may_change = sizes(operand).is_some_and(|sizes| !sizes.is_empty());
        if !may_change || !changes(operation, index) {
            continue;
        }
        let kind = match is_sorted_part(operation, index) {
            true => Readers::Apart,
            false => readers(operation, operand),
        };
        is_changed |= copy_moved_part(emitter, operation, operand).is_some();
        let done = match kind {
            Readers::None => None,
            Readers::InLoops | Readers::Beside => update_again(emitter, operation),
            Readers::Apart => emit_at(emitter, operation, |it| emit_own_copy(it, operand))
                .map(|copy| ir::set_operand(operation, index, copy)),
        };
        is_changed |= done.is_some();
    }
    is_changed
}

/// Makes an update of a tensor by a part of itself one by a copy of the part: IREE would copy within one buffer, and
/// stops where the ranges overlap.
fn copy_moved_part<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    target: Value<'c, 'a>,
) -> Option<()> {
    let update = update_of(operation)?;
    let has_elements = !sizes(update)?.contains(&Some(0));
    if !has_elements || !is_part_of(update, memory_of(target)) {
        return None;
    }
    let place = usize::from(!is_insertion(operation));
    let copy = emit_at(emitter, operation, |it| emit_own_copy(it, update))?;
    ir::set_operand(operation, place, copy);
    Some(())
}

/// Returns whether a sort's operand of unknown size is a slice, or the same tensor as an earlier operand. IREE would
/// compute it on the stack, in the kernel that sorts it.
fn is_sorted_part<'c: 'a, 'a>(sort: OperationRef<'c, 'a>, index: usize) -> bool {
    let Some(operand) = ir::operand(sort, index).filter(|&it| is_dynamic(it)) else {
        return false;
    };
    let slices = ["tensor.extract_slice", stablehlo::REAL_DYNAMIC_SLICE];
    let is_slice = || {
        let mut slices = slices.iter();
        slices.any(|name| ir::defined_by(operand, name).is_some())
    };
    ir::is_named(sort, stablehlo::SORT)
        && (is_slice() || sort.operands().take(index).any(|it| it == operand))
}

/// Returns which kind of ops read an operand, in this or another form, before the op changes it.
fn readers<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, operand: Value<'c, 'a>) -> Readers {
    let memory = memory_of(operand);
    if is_new(memory) {
        let is_of_part = update_of(operation).is_some_and(|update| is_part_of(update, memory));
        return if is_of_part {
            Readers::Beside
        } else {
            Readers::None
        };
    }
    if may_be_used_elsewhere(memory) || may_be_hidden(operand) {
        return Readers::Apart;
    }
    let barrier = last_barrier(operand);
    let mut users = memory_users(memory).into_iter();
    let is_hidden = users.any(|(user, index)| {
        let read = ir::operand(user, index);
        user != operation
            && read.is_some_and(|read| last_barrier(read) != barrier)
            && size_read(user).is_none()
            && !is_dead(user)
    });
    if is_hidden {
        return Readers::Apart;
    }
    // IREE copies the tensor in each iteration, but removes loops of one iteration.
    if is_outside_loop(operation, memory) {
        return Readers::Apart;
    }
    // The first part of a concatenation stays as it is.
    let first =
        ir::defining_op(memory).filter(|&first| is_copy(first) && is_behind(operation, first));
    let copied = first.map_or_else(|| source_of_copies(memory), |_| memory);
    let of_copies = users_of_copies(copied).into_iter();
    let mut of_copies =
        of_copies.filter_map(|user| readers_of(operation, user, is_dynamic(memory)));
    if of_copies.any(|kind| kind == Readers::Apart) {
        return Readers::Apart;
    }
    let users = memory_users(memory).into_iter().map(|(user, _)| user);
    let users = users.filter(|&user| !is_replaced(user, operation));
    let kinds = users.filter_map(|user| readers_of(operation, user, is_dynamic(memory)));
    match kinds.max().unwrap_or(Readers::None) {
        // Only updates have elements that can be inserted twice.
        Readers::Beside if update_of(operation).is_none() => Readers::Apart,
        kind => kind,
    }
}

/// Returns whether only dead code uses an op's results. Rows leave the operands of ops that they replace.
fn is_dead(operation: OperationRef<'_, '_>) -> bool {
    let mut users = operation
        .results()
        .flat_map(|result| ir::users(result.into()));
    ir::is_removable(operation) && users.all(|(user, _)| is_dead(user))
}

/// Returns whether a value is a part of a tensor, or a choice between parts, which may be known later.
fn is_part_of<'c: 'a, 'a>(part: Value<'c, 'a>, whole: Value<'c, 'a>) -> bool {
    ir::all_values(part, |part, pending| {
        let part = memory_of(part);
        if part == whole {
            return true;
        }
        let definition = ir::defining_op(part);
        match definition.and_then(|definition| ir::name_str(definition.name())) {
            Some(
                stablehlo::SLICE
                | stablehlo::DYNAMIC_SLICE
                | stablehlo::GATHER
                | stablehlo::REAL_DYNAMIC_SLICE,
            ) => pending.extend(definition.and_then(|slice| ir::operand(slice, 0))),
            Some(stablehlo::SELECT) => {
                pending.extend(definition.iter().flat_map(|it| it.operands().skip(1)));
            }
            _ => return false,
        }
        true
    })
}

/// Follows copies, which IREE may remove, back to the tensor that is copied.
fn source_of_copies<'c: 'a, 'a>(memory: Value<'c, 'a>) -> Value<'c, 'a> {
    let copied = ir::defining_op(memory).filter(|&copy| is_copy(copy));
    let copied = copied.and_then(|copy| ir::operand(copy, 0));
    copied.map_or(memory, |copied| source_of_copies(memory_of(copied)))
}

/// Returns the ops that use a tensor or copies of it.
fn users_of_copies<'c: 'a, 'a>(memory: Value<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut all = vec![];
    let mut pending = vec![memory];
    while let Some(memory) = pending.pop() {
        for (user, operand) in memory_users(memory) {
            all.push(user);
            let copy = ir::result(user, 0).filter(|_| operand == 0 && is_copy(user));
            pending.extend(copy);
        }
    }
    all
}

/// Returns whether an op inserts a tensor into an empty one.
fn is_copy(operation: OperationRef<'_, '_>) -> bool {
    let into = ir::operand(operation, 1).filter(|_| is_insertion(operation));
    into.is_some_and(|into| ir::defined_by(into, "tensor.empty").is_some())
}

/// Returns the kind of an op that uses a tensor, for an op that changes the tensor; `None` if it comes later, or
/// reads sizes only.
fn readers_of<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    reader: OperationRef<'c, 'a>,
    is_of_unknown_size: bool,
) -> Option<Readers> {
    if reader == operation || size_read(reader).is_some() {
        return None;
    }
    // IREE returns what the memory holds at the end.
    if ir::is_named(reader, "func.return") {
        return Some(Readers::Apart);
    }
    if let Some(near) = ir::ancestor_in(operation.block()?, reader) {
        // IREE may find that a branch or loop returns what it gets.
        let kind = match near == reader && !is_control(near) {
            true => Readers::Beside,
            false if is_loop(near) && is_of_unknown_size => Readers::InLoops,
            false => Readers::Apart,
        };
        return ir::is_before(near, operation).then_some(kind);
    }
    let around = ir::ancestor_in(reader.block()?, operation)?;
    ir::is_before(reader, around).then_some(Readers::Apart)
}

/// Returns whether a tensor is computed outside of a loop that an op is in.
pub(super) fn is_outside_loop<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    memory: Value<'c, 'a>,
) -> bool {
    let block = ir::block_of(memory);
    let inside = std::iter::successors(Some(operation), |op| op.parent_operation());
    let mut inside = inside.take_while(|op| op.block() != block);
    inside.any(|op| op.parent_operation().is_some_and(is_loop))
}

/// Returns whether an op reads only the elements that an insertion replaces, each to compute the one that
/// replaces it. A kernel reads such an element before it writes the other one.
fn is_replaced<'c, 'a>(reader: OperationRef<'c, 'a>, insertion: OperationRef<'c, 'a>) -> bool {
    let (Some(update), Some(part)) = (update_of(insertion), ir::result(reader, 0)) else {
        return false;
    };
    is_of_inserted_part(reader, insertion) && is_used_for(part, update)
}

/// Returns whether a value is used only to compute another one, by elementwise ops.
fn is_used_for<'c: 'a, 'a>(value: Value<'c, 'a>, other: Value<'c, 'a>) -> bool {
    let mut users = ir::users(value).into_iter();
    value == other
        || users.all(|(user, _)| {
            let result =
                ir::result(user, 0).filter(|_| is_elementwise(user) || masked::is_own(user));
            size_read(user).is_some() || result.is_some_and(|it| is_used_for(it, other))
        })
}

/// Updates a tensor by the same elements again, behind an update; `None` if no kernel computes them, or if they
/// are inserted twice already.
fn update_again<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<()> {
    let update = update_of(operation)?;
    let result = ir::result(operation, 0)?;
    let is_again = |(user, operand)| {
        operand == 1
            && is_insertion(user)
            && ir::operand(user, 0).map(source_of) == Some(source_of(update))
    };
    let is_empty = sizes(update)?.contains(&Some(0));
    let is_given = update.is_block_argument() || is_new(update);
    if is_empty || is_given || memory_users(result).into_iter().any(is_again) {
        return None;
    }
    emit_in_place_of(emitter, result, |it| emit_update_again(it, operation))
}

/// Returns the elements that an op puts into a tensor.
fn update_of<'c, 'a>(operation: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    match ir::name_str(operation.name())? {
        stablehlo::DYNAMIC_UPDATE_SLICE => ir::operand(operation, 1),
        "tensor.insert_slice" => ir::operand(operation, 0),
        _ => None,
    }
}
