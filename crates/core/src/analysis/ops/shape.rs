//! Broadcasts, and ops that reorder or reshape.
use super::{
    Extents::{Elements, Like},
    Operands, ResultSizes, all, at, computed, integer,
    operands::broadcast_size,
    result,
};
use crate::{
    analysis::{
        Analysis,
        row::{Needs, OpRow, SizeExpressions, SizeNeed, Topic},
        sizes,
    },
    dialect::{shape, stablehlo, tensor},
    ir::{self, int_array, shaped_type},
    symbol::{Statement, integer::Function},
};
use melior::ir::{OperationRef, ValueLike, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "broadcasts, reshapes and transpositions",
    ops: &[
        OpRow::new(stablehlo::BROADCAST).extents(computed!(broadcast)),
        OpRow::new(stablehlo::BROADCAST_IN_DIM)
            .integers(integer::splat)
            .needs(broadcast_in_dim),
        OpRow::new(stablehlo::DYNAMIC_BROADCAST_IN_DIM)
            .extents(Elements(1))
            .needs(broadcast_in_dim),
        OpRow::new(stablehlo::DYNAMIC_IOTA).extents(Elements(0)),
        OpRow::new(stablehlo::RESHAPE).integers(integer::same),
        OpRow::new(stablehlo::DYNAMIC_RESHAPE)
            .integers(integer::same)
            .extents(Elements(1))
            .sizes(elements_stay),
        OpRow::new(tensor::RESHAPE)
            .extents(Elements(1))
            .sizes(elements_stay),
        OpRow::new(tensor::CAST)
            .integers(integer::same)
            .extents(Like(0)),
        OpRow::new(tensor::COLLAPSE_SHAPE)
            .integers(integer::same)
            .extents(computed!(collapse)),
        OpRow::new(tensor::EXPAND_SHAPE)
            .integers(integer::same)
            .extents(computed!(expand)),
        OpRow::new(tensor::EMPTY)
            .extents(computed!(sizes_by_numbers))
            .limits(sizes_are_not_negative),
        OpRow::new(tensor::SPLAT)
            .extents(computed!(sizes_by_numbers))
            .limits(sizes_are_not_negative),
        OpRow::new(shape::BROADCAST)
            .integers(integer::broadcast_shape)
            .elements(broadcast_shape),
        OpRow::new(stablehlo::TRANSPOSE)
            .integers(integer::transpose)
            .extents(computed!(transpose)),
        OpRow::new(stablehlo::REVERSE).extents(Like(0)),
        OpRow::new("flow.tensor.tie_shape")
            .extents(computed!(sizes_by_numbers))
            .limits(numbers_are_sizes)
            .sizes(as_first_operand),
    ],
};

/// `[a, b] => [b, a]`.
fn transpose<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let permutation = int_array(operation, "permutation")?;
    permute(operands, &permutation)
}

pub(super) fn permute<O: Operands>(
    operands: &mut O,
    permutation: &[i64],
) -> Option<ResultSizes<O>> {
    let sizes = operands.sizes(0)?;
    Some(permutation.iter().map(|&dim| at(&sizes, dim)).collect())
}

/// Every operand dim broadcasts to its result dim.
fn broadcast_in_dim(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    let dimensions = int_array(operation, "broadcast_dimensions")?;
    let result = operands.result_sizes(0)?;
    let dims = operands.sizes(0)?.into_iter().zip(dimensions);
    let dims = dims.filter_map(|(size, dim)| Some((size, at(&result, dim)??)));
    Some(
        dims.map(|(size, target)| SizeNeed::broadcasts_to(size, target))
            .collect(),
    )
}

/// `[a] => [2, 3, a]`.
fn broadcast<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let front = operands.constants(int_array(operation, "broadcast_sizes")?);
    all(front.into_iter().chain(operands.sizes(0)?))
}

/// `[2, a, 3] => [2 * a, 3]`: the size of each dim of the result is the product of those of its group.
fn collapse<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let sizes = operands.sizes(0)?;
    let mut known = ResultSizes::<O>::new();
    for group in ir::reassociation(operation)? {
        let mut dims = group.iter().map(|&dim| sizes.get(dim).copied());
        let first = dims.next()??;
        let product = dims.try_fold(first, |product, size| {
            Some(operands.apply(Function::Multiply, product, size?))
        });
        known.push(product);
    }
    Some(known)
}

/// `[4, a] => [2, 2, a]`: each dim of the operand becomes a group of dims. The dynamic sizes are operands; if
/// the size of the operand's dim is known, one unknown size of its group follows from the others.
fn expand<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let mut known = ResultSizes::<O>::new();
    let mut computed = 1..;
    for size in int_array(operation, "static_output_shape")? {
        known.push(operands.listed(size, &mut computed));
    }
    let sizes = operands.sizes(0)?;
    for (group, size) in ir::reassociation(operation)?.into_iter().zip(sizes) {
        let Some(count) = operands.value(size) else {
            continue;
        };
        let value = |&dim: &usize| operands.value(known.get(dim).copied()??);
        let (others, open) = group
            .iter()
            .partition::<Vec<usize>, _>(|dim| value(dim).is_some());
        let &[open] = open.as_slice() else {
            continue;
        };
        let mut others = others.iter().filter_map(value);
        let others = others.try_fold(1_i64, |product, size| product.checked_mul(size));
        let others = others.filter(|&others| others > 0 && count % others == 0);
        if let (Some(others), Some(size)) = (others, known.get_mut(open)) {
            *size = Some(operands.constant(count / others));
        }
    }
    Some(known)
}

/// The last operands are the sizes of the dynamic dims, in order.
fn sizes_by_numbers<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let shape = shaped_type(result(operation)?.r#type());
    let shape = shape.shape()?;
    let dynamic = shape.iter().filter(|dim| dim.fixed_size().is_none());
    let dynamic = dynamic.count();
    let mut numbers = operation.operand_count().checked_sub(dynamic)?..;
    let sizes = shape.iter().map(|dim| match dim.fixed_size() {
        Some(_) => None,
        None => operands.number(numbers.next()?),
    });
    Some(sizes.collect())
}

/// The numbers are the sizes of the first operand.
fn numbers_are_sizes(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    let numbers = sizes_by_numbers(operands, operation, 0)?;
    let pairs = operands.sizes(0)?.into_iter().zip(numbers);
    let pairs = pairs.filter_map(|(size, number)| Some(SizeNeed::equal(size, number?)));
    Some(pairs.collect())
}

fn sizes_are_not_negative(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    let zero = operands.constant(0);
    let sizes = sizes_by_numbers(operands, operation, 0)?;
    let needs = sizes.into_iter().flatten();
    Some(needs.map(|size| SizeNeed::at_most(zero, size)).collect())
}

/// If the operand has elements, so has the result.
fn elements_stay(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let (operand, result) = (ir::operand(operation, 0)?, result(operation)?);
    let [from, to] = [operand, result].map(|value| analysis.sizes(value));
    let facts = analysis.facts_mut();
    if from.iter().all(|&size| facts.entails_at_least(size, 1)) {
        for size in to {
            facts.assume(Statement::AtLeast(size, 1));
        }
    }
    Some(())
}

/// The result has the sizes of the first operand, whatever they are called.
fn as_first_operand(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let (operand, result) = (ir::operand(operation, 0)?, result(operation)?);
    analysis.assume_same_sizes(operand, result);
    Some(())
}

/// The sizes that shapes broadcast to, aligned at their last dims. It does not follow that they
/// broadcast: the op may precede the check.
fn broadcast_shape(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
) -> Option<sizes::Elements> {
    let mut known = sizes::Elements::new();
    for operand in operation.operands() {
        let mut other = analysis.elements_of(operand)?;
        if other.len() > known.len() {
            std::mem::swap(&mut known, &mut other);
        }
        let offset = known.len() - other.len();
        for (dim, size) in (offset..).zip(other) {
            known[dim] = broadcast_size(analysis, known[dim], size);
        }
    }
    Some(known)
}
