//! Linear algebra, normalisation, random numbers and communication.

use super::{Op, Topic, pairwise, result, same_sizes, sizes_by_operand};
use crate::analysis::Analysis;
use melior::ir::{OperationRef, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "numerics and communication",
    ops: &[
        Op::new("stablehlo.cholesky").sizes(same_sizes),
        Op::new("stablehlo.triangular_solve").sizes(triangular_solve),
        Op::new("stablehlo.batch_norm_inference").sizes(same_sizes),
        Op::new("stablehlo.batch_norm_training").sizes(same_sizes),
        Op::new("stablehlo.batch_norm_grad").sizes(same_sizes),
        Op::new("stablehlo.rng").sizes(rng),
        Op::new("stablehlo.all_reduce").sizes(pairwise),
        Op::new("stablehlo.collective_broadcast").sizes(same_sizes),
        Op::new("stablehlo.collective_permute").sizes(same_sizes),
        Op::new("stablehlo.optimization_barrier").sizes(pairwise),
    ],
};

/// The solution has the sizes of the right-hand side.
fn triangular_solve(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    analysis.assume_same_sizes(operation.operand(1).ok()?, result(operation)?);
    Some(())
}

fn rng(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    sizes_by_operand(analysis, operation, 2)
}
