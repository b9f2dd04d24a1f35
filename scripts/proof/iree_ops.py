"""What a program tells IREE of sizes, which must be true, and tensors in buffers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .interpret import Run, Unsupported, handles
from .number import all_of, at_most, constant, equal, remainder
from .reader import Op
from .shape_ops import sizes_of
from .theory import Value


@handles("hal.tensor.export")
def export(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """A buffer that holds a tensor, whose dynamic sizes are the other operands."""
    tensor, *_ = tie_shape(run, op, operands)
    return [Value(op.kinds[0], sizes_of(tensor), run.theory.tensor(tensor))]


@handles("hal.buffer_view.dim")
def buffer_dim(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """A size of the tensor in a buffer."""
    return [Value(op.kinds[0], (), None, (sizes_of(operands[0])[op.integer("index")],))]


@handles("hal.tensor.import")
def import_(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The tensor in a buffer."""
    buffer, *numbers = operands
    tensor = run.typed(op.kinds[0], sizes_of(buffer), buffer.tensor)
    return tie_shape(run, op, [tensor, *numbers])


@handles("flow.tensor.tie_shape")
def tie_shape(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """A tensor whose dynamic sizes are the other operands."""
    tensor, *numbers = operands
    dims = tensor.kind.dims or ()
    dynamic = [size for size, dim in zip(sizes_of(tensor), dims, strict=True) if dim is None]
    for size, value in zip(dynamic, numbers, strict=True):
        known = run.numbers(value)
        if known is None:
            raise Unsupported("a tensor that is tied to an unknown size")
        run.demand(equal(size, known[0]), "a tensor has the sizes that it is tied to")
    return [tensor]


@handles("util.optimization_barrier")
def optimization_barrier(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Values of which IREE must not see what they are."""
    return operands


@handles("util.assume.int")
def assume_int(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Numbers with bounds and a divisor."""
    (value,) = operands
    known = run.numbers(value)
    if known is None:
        raise Unsupported("an assumption about an unknown number")
    (number,) = known
    holds = {
        "umin": lambda bound: at_most(constant(bound), number),
        "umax": lambda bound: at_most(number, constant(bound)),
        "udiv": lambda divisor: equal(remainder(number, divisor), constant(0)),
    }
    members = re.findall(r"(\w+) = (\d+)", op.attribute_text("assumptions"))
    run.demand(all_of([holds[name](int(bound)) for name, bound in members]), "what is assumed")
    return [value]
