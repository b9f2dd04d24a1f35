//! Errors on ops that facts about ops of their name do not hold for.

use super::rules::Rules;
use crate::{
    analysis::fit,
    diagnostic::{Failed, Severity, emit_on_op, emit_op_error},
    ir,
    rule::OpFacts,
    suggest::suggest,
};
use melior::ir::{OperationRef, operation::OperationLike};
use rustc_hash::FxHashSet;

/// Checks that the facts of a rule file do not contradict the types and attributes of ops in and
/// below `root`. Warns if an attribute that they read seems to be misspelt.
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
    let mut warned = FxHashSet::default();
    ir::visit_ops(root, |operation| {
        let name = ir::name_str(operation.name());
        let Some(facts) = name.and_then(|name| table.get(name)) else {
            return;
        };
        if let Err(misfit) = fit(operation, facts) {
            let message = format!("contradicts the facts{}: {misfit}", at(facts));
            emit_op_error(operation, &message, &[]);
            result = Err(Failed);
        }
        for attribute in facts.attribute_names() {
            if operation.attribute(attribute).is_err() && warned.insert((name, attribute)) {
                warn_of_misspelt_attribute(operation, facts, attribute);
            }
        }
    });
    result
}

fn warn_of_misspelt_attribute(operation: OperationRef<'_, '_>, facts: &OpFacts, missing: &str) {
    let read = facts.attribute_names();
    let found = ir::named_attributes(operation);
    let found = found.iter().filter_map(|&(name, _)| ir::name_str(name));
    let others = found.filter(|name| !read.contains(name));
    if let Some(question) = suggest(missing, others).question('\'') {
        let place = at(facts);
        let message =
            format!("has no attribute '{missing}', which the facts{place} read; {question}");
        emit_on_op(operation, Severity::Warning, &message, &[]);
    }
}

fn at(facts: &OpFacts) -> String {
    let place = facts.place();
    place.map_or_else(String::new, |place| format!(" at {place}"))
}
