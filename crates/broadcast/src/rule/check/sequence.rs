//! Checks of sequences.

use crate::{
    rule::{
        Number, Operands, OperandsProblem, Others, Rule, RuleError, RuleProblem, Step,
        StepConstant, StepElementType, StepOperand, StepProblem,
        check::{check_name, check_op_name, check_value},
    },
    suggest::suggest,
};
use std::collections::BTreeSet;

/// Returns all errors in the steps of a rule that can be found without MLIR.
pub fn check_sequence(rule: &Rule, steps: &[Step], errors: &mut Vec<RuleError>) {
    check_effects(rule, errors);
    if steps.is_empty() {
        let key = "sequence";
        let problem = RuleProblem::Empty { key: key.into() };
        errors.push(rule.error_at(key, problem));
    }
    check_names(rule, steps, errors);
    for (index, step) in steps.iter().enumerate() {
        check_step(rule, index, step, errors);
    }
    if errors.is_empty() {
        check_uses(rule, errors);
    }
    let carried = steps.iter().flat_map(|step| &step.carry);
    let carried = carried.map(String::as_str).collect::<BTreeSet<_>>();
    let renamed = rule.rename.keys().map(|name| ("rename", name));
    let moved = rule.dialect.keys().map(|name| ("dialect", name));
    let mapped = rule.map.keys().map(|name| ("map", name));
    for (key, name) in renamed.chain(moved).chain(mapped) {
        let new_name = rule.carried_name(name).unwrap_or(name);
        if !carried.contains(new_name) {
            let problem = StepProblem::NotCarried {
                key,
                attribute: name.clone(),
                carried: new_name.into(),
            };
            errors.push(rule.error_at(&format!("{key}.{name}"), problem.into()));
        }
    }
}

/// Checks that there are ops whose operands in the broadcast are all used.
fn check_uses(rule: &Rule, errors: &mut Vec<RuleError>) {
    let like = rule.result_like.map_or(0, |operand| operand + 1);
    // An op that broadcasts has operands.
    let least = rule.counts().start().max(like).max(1);
    let mut steps = rule.steps().iter();
    let is_complete = steps.all(|step| step.fold.is_some() || !step.operands.is_empty());
    let unused = rule.first_unused_operand().filter(|_| is_complete);
    if let Some(operand) = unused.filter(|&operand| operand < least) {
        let problem = StepProblem::UnusedOperand { operand };
        errors.push(rule.error_at("sequence", problem.into()));
    }
}

/// Checks that the rule has no key that only concerns a single target op.
fn check_effects(rule: &Rule, errors: &mut Vec<RuleError>) {
    for (key, is_used) in [
        ("others", rule.others != Others::default()),
        ("carry", rule.carry.is_some()),
        ("set", !rule.set.is_empty()),
        ("target_element_type", rule.target_element_type.is_some()),
    ] {
        if is_used {
            let problem = RuleProblem::NoEffect {
                key,
                with: "sequence",
                reason: "whose steps name what they use",
            };
            let place = match rule.set.keys().next() {
                Some(name) if key == "set" => format!("set.{name}"),
                _ => key.into(),
            };
            errors.push(rule.error_at(&place, problem));
        }
    }
}

/// Checks that each name is defined once, before it is used, and used.
fn check_names(rule: &Rule, steps: &[Step], errors: &mut Vec<RuleError>) {
    let mut known = BTreeSet::new();
    for (index, step) in steps.iter().enumerate() {
        for (position, operand) in step.operands.iter().enumerate() {
            if let StepOperand::Step(name) = operand
                && !known.contains(name.as_str())
            {
                let problem = StepProblem::Unknown {
                    name: name.clone(),
                    suggestions: suggest(name, known.iter().copied()),
                };
                let place = format!("sequence.{index}.operands.{position}");
                errors.push(rule.error_at(&place, problem.into()));
            }
        }
        let place = format!("sequence.{index}.name");
        let is_last = index + 1 == steps.len();
        let Some(name) = &step.name else {
            if !is_last {
                let op = step.op.clone();
                let place = format!("sequence.{index}.op");
                errors.push(rule.error_at(&place, StepProblem::Unnamed { op }.into()));
            }
            continue;
        };
        check_name(rule, &place, name, errors);
        let later = steps[index + 1..].iter();
        let mut uses = later.flat_map(|step| &step.operands);
        if !known.insert(name.as_str()) {
            let name = name.clone();
            errors.push(rule.error_at(&place, StepProblem::Twice { name }.into()));
        } else if is_last || !uses.any(|it| matches!(it, StepOperand::Step(used) if used == name)) {
            let name = name.clone();
            errors.push(rule.error_at(&place, StepProblem::Unused { name, is_last }.into()));
        }
    }
}

fn check_step(rule: &Rule, index: usize, step: &Step, errors: &mut Vec<RuleError>) {
    let at = |key: &str| format!("sequence.{index}.{key}");
    check_name(rule, &at("op"), &step.op, errors);
    check_op_name(rule, &at("op"), "op", &step.op, errors);
    if step.op == rule.source {
        let problem = RuleProblem::Chained {
            source_op: rule.source.clone(),
            target: step.op.clone(),
            first: None,
        };
        errors.push(rule.error_at(&at("op"), problem));
    }
    for name in &step.carry {
        check_name(rule, &at("carry"), name, errors);
        if rule.drop.contains(name) && rule.rename.values().all(|renamed| renamed != name) {
            let problem = RuleProblem::Contradiction {
                attribute: name.clone(),
                first: "drop",
                second: "carry",
            };
            errors.push(rule.error_at(&at("carry"), problem));
        }
        if step.set.contains_key(name) {
            let problem = RuleProblem::SameName {
                attribute: name.clone(),
                first: "carry".into(),
                second: format!("set.{name}"),
            };
            errors.push(rule.error_at(&at(&format!("set.{name}")), problem));
        }
    }
    for (name, text) in &step.set {
        let place = at(&format!("set.{name}"));
        check_name(rule, &place, name, errors);
        check_value(rule, &place, text, errors);
    }
    check_element_type(rule, &at("element_type"), &step.element_type, errors);
    check_fold(rule, &at("fold"), step, errors);
    if let (Some(count), Some(operand)) = (rule.operand_count, step.source_operands().max())
        && count.end().is_some_and(|end| operand + 1 >= end)
    {
        let key = "sequence";
        let problem = OperandsProblem::Count {
            key,
            operand,
            count,
        };
        errors.push(rule.error_at(&at("op"), problem.into()));
    }
    for (position, constant) in step.constants() {
        let place = at(&format!("operands.{position}"));
        check_constant(rule, &place, constant, errors);
    }
}

/// Checks that a step combines at least two operands.
fn check_fold(rule: &Rule, place: &str, step: &Step, errors: &mut Vec<RuleError>) {
    let Some(fold) = &step.fold else {
        return;
    };
    if let Err(problem) = fold.check() {
        errors.push(rule.error_at(place, problem.in_key("fold").into()));
    } else if let [range] = fold.ranges()
        && range.end() == Some(range.start() + 1)
    {
        let operand = range.start();
        errors.push(rule.error_at(place, StepProblem::FoldOfOne { operand }.into()));
    } else if let Some(operand) = rule.operands.first_missing(fold) {
        errors.push(rule.error_at(place, StepProblem::FoldOfOther { operand }.into()));
    }
}

fn check_constant(rule: &Rule, place: &str, constant: &StepConstant, errors: &mut Vec<RuleError>) {
    if let Some(name) = &constant.attribute {
        check_name(rule, place, name, errors);
    }
    let values = [
        ("attribute", constant.attribute.is_some()),
        ("operand", constant.operand.is_some()),
        ("count", constant.count.is_some()),
    ];
    let values = values.iter().filter(|(_, is_given)| *is_given);
    let mut values = values.map(|&(key, _)| key).collect::<Vec<_>>();
    // The number of operands is always known.
    if values.contains(&"count") && constant.text.is_some() {
        values.push("constant");
    }
    if let [first, second, ..] = values[..] {
        errors.push(rule.error_at(place, StepProblem::TwoValues { first, second }.into()));
    }
    if let Some(Err(problem)) = constant.count.as_ref().map(Operands::check) {
        errors.push(rule.error_at(place, problem.in_key("count").into()));
    }
    match &constant.text {
        Some(text) if Number::parse(text).is_none() => {
            let found = text.clone();
            errors.push(rule.error_at(place, StepProblem::Number { found }.into()));
        }
        None if values.is_empty() => {
            let found = "`{}`".into();
            errors.push(rule.error_at(place, StepProblem::OperandForm { found }.into()));
        }
        _ => {}
    }
    check_element_type(rule, place, &constant.element_type, errors);
}

fn check_element_type(
    rule: &Rule,
    place: &str,
    element: &Option<StepElementType>,
    errors: &mut Vec<RuleError>,
) {
    if let Some(StepElementType::Type(name)) = element {
        check_name(rule, place, name, errors);
    }
}
