//! The numbers of windows, and what reduces them.

use crate::{
    dialect::stablehlo::ConvDimensionNumbers,
    ops::{control::block_in, types::sizes},
    prelude::*,
};

/// Returns all positions in a window of these sizes; none if it is empty.
pub fn places(sizes: impl Iterator<Item = i64>) -> Vec<Vec<i64>> {
    sizes.fold(vec![vec![]], |places, size| {
        let longer = places.iter().flat_map(|place| {
            (0..size).map(move |index| {
                let mut place = place.clone();
                place.push(index);
                place
            })
        });
        longer.collect()
    })
}

/// The supported reducers: elementwise ops with two operands, which may be exchanged.
pub const REDUCERS: [&str; 7] = [
    stablehlo::ADD,
    stablehlo::AND,
    stablehlo::MAXIMUM,
    stablehlo::MINIMUM,
    stablehlo::MULTIPLY,
    stablehlo::OR,
    stablehlo::XOR,
];

/// The numbers of a `stablehlo.reduce_window`.
pub struct StaticWindow {
    pub window: Vec<i64>,
    pub strides: Vec<i64>,
    pub dilations: Vec<i64>,
    pub base_dilations: Vec<i64>,
    pub padding: Vec<i64>,
}

impl StaticWindow {
    pub fn read(operation: OpRef<'_>, rank: usize) -> Option<Self> {
        let list = |name| list_or_ones(operation, name, rank);
        Some(Self {
            window: list("window_dimensions")?,
            strides: list("window_strides")?,
            dilations: list("window_dilations")?,
            base_dilations: list("base_dilations")?,
            padding: padding_of(operation, rank)?,
        })
    }
}

/// Returns what a convolution says of dims.
pub fn convolution_dims(operation: OpRef<'_>) -> Option<ConvDimensionNumbers> {
    ConvDimensionNumbers::from_attribute(operation.attribute("dimension_numbers").ok()?)
}

/// A dim that a window moves along.
pub struct WindowDim {
    pub input_dim: usize,
    pub kernel_dim: usize,
    pub output_dim: usize,
    /// The size of the window.
    pub size: i64,
    pub stride: i64,
    pub input_dilation: i64,
    pub dilation: i64,
    /// Whether the kernel is reversed.
    pub is_reversed: bool,
}

impl WindowDim {
    /// Returns the dims of a `stablehlo.reduce_window`.
    pub fn of_reduction(operation: OpRef<'_>, rank: usize) -> Option<Vec<Self>> {
        let window = StaticWindow::read(operation, rank)?;
        let dims = (0..rank).map(|dim| {
            Some(Self {
                input_dim: dim,
                kernel_dim: dim,
                output_dim: dim,
                size: *window.window.get(dim)?,
                stride: *window.strides.get(dim)?,
                input_dilation: *window.base_dilations.get(dim)?,
                dilation: *window.dilations.get(dim)?,
                is_reversed: false,
            })
        });
        dims.collect()
    }

    /// Returns the spatial dims of a convolution; `None` if a size of the kernel is unknown.
    pub fn of_convolution(operation: OpRef<'_>) -> Option<Vec<Self>> {
        let numbers = convolution_dims(operation)?;
        let kernel = sizes(ir::operand(operation, 1)?)?;
        let count = numbers.input_spatial_dimensions.len();
        let list = |name| list_or_ones(operation, name, count);
        let strides = list("window_strides")?;
        let (input_dilations, dilations) = (list("lhs_dilation")?, list("rhs_dilation")?);
        let reversals = match operation.attribute("window_reversal") {
            Ok(reversal) => ir::bool_array_value(reversal).filter(|it| it.len() == count)?,
            Err(_) => vec![false; count],
        };
        let dim = |dims: &[i64], index: usize| usize::try_from(*dims.get(index)?).ok();
        let dims = (0..count).map(|index| {
            let kernel_dim = dim(&numbers.kernel_spatial_dimensions, index)?;
            Some(Self {
                input_dim: dim(&numbers.input_spatial_dimensions, index)?,
                kernel_dim,
                output_dim: dim(&numbers.output_spatial_dimensions, index)?,
                size: (*kernel.get(kernel_dim)?)?,
                stride: *strides.get(index)?,
                input_dilation: *input_dilations.get(index)?,
                dilation: *dilations.get(index)?,
                is_reversed: *reversals.get(index)?,
            })
        });
        dims.collect()
    }

    /// Returns the distance from the window's first element to the end of its last one.
    pub const fn reach(&self) -> i64 {
        (self.size - 1) * self.dilation + 1
    }
}

/// Returns the numbers of an attribute of a window or convolution, which are 1 if it is missing.
pub fn list_or_ones(operation: OpRef<'_>, name: &str, count: usize) -> Option<Vec<i64>> {
    match operation.attribute(name) {
        Ok(_) => ir::int_array(operation, name),
        Err(_) => Some(vec![1; count]),
    }
}

/// Returns the low and high padding of each of `count` dims, in turn, which is 0 if it is missing.
pub fn padding_of(operation: OpRef<'_>, count: usize) -> Option<Vec<i64>> {
    match operation.attribute("padding") {
        Ok(_) => ir::int_elements(operation, "padding", 2 * count),
        Err(_) => Some(vec![0; 2 * count]),
    }
}

/// Returns whether an op is JAX's call that reduces windows of computed sizes.
pub fn is_window_call(operation: OpRef<'_>) -> bool {
    ir::is_named(operation, stablehlo::CUSTOM_CALL)
        && ir::string(operation, "call_target_name") == Some(dialect::DYNAMIC_REDUCE_WINDOW)
}

/// Returns the block with which an op, or the function that a custom call names, reduces windows.
pub fn window_block<'a>(operation: OpRef<'a>) -> Option<BlockRef<'a>> {
    match is_window_call(operation) {
        true => block_in(ir::called_computation(operation)?, 0),
        false => block_in(operation, 0),
    }
}

/// Returns the op that a block consists of, if it is a single supported reducer.
pub fn reducer(block: BlockRef<'_>) -> Option<&'static str> {
    only_op(block, &REDUCERS)
}

/// Returns the op that a block consists of, if it is a single one of these, on its two arguments, in order unless they
/// may be exchanged.
pub fn only_op(block: BlockRef<'_>, names: &[&'static str]) -> Option<&'static str> {
    let (step, last) = (block.first_operation()?, block.terminator()?);
    let arguments = ir::block_arguments(block);
    let name = ir::name_str(step.name())?;
    let mut operands = step.operands().collect::<Vec<_>>();
    if REDUCERS.contains(&name) && operands != arguments {
        operands.reverse();
    }
    let is_alone = operands == arguments
        && operands.len() == 2
        && step.result_count() == 1
        && ir::result(step, 0) == ir::operand(last, 0);
    let found = names.iter().copied().find(|&found| found == name);
    found.filter(|_| is_alone)
}

/// Returns the op on two scalars that a reducer is for elements of a type; `None` if IREE has none.
pub fn scalar_op(reducer: &str, element: Type<'_>) -> Option<&'static str> {
    // Those of 8 bits are not numbers that IREE adds.
    if element.is_float() && ir::bit_width(element)? >= 16 {
        return match reducer {
            stablehlo::ADD => Some(arith::ADDF),
            stablehlo::MAXIMUM => Some(arith::MAXIMUMF),
            stablehlo::MINIMUM => Some(arith::MINIMUMF),
            stablehlo::MULTIPLY => Some(arith::MULF),
            _ => None,
        };
    }
    let integer = ir::as_integer_type(element)?;
    let is_truth = integer.width() == 1;
    let is_unsigned = integer.is_unsigned();
    match reducer {
        stablehlo::AND => Some(arith::ANDI),
        stablehlo::OR => Some(arith::ORI),
        stablehlo::XOR => Some(arith::XORI),
        stablehlo::MINIMUM if is_truth => Some(arith::ANDI),
        stablehlo::MAXIMUM if is_truth => Some(arith::ORI),
        _ if is_truth || !matches!(integer.width(), 8 | 16 | 32 | 64) => None,
        stablehlo::ADD => Some(arith::ADDI),
        stablehlo::MULTIPLY => Some(arith::MULI),
        stablehlo::MAXIMUM if is_unsigned => Some(arith::MAXUI),
        stablehlo::MAXIMUM => Some(arith::MAXSI),
        stablehlo::MINIMUM if is_unsigned => Some(arith::MINUI),
        stablehlo::MINIMUM => Some(arith::MINSI),
        _ => None,
    }
}
