//! Reductions from whose results several tensors are computed.
//!
//! IREE computes a reduction in one kernel with the elementwise ops that its result is broadcast for. If these store several
//! tensors of which none is computed from another one, it does not divide the kernel into vectors.

use super::{separable, shared::follows};
use crate::{ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "reductions-used-twice",
    ops: &[stablehlo::REDUCE],
    when: "from whose result elementwise ops compute several larger tensors of unknown size, none of them from another one; not \
           in loops and branches, nor in functions in which one passes on a tensor of unknown size",
    becomes: "the reduction, with a barrier behind it",
    why: "From `--iree-opt-level=O2` on, IREE computes all in one kernel, and rejects it (\"operations with large vector \
          sizes\"). Examples are a softmax beside its logarithm, and two norms by one sum.",
    action: Separate(|operation| {
        let results = operation.results().map(Value::from);
        let several = results.filter(|&result| is_for_several(result));
        separable(operation, several.collect())
    }),
};

/// The most tensors that are compared.
const MAX_STORED: usize = 50;

/// Returns whether IREE would store several tensors in the kernel of a reduction.
fn is_for_several(result: Value<'_>) -> bool {
    let mut stored = vec![];
    ir::all_values(result, |value, pending| {
        let users = element_users(value);
        let (fused, others) = users.partition::<Vec<_>, _>(|&user| is_in_group(user));
        let is_stored = !others.is_empty();
        let is_larger = rank(value) > rank(result);
        stored.extend(ir::defining_op(value).filter(|_| is_larger && is_stored));
        pending.extend(fused.into_iter().filter_map(|user| ir::result(user, 0)));
        stored.len() < MAX_STORED
    });
    stored.iter().enumerate().any(|(index, &one)| {
        let mut rest = stored[index + 1..].iter();
        rest.any(|&other| !follows(one, other) && !follows(other, one))
    })
}
