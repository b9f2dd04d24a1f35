"""Element types, and the semantics of each op on two elements, in NumPy."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import ml_dtypes
import numpy as np


class Quality:
    """The degree to which XLA and NumPy agree on a value.

    Floating-point errors must not accumulate, and rounding must not flip a comparison,
    so an op accepts only operands of sufficient quality.
    """

    # Only a close number.
    APPROXIMATE = 0
    # The same numbers, except for the sign of zero.
    EQUAL = 1
    # The same bits, except for the sign of NaN.
    IDENTICAL = 2
    # An argument of the program.
    GIVEN = 3
    # An argument of the program drawn from small positive numbers.
    POSITIVE = 4


@dataclass(frozen=True)
class Element:
    """An element type: MLIR's name and NumPy's type."""

    name: str
    dtype: np.dtype

    @property
    def is_bool(self) -> bool:
        return self.dtype.kind == "b"

    @property
    def is_integer(self) -> bool:
        return self.dtype.kind in "iu"

    @property
    def is_float(self) -> bool:
        return self.dtype.kind == "f" or self.dtype == ml_dtypes.bfloat16

    @property
    def is_complex(self) -> bool:
        return self.dtype.kind == "c"


BOOL = Element("i1", np.dtype(np.bool_))
I32 = Element("i32", np.dtype(np.int32))
INTEGERS = (
    I32,
    *(Element(f"i{bits}", np.dtype(f"int{bits}")) for bits in (8, 16, 64)),
    *(Element(f"ui{bits}", np.dtype(f"uint{bits}")) for bits in (8, 16, 32, 64)),
)
F32 = Element("f32", np.dtype(np.float32))
F64 = Element("f64", np.dtype(np.float64))
FLOATS = (F32, F64)
# Single operations, each rounded, have the same results everywhere.
HALVES = (Element("f16", np.dtype(np.float16)), Element("bf16", np.dtype(ml_dtypes.bfloat16)))
C64 = Element("complex<f32>", np.dtype(np.complex64))
C128 = Element("complex<f64>", np.dtype(np.complex128))
COMPLEXES = (C64, C128)

DIRECTIONS = ("EQ", "NE", "LT", "LE", "GT", "GE")


@dataclass(frozen=True)
class Op:
    """The constraints of an op for the generator, and its computation.

    `needs` and `yields` are the qualities of floating-point operands and results.
    """

    elements: tuple[Element, ...]
    compute: Callable[..., np.ndarray]
    needs: int = Quality.EQUAL
    yields: int = Quality.IDENTICAL


def _divide(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    # Integers are rounded towards zero.
    return a / b if a.dtype.kind not in "iu" else (a - np.fmod(a, b)) // b


def _power(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    if a.dtype.kind not in "iu":
        return np.power(a, b)
    result = np.ones_like(a)
    for step in range(int(b.max(initial=0))):
        result = np.where(step < b, result * a, result)
    return result


def _shift(a: np.ndarray, b: np.ndarray, shift: Callable, kind: str, filled: bool) -> np.ndarray:
    """Shifts; an amount of at least the width, or below 0, shifts out every bit."""
    width = a.dtype.itemsize * 8
    operand = a.astype(np.dtype(f"{kind}{a.dtype.itemsize}"))
    leaves = (b < 0) | (b >= width)
    count = np.where(leaves, 0, b).astype(operand.dtype)
    rest = np.where(operand < 0, -1, 0).astype(operand.dtype) if filled else operand.dtype.type(0)
    return np.where(leaves, rest, shift(operand, count)).astype(a.dtype)


def _shift_left(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return _shift(a, b, np.left_shift, "u", False)


def _shift_right_logical(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return _shift(a, b, np.right_shift, "u", False)


def _shift_right_arithmetic(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return _shift(a, b, np.right_shift, "i", True)


def _complex(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    result = np.empty(a.shape, np.complex64 if a.dtype == np.float32 else np.complex128)
    result.real, result.imag = a, b
    return result


def _zeta(s: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Hurwitz zeta for s > 1 and q > 0, by the Euler-Maclaurin formula."""
    terms, dtype = 12, s.dtype
    s, q = s.astype(np.float64), q.astype(np.float64)
    total = sum((q + k) ** -s for k in range(terms)) + np.zeros_like(s)
    a = q + terms
    total += a ** (1 - s) / (s - 1) + a**-s / 2
    factor = s * a ** (-s - 1)
    bernoulli = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66)
    for k, number in enumerate(bernoulli, start=1):
        total += number / math.factorial(2 * k) * factor
        factor = factor * (s + 2 * k - 1) * (s + 2 * k) / a**2
    return total.astype(dtype)


def _polygamma(n: np.ndarray, x: np.ndarray) -> np.ndarray:
    """The n-th derivative of digamma, for integers n > 0 and x > 0."""
    wide = n.astype(np.float64)
    factorial = np.vectorize(math.gamma, otypes=[np.float64])(wide + 1)
    sign = np.where(wide % 2 == 1, 1.0, -1.0)
    return (sign * factorial * _zeta(wide + 1, x.astype(np.float64))).astype(n.dtype)


def compare(a: np.ndarray, b: np.ndarray, direction: str, compare_type: str) -> np.ndarray:
    """Compares as floats or, if requested, by IEEE 754's total order."""
    if compare_type == "TOTALORDER":
        a, b = _total_order(a), _total_order(b)
    functions = {
        "EQ": np.equal,
        "NE": np.not_equal,
        "LT": np.less,
        "LE": np.less_equal,
        "GT": np.greater,
        "GE": np.greater_equal,
    }
    return functions[direction](a, b)


def _total_order(a: np.ndarray) -> np.ndarray:
    bits = np.ascontiguousarray(a).view(np.dtype(f"i{a.dtype.itemsize}")).reshape(a.shape)
    return np.where(bits < 0, bits ^ np.iinfo(bits.dtype).max, bits)


_NUMBERS = INTEGERS + FLOATS + HALVES
_BITS = (BOOL, *INTEGERS)

# Ops of complex numbers that only some of the peers support are omitted.
OPS: dict[str, Op] = {
    "add": Op(_NUMBERS + COMPLEXES, np.add),
    "and": Op(_BITS, np.bitwise_and),
    "atan2": Op(FLOATS, np.arctan2, Quality.IDENTICAL, Quality.APPROXIMATE),
    "compare": Op((BOOL, *_NUMBERS, *COMPLEXES), compare),
    "complex": Op(FLOATS, _complex),
    "divide": Op(_NUMBERS + COMPLEXES, _divide, Quality.IDENTICAL),
    "maximum": Op((BOOL, *_NUMBERS), np.maximum, Quality.APPROXIMATE, Quality.EQUAL),
    "minimum": Op((BOOL, *_NUMBERS), np.minimum, Quality.APPROXIMATE, Quality.EQUAL),
    "multiply": Op(_NUMBERS + COMPLEXES, np.multiply),
    # The numbers next to 0 are denormal, and XLA treats them as 0.
    "next_after": Op(FLOATS, np.nextafter, Quality.POSITIVE),
    "or": Op(_BITS, np.bitwise_or),
    "polygamma": Op(FLOATS, _polygamma, Quality.POSITIVE, Quality.APPROXIMATE),
    "power": Op(INTEGERS + FLOATS, _power, Quality.IDENTICAL, Quality.APPROXIMATE),
    "remainder": Op(_NUMBERS, np.fmod, Quality.IDENTICAL),
    "select": Op((BOOL, *_NUMBERS, *COMPLEXES), np.where, Quality.APPROXIMATE),
    "shift_left": Op(INTEGERS, _shift_left),
    "shift_right_arithmetic": Op(INTEGERS, _shift_right_arithmetic),
    "shift_right_logical": Op(INTEGERS, _shift_right_logical),
    "subtract": Op(_NUMBERS + COMPLEXES, np.subtract),
    "xor": Op(_BITS, np.bitwise_xor),
    "zeta": Op(FLOATS, _zeta, Quality.POSITIVE, Quality.APPROXIMATE),
}


def qualities(name: str, element: Element, compare_type: str) -> tuple[int, int]:
    """Returns the quality that an op needs of operands of a type, and that of its result."""
    op = OPS[name]
    if not (element.is_float or element.is_complex):
        return Quality.APPROXIMATE, Quality.IDENTICAL
    if element.is_complex and name in ("multiply", "divide"):
        return Quality.GIVEN, Quality.APPROXIMATE
    if compare_type == "TOTALORDER":
        return Quality.GIVEN, Quality.IDENTICAL
    return op.needs, op.yields


def agree(expected: np.ndarray, actual: np.ndarray, is_approximate: bool) -> bool:
    """Returns whether two arrays are equal or, if `is_approximate`, close."""
    if expected.dtype != actual.dtype or expected.shape != actual.shape:
        return False
    if expected.dtype == ml_dtypes.bfloat16:
        expected, actual = expected.astype(np.float32), actual.astype(np.float32)
    if expected.dtype.kind not in "fc":
        return bool(np.array_equal(expected, actual))
    if not is_approximate:
        return bool(np.array_equal(expected, actual, equal_nan=True))
    is_single = expected.dtype in (np.float32, np.complex64)
    tolerance = 1e-4 if is_single else 1e-9
    return bool(np.allclose(actual, expected, rtol=tolerance, atol=tolerance, equal_nan=True))
