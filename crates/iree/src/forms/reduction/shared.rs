//! Reductions whose operand is computed from a tensor with other uses.
//!
//! IREE computes the tensor, the reduction and elementwise ops on the tensor in one kernel. It keeps the tensor on the
//! stack unless these ops use the result of the reduction, as the quotients of a softmax do. A softmax of static shape is
//! an op of its own there, which may be in a kernel with a reduction, but not if the kernel has to store it, too.

use super::{is_shared, is_weighted, separable};
use crate::{ops::*, prelude::*};
use indexmap::IndexMap;

pub static ROW: Row = Row {
    name: "reductions-of-shared",
    ops: &[stablehlo::REDUCE],
    when: "of what is computed from a tensor of unknown size, as a matrix product, by elementwise ops, if ops that do not \
           follow from the reduction by elementwise ops use the tensor, too, other than as weights of a sum beside its own, \
           and of a softmax of static shape that anything else uses; not in loops and branches, nor in functions in which \
           one passes on a tensor of unknown size",
    becomes: "the reduction, with a barrier behind the tensor",
    why: "From `--iree-opt-level=O2` on, IREE computes all in one kernel, and rejects it (\"offset 1 is out-of-bounds: \
          0 >= -1\", or \"write affecting operations on global resources\"), as the probabilities and the entropy of a model.",
    action: Separate(|operation| {
        let computing = computing(operation);
        let results = computing.values().filter_map(|&it| ir::result(it, 0));
        let mut shared = results.collect::<Vec<_>>();
        shared.extend(products(operation, &computing));
        shared.retain(|&value| is_used_beside(value, operation, &computing));
        separable(operation, shared)
    }),
};

/// The most ops that are looked at for one reduction.
const MAX_OPS: usize = 500;

/// The ops that compute the operands of a reduction, as far as IREE fuses them, by their addresses.
type ComputingOps<'a> = IndexMap<usize, OpRef<'a>>;

fn computing<'a>(reduction: OpRef<'a>) -> ComputingOps<'a> {
    let mut found = ComputingOps::default();
    for operand in reduction.operands() {
        ir::all_values(operand, |value, pending| {
            let definition = ir::defining_op(value);
            let definition = definition.filter(|&it| may_be_in_group(it) && !has_weights(it));
            found.extend(definition.map(|it| (ir::address(it), it)));
            pending.extend(definition.iter().flat_map(OperationLike::operands));
            found.len() < MAX_OPS
        });
    }
    found
}

/// Returns the matrix products from which these ops compute the operands of a reduction.
fn products<'a>(reduction: OpRef<'a>, computing: &ComputingOps<'a>) -> Vec<Value<'a>> {
    let ops = computing.values().copied().chain([reduction]);
    let operands = ops.flat_map(|op| op.operands().collect::<Vec<_>>());
    let mut products = operands
        .filter(|&it| ir::defined_by(it, stablehlo::DOT_GENERAL).is_some())
        .collect::<Vec<_>>();
    let mut seen = FxHashSet::default();
    products.retain(|&product| seen.insert(ValueKey::new(product)));
    products
}

/// Returns whether IREE would keep a shared tensor, from which a reduction is computed, for its other uses.
fn is_used_beside<'a>(
    value: Value<'a>,
    reduction: OpRef<'a>,
    computing: &ComputingOps<'a>,
) -> bool {
    let is_kept_always = !is_dynamic(value);
    if is_kept_always && !is_softmax(value) || !is_shared(value) {
        return false;
    }
    let is_reduced = reduction.operands().any(|operand| operand == value);
    element_users(value).any(|user| {
        let is_computing = user == reduction || computing.contains_key(&ir::address(user));
        let is_weights = is_reduced && has_weights(user);
        !is_computing
            && !is_weights
            && (is_kept_always
                || !is_in_group(user)
                || !follows_through(user, reduction, |it| !is_kernel(it)))
    })
}

/// Returns whether an op broadcasts weights that only sums use. IREE computes these sums in a kernel of their own, which
/// reads the weights from memory.
fn has_weights(operation: OpRef<'_>) -> bool {
    let result = ir::result(operation, 0).filter(|_| is_broadcast(operation));
    result.is_some_and(|result| {
        let mut users = element_users(result);
        users.all(|user| ir::result(user, 0).is_some_and(|value| is_weighted(user, value)))
    })
}

/// Returns whether a tensor has the quotients of exponentials and their sums.
fn is_softmax(value: Value<'_>) -> bool {
    let is_quotient = || {
        let quotient = ir::defined_by(value, stablehlo::DIVIDE)?;
        let exponentials = ir::operand(quotient, 0)?;
        ir::defined_by(exponentials, stablehlo::EXPONENTIAL)?;
        let sums = ir::operand(quotient, 1).and_then(ir::defining_op);
        let sums = ir::operand(sums.filter(|&it| is_broadcast(it))?, 0)?;
        let sum = ir::defined_by(sums, stablehlo::REDUCE)?;
        Some(ir::operand(sum, 0)? == exponentials)
    };
    is_quotient() == Some(true)
}

/// Returns whether an op's result is complete only when its kernel ends.
fn is_kernel(operation: OpRef<'_>) -> bool {
    is_any_of(operation, &[stablehlo::DOT_GENERAL, stablehlo::REDUCE])
}

/// Returns whether an op's operands are computed from the results of another op in its block.
pub(super) fn follows<'a>(operation: OpRef<'a>, other: OpRef<'a>) -> bool {
    follows_through(operation, other, |_| true)
}

/// Returns whether the results of another op in the block are used to compute an op's operands, if only ops for which a
/// predicate holds are followed.
pub(super) fn follows_through<'a>(
    operation: OpRef<'a>,
    other: OpRef<'a>,
    is_passed: impl Fn(OpRef<'a>) -> bool,
) -> bool {
    operation.operands().any(|operand| {
        let mut count = 0;
        !ir::all_values(operand, |value, pending| {
            let definition = ir::defining_op(value)
                .filter(|it| it.block() == other.block() && !ir::is_before(*it, other));
            let passed = definition.filter(|&it| is_passed(it));
            pending.extend(passed.iter().flat_map(OperationLike::operands));
            count += 1;
            definition != Some(other) && count < MAX_OPS
        })
    })
}
