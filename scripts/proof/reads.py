"""Tensors whose elements are read from another one at sums of multiples of their own positions."""

from collections.abc import Sequence

import z3

from .interpret import Run, sizes_of
from .number import Number, add, all_of, any_of, at_most, constant, equal, less, subtract
from .parts import part_of
from .reader import Op
from .scans import reversed_along
from .theory import Value

# A linear form in the indices of the result: a factor for each dim, and the constant term.
Form = tuple[dict[int, int], Number]


def read(run: Run, op: Op, value: Value, forms: Sequence[Form], sizes: Sequence[Number]) -> Value:
    """Returns the elements of a tensor at these positions, which must be within it."""
    is_empty = [equal(size, constant(0)) for size in sizes]
    for (factors, number), own in zip(forms, sizes_of(value), strict=True):
        first, last = number, number
        for dim, factor in factors.items():
            reach = run.theory.multiply(subtract(sizes[dim], constant(1)), constant(factor))
            first, last = (first, add(last, reach)) if factor >= 0 else (add(first, reach), last)
        is_within = all_of([at_most(constant(0), first), less(last, own)])
        run.demand(any_of([*is_empty, is_within]), "elements within the tensor are read")
    return run.result(op, sizes, read_term(run, value, forms, sizes))


def read_term(run: Run, value: Value, forms: Sequence[Form], sizes: Sequence[Number]) -> z3.ExprRef:
    """Returns the elements of a tensor at these positions: as a part of it, or in reverse order, if they are that."""
    # The index of a dim of size 1 is 0.
    counts = [size.constant != 1 for size in sizes]
    factors = [{dim: factor for dim, factor in own.items() if factor and counts[dim]} for own, _ in forms]
    numbers = [number for _, number in forms]
    own = []
    if len(forms) == len(sizes):
        own = [items.get(dim, None if counts[dim] else 1) for dim, items in enumerate(factors)]
    if own and None not in own and all(set(items) <= {dim} for dim, items in enumerate(factors)):
        strides = [factor for factor in own if factor is not None]
        if min(strides) > 0:
            return part_of(run, value, numbers, sizes, [constant(stride) for stride in strides]).tensor
        moved = [dim for dim, stride in enumerate(strides) if stride == -1]
        is_whole = [equal(a, b) for a, b in zip(sizes_of(value), sizes)]
        at_ends = [
            equal(number, subtract(sizes[dim], constant(1)) if dim in moved else constant(0))
            for dim, number in enumerate(numbers)
        ]
        if {1, -1} >= set(strides) and all_of([*is_whole, *at_ends]) is True:
            return reversed_along(run, value, moved)
    label = f"elements at {[sorted(own.items()) for own in factors]}"
    return run.theory.moved([value], lambda tensor: run.theory.apply(label, tensor, *numbers, *sizes))
