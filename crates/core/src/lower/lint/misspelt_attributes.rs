//! Warnings about attributes that are misspelt, or that no rule names.

use crate::{
    diagnostic::{Kind, Severity, emit_on_op, emit_with_suggestions},
    ir,
    lower::{
        broadcastable::{FoundRule, RuleFinder},
        rules::Rules,
    },
    rule::{Rule, Target},
    suggest::suggest,
};
use melior::ir::{OperationRef, operation::OperationLike};
use rustc_hash::FxHashSet;

/// Warns of each attribute of a broadcastable op that the op does not use, if its name is
/// similar to that of one it uses.
///
/// MLIR accepts any attribute on an op, so `broadcast_dimension` would silently have no effect.
/// Names with a dialect prefix, such as `mhlo.sharding`, belong to that dialect.
pub fn warn_of_misspelt_attributes(operation: OperationRef<'_, '_>, rule: &FoundRule<'_, '_>) {
    let names = ir::discardable_attribute_names(operation);
    if names.iter().all(|name| name.contains('.')) {
        return;
    }
    let used = used_names(operation, rule);
    let used = used.iter().map(String::as_str).collect::<Vec<_>>();
    for name in names {
        if name.contains('.') || used.contains(&name) {
            continue;
        }
        let suggestions = suggest(name, used.iter().copied());
        if let Some(question) = suggestions.question('\'') {
            let message = format!("has attribute '{name}', which it does not use; {question}");
            emit_with_suggestions(
                operation.location(),
                operation,
                Severity::Warning,
                Kind::MisspeltName,
                &message,
                Some(&suggestions),
            );
        }
    }
}

/// Returns the names of the attributes in an op's definition, and of those in its rules.
fn used_names(operation: OperationRef<'_, '_>, rule: &FoundRule<'_, '_>) -> Vec<String> {
    let op = ir::name_str(operation.name()).unwrap_or_default();
    let mut used = ir::with_context(operation, |context| ir::attribute_names(context, op));
    let rules = rule.iter().flat_map(|chosen| &*chosen.alternatives);
    used.extend(rules.flat_map(|rule| rule.rule.attribute_names().map(String::from)));
    used
}

/// Warns of each attribute of the broadcastable ops in and below `root` that no rule for the op names,
/// and that its target does not have: what it says about the op would be lost without a word. Each is
/// reported once per name of an op.
///
/// Built-in rules are written with the definitions of all attributes. A hook gets the op itself, and any
/// attribute may belong to a target that is not registered.
pub fn warn_of_unknown_attributes(root: OperationRef<'_, '_>, rules: &Rules) {
    if rules.table().iter().all(Rule::is_built_in) {
        return;
    }
    let mut finder = RuleFinder::new(rules);
    let mut warned = FxHashSet::default();
    ir::visit_ops(root, |operation| {
        let Some(found) = finder.find(operation) else {
            return;
        };
        let Ok(rule) = found.as_ref().map(|chosen| chosen.rule.rule) else {
            return;
        };
        if rule.is_built_in() || matches!(rule.target, Target::Hook(_) | Target::Keep) {
            return;
        }
        let named = found.iter().flat_map(|chosen| &*chosen.alternatives);
        let named = named.flat_map(|rule| rule.rule.attribute_names());
        let named = named.collect::<FxHashSet<_>>();
        for (name, _) in ir::named_attributes(operation) {
            let name = ir::name_str(name).unwrap_or_default();
            let belongs_to_ir = name.is_empty() || name.contains('.') || SEGMENTS.contains(&name);
            if belongs_to_ir || named.contains(name) || has_similar(operation, &found, name) {
                continue;
            }
            if let Some(what) = what_becomes_of(operation, rule, name)
                && warned.insert((rule.source.as_str(), name))
            {
                let place = rule.place();
                let place = place.map_or_else(String::new, |place| format!(" at {place}"));
                let message =
                    format!("has attribute '{name}', which its rule{place} does not name: {what}");
                emit_on_op(
                    operation,
                    Severity::Warning,
                    Kind::UnknownAttribute,
                    &message,
                    &[],
                );
            }
        }
    });
}

/// The attributes by which MLIR divides operands and results.
const SEGMENTS: [&str; 2] = ["operandSegmentSizes", "resultSegmentSizes"];

/// Returns whether [`warn_of_misspelt_attributes`] reports an attribute.
fn has_similar(operation: OperationRef<'_, '_>, rule: &FoundRule<'_, '_>, name: &str) -> bool {
    let used = used_names(operation, rule);
    !used.iter().any(|used| used == name)
        && !suggest(name, used.iter().map(String::as_str)).is_empty()
}

/// Returns what becomes of an attribute that a rule does not name, with advice; `None` if the target
/// may have it.
fn what_becomes_of(operation: OperationRef<'_, '_>, rule: &Rule, name: &str) -> Option<String> {
    let target = rule
        .target_op()
        .filter(|_| rule.carried_name(name).is_some());
    let Some(target) = target else {
        return Some(
            "it is lost; add it to `require`, or to `drop` if the target does not depend on it"
                .into(),
        );
    };
    let is_its_own = ir::with_context(operation, |context| {
        let own = || ir::attribute_names(context, target);
        !context.is_registered_operation(target) || own().iter().any(|own| own == name)
    });
    (!is_its_own).then(|| {
        format!(
            "'{target}' gets it as an attribute without a meaning; add it to `require`, or to `carry` or \
             `drop` if '{target}' does not depend on it"
        )
    })
}
