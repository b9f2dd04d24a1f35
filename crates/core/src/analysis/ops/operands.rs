//! The operands of an op, from which the sizes of its results are computed.

use crate::{
    analysis::{
        Analysis,
        integers::{any_integer_bits, integer_bits, rank},
        row::{
            ElementOperands, ExpressionNode, IntegerOperands, NumberRow, SizeExpression,
            SizeExpressions,
        },
    },
    ir::{self, AT_RUN_TIME, operand},
    symbol::{
        Arithmetic, Element, NumberType,
        integer::{Function, INDEX_BITS, Integer, Integers, Signedness::Signed},
    },
};
use melior::ir::{OperationRef, Value, ValueLike};

/// The sizes of a result, as far as they are known.
pub(super) type ResultSizes<O> = NumberRow<Option<<O as Operands>::Number>>;

/// The operands of an op, from which the sizes of its results are computed.
pub(in crate::analysis) trait Operands {
    /// A number that does not wrap: its type holds sums of sizes.
    type Number: Copy + Eq;

    /// Returns the sizes of an operand; `None` if it is unranked.
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

/// Returns sizes that are all known.
pub(super) fn all<T>(sizes: impl IntoIterator<Item = T>) -> Option<NumberRow<Option<T>>> {
    Some(sizes.into_iter().map(Some).collect())
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

impl<'v, 'c, 'a> ElementOperands<'v, 'c, 'a> {
    pub(in crate::analysis) fn new(
        analysis: &'v mut Analysis,
        operation: OperationRef<'c, 'a>,
    ) -> Self {
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

impl<'c, 'a> SizeExpressions<'c, 'a> {
    /// Returns the sizes of a value.
    pub(in crate::analysis) fn sizes_of(
        &mut self,
        value: Value<'c, 'a>,
    ) -> Option<NumberRow<SizeExpression>> {
        let dims = 0..rank(value.r#type())?;
        Some(
            dims.map(|dim| self.add(ExpressionNode::Size(value, dim)))
                .collect(),
        )
    }
}

impl Operands for SizeExpressions<'_, '_> {
    type Number = SizeExpression;

    fn sizes(&mut self, index: usize) -> Option<NumberRow<SizeExpression>> {
        self.sizes_of(operand(self.operation, index)?)
    }

    fn numbers(&mut self, index: usize) -> Option<NumberRow<SizeExpression>> {
        let operand: Value<'_, '_> = operand(self.operation, index)?;
        any_integer_bits(operand.r#type())?;
        let sizes = ir::sizes_of(operand.r#type()).into_iter();
        let count = sizes
            .map(|size| usize::try_from(size?).ok())
            .try_fold(1_usize, |count, size| count.checked_mul(size?))?;
        let elements = 0..Some(count).filter(|&count| count <= crate::analysis::MAX_ELEMENTS)?;
        let elements = elements.map(|element| self.add(ExpressionNode::Element(operand, element)));
        Some(elements.collect())
    }

    fn differences(&mut self, a: usize, b: usize) -> Option<NumberRow<SizeExpression>> {
        let pairs = self.numbers(a)?.into_iter().zip(self.numbers(b)?);
        let pairs = pairs.collect::<Vec<_>>().into_iter();
        Some(
            pairs
                .map(|(a, b)| self.apply(Function::Subtract, a, b))
                .collect(),
        )
    }

    fn constant(&mut self, value: i64) -> SizeExpression {
        self.add(ExpressionNode::Constant(value))
    }

    fn value(&self, number: SizeExpression) -> Option<i64> {
        match self.node(number) {
            ExpressionNode::Constant(value) | ExpressionNode::Declared { size: value, .. } => {
                Some(value)
            }
            ExpressionNode::Size(value, dim) => *ir::sizes_of(value.r#type()).get(dim)?,
            _ => None,
        }
    }

    fn apply(
        &mut self,
        function: Function,
        a: SizeExpression,
        b: SizeExpression,
    ) -> SizeExpression {
        let known = self.value(a).zip(self.value(b));
        let known = known.and_then(|(a, b)| {
            let mut integers = Integers::default();
            let parts = [a, b].map(|value| integers.constant(value, INDEX_BITS));
            let computed = integers.apply(function, &parts);
            integers.value(computed)
        });
        match known {
            Some(value) => self.constant(value),
            None => self.add(ExpressionNode::Apply(function, a, b)),
        }
    }
}

pub(super) fn broadcast_size(analysis: &mut Analysis, a: Element, b: Element) -> Element {
    let facts = &analysis.facts;
    let (a, b) = (facts.name(a), facts.name(b));
    if a == b || b.constant() == Some(1) {
        return a;
    }
    if a.constant() == Some(1) {
        return b;
    }
    match (facts.as_size(a), facts.as_size(b)) {
        (Some(d), Some(r)) if facts.entails_broadcasts_to(d, r) => b,
        (Some(r), Some(d)) if facts.entails_broadcasts_to(d, r) => a,
        _ => analysis.compute(Arithmetic::Broadcast, a, b, NumberType::EXACT),
    }
}

/// Each result has the sizes of an operand behind the first one.
pub(super) fn destinations<O: Operands>(
    operands: &mut O,
    _: OperationRef<'_, '_>,
    index: usize,
) -> Option<ResultSizes<O>> {
    all(operands.sizes(index + 1)?)
}
