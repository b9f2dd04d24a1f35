"""PyTorch's ops that broadcast, in torch-mlir's dialect, as PyTorch's documentation defines them.

Elements are not compared where the documentation leaves the result open, or the op fails:
division of integers by zero, negative exponents of integers, shifts by the width or more,
the sign of a maximum of zeros, complex quotients by zero.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .cases import Case, Refusal, compare, each, select
from .functions import (
    are_ordered, complex_of, divide, floor_divide, floor_remainder, is_divisor, is_exponent,
    is_shift, power, remainder, unless_zero,
)  # fmt: skip
from .values import COMPLEX, FLOATS, SIGNED

_INTEGERS = (*SIGNED, "ui8")
_REAL = (*FLOATS, *_INTEGERS)
_NUMBERS = (*_REAL, *COMPLEX)


def cases() -> Iterator[Case]:
    """Yields the ops that the table lowers, on element types of PyTorch."""
    yield from _arithmetic()
    yield from _comparisons()
    yield from _logic()


def refusals() -> Iterator[Refusal]:
    """Yields ops that the table must not lower."""
    # PyTorch computes with f32.
    yield Refusal("torch.aten.mul.Tensor", ("f32", "i64"), "f32", "", "equal element types")
    yield Refusal("torch.aten.div.Tensor", ("i64", "i64"), "f32", "", "has element type 'i64'")
    yield Refusal("torch.aten.logical_and", ("f32", "f32"), "i1", "", "has element type 'f32'")
    yield Refusal("torch.aten.add.Tensor", ("f32", "f32"), "f32", "", "there is no such operand")


def _arithmetic() -> Iterator[Case]:
    one = (1,)
    yield from each("torch.aten.add.Tensor", (*_NUMBERS, "i1"), np.add, constants=one)
    yield from each("torch.aten.sub.Tensor", _NUMBERS, np.subtract, constants=one)
    yield from each("torch.aten.mul.Tensor", (*_NUMBERS, "i1"), np.multiply)
    yield from each("torch.aten.div.Tensor", (*FLOATS, *COMPLEX), divide, is_divisor)
    yield from each("torch.aten.fmod.Tensor", _REAL, remainder, is_divisor)
    yield from each("torch.aten.pow.Tensor_Tensor", _REAL, power, is_exponent, ulps=4)
    yield from each("torch.aten.atan2", FLOATS, np.arctan2, ulps=4)
    for op, function in (
        ("maximum", np.maximum),
        ("clamp_min.Tensor", np.maximum),
        ("minimum", np.minimum),
        ("clamp_max.Tensor", np.minimum),
    ):
        yield from each(f"torch.aten.{op}", _INTEGERS, function)
        yield from each(f"torch.aten.{op}", FLOATS, function, are_ordered)
    yield from each("torch.aten.floor_divide", _INTEGERS, floor_divide, is_divisor)
    yield from each("torch.aten.remainder.Tensor", _REAL, floor_remainder, is_divisor)
    yield from each("torch.aten.xlogy.Tensor", FLOATS, _times_logarithm, ulps=4)
    for part, whole in (("f32", "complex<f32>"), ("f64", "complex<f64>")):
        yield Case("torch.aten.complex", (part, part), whole, complex_of)


def _times_logarithm(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.where(np.isnan(y), y, unless_zero(x, x * np.log(y)))


def _comparisons() -> Iterator[Case]:
    yield from compare("torch.aten.eq.Tensor", (*_NUMBERS, "i1"), np.equal)
    yield from compare("torch.aten.ne.Tensor", (*_NUMBERS, "i1"), np.not_equal)
    yield from compare("torch.aten.lt.Tensor", _REAL, np.less)
    yield from compare("torch.aten.le.Tensor", _REAL, np.less_equal)
    yield from compare("torch.aten.gt.Tensor", _REAL, np.greater)
    yield from compare("torch.aten.ge.Tensor", _REAL, np.greater_equal)


def _logic() -> Iterator[Case]:
    yield from each("torch.aten.logical_and", ("i1",), np.logical_and)
    yield from each("torch.aten.logical_or", ("i1",), np.logical_or)
    yield from each("torch.aten.logical_xor", ("i1",), np.logical_xor)
    for op in ("bitwise_and.Tensor", "__and__.Tensor"):
        yield from each(f"torch.aten.{op}", (*_INTEGERS, "i1"), np.bitwise_and)
    for op in ("bitwise_or.Tensor", "__or__.Tensor"):
        yield from each(f"torch.aten.{op}", (*_INTEGERS, "i1"), np.bitwise_or)
    yield from each("torch.aten.bitwise_xor.Tensor", (*_INTEGERS, "i1"), np.bitwise_xor)
    yield from each("torch.aten.bitwise_left_shift.Tensor", _INTEGERS, np.left_shift, is_shift)
    yield from each("torch.aten.bitwise_right_shift.Tensor", _INTEGERS, np.right_shift, is_shift)
    yield from select("torch.aten.where.self", (*_NUMBERS, "i1"))
