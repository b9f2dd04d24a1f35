//! Violations of the constraints on an op, as data and as messages.

use super::{
    AlignmentError, Container, IncompatibleShapes, OperandSize, ShapeDim, TraitRules, display_shape,
};
use std::fmt;
use thiserror::Error;

/// A constraint on broadcastable ops.
///
/// Source: `Broadcastable.md`, "Description" and "Verification".
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Constraint {
    /// `broadcastable_c1`: at least one operand.
    HasOperand,
    /// `broadcastable_c2`: exactly one result.
    HasOneResult,
    /// `broadcastable_c3`: operands and result are all tensors or all vectors.
    SameContainer,
    /// `broadcastable_c4`: operands are broadcast-compatible.
    CompatibleOperands,
    /// `broadcastable_c5`: the result has the inferred rank.
    ResultRank,
    /// `broadcastable_c6`: each result dim agrees with the inferred one.
    ResultSizes,
    /// `broadcast_dimensions`: the attribute maps every lower-rank operand.
    BroadcastDimensions,
    /// `result_like`: no operand enlarges the one whose shape the result has.
    ResultLike,
}

impl Constraint {
    /// Returns the id, which documents and tests use.
    pub const fn id(self) -> &'static str {
        match self {
            Self::HasOperand => "broadcastable_c1",
            Self::HasOneResult => "broadcastable_c2",
            Self::SameContainer => "broadcastable_c3",
            Self::CompatibleOperands => "broadcastable_c4",
            Self::ResultRank => "broadcastable_c5",
            Self::ResultSizes => "broadcastable_c6",
            Self::BroadcastDimensions => "broadcast_dimensions",
            Self::ResultLike => "result_like",
        }
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.id())
    }
}

/// The constraint that an op violates, and how.
///
/// It is displayed as the message of MLIR's own verifier, without the leading
/// `'dialect.name' op`. [`notes`](Self::notes) has the details.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Violation {
    /// There is no operand (`broadcastable_c1`).
    #[error("expected 1 or more operands, but found 0")]
    NoOperands,
    /// There is not exactly one result (`broadcastable_c2`).
    #[error("requires one result, but found {found}")]
    ResultCount {
        /// The number of results.
        found: usize,
    },
    /// There are both tensors and vectors (`broadcastable_c3`).
    #[error("cannot broadcast vector with tensor")]
    MixedContainers {
        /// The first tensor.
        tensor: Subject,
        /// The first vector.
        vector: Subject,
    },
    /// There is something other than tensors and vectors (`broadcastable_c3`).
    #[error("{subject} must be tensor or vector of any type values")]
    NotShaped {
        /// The operand or result.
        subject: Subject,
    },
    /// The attribute does not map the operands correctly (`broadcast_dimensions`).
    #[error(transparent)]
    BroadcastDimensions(#[from] AlignmentError),
    /// Two operands do not broadcast together (`broadcastable_c4`).
    #[error(transparent)]
    IncompatibleOperands(#[from] IncompatibleShapes),
    /// The result does not have the inferred rank (`broadcastable_c5`).
    #[error(
        "result type '{}' not broadcast compatible with broadcasted operands's shapes '{}'",
        display_shape(shape),
        display_shape(inferred)
    )]
    ResultRank {
        /// The result's index.
        result: usize,
        /// Its shape.
        shape: Box<[ShapeDim]>,
        /// The shape inferred from the operands.
        inferred: Box<[ShapeDim]>,
        /// The first operand of the inferred rank.
        widest: usize,
    },
    /// An operand has a higher rank than the destination, whose shape is the result's (`result_like`).
    #[error(
        "the result has the shape of operand #{destination}, but operand #{operand} has rank \
         {rank} and would enlarge it"
    )]
    EnlargedRank {
        /// The operand whose shape the result has.
        destination: usize,
        /// Its rank.
        destination_rank: usize,
        /// The operand of a higher rank.
        operand: usize,
        /// Its rank.
        rank: usize,
    },
    /// An operand does not broadcast to the one whose shape the result has (`result_like`).
    #[error(
        "the result has the shape of operand #{}, but operand #{} would enlarge its dim {}",
        destination.operand, operand.operand, destination.dim
    )]
    Enlarged {
        /// A dim of the operand whose shape the result has.
        destination: OperandSize,
        /// The dim that is aligned to it.
        operand: OperandSize,
    },
    /// Some result dims disagree with the inferred ones (`broadcastable_c6`).
    #[error(
        "result type '{}' not broadcast compatible with broadcasted operands's shapes '{}'",
        display_shape(shape),
        display_shape(inferred)
    )]
    ResultSizes {
        /// The result's index.
        result: usize,
        /// Its shape.
        shape: Box<[ShapeDim]>,
        /// The shape inferred from the operands.
        inferred: Box<[ShapeDim]>,
        /// All dims that disagree, at least one.
        mismatches: Vec<DimMismatch>,
        /// The rules that were applied.
        rules: TraitRules,
        /// What the result is: a vector has no dynamic dims.
        container: Container,
    },
}

/// A result dim that disagrees with the inferred one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct DimMismatch {
    /// The dim's index in the result's shape.
    pub dim: usize,
    /// Its size there.
    pub actual: ShapeDim,
    /// The size inferred from the operands.
    pub inferred: ShapeDim,
    /// The first operand that has the inferred size, and its dim.
    pub origin: Option<OperandSize>,
}

/// The subject of a note, which determines its location.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Subject {
    /// The op as a whole.
    Operation,
    /// The operand of this index.
    Operand(usize),
    /// The result of this index.
    Result(usize),
}

impl fmt::Display for Subject {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operation => formatter.write_str("the op"),
            Self::Operand(index) => write!(formatter, "operand #{index}"),
            Self::Result(index) => write!(formatter, "result #{index}"),
        }
    }
}

/// An explanation of one part of a violation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Note {
    /// What the note is about.
    pub subject: Subject,
    /// A sentence, lower case and without a final dot.
    pub message: String,
}

impl Violation {
    /// Returns the constraint that is violated.
    pub const fn constraint(&self) -> Constraint {
        match self {
            Self::NoOperands => Constraint::HasOperand,
            Self::ResultCount { .. } => Constraint::HasOneResult,
            Self::MixedContainers { .. } | Self::NotShaped { .. } => Constraint::SameContainer,
            Self::BroadcastDimensions(_) => Constraint::BroadcastDimensions,
            Self::EnlargedRank { .. } | Self::Enlarged { .. } => Constraint::ResultLike,
            Self::IncompatibleOperands(_) => Constraint::CompatibleOperands,
            Self::ResultRank { .. } => Constraint::ResultRank,
            Self::ResultSizes { .. } => Constraint::ResultSizes,
        }
    }

    /// Returns notes on the operands, dims and sizes that conflict, and on what is expected.
    ///
    /// The most helpful note comes first.
    pub fn notes(&self) -> Vec<Note> {
        match self {
            Self::NoOperands => vec![note(
                Subject::Operation,
                "a broadcastable op infers the shape of its result from at least one operand",
            )],
            Self::ResultCount { .. } => vec![note(
                Subject::Operation,
                "the operands broadcast to one shape, which is that of the only result",
            )],
            Self::MixedContainers { tensor, vector } => vec![
                note(*tensor, format!("{tensor} is a tensor")),
                note(
                    *vector,
                    format!("{vector} is a vector; all must be tensors, or all vectors"),
                ),
            ],
            Self::NotShaped { subject } => vec![note(
                *subject,
                format!("{subject} has no shape; a tensor of rank 0 broadcasts like a scalar"),
            )],
            Self::BroadcastDimensions(error) => {
                let subject = match error {
                    AlignmentError::Length { operand, .. } => Subject::Operand(*operand),
                    _ => Subject::Operation,
                };
                vec![note(subject, error.remedy())]
            }
            Self::IncompatibleOperands(error) => notes_on_operands(error),
            Self::ResultRank {
                result,
                shape,
                inferred,
                widest,
            } => vec![
                note(
                    Subject::Result(*result),
                    format!(
                        "result #{result} has rank {}, but the operands broadcast to rank {rank}; \
                         expected rank {rank}",
                        shape.len(),
                        rank = inferred.len(),
                    ),
                ),
                note(
                    Subject::Operand(*widest),
                    format!("operand #{widest} has the highest rank, {}", inferred.len()),
                ),
            ],
            Self::EnlargedRank {
                destination,
                destination_rank,
                operand,
                ..
            } => vec![note(
                Subject::Operand(*operand),
                format!(
                    "operand #{destination} has rank {destination_rank}; expected at most that"
                ),
            )],
            Self::Enlarged {
                destination,
                operand,
            } => vec![note(
                Subject::Operand(operand.operand),
                format!(
                    "operand #{} has size {} in dim {}, but operand #{} has size {}; expected {}",
                    operand.operand,
                    operand.size,
                    operand.dim,
                    destination.operand,
                    destination.size,
                    match destination.size.fixed_size() == Some(1) {
                        true => "1".into(),
                        false => format!("{} or 1", destination.size),
                    },
                ),
            )],
            Self::ResultSizes {
                result,
                mismatches,
                rules,
                container,
                ..
            } => mismatches
                .iter()
                .flat_map(|mismatch| notes_on_result(*result, mismatch, *rules, *container))
                .collect(),
        }
    }
}

fn notes_on_operands(error: &IncompatibleShapes) -> Vec<Note> {
    let IncompatibleShapes {
        dim,
        earlier,
        later,
    } = error;
    let wanted = earlier.size;
    let expected = if wanted.is_dynamic() {
        // Only a scalable dim conflicts with a dynamic one.
        "a size that is not scalable".to_string()
    } else {
        format!("{wanted} or 1")
    };
    vec![
        note(
            Subject::Operand(later.operand),
            format!(
                "operand #{} has size {} in dim {}, but result dim {dim} is already {wanted}; expected {expected}",
                later.operand, later.size, later.dim,
            ),
        ),
        note(
            Subject::Operand(earlier.operand),
            format!(
                "operand #{} has size {wanted} in dim {}",
                earlier.operand, earlier.dim
            ),
        ),
    ]
}

fn notes_on_result(
    result: usize,
    mismatch: &DimMismatch,
    rules: TraitRules,
    container: Container,
) -> impl Iterator<Item = Note> + use<> {
    let DimMismatch {
        dim,
        actual,
        inferred,
        origin,
    } = *mismatch;
    let expected = if inferred.is_fixed() && container != Container::Vector {
        format!("{inferred} or ?")
    } else {
        inferred.to_string()
    };
    let hint = if rules == TraitRules::Strict && inferred.is_dynamic() && actual.is_fixed() {
        " under the rules 'strict'"
    } else {
        ""
    };
    let on_result = note(
        Subject::Result(result),
        format!(
            "result #{result} has size {actual} in dim {dim}, but the operands broadcast to \
             {inferred} there; expected {expected}{hint}"
        ),
    );
    let on_operand = origin.map(|OperandSize { operand, dim, size }| {
        note(
            Subject::Operand(operand),
            format!("operand #{operand} has size {size} in dim {dim}"),
        )
    });
    [on_result].into_iter().chain(on_operand)
}

fn note(subject: Subject, message: impl Into<String>) -> Note {
    Note {
        subject,
        message: message.into(),
    }
}
