//! Warnings about misspelt ops in rules and programs.

use crate::{
    diagnostic::{Kind, Severity, emit_on_op},
    ir,
    lower::rules::Rules,
    rule::RulePlace,
    suggest::is_misspelt,
};
use melior::ir::{OperationRef, operation::OperationLike};
use rustc_hash::FxHashMap;

/// Warns of each op in and below `root` without a rule and facts if there is a rule for an op with a
/// similar name, or facts about one, that matches nothing: one of the two is probably misspelt.
///
/// Only unregistered ops, facts and rules that are not built in can be misspelt. Each name is reported
/// once, at its first op. Nothing is reported if `root` is only a part of a program.
pub fn warn_of_misspelt_rules(root: OperationRef<'_, '_>, rules: &Rules) {
    let table = rules.table();
    let facts = table.facts();
    let rules = table.iter().filter(|rule| !rule.is_built_in());
    let rules = rules.map(|rule| Candidate {
        op: &rule.source,
        place: rule.place(),
        has: "has no rule, and the rule for",
        matches: "matches",
    });
    let given = facts.iter().map(|facts| Candidate {
        op: &facts.op,
        place: facts.place(),
        has: "has no facts, and the facts of",
        matches: "match",
    });
    let mut candidates = rules.chain(given).collect::<Vec<_>>();
    if candidates.is_empty() || root.block().is_some() {
        return;
    }
    let mut ops = vec![];
    let mut seen = FxHashMap::default();
    ir::visit_ops(root, |operation| {
        let name = operation.name();
        seen.entry(name.to_raw().ptr as usize).or_insert_with(|| {
            ops.push((ir::name_str(name).unwrap_or_default(), operation));
        });
    });
    candidates.retain(|candidate| ops.iter().all(|(name, _)| *name != candidate.op));
    ops.retain(|(name, _)| table.get(name).is_empty() && facts.get(name).is_empty());
    for (name, operation) in ops {
        let is_near = |candidate: &&Candidate<'_>| is_misspelt(name, candidate.op);
        let is_registered =
            || ir::with_context(operation, |context| context.is_registered_operation(name));
        if let Some(candidate) = candidates.iter().find(is_near)
            && !is_registered()
        {
            let Candidate {
                op, has, matches, ..
            } = candidate;
            let place = candidate.place;
            let place = place.map_or_else(String::new, |place| format!(" at {place}"));
            let message =
                format!("{has} '{op}'{place} {matches} no op; is one of the names misspelt?");
            emit_on_op(
                operation,
                Severity::Warning,
                Kind::MisspeltName,
                &message,
                &[],
            );
        }
    }
}

/// A rule, or facts, for an op whose name may be misspelt.
struct Candidate<'r> {
    op: &'r str,
    place: Option<&'r RulePlace>,
    /// The beginning of the warning.
    has: &'static str,
    /// Its verb.
    matches: &'static str,
}
