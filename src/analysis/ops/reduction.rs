//! Ops that combine elements along dims.

use super::{Op, Topic, all_same, elements_of, integer, result};
use crate::{
    analysis::{Analysis, Elements},
    ir::{self, block_arguments, int_array, integer, name_str, operand},
    symbol::{
        Arithmetic, Element, Size, Statement,
        integer::{Function, Signedness::Signed},
    },
};
use melior::ir::{BlockLike, OperationRef, RegionLike, Value, ValueLike, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "reductions",
    ops: &[
        Op::new("stablehlo.reduce")
            .integers(integer::reduce)
            .sizes(reduce)
            .elements(reduced)
            .stays(),
        Op::new("stablehlo.map").sizes(all_same),
        Op::new("stablehlo.sort").sizes(all_same),
        Op::new("chlo.top_k").sizes(top_k),
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

/// The product, sum, maximum or minimum of all elements of a row.
fn reduced(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Elements> {
    let value = result(operation)?;
    let r#type = analysis.computed_type(value.r#type())?;
    if analysis.sizes(operand(operation, 0)?).len() != 1 || !analysis.sizes(value).is_empty() {
        return None;
    }
    let arithmetic = match combination(operation)? {
        Function::Add => Arithmetic::Add,
        Function::Multiply => Arithmetic::Multiply,
        Function::Maximum(_) => Arithmetic::Maximum,
        _ => Arithmetic::Minimum,
    };
    let elements = elements_of(analysis, operation, 0)?;
    let init = *elements_of(analysis, operation, 1)?.first()?;
    let combine = |a: Element, b: Element| analysis.compute(arithmetic, a, b, r#type);
    super::number::one(elements.into_iter().fold(init, combine))
}

/// Returns the function with which an op's region combines two elements, if it is a single
/// op.
pub(super) fn combination(operation: OperationRef<'_, '_>) -> Option<Function> {
    let block = ir::region(operation, 0)?.first_block()?;
    let op = block.first_operation()?;
    let end = op.next_in_block()?;
    let function = match name_str(op.name())? {
        "stablehlo.add" => Function::Add,
        "stablehlo.multiply" => Function::Multiply,
        "stablehlo.maximum" => Function::Maximum(Signed),
        "stablehlo.minimum" => Function::Minimum(Signed),
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
