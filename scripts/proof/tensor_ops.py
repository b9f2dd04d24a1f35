"""Ops of `tensor` that join neighbouring dims or split them, fill a tensor, pad one, or replace an element."""

import re
from collections.abc import Sequence

from .control import body_terms
from .interpret import Run, handles, sizes_of
from .number import Number, add, all_equal, all_of, at_most, constant
from .number_ops import numbers_in_range, product
from .reader import Op
from .shape_ops import AT_RUN_TIME, exists, mixed_numbers, reshape_by, term_of
from .theory import Kind, Value


def _groups(op: Op) -> list[list[int]]:
    """Returns the dims of each group."""
    groups = re.findall(r"\[([\d, ]*)\]", op.attribute_text("reassociation"))
    return [[int(dim) for dim in re.findall(r"\d+", group)] for group in groups]


def _own_sizes(run: Run, op: Op, operands: Sequence[Value]) -> list[Number]:
    """Returns the sizes of a result, of which those that its type lacks are operands."""
    dims = op.kinds[0].dims or ()
    items = [AT_RUN_TIME if dim is None else dim for dim in dims]
    return mixed_numbers(run, items, iter(operands))


@handles("tensor.collapse_shape")
def collapse(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Each group of dims becomes one."""
    run.limit(exists(run, operands[0]))
    own = sizes_of(operands[0])
    sizes = [product(run, [own[dim] for dim in group]) for group in _groups(op)]
    return [reshape_by(run, operands[0], op.kinds[0], sizes)]


@handles("tensor.expand_shape")
def expand(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Each dim becomes a group of dims, whose product it must be."""
    sizes = mixed_numbers(run, op.integers("static_output_shape") or (), iter(operands[1:]))
    products = [product(run, [sizes[dim] for dim in group]) for group in _groups(op)]
    run.demand(all_equal(products, sizes_of(operands[0])), "the sizes of each group multiply to the operand's")
    return [reshape_by(run, operands[0], op.kinds[0], sizes)]


@handles("tensor.splat", "flow.tensor.splat")
def splat(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """All elements are one number."""
    kind = op.kinds[0]
    sizes = _own_sizes(run, op, operands[1:])
    scalar = Value(Kind(kind.element, ()), (), run.theory.tensor(operands[0]), operands[0].elements)
    value = run.theory.repeated(scalar, (), sizes)
    return [run.typed(kind, sizes, value.tensor, value.elements)]


@handles("tensor.empty")
def empty(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """A tensor of given sizes with unknown elements."""
    sizes = _own_sizes(run, op, operands)
    if op.kinds[0].dims is None:
        return run.opaque(op, operands)
    label = f"{op.name}: {op.kinds[0].element}"
    return [run.result(op, sizes, run.theory.apply(label, *sizes))]


@handles("tensor.generate")
def generate(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Each element is computed from its position."""
    sizes = _own_sizes(run, op, operands)
    label = f"tensor.generate: {op.kinds[0].element}"
    return [run.result(op, sizes, run.theory.apply(label, *sizes, *body_terms(run, op)))]


@handles("tensor.pad")
def pad(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The operand within elements that are computed from their positions."""
    at_run_time = iter(operands[1:])
    low, high = (mixed_numbers(run, op.integers(name) or (), at_run_time) for name in ("static_low", "static_high"))
    run.demand(all_of([at_most(constant(0), it) for it in (*low, *high)]), "edges are not negative")
    sizes = [add(add(a, size), b) for a, size, b in zip(low, sizes_of(operands[0]), high)]
    label = f"tensor.pad: {op.kinds[0].element}"
    term = run.theory.apply(label, operands[0], *low, *high, *body_terms(run, op))
    return [run.result(op, sizes, term)]


@handles("tensor.insert")
def insert(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Replaces one element."""
    _, target, *indices = operands
    numbers_in_range(run, target, indices)
    return [run.result(op, sizes_of(target), term_of(run, op, operands))]
