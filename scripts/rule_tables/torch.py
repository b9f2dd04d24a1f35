"""PyTorch's ops that broadcast, in torch-mlir's dialect, as PyTorch's documentation defines them.

Elements are not compared where the documentation leaves the result open, or the op fails:
division of integers by zero, negative exponents of integers, shifts by the width or more,
the sign of a maximum of zeros, complex quotients by zero.
"""

from collections.abc import Iterator

import numpy as np

from .cases import Case, Refusal, compare, each, select
from numeric.functions import (
    are_ordered, clip, complex_of, divide, floor_remainder, is_clipped, is_divisor, is_exponent,
    is_float, is_normal, is_shift, power, remainder, round_down, truncated_divide, unless_zero,
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
    yield Refusal("torch.aten.logical_and", ("f32", "f32"), "i8", "", "has element type 'i8'")
    yield Refusal("torch.aten.add.Tensor", ("f32", "f32"), "f32", "", "there is no such operand")
    half = "which is not a number that element type 'i32' has"
    yield Refusal("torch.aten.add.Tensor", ("i32", "i32"), "i32", "", half, (0.5,))
    for element, number in (("i32", 2**31), ("ui8", 256), ("i8", -129), ("i16", 2**40)):
        wide = f"which is not a number that element type '{element}' has"
        yield Refusal("torch.aten.add.Tensor", (element, element), element, "", wide, (number,))
    text, none = "is not a compile-time number", "the requirements of none"
    yield Refusal("torch.aten.add.Tensor", ("f32", "f32"), "f32", "", text, ("a",))
    yield Refusal("torch.aten.div.Tensor_mode", ("f32", "f32"), "f32", "", none, ("round",))
    yield Refusal("torch.aten.div.Tensor_mode", ("i32", "i32"), "i32", "", none, (None,))
    absent = "operand #1 must be"
    yield Refusal("torch.aten.clamp.Tensor", ("f32",), "f32", "", absent, (None, None))


def _arithmetic() -> Iterator[Case]:
    one = (1,)
    yield from each("torch.aten.add.Tensor", (*_NUMBERS, "i1"), np.add, constants=one)
    yield from each("torch.aten.sub.Tensor", _NUMBERS, np.subtract, constants=one)
    yield from _scaled()
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
    yield from each("torch.aten.floor_divide", _REAL, round_down, is_divisor)
    yield from _modes()
    yield from _limits()
    yield from each("torch.aten.remainder.Tensor", _REAL, floor_remainder, is_divisor)
    yield from each("torch.aten.xlogy.Tensor", FLOATS, _times_logarithm, ulps=4)
    for part, whole in (("f32", "complex<f32>"), ("f64", "complex<f64>")):
        yield Case("torch.aten.complex", (part, part), whole, complex_of)


def _scaled() -> Iterator[Case]:
    """Yields sums and products with a factor."""
    for factor, elements in (
        (2, _NUMBERS),
        (-3, SIGNED),
        (2.0, (*FLOATS, *COMPLEX)),
        (-2.0, (*FLOATS, *COMPLEX)),
        (-1, (*SIGNED, *FLOATS)),
        (1.0, FLOATS),
        (0, (*_REAL, "i1")),
        (255, ("ui8", "i16", "f32")),
        (-128, SIGNED),
        (2**31 - 1, ("i32", "i64")),
        (-(2**31), ("i32", "i64")),
        (2**31, ("i64", "f64")),
        (-(2**63), ("i64",)),
        (True, ("i1",)),
    ):
        for op, function in (("add", np.add), ("sub", np.subtract)):
            if op == "sub" and "i1" in elements:
                elements = tuple(element for element in elements if element != "i1")
            yield from each(
                f"torch.aten.{op}.Tensor",
                elements,
                lambda x, y, op=function, factor=factor: op(x, x.dtype.type(factor) * y),
                # XLA may round the product and the sum at once.
                lambda x, y, factor=factor: is_normal(_wide(y) * factor, y.dtype),
                constants=(factor,),
            )
    yield from each(
        "torch.aten.addcmul",
        _NUMBERS,
        lambda x, y, z: x + x.dtype.type(2) * y * z,
        lambda x, y, z: _is_exact(2 * _wide(y) * _wide(z), x.dtype),
        constants=(2,),
        count=3,
    )
    yield from each(
        "torch.aten.addcdiv",
        FLOATS,
        lambda x, y, z: x + x.dtype.type(2) * y / z,
        lambda x, y, z: is_normal(2 * _wide(y) / _wide(z), x.dtype),
        constants=(2,),
        count=3,
    )


def _wide(values: np.ndarray) -> np.ndarray:
    """Returns numbers with more bits than any of the elements."""
    if values.dtype.kind == "c":
        return values.astype(np.clongdouble)
    return values.astype(np.float64).astype(np.longdouble) if is_float(values) else values


def _is_exact(product: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Returns whether a product is an element, so that it does not matter when it is rounded."""
    if dtype.kind in "iubc":
        return np.ones(product.shape, bool)
    rounded = product.astype(np.float64).astype(dtype).astype(np.float64)
    return (rounded == product) & is_normal(product, dtype) | ~np.isfinite(product)


def _modes() -> Iterator[Case]:
    op = "torch.aten.div.Tensor_mode"
    yield from each(op, (*FLOATS, *COMPLEX), divide, is_divisor, constants=(None,))
    yield from each(op, _INTEGERS, truncated_divide, is_divisor, constants=("trunc",))
    yield from each(op, FLOATS, lambda x, y: np.trunc(x / y), constants=("trunc",))
    yield from each(op, _REAL, round_down, is_divisor, constants=("floor",))


def _limits() -> Iterator[Case]:
    op = "torch.aten.clamp.Tensor"
    for elements, condition in ((_INTEGERS, None), (FLOATS, are_ordered)):
        yield from each(op, elements, np.maximum, condition, constants=(None,))
        yield from each(op, elements, np.minimum, condition, constants=(None,), first_constant=1)
        yield from each("torch.aten.fmax", elements, np.fmax, condition)
        yield from each("torch.aten.fmin", elements, np.fmin, condition)
    yield from each(op, _REAL, clip, is_clipped, count=3)


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
    for name in ("and", "or", "xor"):
        function = getattr(np, f"logical_{name}")
        yield from compare(f"torch.aten.logical_{name}", (*_NUMBERS, "i1"), function)
        for operands in (("f32", "i64"), ("bf16", "f16"), ("ui8", "complex<f32>"), ("i1", "f64")):
            yield Case(f"torch.aten.logical_{name}", operands, "i1", function)
    for op in ("bitwise_and.Tensor", "__and__.Tensor"):
        yield from each(f"torch.aten.{op}", (*_INTEGERS, "i1"), np.bitwise_and)
    for op in ("bitwise_or.Tensor", "__or__.Tensor"):
        yield from each(f"torch.aten.{op}", (*_INTEGERS, "i1"), np.bitwise_or)
    yield from each("torch.aten.bitwise_xor.Tensor", (*_INTEGERS, "i1"), np.bitwise_xor)
    yield from each("torch.aten.bitwise_left_shift.Tensor", _INTEGERS, np.left_shift, is_shift)
    yield from each("torch.aten.bitwise_right_shift.Tensor", _INTEGERS, np.right_shift, is_shift)
    yield from select("torch.aten.where.self", (*_NUMBERS, "i1"))
    yield from _filled()


def _filled() -> Iterator[Case]:
    """Yields ops that select between a tensor and a number."""
    for element in (*_REAL, "complex<f32>"):
        for number in (7, -1.5) if element in FLOATS else (7,):
            name = "torch.aten.where.Scalar"
            for part, first, function in (
                ("Self", 1, lambda p, x, number=number: np.where(p, x.dtype.type(number), x)),
                ("Other", 2, lambda p, x, number=number: np.where(p, x, x.dtype.type(number))),
            ):
                yield Case(
                    f"{name}{part}", ("i1", element), element, function, constants=(number,), first_constant=first
                )
            yield Case(
                "torch.aten.masked_fill.Scalar",
                (element, "i1"),
                element,
                lambda x, mask, number=number: np.where(mask, x.dtype.type(number), x),
                constants=(number,),
            )
        yield Case(
            "torch.aten.masked_fill.Tensor", (element, "i1", element), element, lambda x, mask, y: np.where(mask, y, x)
        )
