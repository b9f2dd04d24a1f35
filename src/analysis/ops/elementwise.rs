//! Ops that apply to each element alone, beyond those with a trait that says so: `Elementwise` of
//! MLIR, or that of StableHLO and CHLO.

use super::{Op, Topic, at, integer, result, same_sizes};
use crate::{
    analysis::Analysis,
    dialect::{chlo, stablehlo},
    ir::operand,
};
use melior::ir::{OperationRef, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "elementwise ops",
    ops: &[
        Op::new(chlo::CONSTANT_LIKE)
            .integers(integer::constant_like)
            .sizes(same_sizes),
        Op::new(stablehlo::BITCAST_CONVERT).sizes(leading_sizes),
        Op::new("tensor.bitcast").sizes(same_sizes),
    ],
};

/// `[a] x [a] => [a]`; a scalar predicate or bound stands for all elements.
pub(super) fn elementwise(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let result = result(operation)?;
    // The result takes over the operands' symbols instead of getting new ones assumed equal.
    let rank = analysis.rank(result);
    for operand in operation.operands() {
        if analysis.rank(operand) == rank {
            analysis.assume_same_sizes(operand, result);
        }
    }
    Some(())
}

/// `[a] => [a, 4]`: where the width changes, so does the last dim.
fn leading_sizes(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let operand = analysis.sizes(operand(operation, 0)?);
    let result = result(operation)?;
    let rank = analysis.sizes(result).len();
    let known = (0..).take(rank).map(|dim| at(&operand, dim));
    analysis.set_sizes(result, known.collect::<Vec<_>>());
    Some(())
}
