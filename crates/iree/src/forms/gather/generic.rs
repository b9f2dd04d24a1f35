//! Gathers of any form, whose elements are computed one by one.

use crate::{build::*, forms::gather::Gather, ops::*, prelude::*};

impl<'a> Gather<'a> {
    /// Emits the gather as the specification of StableHLO defines its elements, from the extents of its slices.
    ///
    /// If the last dim of the result comes from the slices, the loop body reads the indices from memory, once for each
    /// vector of elements. Otherwise each element has its own index; the indices are inputs of the loop, so that IREE fuses
    /// their computation into it.
    pub fn emit_generic(
        &self,
        emitter: &mut OpEmitter<'a>,
        lengths: &[Value<'a>],
    ) -> Option<Value<'a>> {
        let extents = emit_extents(emitter, self.operand);
        let result_extents = self.emit_result_extents(emitter, lengths)?;
        let first = emitter.emit_constant_index(0);
        let numbers = self.emit_numbers_of_indices(emitter)?;
        let index_type = ir::element_type(self.indices.r#type())?;
        let batch_dims = (0..result_extents.len()).filter(|&dim| !self.is_offset(dim));
        let batch_dims = batch_dims.map(Some).collect::<Vec<_>>();
        let has_rows = result_extents
            .len()
            .checked_sub(1)
            .is_some_and(|last| self.is_offset(last));
        let inputs = numbers.iter().map(|&numbers| (numbers, &*batch_dims));
        let inputs = inputs.filter(|_| !has_rows).collect::<Vec<_>>();
        let result = (&*result_extents, self.result_type);
        emit_read(
            emitter,
            self.operand,
            result,
            &inputs,
            |emitter, position, elements| {
                let (offsets, batch) = self.split(position);
                let mut offsets = offsets.into_iter();
                let starts = numbers.iter().enumerate().map(|(number, &numbers)| {
                    let start = match has_rows {
                        true => emitter.emit_element_of(numbers, &batch, index_type),
                        false => elements[number],
                    };
                    emitter.emit_as_index(start)
                });
                let starts = starts.collect::<Vec<_>>();
                let place = (0..extents.len()).map(|dim| {
                    if let Some(batching) = self.batching_dim(dim) {
                        return batch.get(batching).copied().unwrap_or(first);
                    }
                    let offset = match self.is_collapsed(dim) {
                        true => None,
                        false => offsets.next(),
                    };
                    let number = self.index_position(dim);
                    let start = number.and_then(|number| starts.get(number).copied());
                    let start =
                        start.map(|start| emit_clamped(emitter, start, extents[dim], lengths[dim]));
                    match (start, offset) {
                        (Some(start), Some(offset)) => {
                            emitter.emit_index_binary(arith::ADDI, start, offset)
                        }
                        (start, offset) => start.or(offset).unwrap_or(first),
                    }
                });
                place.collect()
            },
        )
    }

    /// Emits the extents of the result: those of dims of slices, and of dims of the indices.
    fn emit_result_extents(
        &self,
        emitter: &mut OpEmitter<'a>,
        lengths: &[Value<'a>],
    ) -> Option<Vec<Value<'a>>> {
        let is_kept = |dim: &usize| !self.is_collapsed(*dim) && self.batching_dim(*dim).is_none();
        let mut offsets = (0..lengths.len()).filter(is_kept).map(|dim| lengths[dim]);
        let batch = emit_extents(emitter, self.indices).into_iter().enumerate();
        let mut batch = batch.filter(|(dim, _)| *dim as i64 != self.numbers.index_vector_dim);
        let extents = (0..self.result_type.rank()).map(|dim| match self.is_offset(dim) {
            true => offsets.next(),
            false => batch.next().map(|(_, extent)| extent),
        });
        extents.collect()
    }

    /// Splits a position in the result into that in a slice and that of its index.
    fn split(&self, position: &[Value<'a>]) -> (Vec<Value<'a>>, Vec<Value<'a>>) {
        let all = position.iter().copied().enumerate();
        let (offsets, batch) = all.partition::<Vec<_>, _>(|(dim, _)| self.is_offset(*dim));
        let values = |list: Vec<(_, _)>| list.into_iter().map(|(_, value)| value).collect();
        (values(offsets), values(batch))
    }

    fn is_offset(&self, result_dim: usize) -> bool {
        self.numbers.offset_dims.contains(&(result_dim as i64))
    }

    /// Returns the dim in the position of an index that an operand dim is batched with.
    fn batching_dim(&self, dim: usize) -> Option<usize> {
        let numbers = &self.numbers;
        let mut dims = numbers.operand_batching_dims.iter();
        let place = dims.position(|&batching| batching == dim as i64)?;
        let index_dim = *numbers.start_indices_batching_dims.get(place)?;
        let is_behind = index_dim > numbers.index_vector_dim;
        usize::try_from(index_dim - i64::from(is_behind)).ok()
    }

    /// Emits the numbers of all indices, each without the index vector dim. IREE computes them in
    /// the same kernel as the result only if they are tensors of their own.
    fn emit_numbers_of_indices(&self, emitter: &mut OpEmitter<'a>) -> Option<Vec<Value<'a>>> {
        let indices = self.indices;
        let like = ir::as_ranked_tensor(indices.r#type())?;
        let mut sizes = sizes(indices)?;
        let vector_dim = usize::try_from(self.numbers.index_vector_dim).ok()?;
        if vector_dim == sizes.len() {
            return Some(vec![indices]);
        }
        let mut extents = emit_extents(emitter, indices);
        extents.remove(vector_dim);
        let count = sizes.remove(vector_dim)?;
        let r#type = tensor_type(emitter, like, &sizes);
        let parts = concatenated(indices, vector_dim).filter(|parts| parts.len() as i64 == count);
        let numbers = (0..count).map(|number| {
            let (tensor, position) = match &parts {
                Some(parts) => (parts[number as usize], 0),
                None => (indices, number),
            };
            emitter.emit_part(tensor, vector_dim, position, &extents, r#type.into())
        });
        Some(numbers.collect())
    }
}

/// Returns the tensors that are concatenated along a dim, if each has one element there.
fn concatenated<'a>(value: Value<'a>, dim: usize) -> Option<Vec<Value<'a>>> {
    let operation = ir::defining_op(value)?;
    let is_along = ir::name_str(operation.name())? == stablehlo::CONCATENATE
        && ir::integer(operation, "dimension")? == dim as i64;
    let parts = operation.operands().collect::<Vec<_>>();
    let is_single = |part: &Value<'_>| sizes(*part).is_some_and(|sizes| sizes[dim] == Some(1));
    (is_along && parts.iter().all(is_single)).then_some(parts)
}
