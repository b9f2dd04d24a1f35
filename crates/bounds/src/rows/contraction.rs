//! Products: both operands are 0 outside along contracted dims, since 0 times infinity is not 0.

use super::{dims_of, operand, result};
use crate::{
    dialect::stablehlo::{self, ComparisonDirection, DotDimensionNumbers},
    ir,
    padder::{NoForm, PaddedDim, Padder, bounds},
    rule::Number,
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

impl<'c: 'a, 'a> Padder<'c, 'a> {
    pub(super) fn dot_general(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let numbers = operation.attribute("dot_dimension_numbers").ok();
        let numbers = numbers.and_then(DotDimensionNumbers::from_attribute);
        let numbers = numbers.ok_or("its dims are not known")?;
        let (mut lhs, mut rhs) = (operand(operation, 0)?, operand(operation, 1)?);
        let contracted = [
            dims_of(&numbers.lhs_contracting_dimensions),
            dims_of(&numbers.rhs_contracting_dimensions),
        ];
        let batching = [
            dims_of(&numbers.lhs_batching_dimensions),
            dims_of(&numbers.rhs_batching_dimensions),
        ];
        let pairs = |lists: &[Vec<usize>; 2]| {
            let pairs = lists[0].iter().copied().zip(lists[1].iter().copied());
            pairs.collect::<Vec<_>>()
        };
        for (a, b) in pairs(&contracted).into_iter().chain(pairs(&batching)) {
            [lhs, rhs] = self.align_dim([(lhs, a), (rhs, b)])?;
        }
        let is_integer = ir::element_type(rhs.r#type())
            .and_then(ir::as_integer_type)
            .is_some();
        lhs = self.mask_by(lhs, &contracted[0], Number::Integer(0))?;
        if !is_integer {
            rhs = self.mask_by(rhs, &contracted[1], Number::Integer(0))?;
        }
        let (left, right) = (self.dims(lhs), self.dims(rhs));
        let (mut left_shape, mut right_shape) = (bounds(&left), bounds(&right));
        let mut dims = vec![];
        for (a, b) in pairs(&contracted).into_iter().chain(pairs(&batching)) {
            let least = left_shape[a].min(right_shape[b]);
            (left_shape[a], right_shape[b]) = (least, least);
        }
        for (a, b) in pairs(&batching) {
            let dim = if left[a].is_open() { right[b] } else { left[a] };
            dims.push(PaddedDim {
                bound: left_shape[a],
                ..dim
            });
        }
        for (all, side) in [(&left, 0), (&right, 1)] {
            let free = (0..all.len())
                .filter(|dim| !contracted[side].contains(dim) && !batching[side].contains(dim));
            dims.extend(free.map(|dim| all[dim]));
        }
        let lhs = self.fit(lhs, &left_shape);
        let rhs = self.fit(rhs, &right_shape);
        ir::set_operand(operation, 0, lhs);
        ir::set_operand(operation, 1, rhs);
        self.keep(operation, 0, dims);
        Ok(())
    }

    /// Pads an op on the last dims, which must be known; the others are independent.
    pub(super) fn by_matrix(
        &mut self,
        operation: OperationRef<'c, 'a>,
        name: &str,
    ) -> Result<(), NoForm> {
        let own = match name {
            stablehlo::FFT => ir::int_array(operation, "fft_length").map_or(1, |it| it.len()),
            _ => 2,
        };
        if name != stablehlo::FFT {
            self.fit_matrices(operation)?;
        }
        for index in 0..operation.operand_count() {
            let value = operand(operation, index)?;
            let dims = self.dims(value);
            if !dims.iter().rev().take(own).any(|dim| dim.is_open()) {
                continue;
            }
            if name == stablehlo::FFT {
                return Err(format!("its last {own} dims have unknown sizes"));
            }
            let masked = self.solvable(value, index == 0)?;
            ir::set_operand(operation, index, masked);
        }
        let mut dims = self.dims(operand(operation, operation.operand_count() - 1)?);
        if name == stablehlo::TRIANGULAR_SOLVE {
            let first = operand(operation, 0)?;
            let mut shape = bounds(&self.dims(first));
            let rank = shape.len();
            for dim in 0..rank.saturating_sub(2) {
                let least = shape[dim].min(dims[dim].bound);
                shape[dim] = least;
                dims[dim].bound = least;
            }
            let first = self.fit(first, &shape);
            ir::set_operand(operation, 0, first);
            let second = operand(operation, 1)?;
            let second = self.fit(second, &bounds(&dims));
            ir::set_operand(operation, 1, second);
        }
        let sizes = ir::sizes_of(result(operation)?.r#type());
        let rank = dims.len();
        for dim in rank.saturating_sub(own)..rank {
            if let Some(size) = sizes[dim] {
                dims[dim] = PaddedDim::fixed(size);
            }
        }
        self.keep(operation, 0, dims);
        Ok(())
    }

    /// Gives the dims of matrices that have one size the least of their bounds.
    fn fit_matrices(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let factor = operand(operation, 0)?;
        let mut dims = self.dims(factor);
        let rank = dims.len();
        let mut least = dims[rank - 1].bound.min(dims[rank - 2].bound);
        let other = ir::operand(operation, 1).map(|other| (other, self.dims(other)));
        let is_left = operation.attribute("left_side").ok();
        let is_left = is_left.and_then(ir::as_bool).is_some_and(|it| it.value());
        let along = if is_left { rank - 2 } else { rank - 1 };
        if let Some((_, other)) = &other {
            least = least.min(other[along].bound);
        }
        for dim in [rank - 2, rank - 1] {
            dims[dim].bound = least;
        }
        let fitted = self.fit(factor, &bounds(&dims));
        let fitted = self.with_dims(fitted, dims);
        ir::set_operand(operation, 0, fitted);
        if let Some((other, mut dims)) = other {
            dims[along].bound = least;
            let fitted = self.fit(other, &bounds(&dims));
            let fitted = self.with_dims(fitted, dims);
            ir::set_operand(operation, 1, fitted);
        }
        Ok(())
    }

    /// Emits matrices that are 0 outside, with 1 on the diagonal there if they are factors: what is inside is solved on its
    /// own.
    pub(super) fn solvable(
        &mut self,
        value: Value<'c, 'a>,
        is_factor: bool,
    ) -> Result<Value<'c, 'a>, NoForm> {
        let dims = self.dims(value);
        let rank = dims.len();
        let masked = self.mask_by(value, &[rank - 2, rank - 1], Number::Integer(0))?;
        if !is_factor {
            return Ok(masked);
        }
        let shape = bounds(&dims);
        let (row, column) = (self.iota(&shape, rank - 2), self.iota(&shape, rank - 1));
        // Rows inside may be exchanged, so that a 1 beside them would come between their elements.
        let size = match dims[rank - 2].size == dims[rank - 1].size {
            true => dims[rank - 1].size,
            false => self.maximum(dims[rank - 2].size, dims[rank - 1].size),
        };
        let size = self.count(size);
        let size = self.broadcast(size, &[], &shape);
        let is_diagonal = self.compare(ComparisonDirection::Eq, row, column);
        let is_outside = self.compare(ComparisonDirection::Ge, row, size);
        let is_one = self.same(stablehlo::AND, &[is_diagonal, is_outside]);
        let one = self
            .splat(masked.r#type(), Number::Integer(1))
            .ok_or("its element type has no 1")?;
        let found = self.select(is_one, one, masked);
        Ok(self.with_dims(found, dims))
    }
}
