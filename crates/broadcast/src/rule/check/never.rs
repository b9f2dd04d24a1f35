//! Checks that there are ops that meet a rule.

use crate::rule::{OperandsProblem, Rule, RuleError, RuleProblem};

/// Checks that the operands that a rule selects or requires exist, and that ops have some.
pub(super) fn check_operand_count(rule: &Rule, errors: &mut Vec<RuleError>) {
    let Some((count, end)) = rule.operand_count.and_then(|it| Some((it, it.end()?))) else {
        return;
    };
    if end <= 1 {
        errors.push(rule.error_at("operand_count", OperandsProblem::CountOfNone.into()));
        return;
    }
    let selected = rule.operands.minimum_count().checked_sub(1);
    let selected = selected.map(|operand| ("operands", operand));
    let like = rule.result_like.map(|operand| ("result_like", operand));
    let named = selected.into_iter().chain(like);
    let named = named.map(|(key, operand)| (key, key.into(), operand));
    let required = rule.require_operands.keys().map(|&operand| {
        let key = "require_operands";
        (key, format!("{key}.{operand}"), operand)
    });
    for (key, place, operand) in named.chain(required) {
        if operand + 1 >= end {
            let problem = OperandsProblem::Count {
                key,
                operand,
                count,
            };
            errors.push(rule.error_at(&place, problem.into()));
        }
    }
}

/// Checks that the operand whose shape the result has takes part in the broadcast.
pub(super) fn check_result_like(rule: &Rule, errors: &mut Vec<RuleError>) {
    let mut ranges = rule.operands.ranges().iter();
    if let Some(operand) = rule.result_like
        && !ranges.any(|range| range.contains(operand))
    {
        let problem = OperandsProblem::NotSelected { operand };
        errors.push(rule.error_at("result_like", problem.into()));
    }
}

/// Checks that the operands and the result may have the same element type if they must have it.
pub(super) fn check_same_element_type(rule: &Rule, errors: &mut Vec<RuleError>) {
    let (operands, results) = (&rule.element_types, &rule.result_element_types);
    let is_restricted = !operands.is_empty() && !results.is_empty();
    if rule.same_element_type && is_restricted && operands.is_disjoint(results) {
        errors.push(rule.error_at("same_element_type", RuleProblem::NeverSameElementType));
    }
}
