//! Alignment: the map from operand dims to result dims.

use super::ShapeDim;
use thiserror::Error;

/// Aligns operands with the result that they broadcast to.
///
/// The result's rank is the highest rank among the operands. Operands of that
/// rank align dim by dim. Without `broadcast_dimensions` the others align to
/// the right: `[3] x [2, 3] => [2, 3]` maps operand dim 0 to result dim 1. If it is given, dim
/// `i` of every lower-rank operand maps to result dim `broadcast_dimensions[i]`: `[2] x [2, 3]
/// => [2, 3]` with `[0]`.
///
/// `None` stands for an unranked operand. Nothing is aligned (`Ok(None)`) if no
/// operand is ranked, or if `broadcast_dimensions` is given and some operand is
/// unranked: the attribute cannot be interpreted until all ranks are known, so only the
/// order of its entries is checked. Without the attribute, unranked
/// operands are skipped.
///
/// # Errors
///
/// Fails if `broadcast_dimensions` is not strictly increasing, has an entry out of the result's
/// range, or does not have one entry for each dim of every lower-rank operand; if all operands
/// have equal rank, also if it is not the identity.
///
/// Source: StableHLO, CHLO ops' `broadcast_dimensions`.
pub fn align<'a, 's, I>(
    operands: I,
    broadcast_dimensions: Option<&'a [i64]>,
) -> Result<Option<Alignment<'a>>, AlignmentError>
where
    I: IntoIterator<Item = Option<&'s [ShapeDim]>, IntoIter: Clone>,
{
    align_indexed(operands.into_iter().enumerate(), broadcast_dimensions)
}

/// Holds the map from the dims of operands to those of their result.
///
/// Invariant: explicit entries are strictly increasing and in range.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Alignment<'a> {
    result_rank: usize,
    broadcast_dimensions: Option<&'a [i64]>,
}

impl<'a> Alignment<'a> {
    /// Aligns operands to the right in a result of rank `result_rank`.
    pub const fn trailing(result_rank: usize) -> Self {
        Self {
            result_rank,
            broadcast_dimensions: None,
        }
    }

    /// Returns the rank of the result.
    pub const fn result_rank(&self) -> usize {
        self.result_rank
    }

    /// Returns the map for any operand of rank `rank`.
    pub fn operand(&self, rank: usize) -> DimMap<'a> {
        let kind = match self.broadcast_dimensions {
            Some(dims) if rank < self.result_rank => MapKind::Explicit(dims),
            _ => MapKind::Offset(self.result_rank.saturating_sub(rank)),
        };
        DimMap { rank, kind }
    }
}

/// Maps the dims of one operand to result dims, in strictly increasing order.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct DimMap<'a> {
    rank: usize,
    kind: MapKind<'a>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum MapKind<'a> {
    Offset(usize),
    Explicit(&'a [i64]),
}

impl DimMap<'_> {
    /// Returns the result dim of an operand's dim; `None` past its rank.
    pub fn result_dim(&self, operand_dim: usize) -> Option<usize> {
        if operand_dim >= self.rank {
            return None;
        }
        match self.kind {
            MapKind::Offset(offset) => operand_dim.checked_add(offset),
            MapKind::Explicit(dims) => usize::try_from(*dims.get(operand_dim)?).ok(),
        }
    }

    /// Returns the operand dim that is aligned to a result dim, if any.
    pub fn operand_dim(&self, result_dim: usize) -> Option<usize> {
        let operand_dim = match self.kind {
            MapKind::Offset(offset) => result_dim.checked_sub(offset)?,
            MapKind::Explicit(dims) => dims.binary_search(&i64::try_from(result_dim).ok()?).ok()?,
        };
        (operand_dim < self.rank).then_some(operand_dim)
    }

    /// Returns the result dims of the operand's dims, first to last.
    pub fn result_dims(&self) -> impl Iterator<Item = usize> {
        (0..self.rank).map_while(|dim| self.result_dim(dim))
    }
}

/// The reason why a `broadcast_dimensions` attribute cannot align operands.
///
/// `entry` is an index into the attribute, `value` the entry at that index.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum AlignmentError {
    /// The attribute does not have one entry for each dim of an operand.
    #[error("broadcast_dimensions has size {found}, but operand #{operand} has rank {rank}")]
    Length {
        /// The operand's index.
        operand: usize,
        /// Its rank.
        rank: usize,
        /// The number of entries.
        found: usize,
    },
    /// An entry is negative.
    #[error("broadcast_dimensions entry {entry} is {value}, which is negative")]
    Negative {
        /// The index of the entry.
        entry: usize,
        /// Its value.
        value: i64,
    },
    /// An entry is out of the result's range.
    #[error("broadcast_dimensions entry {entry} is {value}, but the result has rank {result_rank}")]
    OutOfRange {
        /// The index of the entry.
        entry: usize,
        /// Its value.
        value: i64,
        /// The highest rank among the operands.
        result_rank: usize,
    },
    /// An entry is not greater than the one before it.
    #[error("broadcast_dimensions entry {entry} is {value}, which is not greater than {previous}")]
    NotIncreasing {
        /// The index of the entry.
        entry: usize,
        /// Its value.
        value: i64,
        /// The value before it.
        previous: i64,
    },
    /// All operands have equal rank, but an entry is not its own index.
    #[error("broadcast_dimensions entry {entry} is {value}, but all operands have equal rank")]
    NotIdentity {
        /// The index of the entry.
        entry: usize,
        /// Its value.
        value: i64,
    },
}

impl AlignmentError {
    /// Returns a sentence that says how to correct the attribute.
    pub fn remedy(&self) -> String {
        match self {
            Self::Length { operand, .. } => {
                format!("expected one entry for each dim of operand #{operand}")
            }
            Self::Negative { .. } => "each entry must be a dim of the result".into(),
            Self::OutOfRange { result_rank, .. } => {
                format!("each entry must be less than {result_rank}")
            }
            Self::NotIncreasing { .. } => {
                "each entry must be greater than the one before it".into()
            }
            Self::NotIdentity { entry, .. } => {
                format!("entry {entry} must be {entry}, or the attribute must be left out")
            }
        }
    }
}

/// Aligns operands that come with their index among all of the op's operands.
pub(super) fn align_indexed<'a, 's, I>(
    operands: I,
    broadcast_dimensions: Option<&'a [i64]>,
) -> Result<Option<Alignment<'a>>, AlignmentError>
where
    I: Iterator<Item = (usize, Option<&'s [ShapeDim]>)> + Clone,
{
    let mut result_rank = None;
    let mut has_unranked = false;
    for (_, shape) in operands.clone() {
        match shape {
            Some(shape) => result_rank = result_rank.max(Some(shape.len())),
            None => has_unranked = true,
        }
    }
    if let Some(dims) = broadcast_dimensions {
        check_increasing(dims)?;
        match result_rank {
            Some(result_rank) if !has_unranked => check_ranks(operands, dims, result_rank)?,
            _ => return Ok(None),
        }
    }
    Ok(result_rank.map(|result_rank| Alignment {
        result_rank,
        broadcast_dimensions,
    }))
}

fn check_increasing(dims: &[i64]) -> Result<(), AlignmentError> {
    let mut previous = None;
    for (entry, &value) in dims.iter().enumerate() {
        if value < 0 {
            return Err(AlignmentError::Negative { entry, value });
        }
        if let Some(previous) = previous.filter(|&previous| value <= previous) {
            return Err(AlignmentError::NotIncreasing {
                entry,
                value,
                previous,
            });
        }
        previous = Some(value);
    }
    Ok(())
}

fn check_ranks<'s>(
    operands: impl Iterator<Item = (usize, Option<&'s [ShapeDim]>)> + Clone,
    dims: &[i64],
    result_rank: usize,
) -> Result<(), AlignmentError> {
    let ranks = operands.filter_map(|(operand, shape)| Some((operand, shape?.len())));
    let have_equal_rank = ranks.clone().all(|(_, rank)| rank == result_rank);
    for (operand, rank) in ranks {
        if (rank < result_rank || have_equal_rank) && rank != dims.len() {
            return Err(AlignmentError::Length {
                operand,
                rank,
                found: dims.len(),
            });
        }
    }
    for (entry, &value) in dims.iter().enumerate() {
        let value_as_dim = usize::try_from(value).ok();
        if value_as_dim.is_none_or(|dim| dim >= result_rank) {
            return Err(AlignmentError::OutOfRange {
                entry,
                value,
                result_rank,
            });
        }
        if have_equal_rank && value_as_dim != Some(entry) {
            return Err(AlignmentError::NotIdentity { entry, value });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
