"""ONNX's ops that broadcast, in the dialect of onnx-mlir, as ONNX's documentation defines them.

Elements are not compared where the documentation leaves the result open: division of
integers by zero, negative exponents of integers, shifts by the width or more, the sign of
a maximum of zeros.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations

import numpy as np

from .cases import Case, Function, Refusal, compare, each, select
from numeric.functions import (
    are_ordered, clip, divide, floor_remainder, is_clipped, is_divisor, is_exponent, is_shift, power, remainder,
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
    for exponent in ("ui8", "i8", "i16", "ui64"):
        yield Refusal("onnx.Pow", ("f32", exponent), "f32", "", "the requirements of none")
    yield Refusal("onnx.Pow", ("i64", "i32"), "i64", "", "the requirements of none")
    for number in (2, -1, 2**32, 2**32 + 1):
        attributes = f"fmod = {number} : si64"
        yield Refusal("onnx.Mod", ("i32", "i32"), "i32", attributes, "the requirements of none")
    yield Refusal("onnx.BitShift", ("ui8", "ui8"), "ui8", 'direction = "UP"', "the requirements of none")
    yield Refusal("onnx.Max", ("f32", "f32", "i32"), "f32", "", "requires compatible element types")


def _arithmetic() -> Iterator[Case]:
    yield from each("onnx.Add", _REAL, np.add, attributes='onnx_node_name = "/Add"')
    yield from each("onnx.Sub", _REAL, np.subtract)
    yield from each("onnx.Mul", _REAL, np.multiply)
    yield from each("onnx.Div", _REAL, divide, is_divisor)
    yield from each("onnx.Mod", _REAL, remainder, is_divisor, attributes="fmod = 1 : si64")
    for attributes in ("", "fmod = 0 : si64"):
        yield from each("onnx.Mod", INTEGERS, floor_remainder, is_divisor, attributes=attributes)
    for base in ("f16", "bf16", "f32", "f64"):
        for exponent in ("f16", "bf16", "f32", "f64", "i32", "i64"):
            if base != exponent:
                yield Case("onnx.Pow", (base, exponent), base, _power_of_float, ulps=4)
    yield from each("onnx.PRelu", (*FLOATS, "i32", "i64", "ui32", "ui64"), _parametric_relu)
    yield from each("onnx.Pow", (*FLOATS, "i32", "i64"), power, is_exponent, ulps=4)
    yield from _variadic("onnx.Max", INTEGERS, np.maximum)
    yield from _variadic("onnx.Max", FLOATS, np.maximum, are_ordered)
    yield from _variadic("onnx.Min", INTEGERS, np.minimum)
    yield from _variadic("onnx.Min", FLOATS, np.minimum, are_ordered)
    yield from _variadic("onnx.Sum", FLOATS, np.add)
    yield from _variadic("onnx.Mean", FLOATS, np.add, divides=True)
    yield from _clip()


def _variadic(
    op: str, elements: Sequence[str], function: Function, is_defined: Function | None = None, divides: bool = False
) -> Iterator[Case]:
    """Yields an op of one to four operands, which are combined from left to right."""

    def combine(*operands: np.ndarray) -> np.ndarray:
        found = reduce(function, operands)
        return found / found.dtype.type(len(operands)) if divides else found

    def are_defined(*operands: np.ndarray) -> np.ndarray:
        return reduce(np.logical_and, (is_defined(*pair) for pair in combinations(operands, 2)))

    for count in range(1, 5):
        # Four operands have too many combinations of all values.
        types = elements if count < 4 else [it for it in elements if it in ("i8", "ui8")]
        condition = None if is_defined is None or count == 1 else are_defined
        yield from each(op, types, combine, condition, count=count)


def _clip() -> Iterator[Case]:
    types = (*INTEGERS, *FLOATS)
    yield from each("onnx.Clip", types, lambda x: x, constants=(None, None), count=1)
    yield from each("onnx.Clip", types, np.maximum, are_ordered, constants=(None,))
    yield from each("onnx.Clip", types, np.minimum, are_ordered, constants=(None,), first_constant=1)
    yield from each("onnx.Clip", types, clip, is_clipped, count=3)


def _power_of_float(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Raises floats to powers of another type; the sign depends on all bits of an integer."""
    base, exponent = x.astype(np.float64), y.astype(np.float64)
    if y.dtype.kind != "i":
        return np.power(base, exponent).astype(x.dtype)
    magnitude = np.power(np.abs(base), exponent)
    is_negative = np.signbit(base) & (y % 2 != 0)
    return np.where(is_negative, -magnitude, magnitude).astype(x.dtype)


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
