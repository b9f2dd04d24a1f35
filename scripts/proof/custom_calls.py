"""Custom calls."""

from collections.abc import Sequence

import z3

from .interpret import Run, attribute_key, handles, sizes_of
from .number import Number, constant
from .reader import Op
from .scans import greatest_of_last
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
    if name == "stablehlo.dynamic_top_k" and (count := run.numbers(operands[1])):
        return greatest_of_last(run, op, operands[0], count[0])
    if name == "stablehlo.dynamic_rng_bit_generator" and (shape := run.numbers(operands[1])):
        return random_bits(run, op, operands[0], shape)
    return call_of_unknown(run, op, operands, name)


@handles("stablehlo.rng_bit_generator")
def rng_bit_generator(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The next state, and bits in the shape of the result's type."""
    return random_bits(run, op, operands[0], [constant(dim or 0) for dim in op.kinds[1].dims or ()])


def random_bits(run: Run, op: Op, state: Value, shape: Sequence[Number]) -> Sequence[Value]:
    """Returns the next state, and random bits, which depend on the state and on the shape."""
    results = []
    for index, (sizes, kind) in enumerate(zip((sizes_of(state), shape), op.kinds)):
        label = f"random bits {attribute_key(op, ['rng_algorithm'])} #{index}: {kind.label}"
        term = run.theory.apply(label, state, *shape)
        results.append(run.result(op, sizes, term, index=index))
    return results


def call_of_unknown(run: Run, op: Op, operands: list[Value], name: str) -> Sequence[Value]:
    """Different calls of an unknown function may return different values."""
    number = run.count(name)
    shapes = op.integers("indices_of_shape_operands") or ()
    rest = [operand for index, operand in enumerate(operands) if index not in shapes]
    run.show()
    if op.truth("has_side_effect"):
        run.effect(f"call {number} of @{name}", op, rest)
    marker = z3.Const(f"call {number}", TENSOR)
    return run.opaque(op, rest, marker, known=[run.numbers(operands[index]) for index in shapes])
