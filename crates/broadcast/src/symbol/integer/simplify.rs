//! Functions whose result is known, or is one of their parts.

use super::{
    Definition,
    Direction::{Eq as Equal, Ge, Gt, Le, Lt, Ne},
    Function::{
        self, Add, And, Broadcast, Compare, Divide, DivideDown, DivideUp, Maximum, Minimum,
        Multiply, MultiplyExact, Or, Remainder, Select, Subtract, Xor,
    },
    Integer, Integers, Parts,
    Signedness::{Signed, Unsigned},
};

impl Integers {
    /// Returns the result of a function if it is one of its parts or a constant.
    pub(super) fn simplify(
        &mut self,
        function: Function,
        parts: &[Integer],
        values: &[Option<i64>],
    ) -> Option<Integer> {
        let (&a, &b) = (parts.first()?, parts.get(1)?);
        let is = |part: usize, value| values[part] == Some(value);
        match function {
            Select => match values[0] {
                Some(condition) => Some(parts[if condition != 0 { 1 } else { 2 }]),
                None if parts[1] == parts[2] => Some(parts[1]),
                None => self.as_floor_division(parts),
            },
            Add if is(0, 0) => Some(b),
            Add | Subtract if is(1, 0) => Some(a),
            Multiply | MultiplyExact if is(0, 1) => Some(b),
            Multiply | MultiplyExact | Divide(_) | DivideUp(_) | DivideDown | Broadcast
                if is(1, 1) =>
            {
                Some(a)
            }
            Broadcast if a == b || values[0].is_some_and(|value| value != 1) => Some(a),
            // The other one broadcasts to a constant that is not 1.
            Broadcast if values[1].is_some() || is(0, 1) => Some(b),
            Broadcast => {
                let reversed = Definition::Apply(Broadcast, Parts::from_slice(&[b, a]));
                self.by_definition.get(&(reversed, self.bits(a))).copied()
            }
            Maximum(_) | Minimum(_) | And | Or if a == b => Some(a),
            // One of them is known to be at least the other one.
            Maximum(Signed) | Minimum(Signed) => {
                let (of_a, of_b) = (self.range(a), self.range(b));
                let a_is_greater = of_a.least >= of_b.greatest;
                let b_is_greater = of_b.least >= of_a.greatest;
                let is_maximum = matches!(function, Maximum(_));
                (a_is_greater || b_is_greater).then_some(if a_is_greater == is_maximum {
                    a
                } else {
                    b
                })
            }
            Subtract | Xor if a == b => Some(self.constant(0, self.bits(a))),
            Compare(direction, _) if a == b => {
                Some(self.constant(i64::from(matches!(direction, Equal | Le | Ge)), 1))
            }
            And | Or | Xor | Compare(Equal | Ne, _) if self.bits(a) == 1 => {
                self.simplify_truth(function, [a, b], [values[0], values[1]])
            }
            // A size is not negative.
            Compare(direction, Signed) if self.is_nonnegative(a) => {
                let constant = values[1]?;
                match direction {
                    Equal | Lt | Le if constant < 0 => Some(self.constant(0, 1)),
                    Ne | Gt | Ge if constant < 0 => Some(self.constant(1, 1)),
                    Lt if constant == 0 => Some(self.constant(0, 1)),
                    Ge if constant == 0 => Some(self.constant(1, 1)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns the division rounded down that a selection computes, as JAX writes it:
    /// `sign(a) != 1 && a % b != 0 ? a / b - 1 : a / b` for a constant `b > 0`. The sign is left out if it is known.
    fn as_floor_division(&mut self, parts: &[Integer]) -> Option<Integer> {
        let Definition::Apply(Divide(Signed), division) = self.definition(parts[2]).clone() else {
            return None;
        };
        let &[a, b] = &*division else {
            return None;
        };
        self.value(b).filter(|&b| b > 0)?;
        let one = self.constant(1, self.bits(a));
        let zero = self.constant(0, self.bits(a));
        let below = self.apply(Subtract, &[parts[2], one]);
        let minus_one = self.constant(-1, self.bits(a));
        let raised = self.apply(Maximum(Signed), &[a, minus_one]);
        let sign = self.apply(Minimum(Signed), &[raised, one]);
        let is_not_positive = self.apply(Compare(Ne, Signed), &[sign, one]);
        let remainder = self.apply(Remainder(Signed), &[a, b]);
        let is_inexact = self.apply(Compare(Ne, Signed), &[remainder, zero]);
        let is_rounded_up = self.apply(And, &[is_not_positive, is_inexact]);
        let is_it =
            parts[0] == is_rounded_up || parts[0] == is_inexact && self.range(a).greatest <= 0;
        (is_it && parts[1] == below).then(|| self.apply(DivideDown, &[a, b]))
    }

    /// Returns the dividend and the divisor if a selection computes the remainder of the division rounded down, as JAX
    /// writes it: `a % b != 0 && (a % b < 0) != (b < 0) ? a % b + b : a % b`.
    pub fn as_floor_remainder(&mut self, parts: &[Integer]) -> Option<(Integer, Integer)> {
        let &[condition, raised, rest] = parts else {
            return None;
        };
        let Definition::Apply(Remainder(Signed), division) = self.definition(rest).clone() else {
            return None;
        };
        let &[a, b] = &*division else {
            return None;
        };
        let zero = self.constant(0, self.bits(a));
        let is_negative = [rest, b].map(|it| self.apply(Compare(Lt, Signed), &[it, zero]));
        let differs = self.apply(Compare(Ne, Unsigned), &is_negative);
        let is_inexact = self.apply(Compare(Ne, Signed), &[rest, zero]);
        let is_raised = self.apply(And, &[differs, is_inexact]);
        let sum = self.apply(Add, &[rest, b]);
        (condition == is_raised && raised == sum).then_some((a, b))
    }

    /// Simplifies a function of a truth value and a constant to one of the two; `None` if it is neither.
    fn simplify_truth(
        &mut self,
        function: Function,
        [a, b]: [Integer; 2],
        values: [Option<i64>; 2],
    ) -> Option<Integer> {
        let (other, constant) = match values {
            [Some(constant), _] => (b, constant != 0),
            [_, Some(constant)] => (a, constant != 0),
            _ => return None,
        };
        match (function, constant) {
            (And | Compare(Equal, _), true) | (Or | Xor | Compare(Ne, _), false) => Some(other),
            (And, false) | (Or, true) => Some(self.constant(i64::from(constant), 1)),
            _ => None,
        }
    }
}
