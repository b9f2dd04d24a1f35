//! Broadcasts as loops that compute, for each element of the result, the position in the operand.
//!
//! IREE fuses such a loop with the elementwise ops around it, but not the results of `scf.if`. It loads
//! whole vectors if the index of the innermost loop is used unchanged, or not at all. It also collapses
//! loops over adjacent dims into one, which would replace the vector loads by scalar ones. A second read,
//! at position 0 of each open dim, has an indexing map that prevents that.

use crate::{
    build::*,
    forms::broadcast::{DynamicBroadcast, Growth},
    ops::*,
    prelude::*,
};

impl<'a> DynamicBroadcast<'a> {
    /// Returns whether consecutive elements of the result are consecutive in the operand, or one element:
    /// whether it is known if the innermost dim expands.
    pub fn keeps_vectors(&self) -> bool {
        let sizes = type_sizes(self.result_type);
        let last = sizes.iter().rposition(|&size| size != Some(1));
        let mut dims = self.dims.iter().zip(&self.growth);
        !dims.any(|(&dim, &growth)| Some(dim) == last && growth == Growth::Open)
    }

    /// Emits the result, element by element; `None` if MLIR lacks `linalg`. Unsigned integers are read as
    /// signless ones, for which IREE has these ops.
    pub fn emit_indexed(&self, emitter: &mut OpEmitter<'a>) -> Option<Value<'a>> {
        let operand = emit_signless(emitter, self.operand);
        let element = ir::element_type(operand.r#type())?;
        let own = self.result_type.into();
        let result = ir::as_ranked_tensor(ir::with_element_type(own, element)?)?;
        let result = self.emit_elements(emitter, operand, result)?;
        Some(emit_converted(emitter, CONVERT, result, own))
    }

    fn emit_elements(
        &self,
        emitter: &mut OpEmitter<'a>,
        operand: Value<'a>,
        result_type: RankedTensorType<'a>,
    ) -> Option<Value<'a>> {
        let result_sizes = type_sizes(result_type).into_iter().enumerate();
        let extents = result_sizes.map(|(dim, size)| match size {
            Some(size) => emitter.emit_constant_index(size),
            None => emitter.emit_element(self.shape, dim),
        });
        let extents = extents.collect::<Vec<_>>();
        let empty = emitter.emit_empty(&extents, result_type);
        let [first, one] = [0, 1].map(|number| emitter.emit_constant_index(number));
        let dims = self.dims.iter().zip(&self.growth).enumerate();
        let ends = dims.map(|(dim, (_, growth))| {
            let extent = (*growth == Growth::Open).then(|| emitter.emit_dim(operand, dim))?;
            let is_one = emitter.emit_index_compare(Direction::Eq, extent, one);
            let extent = emitter.emit_index_binary(arith::MAXSI, extent, one);
            let end = emitter.emit_index_binary(arith::SUBI, extent, one);
            Some((is_one, end))
        });
        let ends = ends.collect::<Vec<_>>();
        let truths = ends.iter().flatten().map(|&(is_one, _)| is_one);
        let all_are_one = truths.reduce(|both, it| emit_and(emitter, Some(both), it))?;
        let read = self.dims.iter().zip(&self.growth);
        let read = read.map(|(&dim, &growth)| (growth == Growth::Kept).then_some(dim));
        let read = read.collect::<Vec<_>>();
        emitter.emit_generic(empty, &[(operand, &*read)], |emitter, elements| {
            let position = emitter.emit_position(extents.len());
            let place = self.dims.iter().zip(&read).zip(&ends);
            let place = place.map(|((&dim, read), end)| match (read, end) {
                (_, Some((_, end))) => emitter.emit_index_binary(arith::MINUI, position[dim], *end),
                (Some(dim), None) => position[*dim],
                (None, None) => first,
            });
            let place = place.collect::<Vec<_>>();
            let own = emitter.emit_element_of(operand, &place, result_type.element());
            emitter.emit_like(arith::SELECT, &[all_are_one, elements[0], own])
        })
    }
}

/// Returns whether an op is such a broadcast.
pub fn is_indexed(operation: OpRef<'_>) -> bool {
    let operand = ir::operand(operation, 0);
    let is_read =
        |it: OpRef<'_>| ir::is_named(it, tensor::EXTRACT) && ir::operand(it, 0) == operand;
    ir::is_named(operation, GENERIC)
        && operand.is_some_and(|operand| sizes(operand).is_some())
        && !ir::find_ops(operation, is_read).is_empty()
}
