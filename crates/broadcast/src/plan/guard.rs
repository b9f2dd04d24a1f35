//! Guards: conditions that must hold at run time for a plan to be correct.
//!
//! The meaning of a guard is a [`Condition`]; its variant gives the reason for it, for messages
//! and explanations.

use super::{Participant, ZeroExtents};
use crate::symbol::{Condition, Term};
use std::fmt::{self, Display, Formatter};

/// A quantity that a guard of a result dim compares.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Quantity {
    /// The extent of an operand dim.
    Of(Participant),
    /// The extent of the result dim, which all operands broadcast to.
    Extent,
}

/// A check of extents that is needed at run time.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Guard {
    /// A dynamic dim must broadcast to a fixed one, or to one known to be constant.
    Fixed {
        /// The dynamic dim.
        dynamic: Participant,
        /// The dim whose size is known.
        fixed: Participant,
        /// That dim's size.
        size: i64,
    },
    /// A dynamic dim must broadcast to the extent, which is that of a dim known not to be 1, or
    /// the join of three or more dims.
    Broadcasts(Participant),
    /// A dim must broadcast to that of the operand whose size the result has, which is dynamic. If it is
    /// static, it is not 1, and both must be equal.
    Into {
        /// The dim.
        participant: Participant,
        /// The dim whose size the result has.
        destination: Participant,
    },
    /// Two dynamic dims must be equal, or one of them 1 and the other at least 1: the extent is
    /// their maximum.
    MaximumCompatible(Participant, Participant),
    /// Two dynamic dims must be equal, or one of them 1, even if the other is 0: the extent is
    /// the first of them that is not 1.
    Compatible(Participant, Participant),
    /// Two bounded dims, which are not broadcast, must be equal.
    Equal(Participant, Participant),
    /// The extent must equal the size that the op's result type declares.
    Declared {
        /// That size.
        size: i64,
        /// The dim that decides the extent, if the op names the operand whose shape the result has.
        destination: Option<Participant>,
    },
    /// The extent must not exceed the bound that the op's result type declares.
    AtMost(i64),
}

/// How a guard or a declaration of an argument is checked.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CheckStatus {
    /// By an assertion in front of the op.
    Here,
    /// By an assertion at function entry.
    AtEntry,
    /// By an earlier assertion.
    Before,
    /// It is assumed and not checked.
    Assumed,
    /// It is known, so no check is needed.
    Known,
}

impl Guard {
    /// Returns the guard between the two dims of a join.
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

    /// Returns the condition that must hold.
    pub fn condition(&self) -> Condition<Quantity> {
        use Quantity::{Extent, Of};
        match *self {
            Self::Fixed {
                dynamic, size: 1, ..
            } => Condition::Equal(Term::Size(Of(dynamic)), Term::Constant(1)),
            Self::Fixed { dynamic, size, .. } => {
                Condition::broadcasts_to(Term::Size(Of(dynamic)), Term::Constant(size))
            }
            Self::Broadcasts(participant) => {
                Condition::broadcasts_to(Term::Size(Of(participant)), Term::Size(Extent))
            }
            Self::Into {
                participant,
                destination,
            } => match participant.size.constant() {
                Some(size) => Condition::Equal(Term::Size(Of(destination)), Term::Constant(size)),
                None => Condition::broadcasts_to(
                    Term::Size(Of(participant)),
                    Term::Size(Of(destination)),
                ),
            },
            Self::MaximumCompatible(lhs, rhs) => {
                let both = || vec![Of(lhs), Of(rhs)];
                Condition::broadcasts_to(Term::Minimum(both()), Term::Maximum(both()))
            }
            Self::Compatible(lhs, rhs) => Condition::compatible(Of(lhs), Of(rhs)),
            Self::Equal(lhs, rhs) => Condition::Equal(Term::Size(Of(lhs)), Term::Size(Of(rhs))),
            Self::Declared { size, .. } => {
                Condition::Equal(Term::Size(Extent), Term::Constant(size))
            }
            Self::AtMost(bound) => Condition::AtMost(Term::Size(Extent), bound),
        }
    }

    /// Returns the quantities that the guard's message shows, the one at fault first.
    pub fn shown(&self) -> Vec<Quantity> {
        use Quantity::{Extent, Of};
        match *self {
            Self::Fixed { dynamic, .. } => vec![Of(dynamic)],
            Self::Broadcasts(participant) => vec![Of(participant), Extent],
            Self::Into {
                participant,
                destination,
            } => match participant.size.constant() {
                Some(_) => vec![Of(destination)],
                None => vec![Of(participant), Of(destination)],
            },
            Self::MaximumCompatible(lhs, rhs)
            | Self::Compatible(lhs, rhs)
            | Self::Equal(lhs, rhs) => vec![Of(lhs), Of(rhs)],
            Self::Declared { .. } | Self::AtMost(_) => vec![Extent],
        }
    }

    /// Returns the operand dims that the guard is about.
    pub fn participants(&self) -> Vec<Participant> {
        match *self {
            Self::Fixed { dynamic, fixed, .. } => vec![dynamic, fixed],
            Self::Broadcasts(participant) => vec![participant],
            Self::Into {
                participant,
                destination,
            } => match participant.size.constant() {
                // The size at fault is that of the dynamic one.
                Some(_) => vec![destination, participant],
                None => vec![participant, destination],
            },
            Self::MaximumCompatible(lhs, rhs)
            | Self::Compatible(lhs, rhs)
            | Self::Equal(lhs, rhs) => vec![lhs, rhs],
            Self::Declared { destination, .. } => destination.into_iter().collect(),
            Self::AtMost(_) => vec![],
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
