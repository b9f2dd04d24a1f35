"""Ops that slide windows over their operands."""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jaxlib.mlir import ir

from .broadcast_ops import Replacement
from .control import body_terms, run_unknown
from .elementwise import compute, promoted, same_sizes
from .interpret import Run, attribute_key, handles
from .number import GREATEST_SIZE, Number, add, all_of, at_most, choose, constant, divide, equal, less, subtract
from .loops import counted
from .pad_ops import padded_tensor
from .parts import part_term
from .reader import Op
from .scans import choose_scan, step_of
from .theory import Kind, Value


@handles("stablehlo.reduce_window")
def reduce_window(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Reduces the elements in each window, in the results' types."""
    operands = promoted(run, op, operands, op.kinds * 2)
    sizes = same_sizes(run, operands[: len(operands) // 2])
    rank = len(sizes)
    windows = [constant(size) for size in op.integers("window_dimensions") or ()]
    padding = padding_of(op.attributes.get("padding"), rank)
    ones = (1,) * rank
    names = ("window_strides", "base_dilations", "window_dilations")
    lists = [op.integers(name) or ones for name in names]
    counts = window_sizes(run, sizes, windows, padding, *lists)
    arguments = [*operands, *body_terms(run, op)]
    results = run.results(op, f"{op.name} {attribute_key(op)}", arguments, [counts] * len(op.kinds))
    if len(results) == 1:
        block = op.regions[0].blocks[0]
        known = [one for items in lists for one in items]
        results = [_by_steps(run, op, block, operands, windows, padding, lists, results[0])]
        results = [choose_scan(run, block, operands, windows, padding, known, results[0])]
    return results


def dynamic_reduce_window(run: Run, op: Op, operands: list[Value]) -> Sequence[Value] | None:
    """Returns what JAX's call for windows of unknown size returns; `None` if it is not known."""
    value, init, *lists = operands
    numbers = [run.numbers(item) for item in lists]
    name = op.attribute_text("called_computations").strip("[]@")
    function = run.program.functions.get(name)
    if function is None or value.sizes is None or None in numbers:
        return None
    windows, *known, edges = (items or [] for items in numbers)
    if any(item.constant is None for items in known for item in items):
        return None
    rank = len(value.sizes)
    run.demand(
        all_of([at_most(constant(1), item) for items in known for item in items]),
        "strides and dilations are at least 1",
    )
    constants = [[max(item.constant or 1, 1) for item in items] for items in known]
    padding = [(edges[2 * dim], edges[2 * dim + 1]) for dim in range(rank)]
    run.demand(all_of([at_most(constant(1), window) for window in windows]), "windows have elements")
    counts = window_sizes(run, value.sizes, windows, padding, *constants)
    other = run.result(op, counts, run.theory.apply(f"{op.name} {name}", *operands))
    ones = [one for items in constants for one in items]
    block = function.regions[0].blocks[0]
    other = _by_steps(run, op, block, [value, init], windows, padding, constants, other)
    if _has_loops(run):
        return [other]
    return [choose_scan(run, block, [value, init], windows, padding, ones, other)]


def _by_steps(
    run: Run,
    op: Op,
    block: ir.Block,
    operands: Sequence[Value],
    windows: Sequence[Number],
    padding: Sequence[tuple[Number, Number]],
    lists: Sequence[Sequence[int]],
    other: Value,
) -> Value:
    """Returns what windows are for IREE, or at given sizes: the reduction of all their elements at one
    position, and then at the next one; `other` if there are many positions."""
    step = step_of(block)
    counts = [window.constant for window in windows]
    if not run.settings.is_rewritten and not run.settings.shapes:
        return other
    are_many = None in counts or math.prod(count or 0 for count in counts) > _MOST_STEPS
    long = [dim for dim, count in enumerate(counts) if count != 1]
    strides, dilations, inner_dilations = lists
    is_kept = are_many and _is_kept(run, op, counts, strides)
    is_loop = 0 < len(long) <= _MOST_LOOPS and _has_loops(run)
    if step is None or len(operands) != 2 or are_many and not is_loop and not is_kept:
        run.rewritten.add(op.name)
        return other
    value, init = operands
    lows, highs = zip(*padding) if padding else ((), ())
    interiors = [constant(dilation - 1) for dilation in dilations]
    padded = padded_tensor(run, value, init, lows, highs, interiors)
    sizes = other.sizes or ()
    kind = Kind.sized(value.kind.element, sizes)
    if is_kept:
        # The output has it without padding.
        label = f"{step} in windows of {counts}, {strides} apart, each {inner_dilations}: {kind.element}"
        return Value(other.kind, sizes, run.theory.apply(label, padded, init))
    reduction = Replacement(op, step, {}, kind)
    result = Value(kind, sizes, run.theory.broadcast(init, (), sizes))
    apart = [constant(stride) for stride in strides]

    def reduced(place: Sequence[Number], result: Value) -> Value:
        """Reduces with the elements of all windows at one place."""
        starts = [run.theory.multiply(at, constant(dilation)) for at, dilation in zip(place, inner_dilations)]
        part = Value(kind, sizes, part_term(run, padded, starts, sizes, apart))
        return compute(run, step, reduction, [result, part], sizes)

    if are_many:
        place = [constant(0)] * len(counts)
        result = _Loops(run, op, windows, reduced).from_first(result, long, place)
        return Value(other.kind, sizes, run.theory.tensor(result))
    for place in itertools.product(*(range(count or 0) for count in counts)):
        result = reduced([constant(at) for at in place], result)
    return Value(other.kind, sizes, run.theory.tensor(result))


def _is_kept(run: Run, op: Op, counts: Sequence[int | None], strides: Sequence[int]) -> bool:
    """Returns whether the output has windows in one op, as it is or without padding."""
    if run.first is not None:
        return op.name == "stablehlo.reduce_window"
    return (tuple(counts), tuple(strides)) in run.other_windows


@dataclass(frozen=True)
class _Loops:
    """The loops in which windows are reduced: with the elements of all of them at one place after the other."""

    run: Run
    op: Op
    windows: Sequence[Number]
    # Reduces a value with the elements at one place.
    reduced: Callable[[Sequence[Number], Value], Value]

    def from_first(self, value: Value, dims: Sequence[int], place: Sequence[Number]) -> Value:
        """Reduces with the elements at all places along these dims: at the first ones, which are in no loop,
        at the others along the last dim, and so on."""
        if not dims:
            return self.reduced(place, value)
        dim, *rest = dims
        value = self.from_first(value, rest, place)

        def step(at: Number, own: Value) -> Value:
            return self._nested(own, rest, _moved(place, dim, add(at, constant(1))))

        return counted(self.run, self.op, value, subtract(self.windows[dim], constant(1)), step)

    def _nested(self, value: Value, dims: Sequence[int], place: Sequence[Number]) -> Value:
        """Reduces with the elements at all places along these dims, by one loop in the other."""
        if not dims:
            return self.reduced(place, value)
        dim, *rest = dims

        def step(at: Number, own: Value) -> Value:
            return self._nested(own, rest, _moved(place, dim, at))

        return counted(self.run, self.op, value, self.windows[dim], step)


def _moved(place: Sequence[Number], dim: int, at: Number) -> list[Number]:
    """Returns a place with another position along a dim."""
    return [*place[:dim], at, *place[dim + 1 :]]


def _has_loops(run: Run) -> bool:
    """Returns whether the output has loops over the elements of windows, and no scans."""
    return "scf.for" in run.made and "iree_linalg_ext.scan" not in run.made


# As many positions in a window as are reduced one after the other.
_MOST_STEPS = 64
# As many loops, one in the other; of more of them, the solver has no answer in time.
_MOST_LOOPS = 3


@handles("stablehlo.select_and_scatter")
def select_and_scatter(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Has the operand's sizes, and a window for each element of the source."""
    own, source = operands[0].sizes, operands[1].sizes
    if own is not None and source is not None:
        windows = [constant(size) for size in op.integers("window_dimensions") or (1,) * len(own)]
        padding = padding_of(op.attributes.get("padding"), len(own))
        ones = (1,) * len(own)
        counts = window_sizes(run, own, windows, padding, op.integers("window_strides") or ones, ones, ones)
        for count, size in zip(counts, source, strict=True):
            run.demand(equal(count, size), "the source has an element for each window")
    return run_unknown(run, op, operands, [own])


def window_sizes(
    run: Run,
    sizes: Sequence[Number],
    windows: Sequence[Number],
    padding: Sequence[tuple[Number, Number]],
    strides: Sequence[int],
    dilations: Sequence[int],
    window_dilations: Sequence[int],
) -> list[Number]:
    """Returns the number of windows along each dim."""
    results = []
    for dim, (size, window) in enumerate(zip(sizes, windows)):
        low, high = padding[dim]
        padded = add(_dilated(size, dilations[dim]), add(low, high))
        width = _dilated(window, window_dilations[dim])
        steps = divide(subtract(padded, width), strides[dim], "down")
        is_empty = less(padded, width)
        count = choose(is_empty, constant(0), add(steps, constant(1)))
        if window.constant == strides[dim] == 1:
            # One window for each element.
            count = padded
        legal = [at_most(constant(0), padded)]
        if run.first is None:
            # The tool requires this of its input: padded sizes must be valid too.
            legal.append(at_most(padded, constant(GREATEST_SIZE)))
        run.demand(all_of(legal), "padded sizes can be expressed")
        count = Number(count.term, max(count.low, 0), max(count.high, 0))
        results.append(run.theory.same_numbers.of(count))
    return results


def _dilated(size: Number, dilation: int) -> Number:
    if dilation == 1:
        return size
    between = subtract(size, constant(1))
    if between.constant is not None:
        return constant(max(between.constant * dilation + 1, 0))
    spread = add(Number(between.z * dilation, between.low * dilation, between.high * dilation), constant(1))
    return choose(equal(size, constant(0)), constant(0), spread)


def padding_of(attribute: ir.Attribute | None, rank: int) -> list[tuple[Number, Number]]:
    if attribute is None:
        return [(constant(0), constant(0))] * rank
    flat = [constant(int(item)) for item in ir.DenseIntElementsAttr(attribute)]
    return [(flat[2 * dim], flat[2 * dim + 1]) for dim in range(rank)]
