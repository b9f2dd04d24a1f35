//! Ops that combine elements along dims.

use super::{Op, Topic, all_same};
use crate::{analysis::Analysis, ir::int_array};
use melior::ir::{OperationRef, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "reductions",
    ops: &[
        Op::new("stablehlo.reduce").sizes(reduce),
        Op::new("stablehlo.map").sizes(all_same),
        Op::new("stablehlo.sort").sizes(all_same),
    ],
};

/// `[a, b, c] => [a, c]`; all inputs have the same sizes.
fn reduce(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dimensions = int_array(operation, "dimensions")?;
    let first = operation.operand(0).ok()?;
    for input in operation.operands().take(operation.operand_count() / 2) {
        analysis.assume_same_sizes(first, input);
    }
    let sizes = analysis.sizes(first);
    let kept = (0..)
        .zip(sizes)
        .filter(|(dim, _)| !dimensions.contains(dim))
        .map(|(_, size)| Some(size))
        .collect::<Vec<_>>();
    for result in operation.results() {
        analysis.set_sizes(result.into(), kept.iter().copied());
    }
    Some(())
}
