"""Tensors into which another one is put: padding, and parts that are replaced."""

from collections.abc import Sequence

from .interpret import Run, handles, sizes_of
from .number import Number, add, all_of, at_most, choose, constant, equal, maximum, minimum, subtract
from .parts import insert_term, part_of, put_into_filled
from .reader import Op
from .shape_ops import moved_within, numbers_of, term_of
from .theory import Value

_ZERO, _ONE = constant(0), constant(1)


@handles("stablehlo.pad", "stablehlo.dynamic_pad")
def pad(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Adds elements at both ends and between others: puts the tensor into one that is filled.

    Negative padding removes elements first.
    """
    value, filler, *rest = operands
    names = ("edge_padding_low", "edge_padding_high", "interior_padding")
    lows, highs, interiors = numbers_of(run, op, rest, names)
    sizes = padded_sizes(run, sizes_of(value), lows, highs, interiors)
    run.demand(all_of([at_most(_ZERO, inner) for inner in interiors]), "padding inside")
    run.demand(all_of([at_most(_ZERO, size) for size in sizes]), "sizes are not negative")
    padded = padded_tensor(run, value, filler, lows, highs, interiors)
    return [run.result(op, sizes_of(padded), padded.tensor)]


def padded_sizes(
    run: Run, sizes: Sequence[Number], lows: Sequence[Number], highs: Sequence[Number], interiors: Sequence[Number]
) -> list[Number]:
    """Returns the sizes of a padded tensor."""
    found = []
    for size, low, high, inner in zip(sizes, lows, highs, interiors, strict=True):
        between = choose(equal(size, _ZERO), _ZERO, run.theory.multiply(subtract(size, _ONE), inner))
        found.append(add(add(size, between), add(low, high)))
    return found


def padded_tensor(
    run: Run, value: Value, filler: Value, lows: Sequence[Number], highs: Sequence[Number], interiors: Sequence[Number]
) -> Value:
    """Returns a padded tensor, whose sizes are not negative."""
    own, none = sizes_of(value), [_ZERO] * len(lows)
    sizes = [
        run.theory.same_numbers.of(maximum(size, _ZERO)) for size in padded_sizes(run, own, lows, highs, interiors)
    ]
    if any(inner.constant != 0 for inner in interiors):
        strides = [add(inner, _ONE) for inner in interiors]
        spread = padded_sizes(run, own, none, none, interiors)
        value = put_into_filled(run, value, filler, none, strides, spread)
    value = _cut(run, value, lows, highs)
    offsets = [
        # If no edge removes elements, the tensor is behind what is added.
        low if low.low >= 0 and high.low >= 0 else minimum(maximum(low, _ZERO), size)
        for low, high, size in zip(lows, highs, sizes)
    ]
    return put_into_filled(run, value, filler, offsets, (), sizes)


def _cut(run: Run, value: Value, lows: Sequence[Number], highs: Sequence[Number]) -> Value:
    """Returns a tensor without the elements that negative padding removes."""
    if all(edge.low >= 0 for edge in (*lows, *highs)):
        return value
    starts, lengths = [], []
    for size, low, high in zip(sizes_of(value), lows, highs):
        start = minimum(maximum(subtract(_ZERO, low), _ZERO), size)
        end = maximum(add(size, minimum(high, _ZERO)), start)
        starts.append(run.theory.same_numbers.of(start))
        lengths.append(run.theory.same_numbers.of(subtract(end, start)))
    return part_of(run, value, starts, lengths)


@handles("stablehlo.dynamic_update_slice")
def dynamic_update_slice(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Replaces a part, which is moved into the tensor."""
    value, update, *indices = operands
    pairs = list(zip(sizes_of(update), sizes_of(value)))
    fits = [at_most(length, size) for length, size in pairs]
    run.demand(all_of(fits), "the update is not larger than the operand")
    numbers = [run.numbers(index) for index in indices]
    if None in numbers or len(numbers) != len(pairs):
        return [run.result(op, sizes_of(value), term_of(run, op, operands))]
    starts = [number[0] for number in numbers if number is not None]
    offsets = moved_within(starts, sizes_of(update), sizes_of(value))
    return [run.result(op, sizes_of(value), insert_term(run, update, value, offsets))]
