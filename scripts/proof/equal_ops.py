"""Elementwise ops that compute what others do, which `legalize-for-iree` replaces: with exchanged operands, on what
another op has done and they undo, or with the same choice (`element_lemmas`)."""

from collections.abc import Callable, Sequence

import z3

from .theory import Kind, Theory

_COMMUTATIVE = ("add", "multiply", "maximum", "minimum", "and", "or", "xor")
# Builds the same op on other operands.
_Rebuilt = Callable[[Sequence[z3.ExprRef]], z3.ExprRef]


def state_equal(
    theory: Theory, name: str, kind: Kind, term: z3.ExprRef, operands: Sequence[z3.ExprRef], rebuilt: _Rebuilt
) -> None:
    """States to what an op of StableHLO on whole tensors is equal."""
    theory.applied[term] = name, tuple(operands)
    if name in _COMMUTATIVE:
        theory.assume_same(term, rebuilt(operands[::-1]))
    for equal in _undone(theory, name, kind, operands):
        theory.assume_same(term, equal)
    if name == "select":
        condition, *chosen = operands
        theory.assume(z3.Implies(chosen[0] == chosen[1], term == chosen[0]))
        inner = [_chosen(theory, condition, one, at) for at, one in enumerate(chosen)]
        if any(new is not old for new, old in zip(inner, chosen)):
            theory.assume_same(term, rebuilt([condition, *inner]))
    if name in ("multiply", "divide") and kind.width is None:
        negated = [_operands(theory, operand, "negate") for operand in operands]
        if all(negated):
            # The signs of floats are not rounded.
            theory.assume_same(term, rebuilt([part for parts in negated for part in parts]))


def _operands(theory: Theory, term: z3.ExprRef, name: str) -> tuple[z3.ExprRef, ...]:
    """Returns the operands of a term that an op of this name computes; none of others."""
    found, operands = theory.applied.get(term, ("", ()))
    return operands if found == name else ()


def _chosen(theory: Theory, condition: z3.ExprRef, value: z3.ExprRef, at: int) -> z3.ExprRef:
    """Returns what a choice by the same condition chooses where that is so."""
    operands = _operands(theory, value, "select")
    return operands[1 + at] if operands and operands[0].eq(condition) else value


def _undone(theory: Theory, name: str, kind: Kind, operands: Sequence[z3.ExprRef]) -> list[z3.ExprRef]:
    """Returns what an op is that undoes what has been done to its operands."""
    if name in ("negate", "not"):
        return list(_operands(theory, operands[0], name))
    if kind.width is None or kind.is_truth or name not in ("add", "subtract", "xor"):
        # Sums of floats are rounded.
        return []
    found = []
    first, second = operands
    if name == "subtract":
        # `(x + y) - y`, and `x - (x - y)`.
        found += _others(_operands(theory, first, "add"), second)
        found += _operands(theory, second, "subtract")[1:] if _begins(theory, second, first) else ()
    else:
        inverse = "xor" if name == "xor" else "subtract"
        for one, other in ((first, second), (second, first)):
            parts = _operands(theory, one, inverse)
            # `(x - y) + y`
            found += _others(parts, other) if name == "xor" else [x for x, y in [parts] * bool(parts) if y.eq(other)]
    return found


def _begins(theory: Theory, difference: z3.ExprRef, term: z3.ExprRef) -> bool:
    parts = _operands(theory, difference, "subtract")
    return bool(parts) and parts[0].eq(term)


def _others(parts: Sequence[z3.ExprRef], known: z3.ExprRef) -> list[z3.ExprRef]:
    """Returns the other one of two operands, of which one is known."""
    return [other for own, other in (parts, parts[::-1]) if own.eq(known)] if parts else []
