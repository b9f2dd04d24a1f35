//! Names in rules.

use crate::rule::{Rule, RuleError, RuleProblem};

/// Checks that a name or a value is text that MLIR can print.
pub(super) fn check_name(rule: &Rule, key: &str, name: &str, errors: &mut Vec<RuleError>) {
    if name.trim().is_empty() {
        errors.push(rule.error_at(key, RuleProblem::Empty { key: key.into() }));
    }
    if name.contains('\0') {
        errors.push(rule.error_at(key, RuleProblem::Nul { key: key.into() }));
    }
}

/// Checks that the name of an op has a dialect.
pub(super) fn check_dialect(
    rule: &Rule,
    place: &str,
    key: &'static str,
    op: &str,
    errors: &mut Vec<RuleError>,
) {
    let has_dialect = op
        .split_once('.')
        .is_some_and(|(dialect, name)| !dialect.is_empty() && !name.is_empty());
    if !has_dialect && !op.trim().is_empty() {
        let op = op.into();
        errors.push(rule.error_at(place, RuleProblem::NoDialect { key, op }));
    }
}
