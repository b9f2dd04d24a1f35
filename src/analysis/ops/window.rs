//! Ops that move a window.

use super::{Op, Topic, at, result, same_sizes};
use crate::{
    analysis::Analysis,
    dialect,
    ir::{int_array, int_elements, integer},
    symbol::Size,
};
use melior::ir::{OperationRef, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "convolutions and windows",
    ops: &[
        Op::new("stablehlo.convolution").sizes(convolution),
        Op::new("stablehlo.reduce_window").sizes(reduce_window),
        Op::new("stablehlo.select_and_scatter").sizes(same_sizes),
    ],
};

/// The most numbers that a window's padding may have.
const MAX_PADDING: usize = 128;

/// The result has the input's examples, the kernel's features, and the input's
/// spatial sizes where the padding makes up for the window.
fn convolution(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
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
fn reduce_window(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
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
