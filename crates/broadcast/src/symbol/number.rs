//! A number that a program computes with, which may be negative.

use super::{Size, Symbol};

/// A type of signed integers, by its number of bits.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct NumberType(pub u32);

impl NumberType {
    /// Integers so wide that neither a size nor a sum of two sizes wraps.
    pub const EXACT: Self = Self(64);
}

/// A number that a program computes with; it may be negative.
///
/// Every size is an element, but not every element is a [`Size`]: see [`Facts::as_size`](super::Facts::as_size).
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Element(pub(super) ElementForm);

/// How an element is represented.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(super) enum ElementForm {
    /// A number known at compile time.
    Constant(i64),
    /// A size or another number, named by a symbol; facts record which of the two it is.
    Named(Symbol),
}

impl From<Size> for Element {
    fn from(size: Size) -> Self {
        Self(match size {
            Size::Constant(size) => ElementForm::Constant(size),
            Size::Symbol(symbol) => ElementForm::Named(symbol),
        })
    }
}

impl Element {
    /// Returns the element for a number known at compile time.
    pub const fn number(number: i64) -> Self {
        Self(ElementForm::Constant(number))
    }

    /// Returns the number if it is known at compile time.
    pub const fn constant(self) -> Option<i64> {
        match self.0 {
            ElementForm::Constant(number) => Some(number),
            ElementForm::Named(_) => None,
        }
    }

    /// Returns the element that has a name.
    pub const fn named(symbol: Symbol) -> Self {
        Self(ElementForm::Named(symbol))
    }

    /// Returns the name of the element if it is not known at compile time.
    pub(super) const fn symbol(self) -> Option<Symbol> {
        match self.0 {
            ElementForm::Constant(_) => None,
            ElementForm::Named(symbol) => Some(symbol),
        }
    }

    /// Returns the element as a size, supposing that it is one; `None` if it is a negative
    /// constant.
    pub(super) const fn if_size(self) -> Option<Size> {
        match self.0 {
            ElementForm::Constant(number) if number < 0 => None,
            ElementForm::Constant(number) => Some(Size::Constant(number)),
            ElementForm::Named(symbol) => Some(Size::Symbol(symbol)),
        }
    }
}
