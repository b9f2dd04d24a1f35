//! Reasons why a verified op cannot be lowered.

use super::emission::TargetError;
use crate::{
    lower::{requirements::Unmet, rules::ResolvedRule},
    rule::{RulePlace, Target},
};
use melior::ir::Location;
use std::fmt;

/// The reason why a verified op cannot be lowered.
#[derive(Debug, thiserror::Error)]
pub enum Unsupported {
    #[error("no rule lowers it; it is only verified")]
    VerifyOnly,
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
    #[error(
        "{subject} has type '{found}' of unknown rank; give the arguments' shapes first, as with --shapes"
    )]
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
    Requirement(#[from] Unmet),
    #[error("it meets the requirements of none of its {} rules", .0.len())]
    NoRule(Vec<UnmetRule>),
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
    #[error("the element type of the step '{op}' of its rule is not known")]
    StepElement { op: String },
    #[error("{subject} is not a number that element type '{element}' has")]
    Constant { subject: String, element: String },
    #[error("attribute '{name}' is missing, but its rule makes it a constant")]
    NoConstant { name: String },
    #[error("the ops that it becomes are invalid: {reason}")]
    Emitted { reason: String },
    #[error(transparent)]
    Target(TargetError),
    #[error("{0}")]
    Plan(#[from] crate::plan::PlanError),
}

/// A rule for an op that does not meet its requirements.
#[derive(Debug)]
pub struct UnmetRule {
    /// The rule's position among those of the op.
    index: usize,
    /// The name of its target.
    target: String,
    place: Option<RulePlace>,
    reason: Unmet,
}

impl UnmetRule {
    /// Creates the description of a rule with the requirement that is not met.
    pub fn new(rule: &ResolvedRule<'_, '_>, reason: Unmet) -> Self {
        Self {
            index: rule.index,
            target: match &rule.rule.target {
                Target::Hook(hook) => format!("hook '{hook}'"),
                Target::Keep => rule.rule.target_text(),
                Target::Op(_) | Target::Sequence(_) => format!("'{}'", rule.rule.target_text()),
            },
            place: rule.rule.place().cloned(),
            reason,
        }
    }
}

impl fmt::Display for UnmetRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "rule {}, to {}", self.index + 1, self.target)?;
        if let Some(place) = &self.place {
            write!(formatter, " at {place}")?;
        }
        write!(formatter, ": {}", self.reason)
    }
}

impl Unsupported {
    /// Returns a note for each rule that does not fit, if there are several.
    pub fn notes<'c>(&self, location: Location<'c>) -> Vec<(Location<'c>, String)> {
        let misfits = match self {
            Self::NoRule(misfits) => misfits.as_slice(),
            _ => &[],
        };
        let notes = misfits.iter().map(|misfit| (location, misfit.to_string()));
        notes.collect()
    }

    /// Returns the reason with its notes, in one line.
    pub fn reason(&self) -> String {
        match self {
            Self::NoRule(misfits) => {
                let misfits = misfits.iter().map(ToString::to_string);
                format!("{self}: {}", misfits.collect::<Vec<_>>().join("; "))
            }
            _ => self.to_string(),
        }
    }

    /// Returns the message of an error or remark: that the op cannot be lowered, and why.
    pub fn message(&self) -> String {
        match self {
            Self::NoBlock => format!("cannot be lowered here: {self}"),
            Self::Target(error) => error.message(),
            reason => format!("cannot be lowered: {reason}"),
        }
    }
}
