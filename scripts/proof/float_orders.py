"""Comparisons of floats by `arith.cmpf`, of which some hold if an operand is NaN."""

from collections.abc import Sequence

from jaxlib.mlir.dialects import stablehlo

from .broadcast_ops import Replacement
from .elementwise import compute, same_sizes
from .interpret import Run, handles
from .reader import Op
from .theory import Kind, Value

# The predicates from 1 on, which are false for NaN, and those from 9 on: the opposites of these are.
_ORDERED = ("EQ", "GT", "GE", "LT", "LE")
_OPPOSITES = ("LE", "LT", "GE", "GT")


@handles("arith.cmpf")
def compare_floats(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Composes a predicate of StableHLO's comparisons, all but `NE` of which are false for NaN."""
    sizes = same_sizes(run, operands)
    predicate = op.integer("predicate")
    a, b = operands

    def compare(direction: str, x: Value, y: Value) -> Value:
        attribute = stablehlo.ComparisonDirectionAttr.get(direction, op.operation.context)
        name = "stablehlo.compare"
        replacement = Replacement(op, name, {"comparison_direction": attribute}, op.kinds[0])
        return compute(run, name, replacement, [x, y], sizes)

    def logic(name: str, *values: Value) -> Value:
        name = f"stablehlo.{name}"
        return compute(run, name, Replacement(op, name, {}, op.kinds[0]), values, sizes)

    def differ() -> Value:
        return logic("or", compare("LT", a, b), compare("GT", a, b))

    if predicate in (0, 15):
        truth = Value(Kind(op.kinds[0].element, ()), (), None, (predicate == 15,))
        return [run.copy_of(run.theory.repeated(truth, (), sizes), op.kinds[0])]
    if predicate in (6, 8):
        return [differ() if predicate == 6 else logic("not", differ())]
    if predicate in (7, 14):
        direction, name = ("EQ", "and") if predicate == 7 else ("NE", "or")
        return [logic(name, compare(direction, a, a), compare(direction, b, b))]
    if predicate == 13:
        return [compare("NE", a, b)]
    if predicate < 6:
        return [compare(_ORDERED[predicate - 1], a, b)]
    return [logic("not", compare(_OPPOSITES[predicate - 9], a, b))]
