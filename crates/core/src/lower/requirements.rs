//! The requirements of a rule on the ops that it lowers.

use super::rules::{Required, RequiredValue, ResolvedRule};
use crate::{
    ir,
    rule::{Number, Rule},
    suggest::{Suggestions, suggest},
};
use melior::ir::{Attribute, OperationRef, ValueLike, operation::OperationLike};
use std::collections::BTreeSet;

/// A requirement of a rule that an op does not meet.
#[derive(Debug, thiserror::Error)]
pub enum Unmet {
    #[error("attribute '{name}' is {found}, but its rule requires {expected}")]
    Attribute {
        name: String,
        found: String,
        expected: String,
    },
    #[error(
        "attribute '{name}' is {found}, but the `map` of its rule has only {}{}",
        known.join(", "),
        suggestions.at_end('`')
    )]
    Value {
        name: String,
        found: String,
        known: Vec<String>,
        suggestions: Suggestions,
    },
    #[error("it has no operand #{operand}, which its rule selects")]
    Operand { operand: usize },
    #[error("operand #{operand} takes part in the broadcast, but no step of its rule uses it")]
    UnusedOperand { operand: usize },
    #[error("attribute '{name}' is missing, but its rule requires {expected}")]
    MissingAttribute { name: String, expected: String },
    #[error("it has {}, but its rule is for {expected}", operand_count(*found))]
    Count { found: usize, expected: String },
    #[error(
        "its rule combines operands {fold} from left to right, but it has {}",
        operand_count(*found)
    )]
    Fold { fold: String, found: usize },
    #[error(
        "operand #{operand} is not a compile-time {kind}constant, but its rule requires {expected}"
    )]
    NotConstant {
        operand: usize,
        kind: &'static str,
        expected: String,
    },
    #[error("operand #{operand} is {found}, but its rule requires {expected}")]
    Constant {
        operand: usize,
        found: String,
        expected: String,
    },
    #[error(
        "its rule requires operand #{operand} to be {expected}, but there is \
         no such operand"
    )]
    NoOperand { operand: usize, expected: String },
    #[error("operand #{operand} is not a compile-time number, which its rule computes with")]
    NoNumber { operand: usize },
    #[error(
        "operand #{operand} has element type '{found}', but its rule requires one \
         of {expected}"
    )]
    ElementType {
        operand: usize,
        found: String,
        expected: String,
    },
    #[error("the result has element type '{found}', but its rule requires one of {expected}")]
    ResultElementType { found: String, expected: String },
    #[error(
        "operand #{operand} has element type '{found}' and the result \
         '{result}', but its rule requires equal element types"
    )]
    ElementTypesDiffer {
        operand: usize,
        found: String,
        result: String,
    },
}

/// Checks that an op meets the requirements of a rule.
///
/// # Errors
///
/// Fails with the first requirement that is not met.
pub fn check(operation: OperationRef<'_, '_>, rule: &ResolvedRule<'_, '_>) -> Result<(), Unmet> {
    let selected = rule.rule.operands.select(operation.operand_count());
    let selected = selected.map_err(|operand| Unmet::Operand { operand })?;
    check_counts(operation.operand_count(), rule.rule)?;
    let steps = rule.rule.steps().iter();
    let mut operands = steps.flat_map(|step| step.source_operands());
    if let Some(operand) = operands.find(|&operand| operand >= operation.operand_count()) {
        return Err(Unmet::Operand { operand });
    }
    let unused = rule.rule.first_unused_operand();
    if let Some(operand) = unused.filter(|&operand| operand < operation.operand_count()) {
        return Err(Unmet::UnusedOperand { operand });
    }
    check_attributes(operation, rule)?;
    check_constants(operation, rule)?;
    check_element_types(operation, rule.rule, &selected)
}

/// Checks the requirements that do not follow from types and attributes.
///
/// # Errors
///
/// Fails with the first requirement that is not met.
pub fn check_constants(
    operation: OperationRef<'_, '_>,
    rule: &ResolvedRule<'_, '_>,
) -> Result<(), Unmet> {
    for (operand, required) in &rule.required_operands {
        check_constant(operation, *operand, required)?;
    }
    for &operand in &rule.number_operands {
        let value = ir::operand(operation, operand).ok_or(Unmet::Operand { operand })?;
        let has_default = || has_default(rule.rule, operand);
        let is_number = match ir::is_absent(value) {
            true => has_default(),
            false => ir::constant_number(value).is_some(),
        };
        if !is_number {
            return Err(Unmet::NoNumber { operand });
        }
    }
    Ok(())
}

/// Returns whether every constant that has the value of an operand has another one if the operand
/// is absent.
fn has_default(rule: &Rule, operand: usize) -> bool {
    let constants = rule.steps().iter().flat_map(|step| step.constants());
    let mut constants = constants.filter(|(_, constant)| constant.operand == Some(operand));
    constants.all(|(_, constant)| constant.text.is_some())
}

/// Checks the requirements on the number of operands.
fn check_counts(found: usize, rule: &Rule) -> Result<(), Unmet> {
    if let Some(count) = rule.operand_count.filter(|count| !count.contains(found)) {
        let expected = match count.end() {
            Some(end) if end == count.start() + 1 => count.start().to_string(),
            Some(end) => format!("{} to {}", count.start(), end - 1),
            None => format!("{} or more", count.start()),
        };
        return Err(Unmet::Count { found, expected });
    }
    let folds = rule.steps().iter().filter_map(|step| step.fold.as_ref());
    for fold in folds {
        if fold.select(found).map_or(0, |selected| selected.len()) < 2 {
            let fold = fold.text();
            return Err(Unmet::Fold { fold, found });
        }
    }
    Ok(())
}

fn check_attributes(
    operation: OperationRef<'_, '_>,
    rule: &ResolvedRule<'_, '_>,
) -> Result<(), Unmet> {
    for requirement in &rule.requirements {
        let name = || requirement.name.to_string();
        let expected = || requirement.value.to_string();
        match operation.attribute(requirement.name) {
            Ok(found) if found != requirement.value => {
                return Err(Unmet::Attribute {
                    name: name(),
                    found: ir::attribute_text(found),
                    expected: expected(),
                });
            }
            Err(_) if !requirement.is_optional => {
                return Err(Unmet::MissingAttribute {
                    name: name(),
                    expected: expected(),
                });
            }
            Ok(_) | Err(_) => {}
        }
    }
    for name in rule.mapped_names() {
        if let Ok(found) = operation.attribute(name) {
            map_value(rule, name, found)?;
        }
    }
    Ok(())
}

/// Returns the value that an attribute gets when it is carried over.
///
/// # Errors
///
/// Fails if the rule maps the attribute, but not this value.
pub fn map_value<'c>(
    rule: &ResolvedRule<'c, '_>,
    name: &str,
    value: Attribute<'c>,
) -> Result<Attribute<'c>, Unmet> {
    rule.map_value(name, value).map_err(|known| {
        let found = ir::attribute_text(value);
        let written = ir::string_value(value).unwrap_or(&found);
        let quoted = |key: &str| format!("`{key}`");
        Unmet::Value {
            name: name.into(),
            suggestions: suggest(written, known.iter().copied()),
            known: known.into_iter().map(quoted).collect(),
            found,
        }
    })
}

fn check_constant(
    operation: OperationRef<'_, '_>,
    operand: usize,
    required: &Required<'_, '_>,
) -> Result<(), Unmet> {
    let expected = || match required.value {
        RequiredValue::Absent => "an absent operand".to_string(),
        _ => required.text.to_string(),
    };
    let Some(value) = ir::operand(operation, operand) else {
        let expected = expected();
        return Err(Unmet::NoOperand { operand, expected });
    };
    let is_absent = ir::is_absent(value);
    let is_met = match required.value {
        RequiredValue::Absent => is_absent,
        RequiredValue::Number(number) => {
            ir::constant_number(value).is_some_and(|found| found.is(number))
        }
        RequiredValue::Attribute(attribute) => ir::constant(value) == Some(attribute),
    };
    if is_met {
        return Ok(());
    }
    let expected = expected();
    let found = match (ir::constant_integer(value), ir::constant(value)) {
        _ if is_absent => "absent".into(),
        (Some(integer), _) => format!("the constant {integer}"),
        (None, Some(attribute)) => format!("the constant {}", ir::attribute_text(attribute)),
        (None, None) if matches!(required.value, RequiredValue::Absent) => "present".into(),
        (None, None) => {
            let kind = match required.value {
                RequiredValue::Number(Number::Integer(_)) => "integer ",
                _ => "",
            };
            return Err(Unmet::NotConstant {
                operand,
                kind,
                expected,
            });
        }
    };
    Err(Unmet::Constant {
        operand,
        found,
        expected,
    })
}

fn operand_count(count: usize) -> String {
    match count {
        1 => "1 operand".into(),
        _ => format!("{count} operands"),
    }
}

fn check_element_types(
    operation: OperationRef<'_, '_>,
    rule: &Rule,
    selected: &[usize],
) -> Result<(), Unmet> {
    let is_any = rule.element_types.is_empty() && rule.result_element_types.is_empty();
    if is_any && !rule.same_element_type {
        return Ok(());
    }
    let result = ir::result(operation, 0).and_then(|value| ir::element_type(value.r#type()));
    if let Some(result) = result.filter(|_| !rule.result_element_types.is_empty()) {
        let found = result.to_string();
        if !rule.result_element_types.contains(&found) {
            let expected = quoted(&rule.result_element_types);
            return Err(Unmet::ResultElementType { found, expected });
        }
    }
    for &operand in selected {
        let value = ir::operand(operation, operand);
        let Some(found) = value.and_then(|value| ir::element_type(value.r#type())) else {
            continue;
        };
        let text = found.to_string();
        if !rule.element_types.is_empty() && !rule.element_types.contains(&text) {
            return Err(Unmet::ElementType {
                operand,
                found: text,
                expected: quoted(&rule.element_types),
            });
        }
        if let Some(result) = result
            && rule.same_element_type
            && found != result
        {
            return Err(Unmet::ElementTypesDiffer {
                operand,
                found: text,
                result: result.to_string(),
            });
        }
    }
    Ok(())
}

fn quoted(names: &BTreeSet<String>) -> String {
    let names = names.iter().map(|name| format!("'{name}'"));
    names.collect::<Vec<_>>().join(", ")
}
