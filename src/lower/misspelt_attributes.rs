//! Warnings about misspelt attribute names.

use super::broadcastable::FoundRule;
use crate::{
    diagnostic::{Severity, emit_on_op},
    ir,
    suggest::suggest,
};
use melior::ir::{OperationRef, operation::OperationLike};

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
    let op = ir::name_str(operation.name()).unwrap_or_default();
    let own = ir::with_context(operation, |context| ir::attribute_names(context, op));
    let rules = rule.iter().flat_map(|chosen| &*chosen.alternatives);
    let read = rules.flat_map(|rule| rule.rule.attribute_names());
    let used = own
        .iter()
        .map(String::as_str)
        .chain(read)
        .collect::<Vec<_>>();
    for name in names {
        if name.contains('.') || used.contains(&name) {
            continue;
        }
        if let Some(question) = suggest(name, used.iter().copied()).question('\'') {
            let message = format!("has attribute '{name}', which it does not use; {question}");
            emit_on_op(operation, Severity::Warning, &message, &[]);
        }
    }
}
