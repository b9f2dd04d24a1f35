//! Whether the ops, attributes and types that rules name exist in a context.

use crate::{dialect::reads_tensorflow, ir, rule::RuleProblem, suggest::suggest};
use melior::{Context, ir::AttributeLike};

/// Checks that a text parses as an attribute and, if the attribute is that of a target op, that
/// the op accepts it.
pub(super) fn check_text(
    context: &Context,
    key: &'static str,
    attribute: &str,
    text: &str,
    target: Option<&str>,
) -> Option<RuleProblem> {
    let (attribute, text) = (attribute.to_string(), text.to_string());
    let value = match ir::parse_attribute(context, &text) {
        Ok(value) => value,
        Err(reason) => {
            return Some(RuleProblem::Attribute {
                key,
                attribute,
                text,
                reason,
            });
        }
    };
    let target = target?;
    let constraint = ir::check_attribute(context, target, &attribute, value).err()?;
    Some(RuleProblem::TargetAttribute {
        key,
        values: ir::enumeration_values(context, target, &attribute).into(),
        attribute,
        text,
        target: target.into(),
        constraint: constraint.into(),
    })
}

/// Returns the problem that a name is a misspelt one of an op's own attributes, if so.
pub(super) fn unknown_attribute(
    context: &Context,
    op: &str,
    key: &'static str,
    name: &str,
) -> Option<RuleProblem> {
    let known = ir::attribute_names(context, op);
    if known.iter().any(|known| known == name) {
        return None;
    }
    let suggestions = suggest(name, known.iter().map(String::as_str));
    (!suggestions.is_empty()).then(|| RuleProblem::UnknownAttribute {
        key,
        attribute: name.into(),
        op: op.into(),
        suggestions,
    })
}

/// Checks that a text is an element type as MLIR prints it, and one from which StableHLO converts if results
/// are converted from it.
pub(super) fn check_element_type(
    context: &Context,
    key: &'static str,
    text: &str,
    is_converted: bool,
) -> Option<RuleProblem> {
    let found = text.to_string();
    if !is_type_text(context, text) {
        Some(RuleProblem::ElementType { key, found })
    } else if ir::parse_attribute(context, &format!("tensor<{text}>")).is_err() {
        Some(RuleProblem::NoElementType { key, found })
    } else if is_converted && (text == "index" || text.starts_with("vector<")) {
        Some(RuleProblem::Unconverted { key, found })
    } else {
        None
    }
}

/// Returns whether a text is a type as MLIR prints it.
fn is_type_text(context: &Context, text: &str) -> bool {
    ir::parse_attribute(context, text)
        .is_ok_and(|attribute| attribute.is_type() && attribute.to_string() == text)
}

/// Checks that an op of a target exists, and has one result and no region.
///
/// # Errors
///
/// Fails with the problem; without one if nothing is known of the op.
pub(super) fn check_op(
    context: &Context,
    key: &'static str,
    op: &str,
) -> Result<(), Option<RuleProblem>> {
    let dialect = ir::dialect_of(op);
    if !ir::load_dialect(context, dialect) {
        let is_allowed = context.allow_unregistered_dialects();
        let names = ir::dialect_names(context);
        let suggestions = suggest(dialect, names.iter().map(String::as_str));
        return Err((!is_allowed).then(|| RuleProblem::UnknownDialect {
            key,
            op: op.into(),
            dialect: dialect.into(),
            suggestions,
        }));
    }
    if let Some(problem) = unknown_op(context, key, op, dialect) {
        return Err(Some(problem));
    }
    if ir::has_region(context, op) {
        let op = op.into();
        return Err(Some(RuleProblem::Region { key, op }));
    }
    match ir::result_count(context, op).filter(|&count| count != 1) {
        Some(count) => Err(Some(RuleProblem::TargetResults {
            target: op.into(),
            count,
        })),
        None => Ok(()),
    }
}

/// Returns the problem that a loaded dialect has no such op, if so.
pub(super) fn unknown_op(
    context: &Context,
    key: &'static str,
    op: &str,
    dialect: &str,
) -> Option<RuleProblem> {
    // TensorFlow's ops are not known one by one.
    let is_open = dialect == "tf" && reads_tensorflow(context);
    if is_open || context.is_registered_operation(op) {
        return None;
    }
    let names = ir::op_names(context, dialect);
    Some(RuleProblem::UnknownOp {
        key,
        op: op.into(),
        dialect: dialect.into(),
        suggestions: suggest(op, names.iter().map(String::as_str)),
    })
}
