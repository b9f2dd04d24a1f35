"""Convolutions."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import z3

from .constants import zero_of
from .elementwise import computed
from .interpret import Run, Unsupported, attribute_key, handles
from .number import Number, all_of, constant, divide, equal, remainder
from .number_ops import product
from .pad_ops import padded_tensor
from .parts import part_of
from .products import product_term
from .reader import Op
from .reads import Form, read_term
from .scans import reversed_along
from .shape_ops import concatenated, transposed
from .theory import Kind, Value
from .window_ops import padding_of, window_sizes

_ZERO, _ONE = constant(0), constant(1)
_NAMES = ("stablehlo.convolution", "stablehlo.dynamic_conv")
# As many positions in a window as have products that are added.
_MOST_PRODUCTS = 1024
# As many positions in a window as have their elements in one product.
_MOST_COPIES = 64


@dataclass(frozen=True, eq=False)
class Convolution:
    """A convolution: what it slides over what, and how."""

    op: Op
    input: Value
    kernel: Value
    # The names of the dims, as in the op's attribute: `b` is the batch dim, `f` the feature dim, and numbers
    # are spatial dims. The kernel has two feature dims: `i` for the input's, `o` for the output's.
    of_input: Sequence[str]
    of_kernel: Sequence[str]
    of_result: Sequence[str]
    padding: Sequence[tuple[Number, Number]]
    # The number of groups of the batch.
    batches: int

    @property
    def rank(self) -> int:
        """Returns the number of spatial dims."""
        return len(self.of_input) - 2

    @property
    def groups(self) -> int:
        """Returns the number of groups of features."""
        return self.op.integer("feature_group_count")

    @cached_property
    def lists(self) -> list[list[int]]:
        """Returns the strides and dilations of the window, those of the input in the middle."""
        names = ("window_strides", "lhs_dilation", "rhs_dilation")
        return [list(self.op.integers(name) or (1,) * self.rank) for name in names]

    @cached_property
    def reversals(self) -> list[bool]:
        """Returns along which spatial dims the kernel is reversed."""
        reversals = self.op.attributes.get("window_reversal")
        return [False] * self.rank if reversals is None else [bool(item) for item in reversals]

    @property
    def spatial(self) -> list[str]:
        return [str(dim) for dim in range(self.rank)]

    @cached_property
    def windows(self) -> list[Number]:
        """Returns the size of the window along each spatial dim."""
        return [self.kernel_size(dim) for dim in self.spatial]

    def input_size(self, name: str) -> Number:
        return (self.input.sizes or ())[self.of_input.index(name)]

    def kernel_size(self, name: str) -> Number:
        return (self.kernel.sizes or ())[self.of_kernel.index(name)]

    def sizes(self, run: Run) -> dict[str, Number]:
        """Requires that sizes fit, and returns those of the result."""
        sizes = window_sizes(
            run, [self.input_size(dim) for dim in self.spatial], self.windows, self.padding, *self.lists
        )
        features = run.theory.multiply(self.kernel_size("i"), constant(self.groups))
        run.demand(equal(self.input_size("f"), features), "input features are equal")
        counts = [(self.input_size("b"), self.batches)]
        counts += [(self.kernel_size("o"), count) for count in (self.groups, self.batches)]
        parts = [equal(remainder(size, count), _ZERO) for size, count in counts]
        run.demand(all_of(parts), "groups have equal numbers of batches and of features")
        named = dict(zip(self.spatial, sizes))
        named["b"] = divide(self.input_size("b"), self.batches)
        named["f"] = self.kernel_size("o")
        return {name: run.theory.same_numbers.of(size) for name, size in named.items()}

    def with_known_features(self, run: Run) -> Convolution:
        """Returns the same convolution with the numbers of features that are known of the kernel or, without
        groups, of the input: then both have the same."""
        feature, depth = self.input_size("f").constant, self.kernel_size("i").constant
        if depth is None:
            depth = feature if self.groups == 1 else None
        if depth is None:
            return self
        numbers = (
            (self.input, self.of_input.index("f"), depth * self.groups),
            (self.kernel, self.of_kernel.index("i"), depth),
        )
        values = []
        for value, dim, count in numbers:
            sizes = list(value.sizes or ())
            sizes[dim] = constant(count)
            tensor = run.theory.narrowed(value, sizes)
            values.append(replace(value, sizes=tuple(sizes), tensor=tensor))
        return replace(self, input=values[0], kernel=values[1])

    def is_sum(self) -> bool:
        """Returns whether the output for IREE may have it as a sum of products."""
        counts = [window.constant for window in self.windows]
        return None not in counts and math.prod(count or 0 for count in counts) <= _MOST_PRODUCTS

    def _is_one_product(self) -> bool:
        """Returns whether the output for IREE has it as a product of the elements in each window."""
        of_input, of_kernel = (kind.dims or () for kind in self.op.operand_kinds[:2])
        counts = [of_input[self.of_input.index("f")], *of_kernel]
        windows = math.prod(window.constant or 0 for window in self.windows)
        is_small = 1 < windows <= _MOST_COPIES
        return is_small and None not in counts and self.groups == 1 and not self.op.kinds[0].is_truth

    def sum(self, run: Run, named: dict[str, Number]) -> z3.ExprRef:
        """Adds the products of the input and the kernel at each position in the window."""
        if self.batches > 1:
            return self._sums_of_batches(run, named)
        total = None
        element = self.op.kinds[0].element
        padded = self._padded(run)
        kept = [name for name in self.of_input if name != "f"] + ["f"]
        sizes = [named[name] for name in kept]
        kind = Kind.sized(element, sizes)
        places = list(itertools.product(*(range(window.constant or 0) for window in self.windows)))
        if self._is_one_product():
            total = Value(kind, tuple(sizes), self._product_of_windows(run, padded, sizes))
            places = []
        for place in places:
            part = self._part(run, padded, place, named)
            if self._is_depthwise():
                term = self._depthwise_product(run, part, place)
            else:
                term = self._product(run, part, self._matrix(run, place), sizes)
            value = Value(kind, tuple(sizes), term)
            if total is not None:
                # A sum of truth values is true if one of them is.
                value = computed(run, self.op, "or" if kind.is_truth else "add", [total, value], sizes)
            total = value
        if total is None:
            sizes = [named[name] for name in self.of_result]
            return run.theory.broadcast(zero_of(run, element), (), sizes)
        return run.theory.tensor(transposed(run, total, [kept.index(name) for name in self.of_result]))

    def _sums_of_batches(self, run: Run, named: dict[str, Number]) -> z3.ExprRef:
        """Applies to each group of the batch the kernel of as many parts of the result's features."""
        own = {**named, "f": divide(named["f"], self.batches)}
        parts = []
        for group in range(self.batches):
            values = []
            for value, name, length in (
                (self.input, self.of_input.index("b"), named["b"]),
                (self.kernel, self.of_kernel.index("o"), own["f"]),
            ):
                values.append(_group(run, value, name, group, length))
            sizes = [own[name] for name in self.of_result]
            term = replace(self, input=values[0], kernel=values[1], batches=1).sum(run, own)
            parts.append(Value.sized(self.op.kinds[0].element, sizes, term))
        sizes = [named[name] for name in self.of_result]
        return run.theory.tensor(concatenated(run, parts, self.of_result.index("f"), sizes))

    def _padded(self, run: Run) -> Value:
        """Returns the input with padding, and with what its dilation inserts."""
        rank = len(self.of_input)
        lows, highs, interiors = ([_ZERO] * rank for _ in range(3))
        for dim, name in enumerate(self.spatial):
            at = self.of_input.index(name)
            lows[at], highs[at] = self.padding[dim]
            interiors[at] = constant(self.lists[1][dim] - 1)
        zero = zero_of(run, self.input.kind.element)
        return padded_tensor(run, self.input, zero, lows, highs, interiors)

    def _part(self, run: Run, padded: Value, place: Sequence[int], named: dict[str, Number]) -> Value:
        """Returns the elements that are at one position in the windows."""
        sizes = list(padded.sizes or ())
        starts, strides = [_ZERO] * len(sizes), [_ONE] * len(sizes)
        for dim, name in enumerate(self.spatial):
            at = self.of_input.index(name)
            sizes[at] = named[name]
            starts[at] = constant(place[dim] * self.lists[2][dim])
            strides[at] = constant(self.lists[0][dim])
        return part_of(run, padded, starts, sizes, strides)

    def _place_in_kernel(self, place: Sequence[int]) -> dict[str, int]:
        """Returns the indices in the kernel at one position in the window, by spatial dim."""
        lasts = [(window.constant or 0) - 1 for window in self.windows]
        dims = zip(self.spatial, lasts, place, self.reversals, strict=True)
        return {name: last - index if is_reversed else index for name, last, index, is_reversed in dims}

    def _matrix(self, run: Run, place: Sequence[int]) -> Value:
        """Returns the kernel at one position: a matrix of features, in the kernel's order."""
        own = self.kernel.sizes or ()
        starts, lengths = [_ZERO] * len(own), list(own)
        for name, index in self._place_in_kernel(place).items():
            at = self.of_kernel.index(name)
            starts[at], lengths[at] = constant(index), _ONE
        part = part_of(run, self.kernel, starts, lengths)
        return run.theory.in_sizes(part, [self.kernel_size(name) for name in self.of_kernel if name in "io"])

    def _product_of_windows(self, run: Run, padded: Value, sizes: Sequence[Number]) -> z3.ExprRef:
        """Multiplies the elements in each window by those of the kernel."""
        depth, outputs = self.kernel_size("i"), self.kernel_size("o")
        windows = self._windows(run, padded, sizes, depth)
        rows = (windows.sizes or ())[-1]
        moved = [self.of_kernel.index(dim) for dim, is_moved in zip(self.spatial, self.reversals) if is_moved]
        kernel = self.kernel
        if moved:
            kernel = replace(kernel, tensor=reversed_along(run, kernel, moved), elements=None)
        order = [self.of_kernel.index(name) for name in (*self.spatial, "i", "o")]
        matrix = run.theory.in_sizes(transposed(run, kernel, order), (rows, outputs))
        last = len(sizes) - 1
        return product_term(run, self.op, [windows, matrix], ([], []), ([last], [0]), sizes)

    def _windows(self, run: Run, padded: Value, sizes: Sequence[Number], depth: Number) -> Value:
        """Returns the batch and output positions, followed by one dim of all elements in a window."""
        names = [name for name in self.of_input if name != "f"]
        padded = self._covered(run, padded, dict(zip(names, sizes)))
        value = transposed(run, padded, [self.of_input.index(name) for name in (*names, "f")])
        last = len(names)
        forms: list[Form] = [({dim: 1}, _ZERO) for dim in range(last)]
        lengths = [window.constant or 0 for window in self.windows]
        for dim, name in enumerate(self.spatial):
            at = names.index(name)
            forms[at] = ({at: self.lists[0][dim], last + dim: self.lists[2][dim]}, _ZERO)
        features = depth.constant or 0
        if names[-1] == self.spatial[-1] and self.lists[2][-1] == 1:
            # Along the window's last dim, positions and features are contiguous.
            own = list(value.sizes or ())
            own[last - 1 :] = [run.theory.multiply(own[last - 1], depth)]
            value = run.theory.in_sizes(value, own)
            forms[-1] = ({last - 1: self.lists[0][-1] * features, last + len(lengths) - 1: 1}, _ZERO)
            lengths[-1] *= features
        else:
            forms.append(({last + len(lengths): 1}, _ZERO))
            lengths.append(features)
        all_sizes = [*sizes[:-1], *map(constant, lengths)]
        read = Value.sized(value.kind.element, all_sizes, read_term(run, value, forms, all_sizes))
        return run.theory.in_sizes(read, [*sizes[:-1], constant(math.prod(lengths))])

    def _covered(self, run: Run, padded: Value, named: dict[str, Number]) -> Value:
        """Returns the part of the padded input that windows cover, if all sizes are known; the output may be padded
        no further."""
        lengths = list(padded.sizes or ())
        for dim, name in enumerate(self.spatial):
            reach = ((self.windows[dim].constant or 0) - 1) * self.lists[2][dim] + 1
            count = named[name].constant
            if not count or lengths[self.of_input.index(name)].constant is None:
                return padded
            lengths[self.of_input.index(name)] = constant((count - 1) * self.lists[0][dim] + reach)
        return part_of(run, padded, [_ZERO] * len(lengths), lengths)

    def _is_depthwise(self) -> bool:
        """Returns whether each feature is a group of its own, and has one output."""
        inner, outputs = (self.kernel_size(name).constant for name in "io")
        return inner == 1 and outputs == self.groups

    def _depthwise_product(self, run: Run, part: Value, place: Sequence[int]) -> z3.ExprRef:
        """Multiplies each feature by its element of the kernel."""
        own, feature = part.sizes or (), self.of_input.index("f")
        indices = self._place_in_kernel(place)
        forms: list[Form] = [
            ({feature: 1} if name == "o" else {}, constant(indices.get(name, 0))) for name in self.of_kernel
        ]
        kernel = Value.sized(self.kernel.kind.element, own, read_term(run, self.kernel, forms, own))
        element = self.op.kinds[0].element
        factors = [computed(run, self.op, "convert", [value], own, element) for value in (part, kernel)]
        value = computed(run, self.op, "multiply", factors, own)
        others = [dim for dim in range(len(own)) if dim != feature]
        return run.theory.tensor(transposed(run, value, [*others, feature]))

    def _product(self, run: Run, part: Value, matrix: Value, sizes: Sequence[Number]) -> z3.ExprRef:
        """Multiplies the features of the input by those of the kernel: the result's are last."""
        feature = self.of_input.index("f")
        inner = 0 if self.of_kernel.index("i") < self.of_kernel.index("o") else 1
        if self.groups == 1:
            return product_term(run, self.op, [part, matrix], ([], []), ([feature], [inner]), sizes)
        # `[rows, g, i] x [i, g, o] -> [g, rows, o]`.
        rank = len(self.of_input)
        part = transposed(run, part, [*(dim for dim in range(rank) if dim != feature), feature])
        matrix = transposed(run, matrix, [inner, 1 - inner])
        depth, outputs = matrix.sizes or ()
        groups, each = constant(self.groups), divide(outputs, self.groups)
        if depth.constant == 1:
            return self._one_product_each(run, part, run.theory.in_sizes(matrix, (groups, each)), sizes)
        rows = product(run, list(part.sizes or ())[:-1])
        part = run.theory.in_sizes(part, (rows, groups, depth))
        matrix = run.theory.in_sizes(matrix, (depth, groups, each))
        own = (groups, rows, each)
        term = product_term(run, self.op, [part, matrix], ([1], [1]), ([2], [0]), own)
        value = Value.sized(self.op.kinds[0].element, own, term)
        return run.theory.reshape(transposed(run, value, [1, 0, 2]), sizes)

    def _one_product_each(self, run: Run, part: Value, matrix: Value, sizes: Sequence[Number]) -> z3.ExprRef:
        """Multiplies groups of one feature: `[..., g] x [g, o] -> [..., g, o]`."""
        last = len(part.sizes or ())
        outputs = (matrix.sizes or ())[1:]
        own = (*(part.sizes or ()), *outputs)
        element = self.op.kinds[0].element
        factors = []
        for value, dims in ((part, tuple(range(last))), (matrix, tuple(range(last - 1, len(own))))):
            wide = run.theory.repeated(value, dims, own)
            factors.append(computed(run, self.op, "convert", [wide], own, element))
        return run.theory.reshape(computed(run, self.op, "multiply", factors, own), sizes)


def _group(run: Run, value: Value, dim: int, index: int, length: Number) -> Value:
    """Returns one of equal parts of a tensor along a dim."""
    lengths = list(value.sizes or ())
    lengths[dim] = length
    starts = [_ZERO] * len(lengths)
    starts[dim] = run.theory.multiply(constant(index), length)
    return part_of(run, value, starts, lengths)


@handles(*_NAMES)
def convolution(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Sums of products in a window, for each batch and feature."""
    text = op.attribute_text("dimension_numbers")
    found = re.search(r"\[([^\]]*)\]x\[([^\]]*)\]->\[([^\]]*)\]", text)
    if operands[0].sizes is None or operands[1].sizes is None or found is None:
        raise Unsupported(f"{op}: a convolution that is not followed")
    dims = [group.split(", ") for group in found.groups()]
    rank = len(dims[0]) - 2
    if op.name == "stablehlo.dynamic_conv":
        flat = run.known_numbers(operands[2])
        padding = [(flat[2 * dim], flat[2 * dim + 1]) for dim in range(rank)]
    else:
        padding = padding_of(op.attributes.get("padding"), rank)
    own = Convolution(op, operands[0], operands[1], *dims, padding, op.integer("batch_group_count"))
    named = own.sizes(run)
    sizes = [named[dim] for dim in own.of_result]
    if run.settings.is_rewritten:
        if own.is_sum():
            return [run.result(op, sizes, own.with_known_features(run).sum(run, named))]
        run.rewritten.add(op.name)
    key = f"{dims} {own.lists} {own.reversals} {own.groups} {own.batches}"
    key += attribute_key(op, ["precision_config"])
    edges = [item for pair in padding for item in pair]
    term = run.theory.apply(f"convolution {key}: {op.kinds[0].label}", *operands[:2], *edges)
    return [run.result(op, sizes, term)]
