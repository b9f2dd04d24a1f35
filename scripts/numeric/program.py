"""Programs: what is generated, printed, and interpreted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .elements import Element


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

    `axes` says which of the program's axes each dim means, so that the generator
    can make ops whose sizes mostly fit. `quality` says how far XLA and NumPy can
    be expected to agree; see `elements.Quality`.
    """

    name: str
    type: Type
    axes: tuple[int, ...]
    quality: int

    def __str__(self) -> str:
        return f"%{self.name}"

    @property
    def label(self) -> str:
        """Its name for people, which looks like a placeholder of a message."""
        return f"{{0}} {self.name}"

    @property
    def location(self) -> str:
        """The location that gives it that name."""
        return f'loc("{self.label}")'


@dataclass(frozen=True)
class BroadcastOp:
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
        """Returns, per operand, the result dim that each of its dims stands at."""
        ranks = [operand.type.rank for operand in self.operands]
        result_rank = max(ranks)
        right = [tuple(range(result_rank - rank, result_rank)) for rank in ranks]
        if self.dimensions is None:
            return right
        return [
            self.dimensions if rank < result_rank else dims
            for rank, dims in zip(ranks, right)
        ]

    @property
    def results(self) -> tuple[Value, ...]:
        return (self.result,)

    def uses(self) -> tuple[Value, ...]:
        return self.operands

    def blocks(self) -> tuple[Block, ...]:
        return ()


@dataclass(frozen=True)
class MinimumOf:
    """A value's smallest element, by `stablehlo.reduce`.

    `initial` is a scalar that takes part, so that a value without elements has a
    minimum, too. XLA leaves it out where there is nothing to reduce, so a scalar's
    minimum is a mere `stablehlo.minimum`.
    """

    operand: Value
    initial: Value
    result: Value

    @property
    def results(self) -> tuple[Value, ...]:
        return (self.result,)

    def uses(self) -> tuple[Value, ...]:
        return (self.operand, self.initial)

    def blocks(self) -> tuple[Block, ...]:
        return ()


@dataclass(frozen=True)
class Block:
    """Statements and what they hand out."""

    statements: Sequence[Statement]
    results: tuple[Value, ...]


@dataclass(frozen=True)
class Branch:
    """A `stablehlo.if` (the index is an `i1`) or `stablehlo.case`."""

    index: Value
    branches: tuple[Block, ...]
    result: Value

    @property
    def results(self) -> tuple[Value, ...]:
        return (self.result,)

    def uses(self) -> tuple[Value, ...]:
        return (self.index, *(branch.results[0] for branch in self.branches))

    def blocks(self) -> tuple[Block, ...]:
        return self.branches


@dataclass(frozen=True)
class While:
    """A `stablehlo.while` that runs its body `trips` times.

    `parameters` are the values that the body sees of what is carried around.
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


Statement = BroadcastOp | MinimumOf | Branch | While


@dataclass(frozen=True)
class Program:
    """A `func.func @main`.

    `axis_sizes` are the sizes that the static dims of each axis have, if not 1.
    """

    arguments: tuple[Value, ...]
    body: Block
    axis_sizes: tuple[int, ...]

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in _print_program(self))


def walk(block: Block) -> Iterator[Statement]:
    """Yields the statements in and below a block, in program order."""
    for statement in block.statements:
        yield statement
        for inner in statement.blocks():
            yield from walk(inner)


def _types(values: Sequence[Value]) -> str:
    return ", ".join(str(value.type) for value in values)


def _names(values: Sequence[Value]) -> str:
    return ", ".join(map(str, values))


def _print_program(program: Program) -> Iterator[str]:
    arguments = ", ".join(
        f"{value}: {value.type} {value.location}" for value in program.arguments
    )
    results = program.body.results
    yield f"func.func @main({arguments}) -> ({_types(results)}) {{"
    for statement in program.body.statements:
        yield from (f"  {line}" for line in _print_statement(statement))
    yield f"  return {_names(results)} : {_types(results)}"
    yield "}"


def _print_statement(statement: Statement) -> Iterator[str]:
    match statement:
        case BroadcastOp():
            yield _print_broadcast_op(statement)
        case MinimumOf():
            yield from _print_minimum(statement)
        case Branch():
            op = "if" if statement.index.type.element.name == "i1" else "case"
            yield f'{statement.result} = "stablehlo.{op}"({statement.index}) ({{'
            for number, branch in enumerate(statement.branches):
                if number:
                    yield "}, {"
                yield from _print_block(branch)
            yield f"}}) : ({statement.index.type}) -> {statement.result.type}"
        case While():
            yield from _print_while(statement)


def _print_broadcast_op(op: BroadcastOp) -> str:
    attributes = []
    if op.dimensions is not None:
        dims = ", ".join(map(str, op.dimensions))
        attributes.append(f"broadcast_dimensions = array<i64{': ' if dims else ''}{dims}>")
    if op.compare_type:
        attributes.append(f"compare_type = #chlo<comparison_type {op.compare_type}>")
    if op.direction:
        attributes.append(f"comparison_direction = #chlo<comparison_direction {op.direction}>")
    dictionary = f" {{{', '.join(attributes)}}}" if attributes else ""
    return (
        f'{op.result} = "{op.source}"({_names(op.operands)}){dictionary} : '
        f"({_types(op.operands)}) -> {op.result.type} {op.result.location}"
    )


def _print_minimum(reduce: MinimumOf) -> Iterator[str]:
    scalar = reduce.result.type
    operands = f"{reduce.operand}, {reduce.initial}"
    if reduce.operand.type.rank == 0:
        types = f"({scalar}, {scalar}) -> {scalar}"
        yield f'{reduce.result} = "stablehlo.minimum"({operands}) : {types}'
        return
    dims = ", ".join(map(str, range(reduce.operand.type.rank)))
    yield f'{reduce.result} = "stablehlo.reduce"({operands}) ({{'
    yield f"^bb0(%x: {scalar}, %y: {scalar}):"
    yield f'  %z = "stablehlo.minimum"(%x, %y) : ({scalar}, {scalar}) -> {scalar}'
    yield f'  "stablehlo.return"(%z) : ({scalar}) -> ()'
    yield (
        f"}}) {{dimensions = array<i64: {dims}>}} : "
        f"({reduce.operand.type}, {scalar}) -> {scalar}"
    )


def _print_block(block: Block) -> Iterator[str]:
    for statement in block.statements:
        yield from (f"  {line}" for line in _print_statement(statement))
    yield f'  "stablehlo.return"({_names(block.results)}) : ({_types(block.results)}) -> ()'


def _print_while(loop: While) -> Iterator[str]:
    prefix = loop.results[0].name
    i32 = "tensor<i32>"
    carried = ", ".join(f"{value}: {value.type}" for value in loop.parameters)
    carried_types = _types(loop.initial)
    parameters = f"^bb0(%{prefix}_i: {i32}, {carried}):"
    results = ", ".join(f"{value}" for value in loop.results)
    yield f'%{prefix}_zero = "stablehlo.constant"() {{value = dense<0> : {i32}}} : () -> {i32}'
    yield f'%{prefix}_one = "stablehlo.constant"() {{value = dense<1> : {i32}}} : () -> {i32}'
    initial = f"%{prefix}_zero, {_names(loop.initial)}"
    yield f'%{prefix}_count, {results} = "stablehlo.while"({initial}) ({{'
    yield parameters
    yield (
        f'  %{prefix}_more = "stablehlo.compare"(%{prefix}_i, {loop.trips}) '
        "{comparison_direction = #stablehlo<comparison_direction LT>} : "
        f"({i32}, {i32}) -> tensor<i1>"
    )
    yield f'  "stablehlo.return"(%{prefix}_more) : (tensor<i1>) -> ()'
    yield "}, {"
    yield parameters
    yield (
        f'  %{prefix}_next = "stablehlo.add"(%{prefix}_i, %{prefix}_one) : '
        f"({i32}, {i32}) -> {i32}"
    )
    for statement in loop.body.statements:
        yield from (f"  {line}" for line in _print_statement(statement))
    yield (
        f'  "stablehlo.return"(%{prefix}_next, {_names(loop.body.results)}) : '
        f"({i32}, {carried_types}) -> ()"
    )
    yield f"}}) : ({i32}, {carried_types}) -> ({i32}, {carried_types})"
