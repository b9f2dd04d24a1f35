"""Element types, and values at which ops differ."""

import ml_dtypes
import numpy as np
from numeric.elements import DTYPES

FLOATS = ("f16", "bf16", "f32", "f64")
SIGNED = ("i8", "i16", "i32", "i64")
UNSIGNED = ("ui8", "ui16", "ui32", "ui64")
INTEGERS = (*SIGNED, *UNSIGNED)
COMPLEX = ("complex<f32>", "complex<f64>")
_FLOATS = (
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 0.1, -0.7, 1.5, -2.5, 7.25, -7.25,
    11.0, 100.0, np.inf, -np.inf, np.nan,
)  # fmt: skip
_INTEGERS = (0, 1, -1, 2, -2, 3, -3, 5, 7, -7, 8, 15, 16, 31, 32, 63, 64, 100, -100)
# No infinities: libraries differ in the parts of products with one.
_PARTS = (0.0, 1.0, -1.0, 0.5, 2.0, -3.0)


def values(element: str) -> np.ndarray:
    """Returns values of an element type, extreme ones among them."""
    dtype = DTYPES[element]
    if element == "i1":
        return np.array([False, True])
    if element in COMPLEX:
        return np.array([complex(a, b) for a in _PARTS for b in _PARTS], dtype)
    if element in FLOATS:
        info = ml_dtypes.finfo(dtype)
        extremes = [info.max, -info.max, info.tiny, -info.tiny, info.eps]
        return np.concatenate([np.array(_FLOATS, dtype), np.array(extremes, dtype)])
    info = np.iinfo(dtype)
    inside = [value for value in _INTEGERS if info.min <= value <= info.max]
    extremes = [info.min, info.min + 1, info.max, info.max - 1]
    return np.array(sorted({*inside, *extremes}), dtype)


def distances(found: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """Returns the number of floats between results; of other elements, whether they differ.

    NaNs are equal; zeros of different signs are one apart. Subnormal floats count as zeros of
    their signs, because XLA computes such results.
    """
    if found.dtype.kind == "c":
        parts = zip(_parts(found), _parts(expected), strict=True)
        return np.maximum(*(distances(*pair) for pair in parts))
    if found.dtype.kind in "biu":
        return (found != expected).astype(np.float64)
    both = np.isnan(found) & np.isnan(expected)
    return np.where(both, 0.0, np.abs(_position(found) - _position(expected)))


def _parts(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return values.real, values.imag


def _position(values: np.ndarray) -> np.ndarray:
    """Numbers floats in ascending order, from the bits."""
    bits = values.dtype.itemsize * 8
    with np.errstate(invalid="ignore"):
        is_subnormal = np.abs(values) < ml_dtypes.finfo(values.dtype).tiny
    flushed = np.where(is_subnormal, np.copysign(values.dtype.type(0), values), values)
    found = flushed.view(f"u{bits // 8}").astype(object)
    sign = 1 << (bits - 1)
    return np.where(found >= sign, sign - 1 - found, found).astype(object)
