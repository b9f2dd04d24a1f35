"""The representation of programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .elements import ORDERS, Element


@dataclass(frozen=True)
class Type:
    """A ranked tensor type; a dim of `None` is dynamic."""

    dims: tuple[int | None, ...]
    element: Element

    def __str__(self) -> str:
        sizes = "".join(f"{'?' if dim is None else dim}x" for dim in self.dims)
        return f"tensor<{sizes}{self.element.name}>"

    @property
    def rank(self) -> int:
        return len(self.dims)


@dataclass(frozen=True, eq=False)
class Value:
    """An SSA value.

    `axes` maps each dim to one of the program's axes, so that the generator can create
    ops whose sizes are mostly compatible. `quality` is the degree to which XLA and
    NumPy are expected to agree; see `elements.Quality`.
    """

    name: str
    type: Type
    axes: tuple[int, ...]
    quality: int

    def __str__(self) -> str:
        return f"%{self.name}"

    @property
    def label(self) -> str:
        """Its display name, which looks like a placeholder of a message."""
        return f"{{7}} {self.name}"

    @property
    def location(self) -> str:
        """The location that contains the display name."""
        return f'loc("{self.label}")'


class _Simple:
    """A statement without blocks."""

    operands: tuple[Value, ...]

    def uses(self) -> tuple[Value, ...]:
        return self.operands

    def blocks(self) -> tuple[Block, ...]:
        return ()


class _OfOne(_Simple):
    """A statement with one result."""

    result: Value

    @property
    def results(self) -> tuple[Value, ...]:
        return (self.result,)


@dataclass(frozen=True)
class BroadcastOp(_OfOne):
    """A `chlo.broadcast_*` op."""

    name: str
    operands: tuple[Value, ...]
    result: Value
    dimensions: tuple[int, ...] | None = None
    direction: str = ""
    compare_type: str = ""

    @property
    def source(self) -> str:
        return f"chlo.broadcast_{self.name}"

    def alignment(self) -> list[tuple[int, ...]]:
        """Returns, for each operand, the result dims that its dims are aligned to."""
        ranks = [operand.type.rank for operand in self.operands]
        result_rank = max(ranks)
        right = [tuple(range(result_rank - rank, result_rank)) for rank in ranks]
        if self.dimensions is None:
            return right
        return [self.dimensions if rank < result_rank else dims for rank, dims in zip(ranks, right)]


@dataclass(frozen=True)
class MinimumOf(_OfOne):
    """A value's smallest element, by `stablehlo.reduce`.

    `initial` is a scalar that takes part, so that an empty value has a minimum too. XLA
    ignores it if there are no dims to reduce, so a scalar's minimum is a
    `stablehlo.minimum`.
    """

    operand: Value
    initial: Value
    result: Value

    def uses(self) -> tuple[Value, ...]:
        return (self.operand, self.initial)


@dataclass(frozen=True)
class Block:
    """Statements and the values that they yield."""

    statements: Sequence[Statement]
    results: tuple[Value, ...]


@dataclass(frozen=True)
class Branch(_OfOne):
    """A `stablehlo.if` (the index is an `i1`) or `stablehlo.case`."""

    index: Value
    branches: tuple[Block, ...]
    result: Value

    def uses(self) -> tuple[Value, ...]:
        return (self.index, *(branch.results[0] for branch in self.branches))

    def blocks(self) -> tuple[Block, ...]:
        return self.branches


@dataclass(frozen=True)
class While:
    """A `stablehlo.while` that runs its body `trips` times.

    `parameters` are the carried values inside the body.
    """

    trips: Value
    initial: tuple[Value, ...]
    parameters: tuple[Value, ...]
    body: Block
    results: tuple[Value, ...]

    def uses(self) -> tuple[Value, ...]:
        return (self.trips, *self.initial, *self.body.results)

    def blocks(self) -> tuple[Block, ...]:
        return (self.body,)


@dataclass(frozen=True)
class ShapeOp(_OfOne):
    """An op of a kind of `shape_ops.KINDS`; `numbers` are the dims, or a slice's limits.

    `broadcast` gives its first operand the shape of the second one, dim by dim.
    """

    kind: str
    operands: tuple[Value, ...]
    numbers: tuple[int, ...]
    result: Value


@dataclass(frozen=True)
class Assertion(_Simple):
    """A frontend's assertion that compares the size of a dim with another one or a bound."""

    name: str
    values: tuple[Value, ...]
    dims: tuple[int, ...]
    direction: str = "EQ"
    bound: int | None = None

    def holds(self, sizes: Sequence[int]) -> bool:
        """Returns whether the constraint holds, given the sizes of its dims."""
        a, b = sizes if self.bound is None else (sizes[0], self.bound)
        return ORDERS[self.direction](a, b)

    @property
    def results(self) -> tuple[Value, ...]:
        return ()

    def uses(self) -> tuple[Value, ...]:
        return self.values


@dataclass(frozen=True, eq=False)
class Function:
    """A private function."""

    name: str
    parameters: tuple[Value, ...]
    body: Block


@dataclass(frozen=True)
class Call(_Simple):
    """A call of a private function."""

    function: Function
    operands: tuple[Value, ...]
    results: tuple[Value, ...]

    def blocks(self) -> tuple[Block, ...]:
        return (self.function.body,)


Statement = BroadcastOp | MinimumOf | Branch | While | ShapeOp | Assertion | Call


@dataclass(frozen=True)
class Program:
    """A `func.func @main`, and the functions that it calls.

    `axis_sizes` are the sizes that the static dims of each axis have, if not 1.
    """

    arguments: tuple[Value, ...]
    body: Block
    axis_sizes: tuple[int, ...]
    functions: tuple[Function, ...] = ()


def walk(block: Block) -> Iterator[Statement]:
    """Yields the statements in and below a block, in program order."""
    for statement in block.statements:
        yield statement
        for inner in statement.blocks():
            yield from walk(inner)
