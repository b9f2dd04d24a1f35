//! Ops whose elements each depend on those at the same position: what is outside stays outside.

use super::{operand, result};
use crate::{
    dialect::stablehlo,
    ir,
    padder::{NoForm, PaddedDim, Padder, bounds},
    rule::Number,
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

impl<'c: 'a, 'a> Padder<'c, 'a> {
    pub(super) fn elementwise(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let rank = ir::sizes_of(result(operation)?.r#type()).len();
        let operands = operation.operands().collect::<Vec<_>>();
        // `select` takes a scalar predicate, and `clamp` scalar limits: these have no dims to fit.
        let shaped = operands.iter().enumerate();
        let shaped = shaped.filter(|(_, it)| ir::sizes_of(it.r#type()).len() == rank);
        let (places, values): (Vec<_>, Vec<_>) = shaped.map(|(index, &it)| (index, it)).unzip();
        let values = self.align(values)?;
        let dims = self.common_dims(&values);
        let shape = bounds(&dims);
        for (index, value) in places.into_iter().zip(values) {
            let value = self.fit(value, &shape);
            ir::set_operand(operation, index, value);
        }
        for index in 0..operation.result_count() {
            self.keep(operation, index, dims.clone());
        }
        Ok(())
    }

    /// Returns the dims of tensors of the same sizes: each is at most the least of their bounds.
    pub(super) fn common_dims(&mut self, values: &[Value<'c, 'a>]) -> Vec<PaddedDim<'c, 'a>> {
        let all = values.iter().map(|&it| self.dims(it)).collect::<Vec<_>>();
        let rank = all.first().map_or(0, Vec::len);
        let common = (0..rank).map(|dim| {
            let mut dims = all.iter().map(|dims| dims[dim]);
            let first = dims.clone().find(|dim| !dim.is_open());
            let least = dims.clone().map(|dim| dim.bound).min().unwrap_or(0);
            first
                .or_else(|| dims.next())
                .map_or(PaddedDim::fixed(0), |dim| match dim.is_open() {
                    true => PaddedDim {
                        bound: least,
                        ..dim
                    },
                    false => dim,
                })
        });
        common.collect()
    }

    /// Divisors outside become 1: a division of integers by 0 stops some processors.
    pub(super) fn divide_op(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let divisor = operand(operation, 1)?;
        let element = ir::element_type(divisor.r#type());
        let is_integer = element.and_then(ir::as_integer_type).is_some();
        let is_constant = ir::defined_by(divisor, stablehlo::BROADCAST_IN_DIM)
            .and_then(|broadcast| ir::operand(broadcast, 0))
            .and_then(ir::constant_integer)
            .is_some_and(|number| number > 0);
        if is_integer && !is_constant {
            let dims = (0..self.dims(divisor).len()).collect::<Vec<_>>();
            let masked = self.mask_by(divisor, &dims, Number::Integer(1))?;
            ir::set_operand(operation, 1, masked);
        }
        self.elementwise(operation)
    }

    pub(super) fn bitcast_convert(
        &mut self,
        operation: OperationRef<'c, 'a>,
    ) -> Result<(), NoForm> {
        let mut dims = self.dims(operand(operation, 0)?);
        let sizes = ir::sizes_of(result(operation)?.r#type());
        dims.truncate(sizes.len());
        for size in sizes.iter().skip(dims.len()) {
            dims.push(PaddedDim::fixed(size.unwrap_or(0)));
        }
        self.keep(operation, 0, dims);
        Ok(())
    }

    /// Pads an op whose operands processes exchange, which all have the same sizes. The dims that attributes name
    /// change; what other processes have outside of them would come between.
    pub(super) fn collective(
        &mut self,
        operation: OperationRef<'c, 'a>,
        changed: &[&str],
    ) -> Result<(), NoForm> {
        for index in 0..operation.result_count() {
            let mut dims = self.dims(operand(operation, index)?);
            let result = ir::result(operation, index).ok_or("it lacks a result")?;
            for name in changed {
                let dim = ir::integer(operation, name).unwrap_or(0) as usize;
                let known = self.known_dim(result, dim).filter(|dim| !dim.is_open());
                dims[dim] = known
                    .filter(|_| !dims[dim].is_open())
                    .ok_or_else(|| format!("dim {dim}, its '{name}', has an unknown size"))?;
            }
            self.keep(operation, index, dims);
        }
        Ok(())
    }
}
