"""Larger tensors that begin with a part that is known; their other elements are undefined.

`legalize-for-iree` carries tensors through loops and branches in such tensors.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import replace

import z3

from .cancelling import Cancelling
from .interpret import Run
from .number import Number, all_of, constant, equal, implies
from .shape_ops import product
from .theory import START, Kind, Theory, Value


# The bits to which IREE aligns tensors.
_ALIGNMENT = 512


def is_aligned(kind: Kind) -> bool:
    """Returns whether a loop carries tensors of a type as they are."""
    if kind.dims is None or None not in kind.dims:
        return True
    bits = _bits(kind)
    static = [dim for dim in kind.dims if dim is not None]
    return bits is not None and math.prod(static) * bits % _ALIGNMENT == 0


def _bits(kind: Kind) -> int | None:
    """Returns how many bits IREE stores an element in."""
    bits = re.search(r"\d+", kind.element)
    if bits is None:
        return None
    # A truth value takes a byte, and a complex number is two.
    own = 8 if kind.is_truth else int(bits[0])
    return own * (2 if kind.element.startswith("complex") else 1)


def is_padded(run: Run, part: Value, sizes: Sequence[Number]) -> bool:
    """Returns whether a tensor of rank 1 has all elements of rows of 64 bytes, for those of a part."""
    from .check import holds

    if len(sizes) != 1 or part.sizes is None or len(part.sizes) != 1 or sizes[0].constant is not None:
        return False
    unit = _ALIGNMENT // math.gcd(_ALIGNMENT, _bits(part.kind) or 1)
    full, own = sizes[0].z, part.sizes[0].z
    conditions = full % unit == 0, own <= full, full < own + unit
    # Dims may be multiplied in another order, and a factor may be known only from an assertion.
    lemmas = tuple(Cancelling(run.theory).lemmas())
    premises = all_of(lemmas), all_of([*lemmas, *run.theory.products])
    # The solver is faster if it is asked for one condition after the other.
    return all(
        any(holds(run, run.path, implies(premise, condition)) for premise in premises) for condition in conditions
    )


def enlarge(theory: Theory, part: Value, dims: tuple[int, ...], sizes: Sequence[Number]) -> z3.ExprRef:
    """Returns a tensor of these sizes whose first elements are a part's.

    Dim `i` of the part is dim `dims[i]` of the result; along the others, it is at index 0.
    """

    def larger(part: Value) -> z3.ExprRef:
        term = theory.apply(f"{START} {dims}", part, *sizes)
        if theory.is_new(term):
            theory.starts[term] = part, dims
        return term

    return theory.moved([part], larger)


def start_of(theory: Theory, value: Value) -> tuple[Value, tuple[int, ...]] | None:
    """Returns the part that a larger tensor begins with, and the dims that it has there."""
    if value.sizes is None:
        return None
    # Also of a tensor without elements.
    term = theory.tensor(value) if value.tensor is None else value.tensor
    if found := theory.starts.get(term):
        return found
    if bits := theory.same_bits.get(term):
        original, of, to = bits
        kind = replace(value.kind, element=of)
        start = start_of(theory, Value(kind, value.sizes, original))
        if start is None:
            return None
        part, dims = start
        same_bits = theory.bits(theory.tensor(part), of, to)
        return Value(replace(part.kind, element=to), part.sizes, same_bits), dims
    if choice := theory.choices.get(term):
        condition, *values = choice
        starts = [start_of(theory, one) for one in values]
        if starts[0] is None or starts[1] is None or starts[0][1] != starts[1][1]:
            return None
        return theory.choose(condition, starts[0][0], starts[1][0]), starts[0][1]
    return None


def elements_of_rows(theory: Theory, value: Value) -> Value | None:
    """Returns the elements, in a row, that a tensor of rows begins with, if it is one."""
    if value.tensor is None or value.sizes is None or len(value.sizes) != 2:
        return None
    bits = theory.same_bits.get(value.tensor)
    term = value.tensor if bits is None else bits[0]
    flat = theory.reshapes.get(term)
    if flat is None or len(flat.sizes or ()) != 1:
        return None
    if bits is not None:
        _, of, to = bits
        flat = Value(replace(flat.kind, element=to), flat.sizes, theory.bits(theory.tensor(flat), of, to))
    start = start_of(theory, flat)
    return None if start is None else start[0]


def is_larger(theory: Theory, value: Value) -> bool:
    """Returns whether a value is a tensor of which only the first elements are defined."""
    return start_of(theory, value) is not None or elements_of_rows(theory, value) is not None


def carried(run: Run, own: Value, its: Value) -> Value:
    """Returns what a value holds of the first program's, if it is a larger tensor than that."""
    if is_larger(run.theory, its):
        return own
    if start := start_of(run.theory, own):
        return start[0]
    elements = elements_of_rows(run.theory, own)
    if elements is None or its.sizes is None:
        return own
    (count,) = elements.sizes or ()
    run.claim(equal(product(run, its.sizes), count), "number of elements that a loop carries in rows")
    # Those that are tracked are the same in any sizes.
    tracked = run.elements(elements) if run.elements(its) is not None else None
    term = None if tracked is not None else run.theory.reshape(elements, its.sizes)
    return replace(elements, kind=its.kind, sizes=its.sizes, tensor=term, elements=tracked)


def like(run: Run, own: Value, its: Value, kind: Kind) -> Value:
    """Returns the first program's value, in a larger tensor if the second one's is in one.

    Such a tensor keeps the sizes that `own` has.
    """
    if is_larger(run.theory, its) or not is_larger(run.theory, own):
        return replace(its, kind=kind)
    sizes = [
        size if declared is None else constant(declared)
        for size, declared in zip(own.sizes or (), kind.dims or (), strict=True)
    ]
    start = start_of(run.theory, own)
    if start is None:
        return _in_rows(run, its, Value(kind, tuple(sizes), own.tensor))
    part = replace(its, kind=start[0].kind)
    return Value(kind, tuple(sizes), enlarge(run.theory, part, start[1], sizes), given=its.given)


def _in_rows(run: Run, its: Value, rows: Value) -> Value:
    """Returns a tensor of rows, of the sizes of others, that begins with the elements of a value."""
    assert rows.sizes is not None and its.sizes is not None
    flat = (product(run, its.sizes),)
    all_elements = (product(run, rows.sizes),)
    element = rows.kind.element
    part = Value(Kind(element, (None,)), flat, run.theory.reshape(its, flat))
    larger = Value(Kind(element, (None,)), all_elements, enlarge(run.theory, part, (0,), all_elements))
    term = run.theory.reshape(larger, rows.sizes)
    return Value(rows.kind, rows.sizes, term, given=its.given)
