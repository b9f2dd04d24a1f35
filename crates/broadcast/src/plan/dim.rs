//! The size and the guards of each result dim.

use super::{
    Declared, Dim, Extent, Guard, Operand, Participant, PlanError, ZeroExtents,
    bound::{plan_declared_bound, plan_padded_dim},
};
use crate::symbol::{Facts, Size, Term};
use smallvec::SmallVec;

/// The operand dims that are aligned to one result dim; few ops have more operands.
type Participants = SmallVec<[Participant; 3]>;

/// Plans all result dims.
///
/// # Errors
///
/// Fails if sizes known at compile time contradict each other.
pub fn plan_dims(
    operands: &[Operand],
    result: &[Declared],
    is_padded: bool,
    sizing: Sizing,
    facts: &Facts,
) -> Result<Vec<Dim>, PlanError> {
    let mut participants = SmallVec::<[Participants; 6]>::new();
    participants.resize(result.len(), Participants::new());
    for (index, operand) in operands.iter().enumerate() {
        for (dim, aligned) in operand.dims.iter().enumerate() {
            participants[aligned.result_dim].push(Participant {
                operand: index,
                dim,
                size: aligned.size,
            });
        }
    }
    participants
        .into_iter()
        .zip(result)
        .enumerate()
        .map(|(result_dim, (participants, &declared))| {
            if is_padded && let Some(dim) = plan_padded_dim(operands, result_dim, facts) {
                return Ok(dim);
            }
            let plan = |facts: &Facts| {
                let mut dim = plan_dim(result_dim, &participants, declared.size, sizing, facts)?;
                if let Some(bound) = declared.bound {
                    let guard =
                        plan_declared_bound(operands, result_dim, &dim.extent, bound, facts)?;
                    dim.guards.extend(guard);
                    dim.bound = Some(bound).filter(|_| dim.constant().is_none());
                }
                Ok(dim)
            };
            // If sizes contradict each other only because of facts, the guards planned without
            // facts check them at run time.
            plan(facts).or_else(|_| plan(&Facts::default()))
        })
        .collect()
}

fn plan_dim(
    result_dim: usize,
    participants: &[Participant],
    declared: Option<i64>,
    sizing: Sizing,
    facts: &Facts,
) -> Result<Dim, PlanError> {
    let mut into = participants.iter();
    let into = into.find(|participant| Some(participant.operand) == sizing.destination);
    let participants = distinct(participants, facts);
    let destination = into.copied();
    let (extent, mut guards) = if let Some(into) = destination {
        plan_destination(result_dim, into, &participants, facts)?
    } else if let Some(fixed) = find_fixed(result_dim, &participants)? {
        let (fixed, size) = fixed;
        let needs_guard = |dynamic: &Participant| {
            dynamic.size != fixed.size && !facts.entails_broadcasts_to(dynamic.size, fixed.size)
        };
        let dynamic = participants.into_iter().filter(needs_guard);
        let guards = dynamic.map(|dynamic| Guard::Fixed {
            dynamic,
            fixed,
            size,
        });
        (Term::Constant(size), guards.collect())
    } else {
        plan_dynamic(participants, sizing.zero_extents, facts)
    };

    let declared = match (&extent, declared) {
        (&Term::Constant(inferred), Some(declared)) if inferred != declared => {
            return Err(PlanError::Declared {
                result_dim,
                declared,
                inferred,
            });
        }
        (Term::Constant(_), _) => None,
        (_, declared) => declared,
    };
    guards.extend(declared.map(|size| Guard::Declared { size, destination }));
    Ok(Dim {
        extent,
        guards,
        declared,
        bound: None,
    })
}

/// Drops sizes of 1, and of equal sizes all but the first.
fn distinct(participants: &[Participant], facts: &Facts) -> Participants {
    let mut distinct = Participants::new();
    for participant in participants {
        let size = facts.canonical(participant.size);
        if size != Size::Constant(1) && distinct.iter().all(|other| other.size != size) {
            distinct.push(Participant {
                size,
                ..*participant
            });
        }
    }
    distinct
}

/// Finds the participant whose size is constant.
///
/// # Errors
///
/// Fails if there are several, as their sizes differ.
fn find_fixed(
    result_dim: usize,
    participants: &[Participant],
) -> Result<Option<(Participant, i64)>, PlanError> {
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
    Ok(fixed)
}

/// Plans a dim that has the size of an operand's dim, whatever the others are.
///
/// # Errors
///
/// Fails if one of the others has another size that is not 1.
fn plan_destination(
    result_dim: usize,
    into: Participant,
    participants: &[Participant],
    facts: &Facts,
) -> Result<(Extent, Vec<Guard>), PlanError> {
    let size = facts.canonical(into.size);
    let into = Participant { size, ..into };
    let others = participants.iter().filter(|other| other.size != size);
    if let Some(fixed) = size.constant() {
        let mut guards = vec![];
        for &dynamic in others {
            if dynamic.size.constant().is_some() {
                return Err(PlanError::Incompatible {
                    result_dim,
                    lhs: into,
                    rhs: dynamic,
                });
            }
            if !facts.entails_broadcasts_to(dynamic.size, size) {
                guards.push(Guard::Fixed {
                    dynamic,
                    fixed: into,
                    size: fixed,
                });
            }
        }
        return Ok((Term::Constant(fixed), guards));
    }
    let needs_guard = |other: &&Participant| !facts.entails_broadcasts_to(other.size, into.size);
    let others = others.filter(needs_guard);
    let guards = others.map(|&participant| Guard::Into {
        participant,
        destination: into,
    });
    Ok((Term::Size(into), guards.collect()))
}

/// Plans a dim whose participants are all dynamic and not known to be equal.
fn plan_dynamic(
    mut participants: Participants,
    zero_extents: ZeroExtents,
    facts: &Facts,
) -> (Extent, Vec<Guard>) {
    // All others must broadcast to a size that is known not to be 1.
    let larger = participants
        .iter()
        .copied()
        .find(|participant| facts.entails_not_equal(participant.size, Size::Constant(1)));
    if let Some(larger) = larger {
        let needs_guard = |participant: &Participant| {
            participant.size != larger.size
                && !facts.entails_broadcasts_to(participant.size, larger.size)
        };
        participants.retain(|participant| needs_guard(participant));
        let guards = participants.into_iter().map(Guard::Broadcasts);
        return (Term::Size(larger), guards.collect());
    }

    // A size that broadcasts to another one does not affect the join. Sizes that broadcast to
    // each other are equal, so one of them is left; they are removed one at a time, so that two
    // sizes never remove each other if the search misses that they are equal.
    let mut index = 0;
    while index < participants.len() {
        let size = participants[index].size;
        let is_below = |(other, participant): (usize, &Participant)| {
            other != index && facts.entails_broadcasts_to(size, participant.size)
        };
        if participants.iter().enumerate().any(is_below) {
            participants.remove(index);
        } else {
            index += 1;
        }
    }

    let is_known = |a: &Participant, b: &Participant| match zero_extents {
        ZeroExtents::Reject => facts.entails_maximum_compatible(a.size, b.size),
        ZeroExtents::Numpy => facts.entails_compatible(a.size, b.size),
    };
    let join = match zero_extents {
        ZeroExtents::Reject => Term::Maximum,
        ZeroExtents::Numpy => Term::FirstNotOne,
    };
    match participants.as_slice() {
        [] => (Term::Constant(1), vec![]),
        &[participant] => (Term::Size(participant), vec![]),
        [lhs, rhs] => {
            let guards = match is_known(lhs, rhs) {
                true => vec![],
                false => vec![Guard::between(*lhs, *rhs, zero_extents)],
            };
            (join(participants.into_vec()), guards)
        }
        _ => {
            // A size that is compatible with each other one is compatible with their join.
            let needs_guard = |participant: &&Participant| {
                let others = participants.iter().filter(|other| other != participant);
                !{ others }.all(|other| is_known(participant, other))
            };
            let guards = participants.iter().filter(needs_guard).copied();
            let guards = guards.map(Guard::Broadcasts).collect();
            (join(participants.into_vec()), guards)
        }
    }
}

/// What decides the size of a result dim.
#[derive(Clone, Copy)]
pub(super) struct Sizing {
    /// The operand that has it; `None` if all operands decide.
    pub(super) destination: Option<usize>,
    /// The size of 0 against 1 if all operands decide.
    pub(super) zero_extents: ZeroExtents,
}
