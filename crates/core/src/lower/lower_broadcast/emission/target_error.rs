//! The reason why an op's replacement cannot be emitted.

use crate::{lower::HookError, rule::RulePlace};

/// The reason why an op's replacement cannot be emitted.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    #[error(
        "its target op '{target}', from its rule{}, is invalid: {reason}",
        at(place)
    )]
    Wrong {
        target: String,
        place: Option<RulePlace>,
        reason: String,
    },
    #[error(
        "step {number} of {count}, '{op}', from its rule{}, is invalid: {reason}",
        at(place)
    )]
    Step {
        op: String,
        number: usize,
        count: usize,
        place: Option<RulePlace>,
        reason: String,
    },
    #[error("a step of its rule has no such operand")]
    NoOperand,
    #[error("its hook fails: {0}")]
    Hook(#[from] HookError),
    #[error("its rule names a hook that does not exist")]
    NoHook,
}

impl TargetError {
    /// Returns the message of an error: that the op cannot be lowered, and why.
    pub fn message(&self) -> String {
        match self {
            Self::Hook(error) => format!("cannot be lowered by its hook: {error}"),
            Self::Wrong { .. } | Self::Step { .. } | Self::NoOperand | Self::NoHook => {
                format!("cannot be lowered: {self}")
            }
        }
    }
}

pub(super) fn at(place: &Option<RulePlace>) -> String {
    place
        .as_ref()
        .map_or_else(String::new, |place| format!(" at {place}"))
}
