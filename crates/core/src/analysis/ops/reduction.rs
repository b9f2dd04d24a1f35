//! Ops that combine elements along dims.

use super::{Extents::Same, Operands, ResultSizes, all, computed, integer, operands::destinations};
use crate::{
    analysis::{
        Analysis,
        row::{Needs, OpRow, SizeExpressions, SizeNeed, Topic, all_equal},
    },
    dialect::{chlo, stablehlo},
    ir::{self, block_arguments, int_array, integer, name_str, operand},
    symbol::{
        Statement,
        integer::{Function, Signedness::Signed},
    },
};
use melior::ir::{BlockLike, OperationRef, RegionLike, Value, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "reductions",
    ops: &[
        OpRow::new(stablehlo::REDUCE)
            .integers(integer::reduce)
            .extents(computed!(reduced))
            .needs(inputs_agree)
            .stays(),
        OpRow::new(stablehlo::MAP).extents(Same),
        OpRow::new(stablehlo::SORT).extents(Same),
        OpRow::new(chlo::TOP_K)
            .extents(computed!(top_k))
            .needs(has_so_many),
        OpRow::new("iree_linalg_ext.topk").extents(computed!(destinations)),
    ],
};

/// `[a, b, c] => [a, c]`.
fn reduced<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let dimensions = int_array(operation, "dimensions")?;
    let sizes = operands.sizes(0)?;
    let dims = (0..).zip(sizes.iter());
    let kept = dims.filter(|(dim, _)| !dimensions.contains(dim));
    all(kept.map(|(_, &size)| size))
}

/// All inputs have the same sizes.
pub(super) fn inputs_agree(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    let mut needs = vec![];
    let first = operands.sizes(0)?;
    for input in 1..operation.operand_count() / 2 {
        needs.extend(all_equal(&operands.sizes(input)?, &first));
    }
    Some(needs)
}

/// Returns the function with which an op's region combines two elements, if it is a single
/// op.
pub(super) fn combination(operation: OperationRef<'_, '_>) -> Option<Function> {
    let block = ir::region(operation, 0)?.first_block()?;
    let op = block.first_operation()?;
    let end = block.terminator()?;
    if op.next_in_block()? != end {
        return None;
    }
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
fn top_k<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let count = integer(operation, "k")?;
    let count = operands.constant(count);
    with_last(operands, count)
}

/// Returns the first operand's sizes with another last one.
pub(super) fn with_last<O: Operands>(operands: &mut O, last: O::Number) -> Option<ResultSizes<O>> {
    let sizes = operands.sizes(0)?;
    let (_, others) = sizes.split_last()?;
    all(others.iter().copied().chain([last]))
}

/// The last dim has at least `k` elements.
fn has_so_many(operands: &mut SizeExpressions<'_, '_>, operation: OperationRef<'_, '_>) -> Needs {
    let count = operands.constant(integer(operation, "k")?);
    Some(vec![SizeNeed::at_most(count, *operands.sizes(0)?.last()?)])
}

/// The first operand's last dim has at least so many elements.
pub(super) fn has_at_least(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    count: i64,
) -> Option<()> {
    let &last = analysis.sizes_of(operand(operation, 0)?).last()?;
    analysis.facts.assume(Statement::AtLeast(last, count));
    Some(())
}
