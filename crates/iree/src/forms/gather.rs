//! Gathers.

mod generic;

use crate::{
    build::*,
    dialect::stablehlo::{GatherDimensionNumbers, TorchIndexSelectOp},
    forms::broadcast::keeps_first_dims,
    legalize::extents_agree,
    ops::*,
    prelude::*,
};

pub static ROWS: Row = Row {
    name: "gathers-of-rows",
    ops: &[stablehlo::GATHER],
    when: "of whole slices along one dim, or with an index vector dim of size 1, also on static \
           shapes",
    becomes: "a `torch_index_select` at clamped indices, or a `gather` without that dim",
    why: "IREE takes some for `torch_index_select` (`GatherToTorchIndexSelect.cpp`) without \
           clamping indices, and reads outside the tensor. It rejects others on dynamic shapes, or \
           divides the position of each element.",
    action: Replace(rewrite),
};

pub static DYNAMIC: Row = Row {
    name: "dynamic-gathers",
    ops: &[stablehlo::DYNAMIC_GATHER],
    when: "all",
    becomes: "`real_dynamic_slice` of one slice, `torch_index_select` along one dim; for \
           others, as of JAX's `x[1:, ::2]`, a `linalg.generic` that computes each element",
    why: "IREE has no form of it.",
    action: Replace(rewrite_dynamic),
};

const DIMS: &str = "dimension_numbers";

/// Rewrites a `stablehlo.gather` of which each index is one number.
///
/// IREE takes some of these gathers on static shapes for a `torch_index_select`, which does not clamp
/// indices, and reads memory outside the tensor. It removes an index vector dim of size 1 by a reshape,
/// which it rejects on dynamic shapes. So indices are clamped, and the dim is removed, here.
fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let gather = Gather::read(operation)?;
    let operand_sizes = sizes(gather.operand)?;
    let slice_sizes = ir::int_array(operation, "slice_sizes")?;
    let is_whole = |dim: usize| operand_sizes[dim] == slice_sizes.get(dim).copied();
    if let Some(dim) = gather.selected_dim(is_whole) {
        return gather.emit_selection(emitter, dim);
    }
    require(gather.has_index_dim_of_one()?)?;
    let operands = [gather.operand, emit_without_last(emitter, gather.indices)?];
    let attributes = ir::named_attributes(operation);
    let r#type = gather.result_type.into();
    Some(emitter.emit(stablehlo::GATHER, &operands, &attributes, r#type))
}

/// Emits a tensor without its last dim, which has size 1.
fn emit_without_last<'a>(emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Option<Value<'a>> {
    if let Some(before) = before_last_dim(value) {
        return Some(before);
    }
    let sizes = emit_sizes(emitter, value);
    let (_, rest) = sizes.split_last()?;
    emit_reshape_to(emitter, value, rest)
}

/// Returns the tensor that an op only gives a last dim of size 1, if a value is the result of such an op:
/// a broadcast, as JAX's indices are, or a reshape of a list.
fn before_last_dim<'a>(value: Value<'a>) -> Option<Value<'a>> {
    let definition = ir::defining_op(value)?;
    let operand = ir::operand(definition, 0)?;
    let (before, sizes) = (sizes(operand)?, sizes(value)?);
    let (_, rest) = sizes.split_last()?;
    let is_same = match ir::name_str(definition.name())? {
        stablehlo::RESHAPE | stablehlo::DYNAMIC_RESHAPE | tensor::RESHAPE => {
            before.len() == 1 && before == rest
        }
        _ => before.len() == rest.len() && keeps_first_dims(definition),
    };
    is_same.then_some(operand)
}

/// Rewrites a `stablehlo.dynamic_gather`.
fn rewrite_dynamic<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let gather = Gather::read(operation)?;
    let is_one_slice = sizes(gather.indices)?.len() == 1 && gather.numbers.index_vector_dim == 0;
    let known_form = match is_one_slice {
        true => gather.emit_one_slice(emitter),
        false => {
            let slice_sizes = gather.slice_sizes?;
            let is_whole = |dim| extents_agree(gather.operand, dim, slice_sizes);
            let dim = gather.selected_dim(is_whole);
            dim.and_then(|dim| gather.emit_selection(emitter, dim))
        }
    };
    known_form.or_else(|| gather.emit_generic(emitter))
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
    fn emit_one_slice(&self, emitter: &mut OpEmitter<'a>) -> Option<Value<'a>> {
        let result_rank = self.result_type.rank() as i64;
        let is_batched = !self.numbers.operand_batching_dims.is_empty();
        require(!is_batched && self.numbers.offset_dims.iter().copied().eq(0..result_rank))?;
        let extents = emit_extents(emitter, self.operand);
        let starts = emit_numbers(emitter, self.indices)?;
        let lengths = emit_numbers(emitter, self.slice_sizes?)?;
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

    /// Returns whether the last dim of the indices is an index vector of one number.
    fn has_index_dim_of_one(&self) -> Option<bool> {
        let index_sizes = sizes(self.indices)?;
        Some(index_sizes.split_last().is_some_and(|(&last, rest)| {
            last == Some(1) && self.numbers.index_vector_dim == rest.len() as i64
        }))
    }

    /// Returns the dim along which a gather takes whole slices, if it does, so that it is a
    /// `stablehlo.torch_index_select`. `is_whole` says whether the slices have all of a dim of the operand.
    fn selected_dim(&self, is_whole: impl Fn(usize) -> bool) -> Option<usize> {
        let numbers = &self.numbers;
        let &[dim] = numbers.start_index_map.as_slice() else {
            return None;
        };
        let dim = usize::try_from(dim).ok()?;
        let rank = sizes(self.operand)?.len();
        let is_implicit = numbers.index_vector_dim == sizes(self.indices)?.len() as i64;
        // Bounds of the operand must be among the numbers of the type.
        let is_wide = ir::element_bits(self.indices.r#type()).is_some_and(|bits| bits >= 32);
        let is_selection = numbers.operand_batching_dims.is_empty()
            && numbers.collapsed_slice_dims == [dim as i64]
            && (0..rank).all(|other| other == dim || is_whole(other))
            && (is_implicit || self.has_index_dim_of_one()?)
            && is_wide;
        is_selection.then_some(dim)
    }

    /// Emits the selection of whole slices along a dim.
    fn emit_selection(&self, emitter: &mut OpEmitter<'a>, dim: usize) -> Option<Value<'a>> {
        let indices = match self.has_index_dim_of_one()? {
            true => emit_without_last(emitter, self.indices)?,
            false => self.indices,
        };
        let indices = self.emit_valid(emitter, indices, dim)?;
        let (operand_sizes, index_sizes) = (sizes(self.operand)?, sizes(indices)?);
        let (before, behind) = (&operand_sizes[..dim], &operand_sizes[dim + 1..]);
        let selected_sizes = [before, &index_sizes, behind].concat();
        let selected_type = tensor_type(emitter, self.result_type, &selected_sizes).into();
        let select = TorchIndexSelectOp {
            dim: dim as i64,
            batch_dims: 0,
        };
        let attributes = select.attributes(emitter.context());
        let (op, operands) = (stablehlo::TORCH_INDEX_SELECT, [self.operand, indices]);
        let selected = emitter.emit_named(op, &operands, &attributes, selected_type);
        // The result dims that are not offset dims are the indices' dims.
        let mut offsets = (0..dim).chain(dim + index_sizes.len()..selected_sizes.len());
        let mut batch = dim..dim + index_sizes.len();
        let order = (0..selected_sizes.len() as i64).map(|result_dim| {
            match self.numbers.offset_dims.contains(&result_dim) {
                true => offsets.next(),
                false => batch.next(),
            }
        });
        let order = order.collect::<Option<Vec<_>>>()?;
        emit_transposed(emitter, selected, &order)
    }

    /// Emits indices clamped to the operand's dim, as in a gather.
    fn emit_valid(
        &self,
        emitter: &mut OpEmitter<'a>,
        indices: Value<'a>,
        dim: usize,
    ) -> Option<Value<'a>> {
        let r#type = ir::as_ranked_tensor(indices.r#type())?;
        let scalar = RankedTensorType::new(&[], r#type.element(), None).into();
        let none = emitter.emit_constant(0, ir::Width::I32);
        let last = match *sizes(self.operand)?.get(dim)? {
            Some(size) => {
                let last = (size - 1).max(0);
                emitter.emit_constant(last, ir::Width::of([last]))
            }
            None => {
                let extent = emitter.emit_dimension_size(self.operand, dim, None);
                let one = emitter.emit_constant(1, ir::Width::I32);
                let last = emitter.emit_like(stablehlo::SUBTRACT, &[extent, one]);
                emitter.emit_like(stablehlo::MAXIMUM, &[last, none])
            }
        };
        let [none, last] =
            [none, last].map(|bound| emitter.emit_pure(stablehlo::CONVERT, &[bound], &[], scalar));
        let operands = [none, indices, last];
        Some(emitter.emit_named(stablehlo::CLAMP, &operands, &[], r#type.into()))
    }
}
