//! Ranges of numbers.
use super::{
    Definition,
    Function::{
        Add, And, Broadcast, Compare, Convert, Divide, DivideDown, DivideUp, Maximum, Minimum,
        Multiply, MultiplyExact, Remainder, Select, Subtract,
    },
    Integers,
    Signedness::{Signed, Unsigned},
    bounds::Range,
    evaluate::unsigned,
};

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
