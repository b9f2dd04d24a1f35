"""Ops that select parts of tensors by indices."""

from collections.abc import Sequence
from dataclasses import dataclass

import z3
from jaxlib.mlir.dialects import stablehlo

from .elementwise import computed, converted
from .interpret import Run, Unsupported, handles, sizes_of
from .number import Number, all_equal, all_of, any_of, at_most, constant, equal, maximum, subtract
from .parts import part_of
from .reader import Op
from .shape_ops import moved_within, numbers_of, term_of
from .theory import Element, Value


@handles("stablehlo.gather", "stablehlo.dynamic_gather")
def gather(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Slices at indices: the dims of the indices and, at `offset_dims`, of the slices."""
    numbers = stablehlo.GatherDimensionNumbers(op.attributes["dimension_numbers"])
    (slices,) = numbers_of(run, op, operands[2:], ["slice_sizes"])
    indices = list(sizes_of(operands[1]))
    vector = numbers.index_vector_dim
    if vector < len(indices):
        run.demand(
            equal(indices[vector], constant(len(numbers.start_index_map))), "an index has a position for each dim"
        )
        del indices[vector]
    dropped = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
    kept = [size for dim, size in enumerate(slices) if dim not in dropped]
    fits = [at_most(part, size) for part, size in zip(slices, sizes_of(operands[0]))]
    # Without indices, nothing is read.
    is_empty = [equal(size, constant(0)) for size in indices]
    run.demand(any_of([all_of(fits), *is_empty]), "slices are not larger than the operand")
    legal = [at_most(constant(0), part) for part in slices]
    legal += [equal(slices[dim], constant(1)) for dim in dropped]
    run.demand(all_of(legal), "slices have sizes, of 1 in dims that are dropped")
    pairs = zip(numbers.operand_batching_dims, numbers.start_indices_batching_dims, strict=True)
    fits = [equal(sizes_of(operands[0])[dim], sizes_of(operands[1])[at]) for dim, at in pairs]
    run.demand(all_of(fits), "batching dims have one size")
    offsets = set(numbers.offset_dims)
    rank = len(indices) + len(kept)
    rest, parts = iter(indices), iter(kept)
    sizes = [next(parts) if dim in offsets else next(rest) for dim in range(rank)]
    is_pick = len(sizes_of(operands[0])) == 1 and [size.constant for size in slices] == [1]
    picked = _picked(run, operands) if is_pick else None
    if picked is not None:
        return [run.result(op, sizes, None, picked)]
    starts = run.numbers(operands[1])
    is_one = all(size.constant == 1 for size in indices) and not numbers.operand_batching_dims
    if starts is not None and is_one:
        by_dim = dict(zip(numbers.start_index_map, starts))
        return [run.result(op, sizes, _one_slice(run, operands[0], by_dim, slices, sizes))]
    return [run.result(op, sizes, _by_elements(run, operands, numbers, slices, indices, sizes))]


@dataclass(frozen=True)
class Place:
    """Where a gather reads along a dim: at a start, at an offset, at both added, or at 0."""

    # Starts, which are moved to be between 0 and the last one.
    starts: Value | None = None
    last: Number = constant(0)
    # The dim of the result whose position is the offset.
    offset: int | None = None
    # The dims of the result that the starts are along, where an output reads them.
    dims: tuple[int, ...] = ()


def gathered(
    run: Run, operand: Value, places: Sequence[Place], batch: Sequence[int], sizes: Sequence[Number]
) -> z3.ExprRef:
    """Returns the elements of a tensor at places along each dim; starts are along the batch dims of the
    result."""
    starts = [place for place in places if place.starts is not None]
    forms = [("start", place.offset) if place.starts else (place.offset,) for place in places]
    numbers = [*(place.starts for place in starts), *(place.last for place in starts), *sizes]
    label = f"elements at {forms} of a batch along {list(batch)}"

    return run.theory.moved([operand], lambda value: run.theory.apply(label, value, *numbers))


def _by_elements(
    run: Run,
    operands: Sequence[Value],
    numbers: stablehlo.GatherDimensionNumbers,
    slices: Sequence[Number],
    batch: Sequence[Number],
    sizes: Sequence[Number],
) -> z3.ExprRef:
    """Returns a gather as elements at places, as the specification defines them."""
    own = sizes_of(operands[0])
    offset_dims = list(numbers.offset_dims)
    batch_dims = [dim for dim in range(len(sizes)) if dim not in offset_dims]
    start_dims = list(numbers.start_index_map)
    batching = dict(zip(numbers.operand_batching_dims, numbers.start_indices_batching_dims, strict=True))
    offsets = iter(offset_dims)
    places = []
    for dim, (size, length) in enumerate(zip(own, slices, strict=True)):
        if dim in batching:
            index_dim = batching[dim]
            places.append(Place(offset=batch_dims[index_dim - (index_dim > numbers.index_vector_dim)]))
            continue
        offset = None if dim in numbers.collapsed_slice_dims else next(offsets)
        if dim not in start_dims:
            places.append(Place(offset=offset))
            continue
        starts = _column(run, operands[1], numbers.index_vector_dim, start_dims.index(dim), batch)
        places.append(Place(starts, subtract(size, length), offset))
    return gathered(run, operands[0], places, batch_dims, sizes)


def _column(run: Run, indices: Value, vector: int, number: int, batch: Sequence[Number]) -> Value:
    """Returns one number of each index."""
    rows = wide(run, indices)
    own = sizes_of(rows)
    if vector == len(own):
        return rows
    parts = run.theory.joined.get(run.theory.tensor(rows))
    if parts is not None and parts[1] == vector:
        values, _ = parts
        if all(sizes_of(value)[vector].constant == 1 for value in values):
            return in_other_sizes(run, values[number], tuple(batch))
    if own[vector].constant == 1:
        # The output reshapes the whole tensor.
        return run.theory.in_sizes(rows, tuple(batch))
    starts = [constant(number if dim == vector else 0) for dim in range(len(own))]
    lengths = [constant(1) if dim == vector else size for dim, size in enumerate(own)]
    return in_other_sizes(run, part_of(run, rows, starts, lengths), tuple(batch))


def _one_slice(
    run: Run, value: Value, starts: dict[int, Number], lengths: Sequence[Number], sizes: Sequence[Number]
) -> z3.ExprRef:
    """Returns the only slice, which is moved into the tensor."""
    own = sizes_of(value)
    by_dim = [starts.get(dim, constant(0)) for dim in range(len(own))]
    offsets = moved_within(by_dim, lengths, own)
    return run.theory.reshape(part_of(run, value, offsets, lengths), sizes)


def in_other_sizes(run: Run, value: Value, sizes: tuple[Number, ...]) -> Value:
    elements = run.elements(value)
    if elements is not None:
        return Value.sized(value.kind.element, sizes, None, elements)
    return run.theory.in_sizes(value, sizes)


def wide(run: Run, indices: Value) -> Value:
    """Returns indices in a type with a sign that has all sizes; greater ones are its greatest."""
    width = indices.kind.width
    if width is None or width.is_signed and width.bits >= 32:
        return indices
    if width.bits == 64:
        indices = _limited(run, indices, constant(2**63 - 1))
    return converted(run, run.op, indices, "i32" if width.bits < 32 else "i64")


def _clamped(run: Run, indices: Value, size: Number) -> Value:
    """Returns indices that are moved into a dim."""
    return _limited(run, indices, maximum(subtract(size, constant(1)), constant(0)))


def _limited(run: Run, indices: Value, last: Number) -> Value:
    """Returns indices that are at least 0, and not greater than the last one."""
    kind, sizes = indices.kind, indices.sizes or ()
    limits = []
    for number in (constant(0), last):
        item = number if kind.width is None else kind.width.wrap(number)
        limits.append(run.theory.fill(kind.element, item, sizes))
    return computed(run, run.op, "clamp", [limits[0], indices, limits[1]], sizes)


def _taken(run: Run, value: Value, indices: Value, dim: int) -> Value:
    """Returns slices along a dim at indices, which are within it."""
    own = sizes_of(value)
    sizes = (*own[:dim], *(indices.sizes or ()), *own[dim + 1 :])
    return Value.sized(value.kind.element, sizes, run.theory.apply(f"take along {dim}", value, indices))


def _picked(run: Run, operands: Sequence[Value]) -> tuple[Element, ...] | None:
    """Returns the elements of a list at known indices."""
    elements, indices = run.elements(operands[0]), run.numbers(operands[1])
    if elements is None or indices is None or any(item.constant is None for item in indices):
        return None
    last = len(elements) - 1
    return tuple(elements[min(max(item.constant or 0, 0), last)] for item in indices)


@handles("stablehlo.torch_index_select")
def torch_index_select(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Selects slices along one dim by indices."""
    dim, batch = op.integer("dim"), op.integer("batch_dims")
    own, index = sizes_of(operands[0]), sizes_of(operands[1])
    sizes = [*own[:dim], *index[batch:], *own[dim + 1 :]]
    run.demand(all_equal(own[:batch], index[:batch]), "batching dims have one size")
    is_empty = [equal(size, constant(0)) for size in index]
    run.demand(any_of([at_most(constant(1), own[dim]), *is_empty]), "slices are not larger than the operand")
    picked = _picked(run, operands) if len(own) == 1 else None
    if picked is not None:
        return [run.result(op, sizes, None, picked)]
    if batch and op.name in run.written_out:
        raise Unsupported(f"{op.name} of batches, which the output computes by other ops")
    if batch:
        return [run.result(op, sizes, term_of(run, op, operands))]
    indices = operands[1]
    if run.first is None or not run.settings.is_rewritten:
        # IREE reads outside of the tensor otherwise.
        indices = _clamped(run, wide(run, indices), own[dim])
    return [run.result(op, sizes, _taken(run, operands[0], indices, dim).tensor)]
