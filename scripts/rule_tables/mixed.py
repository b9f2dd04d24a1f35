"""Ops on operands of different element types, which frontends convert, or do not permit."""

from collections.abc import Iterable, Iterator

from .cases import Case, Refusal

# By type: types of another kind, a wider type of its kind, and the unsigned type of its width.
_OTHERS = {
    "i1": ("i8", "f32"),
    "i32": ("f32", "i64", "ui32"),
    "f32": ("i32", "f64", "i1"),
    "f16": ("bf16",),
    "ui8": ("i8", "ui16"),
    "complex<f32>": ("f32", "complex<f64>"),
}


def refusals(some: Iterable[Case], cases: Iterable[Case]) -> Iterator[Refusal]:
    """Yields some ops with one operand of another type, but not those that any case has with such operands."""
    permitted = {case.op for case in cases if len(set(case.operands)) > 1}
    for case in some:
        if case.op in permitted or case.first_constant is not None or len(case.operands) < 2:
            continue
        for other in _OTHERS.get(case.operands[0], ()):
            for position in range(len(case.operands)):
                operands = list(case.operands)
                operands[position] = other
                yield Refusal(case.op, tuple(operands), case.result, case.attributes, "", case.constants)
