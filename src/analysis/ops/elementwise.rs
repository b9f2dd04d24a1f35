//! Ops that apply to each element alone, beyond those with MLIR's trait `Elementwise`.

use super::{Op, Topic, result};
use crate::analysis::Analysis;
use melior::ir::{OperationRef, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "ops on each element alone",
    ops: &[Op::new("stablehlo.select").computes()],
};

/// `[a] x [a] => [a]`; a scalar predicate or bound stands for all elements.
pub(super) fn elementwise(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let result = result(operation)?;
    let rank = analysis.sizes(result).len();
    for operand in operation.operands() {
        if analysis.sizes(operand).len() == rank {
            analysis.assume_same_sizes(operand, result);
        }
    }
    Some(())
}
