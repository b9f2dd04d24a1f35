//! The passes, one per file.

mod broadcastable;
mod lower_broadcast;
mod rules;
mod signature;
mod verify_broadcastable;

pub use self::{
    lower_broadcast::{LowerOptions, lower_broadcast},
    rules::{HookError, HookRequest, Rules},
    verify_broadcastable::verify_broadcastable,
};

/// Says that a transform failed; what was wrong has been emitted as
/// diagnostics.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("the input is wrong; diagnostics say where")]
pub struct Failed;
