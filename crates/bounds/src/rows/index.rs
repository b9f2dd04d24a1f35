//! Ops with positions: they are limited by sizes, and not by bounds.

use super::{dims_of, numbers, operand, operands, result};
use crate::{
    dialect::stablehlo::{
        self, ComparisonDirection, GatherDimensionNumbers, GatherOp, ScatterDimensionNumbers,
    },
    explain::ChangeKind,
    ir::{self, ValueKey},
    padder::{Count, NoForm, PaddedDim, Padder, bounds, like, shape_of},
    rule::Number,
};
use melior::ir::{
    OperationRef, Type, Value, ValueLike, operation::OperationLike, r#type::IntegerType,
};

/// A position that no operand has, even if the length of a window is added.
const NO_POSITION: i64 = -(1 << 30);

impl<'c: 'a, 'a> Padder<'c, 'a> {
    /// Emits `min(start, max(size - length, 0))`: the last start at which a slice of `length` elements is inside. The op
    /// itself limits negative ones.
    fn limit_start(
        &mut self,
        start: Value<'c, 'a>,
        own: PaddedDim<'c, 'a>,
        length: Count<'c, 'a>,
    ) -> Value<'c, 'a> {
        let greatest = self.subtract(own.size, length);
        let start = self.as_counter(start);
        let start = self.as_position(start);
        if self.is_at_most(Count::Value(start), greatest) {
            return start;
        }
        self.log(ChangeKind::Limited);
        let greatest = self.maximum(greatest, Count::Known(0));
        let greatest = self.count(greatest);
        let element = ir::element_type(start.r#type());
        let greatest = element.map_or(greatest, |element| self.convert(greatest, element));
        self.same(stablehlo::MINIMUM, &[start, greatest])
    }

    /// Converts positions to a type that holds all of them, and all sizes: narrow ones to `i32`, unsigned ones to a
    /// wider type.
    fn as_position(&mut self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        let integer = ir::element_type(value.r#type()).and_then(ir::as_integer_type);
        let bits = match integer.map(|it| (it.width(), it.is_unsigned())) {
            Some((..32, _) | (32, false)) | None => 32,
            _ => 64,
        };
        let is_huge = integer.is_some_and(|it| it.is_unsigned() && it.width() == 64);
        let value = match is_huge {
            // Greater numbers would become negative.
            true => {
                let greatest = self.splat(value.r#type(), Number::Integer(i64::MAX));
                match greatest {
                    Some(greatest) => self.same(stablehlo::MINIMUM, &[value, greatest]),
                    None => value,
                }
            }
            false => value,
        };
        self.convert(value, IntegerType::new(self.context, bits).into())
    }

    pub(super) fn dynamic_slice(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let value = operand(operation, 0)?;
        let own = self.dims(value);
        let lengths = numbers(operation, "slice_sizes", own.len(), 0);
        let mut shape = bounds(&own);
        let mut operands = vec![value];
        for dim in 0..own.len() {
            let mut start = operand(operation, 1 + dim)?;
            if own.iter().any(|dim| dim.is_open()) {
                start = self.as_position(start);
            }
            if own[dim].is_open() {
                start = self.limit_start(start, own[dim], Count::Known(lengths[dim]));
            }
            shape[dim] = shape[dim].max(lengths[dim]);
            operands.push(start);
        }
        operands[0] = self.fit(value, &shape);
        ir::set_operands(operation, &operands);
        let dims = lengths.into_iter().map(PaddedDim::fixed).collect();
        self.keep(operation, 0, dims);
        Ok(())
    }

    pub(super) fn dynamic_update_slice(
        &mut self,
        operation: OperationRef<'c, 'a>,
    ) -> Result<(), NoForm> {
        let (value, part) = (operand(operation, 0)?, operand(operation, 1)?);
        let (own, parts) = (self.dims(value), self.dims(part));
        let mut starts = vec![];
        let mut padded = bounds(&own);
        let mut partial = vec![];
        for dim in 0..own.len() {
            padded[dim] = own[dim].bound.max(parts[dim].bound);
            if own[dim].size == parts[dim].size {
                // All of the dim is written, what is outside to what is outside.
                starts.push(None);
                continue;
            }
            let start = operand(operation, 2 + dim)?;
            let start = self.limit_start(start, own[dim], parts[dim].size);
            let zero = self
                .splat(start.r#type(), Number::Integer(0))
                .ok_or("its positions are no integers")?;
            let is_counter = self.counters.contains_key(&ValueKey::new(start));
            starts.push(Some(match is_counter {
                true => start,
                false => self.same(stablehlo::MAXIMUM, &[start, zero]),
            }));
            if parts[dim].is_open() {
                // What is outside of the part may be written behind the end.
                padded[dim] = own[dim].bound + parts[dim].bound;
                partial.push(dim);
            }
        }
        // The starts have one type.
        let zero = starts.iter().flatten().next().copied();
        let zero = match zero.and_then(|start| self.splat(start.r#type(), Number::Integer(0))) {
            Some(zero) => zero,
            None => self.count(Count::Known(0)),
        };
        let starts = starts.into_iter().map(|start| start.unwrap_or(zero));
        let starts = starts.collect::<Vec<_>>();
        let base = self.fit(value, &padded);
        let mut written = part;
        if !partial.is_empty() {
            let slice_sizes = bounds(&parts);
            let slice = stablehlo::DynamicSliceOp {
                slice_sizes: &slice_sizes,
            };
            let attributes = slice.attributes(self.context);
            let operands = [&[base], &*starts].concat();
            let r#type = like(base, &slice_sizes);
            let before =
                self.emitter
                    .emit_pure(stablehlo::DYNAMIC_SLICE, &operands, &attributes, r#type);
            if let Some(inside) = self.inside_all(&parts, &partial) {
                written = self.select(inside, part, before);
            }
        }
        let operands = [&[base, written], &*starts].concat();
        let updated = self.same(stablehlo::DYNAMIC_UPDATE_SLICE, &operands);
        let updated = self.fit(updated, &bounds(&own));
        self.replace(operation, updated, own);
        Ok(())
    }

    /// Emits a tensor of numbers, one for each element of the vectors of positions.
    fn along_vector(
        &mut self,
        counts: &[Count<'c, 'a>],
        positions: Value<'c, 'a>,
        vector_dim: usize,
    ) -> Value<'c, 'a> {
        let shape = shape_of(positions);
        let list = self.list(counts);
        let list = match ir::element_type(positions.r#type()) {
            Some(element) => self.convert(list, element),
            None => list,
        };
        match vector_dim < shape.len() {
            true => self.broadcast(list, &[vector_dim], &shape),
            false => {
                let scalar = self.reshape(list, &[]);
                self.broadcast(scalar, &[], &shape)
            }
        }
    }

    pub(super) fn gather(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let numbers = operation.attribute("dimension_numbers").ok();
        let numbers = numbers
            .and_then(GatherDimensionNumbers::from_attribute)
            .ok_or("its dims are not known")?;
        let mut value = self.compact(operand(operation, 0)?)?;
        let mut positions = operand(operation, 1)?;
        if !numbers.start_indices_batching_dims.is_empty() {
            positions = self.compact(positions)?;
        }
        let old = result(operation)?;
        let mut own = self.dims(value);
        let mut index_dims = self.dims(positions);
        let mut lengths = match ir::int_array(operation, "slice_sizes") {
            Some(sizes) => sizes.into_iter().map(PaddedDim::fixed).collect::<Vec<_>>(),
            None => {
                let sizes = operand(operation, 2)?;
                let sizes = (0..own.len()).map(|dim| self.element(sizes, dim));
                let sizes = sizes.collect::<Vec<_>>();
                let sizes = sizes.into_iter().zip(&own);
                let sizes = sizes.map(|(size, own)| match size {
                    Count::Known(size) => PaddedDim::fixed(size),
                    size => PaddedDim::of(self.greatest_count(size).clamp(0, own.bound), size),
                });
                sizes.collect()
            }
        };
        // Batches are at equal positions.
        let batching = dims_of(&numbers.operand_batching_dims).into_iter();
        let batching = batching.zip(dims_of(&numbers.start_indices_batching_dims));
        for (a, b) in batching.collect::<Vec<_>>() {
            let least = own[a].bound.min(index_dims[b].bound);
            if own[a].is_open() || index_dims[b].is_open() {
                value = self.fit_dim(value, a, least);
                positions = self.fit_dim(positions, b, least);
                own[a].bound = least;
                index_dims[b].bound = least;
            }
        }
        let vector_dim = numbers.index_vector_dim as usize;
        let indexed = dims_of(&numbers.start_index_map);
        let is_limited = |dim: &usize| own[*dim].is_open() || lengths[*dim].is_open();
        // The greatest positions.
        let mut limits = vec![];
        for dim in 0..own.len() {
            limits.push(match indexed.contains(&dim) {
                true => {
                    let limit = self.subtract(own[dim].size, lengths[dim].size);
                    self.maximum(limit, Count::Known(0))
                }
                false => Count::Known(0),
            });
        }
        if indexed.iter().any(is_limited) {
            positions = self.as_position(positions);
            self.log(ChangeKind::Limited);
            let limits = indexed.iter().map(|&dim| limits[dim]).collect::<Vec<_>>();
            let limits = self.along_vector(&limits, positions, vector_dim);
            positions = self.same(stablehlo::MINIMUM, &[positions, limits]);
        }
        let mut shape = bounds(&own);
        let batched = dims_of(&numbers.operand_batching_dims);
        for dim in 0..own.len() {
            let length = &mut lengths[dim];
            if batched.contains(&dim) {
                length.bound = length.bound.min(own[dim].bound);
                continue;
            }
            let is_whole = length.size == own[dim].size;
            if is_whole {
                length.bound = own[dim].bound;
            } else if length.is_open() {
                // A window as long as its bound may reach beyond the operand's.
                let limit = self.greatest_count(limits[dim]).clamp(0, own[dim].bound);
                shape[dim] = shape[dim].max(limit + length.bound);
            }
            shape[dim] = shape[dim].max(length.bound);
        }
        value = self.fit(value, &shape);
        // The dims of the result.
        let offsets = dims_of(&numbers.offset_dims);
        let dropped = [
            &*numbers.collapsed_slice_dims,
            &numbers.operand_batching_dims,
        ]
        .concat();
        let dropped = dims_of(&dropped);
        let mut parts = (0..own.len()).filter(|dim| !dropped.contains(dim));
        let mut batches = (0..index_dims.len()).filter(|&dim| dim != vector_dim);
        let rank = ir::sizes_of(old.r#type()).len();
        let mut dims = vec![];
        for dim in 0..rank {
            let found = match offsets.contains(&dim) {
                true => parts.next().map(|dim| lengths[dim]),
                false => batches.next().map(|dim| index_dims[dim]),
            };
            dims.push(found.ok_or("its dims do not fit")?);
        }
        let slice_sizes = bounds(&lengths);
        let gather = GatherOp {
            dimension_numbers: &numbers,
            slice_sizes: &slice_sizes,
            indices_are_sorted: None,
        };
        let attributes = gather.attributes(self.context).unwrap_or_default();
        let r#type = like(value, &bounds(&dims));
        let gathered =
            self.emitter
                .emit_pure(stablehlo::GATHER, &[value, positions], &attributes, r#type);
        // The type of the result may say sizes that the operands leave open.
        for (dim, found) in dims.iter_mut().enumerate() {
            let known = self.known_dim(old, dim).filter(|known| !known.is_open());
            let known = known.filter(|_| found.grid.is_none());
            *found = known.unwrap_or(*found);
        }
        let gathered = self.fit(gathered, &bounds(&dims));
        self.replace(operation, gathered, dims);
        Ok(())
    }

    /// Pads `stablehlo.scatter`. An index that is beyond the operand's size, or that belongs to padding of the updates,
    /// becomes one that is out of bounds, so that its update is skipped.
    pub(super) fn scatter(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let count = (operation.operand_count() - 1) / 2;
        let numbers = operation.attribute("scatter_dimension_numbers").ok();
        let mut numbers = numbers
            .and_then(ScatterDimensionNumbers::from_attribute)
            .ok_or("its dims are not known")?;
        let values = operands(operation, 0..count)?;
        let updates = operands(operation, count + 1..2 * count + 1)?;
        let mut own = self.common_dims(&values);
        let mut positions = operand(operation, count)?;
        let mut update_dims = self.common_dims(&updates);
        let mut index_dims = self.dims(positions);
        let vector_dim = numbers.index_vector_dim as usize;
        // The window's length along each dim of the operand.
        let window = dims_of(&numbers.update_window_dims);
        let dropped = [&*numbers.inserted_window_dims, &numbers.input_batching_dims].concat();
        let dropped = dims_of(&dropped);
        let kept = (0..own.len()).filter(|dim| !dropped.contains(dim));
        let window_of = kept.zip(window.iter().copied()).collect::<Vec<_>>();
        let indexed = dims_of(&numbers.scatter_dims_to_operand_dims);
        let mut spread = vec![];
        for &(dim, of_update) in &window_of {
            let length = update_dims[of_update];
            if !length.is_open() && own[dim].bound < length.bound {
                return Err("its window is longer than the bound of its operand".into());
            }
            if !length.is_open() && !own[dim].is_open() {
                continue;
            }
            if length.size == own[dim].size {
                update_dims[of_update].bound = own[dim].bound;
            } else if length.is_open() {
                spread.push((dim, of_update));
            }
        }
        // Batches are at equal positions.
        let batches = (0..index_dims.len()).filter(|&dim| dim != vector_dim);
        let update_batches = (0..update_dims.len()).filter(|dim| !window.contains(dim));
        for (a, b) in batches.zip(update_batches).collect::<Vec<_>>() {
            let least = index_dims[a].bound.min(update_dims[b].bound);
            (index_dims[a].bound, update_dims[b].bound) = (least, least);
        }
        let batching = dims_of(&numbers.input_batching_dims).into_iter();
        let batching = batching.zip(dims_of(&numbers.scatter_indices_batching_dims));
        for (a, b) in batching.collect::<Vec<_>>() {
            if own[a].bound != index_dims[b].bound {
                let update = (0..update_dims.len()).filter(|dim| !window.contains(dim));
                let before = (0..index_dims.len()).filter(|&dim| dim != vector_dim && dim < b);
                let least = own[a].bound.max(index_dims[b].bound);
                own[a].bound = least;
                index_dims[b].bound = least;
                if let Some(dim) = update.collect::<Vec<_>>().get(before.count()) {
                    update_dims[*dim].bound = least;
                }
            }
        }
        positions = self.as_position(positions);
        let shape = bounds(&index_dims);
        positions = self.fit(positions, &shape);
        positions = self.with_dims(positions, index_dims.clone());
        let is_spread = !spread.is_empty();
        if !indexed.is_empty() && (is_spread || indexed.iter().any(|&dim| own[dim].is_open())) {
            self.log(ChangeKind::Limited);
            let mut limits = vec![];
            for &dim in &indexed {
                let length = window_of.iter().find(|(own, _)| *own == dim);
                let length = length.map_or(Count::Known(1), |&(_, dim)| update_dims[dim].size);
                limits.push(self.subtract(own[dim].size, length));
            }
            let limits = self.along_vector(&limits, positions, vector_dim);
            let mut is_valid = self.compare(ComparisonDirection::Le, positions, limits);
            if is_spread {
                // A window that starts before the operand is skipped, too.
                let zero = self
                    .splat(positions.r#type(), Number::Integer(0))
                    .ok_or("its positions are no integers")?;
                let is_positive = self.compare(ComparisonDirection::Ge, positions, zero);
                is_valid = self.same(stablehlo::AND, &[is_valid, is_positive]);
            }
            let none = self.no_position(positions.r#type())?;
            positions = self.select(is_valid, positions, none);
            positions = self.with_dims(positions, index_dims.clone());
        }
        if index_dims.iter().any(|dim| dim.is_open()) {
            let none = self.no_position(like(positions, &[]))?;
            let all = (0..index_dims.len()).collect::<Vec<_>>();
            let batches = dims_of(&numbers.scatter_indices_batching_dims);
            let mut others = all.iter().filter(|dim| !batches.contains(dim));
            if indexed.is_empty() && others.any(|&dim| index_dims[dim].is_open()) {
                return Err("it has updates without positions, of an unknown number".into());
            }
            // A scatter of batches only writes to itself.
            if !indexed.is_empty() {
                positions = self.mask(positions, &all, none);
            }
        }
        if !spread.is_empty() {
            positions = self.spread_windows(positions, &mut numbers, &update_dims, &spread)?;
            let attribute = numbers.to_attribute(self.context);
            let attribute = attribute.ok_or("its dims are not known")?;
            ir::set_attribute(operation, "scatter_dimension_numbers", attribute);
        }
        let mut all = vec![];
        for value in values {
            all.push(self.fit(value, &bounds(&own)));
        }
        all.push(positions);
        for update in updates {
            all.push(self.fit(update, &bounds(&update_dims)));
        }
        ir::set_operands(operation, &all);
        ir::remove_attribute(operation, "indices_are_sorted");
        ir::remove_attribute(operation, "unique_indices");
        for index in 0..count {
            self.keep(operation, index, own.clone());
        }
        Ok(())
    }

    /// Turns some window dims of a scatter into scatter dims, so that each element gets an index of its own; the index of an
    /// element outside is out of bounds. `spread` has a pair for each of these dims: that of the operand, and that of the
    /// updates.
    fn spread_windows(
        &mut self,
        positions: Value<'c, 'a>,
        numbers: &mut ScatterDimensionNumbers,
        updates: &[PaddedDim<'c, 'a>],
        spread: &[(usize, usize)],
    ) -> Result<Value<'c, 'a>, NoForm> {
        let old_window = dims_of(&numbers.update_window_dims);
        let is_spread = |dim: &usize| spread.iter().any(|(_, of_update)| of_update == dim);
        let window = old_window.iter().copied().filter(|dim| !is_spread(dim));
        let window = window.collect::<Vec<_>>();
        // The dims of the updates that get positions, and where each is among those of the positions.
        let batch = (0..updates.len()).filter(|dim| !window.contains(dim));
        let batch = batch.collect::<Vec<_>>();
        let place = |dim: usize| batch.iter().position(|&it| it == dim).unwrap_or(0);
        let old_batch = (0..updates.len()).filter(|dim| !old_window.contains(dim));
        let mut mapping = old_batch.map(place).collect::<Vec<_>>();
        let vector_dim = numbers.index_vector_dim as usize;
        let mut shape = batch
            .iter()
            .map(|&dim| updates[dim].bound)
            .collect::<Vec<_>>();
        let own = shape_of(positions);
        for dim in &mut numbers.scatter_indices_batching_dims {
            let at = *dim as usize;
            *dim = mapping[at - usize::from(at > vector_dim)] as i64;
        }
        let count = own.get(vector_dim).copied().unwrap_or(1);
        shape.push(count);
        if vector_dim < own.len() {
            mapping.insert(vector_dim, batch.len());
        }
        let all = self.broadcast(positions, &mapping, &shape);
        let rank = shape.len();
        let mut parts = vec![];
        let mut to = dims_of(&numbers.scatter_dims_to_operand_dims);
        let added = spread.iter().filter(|(dim, _)| !to.contains(dim));
        let added = added.map(|(dim, _)| *dim).collect::<Vec<_>>();
        let mut part_shape = shape.clone();
        part_shape[rank - 1] = 1;
        to.extend(&added);
        for (index, dim) in to.iter().enumerate() {
            let of_update = spread.iter().find(|(own, _)| own == dim).map(|(_, it)| *it);
            let mut part = match index < count as usize {
                true => {
                    let (mut start, mut limit) = (vec![0; rank], shape.clone());
                    (start[rank - 1], limit[rank - 1]) = (index as i64, index as i64 + 1);
                    Some(self.slice(all, &start, &limit, &vec![1; rank]))
                }
                false => None,
            };
            if let Some(of_update) = of_update {
                let offset = self.iota(&part_shape, place(of_update));
                let size = self.count(updates[of_update].size);
                let size = self.broadcast(size, &[], &part_shape);
                let is_inside = self.compare(ComparisonDirection::Lt, offset, size);
                let element = ir::element_type(all.r#type()).ok_or("it has no positions")?;
                let offset = self.convert(offset, element);
                let moved = match part {
                    Some(part) => self.same(stablehlo::ADD, &[part, offset]),
                    None => offset,
                };
                let none = self.no_position(moved.r#type())?;
                part = Some(self.select(is_inside, moved, none));
            }
            parts.extend(part);
        }
        let mut inserted = numbers.inserted_window_dims.clone();
        inserted.extend(spread.iter().map(|(dim, _)| *dim as i64));
        inserted.sort_unstable();
        let numbers_of = |list: &[usize]| list.iter().map(|&dim| dim as i64).collect::<Vec<_>>();
        numbers.inserted_window_dims = inserted;
        numbers.update_window_dims = numbers_of(&window);
        numbers.scatter_dims_to_operand_dims = numbers_of(&to);
        numbers.index_vector_dim = batch.len() as i64;
        Ok(self.concatenate(&parts, rank - 1))
    }

    /// Emits a tensor of [`NO_POSITION`].
    fn no_position(&mut self, r#type: Type<'c>) -> Result<Value<'c, 'a>, NoForm> {
        self.splat(r#type, Number::Integer(NO_POSITION))
            .ok_or_else(|| "its positions are no integers".into())
    }
}
