//! Composed functions, on numbers as well as on emitted values.

use super::{Direction, Function, Signedness};
use Direction::{Eq, Ge, Gt, Le, Lt, Ne};
use Function::{
    Add, And, Broadcast, Compare, Convert, Divide, DivideDown, DivideUp, Maximum, Minimum,
    Multiply, MultiplyExact, Or, Remainder, Select, ShiftLeft, ShiftRightArithmetic,
    ShiftRightLogical, Subtract, Xor,
};
use Signedness::{Signed, Unsigned};

/// A domain in which functions of integers can be computed.
pub trait Algebra {
    /// An integer, or several of them.
    type Value: Copy;

    /// Returns a constant of the type of another value.
    fn constant(&mut self, value: i64, like: Self::Value) -> Self::Value;

    /// Applies a function to values.
    fn apply(&mut self, function: Function, parts: &[Self::Value]) -> Self::Value;

    /// Returns whether a value is known to be non-negative.
    fn is_nonnegative(&self, value: Self::Value) -> bool;
}

/// Applies a function of integers to integers of one bit, which StableHLO treats as truth values:
/// 1 is -1 as a signed number. Returns `None` if the function is one of truth values itself.
///
/// A divisor can only be 1 or -1, and a shift only be by 0.
pub fn apply_to_truths<A: Algebra>(
    algebra: &mut A,
    function: Function,
    parts: &[A::Value],
) -> Option<A::Value> {
    let (&a, &b) = (parts.first()?, parts.get(1)?);
    let function = match function {
        And | Or | Xor | Select | Convert(_) | Compare(Eq | Ne, _) => return None,
        Divide(_) | DivideUp(_) | DivideDown | ShiftLeft | ShiftRightArithmetic
        | ShiftRightLogical => return Some(a),
        Remainder(_) => return Some(algebra.constant(0, a)),
        Add | Subtract => Xor,
        Multiply | MultiplyExact | Minimum(Unsigned) | Maximum(Signed) => And,
        // 1 is the only size that is not 0.
        Broadcast => And,
        Maximum(Unsigned) | Minimum(Signed) => Or,
        Compare(direction, signedness) => {
            // True is the greater one only if unsigned.
            let (less, greater) = match (direction, signedness) {
                (Lt | Le, Unsigned) | (Gt | Ge, Signed) => (a, b),
                _ => (b, a),
            };
            let one = algebra.constant(1, a);
            let not_less = algebra.apply(Xor, &[less, one]);
            let both = if matches!(direction, Lt | Gt) {
                And
            } else {
                Or
            };
            return Some(algebra.apply(both, &[not_less, greater]));
        }
    };
    Some(algebra.apply(function, &[a, b]))
}

/// Computes a function that StableHLO lacks by those that it has: rounded divisions, and the size
/// that two sizes broadcast to. Returns `None` for any other function.
pub fn compose<A: Algebra>(
    algebra: &mut A,
    function: Function,
    parts: &[A::Value],
) -> Option<A::Value> {
    Some(match function {
        DivideUp(Signed) => ceil_divide(algebra, parts),
        DivideUp(Unsigned) => ceil_divide_unsigned(algebra, parts),
        DivideDown => floor_divide(algebra, parts),
        Broadcast => {
            let one = algebra.constant(1, parts[0]);
            let is_one = algebra.apply(Compare(Eq, Signed), &[parts[0], one]);
            algebra.apply(Select, &[is_one, parts[1], parts[0]])
        }
        _ => return None,
    })
}

/// Division rounded down.
fn floor_divide<A: Algebra>(algebra: &mut A, parts: &[A::Value]) -> A::Value {
    let (a, b) = (parts[0], parts[1]);
    let quotient = algebra.apply(Divide(Signed), &[a, b]);
    if algebra.is_nonnegative(a) && algebra.is_nonnegative(b) {
        return quotient;
    }
    let one = algebra.constant(1, a);
    let below = algebra.apply(Subtract, &[quotient, one]);
    let (is_inexact, have_signs) = rounding(algebra, a, b, quotient, Ne);
    let round = algebra.apply(And, &[is_inexact, have_signs]);
    algebra.apply(Select, &[round, below, quotient])
}

/// Division rounded up.
fn ceil_divide<A: Algebra>(algebra: &mut A, parts: &[A::Value]) -> A::Value {
    let (a, b) = (parts[0], parts[1]);
    let quotient = algebra.apply(Divide(Signed), &[a, b]);
    let one = algebra.constant(1, a);
    let above = algebra.apply(Add, &[quotient, one]);
    if algebra.is_nonnegative(a) && algebra.is_nonnegative(b) {
        let product = algebra.apply(Multiply, &[quotient, b]);
        let is_inexact = algebra.apply(Compare(Ne, Signed), &[product, a]);
        return algebra.apply(Select, &[is_inexact, above, quotient]);
    }
    let (is_inexact, have_signs) = rounding(algebra, a, b, quotient, Eq);
    let round = algebra.apply(And, &[is_inexact, have_signs]);
    algebra.apply(Select, &[round, above, quotient])
}

/// Division of unsigned numbers, rounded up.
fn ceil_divide_unsigned<A: Algebra>(algebra: &mut A, parts: &[A::Value]) -> A::Value {
    let (a, b) = (parts[0], parts[1]);
    let quotient = algebra.apply(Divide(Unsigned), &[a, b]);
    let one = algebra.constant(1, a);
    let above = algebra.apply(Add, &[quotient, one]);
    let product = algebra.apply(Multiply, &[quotient, b]);
    let is_inexact = algebra.apply(Compare(Ne, Signed), &[product, a]);
    algebra.apply(Select, &[is_inexact, above, quotient])
}

/// Returns whether a quotient has been rounded, and whether the signs of dividend and divisor
/// are equal (`Eq`) or not (`Ne`).
fn rounding<A: Algebra>(
    algebra: &mut A,
    a: A::Value,
    b: A::Value,
    quotient: A::Value,
    signs: Direction,
) -> (A::Value, A::Value) {
    let product = algebra.apply(Multiply, &[quotient, b]);
    let is_inexact = algebra.apply(Compare(Ne, Signed), &[product, a]);
    let zero = algebra.constant(0, a);
    let a_is_negative = algebra.apply(Compare(Lt, Signed), &[a, zero]);
    let b_is_negative = algebra.apply(Compare(Lt, Signed), &[b, zero]);
    let have_signs = algebra.apply(Compare(signs, Signed), &[a_is_negative, b_is_negative]);
    (is_inexact, have_signs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::integer::Integers;

    #[test]
    fn divisions_round_in_the_right_direction() {
        let mut numbers = Integers::default();
        for (a, b) in (-9..=9_i64).flat_map(|a| (-4..=4_i64).map(move |b| (a, b))) {
            if b == 0 {
                continue;
            }
            let parts = [a, b].map(|value| numbers.constant(value, 64));
            let exact = a as f64 / b as f64;
            let floor = floor_divide(&mut numbers, &parts);
            assert_eq!(
                numbers.value(floor),
                Some(exact.floor() as i64),
                "{a} / {b}"
            );
            let ceil = ceil_divide(&mut numbers, &parts);
            assert_eq!(numbers.value(ceil), Some(exact.ceil() as i64), "{a} / {b}");
            if a >= 0 && b > 0 {
                let ceil = ceil_divide_unsigned(&mut numbers, &parts);
                assert_eq!(numbers.value(ceil), Some(exact.ceil() as i64), "{a} / {b}");
            }
        }
    }
}
