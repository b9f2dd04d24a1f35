//! Why ops cannot be planned.

use super::operand::Participant;
use crate::shape::ShapeDim;

/// Sizes that are incompatible for all extents at run time.
///
/// Verification under `documented` and `strict` rules these out beforehand;
/// under `mlir`, which checks less, they are found here.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// Two operands have different fixed sizes, neither of them 1, along one result dim.
    #[error(
        "operand #{} dim {} has size {}, but operand #{} dim {}, aligned to the same result dim \
         {result_dim}, has size {}",
        .rhs.operand, .rhs.dim, .rhs.size, .lhs.operand, .lhs.dim, .lhs.size
    )]
    Incompatible {
        /// The result dim.
        result_dim: usize,
        /// The first of the two.
        lhs: Participant,
        /// The one that disagrees with it.
        rhs: Participant,
    },
    /// The result type declares a size that the operands cannot broadcast to.
    #[error(
        "the result declares size {declared} for dim {result_dim}, but the operands broadcast to {inferred}"
    )]
    Declared {
        /// The result dim.
        result_dim: usize,
        /// The declared size.
        declared: i64,
        /// The inferred size.
        inferred: i64,
    },
    /// The result type declares a bound that the inferred size always exceeds.
    #[error(
        "the result declares that dim {result_dim} is at most {bound}, but the operands broadcast to {inferred}"
    )]
    Bound {
        /// The result dim.
        result_dim: usize,
        /// The declared bound.
        bound: i64,
        /// The inferred size.
        inferred: i64,
    },
    /// A vector's dim is neither 1 nor of the result's size.
    #[error(
        "operand #{operand} dim {dim} has size {size}, but the result has size {expected} in dim \
         {result_dim}; expected that size or 1"
    )]
    Vector {
        /// The operand.
        operand: usize,
        /// Its dim.
        dim: usize,
        /// The dim's size.
        size: ShapeDim,
        /// The result dim.
        result_dim: usize,
        /// The size of the result dim.
        expected: ShapeDim,
    },
}
