"""Integers of a program as terms of the solver, each with its known range.

Arithmetic is the program's: it wraps at the width of its type. A sum whose range fits
the width needs no wrapping, so most terms stay linear.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import z3

Bool = z3.BoolRef | bool

# The greatest size of a dim: `get_dimension_size` returns 32 bits.
GREATEST_SIZE = 2**31 - 1


@dataclass(frozen=True)
class Number:
    """An integer: a constant or a term, at least `low` and at most `high`."""

    term: z3.ArithRef | int
    low: int
    high: int

    @property
    def constant(self) -> int | None:
        """Returns the value if it is known."""
        return self.term if isinstance(self.term, int) else None

    @property
    def z(self) -> z3.ArithRef:
        """Returns the term for the solver."""
        return z3.IntVal(self.term) if isinstance(self.term, int) else self.term


def constant(value: int) -> Number:
    """Returns a known number."""
    return Number(value, value, value)


@dataclass(frozen=True)
class Width:
    """An integer type: its number of bits, and whether it is signed."""

    bits: int
    is_signed: bool = True

    @property
    def low(self) -> int:
        return -(1 << (self.bits - 1)) if self.is_signed else 0

    @property
    def high(self) -> int:
        return (1 << (self.bits - (1 if self.is_signed else 0))) - 1

    def wrap(self, number: Number) -> Number:
        """Returns the wrapped number."""
        if self.low <= number.low and number.high <= self.high:
            return number
        modulus = 1 << self.bits
        if number.constant is not None:
            return constant((number.constant - self.low) % modulus + self.low)
        return Number((number.z - self.low) % modulus + self.low, self.low, self.high)


INDEX = Width(64)


def all_of(conditions: Sequence[Bool]) -> Bool:
    """Returns whether all conditions hold."""
    rest = [condition for condition in conditions if condition is not True]
    if any(condition is False for condition in rest):
        return False
    return True if not rest else rest[0] if len(rest) == 1 else z3.And(rest)


def any_of(conditions: Sequence[Bool]) -> Bool:
    """Returns whether one of the conditions holds."""
    rest = [condition for condition in conditions if condition is not False]
    if any(condition is True for condition in rest):
        return True
    return False if not rest else rest[0] if len(rest) == 1 else z3.Or(rest)


def negate(condition: Bool) -> Bool:
    """Returns whether the condition does not hold."""
    return not condition if isinstance(condition, bool) else z3.Not(condition)


def implies(premise: Bool, conclusion: Bool) -> Bool:
    """Returns whether the conclusion holds if the premise does."""
    return any_of([negate(premise), conclusion])


def boolean(condition: Bool) -> z3.BoolRef:
    """Returns the condition as a term for the solver."""
    return z3.BoolVal(condition) if isinstance(condition, bool) else condition


def same(a: Bool, b: Bool) -> Bool:
    """Returns whether both conditions hold, or neither."""
    if isinstance(a, bool):
        return b if a else negate(b)
    if isinstance(b, bool):
        return a if b else negate(a)
    return True if a.eq(b) else a == b


def equal(a: Number, b: Number) -> Bool:
    """Returns whether both are the same number."""
    if a.constant is not None and b.constant is not None:
        return a.constant == b.constant
    if a.high < b.low or b.high < a.low:
        return False
    return True if a.z.eq(b.z) else a.z == b.z


def all_equal(a: Sequence[Number], b: Sequence[Number]) -> Bool:
    """`a == b`, number by number. There are as many in both."""
    return all_of([equal(x, y) for x, y in zip(a, b, strict=True)])


def less(a: Number, b: Number) -> Bool:
    """Returns whether the first is less."""
    if a.high < b.low:
        return True
    return False if a.low >= b.high else a.z < b.z


def at_most(a: Number, b: Number) -> Bool:
    """Returns whether the first is at most the second."""
    return negate(less(b, a))


# How numbers are compared, by StableHLO's names.
ORDERS: dict[str, Callable[[Number, Number], Bool]] = {
    "EQ": equal,
    "NE": lambda a, b: negate(equal(a, b)),
    "LT": less,
    "LE": at_most,
    "GT": lambda a, b: less(b, a),
    "GE": lambda a, b: at_most(b, a),
}


def choose(condition: Bool, a: Number, b: Number) -> Number:
    """`condition ? a : b`."""
    if isinstance(condition, bool):
        return a if condition else b
    if equal(a, b) is True:
        return a
    return Number(z3.If(condition, a.z, b.z), min(a.low, b.low), max(a.high, b.high))


def add(a: Number, b: Number) -> Number:
    """`a + b`, exact."""
    if a.constant is not None and b.constant is not None:
        return constant(a.constant + b.constant)
    if a.constant == 0:
        return b
    if b.constant == 0:
        return a
    for one, other in ((a, b), (b, a)):
        if other.constant is not None and (found := _offset(one)) is not None:
            # As `n - 1 + 1` is `n`.
            base, offset = found
            return add(base, constant(offset + other.constant))
    return Number(a.z + b.z, a.low + b.low, a.high + b.high)


def _offset(number: Number) -> tuple[Number, int] | None:
    """Returns the number to which a constant is added, or from which it is subtracted, and what is added."""
    term = number.term
    if isinstance(term, int) or term.num_args() != 2 or not (z3.is_add(term) or z3.is_sub(term)):
        return None
    first, second = term.children()
    if z3.is_int_value(second):
        offset = second.as_long() * (1 if z3.is_add(term) else -1)
        return Number(first, number.low - offset, number.high - offset), offset
    if z3.is_add(term) and z3.is_int_value(first):
        offset = first.as_long()
        return Number(second, number.low - offset, number.high - offset), offset
    return None


def subtract(a: Number, b: Number) -> Number:
    """`a - b`, exact."""
    if a.constant is not None and b.constant is not None:
        return constant(a.constant - b.constant)
    if equal(a, b) is True:
        return constant(0)
    if b.constant is not None:
        return add(a, constant(-b.constant))
    return Number(a.z - b.z, a.low - b.high, a.high - b.low)


def maximum(a: Number, b: Number) -> Number:
    """The greater one."""
    chosen = choose(less(a, b), b, a)
    return Number(chosen.term, max(a.low, b.low), max(a.high, b.high))


def minimum(a: Number, b: Number) -> Number:
    """The lesser one."""
    chosen = choose(less(a, b), a, b)
    return Number(chosen.term, min(a.low, b.low), min(a.high, b.high))


def divide(a: Number, b: int, rounding: str = "zero") -> Number:
    """`a / b` by a constant other than 0, rounded towards "zero", "down" or "up"."""
    if a.constant is not None:
        down, rest = divmod(a.constant, b)
        up = down + (rest != 0)
        towards_zero = down if down >= 0 else up
        return constant({"zero": towards_zero, "down": down, "up": up}[rounding])
    if b == 1:
        return a
    if b < 0:
        opposite = {"zero": "zero", "down": "up", "up": "down"}[rounding]
        return subtract(constant(0), divide(a, -b, opposite))
    down = Number(a.z / b, a.low // b, a.high // b)
    if rounding == "down" or rounding == "zero" and a.low >= 0:
        return down
    up = Number(-((-a.z) / b), -(-a.low // b), -(-a.high // b))
    return up if rounding == "up" else choose(less(a, constant(0)), up, down)


def remainder(a: Number, b: int) -> Number:
    """`a - b * (a / b)`, rounded towards zero: it has the sign of `a`."""
    b = abs(b)
    if a.constant is not None:
        value = abs(a.constant) % b
        return constant(value if a.constant >= 0 else -value)
    positive = Number(a.z % b, 0, min(b - 1, max(a.high, 0)))
    if a.low >= 0:
        return positive
    negative = Number(-((-a.z) % b), 1 - b, 0)
    return choose(less(a, constant(0)), negative, positive)


def fold(function: Callable[[Number, Number], Number], numbers: Sequence[Number]) -> Number:
    """Applies a function to one number after the other."""
    result, *rest = numbers
    for number in rest:
        result = function(result, number)
    return result
