"""The sizes of results, and StableHLO's requirements on operands."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import z3
from jaxlib.mlir import ir

from .constants import filled
from .control import body_terms, bound_values
from .elementwise import computed, promoted, same_sizes
from .integers import quotient
from .interpret import Run, Unsupported, attribute_key, handles, sizes_of
from .number import (
    Bool, Number, add, all_of, any_of, at_most, constant, divide, equal, implies, less, maximum,
    minimum, subtract,
)  # fmt: skip
from .number_ops import product
from .parts import known_part, part_term
from .reader import Op
from .scans import neutral, reversed_along, step_of
from .theory import Kind, Value

# The marker in integer lists for a number that is an operand.
AT_RUN_TIME = -(2**63)
# The most concatenated tensors of unknown size of which each may be without elements.
_MOST_EMPTY = 3


def term_of(run: Run, op: Op, operands: Sequence[Value], *more: z3.ExprRef) -> z3.ExprRef:
    return run.theory.apply(f"{op.name} {attribute_key(op)}", *operands, *more)


def _shape_operand(run: Run, op: Op, value: Value, rank: int) -> list[Number]:
    """Returns the sizes in an operand; they must not be negative."""
    numbers = run.numbers(value)
    if numbers is None:
        term, kind = run.theory.tensor(value), op.kinds[0]
        return [run.size_of(term, kind, dim) for dim in range(len(kind.dims or ()))]
    if len(numbers) != rank:
        run.demand(False, "the shape has the result's rank")
        raise Unsupported("a shape of another rank")
    run.demand(all_of([at_most(constant(0), size) for size in numbers]), "sizes are not negative", is_unchecked=True)
    return [Number(size.term, max(size.low, 0), max(size.high, 0)) for size in numbers]


@handles("stablehlo.broadcast_in_dim", "stablehlo.dynamic_broadcast_in_dim")
def broadcast_in_dim(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Repeats dims of size 1, and adds dims."""
    operand = operands[0]
    own = sizes_of(operand)
    dims = op.integers("broadcast_dimensions") or ()
    kind = op.kinds[0]
    rank = len(kind.dims or ())
    if len(operands) > 1:
        sizes = _shape_operand(run, op, operands[1], rank)
    else:
        # A bounded dim has the operand's size; the others are in the type.
        sizes = [
            constant(size) if size is not None else own[dims.index(dim)] if dim in dims else None
            for dim, size in enumerate(kind.dims or ())
        ]
        if None in sizes:
            raise Unsupported(f"{op}: a size that nothing says")
    if len(dims) != len(own) or any(not 0 <= dim < rank for dim in dims):
        run.demand(False, "each dim of the operand has a dim of the result")
        return run.opaque(op, operands)
    conditions = []
    for size, dim in zip(own, dims):
        conditions.append(any_of([equal(size, constant(1)), equal(size, sizes[dim])]))
    is_legal = all_of(conditions)
    run.demand(is_legal, "each dim of the operand is 1 or the result's")
    for name, is_hint in (
        ("known_nonexpanding_dimensions", equal),
        ("known_expanding_dimensions", lambda a, b: equal(a, constant(1))),
    ):
        hints = op.integers(name) or ()
        holds = [is_hint(own[dim], sizes[dims[dim]]) for dim in hints]
        run.demand(all_of(holds), f"{name} hold")
    value = run.typed(kind, sizes)
    repeated = run.theory.repeated(operand, dims, value.sizes or ())
    return [replace(repeated, kind=kind, sizes=value.sizes)]


@handles("stablehlo.broadcast")
def broadcast(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Adds dims in front."""
    front = op.integers("broadcast_sizes") or ()
    own = sizes_of(operands[0])
    sizes = [*(constant(size) for size in front), *own]
    dims = tuple(range(len(front), len(sizes)))
    value = run.typed(op.kinds[0], sizes)
    term = run.theory.broadcast(operands[0], dims, value.sizes or ())
    return [Value(value.kind, value.sizes, term)]


@handles("stablehlo.reshape", "stablehlo.dynamic_reshape", "tensor.reshape")
def reshape(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Reshapes the elements."""
    kind, operand = op.kinds[0], operands[0]
    if kind.dims is None:
        return run.opaque(op, operands)
    if op.name == "tensor.reshape":
        run.limit(exists(run, operand))
    if len(operands) > 1:
        numbers = run.numbers(operands[1]) or ()
        places = [place for place, size in enumerate(numbers) if size.constant == -1]
        if len(places) == 1 and operand.sizes is not None:
            # What upstream's verifier rejects, and the tool computes.
            sizes = inferred_at(run, operand.sizes, numbers, places[0])
        else:
            sizes = _shape_operand(run, op, operands[1], len(kind.dims))
    else:
        # The number of elements determines the size of a single bounded dim.
        sizes = _static_reshape(run, op, operand)
    return [reshape_by(run, operand, kind, sizes)]


def inferred_at(run: Run, own: Sequence[Number], sizes: Sequence[Number], place: int) -> list[Number]:
    """Returns the sizes of a reshape whose size at a place is -1 and holds the rest, which is asserted.

    Sizes on both sides are cancelled, so that one that is 0 does not leave the others open.
    """
    others = [size for at, size in enumerate(sizes) if at != place]
    before = list(own)
    after = []
    for size in others:
        match = next((item for item in before if equal(item, size) is True), None)
        if match is None:
            after.append(size)
        else:
            before.remove(match)
    known, count = product(run, after), product(run, before)
    if known.constant == 0:
        raise Unsupported("a size that holds the rest of no elements")
    if known.constant is None:
        rest = quotient(run, count, maximum(known, constant(1)))
    else:
        rest = divide(count, known.constant)
    is_held = equal(run.theory.multiply(rest, known), count)
    run.check(all_of([*(at_most(constant(0), size) for size in others), is_held]))
    return [rest if at == place else size for at, size in enumerate(sizes)]


def reshape_by(run: Run, operand: Value, kind: Kind, sizes: Sequence[Number]) -> Value:
    """Returns the elements in other sizes, which must hold as many."""
    from .larger import is_larger

    _demand_same_count(run, operand, sizes)
    value = run.typed(kind, sizes)
    # Of a larger tensor, only the elements at its start are defined.
    if operand.elements is not None and not is_larger(run.theory, operand):
        return Value(kind, value.sizes, None, operand.elements)
    term = run.theory.reshape(operand, value.sizes or ())
    return Value(kind, value.sizes, term, floats=operand.floats)


def _static_reshape(run: Run, op: Op, operand: Value) -> list[Number]:
    dims = op.kinds[0].dims or ()
    dynamic = [size for size in operand.sizes or () if size.constant is None]
    sizes = []
    for dim, size in enumerate(dims):
        if size is not None:
            sizes.append(constant(size))
        elif len(dynamic) == 1:
            sizes.append(dynamic[0])
        else:
            sizes.append(run.size_of(run.theory.tensor(operand), op.kinds[0], dim))
    return sizes


def exists(run: Run, value: Value) -> Bool:
    """Returns whether a tensor has few enough elements to be in memory, with others.

    Sizes of the `tensor` dialect have 64 bits, so a product of sizes may be one.
    """
    if value.sizes is None:
        return True
    return at_most(product(run, value.sizes), constant(2**62))


def _demand_same_count(run: Run, operand: Value, sizes: Sequence[Number]) -> None:
    """Requires equal numbers of elements; sizes on both sides are cancelled."""
    if operand.sizes is None:
        return
    before, after = list(operand.sizes), list(sizes)
    for size in list(before):
        match = next((other for other in after if equal(size, other) is True), None)
        if match is not None and size.constant != 0:
            before.remove(size)
            after.remove(match)
    shared_zero = [size for size in operand.sizes if any(equal(size, other) is True for other in sizes)]
    is_same = equal(product(run, before), product(run, after))
    empty = [equal(size, constant(0)) for size in shared_zero]
    run.demand(any_of([is_same, *empty]), "as many elements as before")


@handles("vector.broadcast", "vector.shape_cast")
def reshape_or_repeat(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Broadcasts a vector, with its dims aligned to the right, or reshapes it."""
    kind, operand = op.kinds[0], operands[0]
    sizes = [constant(size or 0) for size in kind.dims or ()]
    if op.name == "vector.shape_cast":
        return [Value(kind, tuple(sizes), run.theory.reshape(operand, sizes))]
    own = len(operand.sizes or ())
    dims = tuple(range(len(sizes) - own, len(sizes)))
    return [replace(run.theory.repeated(operand, dims, sizes), kind=kind)]


@handles("stablehlo.transpose")
def transpose(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Permutes dims."""
    order = op.integers("permutation") or ()
    permuted = transposed(run, operands[0], order)
    if permuted is operands[0]:
        return [run.copy_of(permuted, op.kinds[0])]
    return [run.typed(op.kinds[0], sizes_of(permuted), permuted.tensor, permuted.elements)]


def transposed(run: Run, value: Value, order: Sequence[int]) -> Value:
    """Returns a tensor whose dim `i` is dim `order[i]` of another one; that itself if it is the same."""
    if list(order) == sorted(order):
        return value
    # As a broadcast with permuted dims, so that it composes with other broadcasts.
    own = sizes_of(value)
    dims = tuple(order.index(dim) for dim in range(len(own)))
    return run.theory.repeated(value, dims, [own[dim] for dim in order])


@handles("stablehlo.reverse")
def reverse(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Reverses the order of elements along dims."""
    term = reversed_along(run, operands[0], op.integers("dimensions") or ())
    return [run.result(op, sizes_of(operands[0]), term)]


@handles("stablehlo.concatenate", "tensor.concat")
def concatenate(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Concatenates tensors along one dim."""
    joined = joined_along(run, operands, op.integer("dimension" if op.name.startswith("stablehlo") else "dim"))
    if joined is operands[0]:
        return [run.copy_of(joined, op.kinds[0])]
    return [run.result(op, sizes_of(joined), joined.tensor, joined.elements)]


def joined_along(run: Run, operands: Sequence[Value], dim: int) -> Value:
    """Returns tensors one after the other along a dim, and requires that they agree in all others."""
    shapes = [sizes_of(operand) for operand in operands]
    sizes = list(shapes[0])
    for own in shapes[1:]:
        others = [equal(a, b) for at, (a, b) in enumerate(zip(sizes, own)) if at != dim]
        run.demand(all_of(others), "operands agree in all other dims")
        for at, size in enumerate(own):
            if at != dim and size.constant is not None:
                sizes[at] = size
        sizes[dim] = add(sizes[dim], own[dim])
    return operands[0] if len(operands) == 1 else concatenated(run, operands, dim, sizes)


def concatenated(run: Run, operands: Sequence[Value], dim: int, sizes: Sequence[Number]) -> Value:
    """Returns tensors one after the other along a dim, with their elements if these are tracked."""
    element = operands[0].kind.element
    elements = [run.elements(operand) for operand in operands]
    if dim == 0 and all(items is not None for items in elements):
        joined = tuple(item for items in elements for item in items or ())
        result = Value.sized(element, sizes, None, joined)
        if any(operand.tensor is not None for operand in operands):
            # The other program may not track the elements.
            run.theory.assume_same(run.theory.tensor(result), concatenation(run, operands, dim))
        return result
    term = run.theory.with_sizes(concatenation(run, operands, dim), operands, sizes)
    return Value.sized(element, sizes, term)


def concatenation(run: Run, operands: Sequence[Value], dim: int) -> z3.ExprRef:
    """Returns tensors one after the other along a dim, whatever the sign of their bits."""

    def joined(*values: Value) -> z3.ExprRef:
        term = run.theory.apply(f"concatenate {dim}", *values)
        run.theory.joined[term] = values, dim
        if run.theory.is_new(term):
            _state_without_empty(run, term, values, dim)
        return term

    # Those without elements add none.
    filled = [value for value in operands if sizes_of(value)[dim].constant != 0] or operands[:1]
    if len(filled) == 1:
        return run.theory.tensor(filled[0])
    label = operands[0].kind.label
    bits = [_without_sign(run, value) for value in filled]
    return run.theory.bits(run.theory.moved(bits, joined), bits[0].kind.label, label)


def _state_without_empty(run: Run, term: z3.ExprRef, values: Sequence[Value], dim: int) -> None:
    """States that a tensor without elements adds none."""
    unknown = [at for at, value in enumerate(values) if sizes_of(value)[dim].constant is None]
    if len(unknown) > _MOST_EMPTY:
        return
    for at in unknown:
        is_empty = equal(sizes_of(values[at])[dim], constant(0))
        others = concatenation(run, [*values[:at], *values[at + 1 :]], dim)
        run.theory.assume(implies(is_empty, term == others))


def _without_sign(run: Run, value: Value) -> Value:
    label = value.kind.label
    if not label.startswith("ui"):
        return value
    kind = replace(value.kind, element=label.removeprefix("u"))
    numbers = run.numbers(value)
    if numbers is not None and value.tensor is None and kind.width is not None:
        return Value(kind, value.sizes, None, tuple(map(kind.width.wrap, numbers)))
    bits = run.theory.bits(run.theory.tensor(value), label, kind.label)
    return replace(value, kind=kind, tensor=bits, elements=None)


def numbers_of(run: Run, op: Op, operands: Sequence[Value], names: Sequence[str]) -> list:
    """Returns lists of numbers, from operands, or else from attributes of these names."""
    if operands:
        return list(map(run.known_numbers, operands))
    return [[constant(item) for item in op.integers(name) or ()] for name in names]


@handles("stablehlo.slice", "stablehlo.real_dynamic_slice")
def slice_(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Slices between two indices, with strides."""
    value, *rest = operands
    own = sizes_of(value)
    names = ("start_indices", "limit_indices", "strides")
    starts, limits, strides = numbers_of(run, op, rest, names)
    sizes, conditions = [], []
    for size, start, limit, stride in zip(own, starts, limits, strides):
        conditions += [at_most(constant(0), start), at_most(start, limit), at_most(limit, size)]
        length = subtract(limit, start)
        if stride.constant is None:
            conditions.append(less(constant(0), stride))
            continue
        if stride.constant < 1:
            run.demand(False, "strides are positive")
            return run.opaque(op, operands)
        sizes.append(divide(length, stride.constant, "up"))
    is_legal = all_of(conditions)
    if any(stride.constant is None for stride in strides):
        run.demand(is_legal, "start and limit are within the operand, and strides are positive")
        return run.opaque(op, operands)
    if run.settings.is_rewritten and run.first is not None:
        # IREE reads nothing for a part without elements, wherever that is.
        order = all_of([at_most(start, limit) for start, limit in zip(starts, limits)])
        is_empty = any_of([equal(size, constant(0)) for size in sizes])
        is_legal = any_of([is_legal, all_of([order, is_empty])])
    run.demand(is_legal, "start and limit are within the operand")
    sizes = [Number(size.term, max(size.low, 0), size.high) for size in sizes]
    part = known_part(run, value, starts, sizes, strides)
    return [run.result(op, sizes, part.tensor, part.elements)]


@handles("stablehlo.dynamic_slice")
def dynamic_slice(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Slices a part of static sizes."""
    parts = [constant(size) for size in op.integers("slice_sizes") or ()]
    fits = [at_most(part, size) for part, size in zip(parts, sizes_of(operands[0]))]
    run.demand(all_of(fits), "the slice is not larger than the operand")
    own = sizes_of(operands[0])
    starts = [run.numbers(operand) for operand in operands[1:]]
    if None in starts or len(starts) != len(own):
        return [run.result(op, parts, term_of(run, op, operands))]
    first = moved_within([item[0] for item in starts if item is not None], parts, own)
    part = known_part(run, operands[0], first, parts)
    return [run.result(op, parts, part.tensor, part.elements)]


def moved_within(starts: Sequence[Number], lengths: Sequence[Number], sizes: Sequence[Number]) -> list[Number]:
    """Returns the starts of a part, which is moved if it is not within the tensor."""
    return [
        maximum(minimum(start, subtract(size, length)), constant(0))
        for start, length, size in zip(starts, lengths, sizes, strict=True)
    ]


def slice_numbers(run: Run, op: Op, operands: Sequence[Value]) -> Iterator[list[Number]]:
    """Yields the offsets, sizes and strides of a part of a tensor. Those that are not known statically are operands."""
    at_run_time = iter(operands)
    for name in ("static_offsets", "static_sizes", "static_strides"):
        yield mixed_numbers(run, op.integers(name) or (), at_run_time)


def mixed_numbers(run: Run, items: Sequence[int], at_run_time: Iterator[Value]) -> list[Number]:
    """Returns numbers, of which those that are not known statically are the next operands."""
    return [run.known_numbers(next(at_run_time))[0] if item == AT_RUN_TIME else constant(item) for item in items]


def kept_dims(op: Op, dims: Sequence[int | None], rank_is: str) -> list[int]:
    """Returns the dims of a part that a tensor of lower rank has: the others have one element."""
    kept: list[int] = []
    for at, item in enumerate(op.integers("static_sizes") or ()):
        own = None if item == AT_RUN_TIME else item
        if len(kept) < len(dims) and dims[len(kept)] == own:
            kept.append(at)
        elif own != 1:
            raise Unsupported(f"{op.name} {rank_is}")
    return kept


@handles("stablehlo.cholesky", "stablehlo.reduce_precision")
def like_operands(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Results have the shapes of the first operands."""
    arguments = [*operands, *body_terms(run, op)]
    return run.results(op, f"{op.name} {attribute_key(op)}", arguments, [sizes_of(operand) for operand in operands])


@handles("stablehlo.iota", "stablehlo.dynamic_iota")
def iota(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Counts along a dim."""
    kind, dim = op.kinds[0], op.integer("iota_dimension")
    if operands:
        sizes = _shape_operand(run, op, operands[0], len(kind.dims or ()))
    else:
        sizes = [constant(size or 0) for size in kind.dims or ()]
    value = run.typed(kind, sizes)
    assert value.sizes is not None
    return [positions(run, kind, value.sizes, dim)]


def positions(run: Run, kind: Kind, sizes: tuple[Number, ...], dim: int) -> Value:
    """Returns the position of each element along a dim: the indices there, repeated along the others."""
    size = sizes[dim]
    vector = replace(kind, dims=(size.constant,), bounds=())
    count = size.constant
    if count is not None and count <= 32 and kind.width is not None and not kind.is_truth:
        indices = Value(vector, (size,), None, tuple(constant(item) for item in range(count)))
    else:
        term = run.theory.apply(f"iota: {kind.label}", size)
        indices = Value(vector, (size,), term)
    if len(sizes) == 1:
        return replace(indices, kind=kind)
    repeated = run.theory.repeated(indices, (dim,), sizes)
    return replace(repeated, kind=kind, sizes=sizes)


@handles("chlo.constant_like")
def constant_like(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """One value in a tensor's shape."""
    kind = op.kinds[0]
    sizes = sizes_of(operands[0])
    value = run.typed(kind, sizes)
    attribute = op.attributes["value"]
    if kind.width is not None and isinstance(attribute, ir.IntegerAttr):
        if sizes == ():
            item = bool(attribute.value) if kind.is_truth else constant(int(attribute.value))
            return [Value(kind, (), None, (item,))]
        scalar = Value(kind, (), None, (constant(int(attribute.value)),))
        return [Value(kind, value.sizes, run.theory.broadcast(scalar, (), value.sizes or ()))]
    return [Value(kind, value.sizes, filled(run, attribute, kind, value.sizes or ()))]


@handles("stablehlo.reduce")
def reduce_(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Reduces the elements along dims, in the results' types, one dim after the other from the last one."""
    operands = promoted(run, op, operands, op.kinds * 2)
    step = step_of(op.regions[0].blocks[0]) if len(operands) == 2 else None
    return _reduced(
        run,
        op.kinds,
        operands,
        op.integers("dimensions") or (),
        step,
        lambda values: run.region(op.regions[0], values),
        lambda: body_terms(run, op),
    )


def reduced(run: Run, op: Op, name: str, value: Value, dims: Sequence[int]) -> Value:
    """Returns the elements along dims of a tensor, combined by an op of StableHLO."""
    init = neutral(run, name, value.kind)
    if init is None:
        raise Unsupported(f"{op.name} of {value.kind.label}")
    sizes = [size for dim, size in enumerate(sizes_of(value)) if dim not in dims]

    def combine(values: Sequence[Value]) -> list[Value]:
        return [computed(run, op, name, values, ())]

    def body() -> list[z3.ExprRef]:
        return [run.theory.tensor(found) for found in combine(bound_values(run, [init.kind] * 2))]

    kind = Kind.sized(value.kind.element, sizes)
    (found,) = _reduced(run, [kind], [value, init], tuple(dims), name, combine, body)
    return found


def _reduced(
    run: Run,
    kinds: Sequence[Kind],
    operands: Sequence[Value],
    dims: tuple[int, ...],
    step: str | None,
    combine: Callable[[list[Value]], Sequence[Value]],
    body: Callable[[], Sequence[z3.ExprRef]],
) -> list[Value]:
    """Reduces tensors along dims. `combine` combines scalars: by the op `step`, if that is known; `body` returns what it
    makes of arbitrary ones."""
    count = len(operands) // 2
    inputs, inits = operands[:count], operands[count:]
    if count == 1 and step is not None:
        inputs, dims = _joined(run, inputs[0], dims, step)
    own = same_sizes(run, inputs)
    sizes = [size for dim, size in enumerate(own) if dim not in dims]
    values = _folded(run, inputs, inits, combine) if len(own) == 1 and dims == (0,) else None
    if values is not None and all(operand.tensor is None for operand in operands):
        return [run.copy_of(value, kind) for value, kind in zip(values, kinds)]
    of_body = body()
    terms: Sequence[Value | z3.ExprRef] = inputs
    # What changes nothing may be an initial value of all steps; the last one has the given one.
    begin = neutral(run, step, inits[0].kind) if step else None
    early = begin or inits[0]
    order = sorted(dims, reverse=True) or [None]
    for dim in order:
        begun = inits if dim == order[-1] or count > 1 else [early]
        labels = [f"reduce over {dim} #{index}: {kind.label}" for index, kind in enumerate(kinds)]
        terms = [run.theory.apply(label, *terms, *begun, *of_body) for label in labels]
    results = []
    for index, (kind, term) in enumerate(zip(kinds, terms, strict=True)):
        result = run.typed(kind, sizes, term)
        if count == 1 and step and begin and run.theory.tensor(begin).eq(run.theory.tensor(inits[0])):
            run.theory.reductions[run.theory.tensor(result)] = (inputs[0], dims, step)
        elements = run.elements(values[index]) if values is not None else None
        if elements is not None:
            result = run.theory.with_elements(result, elements)
        results.append(result)
    return results


def _joined(run: Run, value: Value, dims: tuple[int, ...], step: str) -> tuple[list[Value], tuple[int, ...]]:
    """Returns what is reduced, and along which dims, if a reduction of another one is a single one."""
    found = run.theory.reductions.get(value.tensor) if value.tensor is not None else None
    if found is None or found[2] != step:
        return [value], dims
    operand, own, _ = found
    kept = [dim for dim in range(len(sizes_of(operand))) if dim not in own]
    return [operand], tuple(sorted((*own, *(kept[dim] for dim in dims))))


def _folded(
    run: Run, inputs: Sequence[Value], inits: Sequence[Value], combine: Callable[[list[Value]], Sequence[Value]]
) -> Sequence[Value] | None:
    """Combines the elements, if these are tracked."""
    columns = [run.elements(operand) for operand in (*inputs, *inits)]
    if any(column is None for column in columns):
        return None
    values: Sequence[Value] = inits
    for items in zip(*(column or () for column in columns[: len(inputs)])):
        each = [Value(init.kind, (), None, (item,)) for init, item in zip(inits, items)]
        values = combine([*values, *each])
    return values


@handles("stablehlo.set_dimension_size")
def set_dimension_size(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Sets the valid part of a padded dim."""
    value, dim = operands[0], op.integer("dimension")
    (size,) = run.known_numbers(operands[1])
    own = list(sizes_of(value))
    run.demand(at_most(constant(0), size), "the size is not negative")
    is_padded = value.kind.bound(dim) is not None
    if not is_padded:
        run.demand(at_most(size, own[dim]), "the size is at most that of the operand")
    # The elements of the valid part; for a broadcast, the broadcast to that size.
    own[dim] = Number(size.term, max(size.low, 0), max(size.high, 0))
    result = run.typed(op.kinds[0], own)
    term = run.theory.resize(value, dim, result.sizes or ())
    before = sizes_of(value)[dim]
    if not is_padded or None not in (before.constant, own[dim].constant):
        # Of a tensor that is not padded, what becomes valid is a part.
        part = part_term(run, value, [constant(0)] * len(own), own)
        is_part = all_of([at_most(constant(0), own[dim]), at_most(own[dim], before)])
        run.theory.assume(implies(is_part, term == part))
    return [Value(result.kind, result.sizes, term)]
