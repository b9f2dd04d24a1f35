"""Programs: arguments, and the computation of the result from them.

A program is a function of a backend, which either writes MLIR (`text`) or computes
with NumPy (`reference`), so that both have the same definition.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

# A size: static, or the name of one that is known only at run time.
Size: TypeAlias = int | str
# A dim of a reshaped value: static, or the dim of a value with the same size.
Source: TypeAlias = "int | tuple[Value, int]"
Value: TypeAlias = object


class Backend(Protocol):
    """The operations that models are written with."""

    def constant(self, value: float, element: str = "f32") -> Value:
        """A constant of rank 0."""

    def broadcast(self, name: str, *operands: Value, dimensions: Sequence[int] | None = None) -> Value:
        """`chlo.broadcast_<name>`; `dimensions` are its `broadcast_dimensions`."""

    def compare(self, direction: str, lhs: Value, rhs: Value) -> Value:
        """`chlo.broadcast_compare`."""

    def unary(self, name: str, operand: Value) -> Value:
        """An elementwise op of StableHLO."""

    def convert(self, operand: Value, element: str) -> Value:
        """A conversion to another element type."""

    def dot(
        self,
        lhs: Value,
        rhs: Value,
        contracting: tuple[int, int],
        batching: tuple[Sequence[int], Sequence[int]] = ((), ()),
    ) -> Value:
        """`stablehlo.dot_general` with one contracted dim."""

    def transpose(self, operand: Value, permutation: Sequence[int]) -> Value:
        """A permutation of dims."""

    def reduce(self, name: str, operand: Value, dimensions: Sequence[int]) -> Value:
        """The sum (`add`) or the `maximum` along dims."""

    def reshape(self, operand: Value, sizes: Sequence[Source]) -> Value:
        """The same elements in another shape."""

    def slice(self, operand: Value, dim: int, start: int, limit: int) -> Value:
        """A part of a static dim."""

    def concatenate(self, operands: Sequence[Value], dim: int) -> Value:
        """The concatenation of values along a dim."""

    def iota(self, sizes: Sequence[Source], dim: int) -> Value:
        """The index along a dim, as `i32`."""

    def lookup(self, table: Value, indices: Value) -> Value:
        """Rows of a table: a `stablehlo.gather`."""

    def dim(self, operand: Value, dim: int) -> Source:
        """The size of a dim, for `reshape`."""

    def rank(self, operand: Value) -> int:
        """The number of dims."""


@dataclass(frozen=True)
class Argument:
    """An argument of a program."""

    name: str
    sizes: tuple[Size, ...]
    element: str = "f32"
    # The exclusive upper bound of integers.
    limit: int = 2


@dataclass(frozen=True)
class Program:
    """A function of one result."""

    name: str
    arguments: tuple[Argument, ...]
    # Takes a backend and the arguments by name, returns the result.
    compute: Callable[[Backend, Mapping[str, Value]], Value]
    # Sizes to run it with, and incompatible sizes.
    cases: tuple[Mapping[str, int], ...] = ()
    mismatches: tuple[Mapping[str, int], ...] = ()
