//! The requirements of a rule on the ops that it lowers.

use super::rules::ResolvedRule;
use crate::{
    ir,
    rule::{Rule, suggest},
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
        suggestion.as_ref().map_or_else(String::new, |it| format!("; did you mean {it}?"))
    )]
    Value {
        name: String,
        found: String,
        known: Vec<String>,
        suggestion: Option<String>,
    },
    #[error("it has no operand #{operand}, which its rule selects")]
    Operand { operand: usize },
    #[error("attribute '{name}' is missing, but its rule requires {expected}")]
    MissingAttribute { name: String, expected: String },
    #[error(
        "operand #{operand} is not a compile-time integer constant, but its \
         rule requires {expected}"
    )]
    NotConstant { operand: usize, expected: i64 },
    #[error(
        "operand #{operand} is the constant {found}, but its rule requires \
         {expected}"
    )]
    Constant {
        operand: usize,
        found: i64,
        expected: i64,
    },
    #[error(
        "its rule requires operand #{operand} to be {expected}, but there is \
         no such operand"
    )]
    NoOperand { operand: usize, expected: i64 },
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
    let steps = rule.rule.steps().iter();
    let mut operands = steps.flat_map(|step| step.source_operands());
    if let Some(operand) = operands.find(|&operand| operand >= operation.operand_count()) {
        return Err(Unmet::Operand { operand });
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
    for (&operand, &expected) in &rule.rule.require_operands {
        check_constant(operation, operand, expected)?;
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
            suggestion: suggest(written, known.iter().copied()).map(quoted),
            known: known.into_iter().map(quoted).collect(),
            found,
        }
    })
}

fn check_constant(
    operation: OperationRef<'_, '_>,
    operand: usize,
    expected: i64,
) -> Result<(), Unmet> {
    let value = ir::operand(operation, operand).ok_or(Unmet::NoOperand { operand, expected })?;
    match ir::constant_integer(value) {
        Some(found) if found == expected => Ok(()),
        Some(found) => Err(Unmet::Constant {
            operand,
            found,
            expected,
        }),
        None => Err(Unmet::NotConstant { operand, expected }),
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
