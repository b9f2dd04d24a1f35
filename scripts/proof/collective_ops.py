"""Ops that exchange parts of tensors between processes."""

from collections.abc import Sequence

from jaxlib.mlir import ir

from .control import body_terms
from .interpret import Run, handles
from .number import Number, constant, divide, equal, remainder
from .reader import Op
from .shape_ops import term_of
from .sizes import sizes_of
from .theory import Value


@handles("stablehlo.all_gather")
def all_gather(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Concatenates the tensors of a group."""
    return _exchanged(run, op, operands, op.integer("all_gather_dim"), None, _group_size(op))


@handles("stablehlo.reduce_scatter")
def reduce_scatter(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Reduces the tensors of a group, of which each gets a part."""
    return _exchanged(run, op, operands, None, op.integer("scatter_dimension"), _group_size(op))


@handles("stablehlo.all_to_all")
def all_to_all(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Splits the tensors of a group, and concatenates the parts for each."""
    count = op.integer("split_count")
    dims = op.integer("concat_dimension"), op.integer("split_dimension")
    return _exchanged(run, op, operands, *dims, count)


def _group_size(op: Op) -> int:
    return ir.ShapedType(op.attributes["replica_groups"].type).shape[1]


def _exchanged(
    run: Run, op: Op, operands: list[Value], longer: int | None, shorter: int | None, count: int
) -> Sequence[Value]:
    """Returns tensors of which one dim is so many times as long, and another as short."""
    body = body_terms(run, op)
    results = []
    for index, operand in enumerate(operands):
        sizes: list[Number] = list(sizes_of(operand))
        if shorter is not None:
            rest = remainder(sizes[shorter], count)
            run.demand(equal(rest, constant(0)), "the dim can be split evenly")
            sizes[shorter] = divide(sizes[shorter], count)
        if longer is not None:
            sizes[longer] = run.theory.multiply(sizes[longer], constant(count))
        term = term_of(run, op, [operand], *body)
        results.append(run.result(op, sizes, term, index=index))
    return results
