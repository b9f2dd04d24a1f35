//! Bounded dims: which ops are padded to their bounds, and what the bounds of types imply.
//!
//! An op whose dynamic dims all have the same bound is *padded*: its operands are broadcast to
//! the bound, and then their sizes are set. This needs no ops on unbounded sizes, so compilers
//! that support only bounded ones can run it. A bounded dim is then never expanded at run time,
//! not even from size 1.
//!
//! Source: StableHLO's attribute `bounds` and its op `set_dimension_size`. `docs/limits.md`
//! says what is accepted.

use super::{Broadcast, Declared, Dim, Extent, Guard, Operand, OperandDim, Participant, PlanError};
use crate::symbol::{Facts, Size, Term};

/// Returns whether an op is padded: it has a bounded dim, and the operand dims aligned to a result
/// dim, other than static 1s, are either all static or all bounded by the same number. A static 1 of the
/// operand that others must not enlarge, the `destination`, is one of the static sizes.
///
/// Only types decide, not facts, so that an op accepts the same sizes without facts.
pub fn is_padded(operands: &[Operand], destination: Option<usize>, result: &[Declared]) -> bool {
    if !operands.iter().any(Operand::has_bounds) {
        return false;
    }
    let kinds = result
        .iter()
        .enumerate()
        .map(|(result_dim, &declared)| kind(operands, destination, result_dim, declared))
        .collect::<Vec<_>>();
    kinds.contains(&BoundKind::Bounded) && !kinds.contains(&BoundKind::Other)
}

#[derive(Clone, Copy, Eq, PartialEq)]
enum BoundKind {
    Static,
    Bounded,
    Other,
}

fn kind(
    operands: &[Operand],
    destination: Option<usize>,
    result_dim: usize,
    declared: Declared,
) -> BoundKind {
    let mut bounds = vec![];
    let mut has_static = false;
    for (operand, dim) in operand_dims(operands, result_dim) {
        match dim.size {
            Size::Constant(1) if destination != Some(operand) => {}
            Size::Constant(_) => has_static = true,
            Size::Symbol(_) => bounds.push(dim.bound),
        }
    }
    match bounds.as_slice() {
        [] => BoundKind::Static,
        [Some(bound), rest @ ..]
            if !has_static
                && rest.iter().all(|other| *other == Some(*bound))
                && declared.size.is_none()
                && declared.bound.is_none_or(|declared| *bound <= declared) =>
        {
            BoundKind::Bounded
        }
        _ => BoundKind::Other,
    }
}

/// Plans a result dim of a padded op; `None` if all its sizes are static.
///
/// `[<=5] x [<=5] => [<=5]`: the first one's size, which the second one must have.
pub fn plan_padded_dim(operands: &[Operand], result_dim: usize, facts: &Facts) -> Option<Dim> {
    let mut participants = operands.iter().enumerate().filter_map(|(index, operand)| {
        let dim = operand.index_at(result_dim)?;
        let size = operand.dims[dim].size;
        size.constant().is_none().then_some(Participant {
            operand: index,
            dim,
            size,
        })
    });
    let first = participants.next()?;
    let mut different = vec![first];
    for participant in participants {
        let is_known = |other: &Participant| facts.entails_equal(participant.size, other.size);
        if !different.iter().any(is_known) {
            different.push(participant);
        }
    }
    let guards = different[1..].iter();
    Some(Dim {
        extent: Term::Size(first),
        guards: guards.map(|&other| Guard::Equal(first, other)).collect(),
        declared: None,
        bound: operands[first.operand].dims[first.dim].bound,
    })
}

/// Plans the broadcast of an operand of a padded op.
pub fn plan_padded_broadcast(operand: &Operand, dims: &[Dim]) -> Broadcast {
    let mut padded = vec![];
    let mut bounded = 0;
    let mut is_static_as_result = operand.dims.len() == dims.len();
    for (result_dim, result) in dims.iter().enumerate() {
        let size = operand
            .index_at(result_dim)
            .map(|dim| operand.dims[dim].size);
        match (size, result.constant()) {
            (Some(Size::Symbol(_)), _) => bounded += 1,
            (_, None) => padded.push(result_dim),
            (size, Some(constant)) => {
                is_static_as_result &= size == Some(Size::Constant(constant));
            }
        }
    }
    if padded.is_empty() && is_static_as_result {
        return Broadcast::None;
    }
    if bounded <= 1 {
        return Broadcast::Padded(padded);
    }
    // The result of `broadcast_in_dim` has at most one dim that is not static.
    Broadcast::Dynamic {
        expanding: vec![],
        nonexpanding: dynamic_dims(operand).collect(),
        open: vec![],
    }
}

/// Returns the static result dims that must be dynamic in the type of an operand's broadcast:
/// the operand dim has a smaller bound there, so its size must be 1.
pub fn open_dims(operand: &Operand, dims: &[Dim]) -> Vec<usize> {
    let is_open = |dim: &&OperandDim| is_below(dim.bound, &dims[dim.result_dim]);
    let open = operand.dims.iter().filter(is_open);
    open.map(|dim| dim.result_dim).collect()
}

/// Returns whether a bound of an operand dim is less than its result dim's size.
pub fn is_below(bound: Option<i64>, dim: &Dim) -> bool {
    match (bound, dim.constant()) {
        (Some(bound), Some(size)) => bound < size,
        _ => false,
    }
}

/// Returns the guard that a result dim's size is within its declared bound; `None` if that is
/// known.
///
/// # Errors
///
/// Fails if the size is known at compile time and is greater.
pub fn plan_declared_bound(
    operands: &[Operand],
    result_dim: usize,
    extent: &Extent,
    bound: i64,
    facts: &Facts,
) -> Result<Option<Guard>, PlanError> {
    let is_within = |participant: &Participant| {
        let own = operands[participant.operand].dims[participant.dim].bound;
        own.is_some_and(|own| own <= bound) || facts.entails_at_most(participant.size, bound)
    };
    let is_known = match extent {
        &Term::Constant(inferred) if inferred > bound => {
            return Err(PlanError::Bound {
                result_dim,
                bound,
                inferred,
            });
        }
        Term::Constant(_) => true,
        Term::Size(participant) => is_within(participant),
        // The join equals one of them.
        Term::Minimum(of) | Term::Maximum(of) | Term::FirstNotOne(of) => of.iter().all(is_within),
    };
    Ok((!is_known).then_some(Guard::AtMost(bound)))
}

/// Returns the operands' dims that are aligned to a result dim.
fn operand_dims(
    operands: &[Operand],
    result_dim: usize,
) -> impl Iterator<Item = (usize, &OperandDim)> {
    operands
        .iter()
        .enumerate()
        .filter_map(move |(index, operand)| {
            let dim = operand.index_at(result_dim)?;
            Some((index, &operand.dims[dim]))
        })
}

/// Returns the indices of an operand's dims that are not static.
pub fn dynamic_dims(operand: &Operand) -> impl Iterator<Item = usize> {
    (0..operand.dims.len()).filter(|&dim| operand.dims[dim].size.constant().is_none())
}
