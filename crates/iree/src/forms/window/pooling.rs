//! Poolings that IREE compiles.

use crate::dialect::{arith, tensor};
use crate::{ops::*, prelude::*};

/// The numbers that decide whether IREE compiles a reduction over windows as a pooling.
pub struct Pooling<'n> {
    pub reducer: &'static str,
    pub window: &'n [Option<i64>],
    pub strides: &'n [i64],
    pub dilations: &'n [i64],
}

impl Pooling<'_> {
    /// Returns whether the window moves along all dims but the first and the last, over elements
    /// and by a reducer for which IREE has a pooling.
    ///
    /// IREE infers wrong sizes from dilations, and negative ones if the window is larger than the
    /// tensor.
    pub fn is_compiled(&self, input: Value<'_, '_>) -> bool {
        let reducers = [stablehlo::ADD, stablehlo::MAXIMUM, stablehlo::MINIMUM];
        let fits = |dim: usize| {
            let least = least_size(input, dim);
            self.window[dim].is_some_and(|window| window <= least + self.strides[dim])
        };
        let moves = |stride: Option<&i64>| stride != Some(&1);
        (4..=5).contains(&self.window.len())
            && self.window.first() == Some(&Some(1))
            && self.window.last() == Some(&Some(1))
            && !moves(self.strides.first())
            && !moves(self.strides.last())
            && self.dilations.iter().all(|&dilation| dilation == 1)
            && reducers.contains(&self.reducer)
            && ir::element_type(input.r#type()).is_some_and(|element| element.is_f32())
            && (0..self.window.len()).all(fits)
    }
}

/// Returns a lower bound of the size of a dim: its static size, or the number of elements that padding
/// adds.
fn least_size(value: Value<'_, '_>, dim: usize) -> i64 {
    let least = || {
        if let Some(size) = *sizes(value)?.get(dim)? {
            return Some(size);
        }
        let definition = ir::defining_op(value)?;
        match ir::name_str(definition.name())? {
            tensor::INSERT_SLICE => Some(least_size(ir::operand(definition, 1)?, dim)),
            stablehlo::DYNAMIC_BROADCAST_IN_DIM => {
                let shape = ir::defining_op(ir::operand(definition, 1)?)?;
                let is_list = ir::name_str(shape.name())? == tensor::FROM_ELEMENTS;
                least_extent(ir::operand(shape, dim).filter(|_| is_list)?)
            }
            _ => None,
        }
    };
    least().unwrap_or(0)
}

/// Returns the constant that is added to a size; `None` if the extent is computed in another way.
fn least_extent(extent: Value<'_, '_>) -> Option<i64> {
    if let Some(constant) = ir::constant_integer(extent) {
        return Some(constant);
    }
    let definition = ir::defining_op(extent)?;
    let operand = |index| ir::operand(definition, index);
    match ir::name_str(definition.name())? {
        tensor::DIM | stablehlo::GET_DIMENSION_SIZE => Some(0),
        arith::INDEX_CAST | tensor::EXTRACT => least_extent(operand(0)?),
        arith::ADDI => Some(least_extent(operand(0)?)? + least_extent(operand(1)?)?),
        _ => None,
    }
}
