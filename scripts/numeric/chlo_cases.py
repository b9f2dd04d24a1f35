"""CHLO's ops on operands of many types, values and shapes, for `scripts/check-chlo-ops`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import ml_dtypes
import numpy as np

from .elements import COMPLEXES, FLOATS, HALVES, INTEGERS

_REAL, _COMPLEX, _INTEGERS = (
    {item.name: item.dtype.type for item in items} for items in (HALVES + FLOATS, COMPLEXES, INTEGERS)
)
_EITHER = (
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "conj", "cosh", "sinh", "square", "tan",
)  # fmt: skip
_REAL_ONLY = ("bessel_i1e", "digamma", "erf", "erf_inv", "erfc", "lgamma")
_CLASSIFYING = ("is_inf", "is_neg_inf", "is_pos_inf")
_OF_TWO = ("next_after", "polygamma", "zeta")
_KERNEL = "_asin_acos_kernel"
# Shapes by the names of their sizes, and the sizes.
_SHAPES = (
    ((), {}),
    (("n",), {"n": 0}),
    (("n",), {"n": 1}),
    (("m", "n"), {"m": 3, "n": 4}),
    (("2", "n"), {"n": 5}),
    (("m", "n"), {"m": 0, "n": 3}),
    (("m", "1", "n", "2"), {"m": 2, "n": 3}),
)


@dataclass(frozen=True)
class Tensor:
    """A tensor type; a dim is a number, or the name of a size."""

    dims: Sequence[str]
    element: str

    def text(self, sizes: Mapping[str, int] | None) -> str:
        """Returns the type, with `?` for sizes unless they are given."""
        dims = [dim if dim.isdigit() else "?" if sizes is None else str(sizes[dim]) for dim in self.dims]
        return f"tensor<{''.join(f'{dim}x' for dim in dims)}{self.element}>"

    def shape(self, sizes: Mapping[str, int]) -> tuple[int, ...]:
        """Returns the sizes of its dims."""
        return tuple(int(dim) if dim.isdigit() else sizes[dim] for dim in self.dims)


@dataclass(frozen=True)
class Case:
    """An op, the types of its operands and results, and the generator of its operands."""

    op: str
    operands: Sequence[Tensor]
    results: Sequence[Tensor]
    arguments: Callable[[np.random.Generator], list[np.ndarray]]
    sizes: Mapping[str, int] = field(default_factory=dict)
    attributes: str = ""
    is_elementwise: bool = True

    def dynamic_program(self) -> str:
        """Returns a program that contains the op, on dynamic sizes."""
        return self._program(None)

    def static_program(self) -> str:
        """Returns a program that contains the op, on static sizes."""
        return self._program(self.sizes)

    def argument_types(self) -> list[str]:
        """Returns the types of arguments, with their sizes."""
        return [operand.text(self.sizes) for operand in self.operands]

    def name(self) -> str:
        """Returns the name of the case."""
        operands = ", ".join(operand.text(None) for operand in self.operands)
        sizes = ", ".join(f"{name} = {size}" for name, size in self.sizes.items())
        return f"{self.op}({operands}) {sizes}"

    def _program(self, sizes: Mapping[str, int] | None) -> str:
        operands = [operand.text(sizes) for operand in self.operands]
        results = [result.text(sizes) for result in self.results]
        arguments = ", ".join(f"%{index}: {kind}" for index, kind in enumerate(operands))
        names = ", ".join(f"%{index}" for index in range(len(operands)))
        returned = ", ".join(f"%r#{index}" for index in range(len(results)))
        types = f"({', '.join(operands)}) -> ({', '.join(results)})"
        return (
            f"func.func @main({arguments}) -> ({', '.join(results)}) {{\n"
            f'  %r:{len(results)} = "chlo.{self.op}"({names}) {{{self.attributes}}} : {types}\n'
            f"  return {returned} : {', '.join(results)}\n}}\n"
        )


def cases(count: int) -> Iterator[Case]:
    """Yields all cases; elementwise functions get `count` random values and special ones."""
    yield from _functions(count)
    yield from _shapes()
    yield from _broadcasts()
    yield from _constants()
    yield from _top_k()
    yield from _ragged_dots()


def _functions(count: int) -> Iterator[Case]:
    def case(op: str, element: str, operands: int, result: str) -> Case:
        arguments = _arguments(op, element, operands, np.random.default_rng(1), count)
        size = {"n": len(arguments[0])}
        return Case(
            op,
            [Tensor("n", element)] * operands,
            [Tensor("n", result)],
            lambda random: _arguments(op, element, operands, random, count),
            size,
        )

    for element in (*_REAL, *_COMPLEX, *_INTEGERS):
        for op, operands, result in _ops(element):
            yield case(op, element, operands, result)


def _ops(element: str) -> Iterator[tuple[str, int, str]]:
    """Yields the elementwise functions of elements, with the numbers of their operands and the elements of their
    results."""
    if element in _REAL:
        yield from ((op, 1, element) for op in (*_EITHER, *_REAL_ONLY))
        yield from ((op, 1, "i1") for op in _CLASSIFYING)
        yield from ((op, 2, element) for op in _OF_TWO)
    elif element in _COMPLEX:
        yield from ((op, 1, element) for op in (*_EITHER, _KERNEL))
    else:
        yield "mulhi", 2, element


def _shapes() -> Iterator[Case]:
    """Yields elementwise functions on tensors of other ranks, and on empty tensors."""
    for element in ("f32", "complex<f32>", "i32", "ui64"):
        for op, operands, result in _ops(element):
            # Of complex numbers, only the function that real ones lack.
            for dims, sizes in _SHAPES if element != "complex<f32>" or op == _KERNEL else ():
                operand = Tensor(dims, element)
                make = partial(_few, [operand] * operands, sizes)
                yield Case(op, [operand] * operands, [Tensor(dims, result)], make, sizes)


def _broadcasts() -> Iterator[Case]:
    """Yields broadcasting elementwise functions that StableHLO has no op for."""
    left, right, result = ("m", "1", "2"), ("n", "2"), ("m", "n", "2")
    sizes = {"m": 3, "n": 4}
    for op in _OF_TWO:
        operands = [Tensor(left, "f32"), Tensor(right, "f32")]
        make = partial(_few, operands, sizes)
        results = [Tensor(result, "f32")]
        yield Case(f"broadcast_{op}", operands, results, make, sizes, is_elementwise=False)


def _constants() -> Iterator[Case]:
    yield Case("constant", [], [Tensor("3", "i32")], lambda random: [], {}, "value = dense<[1, -2, 3]> : tensor<3xi32>")
    values = [("f32", "2.5 : f32"), ("i8", "-3 : i8"), ("bf16", "0x7FC0 : bf16"), ("f64", "0.1 : f64")]
    for element, value in values:
        for dims, sizes in _SHAPES:
            operand = Tensor(dims, "i32")
            make = partial(_few, [operand], sizes)
            results = [Tensor(dims, element)]
            yield Case("constant_like", [operand], results, make, sizes, f"value = {value}")


def _top_k() -> Iterator[Case]:
    elements = (*_REAL, "i8", "i32", "ui8")
    for element in elements:
        for dims, sizes in ((("m", "n"), {"m": 4, "n": 9}), (("n",), {"n": 5}), (("m", "5"), {"m": 0})):
            for k in (0, 1, 5):
                operand = Tensor(dims, element)
                result = (*dims[:-1], str(k))
                results = [Tensor(result, element), Tensor(result, "i32")]
                make = partial(_equals, [operand], sizes)
                attributes = f"k = {k} : i64"
                yield Case("top_k", [operand], results, make, sizes, attributes, False)


def _ragged_dots() -> Iterator[Case]:
    """Yields ragged dots on small integers, so that the order of sums is irrelevant."""
    sizes = {"b": 2, "m": 11, "k": 5, "n": 7, "g": 3}
    precision = "precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>]"

    def case(shapes: Sequence[str], numbers: Sequence[Sequence[int]], groups: Sequence[int], **others: int) -> Case:
        fields = (
            "lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions",
            "rhs_contracting_dimensions", "lhs_ragged_dimensions", "rhs_group_dimensions",
        )  # fmt: skip
        listed = ", ".join(f"{name} = {list(dims)}" for name, dims in zip(fields, numbers, strict=True))
        attributes = f"ragged_dot_dimension_numbers = #chlo.ragged_dot<{listed}>, {precision}"
        lhs, rhs, group_sizes, result = shapes
        operands = [Tensor(lhs, "f32"), Tensor(rhs, "f32"), Tensor(group_sizes, "i32")]
        all_sizes = sizes | others

        def make(random: np.random.Generator) -> list[np.ndarray]:
            values = [random.integers(-4, 5, operand.shape(all_sizes)).astype(np.float32) for operand in operands[:2]]
            shape = operands[2].shape(all_sizes)
            return [*values, np.broadcast_to(np.array(groups, np.int32), shape).copy()]

        results = [Tensor(result, "f32")]
        return Case("ragged_dot", operands, results, make, all_sizes, attributes, False)

    free = ([], [], [1], [1], [0], [0])
    for groups in ([4, 2, 5], [0, 3, 4], [11, 0, 0], [0, 0, 0], [9, 9, 9]):
        yield case(("mk", "gkn", "g", "mn"), free, groups)
    yield case(("mk", "gkn", "g", "mn"), free, [0, 0, 0], m=0)
    yield case(("mk", "gkn", "g", "mn"), free, [4, 2, 5], k=0)
    yield case(("mk", "gnk", "g", "mn"), ([], [], [1], [2], [0], [0]), [4, 2, 5])
    batched = ([0], [0], [2], [2], [1], [1])
    yield case(("bmk", "bgkn", "g", "bmn"), batched, [4, 2, 5])
    yield case(("bmk", "bgkn", "bg", "bmn"), batched, [[4, 2, 5], [1, 0, 7]])
    contracted = ([], [], [1], [0], [1], [])
    for groups in ([1, 3, 1], [0, 2, 0], [5, 5, 5]):
        yield case(("mk", "kn", "g", "gmn"), contracted, groups)
    batched = ([0], [0], [2], [1], [2], [])
    yield case(("bmk", "bkn", "bg", "gbmn"), batched, [[1, 3, 1], [2, 0, 3]])
    yield case(("bmk", "bkn", "g", "bmn"), ([0], [0], [2], [1], [0], []), [1, 1, 0])


def _few(operands: Sequence[Tensor], sizes: Mapping[str, int], random: np.random.Generator) -> list[np.ndarray]:
    """Returns operands of ordinary values."""
    values = []
    for operand in operands:
        shape = operand.shape(sizes)
        if operand.element in _INTEGERS:
            dtype = _INTEGERS[operand.element]
            info = np.iinfo(dtype)
            values.append(random.integers(info.min, info.max, shape, dtype, endpoint=True))
        elif operand.element in _COMPLEX:
            parts = random.normal(size=(2, *shape))
            values.append((parts[0] + 1j * parts[1]).astype(_COMPLEX[operand.element]))
        else:
            values.append(np.asarray(random.normal(size=shape)).astype(_REAL[operand.element]))
    return values


def _equals(operands: Sequence[Tensor], sizes: Mapping[str, int], random: np.random.Generator) -> list[np.ndarray]:
    """Returns operands with many equal elements and some NaNs."""
    values = []
    for operand in operands:
        shape = operand.shape(sizes)
        dtype = (_REAL | _INTEGERS)[operand.element]
        drawn = random.integers(0, 4, shape).astype(dtype)
        if operand.element in _REAL:
            specials = np.array([np.nan, -np.nan, np.inf, -np.inf, -0.0]).astype(dtype)
            chosen = specials[random.integers(0, len(specials), shape)]
            drawn = np.where(random.integers(0, 3, shape) == 0, chosen, drawn)
        values.append(drawn)
    return values


def _arguments(op: str, element: str, operands: int, random: np.random.Generator, count: int) -> list[np.ndarray]:
    if element in _COMPLEX:
        part = np.float32 if element == "complex<f32>" else np.float64
        parts = [_reals(part, random, count) for _ in range(2)]
        pairs = _pairs(parts, part, random)
        with np.errstate(all="ignore"):
            return [(pairs[0] + 1j * pairs[1]).astype(_COMPLEX[element])]
    if element in _INTEGERS:
        dtype = _INTEGERS[element]
        info = np.iinfo(dtype)
        specials = np.array([info.min, info.min + 1, 0, 1, 2, info.max - 1, info.max], dtype)
        pairs = np.meshgrid(specials, specials)
        return [
            np.concatenate([pair.ravel(), random.integers(info.min, info.max, count, dtype, endpoint=True)])
            for pair in pairs
        ]
    dtype = _REAL[element]
    if operands == 1:
        return [_reals(dtype, random, count)]
    parts = [_reals(dtype, random, count) for _ in range(2)]
    if op == "polygamma":
        # Orders are mostly small integers.
        parts[0][: count // 2] = random.integers(-2, 12, count // 2).astype(dtype)
    return _pairs(parts, dtype, random)


def _pairs(parts: list[np.ndarray], dtype: type, random: np.random.Generator) -> list[np.ndarray]:
    """Adds all pairs of special values, and pairs of close ones."""
    specials = _specials(dtype)
    first, second = np.meshgrid(specials, specials)
    near = random.normal(size=(2, 2000)).astype(dtype)
    near[1] = near[0]
    return [
        np.concatenate([part, special.ravel(), close])
        for part, special, close in zip(parts, (first, second), near, strict=True)
    ]


def _specials(dtype: type) -> np.ndarray:
    info = ml_dtypes.finfo(dtype)
    magnitudes = [
        0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 8.0, 10.0, 100.0, float(info.eps),
        float(info.smallest_subnormal), float(info.tiny), float(info.max), float(info.max) / 2,
        np.inf, np.nan, 1 - float(info.epsneg), 1 + float(info.eps), np.pi, 88.7, 709.8,
    ]  # fmt: skip
    with np.errstate(all="ignore"):
        values = np.array(magnitudes).astype(dtype)
    return np.concatenate([values, -values])


def _reals(dtype: type, random: np.random.Generator, count: int) -> np.ndarray:
    info = ml_dtypes.finfo(dtype)
    if info.bits == 16:
        every = np.arange(1 << 16, dtype=np.uint16).view(dtype)
        return random.permutation(every)
    integers = random.integers(0, 1 << 64, count // 2, dtype=np.uint64)
    anywhere = (integers >> np.uint64(64 - info.bits)).astype(f"uint{info.bits}").view(dtype)
    scale = 10.0 ** random.uniform(-3, 3, count - count // 2)
    usual = (random.normal(size=len(scale)) * scale).astype(dtype)
    return np.concatenate([anywhere, usual, _specials(dtype)])
