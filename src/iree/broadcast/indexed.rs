//! Broadcasts that read each element of the operand at its position.
//!
//! IREE fuses them with elementwise ops, which it does not do with the results of branches. It reads
//! whole vectors if the last dim of the loop is that of the operand, or none of it. It would also make
//! one loop of all dims, in which no two elements follow each other: a read at the first position of a
//! dim prevents that.

use super::{Growth, broadcast_dims, growth};
use crate::{
    dialect::stablehlo,
    ir::{self, Emitter},
    iree::{
        result_type, sizes, type_sizes,
        unsigned::{CONVERT, signless},
    },
    symbol::integer::Direction,
};
use melior::ir::{
    OperationRef, Value, ValueLike,
    operation::OperationLike,
    r#type::{RankedTensorType, ShapedTypeLike},
};

/// A broadcast of a tensor.
pub(super) struct Broadcast<'c, 'a> {
    pub(super) operand: Value<'c, 'a>,
    /// The result's shape.
    pub(super) shape: Value<'c, 'a>,
    pub(super) result_type: RankedTensorType<'c>,
    /// The result dim of each operand dim.
    pub(super) dims: Vec<usize>,
    /// What is known of each operand dim.
    pub(super) growth: Vec<Growth>,
}

impl<'c: 'a, 'a> Broadcast<'c, 'a> {
    /// Returns what a `stablehlo.dynamic_broadcast_in_dim` does; `None` if an op is another one.
    pub(super) fn of(operation: OperationRef<'c, 'a>) -> Option<Self> {
        let is_dynamic =
            ir::name_str(operation.name()) == Some(stablehlo::DYNAMIC_BROADCAST_IN_DIM);
        let dims = broadcast_dims(operation).filter(|_| is_dynamic)?;
        Some(Self {
            operand: ir::operand(operation, 0)?,
            shape: ir::operand(operation, 1)?,
            result_type: result_type(operation)?,
            growth: growth(operation, &dims)?,
            dims,
        })
    }

    /// Returns whether vectors of the operand's elements are vectors of the result's.
    pub(super) fn keeps_vectors(&self) -> bool {
        let sizes = type_sizes(self.result_type);
        let last = sizes.iter().rposition(|&size| size != Some(1));
        let mut dims = self.dims.iter().zip(&self.growth);
        !dims.any(|(&dim, &growth)| Some(dim) == last && growth == Growth::Open)
    }

    /// Emits the result; that of the bits of unsigned integers, for which IREE lacks these ops. `None` if
    /// MLIR lacks `linalg`.
    pub(super) fn emit(&self, emitter: &mut Emitter<'c, 'a>) -> Option<Value<'c, 'a>> {
        let Some(bits) = signless(emitter, self.operand) else {
            return self.emit_elements(emitter, self.operand, self.result_type);
        };
        let operand = emitter.emit_pure(CONVERT, &[self.operand], &[], bits);
        let result = ir::with_element_type(self.result_type.into(), ir::element_type(bits)?)?;
        let result = RankedTensorType::try_from(result).ok()?;
        let bits = self.emit_elements(emitter, operand, result)?;
        Some(emitter.emit_pure(CONVERT, &[bits], &[], self.result_type.into()))
    }

    fn emit_elements(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        operand: Value<'c, 'a>,
        result_type: RankedTensorType<'c>,
    ) -> Option<Value<'c, 'a>> {
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
            let extent = emitter.emit_index_binary("arith.maxsi", extent, one);
            let end = emitter.emit_index_binary("arith.subi", extent, one);
            Some((is_one, end))
        });
        let ends = ends.collect::<Vec<_>>();
        let truths = ends.iter().flatten().map(|&(is_one, _)| is_one);
        let all_are_one = truths.reduce(|both, is_one| {
            emitter.emit_pure("arith.andi", &[both, is_one], &[], is_one.r#type())
        })?;
        let read = self.dims.iter().zip(&self.growth);
        let read = read.map(|(&dim, &growth)| (growth == Growth::Kept).then_some(dim));
        let read = read.collect::<Vec<_>>();
        emitter.emit_generic(empty, &[(operand, &*read)], |emitter, elements| {
            let position = emitter.emit_position(extents.len());
            let place = self.dims.iter().zip(&read).zip(&ends);
            let place = place.map(|((&dim, read), end)| match (read, end) {
                (_, Some((_, end))) => {
                    emitter.emit_index_binary("arith.minui", position[dim], *end)
                }
                (Some(dim), None) => position[*dim],
                (None, None) => first,
            });
            let place = place.collect::<Vec<_>>();
            let own = emitter.emit_element_of(operand, &place, result_type.element());
            let choice = [all_are_one, elements[0], own];
            emitter.emit_pure("arith.select", &choice, &[], result_type.element())
        })
    }
}

/// Returns whether an op is such a broadcast.
pub(in crate::iree) fn is_indexed(operation: OperationRef<'_, '_>) -> bool {
    let operand = ir::operand(operation, 0);
    let is_read = |it: OperationRef<'_, '_>| {
        ir::name_str(it.name()) == Some("tensor.extract") && ir::operand(it, 0) == operand
    };
    ir::name_str(operation.name()) == Some("linalg.generic")
        && operand.is_some_and(|operand| sizes(operand).is_some())
        && !ir::find_ops(operation, is_read).is_empty()
}
