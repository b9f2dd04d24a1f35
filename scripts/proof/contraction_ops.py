"""Contractions."""

from collections.abc import Sequence
from itertools import pairwise

from jaxlib.mlir.dialects import chlo, stablehlo

from .interpret import Run, handles, sizes_of
from .number import Number, all_of, equal
from .products import Dims, product_term
from .ragged import GroupedProduct
from .reader import Op
from .shape_ops import term_of
from .theory import Value


@handles("stablehlo.dot_general", "stablehlo.dot")
def dot_general(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Sums of products: batching dims first, then the free dims of each operand."""
    lhs, rhs = (sizes_of(operand) for operand in operands)
    if op.name == "stablehlo.dot":
        batching: Dims = ([], [])
        contracting: Dims = ([len(lhs) - 1], [0])
    else:
        numbers = stablehlo.DotDimensionNumbers(op.attributes["dot_dimension_numbers"])
        batching, contracting = _dims(numbers)
    sizes = _product_sizes(run, (lhs, rhs), batching, contracting)
    if run.first is None and run.settings.is_rewritten and _has_dims_apart((len(lhs), len(rhs)), batching, contracting):
        # The rows of one product may be in another order than those of the other one.
        run.rewritten.add(op.name)
    return [run.result(op, sizes, product_term(run, op, operands, batching, contracting, sizes))]


def _has_dims_apart(ranks: tuple[int, int], batching: Dims, contracting: Dims) -> bool:
    """Returns whether dims that could be merged in a product with batches are not side by side in an operand."""
    contracted = sorted(zip(*contracting))
    groups = [*batching]
    for side, rank in enumerate(ranks):
        summed = [pair[side] for pair in contracted]
        groups += [summed, [dim for dim in range(rank) if dim not in (*batching[side], *summed)]]
    return batching[0] != [] and any(b != a + 1 for group in groups for a, b in pairwise(group))


def _dims(numbers: stablehlo.DotDimensionNumbers | chlo.RaggedDotDimensionNumbers) -> tuple[Dims, Dims]:
    """Returns the dims that are batched and those that are contracted."""
    batching = (list(numbers.lhs_batching_dimensions), list(numbers.rhs_batching_dimensions))
    contracting = (list(numbers.lhs_contracting_dimensions), list(numbers.rhs_contracting_dimensions))
    return batching, contracting


def _product_sizes(
    run: Run, operands: tuple[Sequence[Number], Sequence[Number]], batching: Dims, contracting: Dims
) -> list[Number]:
    """Requires equal sizes, and returns the result's sizes, with the right operand's last."""
    lhs, rhs = operands
    pairs = [*zip(*batching), *zip(*contracting)]
    run.demand(all_of([equal(lhs[a], rhs[b]) for a, b in pairs]), "contracted sizes are equal")
    sizes = [
        lhs[a] if lhs[a].constant is not None else rhs[b] if rhs[b].constant is not None else lhs[a]
        for a, b in zip(*batching)
    ]
    sizes += [s for d, s in enumerate(lhs) if d not in batching[0] and d not in contracting[0]]
    sizes += [s for d, s in enumerate(rhs) if d not in batching[1] and d not in contracting[1]]
    return sizes


@handles("chlo.ragged_dot")
def ragged_dot(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Products of groups, which are parts of the left operand along a dim."""
    lhs, rhs, groups = (list(sizes_of(operand)) for operand in operands)
    numbers = chlo.RaggedDotDimensionNumbers(op.attributes["ragged_dot_dimension_numbers"])
    batching, contracting = _dims(numbers)
    (ragged,) = numbers.lhs_ragged_dimensions
    fits = []
    group = None
    if ragged in batching[0]:
        prefix = batching[0][: batching[0].index(ragged)]
        sizes = _product_sizes(run, (lhs, rhs), batching, contracting)
    elif ragged in contracting[0]:
        prefix = batching[0] + contracting[0][: contracting[0].index(ragged)]
        sizes = [groups[-1], *_product_sizes(run, (lhs, rhs), batching, contracting)]
    else:
        free = [dim for dim in range(len(lhs)) if dim not in (*batching[0], *contracting[0])]
        prefix = batching[0] + free[: free.index(ragged)]
        (group,) = numbers.rhs_group_dimensions
        fits.append(equal(rhs[group], groups[-1]))
        # The group dim is not a dim of the result.
        moved = [rhs[group], *(size for dim, size in enumerate(rhs) if dim != group)]
        places = {dim: 1 + dim - (dim > group) for dim in range(len(rhs))}
        sizes = _product_sizes(
            run,
            (lhs, moved),
            (batching[0], [places[dim] for dim in batching[1]]),
            (contracting[0], [places[dim] for dim in contracting[1]]),
        )
        left = len(batching[0]) + len(free)
        del sizes[left]
    if len(groups) > 1:
        fits += [equal(groups[place], lhs[dim]) for place, dim in enumerate(prefix)]
    run.demand(all_of(fits), "there are as many groups as matrices")
    if op.name not in run.written_out:
        return [run.result(op, sizes, term_of(run, op, operands))]
    run.followed.add(op.name)
    if ragged in batching[0]:
        # Groups have no effect.
        return [run.result(op, sizes, product_term(run, op, operands[:2], batching, contracting, sizes))]
    product = GroupedProduct(run, op, operands, (batching, contracting), (prefix, ragged))
    found = product.of_contracted(sizes) if group is None else product.of_rows(group)
    return [run.copy_of(found, op.kinds[0])]


@handles("stablehlo.triangular_solve")
def triangular_solve(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The result has the shape of the right-hand side."""
    return [run.result(op, sizes_of(operands[1]), term_of(run, op, operands))]
