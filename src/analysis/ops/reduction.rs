//! Ops that combine elements along dims.

use super::{Op, Topic, all_same, integer};
use crate::{
    analysis::Analysis,
    dialect::{chlo, stablehlo},
    ir::{self, block_arguments, int_array, integer, name_str, operand},
    symbol::{
        Size, Statement,
        integer::{Function, Signedness::Signed},
    },
};
use melior::ir::{BlockLike, OperationRef, RegionLike, Value, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "reductions",
    ops: &[
        Op::new(stablehlo::REDUCE)
            .integers(integer::reduce)
            .sizes(reduce)
            .stays(),
        Op::new(stablehlo::MAP).sizes(all_same),
        Op::new(stablehlo::SORT).sizes(all_same),
        Op::new(chlo::TOP_K).sizes(top_k),
    ],
};

/// `[a, b, c] => [a, c]`; all inputs have the same sizes.
fn reduce(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dimensions = int_array(operation, "dimensions")?;
    let first = operand(operation, 0)?;
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

/// Returns the function with which an op's region combines two elements, if it is a single
/// op.
pub(super) fn combination(operation: OperationRef<'_, '_>) -> Option<Function> {
    let block = ir::region(operation, 0)?.first_block()?;
    let op = block.first_operation()?;
    let end = op.next_in_block()?;
    let function = match name_str(op.name())? {
        stablehlo::ADD => Function::Add,
        stablehlo::MULTIPLY => Function::Multiply,
        stablehlo::MAXIMUM => Function::Maximum(Signed),
        stablehlo::MINIMUM => Function::Minimum(Signed),
        _ => return None,
    };
    let [a, b] = <[Value<'_, '_>; 2]>::try_from(block_arguments(block)).ok()?;
    let (left, right) = (operand(op, 0)?, operand(op, 1)?);
    let takes_both = (left == a && right == b) || (left == b && right == a);
    let yields_it = operand(end, 0) == ir::result(op, 0);
    (takes_both && yields_it && end.operand_count() == 1).then_some(function)
}

/// `[a, b] => [a, k], [a, k]`.
fn top_k(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let mut sizes = analysis.sizes(operand(operation, 0)?);
    let count = integer(operation, "k")?;
    let last = sizes.last_mut()?;
    analysis.facts.assume(Statement::AtLeast(*last, count));
    *last = Size::Constant(count);
    for result in operation.results() {
        analysis.set_sizes(result.into(), sizes.iter().copied().map(Some));
    }
    Some(())
}
