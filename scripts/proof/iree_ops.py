"""What a program tells IREE of sizes, which must be true, and tensors in buffers."""

import re
from collections.abc import Sequence
from dataclasses import replace

from .elementwise import same_bits
from .interpret import Run, Unsupported, handles, sizes_of
from .number import all_of, at_most, constant, equal, remainder
from .reader import Op
from .theory import Value


@handles("hal.tensor.export")
def export(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """A buffer that holds a tensor, whose dynamic sizes are the other operands: the tensor, which may be
    of any sizes."""
    if op.attribute_text("source_encoding") != str(op.operation.operands[0].type):
        raise Unsupported("a buffer of another type than its tensor")
    tensor, *_ = tie_shape(run, op, operands)
    return [replace(tensor, kind=replace(tensor.kind, dims=None))]


@handles("hal.tensor.import")
def import_(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The tensor in a buffer."""
    return [run.copy_of(operands[0], op.kinds[0])]


@handles("hal.buffer_view.buffer", "util.optimization_barrier")
def unchanged(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The bytes of a buffer, which are the tensor in it; values of which IREE must not see what they are."""
    return operands


@handles("hal.buffer.length")
def length(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """A number of bytes. What `create` computes from another one is not followed."""
    return [Value(op.kinds[0], (), run.theory.apply("length", operands[0]))]


@handles("hal.buffer_view.create")
def create(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """A buffer of all bytes of another one, whose elements are unsigned integers."""
    tensor, begin, end, element, order, *extents = operands
    (whole,) = length(run, op, [tensor])
    width = tensor.kind.width
    known = [run.numbers(value) or [] for value in (begin, element, order)]
    given = [number.constant for numbers in known for number in numbers]
    if width is None or given != [0, _UNSIGNED + width.bits, _ROWS]:
        raise Unsupported("a buffer of other elements, or of a part")
    run.claim(run.theory.tensor(end) == run.theory.tensor(whole), "a buffer of all bytes")
    for size, extent in zip(sizes_of(tensor), extents, strict=True):
        (number,) = run.numbers(extent) or (None,)
        if number is None:
            raise Unsupported("a buffer of an unknown size")
        run.demand(equal(size, number), "a buffer has the sizes of its tensor")
    kind = replace(tensor.kind, element=f"ui{width.bits}")
    return [same_bits(run, tensor, kind) or tensor]


# IREE's numbers for unsigned integers, to which their bits are added, and for rows that follow each other.
_UNSIGNED = 0x1200_0000
_ROWS = 1


@handles("flow.tensor.tie_shape")
def tie_shape(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """A tensor whose dynamic sizes are the other operands."""
    tensor, *numbers = operands
    # Those of the type; an argument may have been given sizes.
    dims = op.operand_kinds[0].dims or ()
    dynamic = [size for size, dim in zip(sizes_of(tensor), dims, strict=True) if dim is None]
    for size, value in zip(dynamic, numbers, strict=True):
        known = run.numbers(value)
        if known is None:
            raise Unsupported("a tensor that is tied to an unknown size")
        run.demand(equal(size, known[0]), "a tensor has the sizes that it is tied to")
    return [tensor]


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
