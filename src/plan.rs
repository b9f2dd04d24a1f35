//! Plans: what the lowering of one op will emit, decided before any IR changes.
//!
//! A [`Plan`] is a plain value: the size of each result dim, the guards that
//! make those sizes right, and what each operand needs. It knows nothing of
//! MLIR. What is known of the sizes only ever removes guards and broadcasts:
//! planned without facts, an op computes the same.
//!
//! Source: the StableHLO specification, `dynamic_broadcast_in_dim`, whose constraints the
//! guards establish; NumPy's broadcasting rules for the sizes that are accepted.

mod bound;
mod broadcast;
mod dim;
mod display;
mod entry;
mod guard;
#[cfg(test)]
mod tests;
mod vector;

pub use self::{
    entry::{DeclaredDim, DeclaredSymbol, EntryCheck},
    guard::{CheckStatus, Guard, Quantity},
    vector::{VectorBroadcast, plan_vector},
};

use crate::{
    shape::ShapeDim,
    symbol::{Facts, Size, Statement, Term},
};
use smallvec::SmallVec;

/// What two sizes do when one of them is 0 and the other is known only at run
/// time.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    Eq,
    Hash,
    PartialEq,
    strum::Display,
    strum::EnumString,
    strum::VariantArray,
    strum::VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum ZeroExtents {
    /// 0 against 1 fails an assertion: the size is the maximum.
    #[default]
    Reject,
    /// 0 against 1 is 0, as in NumPy: the size is taken by select-on-1.
    Numpy,
}

/// A dim of an operand.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct OperandDim {
    /// Its size: a constant just where the operand's type says so.
    ///
    /// A dim that is dynamic in the type and proves to be constant is still a
    /// symbol here, as that decides which ops can be used.
    pub size: Size,
    /// The bound that the operand's type gives it, if any; `None` if it is static.
    pub bound: Option<i64>,
    /// The result dim that it is aligned to.
    pub result_dim: usize,
}

/// One operand: its dims, those of the result that they are aligned to increase strictly.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Operand {
    // Few tensors have more dims.
    dims: SmallVec<[OperandDim; 4]>,
}

impl Operand {
    /// Returns the dims.
    pub fn dims(&self) -> &[OperandDim] {
        &self.dims
    }

    /// Returns whether any dim has a bound.
    fn has_bounds(&self) -> bool {
        self.dims.iter().any(|dim| dim.bound.is_some())
    }

    /// Returns the index of the dim that is aligned to a result dim.
    fn index_at(&self, result_dim: usize) -> Option<usize> {
        let result_dim_of = |dim: &OperandDim| dim.result_dim;
        self.dims
            .binary_search_by_key(&result_dim, result_dim_of)
            .ok()
    }
}

impl FromIterator<OperandDim> for Operand {
    fn from_iter<T: IntoIterator<Item = OperandDim>>(dims: T) -> Self {
        let dims = dims.into_iter().collect();
        Self { dims }
    }
}

/// What the result type says of a dim.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Declared {
    /// The size; `None` if it is dynamic.
    pub size: Option<i64>,
    /// The bound of a dynamic size, if it has one.
    pub bound: Option<i64>,
}

/// A dim of an operand that decides the size of a result dim.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Participant {
    /// The operand's index.
    pub operand: usize,
    /// The operand's dim.
    pub dim: usize,
    /// That dim's size, by the name that the facts give it.
    pub size: Size,
}

/// The size that the operands broadcast to along one result dim: a constant, the
/// extent of one operand dim, or what two or more different dynamic dims broadcast to,
/// their maximum or the first of them that is not 1.
pub type Extent = Term<Participant>;

/// One result dim.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Dim {
    /// What the operands broadcast to.
    pub extent: Extent,
    /// The guards, in the order in which they are to be checked.
    pub guards: Vec<Guard>,
    /// The result type's size where it is static and the extent is not.
    pub declared: Option<i64>,
    /// The bound of the size, where the type of what is broadcast is to have one.
    pub bound: Option<i64>,
}

impl Dim {
    /// Returns the size, once the guards hold, if it is known at compile time.
    pub const fn constant(&self) -> Option<i64> {
        match self.extent {
            Term::Constant(size) => Some(size),
            _ => self.declared,
        }
    }

    /// Returns the operand dims of which the extent is a join; none if it is not.
    pub fn joined(&self) -> Option<&[Participant]> {
        match &self.extent {
            Term::Constant(_) | Term::Size(_) => None,
            Term::Minimum(of) | Term::Maximum(of) | Term::FirstNotOne(of) => Some(of),
        }
    }

    /// Returns whether the size is within its declared bound only once a guard holds.
    pub fn is_bound_guarded(&self) -> bool {
        self.guards
            .iter()
            .any(|guard| matches!(guard, Guard::AtMost(_)))
    }
}

/// How an operand is brought to the result's shape.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Broadcast {
    /// It has that shape already.
    None,
    /// All sizes are static: `stablehlo.broadcast_in_dim`.
    Static,
    /// `stablehlo.broadcast_in_dim` with the bounds of these result dims in place
    /// of their sizes, then `stablehlo.set_dimension_size` for each.
    Padded(Vec<usize>),
    /// `stablehlo.dynamic_broadcast_in_dim`.
    Dynamic {
        /// Operand dims that are dynamic and provably 1, under a result dim
        /// that is provably larger.
        expanding: Vec<usize>,
        /// Operand dims that are dynamic and provably equal to their result
        /// dim.
        nonexpanding: Vec<usize>,
        /// Result dims whose size the broadcast's type leaves open, as the
        /// operand's type bounds it below that: it must be 1.
        open: Vec<usize>,
    },
}

/// What is to be emitted for one op.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Plan {
    /// The result's dims.
    pub dims: Vec<Dim>,
    /// One entry per operand.
    pub broadcasts: Vec<Broadcast>,
}

/// Sizes that no extent at run time can reconcile.
///
/// Verification under `documented` and `strict` rules these out beforehand;
/// under `mlir`, which checks less, they are found here.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// Two fixed sizes, neither of them 1, meet in one dim.
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
    /// The result type declares a size that the operands never broadcast to.
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
    /// The result type declares a bound that the operands always exceed.
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
    /// A vector's dim is neither 1 nor what the result has.
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
        /// The size that the result has there.
        expected: ShapeDim,
    },
}

/// Plans the lowering of one op.
///
/// `result` holds what the declared result type says.
/// `[s0] x [s1] => [s]`: the join of both, one guard, both operands broadcast;
/// `[2, s0] x [1] => [2, s0]`: no guard, only the second operand is broadcast.
/// With facts: `[s0] x [s1] => [s1]` without a guard if `s0` is known to
/// broadcast to `s1`.
///
/// # Errors
///
/// Fails if sizes known at compile time contradict each other. Sizes that only
/// the facts know are no error, but are guarded: the op may never be reached.
///
/// # Panics
///
/// Panics if an operand's slices differ in length, or if it stands in a dim that the result
/// does not have.
pub fn plan(
    operands: &[Operand],
    result: &[Declared],
    zero_extents: ZeroExtents,
    facts: &Facts,
) -> Result<Plan, PlanError> {
    let is_padded = bound::is_padded(operands, result);
    let dims = dim::plan_dims(operands, result, is_padded, zero_extents, facts)?;
    let broadcasts = operands
        .iter()
        .map(|operand| match is_padded {
            true => bound::plan_padded_broadcast(operand, &dims),
            false => broadcast::plan_broadcast(operand, &dims, facts),
        })
        .collect();
    Ok(Plan { dims, broadcasts })
}

/// What the sizes and guards of a plan are assumed for.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Scope {
    /// What follows the op as it is planned.
    Here,
    /// What follows it however it is planned.
    Anywhere,
}

impl Plan {
    /// Returns whether all sizes have names already, and nothing has to be checked.
    pub fn is_settled(&self) -> bool {
        let is_settled = |dim: &Dim| dim.guards.is_empty() && dim.joined().is_none();
        self.dims.iter().all(is_settled)
    }

    /// Names the size that each result dim has once the guards hold.
    ///
    /// That of a join is a symbol of its own, of which nothing is known yet. So is
    /// one that a guard keeps within a bound: the operands' size has no such bound.
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

    /// Assumes what holds once the guards do; returns the size of each result
    /// dim.
    ///
    /// That of a join is a symbol of its own, unless it proves equal to an older
    /// one. `[s0] x [s1] => [s2]`: `s0` and `s1` grow to `s2`, one of them is it.
    pub fn assume(&self, facts: &mut Facts) -> Vec<Size> {
        self.assume_in(Scope::Here, facts)
    }

    /// Assumes what holds after the op wherever it is planned, even where more is known
    /// of its operands: as a size that is known to be 1 takes in 0, so may the others.
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
