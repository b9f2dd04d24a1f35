"""Ops that compute sizes: of `stablehlo`, `shape` and `tensor`."""

from collections.abc import Sequence
from dataclasses import replace

from .interpret import NotFollowed, Run, Unsupported, handles
from .join import Participant, join
from .number import GREATEST_SIZE, Bool, Number, add, all_of, at_most, constant, equal, fold, less
from .reader import Op
from .theory import Element, Value


def _scalar(op: Op, element: Element) -> Value:
    return Value(op.kinds[0], (), None, (element,))


def _list(run: Run, op: Op, items: Sequence[Element]) -> Value:
    kind, size = op.kinds[0], constant(len(items))
    if kind.dims is None:
        return Value(kind, (size,), None, tuple(items))
    return run.typed(kind, [size], None, tuple(items))


def _dim(run: Run, value: Value, dim: int) -> Number:
    if value.sizes is None or not 0 <= dim < len(value.sizes):
        raise Unsupported(f"{run.op}: a dim that is not there")
    return value.sizes[dim]


@handles("stablehlo.get_dimension_size")
def get_dimension_size(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Returns a size."""
    size = _dim(run, operands[0], op.integer("dimension"))
    run.demand(at_most(size, constant(GREATEST_SIZE)), "the size fits 32 bits")
    return [_scalar(op, Number(size.term, size.low, min(size.high, GREATEST_SIZE)))]


@handles("tensor.dim", "shape.dim", "shape.get_extent")
def dim(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Returns the size of a dim whose index is an operand."""
    (index,) = run.known_numbers(operands[1])
    sizes = run.known_numbers(operands[0]) if op.name == "shape.get_extent" else _known_sizes(operands[0])
    return [_scalar(op, _pick(run, sizes, index))]


def _known_sizes(value: Value) -> Sequence[Number]:
    if value.sizes is None:
        raise NotFollowed
    return value.sizes


def _pick(run: Run, items: Sequence[Element], index: Number) -> Element:
    from .theory import choose_element

    if index.constant is not None:
        if not 0 <= index.constant < len(items):
            run.demand(False, "the index is in range")
            return constant(0)
        return items[index.constant]
    in_range = all_of([at_most(constant(0), index), less(index, constant(len(items)))])
    run.demand(in_range, "the index is in range")
    if not items:
        return constant(0)
    chosen = items[-1]
    for position, item in enumerate(items[:-1]):
        chosen = choose_element(equal(index, constant(position)), item, chosen)
    return chosen


@handles("tensor.rank", "shape.rank")
def rank(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Returns the number of dims."""
    value = operands[0]
    is_shape = op.name == "shape.rank" and value.kind.element == "index"
    return [_scalar(op, constant(len(run.known_numbers(value) if is_shape else _known_sizes(value))))]


@handles("shape.shape_of")
def shape_of(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Returns all sizes."""
    return [_list(run, op, _known_sizes(operands[0]))]


@handles("tensor.from_elements", "shape.from_extents")
def from_elements(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Builds a tensor from scalars."""
    items = [run.elements(operand) for operand in operands]
    kind = op.kinds[0]
    rank = 1 if kind.dims is None else len(kind.dims)
    if rank > 1 or any(item is None for item in items):
        if len(operands) == 1 and kind.dims is not None:
            sizes = [constant(1)] * rank
            return [run.typed(kind, sizes, run.theory.reshape(operands[0], sizes))]
        return run.opaque(op, operands)
    found = [item[0] for item in items if item]
    return [_scalar(op, found[0]) if rank == 0 else _list(run, op, found)]


def numbers_in_range(run: Run, value: Value, indices: Sequence[Value]) -> list[list[Number] | None]:
    """Requires that indices are those of an element of a tensor, as far as they are known; returns them."""
    numbers = [run.numbers(index) for index in indices]
    for size, number in zip(value.sizes or (), numbers):
        if number is not None:
            run.demand(all_of([at_most(constant(0), number[0]), less(number[0], size)]), "the index is in range")
    return numbers


@handles("tensor.extract")
def extract(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Extracts one element."""
    value, *indices = operands
    if value.floats is not None and not indices:
        return [replace(value, kind=op.kinds[0])]
    items = run.elements(value)
    numbers = numbers_in_range(run, value, indices)
    if items is None or any(number is None for number in numbers):
        if not indices and value.sizes == ():
            return [run.copy_of(value, op.kinds[0])]
        return run.opaque(op, operands)
    index = constant(0)
    for size, number in zip(value.sizes or (), numbers):
        assert number is not None
        index = add(run.theory.multiply(index, size), number[0])
    return [_scalar(op, _pick(run, items, index))]


_SAME = "to_extent_tensor from_extent_tensor index_to_size size_to_index value_as_shape".split()


@handles(*(f"shape.{name}" for name in _SAME))
def same_numbers(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Returns the same numbers with another type."""
    value, kind = operands[0], op.kinds[0]
    if value.sizes and kind.dims is not None:
        return [run.typed(kind, value.sizes, value.tensor, value.elements)]
    return [Value(kind, value.sizes, value.tensor, value.elements)]


@handles("shape.concat")
def concat(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Appends one shape to another."""
    return [_list(run, op, [item for operand in operands for item in run.known_numbers(operand)])]


@handles("shape.split_at")
def split_at(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Splits a shape in two."""
    numbers, (index,) = map(run.known_numbers, operands)
    at = index.constant
    if at is None:
        raise NotFollowed
    at = at + len(numbers) if at < 0 else at
    head, tail = numbers[:at], numbers[at:]
    return [Value(kind, (constant(len(part)),), None, tuple(part)) for kind, part in zip(op.kinds, (head, tail))]


@handles("shape.num_elements")
def num_elements(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Returns the product of all sizes."""
    return [_scalar(op, product(run, run.known_numbers(operands[0])))]


def product(run: Run, numbers: Sequence[Number]) -> Number:
    """Multiplies numbers, the known ones first, so that products in any order are alike."""
    ordered = sorted(numbers, key=lambda number: number.constant is None)
    return fold(run.theory.multiply, ordered) if ordered else constant(1)


@handles("shape.add", "shape.mul", "shape.max", "shape.min", "shape.div")
def arithmetic(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Computes with sizes."""
    from . import number

    a, b = map(run.known_numbers, operands)
    functions = {
        "shape.add": number.add,
        "shape.mul": run.theory.multiply,
        "shape.max": number.maximum,
        "shape.min": number.minimum,
    }
    if op.name not in functions or len(a) != 1 or len(b) != 1:
        raise NotFollowed
    return [_scalar(op, functions[op.name](a[0], b[0]))]


def join_shapes(run: Run, shapes: Sequence[Sequence[Number]]) -> tuple[list[Number], Bool, Bool]:
    """Returns the shape that shapes broadcast to, by NumPy's rule, and when they broadcast."""
    rank = max((len(shape) for shape in shapes), default=0)
    sizes, most, least = [], [], []
    for position in range(rank):
        participants = [
            Participant(shape[position - rank + len(shape)], None, None)
            for shape in shapes
            if position >= rank - len(shape)
        ]
        fixed = [
            item if item.size.constant is None else Participant(item.size, item.size.constant, None)
            for item in participants
            if item.size.constant != 1
        ]
        size, may, must = join(fixed, run.settings.zero_extents, False)
        sizes.append(size)
        most.append(may)
        least.append(must)
    return sizes, all_of(most), all_of(least)


@handles("shape.broadcast")
def broadcast(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Returns the shape that shapes broadcast to."""
    sizes, most, least = join_shapes(run, list(map(run.known_numbers, operands)))
    if run.first is None:
        # The result for other shapes is never used.
        run.demand(most, "the shapes broadcast")
    # The conversion to StableHLO may reject 0 against 1.
    run.check(True, least)
    return [_list(run, op, sizes)]


_CONSTRAINTS = "cstr_broadcastable cstr_eq cstr_require const_witness is_broadcastable shape_eq".split()


@handles(*(f"shape.{name}" for name in _CONSTRAINTS))
def constraint(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Checks shapes; users of its witness rely on the check."""
    if op.name in ("shape.cstr_broadcastable", "shape.is_broadcastable"):
        _, most, least = join_shapes(run, _shapes(run, op, operands))
    elif op.name in ("shape.cstr_eq", "shape.shape_eq"):
        first, *others = _shapes(run, op, operands)
        most = all_of(
            [all_of([len(first) == len(other), *(equal(a, b) for a, b in zip(first, other))]) for other in others]
        )
        least = most
    elif op.name == "shape.const_witness":
        most = least = op.attribute_text("passing") == "true"
    else:
        most = least = run.truth(operands[0])
    if not op.name.startswith(("shape.is_", "shape.shape_eq")):
        run.check(most, least, is_witness=True)
    return [Value(op.kinds[0], (), None, (most,))]


def _shapes(run: Run, op: Op, operands: Sequence[Value]) -> list[list[Number]]:
    """Returns the shapes that are checked."""
    shapes = [run.numbers(operand) for operand in operands]
    if None in shapes:
        raise Unsupported(f"{op.name} on shapes that are not followed")
    return shapes


@handles("shape.assuming_all")
def assuming_all(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """A witness of several checks."""
    return [Value(op.kinds[0], (), None, (all_of([run.truth(item) for item in operands]),))]


@handles("shape.assuming")
def assuming(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Runs its region, which may rely on its witness."""
    holds = run.truth(operands[0])
    run.check(holds, is_witness=True)
    with run.on(True, given=holds):
        results = run.region(op.regions[0], [])
    from .theory import with_given

    return [with_given(run.copy_of(value, kind), holds) for value, kind in zip(results, op.kinds)]


@handles("cf.assert")
def assertion(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Asserts."""
    run.check(run.truth(operands[0]))
    return []
