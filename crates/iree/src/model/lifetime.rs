//! Where a tensor is used: before, in and behind loops and branches.

use crate::{
    build::is_divided_copy,
    model::{passed::passed, rows::is_flattened},
    ops::*,
    prelude::*,
};

/// Returns whether a loop or branch in the same function passes on a tensor of unknown size.
pub fn is_near_passed(operation: OpRef<'_>) -> bool {
    let function = function_of(operation);
    passing_functions(function).contains(&ir::address(function))
}

/// Returns `None`, with the reason, where a row that only separates kernels puts no barrier.
pub fn may_have_barrier(operation: OpRef<'_>) -> Option<()> {
    if with_parents(operation).skip(1).any(is_control) || is_near_passed(operation) {
        return no_match(
            "IREE has been seen to compute wrongly with barriers in loops and branches, and beside \
             tensors that are passed on",
        );
    }
    Some(())
}

/// Returns the functions in and below `root`, by their addresses, in which a loop or branch passes on a tensor of
/// unknown size.
pub fn passing_functions(root: OpRef<'_>) -> FxHashSet<usize> {
    functions_with(root, |operation| {
        let passed = passed(operation).unwrap_or_default();
        let mut values = passed.iter().flat_map(|passed| &passed.to);
        values.any(|&value| is_dynamic(value))
    })
}

/// Returns the functions in and below `root`, by their addresses, in which a loop or branch has a result of unknown size,
/// even if it only chooses between tensors that are there.
pub fn choosing_functions(root: OpRef<'_>) -> FxHashSet<usize> {
    functions_with(root, has_dynamic_result)
}

/// Returns the functions in and below `root`, by their addresses, in which a predicate holds for a loop or branch.
fn functions_with(root: OpRef<'_>, is_meant: impl Fn(OpRef<'_>) -> bool) -> FxHashSet<usize> {
    let mut functions = FxHashSet::default();
    ir::visit_ops(root, |operation| {
        if is_control(operation) && is_meant(operation) {
            functions.insert(ir::address(function_of(operation)));
        }
    });
    functions
}

/// Returns the function that an op is in, or else the outermost op.
pub fn function_of<'a>(operation: OpRef<'a>) -> OpRef<'a> {
    let mut root = operation;
    while let Some(parent) = root.parent_operation().filter(|_| !ir::is_function(root)) {
        root = parent;
    }
    root
}

/// Returns whether a tensor of unknown size is computed from a value, or from another one of the same bits, in front
/// of an op, in the op's block.
pub fn is_used_before<'a>(operation: OpRef<'a>, value: Value<'a>) -> bool {
    !ir::all_values(value, |next, pending| {
        let users = ir::users(next).into_iter().map(|(user, _)| user);
        let mut users = users
            .filter(|&user| user.block() == operation.block() && ir::is_before(user, operation));
        users.all(|user| {
            // A kernel divides what it reads, and stores nothing.
            if is_of_same_bits(user) || is_divided_copy(user) {
                pending.extend(ir::result(user, 0));
                return true;
            }
            // What a loop starts with is inserted into a larger tensor, in whatever type.
            let is_kept = is_insertion(user) || is_flattened(user);
            is_kept || !has_dynamic_result(user)
        })
    })
}

/// Returns the uses of a value's elements in an op, and in those after it in its block.
pub fn users_from<'a>(first: OpRef<'a>, value: Value<'a>) -> Vec<(OpRef<'a>, usize)> {
    let Some(block) = first.block() else {
        return vec![];
    };
    let users = ir::users(value).into_iter().filter(|&(user, _)| {
        // Sizes are not in the tensor's memory.
        size_read(user).is_none()
            && ir::ancestor_in(block, user)
                .is_some_and(|own| own == first || ir::is_before(first, own))
    });
    users.collect()
}

/// Returns whether the elements of a value are used more than once.
pub fn is_shared(value: Value<'_>) -> bool {
    let users = ir::users(value).into_iter();
    users.filter(|&(user, _)| !is_size(user)).count() > 1
}

/// Returns whether a tensor is computed outside of a loop that an op is in.
pub fn is_outside_loop<'a>(operation: OpRef<'a>, memory: Value<'a>) -> bool {
    let block = ir::block_of(memory);
    let mut inside = with_parents(operation).take_while(|op| op.block() != block);
    inside.any(|op| op.parent_operation().is_some_and(is_loop))
}
