//! Copies of values that IREE frees too early: those that loops exchange, and those that branches return.
//!
//! IREE puts several values into one allocation, and frees it after their last use. So it must know in which allocation
//! each value is that a loop carries or a branch returns. It misses two cases:
//!
//! - A loop passes on another value that it carries, as `a, b = b, a` does, or one of a loop around it. IREE then frees
//!   an allocation that is still used behind the loop.
//! - A branch returns a tensor that is computed outside of it, and that is also used behind it. IREE then frees the
//!   tensor after the last use of the branch's result.
//!
//! A copy has an allocation of its own. Most tensors of unknown size need none here, because `carried_tensors.rs` copies
//! them into rows; only those of a multiple of 64 bytes that a branch returns do.

use crate::{
    build::*,
    model::{
        fold::{Link, original},
        in_place::is_new,
        lifetime::is_outside_loop,
        memory::{Memory, Relation, is_copy, users_of},
        passed::passed,
    },
    ops::*,
    prelude::*,
    repair::copies::Choice,
};

pub static ROW: Row = Row {
    name: "exchanged-values",
    ops: &[scf::FOR, stablehlo::WHILE],
    when: "that pass on one of their values, or one of a loop around them, at another position, if it has a \
           static shape, as JAX's random numbers do with keys",
    becomes: "loops that pass on a copy: a choice between the value and zeros by a true behind a barrier",
    why: "IREE frees the allocation of the value although other values in it are used after the loop: these \
          are wrong, or the program stops with \"transient buffer has not been committed\".",
    action: Change(copy_exchanged),
};

pub static OUTER: Row = Row {
    name: "outer-values",
    ops: &BRANCHES,
    when: "that return a tensor which is computed in front of them, if it is used again behind them or in the next \
           iteration of a loop, or if a loop in another loop carries it; not if the branch's result is itself returned or \
           carried, unless a barrier is between, or if no branch computes anything; also on static shapes",
    becomes: "branches that return a copy: a choice between the tensor and zeros by a true behind a barrier",
    why: "IREE frees the tensor after the last use of the branch's result: what reads it later stops with \
          \"transient buffer has not been committed\".",
    action: Change(copy_outer),
};

/// Makes a loop pass on copies of other carried values; `None` if there are none.
fn copy_exchanged<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let mut copies = Copies::new(operation);
    let mut is_changed = false;
    for passed in passed(operation).unwrap_or_default() {
        for &(user, index) in &passed.from {
            let value = ir::operand(user, index).filter(|&value| is_copied(value));
            let value = value.filter(|value| !passed.to.contains(value));
            is_changed |= value.is_some() && copies.use_copy(emitter, user, index).is_some();
        }
    }
    is_changed.then_some(())
}

/// Makes branches return copies of tensors that are used behind them; `None` if there are none.
fn copy_outer<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let blocks = blocks_in(operation);
    let is_computed = |op: OpRef<'_>| {
        let is_constant = ir::result(op, 0).is_some_and(|it| ir::constant(it).is_some());
        !is_end(op) && !is_constant
    };
    let mut ops = blocks.iter().flat_map(|&block| ir::block_operations(block));
    // IREE makes elementwise choices of branches that compute nothing.
    if !ops.any(is_computed) {
        return None;
    }
    let ends = blocks.iter().filter_map(|block| block.terminator());
    let mut copies = Copies::new(operation);
    let mut is_changed = false;
    for end in ends {
        for (index, value) in end.operands().enumerate() {
            let result = ir::result(operation, index).filter(|&it| ir::is_used(it));
            let is_freed = value.r#type().is_ranked_tensor()
                && result.is_some_and(|result| is_freed_early(operation, value, result));
            is_changed |= is_freed && copies.use_copy(emitter, end, index).is_some();
        }
    }
    is_changed.then_some(())
}

/// Returns whether the last use of a branch's result is in the function or in an iteration of a loop.
fn is_freed_behind(result: Value<'_>) -> bool {
    let users = users_of(result, |link| matches!(link, Link::Form | Link::Hidden));
    let is_passed_on = |&(user, _): &(OpRef<'_>, usize)| {
        is_end(user) && !user.parent_operation().is_some_and(is_branch)
    };
    !users.is_empty() && !users.iter().any(is_passed_on)
}

/// Returns whether what a branch returns may be a tensor from outside that is used behind it, and that IREE frees before
/// that.
fn is_freed_early<'a>(branch: OpRef<'a>, returned: Value<'a>, result: Value<'a>) -> bool {
    let memory = Memory::of(returned, is_copy);
    let mut origins = memory.origins.iter();
    origins.any(|origin| {
        // Of what is behind a barrier, IREE does not know that the function returns it twice.
        let is_freed = match origin.relation {
            Relation::Known => is_freed_behind(result),
            Relation::Carried => false,
            Relation::Unknown => true,
        };
        is_freed && is_used_behind(branch, origin.value)
    }) || is_of_inner_loop(returned) && is_freed_behind(result)
}

/// Returns whether a loop in another loop carries a tensor of static shape.
fn is_of_inner_loop(memory: Value<'_>) -> bool {
    let carrying = owner_op(memory).filter(|&it| is_loop(it) && !is_dynamic(memory));
    carrying.is_some_and(|it| with_parents(it).skip(1).any(is_loop))
}

/// Returns whether a tensor is computed outside of a branch, and used behind it, later than in the kernels that
/// directly follow.
fn is_used_behind<'a>(branch: OpRef<'a>, memory: Value<'a>) -> bool {
    let own = ir::block_of(memory).and_then(|block| ir::ancestor_in(block, branch));
    let is_argument = || owner_op(original(memory)).is_some_and(ir::is_function);
    // The memory of constants and arguments is not freed.
    if own.is_none() || is_new(memory) || is_argument() {
        return false;
    }
    let is_later = |(user, _): (OpRef<'a>, usize)| {
        // Of one op, the part that is in the block of the other.
        let beside = |own: OpRef<'a>, it| ir::ancestor_in(own.block()?, it);
        let Some(near) = beside(branch, user) else {
            return beside(user, branch).is_some_and(|own| ir::is_before(own, user));
        };
        // The row for exchanged values copies what a loop carries.
        let is_carried = || is_end(user) && user == near && ir::owner(memory) == user.block();
        ir::is_before(branch, near) && !is_carried() && !follows_directly(branch, near)
    };
    let is_same = |link| matches!(link, Link::Form | Link::Folded | Link::Hidden);
    is_outside_loop(branch, memory) || users_of(memory, is_same).into_iter().any(is_later)
}

/// Returns whether IREE surely runs an op's kernel together with those that follow another op: it waits for no number
/// between them.
fn follows_directly<'a>(first: OpRef<'a>, last: OpRef<'a>) -> bool {
    let waits = |operation: OpRef<'_>| {
        let name = ir::name_str(operation.name()).unwrap_or_default();
        !name.starts_with(stablehlo::PREFIX)
            || name.contains("dynamic")
            || name == stablehlo::CUSTOM_CALL
            || is_control(operation)
    };
    let between = ops_behind(first).take_while(|&it| it != last);
    let mut between = between.chain([last]);
    !is_end(last) && !between.any(waits)
}

/// What copies of tensors for an op are emitted from.
struct Copies<'a> {
    /// The outermost loop or branch around the op. Each iteration would wait for barriers in a loop.
    outermost: OpRef<'a>,
    /// By the address of the element type.
    choices: FxHashMap<Option<usize>, Option<Choice<'a>>>,
}

impl<'a> Copies<'a> {
    fn new(operation: OpRef<'a>) -> Self {
        let around = with_parents(operation).skip(1);
        Self {
            outermost: around
                .take_while(|&op| is_control(op))
                .last()
                .unwrap_or(operation),
            choices: FxHashMap::default(),
        }
    }

    /// Makes an op use a copy of an operand; `None` if there is none of this type.
    fn use_copy(
        &mut self,
        emitter: &mut OpEmitter<'a>,
        user: OpRef<'a>,
        index: usize,
    ) -> Option<()> {
        let value: Value<'a> = ir::operand(user, index)?;
        let element = ir::element_type(value.r#type()).map(|it| it.to_raw().ptr as usize);
        let choice = self.choices.entry(element).or_insert_with(|| {
            emit_at(emitter, self.outermost, |emitter| {
                Choice::emit(emitter, value.r#type())
            })
        });
        let choice = choice.as_ref()?;
        replace_operand(emitter, user, index, |emitter, value| {
            let shape = emit_shape(emitter, value);
            Some(choice.emit_copy(emitter, value, shape))
        })
    }
}

/// Returns whether a value is a tensor of static shape that a loop carries.
fn is_copied(value: Value<'_>) -> bool {
    owner_op(value).is_some_and(is_control)
        && !is_dynamic(value)
        && value.r#type().is_ranked_tensor()
}
