"""NumPy's rule for sizes aligned to one dim."""

from collections.abc import Sequence
from dataclasses import dataclass

import z3

from .number import Bool, Number, all_of, any_of, choose, constant, equal


@dataclass(frozen=True)
class Participant:
    """A dim of an operand that is aligned to a dim of the result."""

    size: Number
    declared: int | None
    bound: int | None


def join(participants: Sequence[Participant], zero_extents: str, is_padded: bool) -> tuple[Number, Bool, Bool]:
    """Returns the size that dims broadcast to, and when they may and when they must broadcast.

    NumPy's rule: any two are equal, or one of them is 1. With `reject`, 0 against 1 may be
    rejected if both are known only at run time.
    """
    sizes = [participant.size for participant in participants]
    if not sizes:
        return constant(1), True, True
    one = constant(1)
    size = sizes[-1]
    for other in reversed(sizes[:-1]):
        size = choose(equal(other, one), size, other)
    pairs = [(a, b) for index, a in enumerate(sizes) for b in sizes[:index]]
    if is_padded:
        are_equal = all_of([equal(a, b) for a, b in pairs])
        return sizes[0], are_equal, are_equal
    fit = all_of([any_of([equal(a, b), equal(a, one), equal(b, one)]) for a, b in pairs])
    is_fixed = any(participant.declared is not None for participant in participants)
    if is_fixed:
        fixed = next(item.size for item in participants if item.declared is not None)
        return fixed, fit, fit
    if zero_extents == "numpy":
        return size, fit, fit
    at_least_one = [any_of([equal(a, b), z3.And(a.z >= 1, b.z >= 1)]) for a, b in pairs]
    return size, fit, all_of([fit, *at_least_one])


def fit_into(participants: Sequence[Participant], size: Number) -> Bool:
    """Returns whether dims broadcast to a size that they do not enlarge."""
    one = constant(1)
    sizes = [item.size for item in participants]
    return all_of([any_of([equal(it, size), equal(it, one)]) for it in sizes])
