//! Ops that move a window.
use super::{
    Extents::Like, Operands, ResultSizes, at, computed, operands::destinations, reduction,
    result_rank,
};
use crate::{
    analysis::row::{Needs, OpRow, SizeExpressions, SizeNeed, Topic},
    dialect::stablehlo::{self, ConvDimensionNumbers},
    ir::{int_array, int_elements, integer},
    symbol::integer::{Function, Signedness::Signed},
};
use melior::ir::{OperationRef, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "convolutions and windows",
    ops: &[
        OpRow::new(stablehlo::CONVOLUTION)
            .extents(computed!(convolution))
            .limits(features_agree),
        OpRow::new(stablehlo::DYNAMIC_CONV)
            .extents(computed!(dynamic_convolution))
            .limits(features_agree),
        OpRow::new(stablehlo::REDUCE_WINDOW)
            .extents(computed!(reduce_window))
            .needs(reduction::inputs_agree),
        OpRow::new(stablehlo::SELECT_AND_SCATTER)
            .extents(Like(0))
            .limits(has_source_per_window),
        OpRow::new("iree_linalg_ext.scan").extents(computed!(destinations)),
    ],
};

/// The maximum number of padding values that are read.
const MAX_PADDING: usize = 128;

fn convolution<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<ResultSizes<O>> {
    let padding = operands.constants(padding(operation)?);
    convolve(operands, operation, index, &padding)
}

/// Returns the padding of an op; none if it is missing.
fn padding(operation: OperationRef<'_, '_>) -> Option<Vec<i64>> {
    match operation.attribute("padding") {
        Ok(_) => int_elements(operation, "padding", MAX_PADDING),
        Err(_) => Some(vec![0; MAX_PADDING]),
    }
}

/// The padding is the third operand.
fn dynamic_convolution<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<ResultSizes<O>> {
    // If any number is unknown, nothing is derived for the spatial dims.
    let padding = operands.numbers(2).unwrap_or_default();
    convolve(operands, operation, index, &padding)
}

/// The result has the input's batch size, the kernel's output features, and along spatial dims
/// one element per window position.
fn convolve<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    index: usize,
    padding: &[O::Number],
) -> Option<ResultSizes<O>> {
    let dims = operation.attribute("dimension_numbers").ok()?;
    let dims = ConvDimensionNumbers::from_attribute(dims)?;
    let (input, kernel) = (operands.sizes(0)?, operands.sizes(1)?);
    let mut known = ResultSizes::<O>::from_elem(None, result_rank(operation, index)?);
    let mut set = |dim: i64, size: Option<O::Number>| {
        if let Some(known) = usize::try_from(dim).ok().and_then(|dim| known.get_mut(dim)) {
            *known = size;
        }
    };
    if integer(operation, "batch_group_count") == Some(1) {
        let size = at(&input, dims.input_batch_dimension);
        set(dims.output_batch_dimension, size);
    }
    let feature = at(&kernel, dims.kernel_output_feature_dimension);
    set(dims.output_feature_dimension, feature);
    let of = |sizes: &[O::Number], dims: &[i64]| -> Option<Vec<O::Number>> {
        dims.iter().map(|&dim| at(sizes, dim)).collect()
    };
    let input = of(&input, &dims.input_spatial_dimensions)?;
    let window = of(&kernel, &dims.kernel_spatial_dimensions)?;
    let counts = counts(
        operands,
        operation,
        &input,
        &window,
        "lhs_dilation",
        "rhs_dilation",
        padding,
    );
    for (&dim, size) in dims
        .output_spatial_dimensions
        .iter()
        .zip(counts.unwrap_or_default())
    {
        set(dim, size);
    }
    Some(known)
}

/// The input has as many features as the groups of the kernel; batch and output features are
/// divided into groups without a rest.
fn features_agree(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    let dims = operation.attribute("dimension_numbers").ok()?;
    let dims = ConvDimensionNumbers::from_attribute(dims)?;
    let [features, batches] =
        ["feature_group_count", "batch_group_count"].map(|name| integer(operation, name));
    let (input, kernel) = (operands.sizes(0)?, operands.sizes(1)?);
    let count = operands.constant(features?);
    let of_group = at(&kernel, dims.kernel_input_feature_dimension)?;
    let needed = match features? {
        1 => of_group,
        _ => operands.apply(Function::Multiply, of_group, count),
    };
    let mut needs = vec![SizeNeed::equal(
        at(&input, dims.input_feature_dimension)?,
        needed,
    )];
    let output = at(&kernel, dims.kernel_output_feature_dimension)?;
    let batch = at(&input, dims.input_batch_dimension)?;
    for (size, groups) in [(output, features?), (output, batches?), (batch, batches?)] {
        if groups > 1 {
            let groups = operands.constant(groups);
            let rest = operands.apply(Function::Remainder(Signed), size, groups);
            let zero = operands.constant(0);
            needs.push(SizeNeed::equal(rest, zero));
        }
    }
    Some(needs)
}

/// The source has an element for each position of the window.
fn has_source_per_window(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    let sizes = operands.sizes(0)?;
    let window = match int_array(operation, "window_dimensions") {
        Some(window) => window,
        None => vec![1; sizes.len()],
    };
    let window = operands.constants(window);
    let padding = operands.constants(padding(operation)?);
    let counts = counts(operands, operation, &sizes, &window, "", "", &padding)?;
    let source = operands.sizes(1)?.into_iter().zip(counts);
    Some(
        source
            .filter_map(|(size, count)| Some(SizeNeed::equal(size, count?)))
            .collect(),
    )
}

/// Each dim has one element per window position.
fn reduce_window<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let sizes = operands.sizes(0)?;
    let window = operands.constants(int_array(operation, "window_dimensions")?);
    let padding = operands.constants(padding(operation)?);
    counts(
        operands,
        operation,
        &sizes,
        &window,
        "base_dilations",
        "window_dilations",
        &padding,
    )
}

/// Returns the number of window positions along each dim, by attributes of the op; missing ones mean
/// 1.
fn counts<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    sizes: &[O::Number],
    window: &[O::Number],
    base_dilations: &str,
    dilations: &str,
    padding: &[O::Number],
) -> Option<ResultSizes<O>> {
    let numbers = |name| match operation.attribute(name) {
        Ok(_) => int_array(operation, name),
        Err(_) => Some(vec![1; sizes.len()]),
    };
    let [strides, base_dilations, dilations] =
        ["window_strides", base_dilations, dilations].map(numbers);
    let (strides, base_dilations, dilations) = (strides?, base_dilations?, dilations?);
    let lists = [&*strides, &base_dilations, &dilations];
    window_counts(operands, sizes, window, lists, padding)
}

/// Returns the number of window positions along each dim. The lists hold strides, and distances
/// between elements of the input and of the window; the padding is that in front of and behind
/// each dim.
pub(super) fn window_counts<O: Operands>(
    operands: &mut O,
    sizes: &[O::Number],
    window: &[O::Number],
    [strides, base_dilations, dilations]: [&[i64]; 3],
    padding: &[O::Number],
) -> Option<ResultSizes<O>> {
    let dims = sizes.iter().zip(window).enumerate();
    let counts = dims.map(|(dim, (&size, &window))| {
        let (low, high) = (*padding.get(2 * dim)?, *padding.get(2 * dim + 1)?);
        let padding = operands.apply(Function::Add, low, high);
        let padded = dilated(operands, size, *base_dilations.get(dim)?)?;
        let padded = operands.apply(Function::Add, padded, padding);
        let window = dilated(operands, window, *dilations.get(dim)?)?;
        let stride = strides.get(dim).filter(|&&stride| stride > 0)?;
        let stride = operands.constant(*stride);
        positions(operands, padded, window, stride)
    });
    Some(counts.collect())
}

/// Returns a size with gaps between elements.
fn dilated<O: Operands>(operands: &mut O, size: O::Number, distance: i64) -> Option<O::Number> {
    if distance == 1 {
        return Some(size);
    }
    let [zero, one, distance] = [0, 1, distance].map(|number| operands.constant(number));
    let gaps = operands.apply(Function::Subtract, size, one);
    let last = operands.apply(Function::Multiply, gaps, distance);
    let dilated = operands.apply(Function::Add, last, one);
    Some(operands.apply(Function::Maximum(Signed), dilated, zero))
}

/// Returns the number of positions of a window: `floor((padded - window) / stride) + 1`; 0 if it does
/// not fit, or if there is nothing that it could move along.
fn positions<O: Operands>(
    operands: &mut O,
    padded: O::Number,
    window: O::Number,
    stride: O::Number,
) -> Option<O::Number> {
    let zero = operands.constant(0);
    let room = operands.apply(Function::Subtract, padded, window);
    let room = operands.apply(Function::Add, room, stride);
    let room = operands.apply(Function::Maximum(Signed), room, zero);
    let count = operands.apply(Function::DivideDown, room, stride);
    // The window has elements, or there are as many positions.
    if operands.value(window).is_some_and(|window| window > 0) || count == window {
        return Some(count);
    }
    // A window without elements has at most one position more than there are elements, but none
    // if there are none.
    let two = operands.constant(2);
    let greatest = operands.apply(Function::Maximum(Signed), padded, zero);
    let greatest = operands.apply(Function::Multiply, greatest, two);
    Some(operands.apply(Function::Minimum(Signed), count, greatest))
}
