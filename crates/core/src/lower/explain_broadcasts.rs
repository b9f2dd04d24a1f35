//! `explain-broadcasts`: emits remarks on how `lower-broadcast` would lower each op.

use super::{Detail, LowerOptions, Rules, explain_broadcasts};
use crate::{
    diagnostic::{self, Failed, Kind, Severity},
    explain::{Function, Op, Origin, Outcome, Place, words},
    ir::{self, ValueNames},
};
use melior::{
    Context,
    ir::{Location, OperationRef},
};

/// Emits a remark on every broadcastable op in and below `root`: what it becomes and, in notes,
/// which guards it needs, or which facts make them unnecessary and where these come from.
///
/// # Errors
///
/// As for [`lower_broadcast`](super::lower_broadcast).
pub fn remark_broadcasts(
    root: OperationRef<'_, '_>,
    rules: &Rules,
    options: LowerOptions,
) -> Result<(), Failed> {
    let (decisions, result) = explain_broadcasts(
        root,
        rules,
        options,
        Detail::ClosestReasons,
        &ValueNames::default(),
    );
    result?;
    ir::with_context(root, |context| {
        for function in &decisions.functions {
            remark_function(context, function);
        }
        for op in &decisions.ops {
            remark(context, op, &decisions.origins);
        }
    });
    Ok(())
}

fn remark_function(context: &Context, function: &Function) {
    let here = location(context, function.place.as_ref());
    let checks = function.checks.iter();
    let notes = checks.map(|check| (here, words::entry_check(check)));
    let name = words::printable(&function.name);
    let message = format!("'@{name}' {}", words::DECLARES);
    diagnostic::emit(
        here,
        Severity::Remark,
        Kind::Remark,
        &message,
        &notes.collect::<Vec<_>>(),
    );
}

fn remark(context: &Context, op: &Op, origins: &[Origin]) {
    let listed = |ids: &[usize]| {
        ids.iter()
            .filter_map(|&id| origins.get(id))
            .collect::<Vec<_>>()
    };
    let here = location(context, op.place.as_ref());
    let name = &op.name;
    let target = match &op.outcome {
        Outcome::Lowered { target } => target,
        Outcome::Left { reason } => {
            let message = format!("'{name}' op is left unchanged: {reason}");
            diagnostic::emit(here, Severity::Remark, Kind::Remark, &message, &[]);
            return;
        }
        // The error has been emitted; nothing is only guarded by a lowering.
        Outcome::Failed { .. } | Outcome::Guarded => return,
    };
    let mut notes = vec![];
    if op.contradiction {
        notes.push((here, words::CONTRADICTION.to_string()));
        let contradicting = listed(&op.contradicts);
        notes.extend(contradicting.into_iter().map(|origin| {
            let there = location(context, origin.place.as_ref());
            (
                there,
                format!(
                    "{}: {}",
                    words::contradicting(op.contradicts.len()),
                    words::origin(origin)
                ),
            )
        }));
    }
    for (index, dim) in op.dims.iter().enumerate() {
        let mut parts = vec![words::size(op, dim)];
        parts.extend(dim.guards.iter().map(words::guard));
        let removed = dim.removed_guards.iter();
        parts.extend(
            removed.map(|guard| format!("{} {}", words::NO_GUARD, words::removed_guard(op, guard))),
        );
        let because = dim.why.because();
        if because.is_empty() {
            // Otherwise the following notes give the reasons.
            parts.extend(words::why(&dim.why).map(|why| why.to_string()));
        }
        let subject = format!("dim {index}");
        notes.push((here, format!("{subject}: {}", parts.join("; "))));
        notes.extend(known_from(context, &subject, listed(because)));
    }
    for (index, operand) in op.operands.iter().enumerate() {
        let name = words::operand(index, operand);
        let broadcast = words::broadcast(&operand.broadcast);
        notes.push((here, format!("{name}: {broadcast}")));
        if words::needs_reasons(op, operand) {
            notes.extend(known_from(context, &name, listed(&operand.because)));
        }
    }
    let message = format!("'{name}' op becomes '{target}': {}", words::equation(op));
    diagnostic::emit(here, Severity::Remark, Kind::Remark, &message, &notes);
}

/// Returns a note for each origin, at its location, with the facts that come from it.
fn known_from<'c>(
    context: &'c Context,
    subject: &str,
    origins: Vec<&Origin>,
) -> impl Iterator<Item = (Location<'c>, String)> {
    origins.into_iter().map(move |origin| {
        let place = location(context, origin.place.as_ref());
        let origin = words::origin(origin);
        (place, format!("{subject}: known from {origin}"))
    })
}

fn location<'c>(context: &'c Context, place: Option<&Place>) -> Location<'c> {
    match place {
        Some(place) => Location::new(context, &place.file, place.line, place.column),
        None => Location::unknown(context),
    }
}
