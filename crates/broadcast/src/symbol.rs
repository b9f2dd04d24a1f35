//! Sizes as constants and symbols, and what is known of them.
//!
//! # Sizes, elements and aliases are three types
//!
//! A `Size` is never negative, and facts rely on that. An `Element` is a number that a program
//! computes with; it may be negative, and only `symbol/element.rs` defines the meaning of facts
//! about sizes for it. It is not a `Size`, so code that asks facts cannot confuse the two. An
//! `Alias` names a dim in the journal, which facts do not use.
//!
//! # What integers are is known in one place, in two layers
//!
//! `symbol::integer` is a table of the integers that a program computes: each is a constant, an
//! element of a value, the size of a dim, or a function of others, and equal ones are the same
//! (hash-consing). Folding, widths, signs and ranges follow from definitions alone, so they hold
//! wherever an integer is defined. The rows of `analysis/ops` say how each op computes them,
//! through reshapes, concatenations and slices, and through floats that are whole numbers, at any
//! width. They also say, once, how the sizes of results follow from operands (`ops/extents.rs`):
//! as those of an operand, as its elements, or by a function that computes with integers or with
//! what facts call them. `analysis::IntegerValues` reads rows for `legalize-to-stablehlo`, which
//! emits integers again, for `legalize-for-iree`, and for the analysis, where facts give each a
//! name (`analysis/element.rs`): what holds at a point of the program, which integers are equal
//! there, what orders and ranges follow from checks. Two tests compare every function with an
//! interpreter written from the definitions of `arith`: at 1 to 3 bits for all inputs, composed
//! twice, and in chains of conversions between 1 and 4 bits. At 1, 8, 16, 32 and 64 bits, the same
//! compositions are proven (`scripts/check-proofs --integers`): a test of the crate writes what
//! the table makes of each, so no list of rules can be outdated. A row of `analysis/ops` that
//! computes integers needs an example, which a test runs with every type of integers that the op
//! takes.
//!
//! # Arithmetic is modular where it may wrap
//!
//! `symbol/numbers` tracks a computed number as a polynomial over sizes, which it equals exactly
//! or modulo 2^n. Sums and products are sound in both cases; division, comparison and extension
//! require exact equality. Two dims whose sizes are congruent modulo 2^32 share a symbol, because
//! both are below 2^31. The table of computed numbers belongs to `Facts`, so entries end with
//! their scope.

mod condition;
mod element;
mod facts;
pub mod integer;
mod journal;
mod needed;
mod number;
mod numbers;
mod statement;
#[cfg(test)]
pub(crate) mod testing;

pub use condition::{Condition, Term};
pub use facts::{Facts, Recorded};
pub use journal::{Alias, Content, Entry, Journal, Reach, SizeOrAlias};
pub use needed::{Effort, contradicting, needed};
pub use number::{Element, NumberType};
pub use numbers::{Arithmetic, KnownReshape};
pub use statement::{Relation, Statement};

use std::fmt::{self, Display, Formatter};

/// The greatest size of a dim: StableHLO computes sizes in 32 bits.
pub const MAX_SIZE: i64 = i32::MAX as i64;

/// A size that is not known at compile time, named by a number.
///
/// Two dims with the same symbol have equal extents in every run. Dims with different symbols
/// may or may not have equal extents.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Symbol(pub u32);

impl Display for Symbol {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "s{}", self.0)
    }
}

/// The size of a dim, in elements, as far as it is known at compile time.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Size {
    /// Known at compile time.
    Constant(i64),
    /// Known only at run time.
    Symbol(Symbol),
}

impl Size {
    /// Returns the size if it is known at compile time.
    pub const fn constant(self) -> Option<i64> {
        match self {
            Self::Constant(size) => Some(size),
            Self::Symbol(_) => None,
        }
    }

    /// Returns the symbol of a size that is known at run time only.
    pub const fn symbol(self) -> Option<Symbol> {
        match self {
            Self::Constant(_) => None,
            Self::Symbol(symbol) => Some(symbol),
        }
    }
}

impl Display for Size {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(size) => write!(formatter, "{size}"),
            Self::Symbol(symbol) => write!(formatter, "{symbol}"),
        }
    }
}
