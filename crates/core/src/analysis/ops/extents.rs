//! How the sizes of an op's results follow from its operands: for facts, which have names for the
//! operands' sizes where the op is, and for integers, which hold wherever the result is defined.

use super::{
    given::{Misfit, fit_with, result_sizes},
    shape::broadcast_size,
};
use crate::{
    analysis::{
        Analysis,
        integers::{IntegerValues, integer_bits, rank},
        types::Followed,
    },
    ir::{self, AT_RUN_TIME, ValueKey, operand},
    rule::OpFacts,
    symbol::{
        Element, NumberType,
        integer::{Function, INDEX_BITS, Integer, Signedness::Signed},
    },
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};
use smallvec::SmallVec;
use std::ops::Deref;

/// How the sizes of an op's results follow from its operands, if the op is defined for these.
#[derive(Clone, Copy, Debug)]
pub(in crate::analysis) enum Extents {
    /// All results, and all operands of their rank, have the same sizes: a scalar predicate or
    /// bound stands for all elements.
    Same,
    /// All results have the sizes of the operand at this index.
    Like(usize),
    /// The nth result has the sizes of the nth operand.
    Pairwise,
    /// The elements of the operand at this index are the sizes of the results.
    Elements(usize),
    /// A function computes them, of integers or of what facts call them.
    Computed(OfIntegers, OfElements),
    /// A rule file says it for ops of this name.
    Given,
}

type OfIntegers = fn(
    &mut IntegerOperands<'_, '_, '_>,
    OperationRef<'_, '_>,
    usize,
) -> Option<NumberRow<Option<Integer>>>;
type OfElements = fn(
    &mut ElementOperands<'_, '_, '_>,
    OperationRef<'_, '_>,
    usize,
) -> Option<NumberRow<Option<Element>>>;

/// Returns [`Extents`] that a function computes. It takes the [`Operands`], the op and the index of a
/// result, and returns the result's sizes, from the first dim on; `None` where one is not known.
macro_rules! computed {
    ($function:path) => {
        $crate::analysis::ops::extents::Extents::Computed(
            |operands, operation, index| $function(operands, operation, index),
            |operands, operation, index| $function(operands, operation, index),
        )
    };
}
pub(super) use computed;

impl Extents {
    /// Returns whether a function computes the sizes.
    pub(in crate::analysis) const fn computes(self) -> bool {
        matches!(self, Self::Computed(..) | Self::Given)
    }

    /// Returns the operand that has the sizes of an op's result, if it is always the same one.
    pub(in crate::analysis) fn operand_like<'c, 'a>(
        self,
        operation: OperationRef<'c, 'a>,
        index: usize,
    ) -> Option<Value<'c, 'a>> {
        match self {
            Self::Same => {
                let mut operands = operands_of_rank(operation, index)?.into_iter();
                let first = operands.next()?;
                let is_first = |operand| ValueKey::new(operand) == ValueKey::new(first);
                operands.all(is_first).then_some(first)
            }
            Self::Like(index) => operand(operation, index),
            Self::Pairwise => operand(operation, index),
            Self::Elements(_) | Self::Computed(..) | Self::Given => None,
        }
    }
}

/// Numbers in a row.
pub(in crate::analysis) type NumberRow<T> = SmallVec<[T; 6]>;

/// The sizes of a result, as far as they are known.
pub(super) type ResultSizes<O> = NumberRow<Option<<O as Operands>::Number>>;

/// The operands of an op, from which the sizes of its results are computed.
pub(super) trait Operands {
    /// A number that does not wrap: its type holds sums of sizes.
    type Number: Copy + Eq;

    /// Returns the sizes of an operand; `None` if its rank is not known.
    fn sizes(&mut self, index: usize) -> Option<NumberRow<Self::Number>>;

    /// Returns the elements of an operand that is a tensor of integers or a scalar.
    fn numbers(&mut self, index: usize) -> Option<NumberRow<Self::Number>>;

    /// Returns `a - b` of elements of two operands of one type. The difference does not wrap, but
    /// what they are computed from may.
    fn differences(&mut self, a: usize, b: usize) -> Option<NumberRow<Self::Number>>;

    /// Returns a constant.
    fn constant(&mut self, value: i64) -> Self::Number;

    /// Returns the value of a constant.
    fn value(&self, number: Self::Number) -> Option<i64>;

    /// Returns a function of two numbers.
    fn apply(&mut self, function: Function, a: Self::Number, b: Self::Number) -> Self::Number;

    /// Returns the number that a scalar operand holds.
    fn number(&mut self, index: usize) -> Option<Self::Number> {
        self.numbers(index)?.first().copied()
    }

    /// Returns a number that an attribute lists; if it is known only at run time, the next operand.
    fn listed(
        &mut self,
        number: i64,
        operands: &mut impl Iterator<Item = usize>,
    ) -> Option<Self::Number> {
        match number {
            AT_RUN_TIME => self.number(operands.next()?),
            number => Some(self.constant(number)),
        }
    }

    /// Returns constants.
    fn constants(&mut self, values: impl IntoIterator<Item = i64>) -> NumberRow<Self::Number> {
        let values = values.into_iter();
        values.map(|value| self.constant(value)).collect()
    }

    /// Returns the elements of an operand that are sizes. One of -1 stands for the size that keeps
    /// the number of elements.
    fn given_sizes(&mut self, index: usize) -> Option<NumberRow<Option<Self::Number>>> {
        let numbers = self.numbers(index)?.into_iter();
        let is_size = |&number: &Self::Number| self.value(number).is_none_or(|size| size >= 0);
        Some(numbers.map(|number| Some(number).filter(is_size)).collect())
    }

    /// Returns the elements of an operand if all are constants.
    fn constant_numbers(&mut self, index: usize) -> Option<Vec<i64>> {
        let numbers = self.numbers(index)?.into_iter();
        numbers.map(|number| self.value(number)).collect()
    }
}

/// Returns the rank of an op's result.
pub(super) fn result_rank(operation: OperationRef<'_, '_>, index: usize) -> Option<usize> {
    rank(ir::result(operation, index)?.r#type())
}

/// Returns the operands of an op that have the rank of a result.
fn operands_of_rank<'c, 'a>(
    operation: OperationRef<'c, 'a>,
    index: usize,
) -> Option<Vec<Value<'c, 'a>>> {
    let rank = result_rank(operation, index)?;
    let operands = operation.operands();
    let operands = operands.filter(|operand| self::rank(operand.r#type()) == Some(rank));
    Some(operands.collect())
}

/// Returns the sizes on which rows agree, dim by dim.
fn agreed<T: Copy + Eq>(rows: &[impl Deref<Target = [T]>]) -> Option<NumberRow<Option<T>>> {
    let (first, rest) = rows.split_first()?;
    let sizes = first.iter().enumerate();
    let sizes = sizes.map(|(dim, size)| {
        let mut rest = rest.iter().map(|row| row.get(dim));
        rest.all(|other| other == Some(size)).then_some(*size)
    });
    Some(sizes.collect())
}

/// Returns sizes that are all known.
pub(super) fn all<T>(sizes: impl IntoIterator<Item = T>) -> Option<NumberRow<Option<T>>> {
    Some(sizes.into_iter().map(Some).collect())
}

/// Operands as integers.
pub(in crate::analysis) struct IntegerOperands<'v, 'c, 'a> {
    values: &'v mut IntegerValues,
    operation: OperationRef<'c, 'a>,
}

impl IntegerOperands<'_, '_, '_> {
    fn elements(&mut self, index: usize) -> Option<NumberRow<Integer>> {
        let operand = operand(self.operation, index)?;
        integer_bits(operand.r#type())?;
        Some(NumberRow::from_slice(&self.values.elements(operand)?))
    }

    fn widen(&mut self, number: Integer) -> Integer {
        self.values.integers.convert(number, INDEX_BITS, Signed)
    }
}

impl Operands for IntegerOperands<'_, '_, '_> {
    type Number = Integer;

    fn sizes(&mut self, index: usize) -> Option<NumberRow<Integer>> {
        let sizes = self.values.extents(operand(self.operation, index)?)?;
        Some(NumberRow::from_slice(&sizes))
    }

    fn numbers(&mut self, index: usize) -> Option<NumberRow<Integer>> {
        let elements = self.elements(index)?.into_iter();
        Some(elements.map(|number| self.widen(number)).collect())
    }

    fn differences(&mut self, a: usize, b: usize) -> Option<NumberRow<Integer>> {
        let pairs = self.elements(a)?.into_iter().zip(self.elements(b)?);
        let difference = |(a, b)| {
            let integers = &mut self.values.integers;
            let is_typed = integers.bits(a) == integers.bits(b);
            let difference = is_typed.then(|| integers.apply(Function::Subtract, &[a, b]))?;
            Some(self.widen(difference))
        };
        pairs.map(difference).collect()
    }

    fn constant(&mut self, value: i64) -> Integer {
        self.values.index(value)
    }

    fn value(&self, number: Integer) -> Option<i64> {
        self.values.integers.value(number)
    }

    fn apply(&mut self, function: Function, a: Integer, b: Integer) -> Integer {
        self.values.integers.apply(function, &[a, b])
    }
}

/// Operands as facts know them where the op is.
pub(in crate::analysis) struct ElementOperands<'v, 'c, 'a> {
    analysis: &'v mut Analysis,
    operation: OperationRef<'c, 'a>,
}

impl<'v, 'c, 'a> ElementOperands<'v, 'c, 'a> {
    pub(super) fn new(analysis: &'v mut Analysis, operation: OperationRef<'c, 'a>) -> Self {
        Self {
            analysis,
            operation,
        }
    }
}

impl Operands for ElementOperands<'_, '_, '_> {
    type Number = Element;

    fn sizes(&mut self, index: usize) -> Option<NumberRow<Element>> {
        let sizes = self.analysis.sizes_of(operand(self.operation, index)?);
        Some(sizes.iter().copied().map(Element::from).collect())
    }

    fn numbers(&mut self, index: usize) -> Option<NumberRow<Element>> {
        self.analysis.elements_of(operand(self.operation, index)?)
    }

    fn differences(&mut self, a: usize, b: usize) -> Option<NumberRow<Element>> {
        let r#type = operand(self.operation, a)?.r#type();
        let r#type = self.analysis.computed_type(r#type)?;
        let pairs = self.numbers(a)?.into_iter().zip(self.numbers(b)?);
        let difference = |(a, b)| self.analysis.apply(Function::Subtract, a, b, r#type);
        pairs.map(difference).collect()
    }

    fn constant(&mut self, value: i64) -> Element {
        Element::number(value)
    }

    fn value(&self, number: Element) -> Option<i64> {
        self.analysis.facts.name(number).constant()
    }

    fn apply(&mut self, function: Function, a: Element, b: Element) -> Element {
        if let (Some(a), Some(b)) = (a.constant(), b.constant()) {
            let integers = &mut self.analysis.values.integers;
            let parts = [a, b].map(|value| integers.constant(value, INDEX_BITS));
            let computed = integers.apply(function, &parts);
            if let Some(value) = integers.value(computed) {
                return Element::number(value);
            }
        }
        if function == Function::Broadcast {
            return broadcast_size(self.analysis, a, b);
        }
        let exact = NumberType::EXACT;
        let computed = self.analysis.apply(function, a, b, exact);
        computed.unwrap_or_else(|| self.analysis.facts.fresh_element(exact))
    }
}

impl IntegerValues {
    /// Returns the sizes of an op's result that follow from facts about ops of its name.
    pub(super) fn sizes_by_facts(
        &mut self,
        operation: OperationRef<'_, '_>,
        index: usize,
        facts: &OpFacts,
    ) -> Result<NumberRow<Option<Integer>>, Option<Misfit>> {
        let mut operands = IntegerOperands {
            values: self,
            operation,
        };
        result_sizes(&mut operands, operation, index, facts)
    }

    /// Returns the sizes of an op's result that follow from its operands.
    pub(in crate::analysis) fn result_extents(
        &mut self,
        extents: Extents,
        operation: OperationRef<'_, '_>,
        index: usize,
    ) -> Option<NumberRow<Option<Integer>>> {
        let mut operands = IntegerOperands {
            values: self,
            operation,
        };
        match extents {
            Extents::Same => {
                let rows = operands_of_rank(operation, index)?.into_iter();
                let rows = rows.map(|operand| self.extents(operand));
                agreed(&rows.collect::<Option<Vec<_>>>()?)
            }
            Extents::Like(_) | Extents::Pairwise => {
                let like = extents.operand_like(operation, index)?;
                all(self.extents(like)?.iter().copied())
            }
            Extents::Elements(operand) => operands.given_sizes(operand),
            Extents::Computed(compute, _) => compute(&mut operands, operation, index),
            Extents::Given => {
                let facts = self.ops.facts_of(operation)?;
                self.sizes_by_facts(operation, index, &facts).ok()
            }
        }
    }
}

impl Analysis {
    /// Learns the sizes of an op's results that follow from its operands.
    pub(super) fn learn_extents(
        &mut self,
        extents: Extents,
        operation: OperationRef<'_, '_>,
    ) -> Option<()> {
        match extents {
            Extents::Same => {
                // The result takes over the operands' symbols instead of getting new ones assumed
                // equal.
                let first = ir::result(operation, 0)?;
                let rank = self.rank(first);
                for operand in operation.operands() {
                    if self.rank(operand) == rank {
                        self.assume_same_sizes(operand, first);
                    }
                }
                for result in operation.results().skip(1) {
                    self.assume_same_sizes(first, result.into());
                }
            }
            Extents::Like(index) => {
                let operand = operand(operation, index)?;
                for result in operation.results() {
                    self.assume_same_sizes(operand, result.into());
                }
            }
            Extents::Pairwise => {
                for (operand, result) in operation.operands().zip(operation.results()) {
                    self.assume_same_sizes(operand, result.into());
                }
            }
            Extents::Elements(index) => {
                let mut operands = ElementOperands {
                    analysis: self,
                    operation,
                };
                let sizes = operands.given_sizes(index)?;
                for result in operation.results() {
                    self.set_sizes(result.into(), sizes.iter().copied());
                }
            }
            Extents::Computed(_, compute) => {
                let values = operation.results().map(Value::from);
                let mut values = operation.operands().chain(values);
                if values.all(|value| self.has_no_sizes(value)) {
                    return None;
                }
                for (index, result) in operation.results().enumerate() {
                    let mut operands = ElementOperands::new(self, operation);
                    let sizes = compute(&mut operands, operation, index);
                    self.set_sizes(result.into(), sizes.into_iter().flatten());
                }
            }
            Extents::Given => {
                let facts = self.ops.facts_of(operation)?;
                // Facts that do not fit an op say nothing about it.
                fit_with(&mut self.values, operation, &facts).ok()?;
                for (index, result) in operation.results().enumerate() {
                    let mut operands = ElementOperands::new(self, operation);
                    let sizes = result_sizes(&mut operands, operation, index, &facts);
                    self.set_sizes(result.into(), sizes.into_iter().flatten());
                }
            }
        }
        Some(())
    }

    /// Learns the sizes of an op's results that follow from its operands whatever sizes these have: nothing is learned
    /// of the operands, and of a result where they may disagree.
    pub(super) fn define_extents(&mut self, extents: Extents, operation: OperationRef<'_, '_>) {
        for (index, result) in operation.results().enumerate() {
            let result = Value::from(result);
            if self.known_sizes(result).is_none() {
                let sizes = self.defined_sizes(extents, operation, index);
                self.define_sizes(result, sizes.unwrap_or_default());
            }
        }
    }

    fn defined_sizes(
        &mut self,
        extents: Extents,
        operation: OperationRef<'_, '_>,
        index: usize,
    ) -> Option<ResultSizes<ElementOperands<'_, '_, '_>>> {
        match extents {
            Extents::Same => {
                let rows = operands_of_rank(operation, index)?.into_iter();
                let rows = rows.map(|operand| {
                    let sizes = self.sizes(operand).into_iter();
                    let sizes = sizes.map(|size| self.facts.name(size.into()));
                    sizes.collect::<NumberRow<_>>()
                });
                agreed(&rows.collect::<Vec<_>>())
            }
            Extents::Like(_) | Extents::Pairwise => {
                let like = extents.operand_like(operation, index)?;
                let sizes = self.sizes(like).into_iter();
                all(sizes.map(Element::from))
            }
            Extents::Elements(operand) => {
                ElementOperands::new(self, operation).given_sizes(operand)
            }
            Extents::Computed(_, compute) => {
                compute(&mut ElementOperands::new(self, operation), operation, index)
            }
            Extents::Given => {
                let facts = self.ops.facts_of(operation)?;
                fit_with(&mut self.values, operation, &facts).ok()?;
                let mut operands = ElementOperands::new(self, operation);
                result_sizes(&mut operands, operation, index, &facts).ok()
            }
        }
    }

    /// Returns whether a value has neither dynamic sizes nor elements that may be sizes.
    fn has_no_sizes(&mut self, value: Value<'_, '_>) -> bool {
        let described = self.types.describe(value.r#type());
        described.static_sizes.is_some() && described.followed == Followed::Nothing
    }
}
