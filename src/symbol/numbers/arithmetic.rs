//! What numbers are computed by.

use crate::symbol::{Element, NumberType};

/// What a scalar is computed by.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Arithmetic {
    /// `a + b`.
    Add,
    /// `a * b`.
    Multiply,
    /// `a - b`.
    Subtract,
    /// `a / b`, rounded towards zero; of floats, not rounded to an integer.
    Divide,
    /// `a / b`, rounded up.
    DivideUp,
    /// `a / b`, rounded down.
    DivideDown,
    /// `a / b` of unsigned numbers, rounded down.
    DivideUnsigned,
    /// `a / b` of unsigned numbers, rounded up.
    DivideUnsignedUp,
    /// What [`Divide`](Self::Divide) leaves, with the sign of `a`.
    Remainder,
    /// What [`DivideUnsigned`](Self::DivideUnsigned) leaves.
    RemainderUnsigned,
    /// The greater of two.
    Maximum,
    /// The greater of two unsigned numbers.
    MaximumUnsigned,
    /// The less of two.
    Minimum,
    /// The less of two unsigned numbers.
    MinimumUnsigned,
    /// To another type, where nothing is said of numbers that it cannot hold.
    Convert,
    /// To a wider type, from an unsigned one.
    ConvertUnsigned,
    /// To an integer of fewer bits, or of as many, which are the last ones of the number.
    Wrap,
    /// The least integer that is not less.
    RoundUp,
    /// The greatest integer that is not greater.
    RoundDown,
    /// What a window of a size, the second number, makes of a size, the first one.
    Windows(Window),
    /// What two sizes broadcast to; any number if they do not.
    Broadcast,
    /// The first one, but the second one if that is 1.
    FirstNotOne,
    /// One of both, whichever.
    Either,
}

/// How a window moves along a dim.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Window {
    /// How far it moves from one position to the next.
    pub stride: i64,
    /// The distance of elements in what it moves along; 1: no gaps.
    pub base_dilation: i64,
    /// The distance of elements in the window.
    pub dilation: i64,
    /// The padding on both sides.
    pub padding: i64,
}

impl Arithmetic {
    /// Returns whether the order of the two numbers makes no difference.
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

    /// Returns what takes signed numbers instead: the same where none is negative.
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

/// What makes two scalars the same: how, from what and in which type they are computed.
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
