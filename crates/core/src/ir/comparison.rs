//! Comparisons of integers as attributes.

use super::{as_integer_type, element_type, integer, operand};
use crate::{
    dialect::stablehlo::{ComparisonDirection, ComparisonType},
    symbol::integer::{
        Direction::{self, Eq, Ge, Gt, Le, Lt, Ne},
        Signedness::{self, Signed, Unsigned},
    },
};
use melior::ir::{OperationRef, ValueLike, operation::OperationLike};

/// The predicates of `arith.cmpi`, by number.
const PREDICATES: [(Direction, Signedness); 10] = [
    (Eq, Signed),
    (Ne, Signed),
    (Lt, Signed),
    (Le, Signed),
    (Gt, Signed),
    (Ge, Signed),
    (Lt, Unsigned),
    (Le, Unsigned),
    (Gt, Unsigned),
    (Ge, Unsigned),
];

/// Returns how `arith.cmpi` compares.
pub fn integer_comparison(operation: OperationRef<'_, '_>) -> Option<(Direction, Signedness)> {
    let predicate = usize::try_from(integer(operation, "predicate")?).ok()?;
    PREDICATES.get(predicate).copied()
}

/// Returns the number of a predicate of `arith.cmpi`.
pub fn integer_predicate(direction: Direction, signedness: Signedness) -> i64 {
    // Equality is the same in both.
    let signedness = match direction {
        Eq | Ne => Signed,
        _ => signedness,
    };
    let found = PREDICATES
        .iter()
        .position(|&it| it == (direction, signedness));
    found.expect("the table has all directions") as i64
}

/// Returns the direction of a `stablehlo.compare`; `None` if it does not compare as its elements are
/// compared, as signless integers without their sign, which StableHLO's verifier accepts and its folder,
/// XLA and IREE take in different ways.
pub fn comparison_direction(operation: OperationRef<'_, '_>) -> Option<Direction> {
    let attribute = operation.attribute("comparison_direction").ok()?;
    if !has_own_order(operation)? {
        return None;
    }
    let found = ComparisonDirection::from_attribute(attribute)?;
    let mut directions = PREDICATES.iter().map(|&(direction, _)| direction);
    directions.find(|&direction| to_comparison_direction(direction) == found)
}

/// Returns whether the order of a `stablehlo.compare` is one of its elements.
fn has_own_order(operation: OperationRef<'_, '_>) -> Option<bool> {
    let order = operation.attribute("compare_type").ok();
    let element = element_type(operand(operation, 0)?.r#type())?;
    let integer = as_integer_type(element);
    let is_unsigned = integer.is_some_and(|it| it.is_unsigned() || it.width() == 1);
    Some(match order.and_then(ComparisonType::from_attribute) {
        None | Some(ComparisonType::Notype) => true,
        Some(ComparisonType::Float | ComparisonType::Totalorder | ComparisonType::Weakorder) => {
            integer.is_none()
        }
        Some(ComparisonType::Signed) => integer.is_some() && !is_unsigned,
        Some(ComparisonType::Unsigned) => is_unsigned,
    })
}

/// Returns a direction as StableHLO's.
pub const fn to_comparison_direction(direction: Direction) -> ComparisonDirection {
    match direction {
        Eq => ComparisonDirection::Eq,
        Ne => ComparisonDirection::Ne,
        Ge => ComparisonDirection::Ge,
        Gt => ComparisonDirection::Gt,
        Le => ComparisonDirection::Le,
        Lt => ComparisonDirection::Lt,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predicates_are_found_by_what_they_compare() {
        for (number, (direction, signedness)) in (0..).zip(PREDICATES) {
            assert_eq!(integer_predicate(direction, signedness), number);
        }
        assert_eq!(integer_predicate(Ne, Unsigned), 1);
    }
}
