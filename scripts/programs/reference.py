"""Computes programs with NumPy."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numeric.elements import DTYPES, OPS, compare

from .program import Argument, Program, Source

_UNARY = {
    "abs": np.abs,
    "cosine": np.cos,
    "exponential": np.exp,
    "log": np.log,
    "logistic": lambda x: 1 / (1 + np.exp(-x)),
    "negate": np.negative,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sine": np.sin,
    "sqrt": np.sqrt,
    "tanh": np.tanh,
}
_REDUCE = {"add": np.sum, "maximum": np.max}


def arguments(program: Program, sizes: Mapping[str, int], generator: np.random.Generator) -> list[np.ndarray]:
    """Generates random arguments of these sizes.

    A key `argument.dim` sets the size of a single dim.
    """
    return [_argument(argument, sizes, generator) for argument in program.arguments]


def _argument(argument: Argument, sizes: Mapping[str, int], generator: np.random.Generator) -> np.ndarray:
    shape = [
        size if isinstance(size, int) else sizes.get(f"{argument.name}.{dim}", sizes[size])
        for dim, size in enumerate(argument.sizes)
    ]
    element = DTYPES[argument.element]
    if argument.element == "f32":
        return generator.normal(size=shape).astype(element)
    return generator.integers(argument.limit, size=shape).astype(element)


def run(program: Program, values: Sequence[np.ndarray]) -> np.ndarray:
    """Computes a program's result."""
    names = [argument.name for argument in program.arguments]
    return program.compute(Numpy(), dict(zip(names, values)))


class Numpy:
    """A backend that computes immediately."""

    def constant(self, value: float, element: str = "f32") -> np.ndarray:
        return np.array(value, DTYPES[element])

    def broadcast(self, name: str, *operands: np.ndarray, dimensions: Sequence[int] | None = None) -> np.ndarray:
        if dimensions is not None:
            rank = max(operand.ndim for operand in operands)
            operands = tuple(_place(operand, dimensions, rank) for operand in operands)
        return OPS[name].compute(*operands)

    def compare(self, direction: str, lhs: np.ndarray, rhs: np.ndarray) -> np.ndarray:
        return compare(lhs, rhs, direction, "FLOAT")

    def unary(self, name: str, operand: np.ndarray) -> np.ndarray:
        return _UNARY[name](operand)

    def dot(
        self,
        lhs: np.ndarray,
        rhs: np.ndarray,
        contracting: tuple[int, int],
        batching: tuple[Sequence[int], Sequence[int]] = ((), ()),
    ) -> np.ndarray:
        lhs, lhs_free = _flatten(lhs, batching[0], contracting[0])
        rhs, rhs_free = _flatten(rhs, batching[1], contracting[1])
        result = lhs @ np.swapaxes(rhs, -1, -2)
        return result.reshape(lhs.shape[:-2] + lhs_free + rhs_free)

    def transpose(self, operand: np.ndarray, permutation: Sequence[int]) -> np.ndarray:
        return np.transpose(operand, permutation)

    def reduce(self, name: str, operand: np.ndarray, dimensions: Sequence[int]) -> np.ndarray:
        return _REDUCE[name](operand, axis=tuple(dimensions))

    def reshape(self, operand: np.ndarray, sizes: Sequence[Source]) -> np.ndarray:
        return operand.reshape(sizes)

    def slice(self, operand: np.ndarray, dim: int, start: int, limit: int) -> np.ndarray:
        return operand[(slice(None),) * dim + (slice(start, limit),)]

    def concatenate(self, operands: Sequence[np.ndarray], dim: int) -> np.ndarray:
        return np.concatenate(operands, axis=dim)

    def iota(self, sizes: Sequence[Source], dim: int) -> np.ndarray:
        return np.indices(sizes, dtype=np.int32)[dim]

    def lookup(self, table: np.ndarray, indices: np.ndarray) -> np.ndarray:
        return table[indices]

    def dim(self, operand: np.ndarray, dim: int) -> int:
        return operand.shape[dim]

    def rank(self, operand: np.ndarray) -> int:
        return operand.ndim


def _place(operand: np.ndarray, dimensions: Sequence[int], rank: int) -> np.ndarray:
    """Aligns an operand's dims as `broadcast_dimensions` specifies."""
    if operand.ndim == rank:
        return operand
    sizes = [1] * rank
    for size, dim in zip(operand.shape, dimensions):
        sizes[dim] = size
    return operand.reshape(sizes)


def _flatten(operand: np.ndarray, batching: Sequence[int], contracting: int) -> tuple[np.ndarray, tuple[int, ...]]:
    """Reshapes an operand to batch dims, one free dim and the contracted one."""
    free = [dim for dim in range(operand.ndim) if dim not in (*batching, contracting)]
    sizes = tuple(operand.shape[dim] for dim in free)
    ordered = np.transpose(operand, [*batching, *free, contracting])
    batch = tuple(operand.shape[dim] for dim in batching)
    return ordered.reshape(*batch, math.prod(sizes), operand.shape[contracting]), sizes
