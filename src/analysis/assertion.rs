//! Assertions in the input: how a frontend hands its shape constraints down.

use super::Analysis;
use crate::{
    ir::{comparison_direction, defining_op, is_shape_assertion, name_str, operand},
    symbol::Size,
};
use melior::ir::{OperationRef, Value, operation::OperationLike};

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

/// Assumes that a predicate holds, as far as it compares sizes.
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
            (Some("stablehlo.or"), (Some(a), Some(b))) => assume_either(analysis, a, b),
            (Some("stablehlo.compare"), _) => {
                if let Some((a, direction, b)) = comparison(analysis, operation) {
                    assume_comparison(analysis, a, direction, b);
                }
            }
            _ => {}
        }
    }
}

/// `d == r or d == 1`: `d` broadcasts to `r`.
fn assume_either(analysis: &mut Analysis, a: Value<'_, '_>, b: Value<'_, '_>) {
    let equality = |analysis: &mut Analysis, value| {
        let (a, direction, b) = comparison(analysis, defining_op(value)?)?;
        (direction == "EQ").then_some((a, b))
    };
    let (Some(left), Some(right)) = (equality(analysis, a), equality(analysis, b)) else {
        return;
    };
    for (equal, is_one) in [(left, right), (right, left)] {
        let one = match is_one {
            (size, Size::Constant(1)) | (Size::Constant(1), size) => size,
            _ => continue,
        };
        let (a, b) = equal;
        if a == one {
            analysis.facts.assume_broadcasts_to(a, b);
            return;
        }
        if b == one {
            analysis.facts.assume_broadcasts_to(b, a);
            return;
        }
    }
}

fn assume_comparison(analysis: &mut Analysis, a: Size, direction: &str, b: Size) {
    let facts = &mut analysis.facts;
    match (a, direction, b) {
        (a, "EQ", b) => facts.assume_equal(a, b),
        (a, "GE", Size::Constant(n)) | (Size::Constant(n), "LE", a) => facts.assume_at_least(a, n),
        (a, "LE", Size::Constant(n)) | (Size::Constant(n), "GE", a) => facts.assume_at_most(a, n),
        (a, "GT", Size::Constant(n)) | (Size::Constant(n), "LT", a) => {
            facts.assume_at_least(a, n.saturating_add(1));
        }
        (a, "LT", Size::Constant(n)) | (Size::Constant(n), "GT", a) => {
            facts.assume_at_most(a, n.saturating_sub(1));
        }
        _ => {}
    }
}

/// Returns the sizes that a comparison compares, and how.
fn comparison(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
) -> Option<(Size, &'static str, Size)> {
    if name_str(operation.name()) != Some("stablehlo.compare") {
        return None;
    }
    let mut size = |index| {
        let value: Value<'_, '_> = operand(operation, index)?;
        match analysis.elements_of(value)?.as_slice() {
            &[size] => Some(analysis.name(size)),
            _ => None,
        }
    };
    let direction = comparison_direction(operation)?;
    Some((size(0)?, direction, size(1)?))
}
