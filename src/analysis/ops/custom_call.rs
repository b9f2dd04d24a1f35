//! Custom calls that JAX emits for ops on dynamic shapes, and those whose operands give the shapes
//! of their results.

use super::{elements_of, window::window_sizes};
use crate::{
    analysis::Analysis,
    ir::{self, int_elements, operand, string},
    symbol::{Element, Statement},
};
use melior::ir::{OperationRef, operation::OperationLike};

/// The maximum number of results whose shapes are read from operands.
const MAX_RESULTS: usize = 64;

/// The number of operands of a `@stablehlo.dynamic_reduce_window` that describe the window.
pub const WINDOW_OPERANDS: usize = 5;

/// Learns the sizes of the results of a custom call by its target.
pub(super) fn custom_call(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    match string(operation, "call_target_name")? {
        "stablehlo.dynamic_top_k" => top_k(analysis, operation),
        "stablehlo.dynamic_rng_bit_generator" => rng_bit_generator(analysis, operation),
        "stablehlo.dynamic_reduce_window" => reduce_window(analysis, operation),
        _ => shape_operands(analysis, operation),
    }
}

/// `[a, b], k => [a, k], [a, k]`.
fn top_k(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let sizes = analysis.sizes(operand(operation, 0)?);
    let &count = elements_of(analysis, operation, 1)?.first()?;
    let mut known = sizes.iter().copied().map(Element::from).collect::<Vec<_>>();
    *known.last_mut()? = count;
    if let (Some(&last), Some(count)) = (sizes.last(), analysis.facts.size_of_dim(count))
        && let Some(count) = count.constant()
    {
        analysis.facts.assume(Statement::AtLeast(last, count));
    }
    for result in operation.results() {
        analysis.set_sizes(result.into(), known.iter().copied().map(Some));
    }
    Some(())
}

/// The second operand is the shape of the second result.
fn rng_bit_generator(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let shape = elements_of(analysis, operation, 1)?;
    analysis.set_sizes(ir::result(operation, 1)?, shape.into_iter().map(Some));
    analysis.assume_same_sizes(operand(operation, 0)?, ir::result(operation, 0)?);
    Some(())
}

/// The last operands are the window, its strides, the dilations of the input and of the window, and
/// the padding.
fn reduce_window(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let first = operation.operand_count().checked_sub(WINDOW_OPERANDS)?;
    let mut numbers = vec![];
    for index in first..operation.operand_count() {
        let elements = elements_of(analysis, operation, index)?.into_iter();
        numbers.push(
            elements
                .map(Element::constant)
                .collect::<Option<Vec<_>>>()?,
        );
    }
    let [window, strides, base_dilations, dilations, padding] = &*numbers else {
        return None;
    };
    let input = analysis.sizes(operand(operation, 0)?);
    let known = window_sizes(
        analysis,
        &input,
        window,
        strides,
        base_dilations,
        dilations,
        padding,
    )?;
    for result in operation.results() {
        analysis.set_sizes(result.into(), known.iter().copied());
    }
    Some(())
}

/// The operands at `indices_of_shape_operands` are the shapes of the results.
fn shape_operands(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let indices = int_elements(operation, "indices_of_shape_operands", MAX_RESULTS)?;
    for (result, index) in operation.results().zip(indices) {
        let shape = elements_of(analysis, operation, usize::try_from(index).ok()?)?;
        analysis.set_sizes(result.into(), shape.into_iter().map(Some));
    }
    Some(())
}
