"""Ops of `tensor` that join neighbouring dims or split them, fill a tensor, or pad one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .control import body_terms
from .interpret import Run, handles
from .number import Number, add, all_of, at_most, constant, equal
from .number_ops import product
from .reader import Op
from .shape_ops import AT_RUN_TIME, reshape_by, sizes_of
from .theory import TENSOR, Kind, Value


def _groups(op: Op) -> list[list[int]]:
    """Returns the dims of each group."""
    groups = re.findall(r"\[([\d, ]*)\]", op.attribute_text("reassociation"))
    return [[int(dim) for dim in re.findall(r"\d+", group)] for group in groups]


def _numbers(
    run: Run, items: Sequence[int], operands: Sequence[Value]
) -> list[Number] | None:
    """Returns numbers, of which those that are not known statically are operands."""
    at_run_time = iter(operands)
    numbers = []
    for item in items:
        known = run.numbers(next(at_run_time)) if item == AT_RUN_TIME else [constant(item)]
        if not known:
            return None
        numbers.append(known[0])
    return numbers


def _own_sizes(run: Run, op: Op, operands: Sequence[Value]) -> list[Number] | None:
    """Returns the sizes of a result, of which those that its type lacks are operands."""
    dims = op.kinds[0].dims or ()
    return _numbers(run, [AT_RUN_TIME if dim is None else dim for dim in dims], operands)


@handles("tensor.collapse_shape")
def collapse(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Each group of dims becomes one."""
    own = sizes_of(operands[0])
    sizes = [product(run, [own[dim] for dim in group]) for group in _groups(op)]
    return [reshape_by(run, operands[0], op.kinds[0], sizes)]


@handles("tensor.expand_shape")
def expand(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Each dim becomes a group of dims, whose product it must be."""
    sizes = _numbers(run, op.integers("static_output_shape") or (), operands[1:])
    if sizes is None:
        return run.opaque(op, operands)
    products = [product(run, [sizes[dim] for dim in group]) for group in _groups(op)]
    fits = [equal(a, b) for a, b in zip(products, sizes_of(operands[0]))]
    run.demand(all_of(fits), "the sizes of each group multiply to the operand's")
    return [reshape_by(run, operands[0], op.kinds[0], sizes)]


@handles("tensor.splat")
def splat(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """All elements are one number."""
    kind = op.kinds[0]
    sizes = _own_sizes(run, op, operands[1:])
    if sizes is None:
        return run.opaque(op, operands)
    scalar = Value(Kind(kind.element, ()), (), run.theory.tensor(operands[0]), operands[0].elements)
    value = run.theory.repeated(scalar, (), sizes)
    return [run.typed(kind, sizes, value.tensor, value.elements)]


@handles("tensor.generate")
def generate(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Each element is computed from its position."""
    sizes = _own_sizes(run, op, operands)
    if sizes is None:
        return run.opaque(op, operands)
    terms = [*(size.z for size in sizes), *body_terms(run, op)]
    label = f"tensor.generate: {op.kinds[0].element}"
    return [run.result(op, sizes, run.theory.function(label, terms, TENSOR))]


@handles("tensor.pad")
def pad(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The operand within elements that are computed from their positions."""
    lows = op.integers("static_low") or ()
    count = lows.count(AT_RUN_TIME)
    edges = [
        _numbers(run, lows, operands[1 : 1 + count]),
        _numbers(run, op.integers("static_high") or (), operands[1 + count :]),
    ]
    if None in edges:
        return run.opaque(op, operands)
    low, high = ([*edge] for edge in edges if edge is not None)
    run.demand(all_of([at_most(constant(0), it) for it in (*low, *high)]), "edges are not negative")
    sizes = [add(add(a, size), b) for a, size, b in zip(low, sizes_of(operands[0]), high)]
    numbers = [it.z for it in (*low, *high)]
    terms = [run.theory.tensor(operands[0]), *numbers, *body_terms(run, op)]
    label = f"tensor.pad: {op.kinds[0].element}"
    return [run.result(op, sizes, run.theory.function(label, terms, TENSOR))]
