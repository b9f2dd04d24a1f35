//! Ops that move elements: broadcasts, slices, concatenation, padding.

use super::{dim_list, numbers, operand, result};
use crate::{
    dialect::stablehlo::{self, ComparisonDirection},
    explain::ChangeKind,
    ir,
    padder::{Count, NoForm, PaddedDim, Padder, bounds, shape_of, tensor_type},
};
use melior::ir::{
    OperationRef, Value, ValueLike, attribute::DenseElementsAttribute, operation::OperationLike,
    r#type::IntegerType,
};

impl<'c: 'a, 'a> Padder<'c, 'a> {
    pub(super) fn dimension_size(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let dims = self.dims(operand(operation, 0)?);
        let dim = ir::integer(operation, "dimension").unwrap_or(0) as usize;
        let size = self.count(dims[dim].size);
        ir::replace_uses(result(operation)?, size);
        self.dead.push(operation);
        Ok(())
    }

    pub(super) fn set_dimension_size(
        &mut self,
        operation: OperationRef<'c, 'a>,
    ) -> Result<(), NoForm> {
        let value = operand(operation, 0)?;
        let mut dims = self.dims(value);
        let dim = ir::integer(operation, "dimension").unwrap_or(0) as usize;
        let size = operand(operation, 1)?;
        dims[dim].size = match ir::constant_integer(size) {
            Some(number) => Count::Known(number),
            None => Count::Value(size),
        };
        let value = match dims[dim].size {
            Count::Known(number) => {
                dims[dim].bound = number;
                self.fit(value, &bounds(&dims))
            }
            // The same value may have other sizes elsewhere.
            Count::Value(_) => self.emitter.emit(
                stablehlo::OPTIMIZATION_BARRIER,
                &[value],
                &[],
                value.r#type(),
            ),
        };
        self.replace(operation, value, dims);
        Ok(())
    }

    pub(super) fn broadcast_in_dim(
        &mut self,
        operation: OperationRef<'c, 'a>,
    ) -> Result<(), NoForm> {
        let mut value = operand(operation, 0)?;
        let old = result(operation)?;
        let mapping = dim_list(operation, "broadcast_dimensions");
        let rank = ir::sizes_of(old.r#type()).len();
        let sizes = ir::operand(operation, 1);
        let mut own = self.dims(value);
        let mut dims = vec![];
        for dim in 0..rank {
            let from = mapping.iter().position(|&it| it == dim).map(|it| own[it]);
            dims.push(match (sizes, from) {
                (Some(sizes), _) => self.dim_from(old, dim, sizes)?,
                // Without sizes, an unknown one is the operand's.
                (None, Some(from)) => self.result_dim(old, dim, |_| Ok(from))?,
                (None, None) => self
                    .known_dim(old, dim)
                    .ok_or("a size of its result is not known")?,
            });
        }
        let is_other = |(from, &to): (usize, &usize)| {
            own[from].grid.is_some() && own[from].size != dims[to].size
        };
        if mapping.iter().enumerate().any(is_other) {
            value = self.compact(value)?;
            own = self.dims(value);
        }
        for (from, &to) in mapping.iter().enumerate() {
            if own[from].grid.is_some() {
                dims[to] = own[from];
            }
        }
        let kept = dim_list(operation, "known_nonexpanding_dimensions");
        let expanding = dim_list(operation, "known_expanding_dimensions");
        for (from, &to) in mapping.iter().enumerate() {
            let (own, new) = (own[from], dims[to]);
            let is_one = own.bound == 1 && !own.is_open();
            if is_one {
                continue;
            }
            let is_same = own.size == new.size || kept.contains(&from) || !own.is_open();
            value = match () {
                () if expanding.contains(&from) => self.fit_dim(value, from, 1),
                () if is_same => self.fit_dim(value, from, new.bound),
                () => self.expand(value, from, own, new.bound),
            };
        }
        let value = self.broadcast(value, &mapping, &bounds(&dims));
        self.replace(operation, value, dims);
        Ok(())
    }

    pub(super) fn transpose(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let own = self.dims(operand(operation, 0)?);
        let dims = dim_list(operation, "permutation").into_iter();
        let dims = dims.map(|dim| own[dim]).collect();
        self.keep(operation, 0, dims);
        Ok(())
    }

    pub(super) fn concatenate_op(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let along = ir::integer(operation, "dimension").unwrap_or(0) as usize;
        let values = operation.operands().collect::<Vec<_>>();
        let mut dims = self.common_dims(&values);
        let mut fitted = vec![];
        for &value in &values {
            let mut shape = bounds(&dims);
            shape[along] = shape_of(value)[along];
            fitted.push((self.fit(value, &shape), self.dims(value)[along]));
        }
        // What is outside of an operand is overwritten by the next one. A consumer copies what is concatenated faster
        // than it pads.
        let first = fitted.iter().position(|(_, dim)| dim.is_open());
        let first = first.unwrap_or(fitted.len() - 1);
        let all = fitted.iter().map(|(value, _)| *value).collect::<Vec<_>>();
        let mut value = self.concatenate(&all, along);
        let total = shape_of(value)[along];
        let (head, tail) = fitted.split_at(first + 1);
        let mut size = Count::Known(0);
        for (_, dim) in head {
            size = self.add(size, dim.size);
        }
        if !tail.is_empty() {
            self.log(ChangeKind::Moved);
        }
        for &(part, dim) in tail {
            value = self.update(value, part, along, size);
            size = self.add(size, dim.size);
        }
        let old = result(operation)?;
        let dim = self.result_dim(old, along, |_| Ok(PaddedDim::of(total, size)))?;
        dims[along] = dim;
        let value = self.fit_dim(value, along, dim.bound);
        self.replace(operation, value, dims);
        Ok(())
    }

    pub(super) fn slice_op(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let value = operand(operation, 0)?;
        let own = self.dims(value);
        let limits = numbers(operation, "limit_indices", own.len(), 0);
        let starts = numbers(operation, "start_indices", own.len(), 0);
        let strides = numbers(operation, "strides", own.len(), 1);
        let mut shape = bounds(&own);
        let mut dims = vec![];
        for dim in 0..own.len() {
            // A bound below the limit fails a check at all sizes.
            shape[dim] = shape[dim].max(limits[dim]);
            dims.push(PaddedDim::fixed(
                (limits[dim] - starts[dim] + strides[dim] - 1) / strides[dim],
            ));
        }
        let value = self.fit(value, &shape);
        ir::set_operand(operation, 0, value);
        self.keep(operation, 0, dims);
        Ok(())
    }

    pub(super) fn real_dynamic_slice(
        &mut self,
        operation: OperationRef<'c, 'a>,
    ) -> Result<(), NoForm> {
        let mut value = operand(operation, 0)?;
        let old = result(operation)?;
        let [starts, limits, strides] = [
            operand(operation, 1)?,
            operand(operation, 2)?,
            operand(operation, 3)?,
        ];
        let mut dims = vec![];
        for dim in 0..self.dims(value).len() {
            let own = shape_of(value)[dim];
            let (start, limit) = (self.element(starts, dim), self.element(limits, dim));
            let stride = self.element(strides, dim);
            let new = self.result_dim(old, dim, |padder| {
                let length = padder.subtract(limit, start);
                let more = padder.subtract(stride, Count::Known(1));
                let length = padder.add(length, more);
                let positive = padder.maximum(stride, Count::Known(1));
                let size = padder.divide(length, positive);
                let size = padder.maximum(size, Count::Known(0));
                Ok(PaddedDim::of(own, size))
            })?;
            dims.push(new);
            value = match (start, stride) {
                (Count::Known(start), Count::Known(stride)) if start >= 0 && stride > 0 => {
                    let end = start + (new.bound - 1).max(0) * stride + i64::from(new.bound > 0);
                    let value = self.fit_dim(value, dim, own.max(end));
                    let mut shape = shape_of(value);
                    let mut first = vec![0; shape.len()];
                    let mut steps = vec![1; shape.len()];
                    (first[dim], shape[dim], steps[dim]) = (start, end, stride);
                    match first[dim] == 0 && steps[dim] == 1 && shape == shape_of(value) {
                        true => value,
                        false => self.slice(value, &first, &shape, &steps),
                    }
                }
                (start, Count::Known(1)) => {
                    // Only what is outside of the result may be behind the end.
                    let length = match new.is_open() {
                        true => own + new.bound,
                        false => own.max(new.bound),
                    };
                    let padded = self.fit_dim(value, dim, length);
                    self.part(padded, dim, start, new.bound)
                }
                (start, stride) => {
                    let positions = self.iota(&[new.bound], 0);
                    let stride = self.vector(stride, new.bound);
                    let positions = self.same(stablehlo::MULTIPLY, &[positions, stride]);
                    let start = self.vector(start, new.bound);
                    let positions = self.same(stablehlo::ADD, &[positions, start]);
                    let value = self.fit_dim(value, dim, own.max(1));
                    self.take(value, dim, positions)
                }
            };
        }
        self.replace(operation, value, dims);
        Ok(())
    }

    pub(super) fn reverse(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let value = operand(operation, 0)?;
        let dims = self.dims(value);
        let reversed = dim_list(operation, "dimensions");
        self.keep(operation, 0, dims.clone());
        // What is inside is at the end now.
        let mut moved = result(operation)?;
        let next = operation.next_in_block();
        let open = reversed.into_iter().filter(|&dim| dims[dim].is_open());
        let open = open.collect::<Vec<_>>();
        let Some(next) = next.filter(|_| !open.is_empty()) else {
            return Ok(());
        };
        self.log(ChangeKind::Moved);
        let users = ir::users(moved);
        self.emitter.set_anchor(next);
        for dim in open {
            let bound = dims[dim].bound;
            let start = self.subtract(Count::Known(bound), dims[dim].size);
            let padded = self.fit_dim(moved, dim, 2 * bound);
            moved = self.part(padded, dim, start, bound);
        }
        moved = self.with_dims(moved, dims);
        for (user, index) in users {
            ir::set_operand(user, index, moved);
        }
        Ok(())
    }

    pub(super) fn pad_op(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let mut value = operand(operation, 0)?;
        let fill = operand(operation, 1)?;
        let old = result(operation)?;
        let own = self.dims(value);
        let mut padding = vec![];
        for dim in 0..own.len() {
            let attribute =
                |name| ir::int_array(operation, name).map(|list| Count::Known(list[dim]));
            let names = ["edge_padding_low", "edge_padding_high", "interior_padding"];
            let mut of_dim = [Count::Known(0); 3];
            for (index, name) in names.into_iter().enumerate() {
                of_dim[index] = match attribute(name) {
                    Some(number) => number,
                    None => {
                        let numbers = operand(operation, 2 + index)?;
                        self.element(numbers, dim)
                    }
                };
            }
            padding.push(of_dim);
        }
        let mut dims = vec![];
        for (dim, &of_dim) in padding.iter().enumerate() {
            let (padded, new) = self.pad_dim(value, fill, (old, dim), of_dim)?;
            value = padded;
            dims.push(new);
        }
        self.replace(operation, value, dims);
        Ok(())
    }

    /// Pads one dim of a tensor; returns it, and its new dim, which is that of a value of the input.
    pub(super) fn pad_dim(
        &mut self,
        value: Value<'c, 'a>,
        fill: Value<'c, 'a>,
        (old, dim): (Value<'c, 'a>, usize),
        [low, high, interior]: [Count<'c, 'a>; 3],
    ) -> Result<(Value<'c, 'a>, PaddedDim<'c, 'a>), NoForm> {
        let all = self.dims(value);
        let own = all[dim];
        let zero = Count::Known(0);
        if [low, high, interior] == [zero; 3] {
            return Ok((value, own));
        }
        let greatest = self.greatest(old, dim);
        let new = self.result_dim(old, dim, |padder| {
            let gaps = padder.subtract(own.size, Count::Known(1));
            let gaps = padder.maximum(gaps, Count::Known(0));
            let gaps = padder.multiply(gaps, interior);
            let mut size = padder.add(own.size, gaps);
            size = padder.add(size, low);
            size = padder.add(size, high);
            let bound = match (low, high, interior) {
                (Count::Known(low), Count::Known(high), Count::Known(interior)) => {
                    (low + own.bound + (own.bound - 1).max(0) * interior + high).max(0)
                }
                _ => padder.bound_of(size, greatest)?,
            };
            Ok(match size {
                Count::Known(size) => PaddedDim::fixed(size.max(0)),
                size => PaddedDim::of(bound, size),
            })
        })?;
        // What is outside becomes padding behind the elements.
        let is_cut = matches!(high, Count::Known(..=0));
        let value = match is_cut {
            true => value,
            false => self.mask(value, &[dim], fill),
        };
        let rank = all.len();
        let result = match (low, interior) {
            (Count::Known(low), Count::Known(interior)) => {
                let spread = own.bound + (own.bound - 1).max(0) * interior;
                let mut padding = vec![[0; 3]; rank];
                padding[dim] = [low, new.bound - low - spread, interior];
                self.pad(value, fill, &padding)
            }
            (low, interior) => self.pad_by_positions(value, fill, (dim, own), low, interior, new),
        };
        let mut dims = all;
        dims[dim] = new;
        let result = self.with_dims(result, dims);
        Ok((result, new))
    }

    /// Pads a dim by numbers that are known only at run time.
    pub(super) fn pad_by_positions(
        &mut self,
        value: Value<'c, 'a>,
        fill: Value<'c, 'a>,
        (dim, own): (usize, PaddedDim<'c, 'a>),
        low: Count<'c, 'a>,
        interior: Count<'c, 'a>,
        new: PaddedDim<'c, 'a>,
    ) -> Value<'c, 'a> {
        let length = new.bound;
        let mut shape = shape_of(value);
        shape[dim] = length;
        if own.bound == 0 {
            return self.broadcast(fill, &[], &shape);
        }
        let positions = self.iota(&[length], 0);
        let low = self.vector(low, length);
        let offset = self.same(stablehlo::SUBTRACT, &[positions, low]);
        let step = self.add(interior, Count::Known(1));
        let step = self.vector(step, length);
        let place = self.same(stablehlo::DIVIDE, &[offset, step]);
        let between = self.same(stablehlo::REMAINDER, &[offset, step]);
        let zero = self.vector(Count::Known(0), length);
        let size = self.vector(own.size, length);
        let conditions = [
            self.compare(ComparisonDirection::Ge, offset, zero),
            self.compare(ComparisonDirection::Lt, place, size),
            self.compare(ComparisonDirection::Eq, between, zero),
        ];
        let is_element = self.same(stablehlo::AND, &conditions[..2]);
        let is_element = self.same(stablehlo::AND, &[is_element, conditions[2]]);
        let taken = self.take(value, dim, place);
        let is_element = self.broadcast(is_element, &[dim], &shape);
        let fill = self.broadcast(fill, &[], &shape);
        self.select(is_element, taken, fill)
    }

    pub(super) fn rng(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let old = result(operation)?;
        let sizes = operand(operation, 2)?;
        let dims = self.dims_from(old, sizes)?;
        let shape = bounds(&dims);
        let element = IntegerType::new(self.context, 64).into();
        let r#type = tensor_type(element, &[shape.len() as i64]);
        let list = DenseElementsAttribute::i64_values(r#type, &shape);
        let shape = self.constant(list.into(), r#type);
        ir::set_operand(operation, 2, shape);
        self.keep(operation, 0, dims);
        Ok(())
    }
}
