"""Ops that exchange parts of tensors between processes."""

from collections.abc import Sequence

from jaxlib.mlir import ir

from .control import body_terms
from .interpret import Run, handles, sizes_of
from .number import Number, constant, divide, equal, remainder
from .reader import Op
from .shape_ops import term_of
from .theory import Value


@handles("stablehlo.all_gather", "stablehlo.reduce_scatter", "stablehlo.all_to_all")
def exchange(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Concatenates the tensors of a group, reduces them and gives each a part, or concatenates parts of all of them:
    one dim is so many times as long, and another as short."""
    longer, shorter = (
        next((op.integer(name) for name in names if name in op.attributes), None)
        for names in (("all_gather_dim", "concat_dimension"), ("scatter_dimension", "split_dimension"))
    )
    is_split = "split_count" in op.attributes
    count = op.integer("split_count") if is_split else ir.ShapedType(op.attributes["replica_groups"].type).shape[1]
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
