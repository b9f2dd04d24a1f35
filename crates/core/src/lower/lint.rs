//! Warnings of what is probably a mistake, in the program, its rules or the facts about its ops.

mod contradicted_facts;
mod misspelt_attributes;
mod misspelt_rules;

pub(super) use self::misspelt_attributes::warn_of_misspelt_attributes;

pub use self::contradicted_facts::contradiction;

use self::{
    contradicted_facts::check_facts, misspelt_attributes::warn_of_unknown_attributes,
    misspelt_rules::warn_of_misspelt_rules,
};
use super::{rules::Rules, unused_tables::remark_on_unused_tables};
use crate::diagnostic::Failed;
use melior::ir::OperationRef;

/// Looks for mistakes in a program and its rules, before its ops are verified. Those in the attributes of
/// a broadcastable op are found where the op is verified ([`warn_of_misspelt_attributes`]).
///
/// # Errors
///
/// Fails if an op contradicts the facts of a rule file; an error is emitted on it. Other mistakes are
/// warnings.
pub(super) fn lint(
    root: OperationRef<'_, '_>,
    rules: &Rules,
    is_lowered: bool,
) -> Result<(), Failed> {
    warn_of_misspelt_rules(root, rules);
    remark_on_unused_tables(root, rules);
    if is_lowered {
        warn_of_unknown_attributes(root, rules);
    }
    check_facts(root, rules)
}
