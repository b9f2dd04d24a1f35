"""Larger tensors that begin with a part that is known; their other elements are undefined.

`legalize-for-iree` carries tensors through loops and branches in such tensors.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

import z3

from .interpret import Run
from .number import Number, constant
from .theory import TENSOR, Kind, Theory, Value


# The bits to which IREE aligns tensors.
_ALIGNMENT = 512


def is_aligned(kind: Kind) -> bool:
    """Returns whether a loop carries tensors of a type as they are."""
    if kind.dims is None or None not in kind.dims:
        return True
    bits = re.search(r"\d+", kind.element)
    if bits is None:
        return False
    # A truth value takes a byte, and a complex number is two.
    own = 8 if kind.is_truth else int(bits[0])
    parts = 2 if kind.element.startswith("complex") else 1
    static = [dim for dim in kind.dims if dim is not None]
    return math.prod(static) * own * parts % _ALIGNMENT == 0


def enlarge(
    theory: Theory, part: Value, dims: tuple[int, ...], sizes: Sequence[Number]
) -> z3.ExprRef:
    """Returns a tensor of these sizes whose first elements are a part's.

    Dim `i` of the part is dim `dims[i]` of the result; along the others, it is at index 0.
    """

    def larger(part: Value) -> z3.ExprRef:
        terms = [theory.tensor(part), *(size.z for size in sizes)]
        term = theory.function(f"start by {dims}", terms, TENSOR)
        if theory.is_new(term):
            theory.starts[term.get_id()] = part, dims
        return term

    return theory.moved([part], larger)


def start_of(theory: Theory, value: Value) -> tuple[Value, tuple[int, ...]] | None:
    """Returns the part that a larger tensor begins with, and the dims that it has there."""
    if value.sizes is None:
        return None
    # Also of a tensor without elements.
    term = theory.tensor(value) if value.tensor is None else value.tensor
    if found := theory.starts.get(term.get_id()):
        return found
    if bits := theory.original_bits(term):
        original, of, to = bits
        kind = replace(value.kind, element=of)
        start = start_of(theory, Value(kind, value.sizes, original))
        if start is None:
            return None
        part, dims = start
        same_bits = theory.bits(theory.tensor(part), of, to)
        return Value(replace(part.kind, element=to), part.sizes, same_bits), dims
    if choice := theory.choice(term):
        condition, *values = choice
        starts = [start_of(theory, one) for one in values]
        if starts[0] is None or starts[1] is None or starts[0][1] != starts[1][1]:
            return None
        return theory.choose(condition, starts[0][0], starts[1][0]), starts[0][1]
    return None


def carried(run: Run, own: Value, its: Value) -> Value:
    """Returns what a value holds of the first program's, if it is a larger tensor than that."""
    start = start_of(run.theory, own)
    return own if start is None or start_of(run.theory, its) is not None else start[0]


def like(run: Run, own: Value, its: Value, kind: Kind) -> Value:
    """Returns the first program's value, in a larger tensor if the second one's is in one.

    Such a tensor keeps the sizes that `own` has.
    """
    start = start_of(run.theory, own)
    if start is None or start_of(run.theory, its) is not None:
        return replace(its, kind=kind)
    sizes = [
        size if declared is None else constant(declared)
        for size, declared in zip(own.sizes or (), kind.dims or (), strict=True)
    ]
    part = replace(its, kind=start[0].kind)
    return Value(kind, tuple(sizes), enlarge(run.theory, part, start[1], sizes), given=its.given)
