//! The requirements of facts on the ops that they hold for.

use super::Misfit;
use crate::{ir, rule::OpFacts};
use melior::ir::{Attribute, OperationRef, operation::OperationLike};
use std::sync::Arc;

/// Returns the first of the facts about ops of a name whose requirements an op meets.
pub fn applicable<'f>(
    operation: OperationRef<'_, '_>,
    facts: &'f [Arc<OpFacts>],
) -> Option<&'f Arc<OpFacts>> {
    facts.iter().find(|facts| unmet(operation, facts).is_none())
}

/// Returns the first requirement of facts that an op does not meet; `None` if it meets all.
pub fn unmet(operation: OperationRef<'_, '_>, facts: &OpFacts) -> Option<Misfit> {
    let required = facts.require.iter().map(|it| (it, false));
    let optional = facts.require_if_present.iter().map(|it| (it, true));
    let mut required = required.chain(optional);
    required.find_map(|((name, expected), is_optional)| {
        let found = operation.attribute(name).ok();
        let is_met = match found {
            None => is_optional,
            Some(found) => ir::with_context(operation, |context| {
                Attribute::parse(context, expected) == Some(found)
            }),
        };
        (!is_met).then(|| Misfit::Required {
            name: name.clone(),
            found: found.map(ir::attribute_text),
            expected: expected.clone(),
        })
    })
}
