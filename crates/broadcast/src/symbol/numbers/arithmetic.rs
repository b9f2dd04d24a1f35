//! The operations that compute numbers.

use crate::symbol::{Element, NumberType};

/// An operation on scalars.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Arithmetic {
    /// `a + b`.
    Add,
    /// `a * b`.
    Multiply,
    /// `a - b`.
    Subtract,
    /// `a / b`, rounded towards zero.
    Divide,
    /// `a / b`, rounded up.
    DivideUp,
    /// `a / b`, rounded down.
    DivideDown,
    /// `a / b` of unsigned numbers, rounded down.
    DivideUnsigned,
    /// `a / b` of unsigned numbers, rounded up.
    DivideUnsignedUp,
    /// The remainder of [`Divide`](Self::Divide), which has the sign of `a`.
    Remainder,
    /// The remainder of [`DivideDown`](Self::DivideDown), which has the sign of `b`.
    RemainderDown,
    /// The remainder of [`DivideUnsigned`](Self::DivideUnsigned).
    RemainderUnsigned,
    /// The greater of two.
    Maximum,
    /// The greater of two unsigned numbers.
    MaximumUnsigned,
    /// The lesser of two.
    Minimum,
    /// The lesser of two unsigned numbers.
    MinimumUnsigned,
    /// Conversion to another type; undefined for numbers that it cannot represent.
    Convert,
    /// Conversion of an unsigned number `a` to a wider type. `b` is the number of bits of `a`, since the same
    /// bits mean different numbers: -1 is 255 in 8 bits, and 65,535 in 16 bits.
    ConvertUnsigned,
    /// Truncation to an integer of at most as many bits: the low bits of the number.
    Wrap,
    /// The size that two sizes broadcast to; undefined if they are incompatible.
    Broadcast,
    /// The first one, unless it is 1; then the second one.
    FirstNotOne,
    /// One of the two, unknown which.
    Either,
}

impl Arithmetic {
    /// Returns whether the operation is commutative.
    const fn commutes(self) -> bool {
        matches!(
            self,
            Self::Add
                | Self::Multiply
                | Self::Maximum
                | Self::MaximumUnsigned
                | Self::Minimum
                | Self::MinimumUnsigned
        )
    }

    /// Returns the signed operation that gives the same result on non-negative numbers.
    pub(super) const fn of_signed(self) -> Self {
        match self {
            Self::DivideUnsigned => Self::Divide,
            Self::DivideUnsignedUp => Self::DivideUp,
            Self::RemainderUnsigned => Self::Remainder,
            Self::MaximumUnsigned => Self::Maximum,
            Self::MinimumUnsigned => Self::Minimum,
            Self::ConvertUnsigned => Self::Convert,
            signed => signed,
        }
    }
}

/// A key for a computed scalar: the operation, its operands and its type.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Computation(Arithmetic, Element, Element, NumberType);

impl Computation {
    pub fn new(arithmetic: Arithmetic, a: Element, b: Element, r#type: NumberType) -> Self {
        let (a, b) = match arithmetic.commutes() {
            true => (a.min(b), a.max(b)),
            false => (a, b),
        };
        Self(arithmetic, a, b, r#type)
    }
}
