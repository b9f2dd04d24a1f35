//! Comparisons in the weak order of floats.
//!
//! In this order zeros of both signs are equal, and NaN are equal to one another and greater than all numbers.

use crate::{build::*, dialect::stablehlo::ComparisonType, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "weak-orders",
    ops: &[stablehlo::COMPARE],
    when: "in the order `WEAKORDER` of StableHLO 1.22, also in sorts and on static shapes",
    becomes: "comparisons of floats, of which those of a NaN with itself find the NaN",
    why: "IREE 3.13 does not know this order.",
    action: Replace(replace),
};

fn replace<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let order = operation.attribute("compare_type").ok()?;
    require(ComparisonType::from_attribute(order)? == ComparisonType::Weakorder)?;
    let [a, b] = first_operands(operation)?;
    let r#type = ir::result(operation, 0)?.r#type();
    let mut compare = |direction, a, b| emit_comparison(emitter, direction, [a, b]);
    let mut is_nan = |value| compare(Direction::Ne, value, value);
    let (a_is_nan, b_is_nan) = (is_nan(a)?, is_nan(b)?);
    let direction = ir::comparison_direction(operation)?;
    // `NE`, `GE` and `LE` are the opposites of these three.
    let (own, is_opposite) = match direction {
        Direction::Ne => (Direction::Eq, true),
        Direction::Ge => (Direction::Lt, true),
        Direction::Le => (Direction::Gt, true),
        own => (own, false),
    };
    let of_numbers = compare(own, a, b)?;
    let of_nan = match own {
        Direction::Lt => (compare(Direction::Eq, a, a)?, b_is_nan),
        Direction::Gt => (a_is_nan, compare(Direction::Eq, b, b)?),
        _ => (a_is_nan, b_is_nan),
    };
    let mut emit = |op, operands: &[Value<'a>]| emitter.emit_named(op, operands, &[], r#type);
    let of_nan = emit(stablehlo::AND, &[of_nan.0, of_nan.1]);
    let holds = emit(stablehlo::OR, &[of_numbers, of_nan]);
    Some(match is_opposite {
        true => emit(stablehlo::NOT, &[holds]),
        false => holds,
    })
}
