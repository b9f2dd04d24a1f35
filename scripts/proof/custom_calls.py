"""Custom calls."""

from __future__ import annotations

from collections.abc import Sequence

import z3

from .interpret import Run, handles
from .reader import Op
from .theory import TENSOR, Value
from .window_ops import dynamic_reduce_window


@handles("stablehlo.custom_call")
def custom_call(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """`@shape_assertion` asserts, `@Sharding` returns its operand; few other calls are known."""
    name = op.attribute_text("call_target_name").strip('"')
    if name == "Sharding" and len(op.kinds) == 1:
        return [run.copy_of(operands[0], op.kinds[0])]
    if name == "shape_assertion":
        # Without a side effect, any pass may remove it.
        if op.truth("has_side_effect"):
            run.check(run.truth(operands[0]))
        return []
    if name == "stablehlo.dynamic_reduce_window" and len(op.kinds) == 1:
        windows = dynamic_reduce_window(run, op, operands)
        if windows is not None:
            return windows
    return call_of_unknown(run, op, operands, name)


def call_of_unknown(run: Run, op: Op, operands: list[Value], name: str) -> Sequence[Value]:
    """Different calls of an unknown function may return different values."""
    number = run.count(name)
    return run.opaque(op, operands, z3.Const(f"call {number}", TENSOR))
