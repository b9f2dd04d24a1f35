"""Ops between the broadcasting ones, which give facts about sizes."""

import random
from collections.abc import Sequence

import numpy as np

from .elements import Quality
from .program import ShapeOp, Type, Value

Shape = tuple[int, ...]
# The supported ops.
KINDS = ("broadcast", "concatenate", "maximum", "reduce", "slice", "transpose")


def shape_of(op: ShapeOp, shapes: Sequence[Shape]) -> Shape | None:
    """Returns the result's shape; `None` if the op is undefined."""
    first = shapes[0]
    shape: Shape | None
    match op.kind:
        case "transpose":
            shape = tuple(first[dim] for dim in op.numbers)
        case "reduce":
            shape = tuple(size for dim, size in enumerate(first) if dim not in op.numbers)
        case "slice":
            fits = all(limit <= size for limit, size in zip(op.numbers, first))
            shape = op.numbers if fits else None
        case "concatenate":
            (at,) = op.numbers
            rests = {size[:at] + size[at + 1 :] for size in shapes}
            total = sum(size[at] for size in shapes)
            shape = (*first[:at], total, *first[at + 1 :]) if len(rests) == 1 else None
        case "broadcast":
            fits = all(size in (1, other) for size, other in zip(first, shapes[1]))
            shape = shapes[1] if fits else None
        case _:
            shape = first if len(set(shapes)) == 1 else None
    if shape is None:
        return None
    declared = zip(shape, op.result.type.dims, strict=True)
    return shape if all(dim in (None, size) for size, dim in declared) else None


def value_of(op: ShapeOp, operands: Sequence[np.ndarray]) -> np.ndarray:
    """Computes the result of an op that is defined."""
    first = operands[0]
    match op.kind:
        case "transpose":
            return np.transpose(first, op.numbers)
        case "reduce":
            # An empty operand has an empty result.
            return np.maximum.reduce(first, axis=op.numbers, initial=first.dtype.type(0))
        case "slice":
            return first[tuple(slice(limit) for limit in op.numbers)]
        case "concatenate":
            return np.concatenate(operands, axis=op.numbers[0])
        case "broadcast":
            return np.broadcast_to(first, operands[1].shape)
        case _:
            return np.maximum(*operands)


def draw(rng: random.Random, scope: Sequence[Value], name: str, kind: str | None = None) -> ShapeOp | None:
    """Generates an op on values of the scope, if it has suitable ones."""
    kind = kind or rng.choice(KINDS)
    first = rng.choice(scope)
    dims, rank, element = first.type.dims, first.type.rank, first.type.element
    operands, numbers, axes = (first,), (), first.axes
    result: list[int | None] = list(dims)
    if kind in ("maximum", "reduce") and (element.is_complex or element.is_bool):
        return None
    match kind:
        case "transpose":
            numbers = tuple(rng.sample(range(rank), rank) if rng.random() < 0.6 else range(rank))
            result = [dims[dim] for dim in numbers]
            axes = tuple(first.axes[dim] for dim in numbers)
        case "reduce":
            if not rank:
                return None
            numbers = (rng.randrange(rank),)
            result = [dim for at, dim in enumerate(dims) if at not in numbers]
            axes = tuple(axis for at, axis in enumerate(axes) if at not in numbers)
        case "slice":
            numbers = tuple(rng.choice((1, 1, 2)) if dim is None else dim for dim in dims)
            result = list(numbers)
        case _:
            alike = [
                value
                for value in scope
                if value.type.element == element
                and value.type.rank == rank
                and (kind == "concatenate" or value.axes == axes)
            ]
            second = rng.choice(alike)
            operands = (first, second)
            if kind == "concatenate":
                if not rank:
                    return None
                numbers = (rng.randrange(rank),)
            joined = _join(kind, dims, second.type.dims, numbers)
            if joined is None:
                return None
            result = joined
    # Some results are less specific.
    result = [None if rng.random() < 0.2 else dim for dim in result]
    quality = min(value.quality for value in operands)
    if kind in ("maximum", "reduce") and element.is_float:
        quality = min(quality, Quality.EQUAL)
    elif kind == "reduce":
        quality = min(quality, Quality.IDENTICAL)
    if kind in ("maximum", "reduce", "concatenate"):
        quality = min(quality, Quality.IDENTICAL)
    value = Value(name, Type(tuple(result), element), axes, quality)
    return ShapeOp(kind, operands, numbers, value)


def _join(
    kind: str, dims: Sequence[int | None], others: Sequence[int | None], numbers: Sequence[int]
) -> list[int | None] | None:
    """Infers the dims of an op of two operands, if there is one."""
    result: list[int | None] = []
    for at, (dim, other) in enumerate(zip(dims, others)):
        if at in numbers:
            result.append(None if None in (dim, other) else dim + other)
        elif kind == "broadcast":
            if None not in (dim, other) and dim not in (1, other):
                return None
            result.append(other)
        else:
            if None not in (dim, other) and dim != other:
                return None
            result.append(other if dim is None else dim)
    return result
