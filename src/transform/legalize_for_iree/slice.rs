//! Slices at computed positions: gathers and updates.

use super::{emit_extents, result_type, sizes, tensor_type};
use crate::{
    dialect::gather_dimension_numbers,
    ir::{self, Emitter},
};
use melior::ir::{
    Attribute, Identifier, OperationRef, Value, ValueLike,
    attribute::{DenseI32ArrayAttribute, DenseI64ArrayAttribute},
    operation::OperationLike,
    r#type::{RankedTensorType, ShapedTypeLike},
};

const DIMS: &str = "dimension_numbers";

/// `stablehlo.gather` by indices of one number each, in a dim of their own.
///
/// IREE drops that dim by a reshape, which it refuses on dynamic shapes. So it is dropped
/// here.
pub(super) fn rewrite_gather<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let (operand, indices) = (operation.operand(0).ok()?, operation.operand(1).ok()?);
    let dims = operation.attribute(DIMS).ok()?;
    let numbers = gather_dimension_numbers(dims)?;
    let index_sizes = sizes(indices)?;
    let (&last, rest) = index_sizes.split_last()?;
    let is_apart = last == Some(1) && numbers.index_vector_dim == rest.len() as i64;
    if !is_apart || rest.iter().all(Option::is_some) {
        return None;
    }
    let like = RankedTensorType::try_from(indices.r#type()).ok()?;
    let extents = emit_extents(emitter, indices);
    let r#type = tensor_type(emitter, like, rest).into();
    let indices = emitter.emit_tensor_reshape(indices, &extents[..rest.len()], r#type);
    let attributes = ir::named_attributes(operation);
    let r#type = result_type(operation)?.into();
    Some(emitter.emit("stablehlo.gather", &[operand, indices], &attributes, r#type))
}

/// `stablehlo.dynamic_gather` of one slice, which becomes `stablehlo.real_dynamic_slice`.
pub(super) fn rewrite_dynamic_gather<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let [operand, start, slice_sizes] = [0, 1, 2].map(|index| operation.operand(index).ok());
    let (operand, start, slice_sizes) = (operand?, start?, slice_sizes?);
    let numbers = gather_dimension_numbers(operation.attribute(DIMS).ok()?)?;
    let result_type = result_type(operation)?;
    let rank = result_type.rank();
    let is_one_slice = sizes(start)?.len() == 1
        && sizes(operand)?.len() == rank
        && numbers.index_vector_dim == 0
        && numbers.offset_dims.iter().copied().eq(0..rank as i64);
    if !is_one_slice {
        return None;
    }
    let map = start_index_map(operation)?;
    let extents = emit_extents(emitter, operand);
    let mut starts = vec![emitter.emit_constant_index(0); rank];
    let mut limits = vec![];
    for dim in 0..rank {
        let size = emitter.emit_element(slice_sizes, dim);
        if let Some(index) = map.iter().position(|&mapped| mapped == dim as i64) {
            let start = emitter.emit_element(start, index);
            starts[dim] = emit_clamped(emitter, start, extents[dim], size);
        }
        limits.push(emitter.emit_index_binary("arith.addi", starts[dim], size));
    }
    let strides = vec![emitter.emit_constant_index(1); rank];
    let [starts, limits, strides] =
        [starts, limits, strides].map(|list| emitter.emit_from_elements(&list));
    let name = "stablehlo.real_dynamic_slice";
    let operands = [operand, starts, limits, strides];
    Some(emitter.emit_named(name, &operands, &[], result_type.into()))
}

/// `stablehlo.dynamic_update_slice` of a tensor of unknown size, which becomes
/// `tensor.insert_slice`.
pub(super) fn rewrite_update<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let (operand, update) = (operation.operand(0).ok()?, operation.operand(1).ok()?);
    let result_type = result_type(operation)?;
    let is_static = sizes(operand)?
        .iter()
        .chain(&sizes(update)?)
        .all(Option::is_some);
    let has_all_types = operand.r#type() == result_type.into();
    if is_static || !has_all_types {
        return None;
    }
    let extents = emit_extents(emitter, operand);
    let lengths = emit_extents(emitter, update);
    let rank = lengths.len();
    let mut operands = vec![update, operand];
    for (dim, (&extent, &length)) in extents.iter().zip(&lengths).enumerate() {
        let start = emitter.emit_index(operation.operand(dim + 2).ok()?);
        operands.push(emit_clamped(emitter, start, extent, length));
    }
    let update_sizes = sizes(update)?;
    let dynamic = lengths.iter().zip(&update_sizes);
    operands.extend(
        dynamic
            .filter(|(_, size)| size.is_none())
            .map(|(&length, _)| length),
    );
    let context = emitter.context();
    let list =
        |list: &[i64]| -> Attribute<'c> { DenseI64ArrayAttribute::new(context, list).into() };
    let at_run_time = i64::MIN;
    let static_sizes = update_sizes.iter().map(|size| size.unwrap_or(at_run_time));
    let static_sizes = static_sizes.collect::<Vec<_>>();
    let dynamic = update_sizes.iter().filter(|size| size.is_none()).count();
    let segments = [1, 1, rank as i32, dynamic as i32, 0];
    let attributes = [
        ("static_offsets", list(&vec![at_run_time; rank])),
        ("static_sizes", list(&static_sizes)),
        ("static_strides", list(&vec![1; rank])),
        (
            "operandSegmentSizes",
            DenseI32ArrayAttribute::new(context, &segments).into(),
        ),
    ];
    let attributes = attributes.map(|(name, value)| (Identifier::new(context, name), value));
    Some(emitter.emit(
        "tensor.insert_slice",
        &operands,
        &attributes,
        result_type.into(),
    ))
}

/// Emits where a slice of a length begins that is to be within an extent.
fn emit_clamped<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    start: Value<'c, 'a>,
    extent: Value<'c, 'a>,
    length: Value<'c, 'a>,
) -> Value<'c, 'a> {
    let last = emitter.emit_index_binary("arith.subi", extent, length);
    let start = emitter.emit_index_binary("arith.minsi", start, last);
    let first = emitter.emit_constant_index(0);
    emitter.emit_index_binary("arith.maxsi", start, first)
}

/// Returns the operand dims that the numbers of an index are about.
fn start_index_map(operation: OperationRef<'_, '_>) -> Option<Vec<i64>> {
    let numbers = operation.attribute(DIMS).ok()?.to_string();
    let (_, list) = numbers.split_once("start_index_map = [")?;
    let (list, _) = list.split_once(']')?;
    let list = list.split(',').map(|number| number.trim().parse().ok());
    list.collect()
}
