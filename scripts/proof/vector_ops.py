"""Ops on vectors."""

from collections.abc import Sequence
from dataclasses import replace

from .interpret import Run, handles
from .number import constant
from .reader import Op
from .theory import Value


@handles("vector.broadcast", "vector.shape_cast")
def reshape_or_repeat(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Broadcasts a vector, with its dims aligned to the right, or reshapes it."""
    kind, operand = op.kinds[0], operands[0]
    sizes = [constant(size or 0) for size in kind.dims or ()]
    if op.name == "vector.shape_cast":
        return [Value(kind, tuple(sizes), run.theory.reshape(operand, sizes))]
    own = len(operand.sizes or ())
    dims = tuple(range(len(sizes) - own, len(sizes)))
    return [replace(run.theory.repeated(operand, dims, sizes), kind=kind)]
