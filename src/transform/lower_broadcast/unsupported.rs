//! Reasons why a verified op cannot be lowered.

use super::{emission::TargetError, requirements};

/// The reason why a verified op cannot be lowered.
#[derive(Debug, thiserror::Error)]
pub enum Unsupported {
    #[error("it is not in a block")]
    NoBlock,
    #[error("it has regions or successors, which its target would lose")]
    Control,
    #[error("it has no operands that decide the result's shape")]
    NoOperands,
    #[error("it has {found} results; expected one, as its target has")]
    Results { found: usize },
    #[error("{subject} has type '{found}'; expected a tensor or a vector")]
    Shapeless { subject: String, found: String },
    #[error("{subject} has type '{found}' of unknown rank; specialise ranks first")]
    Unranked { subject: String, found: String },
    #[error(
        "{subject} has type '{found}', and what its encoding means for a \
         broadcast is not known; remove the encoding first"
    )]
    Encoding { subject: String, found: String },
    #[error(
        "the result has rank {found}, but the operands broadcast to rank \
         {inferred}"
    )]
    Rank { found: usize, inferred: usize },
    #[error(
        "its rule carries attribute '{name}' over as '{carried}', but the op \
         also has an attribute '{carried}'"
    )]
    SameName { name: String, carried: String },
    #[error(
        "its properties are {found}, which have no names to carry them over by; \
         write a dictionary, or 'carry = []' in its rule to leave them behind"
    )]
    Properties { found: String },
    #[error(transparent)]
    Requirement(#[from] requirements::Unmet),
    #[error("attribute '{name}' is {found}, which has no equivalent in dialect '{dialect}'")]
    Attribute {
        name: String,
        found: String,
        dialect: String,
    },
    #[error(
        "attribute '{name}' is {found}, which '{target}' does not accept; \
         expected \"{constraint}\""
    )]
    TargetAttribute {
        name: String,
        found: String,
        target: String,
        constraint: String,
    },
    #[error("the ops that it becomes are invalid: {reason}")]
    Emitted { reason: String },
    #[error(transparent)]
    Target(TargetError),
    #[error("{0}")]
    Plan(#[from] crate::plan::PlanError),
}

impl Unsupported {
    /// Returns the message of an error or remark: that the op cannot be lowered, and why.
    pub fn message(&self) -> String {
        match self {
            Self::NoBlock => format!("cannot be lowered here: {self}"),
            Self::Target(error) => error.message(),
            reason => format!("cannot be lowered: {reason}"),
        }
    }
}
