//! Checks of sequences against a context.

use super::{check_element_type, check_op, check_text, unknown_attribute};
use crate::{
    ir,
    rule::{Rule, RuleError, RuleProblem, Step, StepElementType, StepProblem},
};
use melior::Context;

/// Checks the ops of a sequence, their operands and their attributes.
pub fn check_steps(context: &Context, rule: &Rule, errors: &mut Vec<RuleError>) {
    for (index, step) in rule.steps().iter().enumerate() {
        check_step(context, rule, index, step, errors);
    }
    let unused = rule.first_unused_operand();
    if let Some(operand) = unused
        && ir::operand_count(context, &rule.source).is_some_and(|count| operand < count)
    {
        let problem = StepProblem::UnusedOperand { operand };
        errors.push(rule.error_at("sequence", problem.into()));
    }
    for (place, name) in rule.constant_attributes() {
        let problem = unknown_attribute(context, &rule.source, "sequence", name);
        errors.extend(problem.map(|problem| rule.error_at(&place, problem)));
    }
}

fn check_step(
    context: &Context,
    rule: &Rule,
    index: usize,
    step: &Step,
    errors: &mut Vec<RuleError>,
) {
    let at = |key: &str| format!("sequence.{index}.{key}");
    let mut add = |place: &str, problem: Option<RuleProblem>| {
        errors.extend(problem.map(|problem| rule.error_at(place, problem)));
    };
    let mut problems = vec![];
    let found = step.fold.as_ref().map_or(step.operands.len(), |_| 2);
    if let Err(problem) = check_op(context, "op", &step.op) {
        add(&at("op"), problem);
    } else if let Some(expected) = ir::operand_count(context, &step.op)
        && expected != found
    {
        let problem = StepProblem::Operands {
            op: step.op.clone(),
            expected,
            found,
        };
        add(&at("op"), Some(problem.into()));
    }
    for name in &step.carry {
        add(
            &at("carry"),
            unknown_attribute(context, &step.op, "carry", name),
        );
        let is_renamed = rule.rename.values().any(|renamed| renamed == name);
        if !is_renamed {
            add(
                &at("carry"),
                unknown_attribute(context, &rule.source, "carry", name),
            );
        }
    }
    for (name, text) in &step.set {
        let place = at(&format!("set.{name}"));
        add(&place, unknown_attribute(context, &step.op, "set", name));
        let problem = check_text(context, "set", name, text, Some(&step.op));
        problems.extend(problem.map(|problem| rule.error_at_value(&place, problem)));
    }
    let is_last = index + 1 == rule.steps().len();
    let constants = step.constants();
    let constants = constants.map(|(position, constant)| {
        let place = at(&format!("operands.{position}"));
        (place, constant.element_type.as_ref())
    });
    for (place, element) in [(at("element_type"), step.element_type.as_ref())]
        .into_iter()
        .chain(constants)
    {
        if let Some(StepElementType::Type(name)) = element {
            let is_converted = is_last && place == at("element_type");
            add(
                &place,
                check_element_type(context, "element_type", name, is_converted),
            );
        }
    }
    let count = ir::operand_count(context, &rule.source);
    if let Some(count) = count
        && let Some(operand) = step.source_operands().find(|&operand| operand >= count)
    {
        let problem = RuleProblem::Operand {
            key: "sequence",
            operand,
            op: rule.source.clone(),
            count,
        };
        add(&at("op"), Some(problem));
    }
    errors.extend(problems);
}
