"""Writes programs as MLIR."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .program import Argument, Program, Size, Source

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
        return tensor_type(self.sizes, self.element)


def tensor_type(sizes: Sequence[Size | None], element: str) -> str:
    """Prints a type."""
    dims = "".join(f"{size if isinstance(size, int) else '?'}x" for size in sizes)
    return f"tensor<{dims}{element}>"


@dataclass(frozen=True)
class Style:
    """How a program is written."""

    # The op for reshapes to sizes known only at run time: this, or `tensor.reshape`.
    reshape: str = "stablehlo.dynamic_reshape"
    # Whether products with a matrix flatten the rows first, so that both operands are
    # matrices.
    has_flat_products: bool = False
    # Whether assertions state which arguments' dims have equal sizes.
    has_constraints: bool = False
    # Returns the attributes of an argument.
    attributes: Callable[[Argument], str] = lambda _: ""


def write(program: Program, style: Style = Style()) -> str:
    """Writes a program as a function."""
    builder = Builder(style)
    values = {
        argument.name: Value(f"%{argument.name}", _known(argument.sizes), argument.element)
        for argument in program.arguments
    }
    if style.has_constraints:
        builder.constrain(program, values)
    result = program.compute(builder, values)
    arguments = ",\n".join(
        f"    {values[argument.name].name}: {values[argument.name].type}{style.attributes(argument)}"
        for argument in program.arguments
    )
    body = "".join(f"  {row}\n" for row in builder.rows)
    return (
        f"func.func @{program.name}(\n{arguments}) -> {result.type} {{\n"
        f"{body}  return {result.name} : {result.type}\n}}\n"
    )


def declare(argument: Argument) -> str:
    """Declares the names of an argument's dims."""
    if all(isinstance(size, int) for size in argument.sizes):
        return ""
    names = ", ".join(f'"{size}"' if isinstance(size, str) else '"?"' for size in argument.sizes)
    return f" {{bcast.dims = [{names}]}}"


def _known(sizes: Sequence[Size]) -> tuple[int | None, ...]:
    return tuple(size if isinstance(size, int) else None for size in sizes)


class Builder:
    """Writes one op per line, in the order of the calls, and never merges ops."""

    def __init__(self, style: Style) -> None:
        self._style = style
        self.rows: list[str] = []

    def constrain(self, program: Program, values: Mapping[str, Value]) -> None:
        """Asserts that dims with the same name have equal sizes, as JAX's exporter does."""
        first: dict[Size, Value] = {}
        for argument in program.arguments:
            for dim, name in enumerate(argument.sizes):
                if isinstance(name, int):
                    continue
                extent = self._extent((values[argument.name], dim))
                if name not in first:
                    first[name] = extent
                    continue
                sizes = (extent, first[name])
                is_equal = self._op("stablehlo.compare EQ,", sizes, (), "i1")
                names = f"{is_equal.name}, {extent.name}, {first[name].name}"
                self.rows.append(
                    f"stablehlo.custom_call @shape_assertion({names}) {{api_version = 2 : i32, "
                    f'error_message = "{argument.name} has size {{0}} for {name}, not {{1}}", '
                    "has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()"
                )

    def constant(self, value: float, element: str = "f32") -> Value:
        """A constant of rank 0."""
        literal = f"{value:e}" if element.startswith("f") else str(value)
        return self._constant(literal, (), element)

    def broadcast(self, name: str, *operands: Value, dimensions: Sequence[int] | None = None) -> Value:
        """`chlo.broadcast_<name>`; `dimensions` are its `broadcast_dimensions`."""
        shapes = [operand.sizes for operand in operands]
        if dimensions is not None:
            shapes.sort(key=len)
            small, large = shapes
            placed: list[int | None] = [1] * len(large)
            for size, dim in zip(small, dimensions):
                placed[dim] = size
            shapes = [tuple(placed), large]
        attributes = "" if dimensions is None else f" {{broadcast_dimensions = array<i64: {_list(dimensions)}>}}"
        element = operands[-1].element
        return self._op(f"chlo.broadcast_{name}", operands, _broadcast(shapes), element, attributes)

    def compare(self, direction: str, lhs: Value, rhs: Value) -> Value:
        """`chlo.broadcast_compare`."""
        attributes = f" {{comparison_direction = #chlo<comparison_direction {direction}>}}"
        sizes = _broadcast([lhs.sizes, rhs.sizes])
        return self._op("chlo.broadcast_compare", (lhs, rhs), sizes, "i1", attributes)

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
        rank = len(lhs.sizes)
        if self._style.has_flat_products and rank > 2 and len(rhs.sizes) == 2:
            rows = [self.dim(lhs, dim) for dim in range(rank - 1)]
            flat = self.reshape(lhs, [tuple(rows), lhs.sizes[-1]])
            product = self.dot(flat, rhs, (1, contracting[1]))
            return self.reshape(product, [*rows, product.sizes[-1]])
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
        known = _known_sources(sizes)
        if None not in known:
            return self._op("stablehlo.reshape", (operand,), known, operand.element)
        shape = self._shape(sizes)
        result = self._value(known, operand.element)
        self.rows.append(
            f'{result.name} = "{self._style.reshape}"({operand.name}, {shape.name}) '
            f": ({operand.type}, {shape.type}) -> {result.type}"
        )
        return result

    def slice(self, operand: Value, dim: int, start: int, limit: int) -> Value:
        """A part of a static dim."""
        # `stablehlo.slice` cannot express the end of a dim of unknown size.
        if any(size is None for at, size in enumerate(operand.sizes) if at != dim):
            return self._slice_dynamically(operand, dim, start, limit)
        ranges = ", ".join(f"{start}:{limit}" if at == dim else f"0:{size}" for at, size in enumerate(operand.sizes))
        sizes = list(operand.sizes)
        sizes[dim] = limit - start
        result = self._value(sizes, operand.element)
        self.rows.append(
            f"{result.name} = stablehlo.slice {operand.name} [{ranges}] : ({operand.type}) -> {result.type}"
        )
        return result

    def concatenate(self, operands: Sequence[Value], dim: int) -> Value:
        """The concatenation of values along a dim."""
        parts = [operand.sizes[dim] for operand in operands]
        sizes = list(operands[0].sizes)
        sizes[dim] = None if None in parts else sum(parts)
        named = f", dim = {dim}"
        return self._op("stablehlo.concatenate", operands, sizes, operands[0].element, named)

    def iota(self, sizes: Sequence[Source], dim: int) -> Value:
        """The index along a dim, as `i32`."""
        shape = self._shape(sizes)
        known = _known_sources(sizes)
        return self._op("stablehlo.dynamic_iota", (shape,), known, "i32", f", dim = {dim}")

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

    def _slice_dynamically(self, operand: Value, dim: int, start: int, limit: int) -> Value:
        rank = len(operand.sizes)
        starts = self._vector([start if at == dim else 0 for at in range(rank)])
        limits = self._shape([limit if at == dim else self.dim(operand, at) for at in range(rank)])
        strides = self._vector([1] * rank)
        sizes = list(operand.sizes)
        sizes[dim] = limit - start
        operands = (operand, starts, limits, strides)
        return self._op("stablehlo.real_dynamic_slice", operands, sizes, operand.element)

    def _shape(self, sizes: Sequence[Source]) -> Value:
        """Computes the sizes as a tensor, as frontends do: each dim separately."""
        parts = []
        for size in sizes:
            if isinstance(size, int):
                parts.append(self._vector([size]))
                continue
            parts.append(self._op("stablehlo.reshape", (self._extent(size),), (1,), "i32"))
        return parts[0] if len(parts) == 1 else self.concatenate(parts, 0)

    def _extent(self, source: Source | tuple[Source, ...]) -> Value:
        """A size, or a product of sizes, as a tensor of rank 0."""
        if isinstance(source, int):
            return self._constant(str(source), (), "i32")
        if not isinstance(source[0], Value):
            first, *rest = map(self._extent, source)
            for factor in rest:
                first = self._op("stablehlo.multiply", (first, factor), (), "i32")
            return first
        operand, dim = source
        return self._op("stablehlo.get_dimension_size", (operand,), (), "i32", f", dim = {dim}")

    def _vector(self, values: Sequence[int]) -> Value:
        literal = str(values[0]) if len(values) == 1 else f"[{_list(values)}]"
        return self._constant(literal, (len(values),), "i32")

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


def _known_sources(sizes: Sequence[Source]) -> tuple[int | None, ...]:
    return tuple(size if isinstance(size, int) else None for size in sizes)


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
