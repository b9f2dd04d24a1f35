//! A grid is a dim into which a reshape has merged several padded dims without moving elements.
//!
//! If a dim other than the first of those that are merged is unknown, nearly all elements would have to move: in a tensor
//! of bounds `4x6` and sizes `3x5`, element 5 is at position 6. Most programs split the merged dim again after a product
//! or two. So elements stay, and those outside are between those inside. An op that cannot deal with these gaps gets a
//! tensor without them.

use crate::{
    dialect::stablehlo,
    explain::ChangeKind,
    ir,
    padder::{Count, Grid, GridId, NoForm, PaddedDim, Padder, bounds, shape_of},
    plan::ReshapedDims,
    symbol::Size,
};
use melior::ir::Value;

impl<'c: 'a, 'a> Padder<'c, 'a> {
    /// Returns the dims that a grid is merged from; empty if it is none.
    pub fn merged_dims(&self, dim: PaddedDim<'c, 'a>) -> Vec<PaddedDim<'c, 'a>> {
        let grid = dim.grid.and_then(|GridId(index)| self.grids.get(index));
        grid.map_or(vec![], |grid| grid.dims.clone())
    }

    /// Returns the names of the sizes of the dims that a grid is merged from; empty if it is none.
    pub fn merged_names(&self, dim: PaddedDim<'c, 'a>) -> &[Size] {
        let grid = dim.grid.and_then(|GridId(index)| self.grids.get(index));
        grid.map_or(&[], |grid| &grid.names)
    }

    /// Merges `dims` into one without moving elements, and returns it. `size` is the number of its elements that are not
    /// padding; `names` are the names of the sizes of `dims`.
    pub fn grid(
        &mut self,
        dims: &[PaddedDim<'c, 'a>],
        names: Vec<Size>,
        size: Count<'c, 'a>,
    ) -> Result<PaddedDim<'c, 'a>, NoForm> {
        let bound = element_count(dims)?;
        let known = self.grids.iter().position(|grid| grid.dims == dims);
        let index = known.unwrap_or_else(|| {
            let dims = dims.to_vec();
            self.grids.push(Grid { dims, names });
            self.grids.len() - 1
        });
        let grid = Some(GridId(index));
        Ok(PaddedDim { bound, size, grid })
    }

    /// Emits a tensor with the dims that its grids are merged from.
    pub fn split_grids(&mut self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        let mut split = vec![];
        for dim in self.dims(value) {
            let merged = self.merged_dims(dim);
            match merged.is_empty() {
                true => split.push(dim),
                false => split.extend(merged),
            }
        }
        let found = self.reshape(value, &bounds(&split));
        self.with_dims(found, split)
    }

    /// Emits a tensor without grids: its elements inside are the first ones of each dim.
    ///
    /// # Errors
    ///
    /// Fails if there are more elements than `i32` counts.
    pub fn compact(&mut self, value: Value<'c, 'a>) -> Result<Value<'c, 'a>, NoForm> {
        let dims = self.dims(value);
        if dims.iter().all(|dim| dim.grid.is_none()) {
            return Ok(value);
        }
        let mut value = value;
        for (at, &dim) in dims.iter().enumerate().rev() {
            value = self.compact_dim(value, at, dim)?;
        }
        Ok(value)
    }

    fn compact_dim(
        &mut self,
        value: Value<'c, 'a>,
        at: usize,
        dim: PaddedDim<'c, 'a>,
    ) -> Result<Value<'c, 'a>, NoForm> {
        let merged = self.merged_dims(dim);
        if merged.is_empty() {
            return Ok(value);
        }
        let mut dims = self.dims(value);
        let group = ReshapedDims {
            from: at..at + merged.len(),
            to: at..at + 1,
        };
        dims.splice(at..=at, merged);
        let split = self.reshape(value, &bounds(&dims));
        let bound = self.bound_of(dim.size, Ok(dim.bound))?;
        let new = [PaddedDim::of(bound, dim.size)];
        let found = self.move_elements(split, &mut dims, &group, &new)?;
        Ok(self.with_dims(found, dims))
    }

    /// Emits tensors of equal sizes in one layout: if a dim is a grid in one of them, it is the same grid in all.
    pub fn align(&mut self, mut values: Vec<Value<'c, 'a>>) -> Result<Vec<Value<'c, 'a>>, NoForm> {
        let rank = values.first().map_or(0, |&it| shape_of(it).len());
        for dim in 0..rank {
            let mut all = values.iter().map(|&value| self.dims(value)[dim]);
            let Some(grid) = all.find(|it| it.grid.is_some()) else {
                continue;
            };
            for value in &mut values {
                *value = self.spread(*value, dim, grid)?;
            }
        }
        Ok(values)
    }

    /// Emits two tensors so that a dim of each, which have equal sizes, are the same grid if one of them is a grid.
    pub fn align_dim(
        &mut self,
        [left, right]: [(Value<'c, 'a>, usize); 2],
    ) -> Result<[Value<'c, 'a>; 2], NoForm> {
        let [of_left, of_right] = [left, right].map(|(value, dim)| self.dims(value)[dim]);
        Ok(match (of_left.grid, of_right.grid) {
            (Some(_), _) => [left.0, self.spread(right.0, right.1, of_left)?],
            (None, Some(_)) => [self.spread(left.0, left.1, of_right)?, right.0],
            (None, None) => [left.0, right.0],
        })
    }

    /// Emits a tensor whose elements along a dim are where a grid has them.
    fn spread(
        &mut self,
        value: Value<'c, 'a>,
        at: usize,
        grid: PaddedDim<'c, 'a>,
    ) -> Result<Value<'c, 'a>, NoForm> {
        let own = self.dims(value)[at];
        if own.grid == grid.grid {
            return Ok(value);
        }
        let mut dims = self.dims(value);
        dims[at] = grid;
        if let Some(repeated) = self.repeated(value, at, grid.bound) {
            return Ok(self.with_dims(repeated, dims));
        }
        let value = self.compact_dim(value, at, own)?;
        self.log(ChangeKind::Moved);
        let merged = self.merged_dims(grid);
        let old = merged.iter().map(|dim| Count::Known(dim.bound.max(1)));
        let old = old.collect::<Vec<_>>();
        let new = merged.iter().map(|dim| dim.size).collect::<Vec<_>>();
        let positions = self.iota(&[grid.bound], 0);
        let positions = self.renumbered(positions, &old, &new);
        let found = match shape_of(value)[at] {
            0 => self.fit_dim(value, at, grid.bound),
            _ => self.take(value, at, positions),
        };
        Ok(self.with_dims(found, dims))
    }

    /// If a value is a broadcast that repeats its operand along a dim, emits the same broadcast with another bound of the dim.
    fn repeated(&mut self, value: Value<'c, 'a>, at: usize, bound: i64) -> Option<Value<'c, 'a>> {
        let broadcast = ir::defined_by(value, stablehlo::BROADCAST_IN_DIM)?;
        let operand = ir::operand(broadcast, 0)?;
        let mapping = ir::int_array(broadcast, "broadcast_dimensions")?;
        let mapping = mapping.iter().map(|&dim| dim as usize).collect::<Vec<_>>();
        let from = mapping.iter().position(|&dim| dim == at);
        if from.is_some_and(|from| shape_of(operand)[from] != 1) {
            return None;
        }
        let mut shape = shape_of(value);
        shape[at] = bound;
        Some(self.broadcast(operand, &mapping, &shape))
    }

    /// Moves the elements of a group of dims to where they are in the result.
    pub fn move_elements(
        &mut self,
        value: Value<'c, 'a>,
        dims: &mut Vec<PaddedDim<'c, 'a>>,
        group: &ReshapedDims,
        new: &[PaddedDim<'c, 'a>],
    ) -> Result<Value<'c, 'a>, NoForm> {
        self.log(ChangeKind::Moved);
        let own = dims[group.from.clone()].to_vec();
        let (own_count, new_count) = (element_count(&own)?, element_count(new)?);
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
    pub fn vector(&mut self, count: Count<'c, 'a>, length: i64) -> Value<'c, 'a> {
        let scalar = self.count(count);
        self.broadcast(scalar, &[], &[length])
    }
}

/// Returns how many elements the bounds of dims hold.
fn element_count(dims: &[PaddedDim<'_, '_>]) -> Result<i64, NoForm> {
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
}
