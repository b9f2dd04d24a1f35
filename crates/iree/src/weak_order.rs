//! Comparisons in the weak order of floats.
//!
//! In this order zeros of both signs are equal, and NaN are equal to one another and greater than all numbers.

use super::row::{Action::Replace, Row};
use crate::{
    dialect::stablehlo::{self, CompareOp, ComparisonDirection, ComparisonType},
    ir::{self, Emitter},
    symbol::integer::Direction,
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

/// Comparisons in the weak order.
pub(super) static ROW: Row = Row {
    name: "weak-orders",
    ops: &[stablehlo::COMPARE],
    when: "in the order `WEAKORDER` of StableHLO 1.22, also in sorts and on static shapes",
    becomes: "comparisons of floats, of which those of a NaN with itself find the NaN",
    why: "IREE 3.13 does not know this order.",
    example: include_str!("examples/weak-orders.mlir"),
    action: Replace(replace),
};

fn replace<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let order = operation.attribute("compare_type").ok()?;
    if ComparisonType::from_attribute(order)? != ComparisonType::Weakorder {
        return None;
    }
    let (a, b) = (ir::operand(operation, 0)?, ir::operand(operation, 1)?);
    let r#type = ir::result(operation, 0)?.r#type();
    let mut compare = |direction, a: Value<'c, 'a>, b: Value<'c, 'a>| {
        let comparison = CompareOp {
            comparison_direction: direction,
            compare_type: None,
        };
        let attributes = comparison.attributes(emitter.context())?;
        Some(emitter.emit_named(stablehlo::COMPARE, &[a, b], &attributes, r#type))
    };
    let mut is_nan = |value| compare(ComparisonDirection::Ne, value, value);
    let (a_is_nan, b_is_nan) = (is_nan(a)?, is_nan(b)?);
    let direction = ir::comparison_direction(operation)?;
    // `NE`, `GE` and `LE` are the opposites of these three.
    let (of_numbers, of_nan, is_opposite) = match direction {
        Direction::Eq | Direction::Ne => {
            let of_numbers = compare(ComparisonDirection::Eq, a, b)?;
            (of_numbers, (a_is_nan, b_is_nan), direction == Direction::Ne)
        }
        Direction::Lt | Direction::Ge => {
            let of_numbers = compare(ComparisonDirection::Lt, a, b)?;
            let is_number = compare(ComparisonDirection::Eq, a, a)?;
            (
                of_numbers,
                (is_number, b_is_nan),
                direction == Direction::Ge,
            )
        }
        Direction::Gt | Direction::Le => {
            let of_numbers = compare(ComparisonDirection::Gt, a, b)?;
            let is_number = compare(ComparisonDirection::Eq, b, b)?;
            (
                of_numbers,
                (a_is_nan, is_number),
                direction == Direction::Le,
            )
        }
    };
    let mut emit = |op, operands: &[Value<'c, 'a>]| emitter.emit_named(op, operands, &[], r#type);
    let of_nan = emit(stablehlo::AND, &[of_nan.0, of_nan.1]);
    let holds = emit(stablehlo::OR, &[of_numbers, of_nan]);
    Some(match is_opposite {
        true => emit(stablehlo::NOT, &[holds]),
        false => holds,
    })
}
