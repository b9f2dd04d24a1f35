"""Tuples: a tuple depends on its parts only, whatever sizes their types show."""

from collections.abc import Sequence

from .interpret import Run, handles
from .reader import Op
from .theory import Value


@handles("stablehlo.tuple")
def tuple_of(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Puts values together."""
    sizes = [size for operand in operands for size in operand.sizes or ()]
    term = run.theory.apply(f"tuple of {len(operands)}", *operands, *sizes)
    run.theory.tuples[term] = list(operands)
    return [Value(op.kinds[0], None, term)]


@handles("stablehlo.get_tuple_element")
def part_of(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Returns what has been put into a tuple."""
    (whole,) = operands
    parts = None if whole.tensor is None else run.theory.tuples.get(whole.tensor)
    if parts is None:
        return run.opaque(op, operands)
    return [run.copy_of(parts[op.integer("index")], op.kinds[0])]
