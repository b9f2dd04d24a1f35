//! How each op is padded: what keeps the elements outside away from those inside.

mod contraction;
mod convolution;
mod custom_call;
mod elementwise;
mod index;
mod normalization;
mod reduction;
mod reshape;
mod shape;
mod window;

use crate::{
    control,
    diagnostic::{Kind, Severity, emit_on_op},
    dialect::{self, chlo, func, stablehlo, tensor},
    ir,
    padder::{NoForm, Padder},
};
use melior::ir::{OperationRef, Value, operation::OperationLike};
use std::ops::Range;

/// Why random bits that an op of their own generates have no padded form.
const RANDOM_BITS: &str = "its bits depend on the number of elements; give its sizes with option 'shapes' or 'sizes', too, \
                           or use JAX's keys of type `threefry2x32`";

impl<'c: 'a, 'a> Padder<'c, 'a> {
    /// Pads an op, or reports why it has no padded form.
    pub fn operation(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), ()> {
        self.emitter.set_anchor(operation);
        self.current = Some(operation);
        self.row(operation).map_err(|reason| {
            if !reason.is_empty() {
                let message = format!("has no form for all sizes up to bounds: {reason}");
                emit_on_op(operation, Severity::Error, Kind::Bounds, &message, &[]);
            }
        })
    }

    fn row(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let name = ir::name_str(operation.name()).unwrap_or_default();
        if ir::is_shape_assertion(operation) {
            self.check_assertion(operation);
            return Ok(());
        }
        let mut operands = operation.operands();
        let is_open = operands.any(|operand| self.is_open(operand))
            || operation
                .results()
                .any(|result| self.is_open(Value::from(result)));
        if control::is_control(name) {
            return match name {
                stablehlo::WHILE => self.repeat(operation),
                _ => self.branch(operation),
            };
        }
        if !is_open || name == func::RETURN || name == stablehlo::RETURN {
            return Ok(());
        }
        if let Some(number) = large_number(operation) {
            return Err(format!(
                "its attributes have the number {number}, which no size is"
            ));
        }
        if !keeps_grids(operation, name) {
            for (index, operand) in operation.operands().enumerate().collect::<Vec<_>>() {
                let compact = self.compact(operand)?;
                ir::set_operand(operation, index, compact);
            }
        }
        match name {
            stablehlo::GET_DIMENSION_SIZE => self.dimension_size(operation),
            stablehlo::SET_DIMENSION_SIZE => self.set_dimension_size(operation),
            stablehlo::BROADCAST_IN_DIM | stablehlo::DYNAMIC_BROADCAST_IN_DIM => {
                self.broadcast_in_dim(operation)
            }
            stablehlo::RESHAPE | stablehlo::DYNAMIC_RESHAPE => self.reshape_op(operation),
            stablehlo::DYNAMIC_IOTA => self.dynamic_iota(operation),
            stablehlo::TRANSPOSE => self.transpose(operation),
            stablehlo::CONCATENATE => self.concatenate_op(operation),
            stablehlo::SLICE => self.slice_op(operation),
            stablehlo::REAL_DYNAMIC_SLICE => self.real_dynamic_slice(operation),
            stablehlo::PAD | stablehlo::DYNAMIC_PAD => self.pad_op(operation),
            stablehlo::REVERSE => self.reverse(operation),
            stablehlo::DYNAMIC_SLICE => self.dynamic_slice(operation),
            stablehlo::DYNAMIC_UPDATE_SLICE => self.dynamic_update_slice(operation),
            stablehlo::GATHER | stablehlo::DYNAMIC_GATHER => self.gather(operation),
            stablehlo::SCATTER => self.scatter(operation),
            stablehlo::REDUCE => self.reduce(operation),
            stablehlo::REDUCE_WINDOW => self.reduce_window(operation),
            stablehlo::SELECT_AND_SCATTER => self.select_and_scatter(operation),
            stablehlo::CUSTOM_CALL if !ir::is_sharding(operation) => self.custom_call(operation),
            stablehlo::SORT => self.sort(operation),
            stablehlo::DOT_GENERAL => self.dot_general(operation),
            stablehlo::CONVOLUTION | stablehlo::DYNAMIC_CONV => self.convolution(operation),
            stablehlo::DIVIDE | stablehlo::REMAINDER => self.divide_op(operation),
            stablehlo::OPTIMIZATION_BARRIER => {
                self.barrier(operation);
                Ok(())
            }
            stablehlo::BITCAST_CONVERT => self.bitcast_convert(operation),
            tensor::CAST => self.cast(operation),
            stablehlo::CLAMP
            | stablehlo::COMPARE
            | stablehlo::COMPLEX
            | stablehlo::CONVERT
            | stablehlo::IS_FINITE
            | stablehlo::MAP
            | stablehlo::REDUCE_PRECISION
            | stablehlo::SELECT
            | stablehlo::UNIFORM_DEQUANTIZE
            | stablehlo::UNIFORM_QUANTIZE => self.elementwise(operation),
            stablehlo::FFT | stablehlo::CHOLESKY => self.by_matrix(operation, name),
            stablehlo::TRIANGULAR_SOLVE => self.by_matrix(operation, name),
            stablehlo::RNG => self.rng(operation),
            stablehlo::BATCH_NORM_INFERENCE => self.batch_norm_inference(operation),
            stablehlo::BATCH_NORM_TRAINING => self.batch_norm_training(operation),
            stablehlo::BATCH_NORM_GRAD => self.batch_norm_grad(operation),
            stablehlo::ALL_REDUCE
            | stablehlo::COLLECTIVE_BROADCAST
            | stablehlo::COLLECTIVE_PERMUTE
            | stablehlo::COLLECTIVE_REDUCE => self.collective(operation, &[]),
            stablehlo::ALL_GATHER => self.collective(operation, &["all_gather_dim"]),
            stablehlo::ALL_TO_ALL => {
                self.collective(operation, &["split_dimension", "concat_dimension"])
            }
            stablehlo::REDUCE_SCATTER => self.collective(operation, &["scatter_dimension"]),
            chlo::TOP_K => self.top_k(operation),
            _ if ir::is_sharding(operation) => {
                self.barrier(operation);
                Ok(())
            }
            _ if dialect::is_elementwise(operation) => self.elementwise(operation),
            stablehlo::RNG_BIT_GENERATOR => Err(RANDOM_BITS.into()),
            _ => Err("this op on tensors of unknown sizes is not supported".into()),
        }
    }
}

/// Returns a number of a window or of padding with which sizes could not be computed in 64 bits.
fn large_number(operation: OperationRef<'_, '_>) -> Option<i64> {
    const GREATEST: u64 = 1 << 30;
    const NAMES: [&str; 9] = [
        "edge_padding_low",
        "edge_padding_high",
        "interior_padding",
        "window_dimensions",
        "window_strides",
        "base_dilations",
        "window_dilations",
        "lhs_dilation",
        "rhs_dilation",
    ];
    let lists = NAMES
        .iter()
        .filter_map(|name| ir::int_array(operation, name));
    let padding = ir::int_elements(operation, "padding", 1 << 10);
    let mut numbers = lists.chain(padding).flatten();
    numbers.find(|number| number.unsigned_abs() > GREATEST)
}

/// Returns whether the row of an op takes operands whose dims are grids.
fn keeps_grids(operation: OperationRef<'_, '_>, name: &str) -> bool {
    matches!(
        name,
        stablehlo::BROADCAST_IN_DIM
            | stablehlo::CLAMP
            | stablehlo::COMPARE
            | stablehlo::COMPLEX
            | stablehlo::CONVERT
            | stablehlo::DOT_GENERAL
            | stablehlo::DYNAMIC_BROADCAST_IN_DIM
            | stablehlo::DYNAMIC_GATHER
            | stablehlo::DYNAMIC_RESHAPE
            | stablehlo::GATHER
            | stablehlo::GET_DIMENSION_SIZE
            | stablehlo::IS_FINITE
            | stablehlo::OPTIMIZATION_BARRIER
            | stablehlo::REDUCE
            | stablehlo::REDUCE_PRECISION
            | stablehlo::RESHAPE
            | stablehlo::SELECT
            | stablehlo::TRANSPOSE
    ) || dialect::is_elementwise(operation)
        || ir::is_sharding(operation)
}

/// Returns an attribute that is a list of numbers, or `default` for each of `count`.
fn numbers(operation: OperationRef<'_, '_>, name: &str, count: usize, default: i64) -> Vec<i64> {
    ir::int_array(operation, name).unwrap_or_else(|| vec![default; count])
}

/// Returns a list of dims.
fn dim_list(operation: OperationRef<'_, '_>, name: &str) -> Vec<usize> {
    dims_of(&ir::int_array(operation, name).unwrap_or_default())
}

fn dims_of(list: &[i64]) -> Vec<usize> {
    list.iter().map(|&dim| dim as usize).collect()
}

/// Returns the operand of an op at an index, which its verifier has checked.
fn operand<'c, 'a>(operation: OperationRef<'c, 'a>, index: usize) -> Result<Value<'c, 'a>, NoForm> {
    ir::operand(operation, index).ok_or_else(|| format!("it lacks operand #{index}"))
}

/// Returns the operands of an op in a range of indices.
fn operands<'c, 'a>(
    operation: OperationRef<'c, 'a>,
    range: Range<usize>,
) -> Result<Vec<Value<'c, 'a>>, NoForm> {
    range.map(|index| operand(operation, index)).collect()
}

fn result<'c, 'a>(operation: OperationRef<'c, 'a>) -> Result<Value<'c, 'a>, NoForm> {
    ir::result(operation, 0).ok_or_else(|| "it has no result".into())
}
