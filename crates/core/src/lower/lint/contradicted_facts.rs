//! Errors on ops that facts about ops of their name do not hold for, and warnings about attributes
//! that such facts leave out.

use crate::{
    analysis::{applicable, fit},
    diagnostic::{Failed, Kind, Severity, emit_on_op, emit_op_error},
    ir,
    lower::rules::Rules,
    rule::{FactTable, OpFacts, RulePlace},
    suggest::suggest,
};
use melior::ir::{OperationRef, operation::OperationLike};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Checks that the facts of a rule file do not contradict the types and attributes of ops in and
/// below `root`. Warns, once per name of an op, of an attribute that they read and that seems to be
/// misspelt, and of one that they leave out although the file reads it elsewhere.
///
/// # Errors
///
/// Fails if they do; an error is emitted on each such op. The facts are wrong then, perhaps for
/// other ops of the name, too, where only sizes at run time would show it.
pub fn check_facts(root: OperationRef<'_, '_>, rules: &Rules) -> Result<(), Failed> {
    let table = rules.table().facts();
    let mut result = Ok(());
    if table.is_empty() {
        return result;
    }
    let readers = AttributeReaders::new(rules);
    let mut warned = FxHashSet::default();
    ir::visit_ops(root, |operation| {
        let Some(name) = ir::name_str(operation.name()) else {
            return;
        };
        let alternatives = table.get(name);
        if alternatives.is_empty() {
            return;
        }
        if let Some(message) = contradiction(operation, table) {
            emit_op_error(operation, &message, &[]);
            result = Err(Failed);
        }
        for (attribute, kind, message) in warnings(operation, alternatives, &readers) {
            if warned.insert((name, attribute)) {
                emit_on_op(operation, Severity::Warning, kind, &message, &[]);
            }
        }
    });
    result
}

/// Returns the message of an op whose types and attributes contradict the facts about ops of its name.
pub fn contradiction(operation: OperationRef<'_, '_>, table: &FactTable) -> Option<String> {
    let name = ir::name_str(operation.name())?;
    let facts = applicable(operation, table.get(name))?;
    let misfit = fit(operation, facts).err()?;
    Some(format!(
        "contradicts the facts{}: {misfit}",
        at(facts.place())
    ))
}

/// The first rule or facts that read an attribute, by its name.
struct AttributeReaders<'r>(FxHashMap<&'r str, String>);

impl<'r> AttributeReaders<'r> {
    fn new(rules: &'r Rules) -> Self {
        let mut readers = FxHashMap::default();
        let mut add = |name, what: &str, op: &str, place: Option<&RulePlace>| {
            let reader = || format!("{what} '{op}'{}", at(place));
            readers.entry(name).or_insert_with(reader);
        };
        let table = rules.table();
        for facts in table.facts().iter() {
            for name in facts.attribute_names() {
                add(name, "the facts of", &facts.op, facts.place());
            }
        }
        for rule in table.iter().filter(|rule| !rule.is_built_in()) {
            for name in rule.attribute_names() {
                add(name, "the rule for", &rule.source, rule.place());
            }
        }
        Self(readers)
    }
}

/// Returns the warnings about attributes of an op, each with the attribute that it is about and its kind.
fn warnings<'f>(
    operation: OperationRef<'f, '_>,
    alternatives: &'f [Arc<OpFacts>],
    readers: &'f AttributeReaders<'_>,
) -> Vec<(&'f str, Kind, String)> {
    let known = alternatives.iter().flat_map(|facts| {
        let ignored = facts.ignore.iter().map(String::as_str);
        let names = facts.attribute_names().into_iter().chain(ignored);
        names.map(move |name| (name, facts.place()))
    });
    let known = known.collect::<Vec<_>>();
    let found = ir::named_attributes(operation);
    let found = found.iter().filter_map(|&(name, _)| ir::name_str(name));
    let mut found = found.collect::<Vec<_>>();
    let is_missing = |(name, _): &(&str, _)| !found.contains(name);
    let missing = known.iter().copied().filter(is_missing).collect::<Vec<_>>();
    found.retain(|found| known.iter().all(|(known, _)| known != found));
    let mut warnings = vec![];
    for (missing, place) in missing {
        if let Some(question) = suggest(missing, found.iter().copied()).question('\'') {
            let place = at(place);
            let message =
                format!("has no attribute '{missing}', which the facts{place} read; {question}");
            warnings.push((missing, Kind::MisspeltName, message));
        }
    }
    let place = at(alternatives.first().and_then(|facts| facts.place()));
    let left = found
        .iter()
        .filter_map(|found| readers.0.get_key_value(found));
    warnings.extend(left.map(|(&left, reader)| {
        let message = format!(
            "has attribute '{left}', which its facts{place} leave out, and which is read by {reader}; \
             add it to their `require`, or to `ignore` if sizes do not depend on it"
        );
        (left, Kind::UnknownAttribute, message)
    }));
    warnings
}

fn at(place: Option<&RulePlace>) -> String {
    place.map_or_else(String::new, |place| format!(" at {place}"))
}
