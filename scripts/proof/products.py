"""The normal form of sums of products: products of matrices, of one row for each element of the result.

The free dims of an operand are one dim, and so are the contracted ones. So a contraction is the same as
one of transposed or reshaped operands.
"""

from collections.abc import Sequence

import z3

from .constants import zero_of
from .floats import is_tracked
from .interpret import Run, attribute_key
from .number import Number, constant, equal, implies
from .number_ops import product
from .reader import Op
from .theory import Kind, Value

# Dims of the left operand, and of the right one.
Dims = tuple[list[int], list[int]]


def product_term(
    run: Run,
    op: Op,
    operands: Sequence[Value],
    batching: Dims,
    contracting: Dims,
    sizes: Sequence[Number],
    precision: str = "",
) -> z3.ExprRef:
    """Returns a contraction whose result has batching dims, then the free dims of both operands; of a precision, or
    else of that which the op says."""
    from .elementwise import converted  # It imports this module.

    lhs, rhs = operands
    if op.kinds[0].width is not None:
        # Integers have the result's type before they are multiplied.
        lhs, rhs = (converted(run, op, value, op.kinds[0].element) for value in operands)
    batches = sorted(zip(*batching))
    contracted = sorted(zip(*contracting))
    own = ([a for a, _ in batches], [b for _, b in batches])
    summed = ([a for a, _ in contracted], [b for _, b in contracted])
    free = [
        [dim for dim in range(len(value.sizes or ())) if dim not in (*own[side], *summed[side])]
        for side, value in enumerate((lhs, rhs))
    ]
    place = {pair: index for index, pair in enumerate(batches)}
    count = len(batches)
    # The dims of the result in the order of the left operand's batching dims.
    order = [place[pair] for pair in zip(*batching)]
    order += range(count, count + len(free[0]) + len(free[1]))
    sorted_sizes = [size for _, size in sorted(zip(order, sizes), key=lambda item: item[0])]
    if _is_one_product(lhs, rhs, contracted):
        term = _elementwise(run, op, (lhs, rhs), (own, free), sorted_sizes)
    else:
        left = _matrix(run, lhs, own[0], free[0], summed[0])
        right = _matrix(run, rhs, own[1], summed[1], free[1])
        names = ["algorithm"] if _has_own_precision(op) else ["algorithm", "precision_config"]
        key = precision or attribute_key(op, names)
        run.theory.precisions.add(key)
        label = f"product of matrices {key}: {op.kinds[0].label}"
        term = run.theory.apply(label, left, right)
        inner = (*(left.sizes or ())[:-1], (right.sizes or ())[-1])
        term = run.theory.reshape(Value.sized(op.kinds[0].element, inner, term), sorted_sizes)
        _assume_zeros(run, op, term, (left.sizes or ())[-1], sorted_sizes)
    if order != sorted(order):
        value = Value.sized(op.kinds[0].element, sorted_sizes, term)
        inverse = tuple(order.index(dim) for dim in range(len(order)))
        term = run.theory.broadcast(value, inverse, sizes)
    return term


def _has_own_precision(op: Op) -> bool:
    """Returns whether products are of the elements' own precision: by default, and those of convolutions for
    IREE."""
    precisions = op.attribute_text("precision_config").strip("[]").split(", ")
    is_default = all("DEFAULT" in precision for precision in precisions)
    return is_default or op.name in ("stablehlo.convolution", "stablehlo.dynamic_conv")


def _assume_zeros(run: Run, op: Op, term: z3.ExprRef, count: Number, sizes: Sequence[Number]) -> None:
    """Assumes that sums of no products are 0."""
    kind = Kind(op.kinds[0].element, ())
    is_none = equal(count, constant(0))
    if is_none is False or kind.is_truth:
        return
    if kind.width is None and not is_tracked(kind):
        return
    zero = zero_of(run, kind.element)
    zeros = run.theory.tensor(run.theory.repeated(zero, (), sizes))
    run.theory.assume(implies(is_none, term == zeros))


def _is_one_product(lhs: Value, rhs: Value, contracted: Sequence[tuple[int, int]]) -> bool:
    """Returns whether each sum is one product."""
    return all(1 in ((lhs.sizes or ())[a].constant, (rhs.sizes or ())[b].constant) for a, b in contracted)


def _elementwise(
    run: Run,
    op: Op,
    operands: tuple[Value, Value],
    dims: tuple[tuple[list[int], list[int]], list[list[int]]],
    sizes: Sequence[Number],
) -> z3.ExprRef:
    """Multiplies both operands, in the shape of the result."""
    from .elementwise import computed, converted  # It imports this module.

    own, free = dims
    count = len(own[0])
    behind = (count, count + len(free[0]))
    factors = []
    for side, value in enumerate(operands):
        kept = sorted((*own[side], *free[side]))
        inner = [(value.sizes or ())[dim] for dim in kept]
        value = converted(run, op, run.theory.in_sizes(value, inner), op.kinds[0].element)
        places = tuple(
            own[side].index(dim) if dim in own[side] else behind[side] + free[side].index(dim) for dim in kept
        )
        factors.append(run.theory.repeated(value, places, sizes))
    return run.theory.tensor(computed(run, op, "multiply", factors, sizes))


def _matrix(run: Run, value: Value, batches: Sequence[int], rows: Sequence[int], columns: Sequence[int]) -> Value:
    """Returns a tensor whose rows and columns are one dim each, behind one for all batching dims of more than one element."""
    own = value.sizes or ()
    order = (*batches, *rows, *columns)
    permuted = [own[dim] for dim in order]
    term = run.theory.tensor(value)
    if order != tuple(range(len(own))):
        term = run.theory.broadcast(value, tuple(order.index(dim) for dim in range(len(own))), permuted)
    batch, *ends = [product(run, [own[dim] for dim in group]) for group in (batches, rows, columns)]
    sizes = ends if batch.constant == 1 else [batch, *ends]
    return run.theory.in_sizes(Value.sized(value.kind.element, permuted, term), sizes)
