//! Sizes as constants and symbols, and what is known of them.

mod condition;
mod element;
mod facts;
pub mod integer;
mod journal;
mod needed;
mod numbers;
mod statement;
#[cfg(test)]
pub(crate) mod testing;

pub use condition::{Condition, Term};
pub use element::{Element, NumberType};
pub use facts::{Facts, Recorded};
pub use journal::{Alias, Content, Entry, Journal, Reach, SizeOrAlias};
pub use needed::{Effort, needed};
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
