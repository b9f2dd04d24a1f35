//! Plans: what the lowering of one op will emit, decided before any IR changes.
//!
//! A [`Plan`] is a plain value: the size of each result dim, the guards that
//! make those sizes right, and what each operand needs. It knows nothing of
//! MLIR. Source: SEMANTICS 4, "Lowering one op".

mod display;
#[cfg(test)]
mod tests;

use crate::symbol::Size;
use std::str::FromStr;

/// What two sizes do when one of them is 0 and the other is known only at run
/// time.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum ZeroExtents {
    /// 0 against 1 fails an assertion: the size is the maximum.
    #[default]
    Reject,
    /// 0 against 1 is 0, as in NumPy: the size is taken by select-on-1.
    Numpy,
}

impl ZeroExtents {
    /// All ways, the default first.
    pub const ALL: [Self; 2] = [Self::Reject, Self::Numpy];

    /// Returns the name, as options spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reject => "reject",
            Self::Numpy => "numpy",
        }
    }
}

/// Says that a text names no way to treat 0.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("unknown zero extents '{found}': expected reject or numpy")]
pub struct UnknownZeroExtents {
    /// The text.
    pub found: String,
}

impl FromStr for ZeroExtents {
    type Err = UnknownZeroExtents;

    fn from_str(text: &str) -> Result<Self, UnknownZeroExtents> {
        Self::ALL
            .into_iter()
            .find(|zero_extents| zero_extents.name() == text)
            .ok_or_else(|| UnknownZeroExtents { found: text.into() })
    }
}

/// One operand: the sizes of its dims and where each stands in the result.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a> {
    /// The size of each dim.
    pub sizes: &'a [Size],
    /// The result dim that each dim is aligned to; strictly increasing.
    pub result_dims: &'a [usize],
}

/// A dim of an operand that decides the size of a result dim.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Participant {
    /// The operand's index.
    pub operand: usize,
    /// The operand's dim.
    pub dim: usize,
    /// That dim's size.
    pub size: Size,
}

/// The size that the operands broadcast to along one result dim.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Extent {
    /// A size known at compile time.
    Constant(i64),
    /// The extent of one operand dim.
    Of(Participant),
    /// The extent that two or more different dynamic dims broadcast to.
    Join(Vec<Participant>),
}

/// A condition on extents that must hold at run time.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Guard {
    /// A dynamic dim against a fixed one: `dynamic == n or dynamic == 1`.
    Fixed {
        /// The dynamic dim.
        dynamic: Participant,
        /// The fixed dim.
        fixed: Participant,
        /// The fixed dim's size.
        size: i64,
    },
    /// One of three or more different dynamic dims against their join:
    /// `participant == join or participant == 1`.
    Broadcasts(Participant),
    /// Two different dynamic dims broadcast to their join: `min == max or
    /// min == 1`, or, where zero extents follow NumPy, `a == b or a == 1 or
    /// b == 1`.
    Compatible(Participant, Participant),
    /// The extent equals the size that the op's result type declares.
    Declared(i64),
}

/// One result dim.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Dim {
    /// What the operands broadcast to.
    pub extent: Extent,
    /// The guards, in the order in which they are to be checked.
    pub guards: Vec<Guard>,
    /// The result type's size where it is static and the extent is not.
    pub declared: Option<i64>,
}

impl Dim {
    /// Returns the size, once the guards hold, if it is known at compile time.
    pub const fn constant(&self) -> Option<i64> {
        match self.extent {
            Extent::Constant(size) => Some(size),
            _ => self.declared,
        }
    }

    /// Tells whether an operand dim of size `size` has this dim's extent, once
    /// the guards hold.
    pub fn has_size(&self, size: Size) -> bool {
        match &self.extent {
            Extent::Of(participant) if participant.size == size => true,
            _ => self.constant().is_some_and(|n| size == Size::Constant(n)),
        }
    }
}

/// How an operand is brought to the result's shape.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Broadcast {
    /// It has that shape already.
    None,
    /// All sizes are static: `stablehlo.broadcast_in_dim`.
    Static,
    /// `stablehlo.dynamic_broadcast_in_dim`.
    Dynamic {
        /// Operand dims that are dynamic and provably equal to their result
        /// dim.
        nonexpanding: Vec<usize>,
    },
}

/// What is to be emitted for one op.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Plan {
    /// The result's dims.
    pub dims: Vec<Dim>,
    /// One entry per operand.
    pub broadcasts: Vec<Broadcast>,
    /// How joins and their guards treat 0.
    pub zero_extents: ZeroExtents,
}

/// Sizes that no extent at run time can reconcile.
///
/// Verification under `documented` and `strict` rules these out beforehand;
/// under `mlir`, which checks less, they are found here.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
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
}

/// Plans the lowering of one op.
///
/// `result` holds the declared result type's sizes, `None` where dynamic.
/// `[s0] x [s1] => [s]`: the join of both, one guard, both operands broadcast;
/// `[2, s0] x [1] => [2, s0]`: no guard, only the second operand is broadcast.
///
/// # Errors
///
/// Fails if sizes known at compile time contradict each other.
pub fn plan(
    operands: &[Operand<'_>],
    result: &[Option<i64>],
    zero_extents: ZeroExtents,
) -> Result<Plan, PlanError> {
    let dims = plan_dims(operands, result)?;
    let broadcasts = operands
        .iter()
        .map(|operand| plan_broadcast(operand, &dims))
        .collect();
    Ok(Plan {
        dims,
        broadcasts,
        zero_extents,
    })
}

fn plan_dims(operands: &[Operand<'_>], result: &[Option<i64>]) -> Result<Vec<Dim>, PlanError> {
    let mut participants = vec![Vec::new(); result.len()];
    for (index, operand) in operands.iter().enumerate() {
        for (dim, (&size, &result_dim)) in operand.sizes.iter().zip(operand.result_dims).enumerate()
        {
            if size != Size::Constant(1) {
                participants[result_dim].push(Participant {
                    operand: index,
                    dim,
                    size,
                });
            }
        }
    }
    participants
        .into_iter()
        .zip(result)
        .enumerate()
        .map(|(result_dim, (participants, &declared))| plan_dim(result_dim, participants, declared))
        .collect()
}

fn plan_dim(
    result_dim: usize,
    mut participants: Vec<Participant>,
    declared: Option<i64>,
) -> Result<Dim, PlanError> {
    // Dims of equal size say the same; the first one speaks for all.
    let mut distinct = Vec::with_capacity(participants.len());
    participants.retain(|participant| {
        let is_new = !distinct.contains(&participant.size);
        if is_new {
            distinct.push(participant.size);
        }
        is_new
    });

    let mut all_fixed = participants
        .iter()
        .filter_map(|&participant| Some((participant, participant.size.constant()?)));
    let fixed = all_fixed.next();
    if let Some((lhs, _)) = fixed
        && let Some((rhs, _)) = all_fixed.next()
    {
        return Err(PlanError::Incompatible {
            result_dim,
            lhs,
            rhs,
        });
    }

    let (extent, mut guards) = if let Some((fixed, size)) = fixed {
        let dynamic = participants
            .into_iter()
            .filter(|participant| participant.size.constant().is_none());
        let guards = dynamic.map(|dynamic| Guard::Fixed {
            dynamic,
            fixed,
            size,
        });
        (Extent::Constant(size), guards.collect())
    } else {
        match participants.as_slice() {
            [] => (Extent::Constant(1), vec![]),
            &[participant] => (Extent::Of(participant), vec![]),
            &[lhs, rhs] => (
                Extent::Join(participants),
                vec![Guard::Compatible(lhs, rhs)],
            ),
            _ => {
                let guards = participants
                    .iter()
                    .copied()
                    .map(Guard::Broadcasts)
                    .collect();
                (Extent::Join(participants), guards)
            }
        }
    };

    let declared = match (&extent, declared) {
        (&Extent::Constant(inferred), Some(declared)) if inferred != declared => {
            return Err(PlanError::Declared {
                result_dim,
                declared,
                inferred,
            });
        }
        (Extent::Constant(_), _) => None,
        (_, declared) => declared,
    };
    guards.extend(declared.map(Guard::Declared));
    Ok(Dim {
        extent,
        guards,
        declared,
    })
}

fn plan_broadcast(operand: &Operand<'_>, dims: &[Dim]) -> Broadcast {
    let equal = |dim: usize| dims[operand.result_dims[dim]].has_size(operand.sizes[dim]);
    let operand_dims = 0..operand.sizes.len();
    if operand.sizes.len() == dims.len() && operand_dims.clone().all(equal) {
        return Broadcast::None;
    }
    let is_static = operand.sizes.iter().all(|size| size.constant().is_some())
        && dims.iter().all(|dim| dim.constant().is_some());
    if is_static {
        return Broadcast::Static;
    }
    Broadcast::Dynamic {
        nonexpanding: operand_dims
            .filter(|&dim| operand.sizes[dim].constant().is_none() && equal(dim))
            .collect(),
    }
}
