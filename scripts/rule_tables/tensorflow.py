"""TensorFlow's ops that broadcast, as its documentation and its kernels for CPUs define them.

Elements are not compared where a kernel fails (division of integers by zero, a negative
exponent of integers), or where the result is left open (shifts by the width or more, the
sign of a maximum of zeros, complex quotients by zero).
"""

from collections.abc import Iterator

import numpy as np

from .cases import Case, Refusal, compare, each, select
from numeric.functions import (
    are_ordered, complex_of, divide, floor_divide, floor_remainder, is_divisor, is_exponent,
    is_floor_divisor, is_order, is_shift, is_zeta, polygamma, power, remainder, truncated_divide,
    unless_zero, zeta,
)  # fmt: skip
from .values import COMPLEX, FLOATS, INTEGERS, SIGNED

_REAL = (*FLOATS, *INTEGERS)
_NUMBERS = (*_REAL, *COMPLEX)
_WIDE = ("f32", "f64", "i32", "i64")


def cases() -> Iterator[Case]:
    """Yields the ops that the table lowers, on all element types that their kernels have."""
    yield from _arithmetic()
    yield from _division()
    yield from _comparisons()
    yield from _logic()
    yield from _special()


def refusals() -> Iterator[Refusal]:
    """Yields ops that the table must not lower."""
    yield Refusal("tf.RealDiv", ("i32", "i32"), "i32", "", "operand #0 has element type 'i32'")
    yield Refusal("tf.LeftShift", ("f32", "f32"), "f32", "", "is invalid: operand #0 must be")


def _arithmetic() -> Iterator[Case]:
    yield from each("tf.Add", (*FLOATS, *SIGNED, "ui8", *COMPLEX), np.add)
    yield from each("tf.AddV2", _NUMBERS, np.add)
    yield from each("tf.Sub", _NUMBERS, np.subtract)
    yield from each("tf.Mul", _NUMBERS, np.multiply)
    yield from each("tf.Maximum", INTEGERS, np.maximum)
    yield from each("tf.Maximum", FLOATS, np.maximum, are_ordered)
    yield from each("tf.Minimum", INTEGERS, np.minimum)
    yield from each("tf.Minimum", FLOATS, np.minimum, are_ordered)
    yield from each("tf.Pow", (*FLOATS, *SIGNED), power, is_exponent, ulps=4)
    yield from each("tf.Atan2", FLOATS, np.arctan2, ulps=4)


def _division() -> Iterator[Case]:
    yield from each("tf.Div", _NUMBERS, divide, is_divisor)
    yield from each("tf.RealDiv", (*FLOATS, *COMPLEX), divide, is_divisor)
    yield from each("tf.TruncateDiv", INTEGERS, truncated_divide, is_divisor)
    for op in ("tf.Mod", "tf.TruncateMod"):
        yield from each(op, _WIDE, remainder, is_divisor)

    yield from each("tf.FloorDiv", _REAL, floor_divide, is_floor_divisor)
    yield from each("tf.FloorMod", _REAL, floor_remainder, is_divisor)
    yield from each("tf.DivNoNan", FLOATS, lambda x, y: unless_zero(y, x / y))
    yield from each("tf.MulNoNan", FLOATS, lambda x, y: unless_zero(y, x * y))


def _comparisons() -> Iterator[Case]:
    equality = (("tf.Equal", np.equal), ("tf.NotEqual", np.not_equal))
    for op, function in equality:
        yield from compare(op, (*_NUMBERS, "i1"), function)
        # `x == 3` in Python.
        yield from compare(op, ("f32",), function, "incompatible_shape_error = false")
    yield from compare("tf.Less", _REAL, np.less)
    yield from compare("tf.LessEqual", _REAL, np.less_equal)
    yield from compare("tf.Greater", _REAL, np.greater)
    yield from compare("tf.GreaterEqual", _REAL, np.greater_equal)


def _logic() -> Iterator[Case]:
    yield from each("tf.LogicalAnd", ("i1",), np.logical_and)
    yield from each("tf.LogicalOr", ("i1",), np.logical_or)
    yield from each("tf.BitwiseAnd", INTEGERS, np.bitwise_and)
    yield from each("tf.BitwiseOr", INTEGERS, np.bitwise_or)
    yield from each("tf.BitwiseXor", INTEGERS, np.bitwise_xor)
    yield from each("tf.LeftShift", INTEGERS, np.left_shift, is_shift)
    yield from each("tf.RightShift", INTEGERS, np.right_shift, is_shift)
    yield from select("tf.SelectV2", (*_NUMBERS, "i1"))


def _special() -> Iterator[Case]:
    for part, whole in (("f32", "complex<f32>"), ("f64", "complex<f64>")):
        yield Case("tf.Complex", (part, part), whole, complex_of)
    yield from each("tf.SquaredDifference", (*FLOATS, "i32", "i64"), lambda x, y: (x - y) * (x - y))
    yield from each("tf.Xdivy", FLOATS, lambda x, y: np.where(x == 0, x, x / y))
    yield from each("tf.Xlogy", FLOATS, lambda x, y: unless_zero(x, x * np.log(y)), ulps=4)
    yield from each("tf.Xlog1py", FLOATS, lambda x, y: unless_zero(x, x * np.log1p(y)), ulps=4)
    yield from each("tf.NextAfter", ("f32", "f64"), np.nextafter)
    # CHLO's functions are series; `scripts/check-proofs --only=chlo.` compares them with jaxlib's.
    for element, ulps in (("f32", 64), ("f64", 1024)):
        yield from each("tf.Zeta", (element,), zeta, is_zeta, ulps)
        yield from each("tf.Polygamma", (element,), polygamma, is_order, ulps)
