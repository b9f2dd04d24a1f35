"""Comparisons of floats by `arith.cmpf`, of which some hold if an operand is NaN."""

from collections.abc import Sequence


from .elementwise import compared, computed, same_sizes
from .interpret import Run, handles
from .reader import Op
from .theory import Value

# The predicates from 1 on, which are false for NaN, and those from 9 on: the opposites of these are.
_ORDERED = ("EQ", "GT", "GE", "LT", "LE")
_OPPOSITES = ("LE", "LT", "GE", "GT")


@handles("arith.cmpf")
def compare_floats(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Compares floats."""
    return [run.copy_of(_composed(run, op, operands), op.kinds[0])]


def _composed(run: Run, op: Op, operands: Sequence[Value]) -> Value:
    """Composes a predicate of StableHLO's comparisons, all but `NE` of which are false for NaN."""
    sizes = same_sizes(run, operands)
    predicate = op.integer("predicate")
    a, b = operands

    def compare(direction: str, x: Value, y: Value) -> Value:
        return compared(run, op, direction, x, y, sizes)

    def logic(name: str, *values: Value) -> Value:
        return computed(run, op, name, values, sizes)

    def differ() -> Value:
        return logic("or", compare("LT", a, b), compare("GT", a, b))

    if predicate in (0, 15):
        return run.theory.fill(op.kinds[0].element, predicate == 15, sizes)
    if predicate in (6, 8):
        return differ() if predicate == 6 else logic("not", differ())
    if predicate in (7, 14):
        direction, name = ("EQ", "and") if predicate == 7 else ("NE", "or")
        return logic(name, compare(direction, a, a), compare(direction, b, b))
    if predicate == 13:
        return compare("NE", a, b)
    if predicate < 6:
        return compare(_ORDERED[predicate - 1], a, b)
    return logic("not", compare(_OPPOSITES[predicate - 9], a, b))
