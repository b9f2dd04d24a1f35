"""The definition of `chlo.ragged_dot`, in ops of StableHLO.

A dim of the left operand is ragged: it is divided into consecutive groups, and the last operand holds their
sizes. If the dim is neither batched nor contracted, the right operand has a matrix for each group, and each
row is multiplied by the matrix of its group; rows in no group yield 0. If it is contracted, the result has
a product for each group, which is over the elements of that group alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

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
    precision = op.attribute_text("precision_config").replace("#chlo<", "#stablehlo<")
    precision = f", precision_config = {precision}" if precision else ""
    arguments = [text.argument(kind) for kind in kinds]
    product = _Product(text, arguments, dims, groups, op.kinds[0].element, precision)
    result = product.of_contracted() if group is None else product.of_rows(group)
    return text.run(run, op, operands, result)


@dataclass(frozen=True)
class _Product:
    """A product that is written."""

    text: Text
    arguments: Sequence[str]
    dims: tuple[Dims, Dims]
    groups: Groups
    element: str
    precision: str

    def of_rows(self, group: int) -> str:
        """Multiplies all rows by all matrices, and keeps what is of the row's group."""
        text, (lhs, rhs, sizes) = self.text, self.arguments
        batching, contracting = self.dims
        prefix, ragged = self.groups
        product = text.product(lhs, rhs, batching, contracting, self.element, self.precision)
        origins = [(lhs, dim) for dim in batching[0]]
        for side, value in enumerate((lhs, rhs)):
            used = (*batching[side], *contracting[side])
            origins += [(value, dim) for dim in range(text.rank(value)) if dim not in used]
        places = [origins.index((lhs, dim)) for dim in prefix] if text.rank(sizes) > 1 else []
        places += [origins.index((rhs, group)), origins.index((lhs, ragged))]
        kept = text.kept(product, _members(text, lhs, sizes, ragged), places, origins)
        return text.sum(kept, [origins.index((rhs, group))])

    def of_contracted(self) -> str:
        """Returns a product for each group, in which all else is 0."""
        text, (lhs, rhs, sizes) = self.text, self.arguments
        batching, contracting = self.dims
        prefix, ragged = self.groups
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
        wider: list[Dims] = [
            ([dim + 1 for dim in left], [dim + 1 for dim in right]) for left, right in (batching, contracting)
        ]
        batched = ([0, *wider[0][0]], [0, *wider[0][1]])
        return text.product(*parts, batched, wider[1], self.element, self.precision)


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
