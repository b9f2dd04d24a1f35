//! Integers that a program computes, as values: equal ones are the same value, and known ones are
//! constants.
//!
//! What is said here of an integer holds wherever it is defined, whatever is known of sizes:
//! folding, widths and ranges follow from its definition alone. What holds only at a point of a
//! program is known to [`Facts`](super::Facts).
//!
//! The tests compare this table with an interpreter that is written from the definitions of MLIR's
//! dialect `arith`: on every composition of two functions of integers of 1 to 3 bits, and on every
//! chain of three conversions between widths of 1 to 4 bits.

mod algebra;
mod bounds;
mod evaluate;
mod function;
mod narrow;
mod range;
mod simplify;

pub use algebra::{Algebra, apply_to_truths, compose};

use bounds::Range;
use evaluate::{evaluate, signed, unsigned, wrap};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The bits of an `index`.
pub const INDEX_BITS: u32 = 64;

/// The bits of the result of `stablehlo.get_dimension_size`.
pub const EXTENT_BITS: u32 = 32;

pub use self::function::{Definition, Direction, Function, Integer, Parts, Signedness, Source};
use Direction::{Eq as Equal, Ne};
use Function::{
    Add, And, Broadcast, Compare, Convert, Divide, DivideDown, DivideUp, Maximum, Minimum,
    Multiply, MultiplyExact, Or, Remainder, Select, Xor,
};
use Signedness::{Signed, Unsigned};

/// All integers, without duplicates.
#[derive(Debug)]
pub struct Integers {
    /// The bits of an extent; tests use fewer.
    extent_bits: u32,
    all: Vec<Defined>,
    by_definition: FxHashMap<(Definition, u32), Integer>,
    narrowed: FxHashMap<Integer, Option<Integer>>,
}

#[derive(Debug)]
struct Defined {
    definition: Definition,
    bits: u32,
    range: Range,
    /// The length of the longest chain of functions.
    depth: u32,
}

impl Default for Integers {
    fn default() -> Self {
        Self::with_extent_bits(EXTENT_BITS)
    }
}

impl Integers {
    /// Creates a table in which extents have `extent_bits` bits.
    fn with_extent_bits(extent_bits: u32) -> Self {
        Self {
            extent_bits,
            all: vec![],
            by_definition: FxHashMap::default(),
            narrowed: FxHashMap::default(),
        }
    }

    /// Returns a number of `bits` bits.
    pub fn define(&mut self, definition: Definition, bits: u32) -> Integer {
        let key = (definition, bits);
        if let Some(&id) = self.by_definition.get(&key) {
            return id;
        }
        let definition = key.0.clone();
        let id = Integer(u32::try_from(self.all.len()).expect("there are fewer ops than that"));
        self.all.push(Defined {
            range: self.range_of(&definition, bits),
            depth: self.depth_of(&definition),
            definition,
            bits,
        });
        self.by_definition.insert(key, id);
        id
    }

    /// Returns a constant, truncated to `bits` bits.
    pub fn constant(&mut self, value: i64, bits: u32) -> Integer {
        self.define(Definition::Constant(wrap(value, bits)), bits)
    }

    /// Returns how a number is computed.
    pub fn definition(&self, id: Integer) -> &Definition {
        &self.all[id.0 as usize].definition
    }

    /// Returns the width of a number in bits.
    pub fn bits(&self, id: Integer) -> u32 {
        self.all[id.0 as usize].bits
    }

    /// Returns the value of a constant.
    pub fn value(&self, id: Integer) -> Option<i64> {
        match self.definition(id) {
            Definition::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns a number in another width.
    pub fn convert(&mut self, id: Integer, bits: u32, signedness: Signedness) -> Integer {
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
        original: Integer,
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
    pub fn apply(&mut self, function: Function, parts: &[Integer]) -> Integer {
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
        let mut parts = Parts::from_slice(parts);
        // Constants come last.
        let rank = |id: Integer| (self.value(id).is_some(), id.0);
        if commutes(signed_function) && rank(parts[1]) < rank(parts[0]) {
            parts.swap(0, 1);
        }
        self.define(Definition::Apply(signed_function, parts), bits)
    }

    /// Returns the size that two sizes broadcast to. Of sizes that are incompatible it returns one,
    /// and it is unspecified which.
    pub fn broadcast(&mut self, a: Integer, b: Integer) -> Integer {
        self.apply(Broadcast, &[a, b])
    }

    /// Returns how a number is computed by functions that StableHLO has: see [`compose`].
    pub fn expand(&mut self, id: Integer) -> Integer {
        match self.definition(id).clone() {
            Definition::Apply(function, parts) => compose(self, function, &parts).unwrap_or(id),
            _ => id,
        }
    }

    /// Returns the length of the longest chain of functions that computes a number.
    pub fn depth(&self, id: Integer) -> u32 {
        self.all[id.0 as usize].depth
    }

    /// Returns the range of a number.
    fn range(&self, id: Integer) -> Range {
        self.all[id.0 as usize].range
    }

    /// Returns whether a number is known to fit into `bits` bits.
    pub fn fits(&self, id: Integer, bits: u32) -> bool {
        self.range(id).fits(bits)
    }

    /// Returns whether a number is known to be non-negative; one of one bit is, as an unsigned
    /// number.
    pub fn is_nonnegative(&self, id: Integer) -> bool {
        self.range(id).least >= 0
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

    /// Uses signed functions for non-negative numbers, since most tools only analyze these.
    fn prefer_signed(&self, function: Function, parts: &[Integer]) -> Function {
        let are_nonnegative = || parts.iter().all(|&part| self.is_nonnegative(part));
        match function {
            Divide(Unsigned) if are_nonnegative() => Divide(Signed),
            DivideUp(Unsigned) if are_nonnegative() => DivideUp(Signed),
            DivideDown if are_nonnegative() => Divide(Signed),
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
}

fn commutes(function: Function) -> bool {
    matches!(
        function,
        Add | Multiply
            | MultiplyExact
            | Maximum(_)
            | Minimum(_)
            | And
            | Or
            | Xor
            | Compare(Equal | Ne, _)
    )
}

impl Algebra for Integers {
    type Value = Integer;

    fn constant(&mut self, value: i64, like: Integer) -> Integer {
        Self::constant(self, value, self.bits(like))
    }

    fn apply(&mut self, function: Function, parts: &[Integer]) -> Integer {
        Self::apply(self, function, parts)
    }

    fn is_nonnegative(&self, value: Integer) -> bool {
        Self::is_nonnegative(self, value)
    }
}

#[cfg(test)]
mod tests;
