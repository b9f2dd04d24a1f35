//! Certificates of removed guards: conditions that a solver can check.

use super::{Question, dims::participants, origins::Origins};
use crate::{
    explain::{Certificate, Premise},
    plan::{Dim, Guard, Participant},
    symbol::{Condition, Size, Term},
};

/// Returns the certificate of a guard that facts removed from a dim. Its premises are the
/// entries of the journal that the dim's plan needs, and the guards that the dim keeps.
///
/// The conclusion is about the extent planned with facts: the dims that the guard compares
/// broadcast to it.
pub fn certify(
    question: &Question<'_, '_, '_>,
    origins: &mut Origins,
    index: usize,
    dim: &Dim,
    removed: &Guard,
    needed: &[usize],
) -> Option<Certificate> {
    let journal = question.analysis.facts().journal()?;
    let reach = question.effort?.reach;
    let size = |participant: &Participant| {
        let sizes = question.aliases.get(participant.operand)?;
        sizes.get(participant.dim).copied()
    };
    let extent = map(&dim.extent, &size)?;
    let mut premises = vec![];
    for &entry in needed {
        let entry = journal.entries().get(entry)?;
        premises.push(Premise {
            condition: entry.statement(reach).condition(),
            origin: Some(origins.id(question.analysis, entry.origin)?),
        });
    }
    for guard in &dim.guards {
        premises.push(Premise {
            condition: condition(guard, &extent, &size)?,
            origin: None,
        });
    }
    Some(Certificate {
        sizes: participants(question.aliases, question.planned, index),
        premises,
        conclusion: condition(removed, &extent, &size)?,
    })
}

fn map(
    extent: &Term<Participant>,
    size: &impl Fn(&Participant) -> Option<Size>,
) -> Option<Term<Size>> {
    for participant in extent.sizes() {
        size(participant)?;
    }
    // All of them have a size.
    Some(extent.map(|participant| size(participant).unwrap_or(participant.size)))
}

/// Returns the condition of a guard for a given extent.
fn condition(
    guard: &Guard,
    extent: &Term<Size>,
    size: &impl Fn(&Participant) -> Option<Size>,
) -> Option<Condition<Size>> {
    let term = |participant| size(participant).map(Term::Size);
    let broadcasts = |participant| {
        let term = term(participant)?;
        Some(Condition::broadcasts_to(term, extent.clone()))
    };
    Some(match guard {
        Guard::Fixed { dynamic, size, .. } => {
            Condition::broadcasts_to(term(dynamic)?, Term::Constant(*size))
        }
        Guard::Broadcasts(participant) => broadcasts(participant)?,
        Guard::Into {
            participant,
            destination,
        } => Condition::broadcasts_to(term(participant)?, term(destination)?),
        Guard::MaximumCompatible(a, b) | Guard::Compatible(a, b) => {
            Condition::All(vec![broadcasts(a)?, broadcasts(b)?])
        }
        Guard::Equal(a, b) => Condition::Equal(term(a)?, term(b)?),
        Guard::Declared { size: declared, .. } => {
            Condition::Equal(extent.clone(), Term::Constant(*declared))
        }
        Guard::AtMost(bound) => Condition::AtMost(extent.clone(), *bound),
    })
}
