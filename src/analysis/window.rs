//! Contractions, and ops that move a window: whose result dims follow from the
//! dims that their attributes name.

use super::{Analysis, Sizes, at, result};
use crate::{
    dialect,
    ir::{int_array, int_elements, integer},
    symbol::Size,
};
use melior::ir::{OperationRef, operation::OperationLike};

/// The most numbers that a window's padding may have.
const MAX_PADDING: usize = 128;

/// `[a, b] x [b, c] => [a, c]`, by the dims that the op names.
pub(super) fn dot_general(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dims = dialect::dot_dimension_numbers(operation.attribute("dot_dimension_numbers").ok()?)?;
    let (lhs, rhs) = (operation.operand(0).ok()?, operation.operand(1).ok()?);
    let (lhs, rhs) = (analysis.sizes(lhs), analysis.sizes(rhs));
    let pairs = |a: &[i64], b: &[i64]| -> Vec<(Size, Size)> {
        a.iter()
            .zip(b)
            .filter_map(|(&a, &b)| Some((at(&lhs, a)?, at(&rhs, b)?)))
            .collect()
    };
    let batch = pairs(&dims.lhs_batching, &dims.rhs_batching);
    let contracted = pairs(&dims.lhs_contracting, &dims.rhs_contracting);
    for &(a, b) in batch.iter().chain(&contracted) {
        analysis.facts.assume_equal(a, b);
    }
    let free = |sizes: &Sizes, used: [&[i64]; 2]| -> Vec<Option<Size>> {
        (0..)
            .zip(sizes)
            .filter(|(dim, _)| !used.iter().any(|used| used.contains(dim)))
            .map(|(_, &size)| Some(size))
            .collect()
    };
    let mut known = batch.iter().map(|&(a, _)| Some(a)).collect::<Vec<_>>();
    known.extend(free(&lhs, [&dims.lhs_batching, &dims.lhs_contracting]));
    known.extend(free(&rhs, [&dims.rhs_batching, &dims.rhs_contracting]));
    analysis.set_sizes(result(operation)?, known);
    Some(())
}

/// `[a, b] x [b, c] => [a, c]`; either side may be a vector.
pub(super) fn dot(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let lhs = analysis.sizes(operation.operand(0).ok()?);
    let rhs = analysis.sizes(operation.operand(1).ok()?);
    let (&contracted, left) = lhs.split_last()?;
    let (&also_contracted, right) = rhs.split_first()?;
    analysis.facts.assume_equal(contracted, also_contracted);
    let known = left
        .iter()
        .chain(right)
        .copied()
        .map(Some)
        .collect::<Vec<_>>();
    analysis.set_sizes(result(operation)?, known);
    Some(())
}

/// The result has the input's examples, the kernel's features, and the input's
/// spatial sizes where the padding makes up for the window.
pub(super) fn convolution(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dims = dialect::conv_dimension_numbers(operation.attribute("dimension_numbers").ok()?)?;
    let input = analysis.sizes(operation.operand(0).ok()?);
    let kernel = analysis.sizes(operation.operand(1).ok()?);
    let result = result(operation)?;
    let mut known = vec![None; analysis.sizes(result).len()];
    let mut set = |dim: i64, size: Option<Size>| {
        if let Some(known) = usize::try_from(dim).ok().and_then(|dim| known.get_mut(dim)) {
            *known = size;
        }
    };
    if integer(operation, "batch_group_count") == Some(1) {
        set(dims.output_batch, at(&input, dims.input_batch));
    }
    set(dims.output_feature, at(&kernel, dims.kernel_output_feature));
    let window = dims
        .kernel_spatial
        .iter()
        .map(|&dim| at(&kernel, dim)?.constant())
        .collect::<Vec<_>>();
    let is_kept = kept(operation, &window, "lhs_dilation", "rhs_dilation");
    for ((&output, &dim), is_kept) in dims
        .output_spatial
        .iter()
        .zip(&dims.input_spatial)
        .zip(is_kept)
    {
        set(output, at(&input, dim).filter(|_| is_kept));
    }
    analysis.set_sizes(result, known);
    Some(())
}

/// Dims keep their size where the padding makes up for the window; all inputs
/// have the same sizes.
pub(super) fn reduce_window(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
) -> Option<()> {
    let window = int_array(operation, "window_dimensions")?;
    let window = window.into_iter().map(Some).collect::<Vec<_>>();
    let is_kept = kept(operation, &window, "base_dilations", "window_dilations");
    let first = operation.operand(0).ok()?;
    for input in operation.operands().take(operation.operand_count() / 2) {
        analysis.assume_same_sizes(first, input);
    }
    let sizes = analysis.sizes(first);
    let known = sizes
        .into_iter()
        .zip(is_kept)
        .map(|(size, is_kept)| is_kept.then_some(size))
        .collect::<Vec<_>>();
    for result in operation.results() {
        analysis.set_sizes(result.into(), known.iter().copied());
    }
    Some(())
}

/// Tells for each dim that a window of these sizes moves along whether there are
/// as many windows as elements: `size + low + high - (window - 1) * dilation` of
/// them, at stride 1.
fn kept(
    operation: OperationRef<'_, '_>,
    window: &[Option<i64>],
    base_dilations: &str,
    window_dilations: &str,
) -> Vec<bool> {
    let numbers = |name, default| match operation.attribute(name) {
        Ok(_) => int_array(operation, name),
        Err(_) => Some(vec![default; window.len()]),
    };
    let padding = match operation.attribute("padding") {
        Ok(_) => int_elements(operation, "padding", MAX_PADDING),
        Err(_) => Some(vec![0; 2 * window.len()]),
    };
    let (Some(strides), Some(base_dilations), Some(window_dilations), Some(padding)) = (
        numbers("window_strides", 1),
        numbers(base_dilations, 1),
        numbers(window_dilations, 1),
        padding,
    ) else {
        return vec![false; window.len()];
    };
    let is_kept = |dim: usize| -> Option<bool> {
        let spread = (window[dim]? - 1).checked_mul(*window_dilations.get(dim)?)?;
        let (low, high) = (*padding.get(2 * dim)?, *padding.get(2 * dim + 1)?);
        Some(
            *strides.get(dim)? == 1
                && *base_dilations.get(dim)? == 1
                // Negative padding takes elements away, of which there may be
                // too few.
                && low >= 0
                && high >= 0
                && low.checked_add(high)? == spread,
        )
    };
    (0..window.len())
        .map(|dim| is_kept(dim).unwrap_or(false))
        .collect()
}
