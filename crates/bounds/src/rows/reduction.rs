//! Reductions and sorting: elements outside are neutral, or come last.

use super::{dim_list, operand, operands};
use crate::{
    dialect::stablehlo::{self, ComparisonDirection},
    explain::ChangeKind,
    ir,
    padder::{NoForm, PaddedDim, Padder, bounds, like},
    rule::Number,
    scoped_map::ScopeChange,
};
use melior::ir::{
    BlockLike, OperationRef, RegionLike, Type, TypeLike, Value, ValueLike, operation::OperationLike,
};

impl<'c: 'a, 'a> Padder<'c, 'a> {
    /// Emits what does not change the result of a reduction at an index: the neutral element of its body, or the initial
    /// value, which may take part as often as one likes.
    pub(super) fn neutral(
        &mut self,
        operation: OperationRef<'c, 'a>,
        (region, index): (usize, usize),
        value: Value<'c, 'a>,
        initial: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let name = reducer_name(operation, (region, index));
        let scalar = like(value, &[]);
        let found = name.and_then(|name| self.neutral_scalar(scalar, name));
        if let Some(found) = found {
            return found;
        }
        // A reduction may widen the elements.
        match ir::element_type(scalar) {
            Some(element) => self.convert(initial, element),
            None => initial,
        }
    }

    /// Emits the neutral element of a reducer: the least number for a maximum, 0 for a sum.
    pub(super) fn neutral_scalar(
        &mut self,
        scalar: Type<'c>,
        reducer: &str,
    ) -> Option<Value<'c, 'a>> {
        let element = ir::element_type(scalar)?;
        let number = match reducer {
            // A sum of negative zeros is one.
            stablehlo::ADD if element.is_float() => Number::Float(-0.0),
            stablehlo::ADD if element.is_complex() => Number::Integer(0),
            stablehlo::MULTIPLY if element.is_complex() => Number::Integer(1),
            _ => ir::neutral(reducer, element)?,
        };
        self.splat(scalar, number)
    }

    pub(super) fn reduce(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let reduced = dim_list(operation, "dimensions");
        let count = operation.operand_count() / 2;
        let values = self.align(operands(operation, 0..count)?)?;
        let all = self.common_dims(&values);
        for (index, value) in values.into_iter().enumerate() {
            let initial = operand(operation, count + index)?;
            let fill = self.neutral(operation, (0, index), value, initial);
            let masked = self.mask(value, &reduced, fill);
            let masked = self.fit(masked, &bounds(&all));
            ir::set_operand(operation, index, masked);
        }
        let dims = all.into_iter().enumerate();
        let dims = dims.filter(|(dim, _)| !reduced.contains(dim));
        let dims = dims.map(|(_, dim)| dim).collect::<Vec<_>>();
        for index in 0..count {
            self.keep(operation, index, dims.clone());
        }
        Ok(())
    }

    /// One more key comes first: whether the element is outside.
    pub(super) fn sort(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let values = operation.operands().collect::<Vec<_>>();
        let dims = self.common_dims(&values);
        let shape = bounds(&dims);
        let along = ir::integer(operation, "dimension").unwrap_or(-1);
        let along = match along {
            ..0 => along + dims.len() as i64,
            _ => along,
        } as usize;
        let mut operands = vec![];
        for value in values {
            operands.push(self.fit(value, &shape));
        }
        if !dims[along].is_open() {
            ir::set_operands(operation, &operands);
            for index in 0..operation.result_count() {
                self.keep(operation, index, dims.clone());
            }
            return Ok(());
        }
        self.log(ChangeKind::Moved);
        let inside = self.inside(dims[along]);
        let outside = self.same(stablehlo::NOT, &[inside]);
        let outside = self.as_i32(outside);
        let key = self.broadcast(outside, &[along], &shape);
        operands.push(key);
        let types = operands.iter().map(|it| it.r#type()).collect::<Vec<_>>();
        let Some(new) = ir::insert_with_regions_of(operation, &operands, &types) else {
            return Ok(());
        };
        let body = ir::region(new, 0).and_then(|region| region.first_block());
        let terminator = body.and_then(|body| body.terminator());
        let (Some(body), Some(terminator)) = (body, terminator) else {
            return Err("it has no comparator".into());
        };
        let scalar = self.count_type();
        let [a, b] = [0, 1].map(|_| body.add_argument(scalar, new.location()));
        self.scope(ScopeChange::Enter);
        self.emitter.set_anchor(terminator);
        let is_less = self.compare(ComparisonDirection::Lt, a, b);
        let is_equal = self.compare(ComparisonDirection::Eq, a, b);
        if let Some(own) = ir::operand(terminator, 0) {
            let own = self.same(stablehlo::AND, &[is_equal, own]);
            let all = self.same(stablehlo::OR, &[is_less, own]);
            ir::set_operands(terminator, &[all]);
        }
        self.scope(ScopeChange::Exit);
        for (old, new) in operation.results().zip(new.results()) {
            ir::replace_uses(old.into(), new.into());
            self.set_dims(new.into(), dims.clone());
        }
        self.dead.push(operation);
        Ok(())
    }

    pub(super) fn top_k(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let mut dims = self.dims(operand(operation, 0)?);
        let last = dims.len().saturating_sub(1);
        let found = PaddedDim::fixed(ir::integer(operation, "k").unwrap_or(0));
        if dims[last].is_open() {
            // No element for the padding is less than all that may be inside, because NaN of either sign may be.
            return self.select_greatest(operation, last, found);
        }
        dims[last] = found;
        for index in 0..operation.result_count() {
            self.keep(operation, index, dims.clone());
        }
        Ok(())
    }

    /// Replaces a selection of the greatest elements, and their positions, along the last dim by a sort, of which it takes
    /// the first ones.
    pub(super) fn select_greatest(
        &mut self,
        operation: OperationRef<'c, 'a>,
        last: usize,
        found: PaddedDim<'c, 'a>,
    ) -> Result<(), NoForm> {
        let value = operand(operation, 0)?;
        let mut all = self.dims(value);
        all[last].bound = all[last].bound.max(found.bound);
        let value = self.fit_dim(value, last, all[last].bound);
        let value = self.with_dims(value, all.clone());
        let places = self.iota(&bounds(&all), last);
        let places = self.with_dims(places, all.clone());
        let sorted = self.emitter.emit_descending_sort(&[value, places], last);
        let sorted = sorted.unwrap_or_default();
        let mut dims = all.clone();
        dims[last] = found;
        for (old, &value) in operation.results().zip(&sorted) {
            self.set_dims(value, all.clone());
            let selected = self.fit_dim(value, last, found.bound);
            let selected = self.with_dims(selected, dims.clone());
            ir::replace_uses(old.into(), selected);
        }
        self.dead.push(operation);
        let sort = sorted.first().and_then(|&value| ir::defining_op(value));
        let sort = sort.ok_or("its elements cannot be compared")?;
        self.emitter.set_anchor(sort);
        self.sort(sort)
    }
}

/// Returns the op that a region reduces elements at an index by: it takes both elements, and nothing else.
pub(super) fn reducer_name<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    (region, index): (usize, usize),
) -> Option<&'c str> {
    let body = ir::region(operation, region)?.first_block()?;
    let arguments = ir::block_arguments(body);
    let other = arguments.get(index + arguments.len() / 2).copied();
    let pair = [arguments.get(index).copied(), other];
    let reducer = ir::defining_op(ir::operand(body.terminator()?, index)?)?;
    let operands = [0, 1].map(|at| ir::operand(reducer, at));
    let is_of_both = operands == pair || operands == [pair[1], pair[0]];
    ir::name_str(reducer.name()).filter(|_| reducer.operand_count() == 2 && is_of_both)
}
