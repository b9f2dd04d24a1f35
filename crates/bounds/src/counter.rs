//! Counters of loops: numbers from 0 up to a limit, which are positions of whatever has as many elements.
//!
//! They need no limits, and without these IREE keeps them on the host.

use crate::{
    arithmetic::LinearCount,
    dialect::stablehlo,
    ir::{self, ValueKey},
    padder::{Count, Padder},
    rule::Number,
    symbol::integer::Direction,
};
use melior::ir::{BlockLike, BlockRef, OperationRef, RegionLike, Value, ValueLike};

/// A counter whose values are positions.
pub struct PositionCounter<'c, 'a> {
    /// What compares it with its limit in the loop.
    comparison: OperationRef<'c, 'a>,
    /// Its position among the values that the loop carries.
    number: usize,
    limit: Value<'c, 'a>,
}

impl<'c: 'a, 'a> Padder<'c, 'a> {
    /// Returns the counter of a loop that goes through all numbers from one that is not negative, with its limit outside of
    /// the loop; `initial` is what the loop begins with.
    pub fn position_counter(
        &self,
        operation: OperationRef<'c, 'a>,
        initial: &[Value<'c, 'a>],
    ) -> Option<PositionCounter<'c, 'a>> {
        let counter = ir::counter_of(operation)?;
        let begin = *initial.get(counter.number)?;
        let element = ir::element_type(begin.r#type()).and_then(ir::as_integer_type)?;
        let is_position = !element.is_unsigned()
            && element.width() > 1
            && ir::constant_integer(counter.step) == Some(1)
            && self.range_of(begin).least >= 0;
        let limit = self.unchanged(counter.limit, operation, initial)?;
        is_position.then_some(PositionCounter {
            comparison: counter.comparison,
            number: counter.number,
            limit,
        })
    }

    /// Returns a number in a loop's condition as one outside of the loop; `None` if it changes, or is computed in it.
    fn unchanged(
        &self,
        value: Value<'c, 'a>,
        operation: OperationRef<'c, 'a>,
        initial: &[Value<'c, 'a>],
    ) -> Option<Value<'c, 'a>> {
        let [condition, body] = [0, 1].map(|index| ir::region(operation, index));
        let (condition, body) = (condition?.first_block()?, body?.first_block()?);
        if ir::block_of(value)? != condition || ir::constant_integer(value).is_some() {
            return Some(value);
        }
        let mut arguments = ir::block_arguments(condition).into_iter();
        let number = arguments.position(|it| it == value)?;
        let passed = ir::operand(body.terminator()?, number)?;
        let is_same = ir::block_arguments(body).get(number) == Some(&passed);
        initial.get(number).copied().filter(|_| is_same)
    }

    /// Records in the body of a loop what its counter is.
    pub fn begin_counter(&mut self, counter: &PositionCounter<'c, 'a>, body: BlockRef<'c, 'a>) {
        if let Some(own) = ir::block_arguments(body).get(counter.number) {
            let limit = ir::constant_integer(counter.limit);
            let limit = limit.map_or(Count::Value(counter.limit), Count::Known);
            self.counters.insert(ValueKey::new(*own), limit);
        }
    }

    /// Ends a loop at once if a check has failed before it. IREE computes a comparison with another
    /// limit on the host, and not one more condition.
    pub fn limit_counter(&mut self, counter: &PositionCounter<'c, 'a>, is_right: Value<'c, 'a>) {
        let none = self.splat(counter.limit.r#type(), Number::Integer(0));
        let Some(none) = none else { return };
        let limit = self.select(is_right, counter.limit, none);
        ir::set_operand(counter.comparison, 1, limit);
    }

    /// Returns a position without what makes negative ones count from the end, if it is a counter.
    pub fn as_counter(&self, position: Value<'c, 'a>) -> Value<'c, 'a> {
        let counter = || {
            let select = ir::defined_by(position, stablehlo::SELECT)?;
            let counter = ir::operand(select, 2)?;
            let is_negative = ir::defined_by(ir::operand(select, 0)?, stablehlo::COMPARE)?;
            let is_right = ir::comparison_direction(is_negative)? == Direction::Lt
                && ir::operand(is_negative, 0)? == counter
                && ir::constant_integer(ir::operand(is_negative, 1)?)? == 0
                && self.counters.contains_key(&ValueKey::new(counter));
            is_right.then_some(counter)
        };
        counter().unwrap_or(position)
    }

    /// Returns whether a number is at most another one, whatever the sizes and counters are that they are sums of.
    pub fn is_at_most(&self, a: Count<'c, 'a>, b: Count<'c, 'a>) -> bool {
        let (a, mut rest) = (self.linear(a), self.linear(b));
        if !self.cannot_wrap(&a) || !self.cannot_wrap(&rest) {
            return false;
        }
        rest.subtract(&a);
        // A counter is at most its limit minus 1.
        let counters = rest.terms.iter().filter(|(_, factor)| **factor == -1);
        let counters = counters.filter_map(|(key, _)| Some((*key, *self.counters.get(key)?)));
        for (key, limit) in counters.collect::<Vec<_>>() {
            rest.terms.remove(&key);
            rest.subtract(&self.linear(limit).plus(-1));
        }
        rest.constant >= 0 && rest.terms.values().all(|&factor| factor > 0)
    }

    /// Returns whether a number is a sum of sizes and counters that has an `i32`.
    fn cannot_wrap(&self, sum: &LinearCount) -> bool {
        let greatest = |key| match self.counters.get(key) {
            Some(&limit) => Some(self.greatest_count(limit)),
            None => self.greatest_size(key),
        };
        let mut total = sum.constant.saturating_abs();
        for (key, factor) in &sum.terms {
            let Some(greatest) = greatest(key) else {
                return false;
            };
            total = total.saturating_add(greatest.saturating_mul(factor.saturating_abs()));
        }
        total <= i64::from(i32::MAX)
    }
}
