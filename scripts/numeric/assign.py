"""Sizes for a program's arguments, and numbers to fill them with."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .elements import I32, Quality
from .program import Program, Value
from .reference import Failure, Meaningless, Shape, outcomes
from .tool import Mode

# Attempts per requested assignment.
_TRIES = 16


@dataclass(frozen=True)
class Assignment:
    """The arguments' shapes and their possible outcomes: see `reference.outcomes`."""

    shapes: Mapping[Value, Shape]
    outcomes: Sequence[Failure | None]

    @property
    def failure(self) -> Failure | None:
        """Returns why they are rejected, if they are."""
        return self.outcomes[0]

    def __str__(self) -> str:
        return ", ".join(f"{value}: {list(shape)}" for value, shape in self.shapes.items())


def assignments(program: Program, count: int, mode: Mode, rng: random.Random) -> list[Assignment]:
    """Draws assignments of sizes, about as many accepted as rejected ones.

    The rejected ones cover all places where a program can reject before any is
    repeated. If a program has too few different assignments, some are repeated with
    different numbers.
    """
    found: dict[tuple[Shape, ...], Assignment] = {}
    counts: Counter[bool] = Counter()
    for number in range(count * _TRIES):
        if counts[True] >= count and counts[False] >= count:
            break
        shapes = _draw(program, rng, wildness=(number % 4) / 8)
        try:
            assignment = Assignment(shapes, outcomes(program, shapes, mode.zero_extents, mode.facts))
        except Meaningless:
            continue
        key = tuple(shapes.values())
        if key not in found:
            found[key] = assignment
            counts[assignment.failure is None] += 1
    accepted = [assignment for assignment in found.values() if assignment.failure is None]
    rejected = _by_place([assignment for assignment in found.values() if assignment.failure])
    some_rejected = rejected[: max(count // 2, count - len(accepted))]
    chosen = some_rejected + accepted[: count - len(some_rejected)]
    if not chosen:
        return []
    return (chosen * count)[:count]


def _by_place(rejected: list[Assignment]) -> list[Assignment]:
    """Sorts by the number of earlier rejections at the same place."""
    seen: Counter[tuple] = Counter()
    turns = []
    for assignment in rejected:
        failure = assignment.failure
        sizes = {size for _, _, size in failure.aligned(failure.result_dim)}
        place = (failure.op, failure.result_dim, 0 in sizes)
        turns.append(seen[place])
        seen[place] += 1
    return [rejected[index] for index in sorted(range(len(rejected)), key=turns.__getitem__)]


def _draw(program: Program, rng: random.Random, wildness: float) -> dict[Value, Shape]:
    """Draws sizes: those of the axes, 1 and, depending on `wildness`, any others."""
    axis_sizes = list(program.axis_sizes)
    if axis_sizes and rng.random() < 0.2:
        axis_sizes[rng.randrange(len(axis_sizes))] = rng.choice((0, 0, 1, 2, 3))

    def size(dim: int | None, axis: int) -> int:
        if dim is not None:
            return dim
        if rng.random() < wildness:
            return rng.choice((0, 0, 1, 2, 3, 4))
        return axis_sizes[axis] if rng.random() < 0.7 else 1

    return {
        value: tuple(size(dim, axis) for dim, axis in zip(value.type.dims, value.axes)) for value in program.arguments
    }


def numbers(value: Value, shape: Shape, rng: np.random.Generator) -> np.ndarray:
    """Draws an argument's elements, including special values."""
    element = value.type.element
    dtype = element.dtype
    if value.quality == Quality.POSITIVE:
        return rng.integers(2, 6, shape).astype(dtype)
    if element.is_bool:
        return rng.integers(0, 2, shape).astype(dtype)
    if element == I32 and not shape:
        # It may count trips or choose a branch.
        return np.asarray(rng.integers(-1, 4), dtype)
    if element.is_complex:
        # None is zero, because division by 0 is implementation-defined.
        parts = rng.integers(1, 5, (2, *shape))
        return (parts[0] + 1j * parts[1]).astype(dtype)
    if element.is_integer:
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        small = rng.integers(max(low, -9), 10, shape)
        special = rng.choice(np.array([low, high, high // 2, 0], dtype), shape)
        return np.where(rng.random(shape) < 0.1, special, small.astype(dtype)).astype(dtype)
    small = rng.integers(-16, 17, shape) / 4
    special = rng.choice([np.nan, np.inf, -np.inf, 4096.0, -0.0], shape)
    return np.where(rng.random(shape) < 0.06, special, small).astype(dtype)
