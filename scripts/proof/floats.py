"""Sizes that frontends compute with floats, as in `ceil(limit / step)`.

A float is tracked if it is known, as all are that come of given sizes; or if it is an integer
divided by a small constant, and its type represents the integer exactly. Rounding the quotient
up or down is exact: either it is an integer, or it is further from one than the error of the
division.
"""

import math
from collections.abc import Callable, Sequence

import ml_dtypes
import numpy

from numeric.elements import ORDERS as VALUE_ORDERS

from .number import (
    ORDERS, Bool, Number, Width, add, choose, constant, divide, equal, less, maximum, minimum,
    negate, subtract,
)  # fmt: skip
from .theory import Element, Float, Kind, Ratio, Value

# The range of integers that a type represents exactly, and the greatest divisor.
_EXACT = {"f64": 2**53, "f32": 2**24}
_DIVISORS = {"f64": 2**20, "f32": 1}


# The types in which known floats are computed with.
_TYPES = {"f16": numpy.float16, "bf16": ml_dtypes.bfloat16, "f32": numpy.float32, "f64": numpy.float64}
# What ops round as IEEE 754 asks: their results are the same everywhere.
_EXACTLY_ROUNDED: dict[str, Callable] = {
    "add": numpy.add,
    "subtract": numpy.subtract,
    "multiply": numpy.multiply,
    "divide": numpy.divide,
    "maximum": numpy.maximum,
    "minimum": numpy.minimum,
    "remainder": numpy.fmod,
    "negate": numpy.negative,
    "abs": numpy.abs,
    "ceil": numpy.ceil,
    "floor": numpy.floor,
    "sqrt": numpy.sqrt,
    "round_nearest_even": numpy.rint,
}
CONVERSIONS = ("convert", "sitofp", "uitofp", "extf", "truncf")


def is_tracked(kind: Kind) -> bool:
    """Returns whether floats of a type can be tracked."""
    return kind.element in _TYPES


def floats_of_constant(kind: Kind, items: Sequence[float]) -> tuple[Float | None, ...]:
    """Returns the floats of a constant; integers that a type represents exactly as such."""
    return tuple(
        Ratio(constant(int(item)))
        if kind.element in _EXACT
        and math.isfinite(item)
        and item == int(item)
        # Zeros have signs.
        and math.copysign(1, item) > 0
        else float(item)
        for item in items
    )


def convert(
    name: str, kind: Kind, operand: Value, elements: Sequence[Element] | None
) -> tuple[Float | None, ...] | None:
    """Converts floats of another type, or integers, which have no signs for `uitofp`."""
    if not is_tracked(kind):
        return None
    if operand.floats is not None:
        return tuple(_converted(kind, operand.kind, item) for item in operand.floats)
    of = operand.kind
    if elements is None or of.width is None:
        return None
    width = Width(of.width.bits, of.width.is_signed and name != "uitofp")
    true = constant(-1 if name == "sitofp" else 1)
    numbers = [width.wrap(item) if isinstance(item, Number) else choose(item, true, constant(0)) for item in elements]
    return tuple(_exact(kind, number) for number in numbers)


def _converted(kind: Kind, of: Kind, item: Float | None) -> Float | None:
    # `f64` has each float of the other types.
    if kind.element == "f64" and isinstance(item, Ratio):
        return item
    value = _value(item, of)
    return None if value is None else _rounded(kind, value)


def _exact(kind: Kind, number: Number) -> Float | None:
    limit = _EXACT.get(kind.element, 0)
    if -limit <= number.low and number.high <= limit:
        return Ratio(number)
    return None if number.constant is None else _rounded(kind, number.constant)


def _value(item: Float | None, kind: Kind) -> float | None:
    """Returns a float of a type, if it is known."""
    if not isinstance(item, Ratio):
        return item
    if item.number.constant is None:
        return None
    number = _rounded(kind, item.number.constant)
    return number if item.divisor == 1 else _evaluate("divide", kind, [number, item.divisor])


def known_value(kind: Kind, floats: tuple[Float | None, ...] | None) -> float | None:
    """Returns the number that a tensor of one float is known to be; `None` for NaN, too."""
    if floats is None or len(floats) != 1:
        return None
    value = _value(floats[0], kind)
    return None if value is None or math.isnan(value) else value


def _rounded(kind: Kind, value: float) -> float:
    with numpy.errstate(all="ignore"):
        return float(numpy.asarray(value).astype(_TYPES[kind.element]))


def _evaluate(name: str, kind: Kind, items: Sequence[float]) -> float | None:
    """Computes with known floats, if all computers must agree on the result."""
    if name == "round_nearest_afz":
        (item,) = items
        if not math.isfinite(item):
            return item
        # A number plus a half could be rounded; its distance to the integer below is exact.
        below = math.floor(abs(item))
        return math.copysign(below + (abs(item) - below >= 0.5), item)
    function = _EXACTLY_ROUNDED.get(name)
    if function is None:
        return None
    with numpy.errstate(all="ignore"):
        # Of two types that NumPy knows, one operation is rounded once.
        result = function(*(numpy.asarray(item, dtype=_TYPES[kind.element]) for item in items))
    return float(result)


def to_integers(value: Value) -> tuple[Number, ...] | None:
    """Converts floats, towards zero."""
    found = [_towards_zero(item) for item in value.floats or (None,)]
    return None if None in found else tuple(item for item in found if item is not None)


def _towards_zero(item: Float | None) -> Number | None:
    if isinstance(item, Ratio):
        return divide(item.number, item.divisor)
    if item is None or math.isnan(item):
        return None
    # Greater than each integer type's greatest integer.
    return constant(int(min(max(item, -(2.0**70)), 2.0**70)))


def are_not_zero(value: Value) -> tuple[Bool, ...] | None:
    """Returns which floats differ from 0."""
    found = [_is_not_zero(item) for item in value.floats or (None,)]
    return None if None in found else tuple(item for item in found if item is not None)


def _is_not_zero(item: Float | None) -> Bool | None:
    if isinstance(item, Ratio):
        return negate(equal(item.number, constant(0)))
    return None if item is None else item != 0


def compare(direction: str, kind: Kind, a: Float | None, b: Float | None) -> Bool | None:
    """Compares floats: known ones, and those that are integers."""
    left, right = _value(a, kind), _value(b, kind)
    if left is not None and right is not None:
        return VALUE_ORDERS[direction](left, right)
    if isinstance(a, Ratio) and right is not None and a.divisor == 1:
        return _compare_with(direction, a.number, right)
    if isinstance(b, Ratio) and left is not None and b.divisor == 1:
        return _compare_with(_SWAPPED.get(direction, direction), b.number, left)
    if not isinstance(a, Ratio) or not isinstance(b, Ratio) or a.divisor != 1 or b.divisor != 1:
        return None
    return ORDERS[direction](a.number, b.number)


def compare_totally(direction: str, kind: Kind, a: Float | None, b: Float | None) -> Bool | None:
    """Compares known floats, of which -0 is less than 0; `None` for NaN, whose sign is not known."""
    left, right = _value(a, kind), _value(b, kind)
    if left is None or right is None or math.isnan(left) or math.isnan(right):
        return None
    signs = [math.copysign(1, item) for item in (left, right)]
    if left == right == 0:
        left, right = signs
    return VALUE_ORDERS[direction](left, right)


def compare_weakly(direction: str, kind: Kind, a: Float | None, b: Float | None) -> Bool | None:
    """Compares floats, of which NaN are equal to one another and greater than all others."""
    nans = [(number := _value(item, kind)) is not None and math.isnan(number) for item in (a, b)]
    if not any(nans):
        return compare(direction, kind, a, b)
    # The other one is not known to be a number.
    if any(item is None for item in (a, b)):
        return None
    return VALUE_ORDERS[direction](float(nans[0]), float(nans[1]))


def _compare_with(direction: str, number: Number, limit: float) -> Bool:
    """Compares an integer with a known float."""
    if not math.isfinite(limit):
        # Any finite number is between the infinite ones; no number is equal to NaN, or ordered.
        return VALUE_ORDERS[direction](0.0, limit)
    if direction in ("LT", "GE"):
        return ORDERS[direction](number, constant(math.ceil(limit)))
    if direction in ("LE", "GT") or limit == math.floor(limit):
        return ORDERS[direction](number, constant(math.floor(limit)))
    return direction == "NE"


_SWAPPED = {"LT": "GT", "GT": "LT", "LE": "GE", "GE": "LE"}


def compute_floats(name: str, kind: Kind, operands: Sequence[Value]) -> tuple[Float | None, ...] | None:
    """Computes an op of StableHLO element by element."""
    columns = [operand.floats for operand in operands]
    if any(column is None for column in columns) or not is_tracked(kind):
        return None
    results = []
    for items in zip(*(column or () for column in columns)):
        known = [item for item in items if item is not None]
        results.append(_compute(name, kind, known) if len(known) == len(items) else None)
    return tuple(results) if any(item is not None for item in results) else None


def _compute(name: str, kind: Kind, items: Sequence[Float]) -> Float | None:
    values = [_value(item, kind) for item in items]
    if None not in values:
        return _evaluate(name, kind, [item for item in values if item is not None])
    ratios = [item for item in items if isinstance(item, Ratio)]
    return _compute_ratio(name, kind, ratios) if len(ratios) == len(items) else None


def _compute_ratio(name: str, kind: Kind, items: Sequence[Ratio]) -> Float | None:
    first = items[0]
    if kind.element not in _EXACT:
        return None
    if name in ("ceil", "floor"):
        direction = "up" if name == "ceil" else "down"
        return _exact(kind, divide(first.number, first.divisor, direction))
    if any(item.divisor != 1 for item in items):
        return None
    a, *rest = (item.number for item in items)
    b = rest[0] if rest else a
    if name == "divide":
        divisor = b.constant
        if divisor is None or not 0 < divisor <= _DIVISORS[kind.element]:
            return None
        if max(abs(a.low), abs(a.high)) > 2**32:
            return None
        return Ratio(a, divisor) if divisor > 1 else Ratio(a)
    functions = {"add": add, "subtract": subtract, "maximum": maximum, "minimum": minimum}
    if name in functions:
        return _exact(kind, functions[name](a, b))
    if name == "abs":
        return _exact(kind, choose(less(a, constant(0)), subtract(constant(0), a), a))
    # No zero gets a sign.
    return _exact(kind, subtract(constant(0), a)) if name == "negate" else None
