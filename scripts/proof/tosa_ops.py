"""Sizes of TOSA's ops, whose elements are an unknown function of their operands."""

from collections.abc import Sequence

from jaxlib.mlir import ir

from .control import run_unknown
from .interpret import Run, handles
from .number import add, all_of, constant, divide, equal
from .number_ops import product
from .reader import Op
from .theory import Value


@handles("tosa.pad")
def pad(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Adds elements at both ends of each dim."""
    own, edges = operands[0].sizes, _listed(run, operands[1])
    # A number of -1 is not known.
    if own is None or edges is None or min(edges, default=0) < 0:
        return run_unknown(run, op, operands)
    pairs = zip(edges[::2], edges[1::2])
    sizes = [add(size, constant(low + high)) for size, (low, high) in zip(own, pairs, strict=True)]
    return run_unknown(run, op, operands, [sizes])


@handles(*(f"tosa.reduce_{name}" for name in ("all", "any", "max", "min", "product", "sum")))
def reduce(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Has one element along the dim that is reduced."""
    own = operands[0].sizes
    axis = ir.IntegerAttr(op.attributes["axis"]).value
    sizes = None if own is None else [constant(1) if dim == axis else size for dim, size in enumerate(own)]
    return run_unknown(run, op, operands, [sizes])


@handles("tosa.concat")
def concat(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Joins operands along a dim; their other sizes are equal."""
    axis = ir.IntegerAttr(op.attributes["axis"]).value
    first, *others = (operand.sizes for operand in operands)
    if first is None or None in others:
        return run_unknown(run, op, operands)
    sizes = list(first)
    for other in others:
        pairs = zip(first, other, strict=True)
        run.demand(all_of(equal(*pair) for dim, pair in enumerate(pairs) if dim != axis), "other sizes are equal")
        sizes[axis] = add(sizes[axis], other[axis])
    return run_unknown(run, op, operands, [sizes])


@handles("tosa.transpose")
def transpose(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Has the dims in another order."""
    own = operands[0].sizes
    sizes = None if own is None else [own[dim] for dim in op.attributes["perms"]]
    return run_unknown(run, op, operands, [sizes])


@handles("tosa.matmul")
def matmul(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Multiplies as many matrices as both operands have."""
    first, second = (operand.sizes for operand in operands[:2])
    if first is None or second is None:
        return run_unknown(run, op, operands)
    run.demand(all_of([equal(first[0], second[0]), equal(first[2], second[1])]), "matrices fit")
    return run_unknown(run, op, operands, [[first[0], first[1], second[2]]])


@handles("tosa.reshape")
def reshape(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Has the sizes in a list, of which one that is -1 holds the rest."""
    own, given = operands[0].sizes, _listed(run, operands[1])
    known = [constant(number) for number in given or () if number > 0]
    if own is None or given is None or len(known) + (given.count(-1) == 1) != len(given):
        return run_unknown(run, op, operands)
    inner, count = product(run, known), product(run, own)
    assert inner.constant is not None
    rest = divide(count, inner.constant)
    held = run.theory.multiply(rest if -1 in given else constant(1), inner)
    run.demand(equal(held, count), "a reshape keeps the number of elements")
    sizes = [rest if number == -1 else constant(number) for number in given]
    return run_unknown(run, op, operands, [sizes])


def _listed(run: Run, value: Value) -> list[int] | None:
    """Returns the numbers in a list of sizes, which jaxlib reads without signs; `None` if some are not known."""
    numbers = run.numbers(value)
    found = [number.constant for number in numbers or ()]
    if numbers is None or None in found:
        return None
    return [number - 2**64 if number >= 2**63 else number for number in found if number is not None]
