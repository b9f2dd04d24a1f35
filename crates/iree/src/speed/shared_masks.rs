//! Masks by which several reductions leave out elements, as in a normalization for all sizes up to bounds.
//!
//! IREE computes the positions, their comparison and a reduction in one kernel, and stores the mask there for the next one:
//! it does not divide such a kernel into vectors. Behind a barrier the mask has a kernel of its own.

use crate::{model::lifetime::may_have_barrier, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "shared-masks",
    ops: &[stablehlo::REDUCE],
    when: "along other dims than the last one, of elements that a `select` takes by a computed mask, if another reduction \
           has its elements by the same mask; on static shapes, as of `--bounds`; not in loops and branches, nor in \
           functions in which one passes on a tensor of unknown size",
    becomes: "the reduction, with a barrier behind the mask",
    why: "IREE computes the mask in the kernel of the first reduction, and not in vectors, which takes up to 8 times as \
          long.",
    action: Separate(shared_mask),
};

fn shared_mask<'a>(operation: OpRef<'a>) -> Option<Vec<Value<'a>>> {
    let operand = ir::operand(operation, 0).filter(|_| is_reduction(operation))?;
    let last = rank(operand)?.checked_sub(1)? as i64;
    let dims = ir::int_array(operation, "dimensions")?;
    require(dims != [last] && !is_dynamic(operand))?;
    let mask = ir::operand(ir::defined_by(operand, stablehlo::SELECT)?, 0)?;
    require(rank(mask) == rank(operand) && ir::defining_op(mask).is_some_and(may_be_in_group))?;
    let reductions = element_users(mask).filter(|&user| is_reduced(user));
    require(reductions.count() > 1)?;
    may_have_barrier(operation)?;
    Some(vec![mask])
}

/// Returns whether an op is a `select` whose result is reduced.
fn is_reduced(operation: OpRef<'_>) -> bool {
    let result = ir::result(operation, 0).filter(|_| ir::is_named(operation, stablehlo::SELECT));
    result.is_some_and(|result| element_users(result).any(is_reduction))
}
