"""What ops compute, in NumPy, and the elements for which they are defined."""

from collections.abc import Callable
from functools import partial

import ml_dtypes
import numpy as np
from scipy import special


def is_float(values: np.ndarray) -> bool:
    """Returns whether elements are floats, of NumPy or of ml_dtypes."""
    return values.dtype.kind not in "biuc"


def is_unsigned(values: np.ndarray) -> bool:
    """Returns whether elements are unsigned integers."""
    return values.dtype.kind == "u"


def truncated_divide(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Divides integers, rounding toward zero; the least integer by -1 is itself."""
    quotient = np.floor_divide(x, y)
    if is_unsigned(x):
        return quotient
    is_rounded_down = (np.fmod(x, y) != 0) & ((x < 0) != (y < 0))
    return (quotient + is_rounded_down).astype(x.dtype)


def divide(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Divides integers, rounding toward zero, and other numbers exactly."""
    return truncated_divide(x, y) if x.dtype.kind in "iu" else x / y


def floor_divide(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Divides integers, rounding down; rounds the quotient of floats down, of bf16 that in f32."""
    if x.dtype == ml_dtypes.bfloat16:
        return np.floor(x.astype(np.float32) / y.astype(np.float32)).astype(x.dtype)
    return np.floor(x / y) if is_float(x) else np.floor_divide(x, y)


def round_down(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Divides, rounding down the exact quotient of floats, not the rounded one."""
    if x.dtype.kind not in "iu" and x.dtype.itemsize == 2:
        return np.floor_divide(x.astype(np.float32), y.astype(np.float32)).astype(x.dtype)
    return np.floor_divide(x, y)


def remainder(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Returns the remainder that has the sign of the dividend."""
    if is_float(x):
        # ml_dtypes takes the sign of the divisor.
        return np.fmod(x.astype(np.float64), y.astype(np.float64)).astype(x.dtype)
    return np.fmod(x, y)


def floor_remainder(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Returns the remainder that has the sign of the divisor; zeros have the dividend's."""
    found = remainder(x, y)
    return np.where((found != 0) & ((found < 0) != (y < 0)), found + y, found).astype(x.dtype)


def unless_zero(condition: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Returns values, but 0 where the condition is 0."""
    return np.where(condition == 0, values.dtype.type(0), values)


def power(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Returns a power; of integers, with 0 instead of a negative exponent."""
    return np.power(x, y) if y.dtype.kind not in "iu" else np.power(x, np.maximum(y, 0))


def is_divisor(_: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Returns whether a quotient is defined: integers and complex numbers must not be zero."""
    return y != 0 if y.dtype.kind in "iuc" else np.ones(y.shape, bool)


def is_floor_divisor(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Returns whether a quotient that is rounded down is defined: XLA may round small ones to 0."""
    if not is_float(x):
        return is_divisor(x, y)
    return (x == 0) | ~(np.abs(x / y) < ml_dtypes.finfo(x.dtype).tiny) | np.isinf(y)


def is_normal(values: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Returns whether results are neither too small for a float type nor too large, if finite."""
    if dtype.kind in "iubc":
        return np.ones(values.shape, bool)
    info = ml_dtypes.finfo(dtype)
    sizes = np.abs(values)
    return ~np.isfinite(values) | (values == 0) | (sizes >= info.tiny) & (sizes <= info.max)


def is_exponent(_: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Returns whether integers are exponents with an integer as the result."""
    return np.ones(y.shape, bool) if y.dtype.kind not in "iu" else y >= 0


def is_shift(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Returns whether a number of bits is less than the width."""
    return (y >= 0) & (y < x.dtype.itemsize * 8)


def are_ordered(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Returns whether elements are not zeros of different signs, of which either may be least."""
    return (x != 0) | (y != 0) | (np.signbit(x) == np.signbit(y))


def clip(x: np.ndarray, least: np.ndarray, most: np.ndarray) -> np.ndarray:
    """Limits elements; the greatest number wins if it is less than the least one."""
    return np.minimum(np.maximum(x, least), most)


def is_clipped(x: np.ndarray, least: np.ndarray, most: np.ndarray) -> np.ndarray:
    """Returns whether limited elements are defined: none is a zero that a limit of another sign may replace."""
    return are_ordered(x, least) & are_ordered(np.maximum(x, least), most)


def _shift(a: np.ndarray, b: np.ndarray, shift: Callable, kind: str, filled: bool) -> np.ndarray:
    """Shifts; an amount of at least the width, or below 0, shifts out every bit."""
    width = a.dtype.itemsize * 8
    operand = a.astype(np.dtype(f"{kind}{a.dtype.itemsize}"))
    leaves = (b < 0) | (b >= width)
    count = np.where(leaves, 0, b).astype(operand.dtype)
    rest = np.where(operand < 0, -1, 0).astype(operand.dtype) if filled else operand.dtype.type(0)
    return np.where(leaves, rest, shift(operand, count)).astype(a.dtype)


shift_left = partial(_shift, shift=np.left_shift, kind="u", filled=False)
# Zeros come in.
shift_right_logical = partial(_shift, shift=np.right_shift, kind="u", filled=False)
# The sign comes in.
shift_right_arithmetic = partial(_shift, shift=np.right_shift, kind="i", filled=True)


def complex_of(real: np.ndarray, imaginary: np.ndarray) -> np.ndarray:
    """Returns complex numbers."""
    shape = np.broadcast_shapes(real.shape, imaginary.shape)
    result = np.empty(shape, np.result_type(real.dtype, np.complex64))
    result.real, result.imag = real, imaginary
    return result


def zeta(x: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Returns Hurwitz's zeta function."""
    return special.zeta(x.astype(np.float64), q.astype(np.float64)).astype(x.dtype)


def polygamma(order: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Returns a derivative of the digamma function."""
    valid = np.where((order == np.floor(order)) & (order >= 0), order, 0).astype(int)
    return special.polygamma(valid, x.astype(np.float64)).astype(x.dtype)


def is_zeta(x: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Returns whether Hurwitz's zeta function has a finite series."""
    return (x > 1) & (x < 64) & (q > 1e-3) & (q < 1e6)


def is_order(order: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Returns whether a derivative exists."""
    is_whole = (order == np.floor(order)) & (order >= 0) & (order < 8)
    return is_whole & (x > 1e-3) & (x < 1e6)
