//! Gathers of rows at indices that take long to compute, as of `jax.image.resize` or `x[:, ::-1]`.
//!
//! IREE computes the index of a row in the kernel of the gather, again for each element of the row. Behind a barrier it is
//! computed once. For the few ops by which JAX counts negative indices from the end, a kernel takes longer than that.

use super::broadcasts_of_results::is_cheap;
use crate::{model::lifetime::may_have_barrier, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "computed-indices",
    ops: &[stablehlo::TORCH_INDEX_SELECT],
    when: "of slices of several elements at an unknown number of indices, if ops such as `divide`, `floor` or `reverse` \
           compute these; not in loops and branches, nor in functions in which one passes on a tensor of unknown size",
    becomes: "the op, with a barrier behind the indices before they are clamped",
    why: "IREE computes the index of a slice again for each of its elements, which takes up to 10 times as long.",
    action: Separate(costly_indices),
};

fn costly_indices<'a>(operation: OpRef<'a>) -> Option<Vec<Value<'a>>> {
    let [operand, indices] = first_operands(operation)?;
    let clamp = ir::defined_by(indices, stablehlo::CLAMP);
    let computed = clamp.map_or(Some(indices), |clamp| ir::operand(clamp, 1))?;
    require(rank(operand)? > 1 && is_dynamic(computed) && is_costly(computed))?;
    may_have_barrier(operation)?;
    Some(vec![computed])
}

/// Returns whether a costly op, which IREE would compute again for each element, computes a tensor.
fn is_costly(value: Value<'_>) -> bool {
    !ir::all_values(value, |value, pending| {
        let definition = ir::defining_op(value).filter(|_| is_dynamic(value));
        let Some(definition) = definition else {
            return true;
        };
        if is_in_group(definition) {
            pending.extend(definition.operands());
            return is_cheap(definition) || is_broadcast(definition);
        }
        !is_any_of(
            definition,
            &[stablehlo::REVERSE, stablehlo::TORCH_INDEX_SELECT],
        )
    })
}
