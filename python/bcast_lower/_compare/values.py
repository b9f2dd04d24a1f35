"""Arguments for calls, and how results are compared."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Optional, Union

from .draw import Call
from .program import Function
from .tool import UsageError
from .worker import dtype_of

# Makes an argument of its index, shape and type; or values for some arguments, by index.
Inputs = Union[Callable[[int, tuple[int, ...], Any, Any], Any], Mapping[int, Any]]

# The largest tolerated difference, as a share of the result's largest element.
_TOLERANCES = {
    "float64": 1e-7,
    "complex128": 1e-7,
    "float32": 1e-4,
    "complex64": 1e-4,
    "float16": 1e-2,
    "bfloat16": 5e-2,
}
_TOLERANCE_OF_8_BITS = 0.25
# A result smaller than that is compared as if its largest element had this size.
_LEAST_SCALE = 1e-3


def dtypes(function: Function, target: str) -> list[Any]:
    """Returns NumPy's types of the arguments; raises `UsageError` if one has none."""
    found = []
    for index, argument in enumerate(function.arguments):
        try:
            dtype = dtype_of(argument.element)
        except KeyError:
            raise UsageError(
                f"argument #{index} of '{function.name}' has elements of type {argument.element}, for which NumPy has no type"
            ) from None
        # Several elements would share a byte.
        if target == "iree" and argument.element.lstrip("u") in ("i2", "i4") or "f4" in argument.element:
            raise UsageError(
                f"argument #{index} of '{function.name}' has elements of type {argument.element}, which cannot be passed "
                "to IREE from NumPy"
            )
        found.append(dtype)
    return found


def garbage(seed: int, call: Call) -> Callable[[tuple[int, ...], Any], Any]:
    """Returns a function that makes arrays of what nothing may depend on: NaN, infinities and extreme integers."""
    import numpy as np

    rng = np.random.default_rng([seed, zlib.crc32(call.text().encode())])

    def make(shape: tuple[int, ...], dtype: Any) -> Any:
        if dtype == np.bool_:
            return rng.integers(0, 2, shape).astype(dtype)
        if dtype.kind in "iu":
            limits = np.iinfo(dtype)
            return np.where(rng.integers(0, 2, shape) == 0, limits.min, limits.max).astype(dtype)
        try:
            # NaN alone does not show that a sort has no mask: all comparisons with it are false.
            numbers = np.full(3, [np.nan, np.inf, -np.inf], dtype)
            return numbers[rng.integers(0, 3, shape)]
        except ValueError:
            # Types of 4 bits, and floats without NaN.
            return rng.integers(0, 2, shape).astype(dtype)

    return make


def check_inputs(inputs: Optional[Inputs], count: int) -> None:
    """Raises `UsageError` if values are given for what is no argument."""
    if callable(inputs):
        return
    for index in inputs or {}:
        if index not in range(count):
            raise UsageError(
                f"inputs gives values for argument {index!r}, but the program has {count}, counted from 0; a function "
                "of the index can tell them apart"
            )


def make_arguments(call: Call, types: Sequence[Any], inputs: Optional[Inputs], seed: int) -> list[Any]:
    """Makes arrays for a call; the same ones for the same shapes and seed."""
    import numpy as np

    rng = np.random.default_rng([seed, zlib.crc32(call.text().encode())])
    arrays = []
    for index, (shape, dtype) in enumerate(zip(call.shapes, types)):
        default = _random_array(shape, dtype, rng)
        given = inputs(index, shape, dtype, rng) if callable(inputs) else (inputs or {}).get(index)
        if callable(given):
            given = given(shape, dtype, rng)
        array = default if given is None else np.asarray(given)
        if array.shape != shape or array.dtype != dtype:
            raise UsageError(
                f"inputs made an array of shape {array.shape} and type {array.dtype} for argument #{index}; expected "
                f"shape {shape} and type {dtype}"
            )
        arrays.append(np.ascontiguousarray(array).reshape(shape))
    return arrays


def _random_array(shape: tuple[int, ...], dtype: Any, rng: Any) -> Any:
    import numpy as np

    if dtype == np.bool_:
        return rng.integers(0, 2, shape).astype(dtype)
    if "int" in dtype.name:
        # They may be indices, or numbers of elements. Types of 2 bits hold 0 and 1 in any case.
        return rng.integers(0, 2 if dtype.name.endswith("int2") else 8, shape).astype(dtype)
    numbers = rng.standard_normal(shape)
    if dtype.kind == "c":
        numbers = numbers + 1j * rng.standard_normal(shape)
    # Types without negative numbers, such as float8_e8m0fnu, hold their absolute values.
    return (np.abs(numbers) if "e8m0" in dtype.name else numbers).astype(dtype)


def nudged(arrays: Sequence[Any], seed: int) -> list[Any]:
    """Changes the last bits of floats, as another order of rounding might."""
    import numpy as np

    rng = np.random.default_rng(seed)
    return [
        (it * (1 + 4 * _epsilon(it.dtype) * rng.uniform(-1, 1, it.shape))).astype(it.dtype) if _is_inexact(it) else it
        for it in arrays
    ]


class Difference(NamedTuple):
    """How far results are from the expected ones."""

    worst: float
    """Relative to the largest element of the result; infinite if shapes differ."""
    text: str
    """What differs; empty if nothing does by more than is tolerated."""
    unstable: int
    """Elements that were left out, because they depend on rounding."""


def difference(
    found: Sequence[Any], expected: Sequence[Any], tolerance: Optional[float], others: Sequence[Sequence[Any]] = ()
) -> Difference:
    """Compares results. Elements that differ among `expected` and `others`, the results for inputs whose last bits
    differ, are left out."""
    import numpy as np

    if len(found) != len(expected):
        return Difference(np.inf, f"{len(found)} results, expected {len(expected)}", 0)
    worst, text, unstable = 0.0, "", 0
    for index, (one, other) in enumerate(zip(found, expected)):
        one, other = np.asarray(one), np.asarray(other)
        if one.shape != other.shape:
            return Difference(np.inf, f"result #{index} has shape {one.shape}, expected {other.shape}", unstable)
        if one.dtype != other.dtype:
            # IREE has no signs, and numbers of 8 bits for others of one byte.
            one = one.view(other.dtype) if one.dtype.itemsize == other.dtype.itemsize else one.astype(other.dtype)
        errors, scale = _errors(one, other)
        limit = _limit(other, tolerance)
        # However little is tolerated, rounding alone is no reason to leave elements out.
        moved = max(limit, _limit(other, None)) / 8
        for more in others:
            moves = _errors(np.asarray(more[index]), other)[0] > moved
            unstable += int(np.count_nonzero(moves & (errors > limit)))
            errors = np.where(moves, 0, errors)
        most = float(errors.max(initial=0.0))
        if most > limit and most > worst:
            where = np.unravel_index(int(errors.argmax()), errors.shape)
            shown = f"{one[where]} instead of {other[where]}"
            count = np.count_nonzero(errors > limit)
            text = (
                f"result #{index} at [{', '.join(map(str, where))}]: {shown}; {count} of {errors.size} elements differ"
            )
        worst = max(worst, most)
    return Difference(worst, text, unstable)


def _errors(one: Any, other: Any) -> tuple[Any, float]:
    """Returns the difference of each element, relative to the largest one of the second array."""
    import numpy as np

    if not _is_inexact(other):
        return (one != other).astype(float), 1.0
    wide = np.complex128 if other.dtype.kind == "c" else np.float64
    one, other = one.astype(wide), other.astype(wide)
    with np.errstate(all="ignore"):
        finite = np.abs(other[np.isfinite(other)])
        scale = max(float(finite.max(initial=0.0)), _LEAST_SCALE)
        errors = np.abs(one - other) / scale
    same = (one == other) | (np.isnan(one) & np.isnan(other))
    return np.where(same, 0.0, np.where(np.isnan(errors), np.inf, errors)), scale


def _is_inexact(array: Any) -> bool:
    return array.dtype.kind in "fc" or "float" in array.dtype.name


def _epsilon(dtype: Any) -> float:
    import ml_dtypes

    return float(ml_dtypes.finfo(dtype).eps)


def _limit(array: Any, tolerance: Optional[float]) -> float:
    if not _is_inexact(array):
        return 0.0
    return tolerance if tolerance is not None else _TOLERANCES.get(array.dtype.name, _TOLERANCE_OF_8_BITS)
