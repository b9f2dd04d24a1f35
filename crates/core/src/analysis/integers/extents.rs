//! The sizes of values, as integers.

use super::MAX_DEPTH;
use crate::{
    analysis::{
        ops::{Extents, NumberRow, operands_of_rank},
        state::{IntegerRow, IntegerValues},
    },
    ir::{self, ValueKey},
    shape::ShapeDim,
    symbol::integer::{Definition, INDEX_BITS, Integer},
};
use melior::ir::{
    OperationRef, Value, ValueLike,
    operation::{OperationLike, OperationResult},
};

impl IntegerValues {
    /// Returns the sizes of a tensor; `None` if its rank is not known.
    pub fn extents(&mut self, value: Value<'_, '_>) -> Option<IntegerRow> {
        let key = ValueKey::new(value);
        if let Some(extents) = self.extents.get(&key) {
            return Some(extents.clone());
        }
        let shape = ir::shaped_type(value.r#type());
        let dims = shape.shape()?;
        let is_known = |dim: &ShapeDim| dim.fixed_size().is_some();
        let computed = match self.has_named_extents || dims.iter().all(is_known) {
            true => None,
            false => self.extents_by_op(value, dims),
        };
        let extents = computed.unwrap_or_else(|| {
            let sizes = dims.iter().enumerate();
            let extents = sizes.map(|(dim, size)| self.own_extent(value, dim, size));
            extents.collect()
        });
        self.extents.insert(key, extents.clone());
        Some(extents)
    }

    fn own_extent(&mut self, value: Value<'_, '_>, dim: usize, size: &ShapeDim) -> Integer {
        match size.fixed_size() {
            Some(size) => self.index(size),
            None => {
                let source = self.source_of(value);
                let extent = Definition::Extent(source, dim);
                self.integers.define(extent, INDEX_BITS)
            }
        }
    }

    /// Returns the sizes of a value, of which some may follow from the op that defines it, unless
    /// they are computed by long chains. A size that the op itself computes is left to the value,
    /// of which it can be asked at run time.
    fn extents_by_op(&mut self, value: Value<'_, '_>, dims: &[ShapeDim]) -> Option<IntegerRow> {
        let operation = ir::defining_op(value)?;
        let extents = self.find_extents(operation)?;
        let index = OperationResult::try_from(value).ok()?.result_number();
        if let Some(like) = extents.operand_like(operation, index) {
            // Most values share the sizes of others.
            let sizes = self.follow(|this| this.extents(like))?;
            let mut pairs = dims.iter().zip(sizes.iter());
            let is_same = pairs.all(|(dim, &size)| {
                self.integers.depth(size) < MAX_DEPTH
                    && (dim.fixed_size().is_none() || dim.fixed_size() == self.integers.value(size))
            });
            if is_same && sizes.len() == dims.len() {
                return Some(sizes);
            }
        }
        let sizes = self.computed_extents(extents, operation, index)?;
        if sizes.len() != dims.len() {
            return None;
        }
        let sizes = dims.iter().zip(sizes).enumerate();
        let sizes = sizes.map(|(dim, (size, computed))| {
            let is_simple = |&computed: &Integer| {
                self.integers.depth(computed) < MAX_DEPTH
                    && (!extents.computes() || self.is_passed(operation, computed))
            };
            match computed.filter(is_simple) {
                Some(computed) if size.fixed_size().is_none() => computed,
                _ => self.own_extent(value, dim, size),
            }
        });
        Some(sizes.collect())
    }

    /// Returns the size of a dim of a value as the op that defines it computes it. Where operands have to be of equal
    /// sizes, it is that of the first one.
    pub fn extent_by_op(&mut self, value: Value<'_, '_>, dim: usize) -> Option<Integer> {
        let operation = ir::defining_op(value)?;
        let extents = self.find_extents(operation)?;
        let index = OperationResult::try_from(value).ok()?.result_number();
        if let Extents::Same = extents {
            let first = *operands_of_rank(operation, index)?.first()?;
            return self.extents(first)?.get(dim).copied();
        }
        let sizes = self.computed_extents(extents, operation, index)?;
        sizes.get(dim).copied().flatten()
    }

    /// Returns the sizes of an op's result that follow from its operands, by the op's row.
    pub(in crate::analysis) fn computed_extents(
        &mut self,
        extents: Extents,
        operation: OperationRef<'_, '_>,
        index: usize,
    ) -> Option<NumberRow<Option<Integer>>> {
        self.follow(|this| this.result_extents(extents, operation, index))
    }

    /// Returns how the sizes of an op's results follow from its operands.
    pub(in crate::analysis) fn find_extents(
        &mut self,
        operation: OperationRef<'_, '_>,
    ) -> Option<Extents> {
        let op = self.ops.find(operation).filter(|op| self.reads(op))?;
        op.extents
    }

    /// Returns whether a size is constant, or one of a value that another op defines.
    fn is_passed(&self, operation: OperationRef<'_, '_>, size: Integer) -> bool {
        let is_of = |operand: Value<'_, '_>| {
            let extents = self.extents.get(&ValueKey::new(operand));
            extents.is_some_and(|extents| extents.contains(&size))
        };
        match self.integers.definition(size) {
            &Definition::Constant(size) => size >= 0,
            Definition::Extent(..) => true,
            Definition::Element(..) | Definition::Apply(..) => operation.operands().any(is_of),
        }
    }
}
