//! Integers that a program computes, as values: equal ones have the same id, and known ones are
//! constants.

mod evaluate;
mod range;

use super::algebra;
use crate::ir::ValueKey;
use evaluate::{evaluate, signed, unsigned, wrap};
use range::Range;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A number, as an index into [`Numbers`].
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Id(pub u32);

/// The bits of an `index`.
pub const INDEX_BITS: u32 = 64;

/// The bits of the result of `stablehlo.get_dimension_size`.
pub const EXTENT_BITS: u32 = 32;

/// The longest chain of functions that is recomputed in fewer bits.
const MAX_NARROWED: u32 = 256;

/// How a number is computed.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum Definition {
    /// A constant, sign-extended; of one bit, 0 or 1.
    Constant(i64),
    /// A value of the program, a scalar.
    Value(ValueKey),
    /// An element of a value of the program, a tensor of rank 1.
    Element(ValueKey, usize),
    /// The extent of a tensor's dim.
    Extent(ValueKey, usize),
    /// A function of other numbers.
    Apply(Function, SmallVec<[Id; 3]>),
}

/// A function of integers of one width; `Compare` and `Select` also take or return truth
/// values, and conversions change the width.
///
/// An integer of one bit is 0 or 1 as an unsigned number, and 0 or -1 as a signed one. StableHLO
/// treats it as a truth value, so [`Numbers`] keep only `And`, `Or`, `Xor`, `Select` and
/// comparisons for equality of such integers.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Function {
    Add,
    Subtract,
    Multiply,
    /// Division towards zero.
    Divide(Signedness),
    Remainder(Signedness),
    Maximum(Signedness),
    Minimum(Signedness),
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRightArithmetic,
    ShiftRightLogical,
    Compare(Direction, Signedness),
    /// `(condition, then, else)`.
    Select,
    /// Conversion to another width; extends by the signedness, or truncates.
    Convert(Signedness),
}

/// The interpretation of an integer's bits.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Signedness {
    /// In two's complement.
    Signed,
    /// As an unsigned number.
    Unsigned,
}

/// The direction of a comparison.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, strum::Display)]
#[strum(serialize_all = "UPPERCASE")]
pub enum Direction {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

use Direction::{Eq as Equal, Ge, Gt, Le, Lt, Ne};
use Function::{
    Add, And, Compare, Convert, Divide, Maximum, Minimum, Multiply, Or, Remainder, Select,
    Subtract, Xor,
};
use Signedness::{Signed, Unsigned};

/// All numbers, without duplicates.
#[derive(Debug)]
pub struct Numbers {
    /// The bits of an extent; tests use fewer.
    extent_bits: u32,
    numbers: Vec<Number>,
    ids: FxHashMap<(Definition, u32), Id>,
    narrowed: FxHashMap<Id, Option<Id>>,
}

#[derive(Debug)]
struct Number {
    definition: Definition,
    bits: u32,
    range: Range,
    /// The length of the longest chain of functions.
    depth: u32,
}

impl Default for Numbers {
    fn default() -> Self {
        Self::with_extent_bits(EXTENT_BITS)
    }
}

impl Numbers {
    /// Creates a table in which extents have `extent_bits` bits.
    fn with_extent_bits(extent_bits: u32) -> Self {
        Self {
            extent_bits,
            numbers: vec![],
            ids: FxHashMap::default(),
            narrowed: FxHashMap::default(),
        }
    }

    /// Returns a number of `bits` bits.
    pub fn define(&mut self, definition: Definition, bits: u32) -> Id {
        let key = (definition, bits);
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let definition = key.0.clone();
        let id = Id(u32::try_from(self.numbers.len()).expect("there are fewer ops than that"));
        self.numbers.push(Number {
            range: self.range_of(&definition, bits),
            depth: self.depth_of(&definition),
            definition,
            bits,
        });
        self.ids.insert(key, id);
        id
    }

    /// Returns a constant, truncated to `bits` bits.
    pub fn constant(&mut self, value: i64, bits: u32) -> Id {
        self.define(Definition::Constant(wrap(value, bits)), bits)
    }

    /// Returns how a number is computed.
    pub fn definition(&self, id: Id) -> &Definition {
        &self.numbers[id.0 as usize].definition
    }

    /// Returns the width of a number in bits.
    pub fn bits(&self, id: Id) -> u32 {
        self.numbers[id.0 as usize].bits
    }

    /// Returns the value of a constant.
    pub fn value(&self, id: Id) -> Option<i64> {
        match self.definition(id) {
            Definition::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns a number in another width.
    pub fn convert(&mut self, id: Id, bits: u32, signedness: Signedness) -> Id {
        let from = self.bits(id);
        if from == bits {
            return id;
        }
        // A truncation has no signedness, and an integer of one bit is negative as a signed one.
        let signedness = match bits < from || from > 1 && self.is_nonnegative(id) {
            true => Signed,
            false => signedness,
        };
        match self.definition(id).clone() {
            Definition::Constant(value) => {
                let value = match signedness {
                    Signed => signed(value, from),
                    Unsigned => unsigned(value, from) as i64,
                };
                return self.constant(value, bits);
            }
            extent @ Definition::Extent(..) if bits >= self.extent_bits => {
                return self.define(extent, bits);
            }
            Definition::Apply(Convert(inner), parts) => {
                if let Some(direct) = self.skip(parts[0], inner, from, bits, signedness) {
                    return self.convert(parts[0], bits, direct);
                }
            }
            _ => {}
        }
        let parts = SmallVec::from_slice(&[id]);
        self.define(Definition::Apply(Convert(signedness), parts), bits)
    }

    /// Merges two conversions, by `inner` to `from` bits and then by `outer` to `bits` bits, into
    /// one. Returns its signedness, or `None` if no single conversion does the same.
    fn skip(
        &self,
        original: Id,
        inner: Signedness,
        from: u32,
        bits: u32,
        outer: Signedness,
    ) -> Option<Signedness> {
        let before = self.bits(original);
        if before < from {
            // An extension. A number that was extended by zeros is not negative.
            let is_one = bits <= from || inner == Unsigned || inner == outer;
            return is_one.then_some(inner);
        }
        if bits <= from {
            return Some(inner);
        }
        // A truncation that may have kept the value; the range of one bit is that of an unsigned
        // number.
        let keeps_sign = outer == if from == 1 { Unsigned } else { Signed };
        (keeps_sign && self.fits(original, from)).then_some(Signed)
    }

    /// Returns a function of numbers; see [`Self::convert`] for conversions.
    pub fn apply(&mut self, function: Function, parts: &[Id]) -> Id {
        let bits = match function {
            Compare(..) => 1,
            Select => self.bits(parts[1]),
            _ => self.bits(parts[0]),
        };
        if self.bits(parts[0]) == 1
            && let Some(equivalent) = algebra::apply_to_truths(self, function, parts)
        {
            return equivalent;
        }
        let signed_function = self.prefer_signed(function, parts);
        if matches!(signed_function, Compare(_, Signed))
            && self.bits(parts[0]) > self.extent_bits
            && let (Some(a), Some(b)) = (self.narrow(parts[0]), self.narrow(parts[1]))
        {
            return self.apply(signed_function, &[a, b]);
        }
        let values = parts.iter().map(|&part| self.value(part));
        let values = values.collect::<SmallVec<[_; 3]>>();
        if let Some(constants) = values.iter().copied().collect::<Option<SmallVec<[_; 3]>>>()
            && let Some(value) = evaluate(signed_function, &constants, self.bits(parts[0]))
        {
            return self.constant(value, bits);
        }
        if let Some(same) = self.simplify(signed_function, parts, &values) {
            return same;
        }
        let mut parts = SmallVec::<[Id; 3]>::from_slice(parts);
        // Constants come last.
        let rank = |id: Id| (self.value(id).is_some(), id.0);
        if commutes(signed_function) && rank(parts[1]) < rank(parts[0]) {
            parts.swap(0, 1);
        }
        self.define(Definition::Apply(signed_function, parts), bits)
    }

    /// Returns the first of two sizes that is not 1, or 1: the size that they broadcast to.
    pub fn first_not_one(&mut self, a: Id, b: Id) -> Id {
        if a == b {
            return a;
        }
        // The other one broadcasts to a constant that is not 1.
        let is_fixed = |id| self.value(id).is_some_and(|value| value != 1);
        if is_fixed(b) && !is_fixed(a) {
            return b;
        }
        let one = self.constant(1, self.bits(a));
        let is_one = self.apply(Compare(Equal, Signed), &[a, one]);
        self.apply(Select, &[is_one, b, a])
    }

    /// Returns the length of the longest chain of functions that computes a number.
    pub fn depth(&self, id: Id) -> u32 {
        self.numbers[id.0 as usize].depth
    }

    /// Returns the range of a number.
    fn range(&self, id: Id) -> Range {
        self.numbers[id.0 as usize].range
    }

    /// Returns whether a number is known to fit into `bits` bits.
    pub fn fits(&self, id: Id, bits: u32) -> bool {
        self.range(id).fits(bits)
    }

    /// Returns whether a number is known to be non-negative; one of one bit is, as an unsigned
    /// number.
    pub fn is_nonnegative(&self, id: Id) -> bool {
        self.range(id).least >= 0
    }

    /// Returns the same number in the width of an extent, if it is known to fit; one of one bit
    /// is taken as an unsigned number.
    pub fn narrow(&mut self, id: Id) -> Option<Id> {
        let extent_bits = self.extent_bits;
        match self.bits(id) {
            1 => return Some(self.convert(id, extent_bits, Unsigned)),
            // Functions in fewer bits may wrap, so they are not computed again in more.
            bits if bits <= extent_bits => return Some(self.convert(id, extent_bits, Signed)),
            _ if !self.range(id).fits(extent_bits) => return None,
            _ => {}
        }
        if let Some(&narrowed) = self.narrowed.get(&id) {
            return narrowed;
        }
        let first = match self.definition(id) {
            // Long computations are not repeated.
            _ if self.depth(id) > MAX_NARROWED => None,
            Definition::Apply(Select, _) => Some(1),
            Definition::Apply(
                Add | Subtract | Multiply | Divide(Signed) | Remainder(Signed) | Maximum(Signed)
                | Minimum(Signed),
                _,
            ) => Some(0),
            _ => None,
        };
        let rebuilt = match (first, self.definition(id).clone()) {
            (Some(first), Definition::Apply(function, mut parts)) => {
                let narrowed = parts[first..].iter_mut().try_for_each(|part| {
                    *part = self.narrow(*part)?;
                    Some(())
                });
                narrowed.map(|()| self.apply(function, &parts))
            }
            _ => None,
        };
        let narrowed = rebuilt.unwrap_or_else(|| self.convert(id, extent_bits, Signed));
        self.narrowed.insert(id, Some(narrowed));
        Some(narrowed)
    }

    fn depth_of(&self, definition: &Definition) -> u32 {
        match definition {
            Definition::Apply(_, parts) => {
                1 + parts
                    .iter()
                    .map(|&part| self.depth(part))
                    .max()
                    .unwrap_or(0)
            }
            _ => 0,
        }
    }

    fn range_of(&self, definition: &Definition, bits: u32) -> Range {
        let (function, parts) = match definition {
            Definition::Constant(value) => return Range::of(*value, *value),
            Definition::Extent(..) => return Range::of(0, Range::all(self.extent_bits).greatest),
            Definition::Value(_) | Definition::Element(..) => return Range::all(bits),
            Definition::Apply(function, parts) => (*function, parts),
        };
        let part = |index: usize| self.range(parts[index]);
        let corners = |apply: fn(i128, i128) -> i128| Range::corners(part(0), part(1), apply);
        let range = match function {
            Add => corners(|a, b| a + b),
            Subtract => corners(|a, b| a - b),
            Multiply => corners(|a, b| a * b),
            Divide(Signed) if part(1).least >= 1 => corners(|a, b| a / b),
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
            Select => Some(Range::of(
                part(1).least.min(part(2).least),
                part(1).greatest.max(part(2).greatest),
            )),
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

    /// Uses signed functions for non-negative numbers, since most tools only analyze these.
    fn prefer_signed(&self, function: Function, parts: &[Id]) -> Function {
        let are_nonnegative = || parts.iter().all(|&part| self.is_nonnegative(part));
        match function {
            Divide(Unsigned) if are_nonnegative() => Divide(Signed),
            Remainder(Unsigned) if are_nonnegative() => Remainder(Signed),
            Maximum(Unsigned) if are_nonnegative() => Maximum(Signed),
            Minimum(Unsigned) if are_nonnegative() => Minimum(Signed),
            Compare(direction, Unsigned)
                if matches!(direction, Equal | Ne) || are_nonnegative() =>
            {
                Compare(direction, Signed)
            }
            function => function,
        }
    }

    /// Returns the result of a function if it is one of its parts or a constant.
    fn simplify(&mut self, function: Function, parts: &[Id], values: &[Option<i64>]) -> Option<Id> {
        let (&a, &b) = (parts.first()?, parts.get(1)?);
        let is = |part: usize, value| values[part] == Some(value);
        match function {
            Select => match values[0] {
                Some(condition) => Some(parts[if condition != 0 { 1 } else { 2 }]),
                None => (parts[1] == parts[2]).then_some(parts[1]),
            },
            Add if is(0, 0) => Some(b),
            Add | Subtract if is(1, 0) => Some(a),
            Multiply if is(0, 1) => Some(b),
            Multiply | Divide(_) if is(1, 1) => Some(a),
            Maximum(_) | Minimum(_) | And | Or if a == b => Some(a),
            // One of them is known to be at least the other one.
            Maximum(Signed) | Minimum(Signed) => {
                let (of_a, of_b) = (self.range(a), self.range(b));
                let a_is_greater = of_a.least >= of_b.greatest;
                let b_is_greater = of_b.least >= of_a.greatest;
                let is_maximum = matches!(function, Maximum(_));
                (a_is_greater || b_is_greater).then_some(if a_is_greater == is_maximum {
                    a
                } else {
                    b
                })
            }
            Subtract | Xor if a == b => Some(self.constant(0, self.bits(a))),
            Compare(direction, _) if a == b => {
                Some(self.constant(i64::from(matches!(direction, Equal | Le | Ge)), 1))
            }
            And | Or | Xor | Compare(Equal | Ne, _) if self.bits(a) == 1 => {
                self.simplify_truth(function, [a, b], [values[0], values[1]])
            }
            // A size is not negative.
            Compare(direction, Signed) if self.is_nonnegative(a) => {
                let constant = values[1]?;
                match direction {
                    Equal | Lt | Le if constant < 0 => Some(self.constant(0, 1)),
                    Ne | Gt | Ge if constant < 0 => Some(self.constant(1, 1)),
                    Lt if constant == 0 => Some(self.constant(0, 1)),
                    Ge if constant == 0 => Some(self.constant(1, 1)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn commutes(function: Function) -> bool {
    matches!(
        function,
        Add | Multiply | Maximum(_) | Minimum(_) | And | Or | Xor | Compare(Equal | Ne, _)
    )
}

#[cfg(test)]
mod tests;
