//! Functions of integers, and integers that are defined by them.

use smallvec::SmallVec;

/// An integer that a program computes, as an index into [`Integers`](super::Integers).
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Integer(pub u32);

/// A value of the program, from which integers are computed.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Source(pub u32);

/// How an integer is computed.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum Definition {
    /// A constant, sign-extended; of one bit, 0 or 1.
    Constant(i64),
    /// An element of a value, in row-major order; of a scalar, the first one.
    Element(Source, usize),
    /// The extent of a tensor's dim.
    Extent(Source, usize),
    /// A function of other integers.
    Apply(Function, Parts),
}

/// The arguments of a function.
pub type Parts = SmallVec<[Integer; 3]>;

/// A function of integers of one width; `Compare` and `Select` also take or return truth
/// values, and conversions change the width.
///
/// The only bit of an `i1` is its sign: read as a signed number it is 0 or -1, as an unsigned one
/// 0 or 1. StableHLO treats it as a truth value, so [`Integers`](super::Integers) keep only `And`, `Or`, `Xor`, `Select` and
/// comparisons for equality of such integers.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[cfg_attr(test, derive(strum::EnumCount))]
pub enum Function {
    /// `a + b`, modulo 2^n.
    Add,
    /// `a - b`, modulo 2^n.
    Subtract,
    /// `a * b`, modulo 2^n.
    Multiply,
    /// `a * b` of signed numbers; undefined if the result does not hold it.
    MultiplyExact,
    /// Division, rounded towards zero.
    Divide(Signedness),
    /// Division, rounded up.
    DivideUp(Signedness),
    /// Division of signed numbers, rounded down.
    DivideDown,
    /// The remainder of [`Divide`](Self::Divide), which has the sign of the dividend.
    Remainder(Signedness),
    /// The greater of two.
    Maximum(Signedness),
    /// The lesser of two.
    Minimum(Signedness),
    /// Bitwise.
    And,
    /// Bitwise.
    Or,
    /// Bitwise.
    Xor,
    /// Undefined by as many bits as there are, or more.
    ShiftLeft,
    /// Copies the sign; undefined by as many bits as there are, or more.
    ShiftRightArithmetic,
    /// Undefined by as many bits as there are, or more.
    ShiftRightLogical,
    /// Whether two numbers are ordered so.
    Compare(Direction, Signedness),
    /// `(condition, then, else)`.
    Select,
    /// The size that two sizes broadcast to. If they are incompatible, it is one of the two, and it is
    /// unspecified which one.
    Broadcast,
    /// Conversion to another width: sign-extends, zero-extends or truncates.
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
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Direction {
    /// `a == b`.
    Eq,
    /// `a != b`.
    Ne,
    /// `a < b`.
    Lt,
    /// `a <= b`.
    Le,
    /// `a > b`.
    Gt,
    /// `a >= b`.
    Ge,
}

impl Direction {
    /// Returns the direction with the two numbers exchanged.
    pub const fn reverse(self) -> Self {
        match self {
            Self::Ge => Self::Le,
            Self::Le => Self::Ge,
            Self::Gt => Self::Lt,
            Self::Lt => Self::Gt,
            same => same,
        }
    }

    /// Returns the direction that holds where this one does not.
    pub const fn negate(self) -> Self {
        match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Ge => Self::Lt,
            Self::Lt => Self::Ge,
            Self::Le => Self::Gt,
            Self::Gt => Self::Le,
        }
    }
}
