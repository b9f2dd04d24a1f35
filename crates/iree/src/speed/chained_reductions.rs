//! Reductions of tensors that are computed from the result of another reduction, as in a softmax.
//!
//! IREE computes both in one kernel. Unless it splits the first one, which it does only for sizes that
//! are known to be multiples of a vector's, it computes it again in each iteration of the loop of the
//! second one. Behind barriers each has a kernel of its own.
//!
//! Where all first dims are reduced, as in a batch normalization, it computes the tensor for which the result is broadcast
//! in the same kernel, too, along the few elements of the result.

use crate::{model::lifetime::is_shared, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "chained-reductions",
    ops: &[stablehlo::REDUCE],
    when: "along a dim of unknown size, if the same dims, or one of several, of a tensor that is computed from the \
           result are reduced, as in a softmax or in the gradient of a maximum; also along the first dims, if a tensor of \
           unknown size is computed from a result of known size; not in a branch that returns several \
           values, one of unknown size: there, IREE loses track of the memory behind a barrier",
    becomes: "the reduction, with barriers before and behind it",
    why: "IREE computes the first one again in each iteration of the second one's loop, in a time that \
          grows with the square of the size.",
    action: Separate(ends_of_kernels),
};

/// Returns a reduction's result, and its operand if that is shared, if another reduction depends on the result.
fn ends_of_kernels<'a>(operation: OpRef<'a>) -> Option<Vec<Value<'a>>> {
    // There, IREE loses track of the memory of what is behind a barrier.
    require(!is_in_branch_of_several(operation))?;
    let result = ir::result(operation, 0)?;
    if is_spread(operation) {
        return Some(vec![result]);
    }
    let operand = ir::operand(operation, 0).filter(|_| is_followed(operation))?;
    // IREE would compute what several kernels use in the first of them, together with the reduction.
    let is_apart = is_shared(operand) && ir::defining_op(operand).is_some_and(is_in_group);
    Some(
        is_apart
            .then_some(operand)
            .into_iter()
            .chain([result])
            .collect(),
    )
}

/// Returns whether an op is in a branch that returns several values, one of which has an unknown size.
fn is_in_branch_of_several(operation: OpRef<'_>) -> bool {
    let mut parents = with_parents(operation).skip(1);
    parents.any(|it| is_branch(it) && it.result_count() > 1 && has_dynamic_result(it))
}

/// Returns whether a tensor of unknown size is computed, op by op, from the result of a reduction of all first dims, whose size
/// is known.
fn is_spread(operation: OpRef<'_>) -> bool {
    let dims = ir::int_array(operation, "dimensions").filter(|_| is_reduction(operation));
    let is_of_first = dims.is_some_and(|dims| dims.iter().copied().eq(0..dims.len() as i64));
    let is_reduced = is_of_first && ir::operand(operation, 0).is_some_and(is_dynamic);
    let result = ir::result(operation, 0).filter(|&result| is_reduced && !is_dynamic(result));
    result.is_some_and(|result| {
        !ir::all_values(result, |value, pending| {
            let users = ir::users(value).into_iter().map(|(user, _)| user);
            let results = users.filter(|&user| may_be_in_group(user));
            pending.extend(results.filter_map(|user| ir::result(user, 0)));
            !is_dynamic(value)
        })
    })
}

/// Returns whether a reduction along a dim of unknown size is followed by one that depends on it.
fn is_followed(operation: OpRef<'_>) -> bool {
    let Some(dims) = ir::int_array(operation, "dimensions").filter(|_| is_reduction(operation))
    else {
        return false;
    };
    let operand = ir::operand(operation, 0).and_then(sizes);
    let operand = operand.unwrap_or_default();
    let is_unknown = |&dim: &i64| operand.get(dim as usize) == Some(&None);
    let result = ir::result(operation, 0).filter(|&result| is_dynamic(result));
    let Some(result) = result.filter(|_| dims.iter().any(is_unknown)) else {
        return false;
    };
    let reduces_alike = |user, operand| {
        let own = ir::int_array(user, "dimensions").unwrap_or_default();
        let shares_any = || own.iter().any(|dim| dims.contains(dim));
        is_reduction(user) && operand == 0 && (own == dims || dims.len() > 1 && shares_any())
    };
    !ir::all_values(result, |value, pending| {
        let users = ir::users(value);
        let passes_on = users
            .iter()
            .filter(|(user, _)| is_in_group(*user) || is_reshape(*user));
        pending.extend(passes_on.filter_map(|(user, _)| ir::result(*user, 0)));
        let mut users = users.into_iter();
        !users.any(|(user, operand)| reduces_alike(user, operand))
    })
}

/// Returns whether an op reshapes a tensor: IREE moves it out of the kernel.
pub(super) fn is_reshape(operation: OpRef<'_>) -> bool {
    is_any_of(operation, &[stablehlo::RESHAPE, tensor::RESHAPE])
}
