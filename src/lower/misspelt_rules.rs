//! Warnings about misspelt ops in rules and programs.

use super::rules::Rules;
use crate::{
    diagnostic::{Severity, emit_on_op},
    ir,
    rule::Rule,
    suggest::is_misspelt,
};
use melior::ir::{OperationRef, operation::OperationLike};
use rustc_hash::FxHashMap;

/// Warns of each op in and below `root` without a rule if there is a rule for an op with a
/// similar name that matches nothing: one of the two is probably misspelt.
///
/// Only unregistered ops and rules that are not built in can be misspelt. Each name is reported
/// once, at its first op. Nothing is reported if `root` is only a part of a program.
pub fn warn_of_misspelt_rules(root: OperationRef<'_, '_>, rules: &Rules) {
    let table = rules.table();
    let rules = table.iter().filter(|rule| !rule.is_built_in());
    let mut rules = rules.collect::<Vec<_>>();
    if rules.is_empty() || root.block().is_some() {
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
    rules.retain(|rule| ops.iter().all(|(name, _)| *name != rule.source));
    ops.retain(|(name, _)| table.get(name).is_empty());
    for (name, operation) in ops {
        let is_near = |rule: &&&Rule| is_misspelt(name, &rule.source);
        let is_registered =
            || ir::with_context(operation, |context| context.is_registered_operation(name));
        if let Some(rule) = rules.iter().find(is_near)
            && !is_registered()
        {
            let place = rule.place();
            let place = place.map_or_else(String::new, |place| format!(" at {place}"));
            let message = format!(
                "has no rule, and the rule for '{}'{place} matches no op; is one of the names \
                 misspelt?",
                rule.source
            );
            emit_on_op(operation, Severity::Warning, &message, &[]);
        }
    }
}
