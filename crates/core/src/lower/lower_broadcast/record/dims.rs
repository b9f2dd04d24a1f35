//! Descriptions of a planned result dim in terms of operand dims.

use super::PlannedOp;
use crate::{
    analysis::Sizes,
    explain::{OperandRef, Why},
    plan::{Dim, Guard, Participant},
    symbol::{Facts, Size, Term},
};

/// Returns a reference to a participant.
pub fn reference(participant: &Participant) -> OperandRef {
    OperandRef {
        operand: participant.operand,
        dim: participant.dim,
    }
}

/// Returns the operand dims that are aligned to a result dim and not 1 by type, with their
/// sizes.
pub fn participants(
    sizes: &[Sizes],
    planned: &PlannedOp<'_, '_, '_>,
    result_dim: usize,
) -> Vec<(OperandRef, Size)> {
    let mut participants = vec![];
    for (operand, (sizes, tensor)) in sizes.iter().zip(&planned.tensors.operands).enumerate() {
        if let Ok(dim) = tensor.result_dims.binary_search(&result_dim)
            && let Some(&size) = sizes.get(dim)
            && size != Size::Constant(1)
        {
            participants.push((OperandRef { operand, dim }, size));
        }
    }
    participants
}

pub fn decided_by(
    dim: &Dim,
    participants: &[(OperandRef, Size)],
    facts: &Facts,
) -> Vec<OperandRef> {
    match &dim.extent {
        &Term::Constant(size) => participants
            .iter()
            .find(|(_, found)| facts.canonical(*found) == Size::Constant(size))
            .map(|(place, _)| *place)
            .into_iter()
            .collect(),
        extent => extent.sizes().iter().map(reference).collect(),
    }
}

/// Returns the reason for a dim on which facts have no effect.
pub fn why_by_types(dim: &Dim, participants: &[(OperandRef, Size)]) -> Why {
    match participants {
        _ if !dim.guards.is_empty() => Why::Guarded,
        [] => Why::AllOne,
        [_] => Why::OnlyOne,
        [(_, Size::Symbol(_)), ..] => Why::SameValue,
        [(_, Size::Constant(_)), ..] => Why::Types,
    }
}

/// Returns a key for a dim's plan that does not depend on the names of sizes.
pub fn key(dim: &Dim) -> (Option<i64>, Vec<OperandRef>, Vec<GuardKey>) {
    let (constant, places) = match &dim.extent {
        &Term::Constant(size) => (Some(size), vec![]),
        extent => (None, extent.sizes().iter().map(reference).collect()),
    };
    (constant, places, dim.guards.iter().map(guard_key).collect())
}

/// A key for a guard that does not depend on the names of sizes.
pub type GuardKey = (std::mem::Discriminant<Guard>, Vec<OperandRef>);

fn guard_key(guard: &Guard) -> GuardKey {
    let participants = guard.participants();
    let places = match guard {
        // It may be compared with any dim of that size.
        Guard::Fixed { .. } => &participants[..1],
        _ => &participants,
    };
    let places = places.iter().map(reference).collect();
    (std::mem::discriminant(guard), places)
}

/// Returns whether a guard covers another one, at least in part.
pub fn is_about(guard: &Guard, other: &Guard) -> bool {
    let subjects = |guard: &Guard| match guard {
        // All others are compared with the first one.
        Guard::Equal(_, rhs) => vec![reference(rhs)],
        // All are compared with the same one.
        Guard::Into { participant, .. } => vec![reference(participant)],
        guard => guard_key(guard).1,
    };
    let (own, others) = (subjects(guard), subjects(other));
    if others.is_empty() {
        return std::mem::discriminant(guard) == std::mem::discriminant(other);
    }
    own.iter().any(|place| others.contains(place))
}
