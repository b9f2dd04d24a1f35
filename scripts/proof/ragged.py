"""The definition of `chlo.ragged_dot`, in ops of StableHLO.

A dim of the left operand consists of groups, one after the other, whose sizes are elements of the last
operand. If it is neither batched nor contracted, the right operand has a matrix for each group, and each
row is multiplied by the matrix of its group; if it is contracted, there is a product for each group. What
is outside a group is 0 for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from .interpret import Run
from .products import Dims
from .reader import Op
from .theory import Kind, Value
from .written import Text

# The dims of the left operand along which groups differ, and the one that consists of groups.
Groups = tuple[list[int], int]


def grouped_product(
    run: Run, op: Op, operands: Sequence[Value], dims: tuple[Dims, Dims], groups: Groups, group: int | None
) -> Value:
    """Returns the product; `group` is the right operand's dim of matrices of groups, and `None` if the
    ragged dim is contracted."""
    text = Text()
    kinds = [Kind.sized(operand.kind.element, operand.sizes or ()) for operand in operands]
    arguments = [text.argument(kind) for kind in kinds]
    element = op.kinds[0].element
    precision = op.attribute_text("precision_config").replace("#chlo<", "#stablehlo<")
    precision = f", precision_config = {precision}" if precision else ""
    if group is None:
        result = _of_contracted(text, arguments, dims, groups, element, precision)
    else:
        result = _of_rows(text, arguments, dims, groups, group, element, precision)
    return text.run(run, op, operands, result)


def _of_rows(
    text: Text,
    arguments: Sequence[str],
    dims: tuple[Dims, Dims],
    groups: Groups,
    group: int,
    element: str,
    precision: str,
) -> str:
    """Multiplies all rows by all matrices, and keeps what is of the row's group."""
    lhs, rhs, sizes = arguments
    batching, contracting = dims
    prefix, ragged = groups
    product = text.product(lhs, rhs, batching, contracting, element, precision)
    origins = [(lhs, dim) for dim in batching[0]]
    for side, value in enumerate((lhs, rhs)):
        used = (*batching[side], *contracting[side])
        origins += [(value, dim) for dim in range(text.rank(value)) if dim not in used]
    places = [origins.index((lhs, dim)) for dim in prefix] if text.rank(sizes) > 1 else []
    places += [origins.index((rhs, group)), origins.index((lhs, ragged))]
    kept = text.kept(product, _members(text, lhs, sizes, ragged), places, origins)
    dim = origins.index((rhs, group))
    return text.sum(kept, [dim])


def _of_contracted(
    text: Text,
    arguments: Sequence[str],
    dims: tuple[Dims, Dims],
    groups: Groups,
    element: str,
    precision: str,
) -> str:
    """Returns a product for each group, in which all else is 0."""
    lhs, rhs, sizes = arguments
    batching, contracting = dims
    prefix, ragged = groups
    is_member = _members(text, lhs, sizes, ragged)
    pairs = dict([*zip(*batching), *zip(*contracting)])
    parts = []
    for side, value in enumerate((lhs, rhs)):
        rank = text.rank(value)
        origins = [(sizes, text.rank(sizes) - 1), *((value, dim) for dim in range(rank))]
        wide = text.broadcast(value, text.sizes(origins), rank + 1, range(1, rank + 1))
        own = [dim if side == 0 else pairs[dim] for dim in (*prefix, ragged)]
        if text.rank(sizes) == 1:
            own = own[-1:]
        *before, last = (dim + 1 for dim in own)
        parts.append(text.kept(wide, is_member, [*before, 0, last], origins))
    wider: list[Dims] = [tuple([dim + 1 for dim in side] for side in pair) for pair in (batching, contracting)]
    batched = ([0, *wider[0][0]], [0, *wider[0][1]])
    return text.product(parts[0], parts[1], batched, wider[1], element, precision)


def _members(text: Text, lhs: str, groups: str, ragged: int) -> str:
    """Returns whether a position is in a group: `[prefix..., group, position]`."""
    wide = text.op("convert {}", [groups], text.typed(groups, "i64"))
    rank = text.rank(groups)
    # A group begins behind those in front of it.
    square = text.sizes([(groups, rank - 1)] * 2)
    is_in_front = text.compare("LT", text.iota(square, 2, 0), text.iota(square, 2, 1))
    ones = text.op("convert {}", [is_in_front], "tensor<?x?xi64>")
    starts = text.product(wide, ones, ([], []), ([rank - 1], [0]), "i64", "")
    ends = text.op("add {}, {}", [starts, wide], text.types[wide])
    sizes = text.sizes([*((groups, dim) for dim in range(rank)), (lhs, ragged)])
    starts, ends = (text.broadcast(it, sizes, rank + 1, range(rank)) for it in (starts, ends))
    place = text.iota(sizes, rank + 1, rank)
    conditions = [text.compare("GE", place, starts), text.compare("LT", place, ends)]
    return text.op("and {}, {}", conditions, text.types[conditions[0]])
