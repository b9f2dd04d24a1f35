//! Custom calls that JAX emits for ops on dynamic shapes, and those whose operands give the shapes
//! of their results.

use super::{Operands, ResultSizes, all, elements_of, reduction, window::window_counts};
use crate::{
    analysis::Analysis,
    dialect,
    ir::{self, int_elements, string},
};
use melior::ir::{OperationRef, operation::OperationLike};

/// The maximum number of results whose shapes are read from operands.
const MAX_RESULTS: usize = 64;

/// The number of operands of a `@stablehlo.dynamic_reduce_window` that describe the window.
pub const WINDOW_OPERANDS: usize = 5;

/// Returns the sizes of a result of a custom call by its target.
pub(super) fn sizes<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<ResultSizes<O>> {
    if ir::is_sharding(operation) {
        return all(operands.sizes(0)?.iter().copied());
    }
    match string(operation, "call_target_name")? {
        // `[a, b], k => [a, k], [a, k]`.
        "stablehlo.dynamic_top_k" => {
            let &count = operands.numbers(1)?.first()?;
            reduction::with_last(operands, count)
        }
        // The second operand is the shape of the second result.
        "stablehlo.dynamic_rng_bit_generator" => {
            let sizes = match index {
                0 => operands.sizes(0)?,
                _ => operands.numbers(1)?,
            };
            all(sizes.iter().copied())
        }
        dialect::DYNAMIC_REDUCE_WINDOW => reduce_window(operands, operation),
        _ => shape_operand(operands, operation, index),
    }
}

/// The last operands are the window, its strides, the dilations of the input and of the window, and
/// the padding.
fn reduce_window<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
) -> Option<ResultSizes<O>> {
    let count = operation.operand_count();
    let first = count.checked_sub(WINDOW_OPERANDS)?;
    let lists = (first + 1..first + 4).map(|index| operands.constant_numbers(index));
    let lists = lists.collect::<Option<Vec<_>>>()?;
    let [strides, base_dilations, dilations] = &*lists else {
        return None;
    };
    let lists = [strides, base_dilations, dilations].map(|list| &**list);
    let sizes = operands.sizes(0)?;
    let (window, padding) = (operands.numbers(first)?, operands.numbers(first + 4)?);
    window_counts(operands, &sizes, &window, lists, &padding)
}

/// The operands at `indices_of_shape_operands` are the shapes of the results.
fn shape_operand<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<ResultSizes<O>> {
    let indices = int_elements(operation, "indices_of_shape_operands", MAX_RESULTS)?;
    let shape = usize::try_from(*indices.get(index)?).ok()?;
    all(operands.numbers(shape)?.iter().copied())
}

/// Learns how operands of a custom call are related by its target.
pub(super) fn learn(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    if string(operation, "call_target_name")? != "stablehlo.dynamic_top_k" {
        return None;
    }
    let &count = elements_of(analysis, operation, 1)?.first()?;
    let count = analysis.facts.size_of_dim(count)?.constant()?;
    reduction::has_at_least(analysis, operation, count)
}
