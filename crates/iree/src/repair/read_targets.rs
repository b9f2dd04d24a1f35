//! Ops that change a tensor in place that something else reads.
//!
//! IREE orders kernels by what they compute for each other. It may run a kernel that changes a tensor before one
//! that is in front of it and only reads the tensor: if it groups kernels that may run at once, or if a branch or
//! loop reads or returns the tensor. A function that returns the tensor returns what its memory holds at the end.
//! So such an op changes a copy, which nothing else reads. What IREE finds to be one tensor only after folding, such as
//! `x * 1 * y` and `x * y`, counts as one.
//!
//! For updates, which are often in loops, a copy would be expensive. If ops of the same block read the tensor in
//! front of the update, IREE keeps the order of the kernels, with one exception: if only the update uses the new
//! elements, the kernel that computes them writes directly into the tensor. A later kernel that should read the old
//! elements then reads the new ones (`EmplaceAllocations.cpp` does not look for such readers). So the update is
//! emitted twice, which gives the new elements two uses.

use crate::{
    build::*,
    model::{
        fold::{Link, is_shared_constant, may_be_filled, original, sources},
        in_place::{changes, is_new, is_own_copy},
        lifetime::{function_of, is_outside_loop, is_shared},
        memory::{Memory, Relation, is_copy, users_of},
    },
    ops::*,
    prelude::*,
    repair::copies::emit_own_copy,
};

pub static ROW: Row = Row {
    name: "read-targets",
    ops: &[
        stablehlo::DYNAMIC_UPDATE_SLICE,
        stablehlo::SCATTER,
        stablehlo::SORT,
        TOP_K,
        func::CALL,
        tensor::INSERT_SLICE,
    ],
    when: "of a tensor, or of what IREE may fold to it, that the function also returns, in whatever form, that a branch \
           or loop in front of the op reads, or that is from outside of a loop or branch around the op; of a result \
           of a branch, loop or call that may be a tensor that others use; sorts, scatters and calls if anything in \
           front of them reads it; updates by computed elements, too, by parts of the tensor, and of one that the \
           same kernel may compute; all these also on static shapes; and sorts of parts of tensors, of one of \
           unknown size twice, or of what is computed from an iota or a broadcast of unknown size, if there is \
           another one, also of integers of another sign, or of what others may compute, too, because they use all that \
           it is computed from",
    becomes: "the op on a choice between the tensor and a fill, by a true that is behind a barrier; updates behind ops \
              of the same block that read the tensor: the update and once more the same, at a start that is behind \
              a barrier",
    why: "IREE changes the tensor before the others have read it, or returns what it holds then; it would \
          compute a sorted part on the stack.",
    action: Change(protect),
};

/// What reads a tensor that an op changes.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum TargetReaders {
    None,
    /// Loops in front of it, if the tensor has an unknown size. They read a copy (`behind_loops.rs`). The op must not
    /// copy the tensor again: if a loop ends without an iteration, IREE frees the memory that would be copied.
    InLoops,
    /// Ops in front of it in the same block.
    Beside,
    /// Among others some for which the op has to change a copy.
    Apart,
}

/// Makes an op change tensors that others read only after that, or copies; `None` if there are none.
fn protect<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let mut is_changed = false;
    for (index, operand) in operation.operands().enumerate() {
        // Nothing changes a scalar in place.
        let may_change = sizes(operand).is_some_and(|sizes| !sizes.is_empty());
        if !may_change || !changes(operation, index) {
            continue;
        }
        // The first part of a concatenation stays as it is.
        let memory = Memory::of(operand, |first| {
            is_copy(first) && is_behind(operation, first)
        });
        let kind = match is_sorted_part(operation, index) || is_merged(operation, operand) {
            true => TargetReaders::Apart,
            false => readers(operation, &memory),
        };
        is_changed |= copy_moved_part(emitter, operation, &memory).is_some();
        let done = match kind {
            TargetReaders::None => None,
            TargetReaders::InLoops | TargetReaders::Beside => update_again(emitter, operation),
            TargetReaders::Apart => replace_operand(emitter, operation, index, emit_own_copy),
        };
        is_changed |= done.is_some();
    }
    is_changed.then_some(())
}

/// Makes an update of a tensor by a part of itself one by a copy of the part: IREE would copy within one buffer, and
/// stops where the ranges overlap.
fn copy_moved_part<'a>(
    emitter: &mut OpEmitter<'a>,
    operation: OpRef<'a>,
    target: &Memory<'a>,
) -> Option<()> {
    let update = update_of(operation)?;
    let has_elements = !sizes(update)?.contains(&Some(0));
    if !has_elements || !is_part_of(update, target) {
        return None;
    }
    let place = usize::from(!is_insertion(operation));
    replace_operand(emitter, operation, place, emit_own_copy)
}

/// Returns whether a sort's operand is a part of a tensor, perhaps in another shape, or one of unknown size that is an
/// earlier operand, too. IREE would compute it in the kernel that sorts it, on the stack or in a buffer that no
/// workgroup may write.
fn is_sorted_part<'a>(sort: OpRef<'a>, index: usize) -> bool {
    let Some(operand) = ir::operand(sort, index).filter(|_| ir::is_named(sort, stablehlo::SORT))
    else {
        return false;
    };
    let is_repeated = || is_dynamic(operand) && sort.operands().take(index).any(|it| it == operand);
    let form_of = |value: &Value<'a>| {
        let mut sources = sources(*value).into_iter();
        let form = sources.find(|&(_, link)| link == Link::Form);
        form.map(|(source, _)| source)
    };
    let mut forms = std::iter::successors(Some(operand), form_of);
    forms.any(|value| ir::defining_op(value).is_some_and(is_slice)) || is_repeated()
}

/// Returns whether IREE may merge a tensor of unknown size with other ones that are filled with the same number, or
/// computed from equal iotas, in front of an op that changes it. It has such a tensor only once, unless it is filled for an
/// update alone.
fn is_merged<'a>(operation: OpRef<'a>, tensor: Value<'a>) -> bool {
    let is_update = update_of(operation).is_some();
    let memory = original(tensor);
    let is_shared_fill = || {
        let is_used_elsewhere = is_shared(tensor) || is_shared(memory);
        ir::defining_op(memory).is_some_and(is_fill) && is_used_elsewhere
    };
    let is_for_update = || is_update && is_new(memory) && !is_shared_fill();
    let is_filled = || may_be_filled(tensor) && !is_for_update();
    is_dynamic(tensor)
        && (is_filled()
            || may_be_computed_twice(memory)
            || !is_update && may_be_computed_elsewhere(operation, tensor))
}

/// Returns whether other ops may compute the same tensor as an op gets, once IREE has folded what they compute: they use
/// all that the tensor is computed from.
fn may_be_computed_elsewhere<'a>(operation: OpRef<'a>, tensor: Value<'a>) -> bool {
    let computing = |value: Value<'a>| {
        let definition = ir::defining_op(value);
        definition.filter(|&it| !is_control(it) && !ir::is_call(it) && !ir::is_named(it, BARRIER))
    };
    let mut own = FxHashSet::from_iter([ir::address(operation)]);
    let is_small = ir::all_values(tensor, |value, pending| {
        let definition = computing(value);
        own.extend(definition.map(ir::address));
        pending.extend(definition.iter().flat_map(OperationLike::operands));
        own.len() < MAX_SEARCHED
    });
    let is_used_by_others =
        |value: Value<'a>| element_users(value).any(|user| !own.contains(&ir::address(user)));
    let mut has_others = false;
    let is_known_to_others = ir::all_values(tensor, |value, pending| {
        let is_other = value != tensor && is_used_by_others(value);
        has_others |= is_other;
        if is_other || ir::constant(value).is_some() {
            return true;
        }
        let Some(definition) = computing(value) else {
            return false;
        };
        if is_iota(definition) {
            has_others |= has_like(definition);
            return has_like(definition);
        }
        pending.extend(
            definition
                .operands()
                .filter(|_| size_read(definition).is_none()),
        );
        true
    });
    !is_small || is_known_to_others && has_others
}

/// Returns whether a tensor is computed from an iota or a broadcast like another one in the function. The two are equal
/// if their sizes are, which IREE may find out later.
fn may_be_computed_twice(value: Value<'_>) -> bool {
    ir::search_values(value, MAX_SEARCHED, |next, pending| {
        // A copy is computed for one op only.
        let Some(definition) = ir::defining_op(next).filter(|_| !is_own_copy(next)) else {
            return false;
        };
        if is_iota(definition) || is_broadcast(definition) {
            return has_like(definition);
        }
        let is_computed = is_elementwise(definition) || is_divided_copy(definition);
        pending.extend(definition.operands().filter(|_| is_computed));
        false
    })
}

/// The most values that are looked at for one operand.
const MAX_SEARCHED: usize = 100;

/// Returns whether the function around an op has another op like it, perhaps of other sizes, or of integers with or
/// without a sign, which IREE does not distinguish.
fn has_like(operation: OpRef<'_>) -> bool {
    let form = |operation: OpRef<'_>| {
        let operand = ir::operand(operation, 0).filter(|_| !is_iota(operation));
        let number = operand.and_then(ir::constant_integer);
        let operand = operand.filter(|_| number.is_none()).map(ValueKey::new);
        let dims = ["iota_dimension", "broadcast_dimensions"];
        let dims = dims.map(|name| operation.attribute(name).ok().map(|it| it.to_string()));
        let r#type = ir::result(operation, 0).map(|it| it.r#type());
        let bits = r#type.map(|own| {
            let signless = ir::with_context(operation, |context| signless_type(context, own));
            signless.unwrap_or(own).to_string()
        });
        (operand, number, dims, bits)
    };
    let own = form(operation);
    let is_like = |other: OpRef<'_>| {
        other != operation && other.name() == operation.name() && form(other) == own
    };
    !ir::find_ops(function_of(operation), is_like).is_empty()
}

/// Returns whether an op returns a part of its first operand.
fn is_slice(operation: OpRef<'_>) -> bool {
    // IREE makes a padding that only removes elements a slice.
    let is_smaller = || {
        let sizes_of = |value: Option<Value<'_>>| value.and_then(sizes);
        let operand = sizes_of(ir::operand(operation, 0)).unwrap_or_default();
        let result = sizes_of(ir::result(operation, 0)).unwrap_or_default();
        let mut dims = operand.iter().zip(&result);
        dims.all(|(operand, result)| operand.is_some() && result <= operand)
    };
    match ir::name_str(operation.name()) {
        Some(stablehlo::PAD) => is_smaller(),
        Some(stablehlo::GATHER) => true,
        _ => is_any_of(operation, &SLICES),
    }
}

/// Returns which kind of ops read the memory of an operand before the op changes it.
fn readers<'a>(operation: OpRef<'a>, memory: &Memory<'a>) -> TargetReaders {
    let is_of_part = || update_of(operation).is_some_and(|update| is_part_of(update, memory));
    if memory.origins.is_empty() {
        return match is_of_part() {
            true => TargetReaders::Beside,
            false => TargetReaders::None,
        };
    }
    let mut origins = memory.origins.iter();
    let is_of_others = origins.any(|origin| match origin.relation {
        // IREE copies the tensor in each iteration, but removes loops of one iteration.
        Relation::Known => {
            is_shared_constant(origin.value) || is_outside_loop(operation, origin.value)
        }
        Relation::Carried => false,
        Relation::Unknown => is_shared_constant(origin.value) || is_argument(origin.value),
    });
    if is_of_others {
        return TargetReaders::Apart;
    }
    let readers = memory.readers(operation, |reader| {
        is_replaced(reader, operation) || replace_same_part(reader, operation)
    });
    let kinds = readers
        .into_iter()
        .filter_map(|reader| match reader.is_known {
            true => readers_of(operation, reader.operation, is_dynamic(reader.value)),
            false => Some(TargetReaders::Apart),
        });
    match kinds.max().unwrap_or(TargetReaders::None) {
        // Only updates have elements that can be inserted twice.
        TargetReaders::Beside if update_of(operation).is_none() => TargetReaders::Apart,
        TargetReaders::None if may_be_of_one_kernel(operation, memory) => TargetReaders::Beside,
        kind => kind,
    }
}

/// Returns whether one kernel may compute both the elements of an update, which something else uses, too, and the tensor
/// that it changes. It would write both into the same memory.
fn may_be_of_one_kernel<'a>(operation: OpRef<'a>, memory: &Memory<'a>) -> bool {
    let mut origins = memory.origins.iter();
    let is_computed = origins.any(|origin| {
        origin.relation == Relation::Known
            && ir::defining_op(origin.value).is_some_and(is_elementwise)
    });
    let is_same = |link| matches!(link, Link::Form | Link::Folded);
    is_computed
        && update_of(operation).is_some_and(|update| {
            let mut users = users_of(update, is_same).into_iter();
            users.any(|(user, _)| user != operation && size_read(user).is_none())
        })
}

/// Returns whether a value is a part of a tensor, or a choice between parts, which may be known later.
fn is_part_of<'a>(part: Value<'a>, whole: &Memory<'a>) -> bool {
    // A mask keeps the elements.
    let unmasked = |value| ir::defining_op(value).filter(|&it| is_divided_copy(it));
    let part = std::iter::successors(Some(part), |&value| ir::operand(unmasked(value)?, 0));
    let Some(part) = part.last() else {
        return false;
    };
    ir::all_values(part, |value, pending| {
        if value != part && whole.values.contains(&ValueKey::new(value)) {
            return true;
        }
        if let Some(slice) = ir::defining_op(value).filter(|&it| is_slice(it)) {
            pending.extend(ir::operand(slice, 0));
            return true;
        }
        let own = sources(value).into_iter();
        let own = own.filter(|&(value, link)| {
            !matches!(link, Link::Half | Link::Passed | Link::Carried) && !is_new(value)
        });
        let count = pending.len();
        pending.extend(own.map(|(value, _)| value));
        pending.len() > count
    })
}

/// Returns the kind of an op that uses a tensor, for an op that changes the tensor; `None` if it comes later, or
/// reads sizes only.
fn readers_of<'a>(
    operation: OpRef<'a>,
    reader: OpRef<'a>,
    is_of_unknown_size: bool,
) -> Option<TargetReaders> {
    if reader == operation || size_read(reader).is_some() {
        return None;
    }
    // IREE returns what the memory holds at the end.
    if ir::is_named(reader, func::RETURN) {
        return Some(TargetReaders::Apart);
    }
    if let Some(near) = ir::ancestor_in(operation.block()?, reader) {
        // IREE may find that a branch or loop returns what it gets.
        let kind = match near == reader && !is_control(near) {
            true => TargetReaders::Beside,
            false if is_loop(near) && is_of_unknown_size => TargetReaders::InLoops,
            false => TargetReaders::Apart,
        };
        return ir::is_before(near, operation).then_some(kind);
    }
    let around = ir::ancestor_in(reader.block()?, operation)?;
    ir::is_before(reader, around).then_some(TargetReaders::Apart)
}

/// Returns whether an op reads only the elements that an insertion replaces, each to compute the one that
/// replaces it. A kernel reads such an element before it writes the other one.
fn is_replaced<'a>(reader: OpRef<'a>, insertion: OpRef<'a>) -> bool {
    let (Some(update), Some(part)) = (update_of(insertion), ir::result(reader, 0)) else {
        return false;
    };
    is_of_inserted_part(reader, insertion) && is_used_for(part, update)
}

/// Returns whether a value is used only to compute another one, by elementwise ops.
fn is_used_for<'a>(value: Value<'a>, other: Value<'a>) -> bool {
    let mut users = ir::users(value).into_iter();
    value == other
        || users.all(|(user, _)| {
            let result =
                ir::result(user, 0).filter(|_| is_elementwise(user) || is_divided_copy(user));
            size_read(user).is_some() || result.is_some_and(|it| is_used_for(it, other))
        })
}

/// Updates a tensor by the same elements again, behind an update; `None` if no kernel computes them, or if they
/// are inserted twice already.
fn update_again<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let update = update_of(operation)?;
    let result = ir::result(operation, 0)?;
    let is_again = |(user, operand)| {
        operand == 1
            && is_insertion(user)
            && ir::operand(user, 0).map(source_of) == Some(source_of(update))
    };
    let is_empty = sizes(update)?.contains(&Some(0));
    let is_given = update.is_block_argument() || is_new(update);
    let mut users = users_of(result, |link| link == Link::Form).into_iter();
    if is_empty || is_given || users.any(is_again) {
        return None;
    }
    emit_in_place_of(emitter, result, |it| emit_update_again(it, operation))
}

/// Returns whether a value is an argument of a function.
fn is_argument(value: Value<'_>) -> bool {
    owner_op(value).is_some_and(|around| !is_control(around))
}

/// Returns the elements that an op puts into a tensor.
fn update_of<'a>(operation: OpRef<'a>) -> Option<Value<'a>> {
    match ir::name_str(operation.name())? {
        stablehlo::DYNAMIC_UPDATE_SLICE => ir::operand(operation, 1),
        tensor::INSERT_SLICE => ir::operand(operation, 0),
        _ => None,
    }
}
