//! Ops that never have sizes that broadcast, although their types allow it.

use super::planned_op::PlannedOp;
use crate::{
    assertion::{MessageForm, describe_operand, known_guard_message},
    ir,
    plan::{Dim, Guard, Participant, Quantity},
    shape::{ShapeDim, display_shape},
    symbol::{Facts, Term},
};
use melior::ir::{Location, OperationRef, operation::OperationLike};
use std::fmt::{self, Display, Formatter};

/// A guard of an op that never holds.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Conflict {
    /// The message that the verifier emits for such sizes in types.
    message: String,
    /// The function whose calls all reach the op, if it has a name.
    function: Option<String>,
    /// The operands that the notes are about, and the notes.
    notes: Vec<(Option<usize>, String)>,
}

impl Conflict {
    /// Returns the first guard of a plan that fails for all extents that the facts allow.
    pub fn find(planned: &PlannedOp<'_, '_, '_>, facts: &Facts) -> Option<Self> {
        let dims = &planned.cached.plan.dims;
        let mut guards = dims.iter().enumerate().flat_map(|(result_dim, dim)| {
            let guards = dim.guards.iter();
            guards.map(move |guard| (result_dim, dim, guard))
        });
        let (result_dim, dim, guard) =
            guards.find(|(_, dim, guard)| dim.never_holds(guard, facts))?;
        let name = |operand: usize| ir::value_name(planned.operands[operand]);
        let shown = guard.shown();
        let sizes = shown.iter().map(|quantity| {
            let size = facts.describe_values(&dim.term(quantity));
            // Sizes of which nothing is known do not conflict.
            size.unwrap_or_else(|| "?".into())
        });
        let sizes = sizes.collect::<Vec<_>>();
        let main = known_guard_message(name, result_dim, guard, &sizes);
        let participants = participants(dim, guard);
        let (subject, others) = match guard.participants().is_empty() {
            true => (None, &participants[..]),
            false => (
                participants.first().map(|first| first.operand),
                participants.get(1..).unwrap_or_default(),
            ),
        };
        let mut notes = vec![(subject, main)];
        notes.extend(others.iter().filter_map(|participant| {
            let Participant { operand, dim, size } = *participant;
            let subject = describe_operand(operand, name(operand), dim, MessageForm::Plain);
            let size = facts.describe_values(&Term::Size(size))?;
            Some((Some(operand), format!("{subject} has size {size}")))
        }));
        Some(Self {
            message: message(planned, guard, facts),
            function: None,
            notes,
        })
    }

    /// Adds that all calls of a function reach the op.
    pub fn in_calls_of(mut self, function: OperationRef<'_, '_>) -> Self {
        self.function = Some(ir::string(function, "sym_name").unwrap_or("?").into());
        self
    }

    /// Returns the notes on an op, with their locations.
    pub fn notes<'c>(&self, operation: OperationRef<'c, '_>) -> Vec<(Location<'c>, String)> {
        let notes = self.notes.iter().map(|(operand, note)| {
            let value = operand.and_then(|operand| ir::operand(operation, operand));
            let location = value.map_or_else(|| operation.location(), ir::value_location);
            (location, note.clone())
        });
        notes.collect()
    }
}

impl Display for Conflict {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Self { message, .. } = self;
        match &self.function {
            Some(function) => write!(formatter, "{message} in any call of @{function}"),
            None => write!(formatter, "{message} whenever this op runs"),
        }
    }
}

/// Returns the message that the verifier emits for such sizes in types.
fn message(planned: &PlannedOp<'_, '_, '_>, guard: &Guard, facts: &Facts) -> String {
    if !matches!(guard, Guard::Declared { .. } | Guard::AtMost(_)) {
        return "operands don't have broadcast-compatible shapes".into();
    }
    let fixed = |size: Option<i64>| size.and_then(ShapeDim::fixed).unwrap_or(ShapeDim::DYNAMIC);
    let declared = planned.tensors.result.iter().map(|dim| fixed(dim.size));
    let dims = planned.cached.plan.dims.iter();
    let inferred = dims.map(|dim| fixed(facts.only_value(&dim.term(&Quantity::Extent))));
    let [declared, inferred] = [declared.collect::<Vec<_>>(), inferred.collect::<Vec<_>>()];
    format!(
        "result type '{}' not broadcast compatible with broadcasted operands's shapes '{}'",
        display_shape(&declared),
        display_shape(&inferred)
    )
}

/// Returns the operand dims that decide whether a guard holds, each once, the one at fault first.
fn participants(dim: &Dim, guard: &Guard) -> Vec<Participant> {
    let mut all = guard.participants();
    for participant in dim.extent.sizes() {
        let key = |it: &Participant| (it.operand, it.dim);
        if all.iter().all(|other| key(other) != key(participant)) {
            all.push(*participant);
        }
    }
    all
}
