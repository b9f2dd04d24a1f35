"""Element types, and the semantics of each op on two elements, in NumPy."""

import operator
from collections.abc import Callable
from dataclasses import dataclass

import ml_dtypes
import numpy as np

from .functions import (
    complex_of, divide, polygamma, power, shift_left, shift_right_arithmetic, shift_right_logical, zeta,
)  # fmt: skip


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


# By MLIR's name.
DTYPES: dict[str, np.dtype] = {
    "i1": np.dtype(np.bool_),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "complex<f32>": np.dtype(np.complex64),
    "complex<f64>": np.dtype(np.complex128),
    **{f"i{bits}": np.dtype(f"i{bits // 8}") for bits in (8, 16, 32, 64)},
    **{f"ui{bits}": np.dtype(f"u{bits // 8}") for bits in (8, 16, 32, 64)},
}
_ELEMENTS = {name: Element(name, dtype) for name, dtype in DTYPES.items()}
BOOL, I32, F32, F64 = (_ELEMENTS[name] for name in ("i1", "i32", "f32", "f64"))
INTEGERS = (I32, *(_ELEMENTS[name] for name in ("i8", "i16", "i64", "ui8", "ui16", "ui32", "ui64")))
FLOATS = (F32, F64)
# Single operations, each rounded, have the same results everywhere.
HALVES = (_ELEMENTS["f16"], _ELEMENTS["bf16"])
COMPLEXES = C64, C128 = (_ELEMENTS["complex<f32>"], _ELEMENTS["complex<f64>"])

# How numbers, sizes and arrays are compared, by StableHLO's names.
ORDERS = {
    "EQ": operator.eq,
    "NE": operator.ne,
    "LT": operator.lt,
    "LE": operator.le,
    "GT": operator.gt,
    "GE": operator.ge,
}
DIRECTIONS = tuple(ORDERS)


@dataclass(frozen=True)
class Op:
    """The constraints of an op for the generator, and its computation.

    `needs` and `yields` are the qualities of floating-point operands and results.
    """

    elements: tuple[Element, ...]
    compute: Callable[..., np.ndarray]
    needs: int = Quality.EQUAL
    yields: int = Quality.IDENTICAL


def compare(a: np.ndarray, b: np.ndarray, direction: str, compare_type: str) -> np.ndarray:
    """Compares as floats or, if requested, by IEEE 754's total order."""
    if compare_type == "TOTALORDER":
        a, b = _total_order(a), _total_order(b)
    return ORDERS[direction](a, b)


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
    "complex": Op(FLOATS, complex_of),
    "divide": Op(_NUMBERS + COMPLEXES, divide, Quality.IDENTICAL),
    "maximum": Op((BOOL, *_NUMBERS), np.maximum, Quality.APPROXIMATE, Quality.EQUAL),
    "minimum": Op((BOOL, *_NUMBERS), np.minimum, Quality.APPROXIMATE, Quality.EQUAL),
    "multiply": Op(_NUMBERS + COMPLEXES, np.multiply),
    # The numbers next to 0 are denormal, and XLA treats them as 0.
    "next_after": Op(FLOATS, np.nextafter, Quality.POSITIVE),
    "or": Op(_BITS, np.bitwise_or),
    "polygamma": Op(FLOATS, polygamma, Quality.POSITIVE, Quality.APPROXIMATE),
    "power": Op(INTEGERS + FLOATS, power, Quality.IDENTICAL, Quality.APPROXIMATE),
    "remainder": Op(_NUMBERS, np.fmod, Quality.IDENTICAL),
    "select": Op((BOOL, *_NUMBERS, *COMPLEXES), np.where, Quality.APPROXIMATE),
    "shift_left": Op(INTEGERS, shift_left),
    "shift_right_arithmetic": Op(INTEGERS, shift_right_arithmetic),
    "shift_right_logical": Op(INTEGERS, shift_right_logical),
    "subtract": Op(_NUMBERS + COMPLEXES, np.subtract),
    "xor": Op(_BITS, np.bitwise_xor),
    "zeta": Op(FLOATS, zeta, Quality.POSITIVE, Quality.APPROXIMATE),
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
