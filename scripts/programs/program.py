"""Programs of broadcasting ops, as frontends write them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

# A size: static, or the name of one that is known only at run time.
Size: TypeAlias = int | str
# A dim of a reshaped value: static, or the dim of a value with the same size.
Source: TypeAlias = "int | tuple[Value, int]"

_IDENTITIES = {"add": "0.000000e+00", "maximum": "0xFF800000"}


@dataclass(frozen=True)
class Value:
    """An SSA value; a size of `None` is known only at run time."""

    name: str
    sizes: tuple[int | None, ...]
    element: str

    @property
    def type(self) -> str:
        """Prints the type."""
        dims = "".join(f"{'?' if size is None else size}x" for size in self.sizes)
        return f"tensor<{dims}{self.element}>"


@dataclass(frozen=True)
class Argument:
    """An argument of a program."""

    name: str
    sizes: tuple[Size, ...]
    element: str = "f32"


@dataclass(frozen=True)
class Program:
    """A function of one result."""

    name: str
    arguments: tuple[Argument, ...]
    # Takes a builder and the arguments by name, returns the result.
    compute: Callable[[Builder, Mapping[str, Value]], Value]
    # Sizes that fit, for those known only at run time.
    fitting: Mapping[str, int] = field(default_factory=dict)


def write(program: Program, is_declared: bool = False) -> str:
    """Writes a program as a function; its arguments may declare the names of their dims."""
    builder = Builder()
    values = {
        argument.name: Value(f"%{argument.name}", _known(argument.sizes), argument.element)
        for argument in program.arguments
    }
    result = program.compute(builder, values)
    arguments = ",\n".join(
        f"    {values[argument.name].name}: {values[argument.name].type}{_names(argument) if is_declared else ''}"
        for argument in program.arguments
    )
    body = "".join(f"  {row}\n" for row in builder.rows)
    return (
        f"func.func @{program.name}(\n{arguments}) -> {result.type} {{\n"
        f"{body}  return {result.name} : {result.type}\n}}\n"
    )


def _names(argument: Argument) -> str:
    """Returns the attribute with the names of an argument's dims."""
    if all(isinstance(size, int) for size in argument.sizes):
        return ""
    names = ", ".join(f'"{size}"' if isinstance(size, str) else '"?"' for size in argument.sizes)
    return f" {{bcast.dims = [{names}]}}"


def _known(sizes: Sequence[Size | Source]) -> tuple[int | None, ...]:
    return tuple(size if isinstance(size, int) else None for size in sizes)


class Builder:
    """Writes one op per line, in the order of the calls, and never merges ops."""

    def __init__(self) -> None:
        self.rows: list[str] = []

    def constant(self, value: float) -> Value:
        """A constant of rank 0."""
        return self._constant(f"{value:e}", (), "f32")

    def broadcast(self, name: str, *operands: Value) -> Value:
        """`chlo.broadcast_<name>`."""
        sizes = _broadcast([operand.sizes for operand in operands])
        return self._op(f"chlo.broadcast_{name}", operands, sizes, operands[-1].element)

    def unary(self, name: str, operand: Value) -> Value:
        """An elementwise op of StableHLO."""
        result = self._value(operand.sizes, operand.element)
        self.rows.append(f"{result.name} = stablehlo.{name} {operand.name} : {result.type}")
        return result

    def dot(
        self,
        lhs: Value,
        rhs: Value,
        contracting: tuple[int, int],
        batching: tuple[Sequence[int], Sequence[int]] = ((), ()),
    ) -> Value:
        """`stablehlo.dot_general` with one contracted dim."""
        lhs_batching, rhs_batching = batching
        lhs_contracting, rhs_contracting = contracting
        sizes = [lhs.sizes[dim] for dim in lhs_batching]
        for operand, used in ((lhs, {*lhs_batching, lhs_contracting}), (rhs, {*rhs_batching, rhs_contracting})):
            sizes += [size for dim, size in enumerate(operand.sizes) if dim not in used]
        named = f", contracting_dims = [{lhs_contracting}] x [{rhs_contracting}]"
        if lhs_batching:
            named = f", batching_dims = [{_list(lhs_batching)}] x [{_list(rhs_batching)}]{named}"
        return self._op("stablehlo.dot_general", (lhs, rhs), sizes, lhs.element, named)

    def transpose(self, operand: Value, permutation: Sequence[int]) -> Value:
        """A permutation of dims."""
        sizes = [operand.sizes[dim] for dim in permutation]
        dims = f", dims = [{_list(permutation)}]"
        return self._op("stablehlo.transpose", (operand,), sizes, operand.element, dims)

    def reduce(self, name: str, operand: Value, dimensions: Sequence[int]) -> Value:
        """The sum (`add`) or the `maximum` along dims."""
        initial = self._constant(_IDENTITIES[name], (), operand.element)
        kept = [size for dim, size in enumerate(operand.sizes) if dim not in dimensions]
        result = self._value(kept, operand.element)
        self.rows.append(
            f"{result.name} = stablehlo.reduce({operand.name} init: {initial.name}) "
            f"applies stablehlo.{name} across dimensions = [{_list(dimensions)}] "
            f": ({operand.type}, {initial.type}) -> {result.type}"
        )
        return result

    def reshape(self, operand: Value, sizes: Sequence[Source]) -> Value:
        """The same elements in another shape."""
        known = _known(sizes)
        if None not in known:
            return self._op("stablehlo.reshape", (operand,), known, operand.element)
        shape = self._shape(sizes)
        result = self._value(known, operand.element)
        self.rows.append(
            f'{result.name} = "stablehlo.dynamic_reshape"({operand.name}, {shape.name}) '
            f": ({operand.type}, {shape.type}) -> {result.type}"
        )
        return result

    def lookup(self, table: Value, indices: Value) -> Value:
        """Rows of a table: a `stablehlo.gather`."""
        rank = len(indices.sizes)
        (_, width) = table.sizes
        attributes = (
            f" {{dimension_numbers = #stablehlo.gather<offset_dims = [{rank}], "
            "collapsed_slice_dims = [0], start_index_map = [0], "
            f"index_vector_dim = {rank}>, indices_are_sorted = false, "
            f"slice_sizes = array<i64: 1, {width}>}}"
        )
        result = self._value((*indices.sizes, width), table.element)
        self.rows.append(
            f'{result.name} = "stablehlo.gather"({table.name}, {indices.name}){attributes} '
            f": ({table.type}, {indices.type}) -> {result.type}"
        )
        return result

    def dim(self, operand: Value, dim: int) -> Source:
        """The size of a dim, for `reshape`."""
        size = operand.sizes[dim]
        return (operand, dim) if size is None else size

    def rank(self, operand: Value) -> int:
        """The number of dims."""
        return len(operand.sizes)

    def _shape(self, sizes: Sequence[Source]) -> Value:
        """Computes the sizes as a tensor, as frontends do: each dim separately."""
        parts = []
        for size in sizes:
            if isinstance(size, int):
                parts.append(self._constant(str(size), (1,), "i32"))
                continue
            operand, dim = size
            extent = self._op("stablehlo.get_dimension_size", (operand,), (), "i32", f", dim = {dim}")
            parts.append(self._op("stablehlo.reshape", (extent,), (1,), "i32"))
        return (
            parts[0] if len(parts) == 1 else self._op("stablehlo.concatenate", parts, (len(parts),), "i32", ", dim = 0")
        )

    def _constant(self, literal: str, sizes: Sequence[int], element: str) -> Value:
        result = self._value(sizes, element)
        self.rows.append(f"{result.name} = stablehlo.constant dense<{literal}> : {result.type}")
        return result

    def _op(
        self, name: str, operands: Sequence[Value], sizes: Sequence[int | None], element: str, attributes: str = ""
    ) -> Value:
        result = self._value(sizes, element)
        names = ", ".join(operand.name for operand in operands)
        types = ", ".join(operand.type for operand in operands)
        self.rows.append(f"{result.name} = {name} {names}{attributes} : ({types}) -> {result.type}")
        return result

    def _value(self, sizes: Sequence[int | None], element: str) -> Value:
        return Value(f"%{len(self.rows)}", tuple(sizes), element)


def _broadcast(shapes: Sequence[Sequence[int | None]]) -> tuple[int | None, ...]:
    """`[?, 1] x [4] => [?, 4]`."""
    rank = max(map(len, shapes))
    aligned = [(1,) * (rank - len(shape)) + tuple(shape) for shape in shapes]
    sizes = []
    for dims in zip(*aligned):
        fixed = {size for size in dims if size not in (None, 1)}
        if len(fixed) > 1:
            raise ValueError(f"shapes that do not broadcast: {shapes}")
        sizes.append(fixed.pop() if fixed else (None if None in dims else 1))
    return tuple(sizes)


def _list(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
