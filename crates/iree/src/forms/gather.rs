//! Gathers.

mod generic;

use crate::{build::*, dialect::stablehlo::GatherDimensionNumbers, ops::*, prelude::*};

pub static ROWS: Row = Row {
    name: "gathers",
    ops: &[stablehlo::GATHER],
    when: "of unknown sizes, or at indices of one number each, also on static shapes",
    becomes: "a `linalg.generic` that computes the source position of each element",
    why: "IREE takes some for `torch_index_select` (`GatherToTorchIndexSelect.cpp`) without \
           clamping indices, and reads outside the tensor. It rejects others on dynamic shapes, or \
           computes the position of each element by divisions, which takes up to 7 times as long.",
    action: Replace(rewrite),
};

pub static DYNAMIC: Row = Row {
    name: "dynamic-gathers",
    ops: &[stablehlo::DYNAMIC_GATHER],
    when: "all",
    becomes: "`real_dynamic_slice` of one slice; for others, as of JAX's `x[1:, ::2]`, a `linalg.generic` that computes the \
           source position of each element",
    why: "IREE has no form of it.",
    action: Replace(rewrite_dynamic),
};

const DIMS: &str = "dimension_numbers";

/// Rewrites a `stablehlo.gather` of unknown sizes, or of which each index is one number.
///
/// IREE takes some of these gathers on static shapes for a `torch_index_select`, which does not clamp
/// indices, and reads memory outside the tensor.
fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let gather = Gather::read(operation)?;
    let is_of_unknown_size = operation
        .operands()
        .chain(ir::result(operation, 0))
        .any(is_dynamic);
    require(is_of_unknown_size || gather.numbers.start_index_map.len() == 1)?;
    let lengths = ir::int_array(operation, "slice_sizes")?;
    let lengths = emit_constant_indices(emitter, &lengths);
    gather.emit_generic(emitter, &lengths)
}

/// Rewrites a `stablehlo.dynamic_gather`.
fn rewrite_dynamic<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let gather = Gather::read(operation)?;
    let lengths = emit_numbers(emitter, gather.slice_sizes?)?;
    let is_one_slice = sizes(gather.indices)?.len() == 1 && gather.numbers.index_vector_dim == 0;
    let slice = is_one_slice
        .then(|| gather.emit_one_slice(emitter, &lengths))
        .flatten();
    let lengths = lengths
        .iter()
        .map(|length| length.index)
        .collect::<Vec<_>>();
    slice.or_else(|| gather.emit_generic(emitter, &lengths))
}

/// A gather.
pub struct Gather<'a> {
    operand: Value<'a>,
    indices: Value<'a>,
    /// The sizes of slices, if they are an operand.
    slice_sizes: Option<Value<'a>>,
    numbers: GatherDimensionNumbers,
    result_type: RankedTensorType<'a>,
}

impl<'a> Gather<'a> {
    fn read(operation: OpRef<'a>) -> Option<Self> {
        let operand = |index| ir::operand(operation, index);
        let numbers = GatherDimensionNumbers::from_attribute(operation.attribute(DIMS).ok()?)?;
        Some(Self {
            operand: operand(0)?,
            indices: operand(1)?,
            slice_sizes: operand(2),
            numbers,
            result_type: result_type(operation)?,
        })
    }

    fn is_collapsed(&self, dim: usize) -> bool {
        self.numbers.collapsed_slice_dims.contains(&(dim as i64))
    }

    /// Returns the position in an index vector of the number that refers to an operand dim.
    fn index_position(&self, dim: usize) -> Option<usize> {
        let mut map = self.numbers.start_index_map.iter();
        map.position(|&mapped| mapped == dim as i64)
    }

    /// Emits the only slice, without its collapsed dims.
    fn emit_one_slice(
        &self,
        emitter: &mut OpEmitter<'a>,
        lengths: &[Number<'a>],
    ) -> Option<Value<'a>> {
        let result_rank = self.result_type.rank() as i64;
        let is_batched = !self.numbers.operand_batching_dims.is_empty();
        require(!is_batched && self.numbers.offset_dims.iter().copied().eq(0..result_rank))?;
        let extents = emit_extents(emitter, self.operand);
        let starts = emit_numbers(emitter, self.indices)?;
        let none = Number::constant(emitter, 0);
        let mut begins = vec![none.index; extents.len()];
        let mut limits = vec![];
        let mut kept = vec![];
        for (dim, length) in lengths.iter().enumerate() {
            if let Some(index) = self.index_position(dim) {
                let start = starts.get(index)?.index;
                begins[dim] = emit_clamped(emitter, start, extents[dim], length.index);
            }
            limits.push(emitter.emit_index_binary(arith::ADDI, begins[dim], length.index));
            if !self.is_collapsed(dim) {
                kept.push(length.index);
            }
        }
        let sizes = lengths.iter().map(|length| length.constant);
        let sizes = sizes.collect::<Vec<_>>();
        let slice = emit_unit_slice(emitter, self.operand, &begins, &limits, &sizes)?;
        Some(match kept.len() == extents.len() {
            true => slice,
            false => emitter.emit_tensor_reshape(slice, &kept, self.result_type.into()),
        })
    }
}
