"""Ops of TensorFlow on shapes, and those that move or repeat elements."""

import itertools
from collections.abc import Sequence

from jaxlib.mlir import ir

from .broadcast_ops import Replacement
from .elementwise import compared, computed, converted
from .integers import quotient
from .interpret import Run, Unsupported, handles, sizes_of
from .number import (
    GREATEST_SIZE, Number, Width, all_of, any_of, at_most, choose, constant, equal, implies,
    maximum, negate,
)  # fmt: skip
from .number_ops import join_shapes, product
from .reader import Op
from .shape_ops import inferred_at, joined_along, positions, reshape_by
from .theory import ELEMENT, Kind, Value, subterms


def integers_of(op: Op, name: str) -> list[int]:
    """Returns a list of integers, which is an array or a dense attribute."""
    attribute = op.attributes.get(name)
    if attribute is None:
        return []
    if isinstance(attribute, ir.ArrayAttr):
        return [ir.IntegerAttr(item).value for item in attribute]
    return [int(item) for item in attribute]


def integer_of(op: Op, name: str, default: int = 0) -> int:
    """Returns an attribute that is an integer."""
    return op.integer(name) if name in op.attributes else default


def numbers_of(run: Run, op: Op, operands: Sequence[Value], index: int) -> list[Number]:
    """Returns the numbers in an operand."""
    numbers = run.numbers(operands[index])
    if numbers is None:
        raise Unsupported(f"{op.name} whose operand #{index} is not followed")
    return numbers


def _constant_of(run: Run, op: Op, operands: Sequence[Value], index: int) -> int:
    """Returns the constant in an operand."""
    (number,) = numbers_of(run, op, operands, index)
    if number.constant is None:
        raise Unsupported(f"{op.name} whose operand #{index} is not a constant")
    return number.constant


def of_sizes(value: Value, sizes: Sequence[Number]) -> Kind:
    """Returns a type for a tensor of these sizes with a value's elements."""
    return Kind.sized(value.kind.element, sizes)


def _integers(run: Run, op: Op, items: Sequence[Number], index: int = 0) -> Value:
    """Returns integers of the result's type."""
    kind = op.kinds[index]
    width = kind.width or Width(64)
    wrapped = tuple(width.wrap(item) for item in items)
    if kind.dims == ():
        return Value(kind, (), None, wrapped)
    return run.result(op, [constant(len(items))], None, wrapped, index)


@handles("tf.Identity")
def identity(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The operand."""
    return [run.copy_of(operands[0], op.kinds[0])]


@handles("tf.Shape", "tf.Size", "tf.Rank")
def shape(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """All sizes, the number of elements, or the number of dims."""
    own = sizes_of(operands[0])
    if op.name == "tf.Shape":
        return [_integers(run, op, own)]
    return [_integers(run, op, [product(run, own) if op.name == "tf.Size" else constant(len(own))])]


@handles("tf.Pack")
def pack(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Tensors one after the other in a new dim."""
    own = sizes_of(operands[0])
    axis = integer_of(op, "axis") % (len(own) + 1)
    parts = []
    for operand in operands:
        sizes = list(sizes_of(operand))
        sizes.insert(axis, constant(1))
        parts.append(reshape_by(run, operand, of_sizes(operand, sizes), sizes))
    return [run.copy_of(joined_along(run, parts, axis), op.kinds[0])]


@handles("tf.ConcatV2")
def concat(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Tensors one after the other along a dim, which is the last operand."""
    axis = _constant_of(run, op, operands, len(operands) - 1) % len(sizes_of(operands[0]))
    return [run.copy_of(joined_along(run, operands[:-1], axis), op.kinds[0])]


@handles("tf.Reshape")
def reshape(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The same elements in other sizes, of which one may be -1: the one that holds the rest."""
    value, sizes = operands[0], numbers_of(run, op, operands, 1)
    if value.sizes is None:
        # The sum along the dims that a broadcast expanded.
        summed = run.theory.summed.get(run.theory.tensor(value))
        if summed is None:
            raise Unsupported(f"{op.name} of a tensor without a rank")
        own = sizes_of(summed)
        run.demand(equal(product(run, sizes), product(run, own)), "as many elements as before")
        return [reshape_by(run, summed, op.kinds[0], sizes)]
    sizes = inferred_sizes(run, value.sizes, sizes)
    return [reshape_by(run, value, op.kinds[0], sizes)]


def inferred_sizes(run: Run, own: Sequence[Number], sizes: Sequence[Number]) -> list[Number]:
    """Returns the sizes of a reshape; one that is -1 holds the rest, which is asserted."""
    minus_one = constant(-1)
    places = [place for place, size in enumerate(sizes) if size.constant == -1]
    if len(places) > 1:
        raise Unsupported("two sizes that are -1")
    if places:
        return inferred_at(run, own, sizes, places[0])
    are_computed = [equal(size, minus_one) for size in sizes]
    count = product(run, own)
    if not any(_is_data(size) for size in sizes):
        # As in other ops, sizes that are computed from sizes are right.
        run.demand(all_of([at_most(constant(0), size) for size in sizes]), "sizes are not negative")
        return list(sizes)
    ones = [choose(is_computed, constant(1), size) for is_computed, size in zip(are_computed, sizes)]
    known = product(run, ones)
    rest = quotient(run, count, maximum(known, constant(1)))
    found = [choose(is_computed, rest, size) for is_computed, size in zip(are_computed, sizes)]
    limits = [at_most(size, constant(GREATEST_SIZE)) for size in sizes]
    run.demand(all_of(limits), "sizes can be expressed")
    pairs = itertools.combinations(are_computed, 2)
    run.check(
        all_of(
            [
                *(negate(all_of(pair)) for pair in pairs),
                *(at_most(minus_one, size) for size in sizes),
                implies(any_of(are_computed), negate(equal(known, constant(0)))),
                equal(product(run, found), count),
            ]
        )
    )
    return found


def _is_data(number: Number) -> bool:
    """Returns whether a number depends on elements, not only on sizes."""
    return any(term.decl().name().startswith(f"{ELEMENT} ") for term in subterms(number.z))


@handles("tf.ExpandDims")
def expand_dims(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Adds a dim of size 1."""
    sizes = list(sizes_of(operands[0]))
    sizes.insert(_constant_of(run, op, operands, 1) % (len(sizes) + 1), constant(1))
    return [reshape_by(run, operands[0], op.kinds[0], sizes)]


@handles("tf.Squeeze")
def squeeze(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Drops dims of size 1."""
    own = sizes_of(operands[0])
    dims = {dim % len(own) for dim in integers_of(op, "squeeze_dims")}
    if not dims:
        dims = {dim for dim, size in enumerate(own) if size.constant == 1}
    sizes = [size for dim, size in enumerate(own) if dim not in dims]
    run.demand(all_of([equal(own[dim], constant(1)) for dim in dims]), "what is dropped is 1")
    return [reshape_by(run, operands[0], op.kinds[0], sizes)]


@handles("tf.BroadcastTo")
def broadcast_to(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Repeats dims of size 1, and adds dims in front."""
    own, sizes = sizes_of(operands[0]), numbers_of(run, op, operands, 1)
    dims = tuple(range(len(sizes) - len(own), len(sizes)))
    fits = [any_of([equal(size, constant(1)), equal(size, sizes[dim])]) for size, dim in zip(own, dims)]
    run.check(all_of(fits))
    return [_repeated(run, op, operands[0], dims, sizes)]


@handles("tf.Fill")
def fill(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """One value in a shape."""
    sizes = numbers_of(run, op, operands, 0)
    _check_not_negative(run, sizes)
    return [_repeated(run, op, operands[1], (), sizes)]


def _repeated(run: Run, op: Op, value: Value, dims: tuple[int, ...], sizes: Sequence[Number]) -> Value:
    typed = run.result(op, sizes)
    found = run.theory.repeated(value, dims, typed.sizes or ())
    return run.copy_of(found, op.kinds[0])


def _check_not_negative(run: Run, numbers: Sequence[Number]) -> None:
    """Asserts what the output asserts of numbers that are data."""
    run.check(all_of([at_most(constant(0), number) for number in numbers]))


@handles("tf.Tile")
def tile(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Repeats a tensor along each dim."""
    value, own = operands[0], sizes_of(operands[0])
    counts = numbers_of(run, op, operands, 1)
    _check_not_negative(run, counts)
    # A dim that is repeated becomes two, the second of which is the operand's.
    between: list[Number] = []
    dims = []
    for size, count in zip(own, counts, strict=True):
        if count.constant != 1 and size.constant != 1:
            between.append(count)
        between.append(count if size.constant == 1 else size)
        dims.append(len(between) - 1)
    wide = run.theory.repeated(value, tuple(dims), between)
    sizes = [run.theory.multiply(count, size) for size, count in zip(own, counts)]
    return [reshape_by(run, wide, op.kinds[0], sizes)]


@handles("tf.OneHot")
def one_hot(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """One value at an index along a new dim, and another one elsewhere."""
    indices, _, *values = operands
    sizes = list(sizes_of(indices))
    (depth,) = numbers_of(run, op, operands, 1)
    _check_not_negative(run, [depth])
    axis = integer_of(op, "axis", -1) % (len(sizes) + 1)
    width = indices.kind.width
    if width is not None and width.bits < 32:
        # Narrow integers do not hold all positions.
        indices = converted(run, op, indices, "i32")
    sizes.insert(axis, depth)
    dims = tuple(dim for dim in range(len(sizes)) if dim != axis)
    places = positions(run, of_sizes(indices, sizes), tuple(sizes), axis)
    is_here = compared(run, op, "EQ", places, run.theory.repeated(indices, dims, sizes), sizes)
    wide_values = [run.theory.repeated(value, (), sizes) for value in values]
    chosen = computed(run, op, "select", [is_here, *wide_values], sizes, values[0].kind.element)
    return [run.result(op, sizes, chosen.tensor, chosen.elements)]


@handles("tf.BroadcastArgs")
def broadcast_args(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The shape that two shapes broadcast to."""
    sizes, most, least = join_shapes(run, [numbers_of(run, op, operands, index) for index in (0, 1)])
    run.check(most, least)
    return [_integers(run, op, sizes)]


@handles("tf.BroadcastGradientArgs")
def broadcast_gradient_args(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """For two shapes, the dims along which they are broadcast; those of size 1 count, too.

    Lists that depend on sizes at run time are unknown; `tf.Sum` follows them.
    """
    broadcast_args(run, Replacement(op, op.name, {}, Kind("i64", (None,))), operands)
    shapes = [numbers_of(run, op, operands, index) for index in (0, 1)]
    rank = max(len(shape) for shape in shapes)
    ones = [[constant(1)] * (rank - len(shape)) for shape in shapes]
    pairs = list(zip(ones[0] + shapes[0], ones[1] + shapes[1], strict=True))
    are_same = len(shapes[0]) == len(shapes[1]) and all(equal(a, b) is True for a, b in pairs)
    is_known = are_same or all(None not in (a.constant, b.constant) for a, b in pairs)
    if not is_known:
        return run.opaque(op, operands)
    results = []
    for index in (0, 1):
        expanded = [dim for dim, pair in enumerate(pairs) if pair[index].constant == 1]
        dims = [] if are_same else expanded
        results.append(_integers(run, op, [constant(dim) for dim in dims], index))
    return results
