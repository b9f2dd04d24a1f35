//! Reshapes. Where elements keep their positions in memory, or dims are merged, it stays a reshape; otherwise elements are
//! gathered.

use super::{operand, result};
use crate::{
    dialect::stablehlo::{self, ComparisonDirection},
    expression::describe,
    ir,
    padder::{Count, NoForm, PaddedDim, Padder, bounds, shape_of},
    plan::{ReshapeGroups, ReshapedDims},
    symbol::Size,
};
use melior::ir::{OperationRef, Value, ValueLike};

impl<'c: 'a, 'a> Padder<'c, 'a> {
    /// A cast forgets sizes: MLIR's folders leave it where a value of known sizes is used as one of unknown sizes.
    pub(super) fn cast(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let value = operand(operation, 0)?;
        let dims = self.dims(value);
        let sizes = ir::sizes_of(result(operation)?.r#type());
        if sizes
            .iter()
            .zip(&dims)
            .any(|(size, dim)| size.is_some() && dim.is_open())
        {
            return Err("it gives a dim of unknown size a known one".into());
        }
        self.replace(operation, value, dims);
        Ok(())
    }

    pub(super) fn reshape_op(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let value = operand(operation, 0)?;
        let old = result(operation)?;
        let from = self.dims(value);
        let sizes = ir::operand(operation, 1);
        let rank = ir::sizes_of(old.r#type()).len();
        if let Some(sizes) = sizes {
            self.check_assumed(operation, sizes);
        }
        let mut to = vec![];
        for dim in 0..rank {
            to.push(match sizes {
                Some(sizes) => self.reshaped_dim(operation, (old, dim), sizes, &from)?,
                // The only unknown size of a reshape without sizes follows from the others.
                None => self.rest_dim(operation, (old, dim), &from)?,
            });
        }
        let (mut value, groups) = self.grouped_operand(operation, value, &to)?;
        // Groups are replaced from the last one on, so that the places of earlier ones stay valid.
        let from = self.dims(value);
        let mut dims = from.clone();
        for group in groups.groups.into_iter().rev() {
            let (own, new) = (&from[group.from.clone()], &to[group.to.clone()]);
            if let Some(bound) = kept_bound(own, new) {
                if let Some(first) = group.to.clone().next().filter(|&first| to[first].is_open()) {
                    to[first].bound = bound;
                }
            } else if let (&[merged], true) = (new, own.len() > 1) {
                let names = groups.names[group.from.clone()].to_vec();
                to[group.to.start] = self.grid(own, names, merged.size)?;
            } else {
                let new = new.to_vec();
                value = self.move_elements(value, &mut dims, &group, &new)?;
                continue;
            }
            dims.splice(group.from.clone(), to[group.to.clone()].iter().copied());
            value = self.reshape(value, &bounds(&dims));
        }
        self.replace(operation, value, to);
        Ok(())
    }

    /// Checks what the plan assumes of the sizes of a reshape's result: a quotient such as `b * s / s` is `b`, unless the
    /// divisor is 0.
    fn check_assumed(&mut self, operation: OperationRef<'c, 'a>, sizes: Value<'c, 'a>) {
        let planned = self.plan.reshape(operation);
        let assumed = planned.map_or(vec![], |planned| planned.assumed.clone());
        for (dim, name) in assumed.into_iter().enumerate() {
            let Some(name) = name else { continue };
            // If the equal size has not been computed, this one stands for it, which is no size if it is negative.
            let (expected, direction) = match self.named_count(name) {
                Some(expected) => (expected, ComparisonDirection::Eq),
                None => (Count::Known(0), ComparisonDirection::Ge),
            };
            let found = self.element(sizes, dim);
            let [found, expected] = [found, expected].map(|count| self.count(count));
            let holds = self.compare(direction, found, expected);
            let word = match direction {
                ComparisonDirection::Ge => "at least ",
                _ => "",
            };
            let message = format!(
                "stablehlo.dynamic_reshape: element {dim} of operand #1 is {{0}}; expected {word}{{1}}"
            );
            self.check(holds, &message, [found, expected].map(describe).into());
        }
    }

    /// Returns the operand of a reshape, with the groups of its dims. A grid is split into the dims that were merged, if it is
    /// known which of these become which of the result; otherwise its elements are moved.
    fn grouped_operand(
        &mut self,
        operation: OperationRef<'c, 'a>,
        value: Value<'c, 'a>,
        to: &[PaddedDim<'c, 'a>],
    ) -> Result<(Value<'c, 'a>, ReshapeGroups), NoForm> {
        let own = self.dims(value);
        let Some(planned) = self.plan.reshape(operation) else {
            let groups = ReshapeGroups {
                names: vec![Size::Constant(1); own.len()],
                groups: vec![ReshapedDims {
                    from: 0..own.len(),
                    to: 0..to.len(),
                }],
            };
            return Ok((self.compact(value)?, groups));
        };
        let names = own.iter().map(|dim| self.merged_names(*dim));
        let is_split = planned.split.as_ref().is_some_and(|(factors, groups)| {
            let mut names_left = &*groups.names;
            names.zip(factors).all(|(names, &count)| {
                let (of_dim, rest) = names_left.split_at(count);
                names_left = rest;
                if names.is_empty() {
                    count == 1
                } else {
                    names == of_dim
                }
            })
        });
        match planned.split.clone().filter(|_| is_split) {
            Some((_, groups)) => Ok((self.split_grids(value), groups)),
            None => {
                let groups = planned.whole.clone();
                Ok((self.compact(value)?, groups))
            }
        }
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
                    Ok(PaddedDim::of(bound, size))
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
            Ok(PaddedDim::of(greatest?, padder.divide(count, divisor)))
        })
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
