//! Ranges of numbers.

use super::{
    Definition,
    Function::{
        Add, And, Broadcast, Compare, Convert, Divide, DivideDown, DivideUp, Maximum, Minimum,
        Multiply, MultiplyExact, Remainder, Select, Subtract,
    },
    Integers,
    Signedness::{Signed, Unsigned},
    evaluate::unsigned,
};

/// The range of a number; one of one bit is 0 or 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub least: i64,
    pub greatest: i64,
}

impl Range {
    /// Returns the range between two numbers, both included.
    pub const fn of(least: i64, greatest: i64) -> Self {
        Self { least, greatest }
    }

    /// Returns the range of all numbers of `bits` bits.
    pub const fn all(bits: u32) -> Self {
        match bits {
            1 => Self::of(0, 1),
            0 | 64.. => Self::of(i64::MIN, i64::MAX),
            bits => Self::of(-1 << (bits - 1), (1 << (bits - 1)) - 1),
        }
    }

    /// Returns whether all numbers in the range have at most `bits` bits.
    pub const fn fits(self, bits: u32) -> bool {
        let all = Self::all(bits);
        self.least >= all.least && self.greatest <= all.greatest
    }

    /// Returns the least range that contains two.
    pub fn join(self, other: Self) -> Self {
        Self::of(
            self.least.min(other.least),
            self.greatest.max(other.greatest),
        )
    }

    /// Returns the range of a function that is monotonic in each of its parts; `None` if it may
    /// wrap.
    pub fn corners(a: Self, b: Self, apply: fn(i128, i128) -> i128) -> Option<Self> {
        let all = [a.least, a.greatest]
            .map(|a| [b.least, b.greatest].map(|b| apply(i128::from(a), i128::from(b))));
        let all = all.as_flattened();
        let least = i64::try_from(*all.iter().min()?).ok()?;
        let greatest = i64::try_from(*all.iter().max()?).ok()?;
        Some(Self::of(least, greatest))
    }
}

impl Integers {
    /// Returns the range of a number that is computed so.
    pub(super) fn range_of(&self, definition: &Definition, bits: u32) -> Range {
        let (function, parts) = match definition {
            Definition::Constant(value) => return Range::of(*value, *value),
            Definition::Extent(..) => return Range::of(0, Range::all(self.extent_bits).greatest),
            Definition::Element(..) => return Range::all(bits),
            Definition::Apply(function, parts) => (*function, parts),
        };
        let part = |index: usize| self.range(parts[index]);
        let corners = |apply: fn(i128, i128) -> i128| Range::corners(part(0), part(1), apply);
        let range = match function {
            Add => corners(|a, b| a + b),
            Subtract => corners(|a, b| a - b),
            Multiply => corners(|a, b| a * b),
            MultiplyExact => {
                // The result holds the product.
                let (all, product) = (Range::all(bits), corners(|a, b| a * b));
                product.map(|product| {
                    let clamp = |value: i64| value.clamp(all.least, all.greatest);
                    Range::of(clamp(product.least), clamp(product.greatest))
                })
            }
            Divide(Signed) if part(1).least >= 1 => corners(|a, b| a / b),
            DivideUp(Signed) if part(1).least >= 1 => corners(|a, b| -(-a).div_euclid(b)),
            DivideDown if part(1).least >= 1 => corners(i128::div_euclid),
            Remainder(Signed) if part(1).least >= 1 => {
                let greatest = part(1).greatest - 1;
                Some(Range::of(
                    part(0).least.clamp(-greatest, 0),
                    part(0).greatest.clamp(0, greatest),
                ))
            }
            Maximum(Signed) => corners(i128::max),
            Minimum(Signed) => corners(i128::min),
            And => {
                let nonnegative = parts.iter().map(|&part| self.range(part));
                let nonnegative = nonnegative.filter(|range| range.least >= 0);
                let greatest = nonnegative.map(|range| range.greatest).min();
                greatest.map(|greatest| Range::of(0, greatest))
            }
            Compare(..) => Some(Range::of(0, 1)),
            Select => Some(part(1).join(part(2))),
            Broadcast => Some(part(0).join(part(1))),
            Convert(signedness) => {
                let (from, part) = (self.bits(parts[0]), part(0));
                match (signedness, from) {
                    (Signed, 1) if bits > 1 => Some(Range::of(-part.greatest, -part.least)),
                    (Unsigned, ..64) if part.least < 0 => {
                        Some(Range::of(0, unsigned(-1, from) as i64))
                    }
                    _ => Some(part),
                }
            }
            _ => None,
        };
        range
            .filter(|range| range.fits(bits))
            .unwrap_or(Range::all(bits))
    }
}
