//! Assertions in the input: how a frontend hands its shape constraints down.

use super::Analysis;
use crate::{
    ir::{comparison_direction, defining_op, is_shape_assertion, name_str, operand},
    symbol::{Condition, Element, Term},
};
use melior::ir::{OperationRef, Value, operation::OperationLike};

/// The maximum number of comparisons in a disjunction: facts represent no longer ones.
const MAX_ALTERNATIVES: usize = 3;

/// Learns what `stablehlo.custom_call @shape_assertion` or `cf.assert` says of
/// sizes.
pub(super) fn learn(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    if is_assertion(operation) {
        assume(analysis, operand(operation, 0)?);
    }
    Some(())
}

/// Returns whether an op is one of those.
pub(super) fn is_assertion(operation: OperationRef<'_, '_>) -> bool {
    is_shape_assertion(operation) || name_str(operation.name()) == Some("cf.assert")
}

/// Assumes that a predicate holds, as far as it is a condition on sizes.
///
/// A part that is known to hold here has been assumed; so the parts that conjunctions
/// share are looked at once.
fn assume<'c, 'a>(analysis: &mut Analysis, predicate: Value<'c, 'a>) {
    let mut pending = vec![predicate];
    while let Some(predicate) = pending.pop() {
        let Some(operation) = defining_op(predicate) else {
            continue;
        };
        if !analysis.begin_to_hold(predicate) {
            continue;
        }
        let operands = (operand(operation, 0), operand(operation, 1));
        match (name_str(operation.name()), operands) {
            (Some("stablehlo.and"), (Some(a), Some(b))) => pending.extend([b, a]),
            (Some("stablehlo.reshape" | "tensor.extract"), (Some(a), _)) => pending.push(a),
            _ => match recognise(analysis, predicate) {
                Some(condition) => analysis.facts.assume_condition(&condition),
                None => assume_order(analysis, operation).unwrap_or_default(),
            },
        }
    }
}

/// Returns the condition that a predicate without conjunctions computes, if it is one on
/// sizes.
fn recognise(analysis: &mut Analysis, predicate: Value<'_, '_>) -> Option<Condition<Element>> {
    let mut alternatives = vec![];
    let mut pending = vec![predicate];
    while let Some(predicate) = pending.pop() {
        if alternatives.len() + pending.len() >= MAX_ALTERNATIVES {
            return None;
        }
        let operation = defining_op(predicate)?;
        match name_str(operation.name())? {
            "stablehlo.or" => pending.extend([operand(operation, 1)?, operand(operation, 0)?]),
            "stablehlo.compare" => alternatives.push(comparison(analysis, operation)?),
            _ => return None,
        }
    }
    match alternatives.len() {
        1 => alternatives.pop(),
        _ => Some(Condition::Any(alternatives)),
    }
}

/// Assumes what a comparison of two numbers says of their difference.
fn assume_order(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    if name_str(operation.name()) != Some("stablehlo.compare") {
        return None;
    }
    let (a, b) = (
        scalar(analysis, operation, 0)?,
        scalar(analysis, operation, 1)?,
    );
    let (greater, less, least) = match comparison_direction(operation)? {
        "GE" => (a, b, 0),
        "GT" => (a, b, 1),
        "LE" => (b, a, 0),
        "LT" => (b, a, 1),
        _ => return None,
    };
    analysis.facts.assume_difference(greater, less, least);
    Some(())
}

/// Returns the number that an operand is.
fn scalar(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<Element> {
    match analysis.elements_of(operand(operation, index)?)?.as_slice() {
        &[element] => Some(analysis.facts.name(element)),
        _ => None,
    }
}

/// Returns the condition that a `stablehlo.compare` computes: an equality, or a bound.
fn comparison(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
) -> Option<Condition<Element>> {
    let direction = comparison_direction(operation)?;
    let (a, b) = (
        scalar(analysis, operation, 0)?,
        scalar(analysis, operation, 1)?,
    );
    if direction == "EQ" {
        return Some(Condition::Equal(Term::Size(a), Term::Size(b)));
    }
    // Put the constant on the right.
    let (term, direction, bound) = match (b.constant(), a.constant()) {
        (Some(bound), _) => (a, direction, bound),
        (None, Some(bound)) => (b, reverse(direction)?, bound),
        (None, None) => return None,
    };
    let term = Term::Size(term);
    match direction {
        "GE" => Some(Condition::AtLeast(term, bound)),
        "LE" => Some(Condition::AtMost(term, bound)),
        "GT" => Some(Condition::AtLeast(term, bound.checked_add(1)?)),
        "LT" => Some(Condition::AtMost(term, bound.checked_sub(1)?)),
        _ => None,
    }
}

/// Returns the direction of `b ? a` where that of `a ? b` is given.
fn reverse(direction: &str) -> Option<&'static str> {
    match direction {
        "GE" => Some("LE"),
        "LE" => Some("GE"),
        "GT" => Some("LT"),
        "LT" => Some("GT"),
        _ => None,
    }
}
