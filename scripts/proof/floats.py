"""Sizes that frontends compute with floats, as in `ceil(limit / step)`.

A float is tracked if it is an integer divided by a small constant, and its type
represents the integer exactly. Rounding the quotient up or down is exact: either it is
an integer, or it is further from one than the error of the division.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from .number import (
    Number,
    Width,
    add,
    choose,
    constant,
    divide,
    less,
    maximum,
    minimum,
    subtract,
)
from .theory import Element, Kind, Ratio, Value

# The range of integers that a type represents exactly, and the greatest divisor.
_EXACT = {"f64": 2**53, "f32": 2**24}
_DIVISORS = {"f64": 2**20, "f32": 1}


def ratios_of_constant(kind: Kind, items: Sequence[float]) -> tuple[Ratio | None, ...]:
    """Returns the integers among floats."""
    return tuple(
        Ratio(constant(int(item))) if math.isfinite(item) and item == int(item) else None
        for item in items
    )


def to_float(
    name: str, kind: Kind, of: Kind, elements: Sequence[Element]
) -> tuple[Ratio | None, ...] | None:
    """Converts integers, which have no signs for `uitofp`."""
    if kind.element not in _EXACT or of.width is None:
        return None
    width = Width(of.width.bits, of.width.is_signed and name != "uitofp")
    true = constant(-1 if name == "sitofp" else 1)
    numbers = [
        width.wrap(item) if isinstance(item, Number) else choose(item, true, constant(0))
        for item in elements
    ]
    return tuple(_exact(kind, number) for number in numbers)


def _exact(kind: Kind, number: Number) -> Ratio | None:
    limit = _EXACT.get(kind.element, 0)
    return Ratio(number) if -limit <= number.low and number.high <= limit else None


def to_integers(value: Value) -> tuple[Number, ...] | None:
    """Converts floats, towards zero."""
    found = [
        None if ratio is None else divide(ratio.number, ratio.divisor)
        for ratio in value.ratios or (None,)
    ]
    return None if None in found else tuple(item for item in found if item is not None)


def compute_ratios(
    name: str, kind: Kind, operands: Sequence[Value]
) -> tuple[Ratio | None, ...] | None:
    """Computes element by element."""
    columns = [operand.ratios for operand in operands]
    if any(column is None for column in columns) or kind.element not in _EXACT:
        return None
    results = []
    for items in zip(*(column or () for column in columns)):
        known = [item for item in items if item is not None]
        results.append(_compute(name, kind, known) if len(known) == len(items) else None)
    return tuple(results) if any(results) else None


def _compute(name: str, kind: Kind, items: Sequence[Ratio]) -> Ratio | None:
    first = items[0]
    if name in ("ceil", "floor"):
        direction = "up" if name == "ceil" else "down"
        return _exact(kind, divide(first.number, first.divisor, direction))
    if any(item.divisor != 1 for item in items):
        return None
    a, *rest = (item.number for item in items)
    b = rest[0] if rest else a
    if name in ("divide", "divf"):
        divisor = b.constant
        if divisor is None or not 0 < divisor <= _DIVISORS[kind.element]:
            return None
        if max(abs(a.low), abs(a.high)) > 2**32:
            return None
        return Ratio(a, divisor) if divisor > 1 else Ratio(a)
    functions = {
        "add": add,
        "addf": add,
        "subtract": subtract,
        "subf": subtract,
        "maximum": maximum,
        "minimum": minimum,
    }
    if name in functions:
        return _exact(kind, functions[name](a, b))
    if name in ("abs", "absf"):
        return _exact(kind, choose(less(a, constant(0)), subtract(constant(0), a), a))
    if name in ("negate", "negf"):
        return _exact(kind, subtract(constant(0), a))
    return None
