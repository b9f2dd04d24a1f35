"""Loops: run once, on any possible state."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import z3
from jaxlib.mlir import ir

from .events import Loop
from .interpret import OtherLoops, Run, Unsupported, handles
from .larger import carried, is_aligned, is_larger, like
from .number import Bool, Number, all_equal, all_of, at_most, constant, equal, less
from .reader import Op, kind_of
from .theory import TENSOR, Kind, Value


@handles("stablehlo.while")
def while_(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Runs its second region while the first one yields true."""
    kinds = op.kinds

    def iterate(state: list[Value]) -> Iteration:
        going = run.region(op.regions[0], state)
        condition = run.truth(going[0])
        with run.on(condition):
            return Iteration(going, condition, run.region(op.regions[1], state))

    return _loop(run, op, operands, kinds, iterate)


@handles("scf.while")
def while_of_two_parts(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Runs the first region; if its condition holds, runs the second on the values it passes."""
    kinds = [kind_of(argument.type) for argument in op.regions[0].blocks[0].arguments]

    def iterate(state: list[Value]) -> Iteration:
        going, *handed = run.region(op.regions[0], state)
        condition = run.truth(going)
        with run.on(condition):
            return Iteration([going], condition, run.region(op.regions[1], handed))

    # The state for which the condition of the first region is false.
    last = _loop(run, op, operands, kinds, iterate)
    return run.region(op.regions[0], last)[1:]


@handles("scf.for")
def for_(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Runs its region for each index."""
    low, high, step, *inits = operands
    if "unsignedCmp" in op.attributes:
        raise Unsupported(f"{op.name} over numbers without signs")
    number = _index(run)
    index = Value(low.kind, (), None, (number,))
    limits = [run.numbers(value) for value in (low, high)]
    in_range: Bool = True
    if all(limits):
        (first,), (last,) = limits  # type: ignore[misc]
        in_range = all_of([at_most(first, number), less(number, last)])

    def iterate(state: list[Value]) -> Iteration:
        with run.on(in_range):
            yields = run.region(op.regions[0], [index, *state])
        return Iteration([low, high, step], in_range, yields)

    return _loop(run, op, inits, op.kinds, iterate)


def _index(run: Run) -> Number:
    """Returns the index of the next loop."""
    label = f"index of loop {run.counts['loop'] + 1}.{run.depth}"
    return run.theory.number(label, -(2**63), 2**63 - 1)


def counted(run: Run, op: Op, init: Value, count: Number, step: Callable[[Number, Value], Value]) -> Value:
    """Returns what so many steps make of a value, whose sizes they keep, as a loop that the output has for
    an op."""
    number = _index(run)
    limits = [Value(Kind("index", ()), (), None, (item,)) for item in (constant(0), count, constant(1))]
    in_range = all_of([at_most(constant(0), number), less(number, count)])

    def iterate(state: list[Value]) -> Iteration:
        with run.on(in_range):
            yields = [step(number, state[0])]
        return Iteration(limits, in_range, yields)

    (result,) = _loop(run, op, [init], [init.kind], iterate, keeps_sizes=True)
    return result


@dataclass
class _Shape:
    """The assumption about the state that a loop carries: dims of one class are equal.

    A dim that keeps its initial size is in no class. Values that are passed on
    unchanged keep their value, and each value equals the one at `twins`, which may be itself.
    """

    classes: dict[tuple[int, int], int | None]
    twins: list[int]
    kept: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Iteration:
    """The value that decides whether a loop continues, its condition, and the next state."""

    deciding: Sequence[Value]
    goes_on: Bool
    yields: Sequence[Value]


# Runs a loop once, on a state.
Iterate = Callable[[list[Value]], Iteration]


def _loop(
    run: Run, op: Op, inits: Sequence[Value], kinds: Sequence[Kind], iterate: Iterate, keeps_sizes: bool = False
) -> list[Value]:
    """Runs a loop once, on any possible state.

    The first program determines an invariant of the sizes, which the solver checks by
    induction. Then the second one must begin with the same values, and map the same
    state to the same next state.
    """
    number = run.count("loop")
    if run.first is not None and run.loops:
        # Each profile has a copy of the loops.
        number = (number - 1) % len(run.loops) + 1
    # The second program may lack loops of the first one.
    is_known = run.first is not None and number <= len(run.loops)
    label = run.loops[number - 1].label if is_known else f"loop {number}"
    if run.settings.keeps_sizes and run.first is None:
        iterate = _keeping_sizes(run, kinds, iterate)
    if any(value.sizes is None for value in inits):
        raise Unsupported(f"{op.name} carries values without a rank")
    runs = run.sometimes(label)
    if run.first is None:
        if keeps_sizes:
            shape = _Shape({}, list(range(len(kinds))))
        else:
            shape = _invariant(run, label, inits, kinds, iterate, runs)
        state = _state(run, f"{label} state", inits, kinds, shape)
        exits = _state(run, f"{label} exit", inits, kinds, shape)
    else:
        if not is_known or len(run.loops[number - 1].inits) != len(inits):
            raise OtherLoops("the programs have different loops")
        other = run.loops[number - 1]
        pairs = [(carried(run, own, its), its) for own, its in zip(inits, other.inits)]
        if any(len(own.sizes or ()) != len(its.sizes or ()) for own, its in pairs):
            raise OtherLoops("the programs have different loops")
        for index, (own, its) in enumerate(pairs):
            for word, condition in run.theory.same_value(own, its):
                run.claim(condition, f"{word} of value {index} that {label} begins with")
        state, exits = (
            [like(run, own, its, kind) for own, its, kind in zip(inits, values, kinds)]
            for values in (other.state, other.exits)
        )
    # What a loop begins with has a meaning only if its witnesses hold.
    state = [replace(v, given=init.given) for v, init in zip(state, inits)]
    exits = [replace(v, given=init.given) for v, init in zip(exits, inits)]
    position = len(run.loops)
    if run.first is None:
        is_unused = _is_unused(op.operation)
        # Neither does what another one contains that nothing uses.
        is_unused |= any(run.loops[index].is_unused for index in run.open_loops)
        run.loops.append(Loop(label, inits, state, (), (), exits, is_unused))
        run.open_loops.append(position)
    with run.on(runs):
        iteration = iterate(list(state))
        if run.first is None:
            if keeps_sizes and not all(map(_have_equal_sizes, iteration.yields, state)):
                raise Unsupported(f"{label}: it changes sizes that it keeps")
            run.loops[position].continues = iteration.deciding
            run.loops[position].yields = iteration.yields
        else:
            _claim_same(run, label, "that decides on", iteration.deciding, other.continues)
            with run.on(iteration.goes_on):
                _claim_same(run, label, "handed on", iteration.yields, other.yields)
                _claim_kept(run, label, iteration.yields, state)
    if run.first is None:
        run.open_loops.pop()
    return list(exits)


def _have_equal_sizes(a: Value, b: Value) -> bool:
    """Returns whether two values are known to have the same sizes."""
    return all_of([equal(x, y) for x, y in zip(a.sizes or (), b.sizes or (), strict=True)]) is True


# Ops that return sizes.
_SIZES = ("stablehlo.get_dimension_size", "tensor.dim", "shape.shape_of")


def _is_unused(operation: ir.Operation) -> bool:
    """Returns whether nothing that a function returns, and no op without results, uses an op's results but for
    their sizes."""
    pending, seen = [operation], {operation}
    while pending:
        for user in (use.owner.operation for result in pending.pop().results for use in result.uses):
            if user.name in _SIZES:
                # The output may know it without the loop.
                continue
            if user.name.split(".")[-1] in ("return", "yield", "condition"):
                user = user.parent.operation
                if user.name == "func.func":
                    return False
            elif not list(user.results):
                return False
            if user not in seen:
                seen.add(user)
                pending.append(user)
    return True


def _keeping_sizes(run: Run, kinds: Sequence[Kind], iterate: Iterate) -> Iterate:
    """Returns iterations that check that tensors keep their sizes, as loops on IREE do."""

    def iterate_and_check(state: list[Value]) -> Iteration:
        iteration = iterate(state)
        with run.on(iteration.goes_on):
            for kind, before, after in zip(kinds, state, iteration.yields, strict=True):
                if not is_aligned(kind):
                    run.check(all_equal(before.sizes or (), after.sizes or ()))
        return iteration

    return iterate_and_check


def _claim_same(run: Run, label: str, what: str, ours: Sequence[Value], theirs: Sequence[Value]) -> None:
    for index, (own, its) in enumerate(zip(ours, theirs, strict=True)):
        for word, condition in run.theory.same_value(carried(run, own, its), its):
            run.claim(condition, f"{word} of value {index} {what}, {label}")


def _claim_kept(run: Run, label: str, yields: Sequence[Value], state: Sequence[Value]) -> None:
    """Requires that the larger tensors of a loop keep their sizes."""
    for index, (own, before) in enumerate(zip(yields, state, strict=True)):
        if is_larger(run.theory, before):
            run.claim(all_equal(own.sizes or (), before.sizes or ()), f"sizes of the larger tensor {index}, {label}")


def _state(run: Run, label: str, inits: Sequence[Value], kinds: Sequence[Kind], shape: _Shape) -> list[Value]:
    values = []
    for index, (init, kind) in enumerate(zip(inits, kinds)):
        if index in shape.kept:
            values.append(replace(init, kind=kind))
            continue
        sizes = []
        for dim, declared in enumerate(kind.dims or ()):
            assert init.sizes is not None
            group = shape.classes.get((index, dim))
            if declared is not None:
                sizes.append(constant(declared))
            elif group is None:
                sizes.append(init.sizes[dim])
            else:
                sizes.append(run.theory.size(f"{label} size {group}", kind, dim))
        term = z3.Const(f"{label} {shape.twins[index]}", TENSOR)
        values.append(Value(kind, tuple(sizes), term, given=init.given))
    return values


def _invariant(
    run: Run, label: str, inits: Sequence[Value], kinds: Sequence[Kind], iterate: Iterate, runs: Bool
) -> _Shape:
    """Finds the sizes that a loop keeps, and those that change equally."""
    dims = [
        (index, dim)
        for index, kind in enumerate(kinds)
        for dim, declared in enumerate(kind.dims or ())
        if declared is None
    ]
    shape = _Shape(dict.fromkeys(dims), _twins(run, inits, kinds))
    for attempt in range(len(dims) + 2 * len(kinds) + 2):
        state = _state(run, f"{label} trial {attempt}", inits, kinds, shape)
        mark = _Mark(run)
        with run.on(runs):
            iteration = iterate(list(state))
        path = all_of([run.path, runs, iteration.goes_on])
        yields = list(iteration.yields)
        changed = _split(run, shape, dims, state, inits, yields, path)
        changed |= _part_twins(run, shape, yields, path)
        kept = {index for index, value in enumerate(state) if yields[index] is value}
        if not changed and kept <= shape.kept:
            kept |= _restored(run, kinds, inits, state, yields, path)
            kept |= _undone(run, state, yields, path)
        mark.reset(run)
        if kept - shape.kept:
            shape.kept |= kept
        elif not changed:
            return shape
    raise Unsupported(f"{label}: no invariant of its sizes is found")


class _Mark:
    """The state that a trial must restore."""

    def __init__(self, run: Run) -> None:
        self.events, self.claims = len(run.events), len(run.claims)
        self.counts, self.loops, self.effects = run.counts.copy(), len(run.loops), len(run.effects)

    def reset(self, run: Run) -> None:
        del run.events[self.events :], run.claims[self.claims :], run.loops[self.loops :], run.effects[self.effects :]
        run.counts = self.counts


def _twins(run: Run, inits: Sequence[Value], kinds: Sequence[Kind]) -> list[int]:
    """Returns for each value the first one of static shape that begins equal, or itself."""
    twins: list[int] = []
    for index, kind in enumerate(kinds):
        is_static = kind.dims is not None and None not in kind.dims
        alike = (
            other
            for other in range(index if is_static else 0)
            if twins[other] == other
            and (kinds[other].element, kinds[other].dims) == (kind.element, kind.dims)
            and _are_equal(run, run.path, inits[index], inits[other])
        )
        twins.append(next(alike, index))
    return twins


def _part_twins(run: Run, shape: _Shape, yields: Sequence[Value], path: Bool) -> bool:
    """Parts values that an iteration makes different; returns whether there are any."""
    twins: list[int] = []
    for index, before in enumerate(shape.twins):
        alike = (
            other
            for other in range(index)
            if shape.twins[other] == before
            and twins[other] == other
            and _are_equal(run, path, yields[index], yields[other])
        )
        twins.append(next(alike, index))
    changed = twins != shape.twins
    shape.twins = twins
    return changed


def _restored(
    run: Run, kinds: Sequence[Kind], inits: Sequence[Value], state: Sequence[Value], yields: Sequence[Value], path: Bool
) -> set[int]:
    """Returns the values of static shape that are what they began with after an iteration, if all of
    them were before it."""
    theory = run.theory
    found = {index for index, kind in enumerate(kinds) if kind.dims is not None and None not in kind.dims}
    while found:
        before = [theory.tensor(state[index]) == theory.tensor(inits[index]) for index in found]
        given = all_of([path, *before])
        rest = {index for index in found if _are_equal(run, given, yields[index], inits[index])}
        if rest == found:
            break
        found = rest
    return found


# The maximum number of ops by which an iteration computes a value from itself without changing it.
_MOST_UNDONE = 3


def _undone(run: Run, state: Sequence[Value], yields: Sequence[Value], path: Bool) -> set[int]:
    """Returns the values that an iteration computes from themselves, by few ops, without changing them. The output
    for IREE may lack these ops."""
    pairs = zip(state, yields) if run.settings.is_rewritten else ()
    near = [(index, own, after) for index, (own, after) in enumerate(pairs) if _may_be(run, own, after)]
    return {index for index, own, after in near if _are_equal(run, path, after, own)}


def _may_be(run: Run, value: Value, after: Value) -> bool:
    """Returns whether a value after an iteration is computed from the value before it by few ops."""
    known, terms = run.theory.tensor(value), [run.theory.tensor(after)]
    for _ in range(_MOST_UNDONE):
        if any(part.eq(known) for part in terms):
            return True
        terms = [part for term in terms for part in term.children() if part.sort() == TENSOR]
    return False


def _are_equal(run: Run, path: Bool, a: Value, b: Value) -> bool:
    from .check import holds

    return all(holds(run, path, condition) for _, condition in run.theory.same_value(a, b))


def _split(
    run: Run,
    shape: _Shape,
    dims: Sequence[tuple[int, int]],
    state: Sequence[Value],
    inits: Sequence[Value],
    yields: Sequence[Value],
    path: Bool,
) -> bool:
    """Removes assumptions that an iteration does not preserve; returns whether there are any."""
    from .check import holds

    def size(values: Sequence[Value], place: tuple[int, int]) -> Number:
        sizes = values[place[0]].sizes
        assert sizes is not None
        return sizes[place[1]]

    def is_equal(a: Number, b: Number) -> bool:
        return holds(run, path, equal(a, b))

    changed = False
    leaving = [
        place
        for place in dims
        if shape.classes[place] is None and not is_equal(size(yields, place), size(state, place))
    ]
    groups: dict[int | None, list[tuple[int, int]]] = {}
    for place in dims:
        group = -1 if place in leaving else shape.classes[place]
        if group is not None:
            groups.setdefault(group, []).append(place)
    next_class = max((item for item in shape.classes.values() if item is not None), default=0) + 1
    for group, places in groups.items():
        rest = places
        is_first = True
        while rest:
            head, *others = rest
            alike = [
                place
                for place in others
                if is_equal(size(yields, place), size(yields, head)) and is_equal(size(inits, place), size(inits, head))
            ]
            if group == -1 or not is_first:
                for place in (head, *alike):
                    shape.classes[place] = next_class
                next_class += 1
                changed = True
            is_first = False
            rest = [place for place in others if place not in alike]
    return changed
