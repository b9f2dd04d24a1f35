//! Upper bounds of the sizes that a program computes.
//!
//! The analysis has no bound for some products and quotients that may wrap, or that checks make equal to others. So
//! intervals are computed here, too, from the ops that define a size.

use crate::{
    dialect::stablehlo,
    ir::{self, ValueKey},
    padder::{Count, CountRange, Padder, element},
};
use melior::ir::{Value, operation::OperationLike};

/// How deeply a number is followed.
pub const MAX_DEPTH: usize = 24;

impl<'c: 'a, 'a> Padder<'c, 'a> {
    /// Returns an upper bound of a number; `i64::MAX` if none is known.
    pub fn greatest_count(&self, count: Count<'c, 'a>) -> i64 {
        match count {
            Count::Known(number) => number,
            Count::Value(value) => self.range_of(value).greatest,
        }
    }

    /// Returns the range of a scalar.
    pub fn range_of(&self, value: Value<'c, 'a>) -> CountRange {
        self.range(value, MAX_DEPTH)
    }

    /// Returns the range of a scalar, or of the only element of a list.
    fn range(&self, value: Value<'c, 'a>, depth: usize) -> CountRange {
        if let Some(number) = ir::constant_integer(value) {
            return CountRange::of(number, number);
        }
        if let Some(range) = self.known_range(value) {
            return range;
        }
        if let Some(&limit) = self.counters.get(&ValueKey::new(value)) {
            return CountRange::of(0, self.greatest_count(limit).saturating_sub(1));
        }
        let (Some(operation), true) = (ir::defining_op(value), depth > 0) else {
            return CountRange::ALL;
        };
        let part = |index: usize| {
            let operand = ir::operand(operation, index);
            operand.map_or(CountRange::ALL, |operand| self.range(operand, depth - 1))
        };
        let corners = |apply: fn(i64, i64) -> i64| CountRange::corners(part(0), part(1), apply);
        match ir::name_str(operation.name()).unwrap_or_default() {
            stablehlo::CONVERT | stablehlo::RESHAPE => part(0),
            stablehlo::SLICE => {
                let start = ir::int_array(operation, "start_indices");
                let start = start.and_then(|start| usize::try_from(*start.first()?).ok());
                let row = ir::operand(operation, 0);
                let part = row.zip(start).and_then(|(row, index)| element(row, index));
                part.map_or(CountRange::ALL, |part| self.range(part, depth - 1))
            }
            stablehlo::ADD => corners(i64::saturating_add),
            stablehlo::SUBTRACT => corners(i64::saturating_sub),
            stablehlo::MULTIPLY => corners(i64::saturating_mul),
            stablehlo::NEGATE => {
                let own = part(0);
                CountRange::of(own.greatest.saturating_neg(), own.least.saturating_neg())
            }
            stablehlo::MAXIMUM => corners(i64::max),
            stablehlo::MINIMUM => corners(i64::min),
            // Rounded towards 0. By 0, the result is any, and a check has failed.
            stablehlo::DIVIDE if part(1).least >= 0 => {
                let divisor = CountRange::of(part(1).least.max(1), part(1).greatest.max(1));
                CountRange::corners(part(0), divisor, |a, b| a / b)
            }
            stablehlo::REMAINDER if part(1).least >= 0 => {
                let most = (part(1).greatest - 1).max(0);
                let own = part(0);
                CountRange::of(own.least.clamp(-most, 0), own.greatest.clamp(0, most))
            }
            stablehlo::SELECT => {
                let (a, b) = (part(1), part(2));
                CountRange::of(a.least.min(b.least), a.greatest.max(b.greatest))
            }
            stablehlo::SIGN => {
                CountRange::of(part(0).least.clamp(-1, 1), part(0).greatest.clamp(-1, 1))
            }
            _ => CountRange::ALL,
        }
    }
}
