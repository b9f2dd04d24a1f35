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

/// How sizes broadcast at run time if one of them is 0 and the other is 1.
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
    /// 0 and 1 fail an assertion; the broadcast size is the maximum.
    #[default]
    Reject,
    /// 0 and 1 broadcast to 0, as in NumPy; the size that is not 1 is selected.
    Numpy,
}

/// A dim of an operand.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct OperandDim {
    /// Its size: a constant if and only if it is static in the operand's type.
    ///
    /// A dim that is dynamic in the type is a symbol here even if it is known to be constant,
    /// since the type decides which ops can be used.
    pub size: Size,
    /// The bound that the operand's type gives it, if any; `None` if it is static.
    pub bound: Option<i64>,
    /// The result dim that it is aligned to.
    pub result_dim: usize,
}

/// One operand. The result dims that its dims are aligned to are strictly increasing.
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

/// A dim of the declared result type.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Declared {
    /// The size; `None` if it is dynamic.
    pub size: Option<i64>,
    /// The bound of a dynamic size, if it has one.
    pub bound: Option<i64>,
}

/// A dim of an operand that takes part in deciding the size of a result dim.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Participant {
    /// The operand's index.
    pub operand: usize,
    /// The operand's dim.
    pub dim: usize,
    /// The size of that dim, with the name that the facts give it.
    pub size: Size,
}

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
    fn names(&self) -> (Option<i64>, Vec<(usize, usize)>) {
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

/// Sizes that are incompatible for all extents at run time.
///
/// Verification under `documented` and `strict` rules these out beforehand;
/// under `mlir`, which checks less, they are found here.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// Two different fixed sizes, neither of them 1, are aligned to one result dim.
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

/// What decides the size of a result dim.
#[derive(Clone, Copy)]
struct Sizing {
    /// The operand that has it; `None` if all operands decide.
    destination: Option<usize>,
    /// The size of 0 against 1 if all operands decide.
    zero_extents: ZeroExtents,
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
