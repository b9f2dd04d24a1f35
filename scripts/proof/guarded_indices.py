"""Indices with a limit in place of each number that is outside, as `legalize-for-iree` computes them."""

import re
from collections.abc import Sequence


from .broadcast_ops import Replacement
from .elementwise import compared, computed, converted, scalars_beside
from .interpret import Run, sizes_of
from .number import GREATEST_SIZE, Number, all_of, at_most, constant, equal, implies
from .theory import Kind, Value

# The `select` of an index or its limit, and the `convert` of the result to `i32`.
_CHOICE = re.compile(r"stablehlo\.select : (i32|i64)/")
_CONVERSION = "stablehlo.convert : i32/"


def is_size(number: Number) -> bool:
    """Returns whether a number is known to be a size, which 32 bits hold."""
    return number.low >= 0 and number.high <= GREATEST_SIZE


def guarded(run: Run, indices: Value, vector: int, limits: Sequence[Number]) -> Value:
    """Returns indices in which a limit stands for each number that is negative, or not less than it.

    The indices have a sign, and at least 32 bits. The numbers of an index are along the dim `vector`; if
    there is no such dim, an index is one number. The limits are sizes.
    """
    if not limits:
        return indices
    found = _taken_apart(run, indices, vector, len(limits))
    if found is None:
        return _guard(run, indices, _limit(run, indices, vector, limits))
    inner, before = found
    if all(equal(a, b) is True for a, b in zip(before, limits)):
        return guarded(run, inner, vector, limits)
    theory = run.theory
    are_lower = all_of([at_most(a, b) for a, b in zip(before, limits)])
    if are_lower is True:
        return indices
    again = _guard(run, indices, _limit(run, indices, vector, limits))
    terms = [theory.tensor(again), theory.tensor(indices)]
    if theory.is_new(theory.apply("guarded again", *terms)):
        are_greater = all_of([at_most(b, a) for a, b in zip(before, limits)])
        once = guarded(run, inner, vector, limits)
        theory.assume(implies(are_lower, terms[0] == terms[1]))
        theory.assume(implies(are_greater, terms[0] == theory.tensor(once)))
    return again


def limits_of(run: Run, indices: Value, vector: int, count: int) -> Sequence[Number] | None:
    """Returns the limits of indices of so many numbers that are guarded; `None` of others."""
    found = _taken_apart(run, indices, vector, count)
    return None if found is None else found[1]


def _taken_apart(run: Run, indices: Value, vector: int, count: int) -> tuple[Value, Sequence[Number]] | None:
    """Returns what guarded indices are computed from, and their limits."""
    guard = term = run.theory.tensor(indices)
    if term.decl().name().startswith(_CONVERSION):
        (term,) = term.children()
    choice = _CHOICE.match(term.decl().name())
    if choice is None:
        return None
    sizes = sizes_of(indices)
    _, inner, limit = (Value.sized(choice[1], sizes, own) for own in term.children())
    limits = _numbers(run, limit, vector, count)
    if limits is None or not all(map(is_size, limits)):
        return None
    is_same = run.theory.tensor(_guard(run, inner, limit)).eq(guard)
    return (inner, limits) if is_same else None


def _numbers(run: Run, limit: Value, vector: int, count: int) -> Sequence[Number] | None:
    """Returns so many numbers that are repeated along all dims but one; `None` if others are."""
    repeated = run.theory.repeated_operand(run.theory.tensor(limit))
    numbers = None if repeated is None else run.numbers(repeated)
    if numbers is None:
        return None
    if len(numbers) == 1:
        return numbers * count
    along = run.theory.tensor(_limit(run, limit, vector, numbers))
    is_along = len(numbers) == count and along.eq(run.theory.tensor(limit))
    return numbers if is_along else None


def _guard(run: Run, indices: Value, limit: Value) -> Value:
    """Computes guarded indices, of 32 bits."""
    assert run.op is not None
    sizes = sizes_of(indices)
    zero = _repeated(run, indices, [constant(0)], ())
    is_below = compared(run, run.op, "LT", indices, limit, sizes)
    is_positive = compared(run, run.op, "GE", indices, zero, sizes)
    is_inside = computed(run, run.op, "and", [is_below, is_positive], sizes)
    select = Replacement(run.op, "stablehlo.select", {}, Kind.sized(indices.kind.element, sizes))
    (chosen,) = scalars_beside(run, select, [is_inside, indices, limit])
    return converted(run, run.op, chosen, "i32")


def _limit(run: Run, like: Value, vector: int, limits: Sequence[Number]) -> Value:
    """Returns limits in the type and sizes of indices."""
    return _repeated(run, like, limits, () if vector == len(sizes_of(like)) else (vector,))


def _repeated(run: Run, like: Value, numbers: Sequence[Number], dims: tuple[int, ...]) -> Value:
    """Returns numbers in a type and sizes: along a dim, or one number everywhere."""
    own = tuple(constant(len(numbers)) for _ in dims)
    vector = Value.sized(like.kind.element, own, None, numbers)
    return run.theory.repeated(vector, dims, sizes_of(like))
