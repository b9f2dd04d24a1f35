"""TOSA's ops that broadcast, as its specification defines them.

Elements are not compared where the specification leaves the result open: division of integers by zero, powers of
negative numbers, shifts by the width or more, the sign of a maximum of zeros.
"""

from collections.abc import Iterator

import numpy as np

from numeric.functions import (
    are_ordered, is_divisor, is_shift, shift_left, shift_right_arithmetic, shift_right_logical, truncated_divide,
)  # fmt: skip

from .cases import Case, Refusal, compare, each, select
from .values import FLOATS, SIGNED

_NUMBERS = (*FLOATS, *SIGNED)


def cases() -> Iterator[Case]:
    """Yields the ops that the table lowers, on all element types that it has."""
    yield from each("tosa.add", _NUMBERS, np.add)
    yield from each("tosa.sub", _NUMBERS, np.subtract)
    # Its last operand is the number of bits that the product is shifted by.
    yield from each("tosa.mul", _NUMBERS, np.multiply, constants=(0,))
    yield from each("tosa.intdiv", ("i32", "i64"), truncated_divide, is_divisor)
    yield from each("tosa.pow", FLOATS, np.power, lambda x, _: x > 0, ulps=4)
    for op, function in (("tosa.maximum", np.maximum), ("tosa.minimum", np.minimum)):
        yield from each(op, SIGNED, function)
        yield from each(op, FLOATS, function, are_ordered)
    yield from compare("tosa.equal", (*_NUMBERS, "i1"), np.equal)
    yield from compare("tosa.greater", _NUMBERS, np.greater)
    yield from compare("tosa.greater_equal", _NUMBERS, np.greater_equal)
    yield from select("tosa.select", (*_NUMBERS, "i1"))
    for name in ("and", "or", "xor"):
        yield from each(f"tosa.logical_{name}", ("i1",), getattr(np, f"logical_{name}"))
        yield from each(f"tosa.bitwise_{name}", SIGNED, getattr(np, f"bitwise_{name}"))
    yield from each("tosa.logical_left_shift", SIGNED, shift_left, is_shift)
    yield from each("tosa.logical_right_shift", SIGNED, shift_right_logical, is_shift)
    exact = "round = false"
    yield from each("tosa.arithmetic_right_shift", SIGNED, shift_right_arithmetic, is_shift, attributes=exact)


def refusals() -> Iterator[Refusal]:
    """Yields ops that the table must not lower."""
    yield Refusal("tosa.arithmetic_right_shift", ("i32", "i32"), "i32", "round = true", "its rule requires false")
    yield Refusal("tosa.mul", ("i32", "i32"), "i32", "", "its rule requires 0", (1,))
    yield Refusal("tosa.intdiv", ("f32", "f32"), "f32", "", "must be tosa-conformant")
    ignored, propagated = ("#tosa.nan_mode<{}>".format(mode) for mode in ("IGNORE", "PROPAGATE"))
    yield Refusal("tosa.maximum", ("f32", "f32"), "f32", f"nan_mode = {ignored}", f"its rule requires {propagated}")
