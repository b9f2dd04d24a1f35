"""ONNX's ops that broadcast, in the dialect of onnx-mlir, as ONNX's documentation defines them.

Elements are not compared where the documentation leaves the result open: division of
integers by zero, negative exponents of integers, shifts by the width or more, the sign of
a maximum of zeros.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .cases import Case, Refusal, compare, each, select
from .functions import (
    are_ordered, divide, floor_remainder, is_divisor, is_exponent, is_shift, power, remainder,
)  # fmt: skip
from .values import COMPLEX, FLOATS, INTEGERS, UNSIGNED

_REAL = (*FLOATS, *INTEGERS)


def cases() -> Iterator[Case]:
    """Yields the ops that the table lowers, on all element types that ONNX permits."""
    yield from _arithmetic()
    yield from _comparisons()
    yield from _logic()


def refusals() -> Iterator[Refusal]:
    """Yields ops that the table must not lower."""
    yield Refusal("onnx.Mod", ("f32", "f32"), "f32", "", "the requirements of none")
    yield Refusal("onnx.Pow", ("i32", "f32"), "i32", "", "the requirements of none")
    yield Refusal("onnx.Max", ("f32", "f32", "f32"), "f32", "", "expected 2 operands, but found 3")


def _arithmetic() -> Iterator[Case]:
    yield from each("onnx.Add", _REAL, np.add, attributes='onnx_node_name = "/Add"')
    yield from each("onnx.Sub", _REAL, np.subtract)
    yield from each("onnx.Mul", _REAL, np.multiply)
    yield from each("onnx.Div", _REAL, divide, is_divisor)
    yield from each("onnx.Mod", _REAL, remainder, is_divisor, attributes="fmod = 1 : si64")
    for attributes in ("", "fmod = 0 : si64"):
        yield from each("onnx.Mod", INTEGERS, floor_remainder, is_divisor, attributes=attributes)
    yield Case("onnx.Pow", ("f32", "i64"), "f32", _power_of_float, ulps=4)
    yield Case("onnx.Pow", ("f32", "f64"), "f32", _power_of_float, ulps=4)
    yield from each("onnx.PRelu", (*FLOATS, "i32", "i64", "ui32", "ui64"), _parametric_relu)
    yield from each("onnx.Pow", (*FLOATS, "i32", "i64"), power, is_exponent, ulps=4)
    yield from each("onnx.Max", INTEGERS, np.maximum)
    yield from each("onnx.Max", FLOATS, np.maximum, are_ordered)
    yield from each("onnx.Min", INTEGERS, np.minimum)
    yield from each("onnx.Min", FLOATS, np.minimum, are_ordered)
    yield from each("onnx.Sum", FLOATS, np.add)


def _power_of_float(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return power(x, y.astype(x.dtype))


def _parametric_relu(x: np.ndarray, slope: np.ndarray) -> np.ndarray:
    return np.where(x < 0, slope * x, x)


def _comparisons() -> Iterator[Case]:
    yield from compare("onnx.Equal", (*_REAL, "i1"), np.equal)
    yield from compare("onnx.Less", _REAL, np.less)
    yield from compare("onnx.LessOrEqual", _REAL, np.less_equal)
    yield from compare("onnx.Greater", _REAL, np.greater)
    yield from compare("onnx.GreaterOrEqual", _REAL, np.greater_equal)


def _logic() -> Iterator[Case]:
    yield from each("onnx.And", ("i1",), np.logical_and)
    yield from each("onnx.Or", ("i1",), np.logical_or)
    yield from each("onnx.Xor", ("i1",), np.logical_xor)
    yield from each("onnx.BitwiseAnd", INTEGERS, np.bitwise_and)
    yield from each("onnx.BitwiseOr", INTEGERS, np.bitwise_or)
    yield from each("onnx.BitwiseXor", INTEGERS, np.bitwise_xor)
    for direction, function in (("LEFT", np.left_shift), ("RIGHT", np.right_shift)):
        attributes = f'direction = "{direction}"'
        yield from each("onnx.BitShift", UNSIGNED, function, is_shift, attributes=attributes)
    yield from select("onnx.Where", (*_REAL, *COMPLEX, "i1"))
