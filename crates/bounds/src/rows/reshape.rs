//! Reshapes. Where elements keep their positions in memory, it stays a reshape; otherwise they are gathered.

use super::{operand, result};
use crate::{
    dialect::stablehlo::{self, ComparisonDirection},
    ir,
    padder::{Count, NoForm, PaddedDim, Padder, bounds, shape_of},
    plan::ReshapedDims,
};
use melior::ir::{OperationRef, Value, ValueLike};

impl<'c: 'a, 'a> Padder<'c, 'a> {
    pub(super) fn reshape_op(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let value = operand(operation, 0)?;
        let old = result(operation)?;
        let from = self.dims(value);
        let sizes = ir::operand(operation, 1);
        let rank = ir::sizes_of(old.r#type()).len();
        let mut to = vec![];
        for dim in 0..rank {
            to.push(match sizes {
                Some(sizes) => self.reshaped_dim(operation, (old, dim), sizes, &from)?,
                // The only unknown size of a reshape without sizes follows from the others.
                None => self.rest_dim(operation, (old, dim), &from)?,
            });
        }
        let groups = match self.plan.reshape(operation) {
            Some(reshape) => reshape.groups.clone(),
            None => vec![ReshapedDims {
                from: 0..from.len(),
                to: 0..rank,
            }],
        };
        let mut value = value;
        // Groups are replaced from the last one on, so that the places of earlier ones stay valid.
        let mut dims = from.clone();
        for group in groups.into_iter().rev() {
            let (own, new) = (&from[group.from.clone()], &to[group.to.clone()]);
            match kept_bound(own, new) {
                Some(bound) => {
                    if let Some(first) =
                        group.to.clone().next().filter(|&first| to[first].is_open())
                    {
                        to[first].bound = bound;
                    }
                    dims.splice(group.from.clone(), to[group.to.clone()].iter().copied());
                    value = self.reshape(value, &bounds(&dims));
                }
                None => {
                    let new = new.to_vec();
                    value = self.move_elements(value, &mut dims, &group, &new)?;
                }
            }
        }
        self.replace(operation, value, to);
        Ok(())
    }

    /// Returns a dim of a reshape's result; a size of -1 is the one that keeps the number of elements.
    fn reshaped_dim(
        &mut self,
        operation: OperationRef<'c, 'a>,
        (old, dim): (Value<'c, 'a>, usize),
        sizes: Value<'c, 'a>,
        from: &[PaddedDim<'c, 'a>],
    ) -> Result<PaddedDim<'c, 'a>, NoForm> {
        // Sizes that are computed are not negative, unless a check has failed.
        let number = self.plan.numbers(sizes).get(dim);
        let number = number.and_then(|number| number.constant);
        let may_be_inferred = number.is_some_and(|number| number < 0);
        match may_be_inferred {
            true => self.rest_dim(operation, (old, dim), from),
            false => {
                let planned = self.reshaped_bound(operation, (old, dim), from);
                self.result_dim(old, dim, |padder| {
                    let size = padder.element(sizes, dim);
                    let bound = padder.bound_of(size, planned)?;
                    Ok(PaddedDim { bound, size })
                })
            }
        }
    }

    /// Returns the greatest size of a dim of a reshape's result: it has at most as many elements as there are. A tensor
    /// without elements may have any size.
    fn reshaped_bound(
        &self,
        operation: OperationRef<'c, 'a>,
        (old, dim): (Value<'c, 'a>, usize),
        from: &[PaddedDim<'c, 'a>],
    ) -> Result<i64, NoForm> {
        let mut sizes = from.iter().map(|dim| dim.bound);
        let count = sizes.try_fold(1_i64, i64::checked_mul);
        let fixed = ir::sizes_of(old.r#type()).into_iter().flatten();
        let count = count.map(|count| count / fixed.product::<i64>().max(1));
        let planned = self.plan.reshape(operation);
        let planned = planned.and_then(|reshape| *reshape.greatest.get(dim)?);
        let count = [count, planned].into_iter().flatten().min();
        match (self.greatest(old, dim), count) {
            (Ok(greatest), Some(count)) => Ok(greatest.min(count)),
            (Err(_), Some(count)) if count <= i64::from(i32::MAX) => Ok(count),
            (greatest, _) => greatest,
        }
    }

    /// Returns the dim of a result that follows from the number of elements.
    fn rest_dim(
        &mut self,
        operation: OperationRef<'c, 'a>,
        (old, dim): (Value<'c, 'a>, usize),
        from: &[PaddedDim<'c, 'a>],
    ) -> Result<PaddedDim<'c, 'a>, NoForm> {
        let greatest = self.reshaped_bound(operation, (old, dim), from);
        let others = ir::sizes_of(old.r#type()).len();
        let known = (0..others).filter(|&other| other != dim);
        let known = known.map(|other| self.known_dim(old, other));
        let known = known.collect::<Option<Vec<_>>>();
        self.result_dim(old, dim, |padder| {
            let known = known.ok_or("a size of its result is not known")?;
            let mut count = Count::Known(1);
            for dim in from {
                count = padder.multiply(count, dim.size);
            }
            let mut divisor = Count::Known(1);
            for dim in known {
                divisor = padder.multiply(divisor, dim.size);
            }
            let divisor = padder.maximum(divisor, Count::Known(1));
            Ok(PaddedDim {
                bound: greatest?,
                size: padder.divide(count, divisor),
            })
        })
    }

    /// Moves the elements of a group of dims to where they are in the result.
    fn move_elements(
        &mut self,
        value: Value<'c, 'a>,
        dims: &mut Vec<PaddedDim<'c, 'a>>,
        group: &ReshapedDims,
        new: &[PaddedDim<'c, 'a>],
    ) -> Result<Value<'c, 'a>, NoForm> {
        let own = dims[group.from.clone()].to_vec();
        let count = |dims: &[PaddedDim<'c, 'a>]| {
            let mut sizes = dims.iter().map(|dim| dim.bound);
            let count = sizes.try_fold(1_i64, i64::checked_mul);
            count
                .filter(|&count| count <= i64::from(i32::MAX))
                .ok_or_else(|| {
                    format!(
                        "sizes of {:?} are more elements than `i32` counts; give lower bounds",
                        bounds(dims)
                    )
                })
        };
        let (own_count, new_count) = (count(&own)?, count(new)?);
        let at = group.from.start;
        // All dims of the group as one.
        let mut shape = shape_of(value);
        shape.splice(group.from.clone(), [own_count]);
        let flat = self.reshape(value, &shape);
        let positions = self.old_positions(&own, new, new_count);
        let moved = match own_count {
            // There is nothing to take from.
            0 => self.fit_dim(flat, at, new_count),
            _ => self.take(flat, at, positions),
        };
        dims.splice(group.from.clone(), new.iter().copied());
        Ok(self.reshape(moved, &bounds(dims)))
    }

    /// Emits where the element at each position of the new dims is among the old ones, a `tensor<COUNTxi32>`.
    fn old_positions(
        &mut self,
        own: &[PaddedDim<'c, 'a>],
        new: &[PaddedDim<'c, 'a>],
        count: i64,
    ) -> Value<'c, 'a> {
        let positions = self.iota(&[count], 0);
        // The element's number in row-major order: by sizes, not by bounds.
        let bounds = new.iter().map(|dim| Count::Known(dim.bound.max(1)));
        let sizes = new.iter().map(|dim| dim.size);
        let number = self.renumbered(
            positions,
            &bounds.collect::<Vec<_>>(),
            &sizes.collect::<Vec<_>>(),
        );
        let bounds = own.iter().map(|dim| Count::Known(dim.bound.max(1)));
        let bounds = bounds.collect::<Vec<_>>();
        let mut sizes = vec![];
        for dim in own {
            sizes.push(self.maximum(dim.size, Count::Known(1)));
        }
        self.renumbered(number, &sizes, &bounds)
    }

    /// Emits the row-major numbers in a shape of sizes `to` of the elements that have row-major numbers in one of sizes
    /// `from`; a tensor of rank 1.
    fn renumbered(
        &mut self,
        numbers: Value<'c, 'a>,
        from: &[Count<'c, 'a>],
        to: &[Count<'c, 'a>],
    ) -> Value<'c, 'a> {
        let count = shape_of(numbers)[0];
        let mut rest = numbers;
        let mut found = self.vector(Count::Known(0), count);
        let mut stride = Count::Known(1);
        for (place, (&own, &new)) in from.iter().zip(to).enumerate().rev() {
            let mut position = rest;
            if place > 0 {
                let own = self.vector(own, count);
                position = self.same(stablehlo::REMAINDER, &[rest, own]);
                rest = self.same(stablehlo::DIVIDE, &[rest, own]);
            }
            let step = self.vector(stride, count);
            let part = self.same(stablehlo::MULTIPLY, &[position, step]);
            found = self.same(stablehlo::ADD, &[found, part]);
            stride = self.multiply(stride, new);
        }
        found
    }

    /// Emits a number as a vector.
    pub(super) fn vector(&mut self, count: Count<'c, 'a>, length: i64) -> Value<'c, 'a> {
        let scalar = self.count(count);
        self.broadcast(scalar, &[], &[length])
    }

    pub(super) fn dynamic_iota(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let old = result(operation)?;
        let sizes = operand(operation, 0)?;
        let dims = self.dims_from(old, sizes)?;
        let iota_dimension = ir::integer(operation, "iota_dimension").unwrap_or(0);
        let attributes = stablehlo::IotaOp { iota_dimension }.attributes(self.context);
        let r#type = crate::padder::like(old, &bounds(&dims));
        let value = self
            .emitter
            .emit_pure(stablehlo::IOTA, &[], &attributes, r#type);
        self.replace(operation, value, dims);
        Ok(())
    }

    /// Emits a tensor one of whose dims expands to a bound if its size is 1.
    pub(super) fn expand(
        &mut self,
        value: Value<'c, 'a>,
        dim: usize,
        own: PaddedDim<'c, 'a>,
        bound: i64,
    ) -> Value<'c, 'a> {
        let fitted = self.fit_dim(value, dim, bound);
        if own.bound == 0 {
            return fitted;
        }
        let first = self.fit_dim(value, dim, 1);
        let mut shape = shape_of(value);
        shape[dim] = bound;
        let all = (0..shape.len()).collect::<Vec<_>>();
        let repeated = self.broadcast(first, &all, &shape);
        let one = self.count(Count::Known(1));
        let size = self.count(own.size);
        let is_one = self.compare(ComparisonDirection::Eq, size, one);
        self.select(is_one, repeated, fitted)
    }
}

/// Returns the bound of the first dim of the result if elements keep their places: on both sides, only the first dim
/// may be open. Each dim of a group without open ones keeps its size, which is returned, too.
fn kept_bound(own: &[PaddedDim<'_, '_>], new: &[PaddedDim<'_, '_>]) -> Option<i64> {
    let is_kept = |dims: &[PaddedDim<'_, '_>]| dims.iter().skip(1).all(|dim| !dim.is_open());
    let count = |dims: &[PaddedDim<'_, '_>]| dims.iter().map(|dim| dim.bound).product::<i64>();
    if !is_kept(own) || !is_kept(new) {
        return None;
    }
    let is_open = |dims: &[PaddedDim<'_, '_>]| dims.first().is_some_and(|dim| dim.is_open());
    match (is_open(own), is_open(new)) {
        (false, false) => {
            (count(own) == count(new)).then(|| new.first().map_or(1, |dim| dim.bound))
        }
        (true, true) => {
            let inner = count(&new[1..]);
            let all = count(own);
            (inner > 0 && all % inner == 0).then(|| all / inner)
        }
        _ => None,
    }
}
