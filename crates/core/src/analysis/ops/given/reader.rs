//! Reads the sizes of an op's results that follow from facts.

use super::misfit::Misfit;
use crate::{
    analysis::{
        integers::rank,
        ops::{NumberRow, ResultSizes, all, operands::Operands},
    },
    ir::{self, operand},
    rule::{DimFact, Given, OpFacts, ResultShape},
    symbol::integer::{Function, Signedness},
};
use melior::ir::{
    Attribute, OperationRef, ValueLike, operation::OperationLike, r#type::ShapedTypeLike,
};
use smallvec::SmallVec;
use std::slice;

/// More entries than an attribute for dims has.
const MOST_DIMS: usize = 1 << 10;

/// What follows from facts; without a [`Misfit`], nothing is known.
pub(super) type Found<T> = Result<T, Option<Misfit>>;

/// An op, and its operands.
pub(super) struct OpReader<'o, 'c, 'a, O> {
    pub(super) operands: &'o mut O,
    pub(super) operation: OperationRef<'c, 'a>,
}

/// Returns the sizes of an op's result that follow from facts, if they fit the result's type.
pub(in crate::analysis::ops) fn result_sizes<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    index: usize,
    facts: &OpFacts,
) -> Found<ResultSizes<O>> {
    let has_inputs = operation.operand_count() + operation.region_count() > 0;
    if facts.is_constant && has_inputs {
        return Err(Some(Misfit::NotConstant));
    }
    if facts.results.is_empty() {
        return Err(None);
    }
    let (found, expected) = (operation.result_count(), facts.results.len());
    if found != expected {
        return Err(Some(Misfit::Results { found, expected }));
    }
    let shape = facts.results.get(index).and_then(Option::as_ref);
    let sizes = OpReader {
        operands,
        operation,
    }
    .shape(shape.ok_or(None)?, index)?;
    let declared = ir::result(operation, index).ok_or(None)?.r#type();
    let declared = ir::as_ranked_tensor(declared).ok_or(None)?;
    let (found, expected) = (declared.rank(), sizes.len());
    if found != expected {
        return Err(Some(Misfit::Rank {
            result: index,
            found,
            expected,
        }));
    }
    let shape = ir::shaped_type(declared.into());
    let dims = shape.shape().into_iter().flatten().zip(&sizes).enumerate();
    for (dim, (declared, size)) in dims {
        if let Some(found) = declared.fixed_size()
            && let Some(expected) = size.and_then(|size| operands.value(size))
            && found != expected
        {
            return Err(Some(Misfit::Size {
                dim,
                result: index,
                found,
                expected,
            }));
        }
    }
    Ok(sizes)
}

impl<O: Operands> OpReader<'_, '_, '_, O> {
    /// Returns the sizes of a result, which has the index `result`.
    pub(super) fn shape(&mut self, shape: &ResultShape, result: usize) -> Found<ResultSizes<O>> {
        match shape {
            &ResultShape::Like(operand) => all(self.sizes(operand)?).ok_or(None),
            ResultShape::Permuted {
                operand,
                permutation,
            } => {
                let sizes = self.sizes(*operand)?;
                let permutation = self.numbers(permutation)?;
                let rank = sizes.len();
                let wrong = || Misfit::Permutation {
                    permutation: permutation.clone(),
                    operand: *operand,
                    rank,
                };
                let dims = permutation.iter().map(|&dim| from_start(dim, rank));
                let dims = dims.collect::<Option<Vec<_>>>().ok_or_else(wrong)?;
                if dims.len() != rank || has_duplicates(&dims) {
                    return Err(Some(wrong()));
                }
                Ok(dims.into_iter().map(|dim| Some(sizes[dim])).collect())
            }
            ResultShape::Reduced {
                operand,
                dims,
                keep,
            } => {
                let sizes = self.sizes(*operand)?;
                let given = self.numbers(dims)?;
                let dims = given
                    .iter()
                    .map(|&dim| self.dim(dim, *operand, sizes.len()));
                let dims = dims.collect::<Found<Vec<_>>>()?;
                if has_duplicates(&dims) {
                    return Err(Some(Misfit::Repeated {
                        dims: given,
                        operand: *operand,
                    }));
                }
                let expected = "true or false";
                let keep = self.value(keep, expected, |attribute| {
                    let flag = ir::any_integer_value(attribute)?;
                    (0..=1).contains(&flag).then_some(flag == 1)
                })?;
                let one = self.operands.constant(1);
                let sizes = sizes.into_iter().enumerate();
                let sizes = sizes.filter_map(|(dim, size)| match dims.contains(&dim) {
                    false => Some(Some(size)),
                    true => keep.then_some(Some(one)),
                });
                Ok(sizes.collect())
            }
            ResultShape::Joined { operands, axis } => {
                let (selected, axis) = self.joined(operands, axis)?;
                let (&first, others) = selected.split_first().ok_or(None)?;
                let mut known = all(self.sizes(first)?).ok_or(None)?;
                for &operand in others {
                    let sizes = self.sizes(operand)?;
                    known[axis] = known[axis].and_then(|sum| self.add(sum, sizes[axis]));
                }
                Ok(known)
            }
            ResultShape::Dims(dims) => {
                let mut sizes = ResultSizes::<O>::new();
                for entry in dims {
                    let of_entry = self.entry(entry, result, sizes.len())?;
                    sizes.extend(of_entry);
                }
                Ok(sizes)
            }
        }
    }

    /// Returns the sizes that an entry of `dims` gives the dims of a result from `first` on.
    pub(super) fn entry(
        &mut self,
        entry: &DimFact,
        result: usize,
        first: usize,
    ) -> Found<ResultSizes<O>> {
        let sizes = self.dims(slice::from_ref(entry))?;
        for (index, size) in sizes.iter().enumerate() {
            let value = size.and_then(|size| self.operands.value(size));
            if let Some(size) = value.filter(|&value| value < 0) {
                return Err(Some(Misfit::Negative {
                    what: entry.kind(),
                    dim: first + index,
                    result,
                    size,
                }));
            }
        }
        Ok(sizes)
    }

    /// Returns the operands that are concatenated, and the axis, if the operands differ only along it.
    pub(super) fn joined(
        &mut self,
        operands: &crate::rule::Operands,
        axis: &Given<i64>,
    ) -> Found<(Vec<usize>, usize)> {
        let count = self.operation.operand_count();
        let missing = |operand| Misfit::Operand { operand };
        let selected = operands.select(count).map_err(missing)?;
        let axis = self.number(axis)?;
        let mut joined = None;
        for &operand in &selected {
            let sizes = self.sizes(operand)?;
            let axis = self.dim(axis, operand, sizes.len())?;
            let Some((_, first, of_first)) = &joined else {
                joined = Some((axis, operand, sizes));
                continue;
            };
            let of_first: &ResultSizesOf<O> = of_first;
            if sizes.len() != of_first.len() {
                return Err(Some(Misfit::JoinedRank {
                    operand,
                    found: sizes.len(),
                    first: *first,
                    rank: of_first.len(),
                }));
            }
            for (dim, (&size, &other)) in sizes.iter().zip(of_first).enumerate() {
                if dim != axis
                    && let Some(found) = self.operands.value(size)
                    && let Some(size) = self.operands.value(other)
                    && found != size
                {
                    return Err(Some(Misfit::JoinedSize {
                        operand,
                        found,
                        dim,
                        first: *first,
                        size,
                    }));
                }
            }
        }
        let (axis, ..) = joined.ok_or(None)?;
        Ok((selected, axis))
    }

    pub(super) fn dims(&mut self, dims: &[DimFact]) -> Found<ResultSizes<O>> {
        let mut known = ResultSizes::<O>::new();
        for dim in dims {
            match dim {
                DimFact::Number(number) => {
                    let size = self.number_of(number, "a size", |&size| size >= 0);
                    known.push(known_or(size)?.map(|size| self.operands.constant(size)));
                }
                DimFact::Dim { operand, dim } => {
                    let sizes = self.sizes(*operand);
                    let size = sizes.and_then(|sizes| {
                        let dim = self.number(dim)?;
                        Ok(sizes[self.dim(dim, *operand, sizes.len())?])
                    });
                    known.push(known_or(size)?);
                }
                DimFact::Range { operand, from, to } => {
                    let sizes = self.sizes(*operand)?;
                    let rank = sizes.len();
                    let end = |end: &Option<Given<i64>>, default: usize| match end {
                        Some(end) => self.number(end),
                        None => Ok(default as i64),
                    };
                    let (from, to) = (end(from, 0)?, end(to, rank)?);
                    let wrong = || Misfit::Range {
                        from,
                        to,
                        operand: *operand,
                        rank,
                    };
                    // The rank itself is the end of the last dim.
                    let position = |end: i64| match end {
                        end if end == rank as i64 => Some(rank),
                        end => from_start(end, rank),
                    };
                    let range = position(from).zip(position(to)).ok_or_else(wrong)?;
                    let sizes = sizes.get(range.0..range.1).ok_or_else(wrong)?;
                    known.extend(sizes.iter().copied().map(Some));
                }
                DimFact::Sum(parts) => {
                    let size = self.fold(parts, 0, Self::add);
                    known.push(known_or(size)?);
                }
                DimFact::Product(parts) => {
                    let size = self.fold(parts, 1, Self::multiply);
                    known.push(known_or(size)?);
                }
                DimFact::Difference(parts) => {
                    let size = self.difference(parts);
                    known.push(known_or(size)?);
                }
                DimFact::Quotient {
                    parts,
                    is_rounded_up,
                } => {
                    let size = self.quotient(parts, *is_rounded_up);
                    known.push(known_or(size)?);
                }
            }
        }
        Ok(known)
    }

    fn fold(
        &mut self,
        parts: &[DimFact],
        neutral: i64,
        combine: impl Fn(&mut Self, O::Number, O::Number) -> Option<O::Number>,
    ) -> Found<O::Number> {
        let parts = self.dims(parts)?;
        let mut result = self.operands.constant(neutral);
        for part in parts {
            result = combine(self, result, part.ok_or(None)?).ok_or(None)?;
        }
        Ok(result)
    }

    fn difference(&mut self, parts: &[DimFact]) -> Found<O::Number> {
        let mut parts = self.dims(parts)?.into_iter();
        let mut result = parts.next().flatten().ok_or(None)?;
        for part in parts {
            let part = part.ok_or(None)?;
            result = self
                .combine(Function::Subtract, i64::checked_sub, result, part)
                .ok_or(None)?;
        }
        Ok(result)
    }

    fn quotient(&mut self, parts: &[DimFact], is_rounded_up: bool) -> Found<O::Number> {
        let sizes = self.dims(parts)?;
        let [dividend, Some(divisor)] = sizes[..] else {
            return Err(None);
        };
        let number = self.operands.value(divisor).ok_or(None)?;
        if number <= 0 {
            return Err(Some(self.not_positive(parts, number)));
        }
        let dividend = dividend.ok_or(None)?;
        let (function, rest) = match is_rounded_up {
            true => (Function::DivideUp(Signedness::Signed), number - 1),
            false => (Function::DivideDown, 0),
        };
        Ok(match self.operands.value(dividend) {
            Some(dividend) => {
                let dividend = dividend.checked_add(rest).ok_or(None)?;
                self.operands.constant(dividend.div_euclid(number))
            }
            None => self.operands.apply(function, dividend, divisor),
        })
    }

    /// Returns the misfit that a divisor is not positive.
    fn not_positive(&self, parts: &[DimFact], value: i64) -> Misfit {
        if let [_, DimFact::Number(Given::Attribute { name, .. })] = parts
            && let Ok(attribute) = self.operation.attribute(name)
        {
            return Misfit::Attribute {
                name: name.clone(),
                found: ir::attribute_text(attribute),
                expected: "a positive number, because it is a divisor",
            };
        }
        Misfit::Divisor { value }
    }

    fn add(&mut self, a: O::Number, b: O::Number) -> Option<O::Number> {
        self.combine(Function::Add, i64::checked_add, a, b)
    }

    fn multiply(&mut self, a: O::Number, b: O::Number) -> Option<O::Number> {
        self.combine(Function::Multiply, i64::checked_mul, a, b)
    }

    /// Returns a sum or a product of sizes; `None` for a number that no size equals.
    ///
    /// Where sizes are known only at run time, what is computed may wrap, but the result is a size,
    /// and both are congruent.
    fn combine(
        &mut self,
        function: Function,
        checked: fn(i64, i64) -> Option<i64>,
        a: O::Number,
        b: O::Number,
    ) -> Option<O::Number> {
        let values = (self.operands.value(a), self.operands.value(b));
        match values {
            (Some(a), Some(b)) => Some(self.operands.constant(checked(a, b)?)),
            _ => Some(self.operands.apply(function, a, b)),
        }
    }

    /// Returns the sizes of an operand, if it is a tensor of a known rank.
    fn sizes(&mut self, index: usize) -> Found<ResultSizesOf<O>> {
        let operand = operand(self.operation, index);
        let operand = operand.ok_or(Misfit::Operand { operand: index })?;
        rank(operand.r#type()).ok_or(None)?;
        self.operands.sizes(index).ok_or(None)
    }

    fn number(&self, given: &Given<i64>) -> Found<i64> {
        self.number_of(given, "an integer", |_| true)
    }

    /// Returns a number, which may be one of those in an attribute.
    fn number_of(
        &self,
        given: &Given<i64>,
        expected: &'static str,
        is_right: fn(&i64) -> bool,
    ) -> Found<i64> {
        let (index, expected) = match given {
            Given::Attribute {
                index: Some(index), ..
            } => (Some(*index), "a longer list of such numbers"),
            _ => (None, expected),
        };
        self.value(given, expected, |attribute| {
            let number = match index {
                Some(index) => {
                    let numbers = ir::any_integers_value(attribute, MOST_DIMS)?;
                    numbers.get(index).copied()
                }
                None => ir::any_integer_value(attribute),
            };
            number.filter(is_right)
        })
    }

    fn numbers(&self, given: &Given<Vec<i64>>) -> Found<Vec<i64>> {
        self.value(given, "an integer or a list of integers", |attribute| {
            ir::any_integers_value(attribute, MOST_DIMS)
        })
    }

    fn value<T: Clone>(
        &self,
        given: &Given<T>,
        expected: &'static str,
        read: impl FnOnce(Attribute<'_>) -> Option<T>,
    ) -> Found<T> {
        let (name, default) = match given {
            Given::Always(value) => return Ok(value.clone()),
            Given::Attribute { name, default, .. } => (name, default),
        };
        match self.operation.attribute(name) {
            Ok(attribute) => read(attribute).ok_or_else(|| {
                Some(Misfit::Attribute {
                    name: name.clone(),
                    found: ir::attribute_text(attribute),
                    expected,
                })
            }),
            Err(_) => default.clone().ok_or(None),
        }
    }

    fn dim(&self, dim: i64, operand: usize, rank: usize) -> Found<usize> {
        let found = from_start(dim, rank);
        found.ok_or(Some(Misfit::Dim { dim, operand, rank }))
    }
}

/// The sizes of an operand.
type ResultSizesOf<O> = NumberRow<<O as Operands>::Number>;

/// Returns a size; `None` if it is not known.
fn known_or<T>(size: Found<T>) -> Found<Option<T>> {
    match size {
        Ok(size) => Ok(Some(size)),
        Err(None) => Ok(None),
        Err(Some(misfit)) => Err(Some(misfit)),
    }
}

/// Returns a dim counted from the first one; a negative one is counted from the end.
fn from_start(dim: i64, rank: usize) -> Option<usize> {
    let dim = if dim < 0 {
        dim.checked_add(rank as i64)?
    } else {
        dim
    };
    usize::try_from(dim).ok().filter(|&dim| dim < rank)
}

fn has_duplicates(dims: &[usize]) -> bool {
    let mut sorted = SmallVec::<[usize; 6]>::from_slice(dims);
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}
