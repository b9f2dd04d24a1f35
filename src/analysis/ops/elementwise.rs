//! Ops that apply to each element alone, beyond those with a trait that says so: `Elementwise` of
//! MLIR, or that of StableHLO and CHLO.

use super::{Op, Topic, at, integer, result, same_sizes};
use crate::{
    analysis::Analysis,
    dialect::{chlo, stablehlo},
    ir::{self, operand},
    symbol::Size,
};
use melior::ir::{OperationRef, ValueLike, operation::OperationLike, r#type::ShapedTypeLike};

pub(super) const TOPIC: Topic = Topic {
    title: "elementwise ops",
    ops: &[
        Op::new(chlo::CONSTANT_LIKE)
            .integers(integer::constant_like)
            .sizes(same_sizes),
        Op::new(stablehlo::BITCAST_CONVERT).sizes(bitcast),
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

/// `[a] => [a, 4]`: where the width changes, the last dim has the parts of the wider elements.
fn bitcast(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let operand = operand(operation, 0)?;
    let sizes = analysis.sizes(operand);
    let result = result(operation)?;
    let rank = analysis.sizes(result).len();
    let known = (0..).take(rank).map(|dim| at(&sizes, dim));
    let mut known = known.collect::<Vec<_>>();
    if rank > sizes.len()
        && let Some(last) = known.last_mut()
    {
        let [from, to] = [operand, result].map(|value| {
            let tensor = ir::as_ranked_tensor(value.r#type());
            tensor.and_then(|tensor| ir::bit_width(tensor.element()))
        });
        let parts = from.zip(to).and_then(|(from, to)| from.checked_div(to));
        *last = parts.map(|parts| Size::Constant(parts.into()));
    }
    analysis.set_sizes(result, known);
    Some(())
}
