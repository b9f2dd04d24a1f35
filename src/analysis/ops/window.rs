//! Ops that move a window.

use super::{Op, Topic, at, elements_of, result, same_sizes};
use crate::{
    analysis::Analysis,
    dialect::stablehlo::{self, ConvDimensionNumbers},
    ir::{int_array, int_elements, integer, operand},
    symbol::{Arithmetic, Element, NumberType, Size, Window},
};
use melior::ir::{OperationRef, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "convolutions and windows",
    ops: &[
        Op::new(stablehlo::CONVOLUTION).sizes(convolution),
        Op::new(stablehlo::DYNAMIC_CONV).sizes(dynamic_convolution),
        Op::new(stablehlo::REDUCE_WINDOW).sizes(reduce_window),
        Op::new(stablehlo::SELECT_AND_SCATTER).sizes(same_sizes),
    ],
};

/// The maximum number of padding values that are read.
const MAX_PADDING: usize = 128;

fn convolution(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let padding = match operation.attribute("padding") {
        Ok(_) => Some(int_elements(operation, "padding", MAX_PADDING)?),
        Err(_) => None,
    };
    convolve(analysis, operation, padding)
}

/// The padding is the third operand.
fn dynamic_convolution(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let padding = elements_of(analysis, operation, 2)?;
    let padding = padding.iter().map(|number| number.constant());
    // If any number is unknown, the list is empty, so nothing is derived for the spatial dims.
    let padding = padding.collect::<Option<Vec<_>>>().unwrap_or_default();
    convolve(analysis, operation, Some(padding))
}

/// The result has the input's batch size, the kernel's output features, and along spatial dims
/// one element per window position.
fn convolve(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    padding: Option<Vec<i64>>,
) -> Option<()> {
    let dims = operation.attribute("dimension_numbers").ok()?;
    let dims = ConvDimensionNumbers::from_attribute(dims)?;
    let input = analysis.sizes(operand(operation, 0)?);
    let kernel = analysis.sizes(operand(operation, 1)?);
    let result = result(operation)?;
    let mut known = vec![None; analysis.sizes(result).len()];
    let mut set = |dim: i64, size: Option<Element>| {
        if let Some(known) = usize::try_from(dim).ok().and_then(|dim| known.get_mut(dim)) {
            *known = size;
        }
    };
    if integer(operation, "batch_group_count") == Some(1) {
        let size = at(&input, dims.input_batch_dimension);
        set(dims.output_batch_dimension, size.map(Element::from));
    }
    let feature = at(&kernel, dims.kernel_output_feature_dimension);
    set(dims.output_feature_dimension, feature.map(Element::from));
    let count = dims.kernel_spatial_dimensions.len();
    let padding = padding.unwrap_or_else(|| vec![0; 2 * count]);
    let moves = moves(operation, count, &padding, "lhs_dilation", "rhs_dilation");
    let spatial = dims
        .output_spatial_dimensions
        .iter()
        .zip(&dims.input_spatial_dimensions);
    for (index, (&output, &dim)) in spatial.enumerate() {
        let window = dims.kernel_spatial_dimensions.get(index);
        let window = window.and_then(|&dim| at(&kernel, dim));
        let r#move = moves.as_ref().and_then(|moves| moves.get(index));
        let size = at(&input, dim).and_then(|size| windows(analysis, size, window?, r#move?));
        set(output, size);
    }
    analysis.set_sizes(result, known);
    Some(())
}

/// Each dim has one element per window position; all inputs have the same sizes.
fn reduce_window(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let first = operand(operation, 0)?;
    for input in operation.operands().take(operation.operand_count() / 2) {
        analysis.assume_same_sizes(first, input);
    }
    let window = int_array(operation, "window_dimensions")?;
    let padding = match operation.attribute("padding") {
        Ok(_) => int_elements(operation, "padding", MAX_PADDING)?,
        Err(_) => vec![0; 2 * window.len()],
    };
    let moves = moves(
        operation,
        window.len(),
        &padding,
        "base_dilations",
        "window_dilations",
    )?;
    let sizes = analysis.sizes(first);
    let known = sizes
        .into_iter()
        .zip(window)
        .zip(&moves)
        .map(|((size, window), r#move)| windows(analysis, size, Size::Constant(window), r#move))
        .collect::<Vec<_>>();
    for result in operation.results() {
        analysis.set_sizes(result.into(), known.iter().copied());
    }
    Some(())
}

/// Returns the number of window positions along each dim, from numbers that operands hold.
pub(super) fn window_sizes(
    analysis: &mut Analysis,
    input: &[Size],
    window: &[i64],
    strides: &[i64],
    base_dilations: &[i64],
    dilations: &[i64],
    padding: &[i64],
) -> Option<Vec<Option<Element>>> {
    let dims = input.iter().zip(window).enumerate();
    let known = dims.map(|(dim, (&size, &window))| {
        let (low, high) = (*padding.get(2 * dim)?, *padding.get(2 * dim + 1)?);
        let r#move = Window {
            stride: *strides.get(dim)?,
            base_dilation: *base_dilations.get(dim)?,
            dilation: *dilations.get(dim)?,
            padding: low.checked_add(high)?,
        };
        Some(windows(analysis, size, Size::Constant(window), &r#move))
    });
    known.collect()
}

/// Returns how the window of an op moves along each dim; missing attributes mean 1.
fn moves(
    operation: OperationRef<'_, '_>,
    count: usize,
    padding: &[i64],
    base_dilations: &str,
    dilations: &str,
) -> Option<Vec<Window>> {
    let numbers = |name| match operation.attribute(name) {
        Ok(_) => int_array(operation, name),
        Err(_) => Some(vec![1; count]),
    };
    let strides = numbers("window_strides")?;
    let (base_dilations, dilations) = (numbers(base_dilations)?, numbers(dilations)?);
    let r#move = |dim: usize| {
        let (low, high) = (*padding.get(2 * dim)?, *padding.get(2 * dim + 1)?);
        Some(Window {
            stride: *strides.get(dim)?,
            base_dilation: *base_dilations.get(dim)?,
            dilation: *dilations.get(dim)?,
            padding: low.checked_add(high)?,
        })
    };
    (0..count).map(r#move).collect()
}

/// Returns the number of window positions along a dim: its size, if the padding makes up for
/// the window's extent, otherwise a number computed from the size, the window and its movement.
fn windows(analysis: &mut Analysis, size: Size, window: Size, r#move: &Window) -> Option<Element> {
    let spread = window.constant().and_then(|window| {
        let gaps = window.checked_sub(1).filter(|&gaps| gaps >= 0)?;
        gaps.checked_mul(r#move.dilation)
    });
    let is_kept = r#move.stride == 1 && r#move.base_dilation == 1 && spread == Some(r#move.padding);
    if is_kept {
        return Some(size.into());
    }
    let arithmetic = Arithmetic::Windows(*r#move);
    Some(analysis.compute(arithmetic, size, window, NumberType::EXACT))
}
