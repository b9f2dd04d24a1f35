"""Scatters whose updates have one element along each indexed dim, as terms to compare.

StableHLO ignores an update if a number of its index is outside. So nothing changes if the size of the
dim stands for each such number: an update is then inside, or behind the last element. The output of
`legalize-for-iree` computes such indices, and scatters into a larger tensor, because IREE ignores no
updates. An element depends only on the updates at its own position, so the part that a larger tensor
begins with becomes what a scatter into that part returns.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import z3
from jaxlib.mlir.dialects import stablehlo

from .gather_ops import in_other_sizes
from .guarded_indices import guarded, is_size, limits_of
from .interpret import Run, Unsupported, sizes_of
from .larger import start_of
from .number import Bool, Number, all_of, any_of, at_most, constant, equal, implies, less
from .shape_ops import concatenated, positions
from .theory import Kind, Part, Value, has_data


@dataclass(frozen=True)
class Dims:
    """The dims of a scatter, but for the positions of the updates' window dims."""

    windows: int
    inserted: tuple[int, ...]
    batching: tuple[int, ...]
    index_batching: tuple[int, ...]
    indexed: tuple[int, ...]
    # Along which the numbers of an index are; behind the last dim if an index is one number.
    vector: int

    @classmethod
    def of(cls, numbers: stablehlo.ScatterDimensionNumbers) -> Dims:
        """Returns the dims that an attribute names."""
        return cls(
            len(numbers.update_window_dims),
            tuple(numbers.inserted_window_dims),
            tuple(numbers.input_batching_dims),
            tuple(numbers.scatter_indices_batching_dims),
            tuple(numbers.scattered_dims_to_operand_dims),
            numbers.index_vector_dim,
        )

    @property
    def are_first(self) -> bool:
        """Whether the first dims are those that are indexed or batching, or there is one of them."""
        own = {*self.indexed, *self.batching}
        return len(own) < 2 or own == {*range(len(own))}

    def without_batching(self) -> Dims:
        """Returns the dims of a scatter whose indices begin with the positions in the batching dims."""
        inserted = tuple(sorted((*self.inserted, *self.batching)))
        return Dims(self.windows, inserted, (), (), (*self.batching, *self.indexed), self.vector)

    def have_single_elements(self, inputs: Sequence[Value]) -> bool:
        """Returns whether tensors get updates of one element along each indexed dim, and these are all dims
        that updates lack. The batch dims of the updates are in front."""
        count = len(inputs) // 2
        kind = inputs[count].kind
        is_supported = (
            (*self.batching, *self.indexed) != ()
            and {*self.inserted} <= {*self.indexed}
            and kind.width is not None
            and not kind.is_truth
        )
        if not is_supported:
            return False
        missing = (*self.inserted, *self.batching)
        kept = [dim for dim in range(len(sizes_of(inputs[0]))) if dim not in missing]
        update = sizes_of(inputs[count + 1])
        windows = zip(kept, update[len(update) - self.windows :], strict=True)
        return all(size.constant == 1 for dim, size in windows if dim in self.indexed)


@dataclass(frozen=True)
class Scatter:
    """A scatter of updates, whose batch dims are in front."""

    run: Run
    dims: Dims
    # The attributes other than the dims.
    key: str
    updates: Sequence[Value]
    # What the region computes.
    body: Sequence[z3.ExprRef]

    def into(self, operands: Sequence[Value], indices: Value) -> list[z3.ExprRef]:
        """Returns what tensors of one shape become. The indices have a sign, and at least 32 bits."""
        theory, limits = self.run.theory, self._sizes(operands[0])
        inside = indices
        if all(map(is_size, limits)):
            inside = guarded(self.run, indices, self.dims.vector, limits)
        values = *operands, inside, *self.updates
        # Known integers are the same term in all sizes.
        arguments = [*values, *(size for value in values for size in sizes_of(value)), *self.body]
        label = f"scatter of elements {self.dims} {self.key}"
        terms = [theory.apply(f"{label} #{at} of {len(operands)}", *arguments) for at in range(len(operands))]
        if all([theory.is_new(term) for term in terms]):
            self._keep_parts(terms, operands, indices)
            if self.dims.batching:
                self._state_positions(terms, operands, indices)
        return terms

    def is_followed(self, operands: Sequence[Value]) -> bool:
        """Returns whether it is known what the defined elements of tensors become: of all of them, or of the
        parts that they all begin with, along the same dims."""
        starts = [start_of(self.run.theory, operand) for operand in operands]
        if all(start is None for start in starts):
            return True
        whole = list(range(len(sizes_of(operands[0]))))
        if any(start is None or list(start[1]) != whole for start in starts):
            return False
        return all(map(is_size, self._sizes(starts[0][0])))

    def have_one_shape(self, operands: Sequence[Value]) -> Bool:
        """Returns whether the parts that tensors begin with have one shape."""
        starts = (start_of(self.run.theory, operand) for operand in operands)
        sizes = [sizes_of(start[0]) for start in starts if start is not None]
        return all_of([equal(a, b) for own in sizes for a, b in zip(own, sizes[0], strict=True)])

    def is_inside(self, operand: Value, indices: Value) -> Bool:
        """Returns whether all updates are known to be inside."""
        if not self.dims.indexed:
            return True
        is_empty = [equal(size, constant(0)) for size in sizes_of(self.updates[0])]
        own = self._sizes(operand)
        limits = limits_of(self.run, indices, self.dims.vector, len(own))
        if limits is not None:
            fits = all_of([less(limit, size) for limit, size in zip(limits, own)])
        else:
            fits = self._known_fit(indices, own)
        return any_of([*is_empty, fits])

    def _sizes(self, operand: Value) -> list[Number]:
        """Returns the sizes of the indexed dims, in the order of an index."""
        own = sizes_of(operand)
        return [own[dim] for dim in self.dims.indexed]

    def _keep_parts(self, terms: Sequence[z3.ExprRef], operands: Sequence[Value], indices: Value) -> None:
        """Keeps what the parts that larger tensors begin with become."""
        found = (start_of(self.run.theory, operand) for operand in operands)
        parts = [start[0] for start in found if start is not None]
        if not parts or not self.is_followed(operands):
            return
        inner_terms = self.into(parts, indices)
        for term, operand, part, inner in zip(terms, operands, parts, inner_terms, strict=True):
            sizes = sizes_of(part)
            # What is behind the part depends on what has been there.
            behind = self.run.theory.apply("behind the part", term)
            around = Value(operand.kind, operand.sizes, behind)
            place = Part(Value(part.kind, sizes, inner), [constant(0)] * len(sizes), sizes)
            self.run.theory.inserted[term] = place, around

    def _state_positions(self, terms: Sequence[z3.ExprRef], operands: Sequence[Value], indices: Value) -> None:
        """States that the position in a batching dim may be a number of an index."""
        run, dims = self.run, self.dims
        sizes = list(sizes_of(indices))
        pairs = zip(dims.batching, dims.index_batching, strict=True)
        fits = [equal(sizes_of(operands[0])[dim], sizes[at]) for dim, at in pairs]
        if dims.vector == len(sizes):
            sizes.append(constant(1))
            indices = in_other_sizes(run, indices, tuple(sizes))
        sizes[dims.vector] = constant(1)
        kind = Kind.sized(indices.kind.element, sizes)
        numbers = [positions(run, kind, tuple(sizes), at) for at in dims.index_batching]
        sizes[dims.vector] = constant(len(dims.batching) + len(dims.indexed))
        joined = concatenated(run, [*numbers, indices], dims.vector, sizes)
        other = Scatter(run, dims.without_batching(), self.key, self.updates, self.body)
        for term, same in zip(terms, other.into(operands, joined), strict=True):
            run.theory.assume(implies(all_of(fits), term == same))

    def _known_fit(self, indices: Value, own: Sequence[Number]) -> Bool:
        """Returns whether indices are known to be less than the sizes of their dims."""
        run, theory = self.run, self.run.theory
        original = theory.converted.get(theory.tensor(indices), indices)
        term = theory.tensor(original)
        numbers = run.numbers(indices)
        if numbers is None:
            numbers = theory.listed.get(term)
        if numbers is not None:
            # The distance between the numbers of an index.
            inner = sizes_of(indices)[self.dims.vector + 1 :]
            distance = math.prod(size.constant or 1 for size in inner)
            dims = (place // distance % len(own) for place in range(len(numbers)))
            return all_of([_is_within(number, own[dim]) for number, dim in zip(numbers, dims)])
        repeated = theory.repeated_operand(term)
        numbers = None if repeated is None else run.numbers(repeated)
        if numbers is not None:
            # In whatever dims they are.
            return all_of([_is_within(number, size) for number in numbers for size in own])
        if not has_data(term):
            raise Unsupported("a scatter by indices that are known, but not followed")
        return False


def _is_within(number: Number, size: Number) -> Bool:
    return all_of([at_most(constant(0), number), less(number, size)])
