//! Guards: what must hold at run time for a plan to be right.
//!
//! What a guard means is a [`Condition`]; what it is called here says why it is needed,
//! in messages and explanations.

use super::{Participant, ZeroExtents};
use crate::symbol::{Condition, Term};
use std::fmt::{self, Display, Formatter};

/// What a guard of a result dim measures.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Quantity {
    /// The extent of an operand dim.
    Of(Participant),
    /// The extent of the result dim: what all operands broadcast to.
    Extent,
}

/// A check of extents that is needed at run time.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Guard {
    /// A dynamic dim against a fixed one, or one known to be constant.
    Fixed {
        /// The dynamic dim.
        dynamic: Participant,
        /// The dim whose size is known.
        fixed: Participant,
        /// That dim's size.
        size: i64,
    },
    /// A dynamic dim against the extent that it must broadcast to: that of a dim known
    /// not to be 1, or what three or more broadcast to.
    Broadcasts(Participant),
    /// Two different dynamic dims, neither of which is less than 1 if they differ: the
    /// extent is their maximum.
    MaximumCompatible(Participant, Participant),
    /// Two different dynamic dims, either of which may be 0 if the other one is 1: the
    /// extent is the first of them that is not 1.
    Compatible(Participant, Participant),
    /// Two bounded dims that are not broadcast.
    Equal(Participant, Participant),
    /// The extent against the size that the op's result type declares.
    Declared(i64),
    /// The extent against the bound that the op's result type declares.
    AtMost(i64),
}

/// How a guard, or what is declared of an argument, is checked.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CheckStatus {
    /// An assertion stands before the op.
    Here,
    /// An assertion stands where the function begins.
    AtEntry,
    /// An assertion that is there already checks it.
    Before,
    /// Nothing checks it: it is assumed.
    Assumed,
    /// Nothing needs to: it is known.
    Known,
}

impl Guard {
    /// Returns the guard between the only two dims of an extent.
    pub(super) const fn between(
        lhs: Participant,
        rhs: Participant,
        zero_extents: ZeroExtents,
    ) -> Self {
        match zero_extents {
            ZeroExtents::Reject => Self::MaximumCompatible(lhs, rhs),
            ZeroExtents::Numpy => Self::Compatible(lhs, rhs),
        }
    }

    /// Returns what must hold.
    pub fn condition(&self) -> Condition<Quantity> {
        use Quantity::{Extent, Of};
        match *self {
            Self::Fixed { dynamic, size, .. } => {
                Condition::broadcasts_to(Term::Size(Of(dynamic)), Term::Constant(size))
            }
            Self::Broadcasts(participant) => {
                Condition::broadcasts_to(Term::Size(Of(participant)), Term::Size(Extent))
            }
            Self::MaximumCompatible(lhs, rhs) => {
                let both = || vec![Of(lhs), Of(rhs)];
                Condition::broadcasts_to(Term::Minimum(both()), Term::Maximum(both()))
            }
            Self::Compatible(lhs, rhs) => Condition::compatible(Of(lhs), Of(rhs)),
            Self::Equal(lhs, rhs) => Condition::Equal(Term::Size(Of(lhs)), Term::Size(Of(rhs))),
            Self::Declared(size) => Condition::Equal(Term::Size(Extent), Term::Constant(size)),
            Self::AtMost(bound) => Condition::AtMost(Term::Size(Extent), bound),
        }
    }

    /// Returns what the guard's message shows, the quantity at fault first.
    pub fn shown(&self) -> Vec<Quantity> {
        use Quantity::{Extent, Of};
        match *self {
            Self::Fixed { dynamic, .. } => vec![Of(dynamic)],
            Self::Broadcasts(participant) => vec![Of(participant), Extent],
            Self::MaximumCompatible(lhs, rhs)
            | Self::Compatible(lhs, rhs)
            | Self::Equal(lhs, rhs) => vec![Of(lhs), Of(rhs)],
            Self::Declared(_) | Self::AtMost(_) => vec![Extent],
        }
    }

    /// Returns the operand dims that the guard is about.
    pub fn participants(&self) -> Vec<Participant> {
        match *self {
            Self::Fixed { dynamic, fixed, .. } => vec![dynamic, fixed],
            Self::Broadcasts(participant) => vec![participant],
            Self::MaximumCompatible(lhs, rhs)
            | Self::Compatible(lhs, rhs)
            | Self::Equal(lhs, rhs) => vec![lhs, rhs],
            Self::Declared(_) | Self::AtMost(_) => vec![],
        }
    }
}

impl Display for Quantity {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Of(participant) => participant.fmt(formatter),
            Self::Extent => formatter.write_str("the extent"),
        }
    }
}

impl Display for Guard {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        self.condition().fmt(formatter)
    }
}
