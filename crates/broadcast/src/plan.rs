//! Plans: what the lowering of one op will emit, decided before any IR changes.
//!
//! A [`Plan`] is a plain value: the size of each result dim, the guards that make those sizes
//! correct, and the broadcast that each operand needs. It does not depend on MLIR. Facts only
//! ever remove guards and broadcasts: planned without facts, an op computes the same result.
//!
//! Source: the StableHLO specification, `dynamic_broadcast_in_dim`, whose constraints the
//! guards establish; NumPy's broadcasting rules for the sizes that are accepted.
//!
//! # Guards, then sizes
//!
//! `max` is the broadcast size only if the guard holds; with sizes 0 and 1 it is wrong, and the
//! usual guard (`a == 1 or b == 1 or a == b`) accepts them. So the default guard rejects them
//! (`min == max or min == 1`), and `zero-extents=numpy` selects the size that is not 1 instead.
//!
//! # Bounded dims are padded or dynamic, and types decide which
//!
//! Where all dynamic dims of an op have the same bound, it is lowered as by StableHLO's own
//! broadcast utility: `broadcast_in_dim` to the bound, then `set_dimension_size`, plus a guard.
//! These ops cannot repeat a size 1 that is known only at run time, so the guard requires equal
//! sizes. If facts decided, a program would accept different sizes with facts than without, so
//! types decide.
//!
//! # Vectors have a separate plan
//!
//! Their sizes are known, scalable ones except for a common factor, so `plan::plan_vector` decides
//! operand by operand, and there are neither guards nor facts.

mod bound;
mod broadcast;
mod dim;
mod display;
mod entry;
mod error;
mod guard;
mod operand;
mod result;
#[cfg(test)]
mod tests;
mod vector;

pub use self::{
    entry::{DeclaredDim, DeclaredSymbol, EntryCheck},
    error::PlanError,
    guard::{CheckStatus, Guard, Quantity},
    operand::{Declared, Operand, OperandDim, Participant, ZeroExtents},
    result::{Broadcast, Dim, Extent},
    vector::{VectorBroadcast, plan_vector},
};

use self::dim::Sizing;
use crate::symbol::{Facts, Size, Statement, Term};

/// What is to be emitted for one op.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Plan {
    /// The result's dims.
    pub dims: Vec<Dim>,
    /// One entry per operand.
    pub broadcasts: Vec<Broadcast>,
    /// Whether operands are padded to bounds.
    is_padded: bool,
}

/// Plans the lowering of one op.
///
/// `result` describes the dims of the declared result type. `[s0] x [s1] => [s]`: the join of
/// both, one guard, both operands broadcast; `[2, s0] x [1] => [2, s0]`: no guard, only the
/// second operand is broadcast. With facts: `[s0] x [s1] => [s1]` without a guard if `s0` is
/// known to broadcast to `s1`.
///
/// # Errors
///
/// Fails if static sizes contradict each other. Sizes that only facts imply are guarded
/// instead, since the op may be unreachable.
///
/// # Panics
///
/// Panics if an operand dim is aligned to a dim that the result does not have.
pub fn plan(
    operands: &[Operand],
    result: &[Declared],
    zero_extents: ZeroExtents,
    facts: &Facts,
) -> Result<Plan, PlanError> {
    plan_into(operands, None, result, zero_extents, facts)
}

/// Plans the lowering of one op as [`plan`] does; if one operand is the destination, its sizes are
/// the result's, and the others are guarded to broadcast to them: `[s0] x [s1] => [s0]` with the
/// destination 0. Sizes 0 and 1 then broadcast as in NumPy: the destination is never enlarged.
///
/// # Errors
///
/// Fails as [`plan`] does.
///
/// # Panics
///
/// Panics if an operand dim is aligned to a dim that the result does not have.
pub fn plan_into(
    operands: &[Operand],
    destination: Option<usize>,
    result: &[Declared],
    zero_extents: ZeroExtents,
    facts: &Facts,
) -> Result<Plan, PlanError> {
    let is_padded = bound::is_padded(operands, destination, result);
    let sizing = Sizing {
        destination,
        zero_extents,
    };
    let dims = dim::plan_dims(operands, result, is_padded, sizing, facts)?;
    let broadcasts = operands
        .iter()
        .map(|operand| match is_padded {
            true => bound::plan_padded_broadcast(operand, &dims),
            false => broadcast::plan_broadcast(operand, &dims, facts),
        })
        .collect();
    Ok(Plan {
        dims,
        broadcasts,
        is_padded,
    })
}

/// Where the sizes and guards of a plan are assumed to hold.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Scope {
    /// After the op as planned here.
    Here,
    /// After the op even if it is planned again with more facts.
    Anywhere,
}

impl Plan {
    /// Returns how a scalar is brought to the result's shape.
    pub fn scalar_broadcast(&self) -> Broadcast {
        let scalar = Operand::default();
        match self.is_padded {
            true => bound::plan_padded_broadcast(&scalar, &self.dims),
            // It has no dims of which anything could be known.
            false => broadcast::plan_broadcast(&scalar, &self.dims, &Facts::default()),
        }
    }

    /// Returns whether all sizes already have names, and nothing has to be checked.
    pub fn is_settled(&self) -> bool {
        let is_settled = |dim: &Dim| dim.guards.is_empty() && dim.joined().is_none();
        self.dims.iter().all(is_settled)
    }

    /// Names the size of each result dim, given that the guards hold.
    ///
    /// A join gets a new symbol, of which nothing is known yet. So does a size that a guard
    /// keeps within a bound, since the operands' size has no such bound.
    pub fn name_sizes(&self, facts: &mut Facts) -> Vec<Size> {
        self.dims
            .iter()
            .map(|dim| match (dim.constant(), &dim.extent) {
                (Some(size), _) => Size::Constant(size),
                (None, Term::Size(participant)) if !dim.is_bound_guarded() => participant.size,
                (None, _) => Size::Symbol(facts.fresh()),
            })
            .collect()
    }

    /// Returns whether two plans of an op, made with different facts, give its result the same sizes.
    pub fn has_sizes_of(&self, other: &Self) -> bool {
        let mut dims = self.dims.iter().zip(&other.dims);
        self.broadcasts == other.broadcasts && dims.all(|(a, b)| a.names() == b.names())
    }

    /// Returns whether two plans of an op, made with different facts, have the same guards.
    pub fn has_guards_of(&self, other: &Self) -> bool {
        let mut dims = self.dims.iter().zip(&other.dims);
        dims.all(|(a, b)| a.names() == b.names() && a.guards.len() == b.guards.len())
    }

    /// Assumes what the guards establish; returns the size of each result dim.
    ///
    /// A join gets a new symbol, unless it equals an older one. `[s0] x [s1] => [s2]`: `s0` and
    /// `s1` grow to `s2`, which equals one of them.
    pub fn assume(&self, facts: &mut Facts) -> Vec<Size> {
        self.assume_in(Scope::Here, facts)
    }

    /// Assumes what the guards of every plan of this op establish, including the plan that is made
    /// where more is known of the operands. If one size is known to be 1 there, no guard of that
    /// plan rules out that others are 0, so the join need not be the maximum.
    pub fn assume_anywhere(&self, facts: &mut Facts) -> Vec<Size> {
        self.assume_in(Scope::Anywhere, facts)
    }

    fn assume_in(&self, scope: Scope, facts: &mut Facts) -> Vec<Size> {
        let dims = self.dims.iter();
        let mut sizes = dims.map(|dim| dim.assume(scope, facts)).collect::<Vec<_>>();
        for size in &mut sizes {
            *size = facts.canonical(*size);
        }
        sizes
    }
}

impl Dim {
    fn assume(&self, scope: Scope, facts: &mut Facts) -> Size {
        let extent = match &self.extent {
            Term::Constant(size) => Size::Constant(*size),
            Term::Size(participant) => participant.size,
            Term::Minimum(parts) | Term::Maximum(parts) | Term::FirstNotOne(parts) => {
                let join = Size::Symbol(facts.fresh());
                let parts = parts.iter().map(|participant| participant.size);
                let parts = parts.collect::<Vec<_>>();
                match (&self.extent, scope) {
                    (Term::Maximum(_), Scope::Here) => {
                        facts.assume(Statement::maximum(parts, join));
                    }
                    _ => facts.assume(Statement::join(parts, join)),
                }
                join
            }
        };
        for guard in &self.guards {
            let condition = guard.condition().map(&mut |quantity| match quantity {
                Quantity::Of(participant) => participant.size,
                Quantity::Extent => extent,
            });
            facts.assume_condition(&condition);
        }
        self.constant().map_or(extent, Size::Constant)
    }
}
