"""Reshapes of `tensor` that join neighbouring dims or split them, and tensors of one element."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .interpret import Run, handles
from .number import Number, all_of, constant, equal
from .number_ops import product
from .reader import Op
from .shape_ops import AT_RUN_TIME, reshape_by, sizes_of
from .theory import Kind, Value


def _groups(op: Op) -> list[list[int]]:
    """Returns the dims of each group."""
    groups = re.findall(r"\[([\d, ]*)\]", op.attribute_text("reassociation"))
    return [[int(dim) for dim in re.findall(r"\d+", group)] for group in groups]


@handles("tensor.collapse_shape")
def collapse(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Each group of dims becomes one."""
    own = sizes_of(operands[0])
    sizes = [product(run, [own[dim] for dim in group]) for group in _groups(op)]
    return [reshape_by(run, operands[0], op.kinds[0], sizes)]


@handles("tensor.expand_shape")
def expand(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Each dim becomes a group of dims, whose product it must be."""
    at_run_time = iter(operands[1:])
    sizes: list[Number] = []
    for size in op.integers("static_output_shape") or ():
        known = run.numbers(next(at_run_time)) if size == AT_RUN_TIME else [constant(size)]
        if not known:
            return run.opaque(op, operands)
        sizes.append(known[0])
    products = [product(run, [sizes[dim] for dim in group]) for group in _groups(op)]
    fits = [equal(a, b) for a, b in zip(products, sizes_of(operands[0]))]
    run.demand(all_of(fits), "the sizes of each group multiply to the operand's")
    return [reshape_by(run, operands[0], op.kinds[0], sizes)]


@handles("tensor.splat")
def splat(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """All elements are one number."""
    kind = op.kinds[0]
    at_run_time = iter(operands[1:])
    sizes: list[Number] = []
    for size in kind.dims or ():
        known = run.numbers(next(at_run_time)) if size is None else [constant(size)]
        if not known:
            return run.opaque(op, operands)
        sizes.append(known[0])
    scalar = Value(Kind(kind.element, ()), (), run.theory.tensor(operands[0]), operands[0].elements)
    value = run.theory.repeated(scalar, (), sizes)
    return [run.typed(kind, sizes, value.tensor, value.elements)]
