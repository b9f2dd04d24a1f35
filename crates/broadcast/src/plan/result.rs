//! What is planned for one result dim, and for one operand.

use super::{
    guard::{Guard, Quantity},
    operand::Participant,
};
use crate::symbol::{Facts, Size, Term};

/// The size that the operands broadcast to along one result dim: a constant, the extent of one
/// operand dim, or the join of two or more different dynamic dims, which is their maximum or
/// the first one that is not 1.
pub type Extent = Term<Participant>;

/// One result dim.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Dim {
    /// The size that the operands broadcast to.
    pub extent: Extent,
    /// The guards, in the order in which they are to be checked.
    pub guards: Vec<Guard>,
    /// The result type's size where it is static and the extent is not.
    pub declared: Option<i64>,
    /// The bound of the size, if the types of the broadcast operands need one.
    pub bound: Option<i64>,
}

impl Dim {
    /// Returns the size that holds after the guards, if it is known at compile time.
    pub const fn constant(&self) -> Option<i64> {
        match self.extent {
            Term::Constant(size) => Some(size),
            _ => self.declared,
        }
    }

    /// Returns the operand dims that the extent joins; `None` if it is not a join.
    pub fn joined(&self) -> Option<&[Participant]> {
        match &self.extent {
            Term::Constant(_) | Term::Size(_) => None,
            Term::Minimum(of) | Term::Maximum(of) | Term::FirstNotOne(of) => Some(of),
        }
    }

    /// Returns what decides the size: a constant, if it is one, and the dims that the extent is computed from, as
    /// pairs of operand and dim.
    pub(super) fn names(&self) -> (Option<i64>, Vec<(usize, usize)>) {
        let of = self.extent.sizes().iter();
        (self.constant(), of.map(|it| (it.operand, it.dim)).collect())
    }

    /// Returns whether a guard must check that the size is within its declared bound.
    pub fn is_bound_guarded(&self) -> bool {
        self.guards
            .iter()
            .any(|guard| matches!(guard, Guard::AtMost(_)))
    }
}

/// How an operand is brought to the result's shape.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Broadcast {
    /// It already has that shape.
    None,
    /// All sizes are static: `stablehlo.broadcast_in_dim`.
    Static,
    /// `stablehlo.broadcast_in_dim` with the bounds of these result dims in place
    /// of their sizes, then `stablehlo.set_dimension_size` for each.
    Padded(Vec<usize>),
    /// `stablehlo.dynamic_broadcast_in_dim`.
    Dynamic {
        /// Operand dims that are dynamic and provably 1, aligned to a result dim that is
        /// provably larger.
        expanding: Vec<usize>,
        /// Operand dims that are dynamic and provably equal to their result
        /// dim.
        nonexpanding: Vec<usize>,
        /// Result dims that must be dynamic in the broadcast's type although their size is
        /// static: the operand's bound there is smaller, so the operand's size must be 1.
        open: Vec<usize>,
    },
}

impl Dim {
    /// Returns the number that a guard of this dim compares.
    pub fn term(&self, quantity: &Quantity) -> Term<Size> {
        match quantity {
            Quantity::Of(participant) => Term::Size(participant.size),
            Quantity::Extent => self.extent.map(|participant| participant.size),
        }
    }

    /// Returns whether a guard of this dim fails for all extents that the facts allow.
    pub fn never_holds(&self, guard: &Guard, facts: &Facts) -> bool {
        facts.refutes(&guard.condition(), &|quantity| self.term(quantity))
    }
}
