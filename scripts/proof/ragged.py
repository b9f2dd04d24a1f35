"""The definition of `chlo.ragged_dot`, in ops of StableHLO.

A dim of the left operand is ragged: it is divided into consecutive groups, and the last operand holds their
sizes. If the dim is neither batched nor contracted, the right operand has a matrix for each group, and each
row is multiplied by the matrix of its group; rows in no group yield 0. If it is contracted, the result has
a product for each group, which is over the elements of that group alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .broadcast_ops import Replacement
from .constants import zero_of
from .elementwise import compared, computed, converted
from .interpret import Run, sizes_of
from .number import Number
from .products import Dims, product_term
from .reader import Op
from .shape_ops import positions, reduced
from .theory import Kind, Value

# The dims of the left operand along which groups differ, and the one that consists of groups.
Groups = tuple[list[int], int]


@dataclass(frozen=True)
class GroupedProduct:
    """A product of groups. The operands are tensors, and the sizes of the groups."""

    run: Run
    op: Op
    operands: Sequence[Value]
    dims: tuple[Dims, Dims]
    groups: Groups

    def of_rows(self, group: int) -> Value:
        """Multiplies all rows by all matrices, and keeps what is of the row's group. `group` is the right operand's dim
        of matrices of groups."""
        shapes = [sizes_of(operand) for operand in self.operands]
        batching, contracting = self.dims
        prefix, ragged = self.groups
        origins = [(0, dim) for dim in batching[0]]
        for side in (0, 1):
            used = (*batching[side], *contracting[side])
            origins += [(side, dim) for dim in range(len(shapes[side])) if dim not in used]
        places = [origins.index((0, dim)) for dim in prefix] if len(shapes[2]) > 1 else []
        places += [origins.index((1, group)), origins.index((0, ragged))]
        sizes = [shapes[side][dim] for side, dim in origins]
        term = product_term(self.run, self.op, self.operands[:2], batching, contracting, sizes)
        product = Value.sized(self.op.kinds[0].element, sizes, term)
        return reduced(self.run, self.op, "add", self._kept(product, places), [origins.index((1, group))])

    def of_contracted(self, sizes: Sequence[Number]) -> Value:
        """Returns a product for each group, of these sizes, in which all else is 0."""
        batching, contracting = self.dims
        prefix, ragged = self.groups
        groups = sizes_of(self.operands[2])
        pairs = dict([*zip(*batching), *zip(*contracting)])
        parts = []
        for side, value in enumerate(self.operands[:2]):
            own = (groups[-1], *sizes_of(value))
            wide = self.run.theory.repeated(value, tuple(range(1, len(own))), own)
            *before, last = (1 + (dim if side == 0 else pairs[dim]) for dim in (*prefix, ragged))
            parts.append(self._kept(wide, [*(before if len(groups) > 1 else ()), 0, last]))
        batched, summed = (
            ([dim + 1 for dim in left], [dim + 1 for dim in right]) for left, right in (batching, contracting)
        )
        batched = ([0, *batched[0]], [0, *batched[1]])
        term = product_term(self.run, self.op, parts, batched, summed, sizes)
        return Value.sized(self.op.kinds[0].element, sizes, term)

    def _kept(self, value: Value, places: Sequence[int]) -> Value:
        """Replaces elements that are in no group with 0; the dims of groups and positions are at these places."""
        sizes, element = sizes_of(value), value.kind.element
        is_member = self.run.theory.repeated(self._are_members(), tuple(places), sizes)
        zeros = self.run.theory.repeated(zero_of(self.run, element), (), sizes)
        return computed(self.run, self.op, "select", [is_member, value, zeros], sizes, element)

    def _are_members(self) -> Value:
        """Returns whether a position is in a group: `[prefix..., group, position]`."""
        run, op = self.run, self.op
        groups = converted(run, op, self.operands[2], "i64")
        own = sizes_of(groups)
        # A group begins behind those in front of it.
        square = (own[-1], own[-1])
        first, second = (positions(run, Kind.sized("i64", square), square, dim) for dim in (0, 1))
        are_in_front = converted(run, op, compared(run, op, "LT", first, second, square), "i64")
        product = Replacement(op, "stablehlo.dot_general", {}, groups.kind)
        term = product_term(run, product, [groups, are_in_front], ([], []), ([len(own) - 1], [0]), own)
        starts = Value.sized("i64", own, term)
        ends = computed(run, op, "add", [starts, groups], own)
        sizes = (*own, sizes_of(self.operands[0])[self.groups[1]])
        limits = [run.theory.repeated(it, tuple(range(len(own))), sizes) for it in (starts, ends)]
        place = positions(run, Kind.sized("i64", sizes), sizes, len(own))
        conditions = [compared(run, op, how, place, it, sizes) for how, it in zip(("GE", "LT"), limits)]
        return computed(run, op, "and", conditions, sizes)
