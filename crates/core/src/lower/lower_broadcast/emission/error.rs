//! The reason why an op that passed all checks is not lowered.

use super::target_error::TargetError;
use crate::{
    diagnostic::{Kind, Severity, emit_on_op},
    lower::lower_broadcast::{conflict::Conflict, unsupported::Unsupported},
};
use melior::ir::{Location, OperationRef, operation::OperationLike};
use std::fmt::Display;

/// The reason why an op that passed all checks is not lowered.
#[derive(Debug, thiserror::Error)]
pub enum EmissionError {
    /// A hook fails, or the target op is invalid with the facts at its position.
    #[error("{}", .0.message())]
    Target(#[from] TargetError),
    /// A guard of an op that always runs never holds.
    #[error("{0}")]
    Conflict(Box<Conflict>),
    /// It cannot be lowered, and was not checked.
    #[error("{}", .0.message())]
    Unsupported(#[from] Unsupported),
    /// A condition that was checked earlier does not hold.
    #[error("internal error: verified, but not lowered: {0}")]
    Internal(String),
}

impl EmissionError {
    /// Creates an internal error.
    pub fn internal(reason: impl Display) -> Self {
        Self::Internal(reason.to_string())
    }

    /// Emits the error on an op.
    pub fn emit<'c>(&self, operation: OperationRef<'c, '_>) {
        let kind = match self {
            Self::Target(_) | Self::Unsupported(_) => Kind::NotLowered,
            Self::Conflict(_) => Kind::NeverBroadcasts,
            Self::Internal(_) => Kind::InternalError,
        };
        let (message, notes) = (self.to_string(), self.notes(operation));
        emit_on_op(operation, Severity::Error, kind, &message, &notes);
    }

    /// Returns notes on the op, with their locations.
    fn notes<'c>(&self, operation: OperationRef<'c, '_>) -> Vec<(Location<'c>, String)> {
        match self {
            Self::Conflict(conflict) => conflict.notes(operation),
            Self::Unsupported(reason) => reason.notes(operation.location()),
            Self::Target(_) | Self::Internal(_) => vec![],
        }
    }
}
