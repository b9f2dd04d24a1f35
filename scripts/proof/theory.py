"""The solver's theory of tensors.

A tensor is a term: an op is an uninterpreted function of its operands, so that two programs
compute the same if they apply the same ops to the same tensors. A few functions have axioms,
of which only the instances that a program needs are stated: a broadcast or a reshape to the
sizes that a tensor has is that tensor, and so on.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import z3

from .number import (
    GREATEST_SIZE, INDEX, Bool, Number, Width, all_equal, all_of, any_of, boolean, choose, constant,
    equal, implies,
)  # fmt: skip
from .same_numbers import SameNumbers
from .term_map import TermMap
from .unit_dims import added_ones, with_assumed_ones, with_ones_in_order, without_reshape

TENSOR = z3.DeclareSort("Tensor")

# The names of functions begin with these: of one that returns the tensor of the integers that it is
# given, and of one that returns an element of a tensor.
LIST = "tensor of"
ELEMENT = "element"
# Of one that returns a larger tensor, of which only the start is defined.
START = "start by"

# The maximum number of elements that are tracked individually.
MOST_ELEMENTS = 32

# No integer of a program has more bits.
_GREATEST_NUMBER = 2**64

# As many dims of a broadcast as may be 1 together.
_MOST_ONES = 3

# A size, or a truth value for elements of i1.
Element = Number | Bool


@dataclass(frozen=True, eq=False)
class Kind:
    """A type: its element, its dims (`None` if unranked), and their bounds."""

    element: str
    dims: tuple[int | None, ...] | None
    bounds: tuple[int | None, ...] = ()
    is_shaped: bool = True

    @classmethod
    def sized(cls, element: str, sizes: Sequence[Number]) -> Kind:
        """Returns the type of a tensor of these sizes, of which those that are constant are static."""
        return cls(element, tuple(size.constant for size in sizes))

    @property
    def width(self) -> Width | None:
        """Returns the width of an integer type."""
        if self.element == "index":
            return INDEX
        digits = self.element.lstrip("us").removeprefix("i")
        is_integer = self.element[:1] in ("i", "u", "s") and digits.isdigit()
        return Width(int(digits), not self.element.startswith("u")) if is_integer else None

    @property
    def label(self) -> str:
        """Returns the element type, with `index` replaced by its lowered type."""
        return "i64" if self.element == "index" else self.element

    @property
    def is_truth(self) -> bool:
        return self.element == "i1"

    def bound(self, dim: int) -> int | None:
        """Returns the bound of a dim, if it has one."""
        return self.bounds[dim] if self.bounds else None


@dataclass(frozen=True)
class Ratio:
    """The rounded quotient of an integer and a positive constant."""

    number: Number
    divisor: int = 1


# A float: a quotient, or a known number.
Float = Ratio | float


@dataclass(frozen=True, eq=False)
class Value:
    """A value of a program.

    `elements` are those of small tensors of integers, which are used to compute sizes,
    in row-major order. `given` is the condition for the value to be defined: witnesses
    of assertions that order only the regions that use them.
    """

    kind: Kind
    sizes: tuple[Number, ...] | None
    tensor: z3.ExprRef | None = None
    elements: tuple[Element, ...] | None = None
    given: Bool = True
    # The elements of a small tensor of floats, as far as they are known or come of sizes.
    floats: tuple[Float | None, ...] | None = None

    @classmethod
    def sized(
        cls,
        element: str,
        sizes: Sequence[Number],
        tensor: z3.ExprRef | None = None,
        elements: Sequence[Element] | None = None,
    ) -> Value:
        """Returns a tensor of these sizes, of which those that are constant are static."""
        return cls(Kind.sized(element, sizes), tuple(sizes), tensor, None if elements is None else tuple(elements))


@dataclass(frozen=True, eq=False)
class Part:
    """What is inserted into a tensor, where, and its sizes."""

    value: Value
    offsets: Sequence[Number]
    lengths: Sequence[Number]


@dataclass(frozen=True, eq=False)
class Sorted:
    """Elements that are sorted from the greatest one on along the last dim: the sorted ones, and the
    positions that they had."""

    value: Value
    results: Sequence[Value]


@dataclass
class Theory:
    """Creates terms, and collects the axioms that they need."""

    # Whether each element of a small tensor of integers is a term, also if the tensor holds data and not sizes.
    tracks_data: bool = True
    axioms: list[z3.BoolRef] = field(default_factory=list)
    # The factors of each product: the solver first treats it as a function with a few
    # axioms.
    products: list[z3.BoolRef] = field(default_factory=list)
    # Whether terms may depend on elements that nothing has written.
    _partly_empty: TermMap[bool] = field(default_factory=TermMap)
    # The factors of each product.
    _factors: TermMap[list[Number]] = field(default_factory=TermMap)
    # Products and quotients of unknown numbers.
    nonlinear: list[z3.ArithRef] = field(default_factory=list)
    _functions: dict[tuple, z3.FuncDeclRef] = field(default_factory=dict)
    _seen: TermMap[None] = field(default_factory=TermMap)
    _broadcasts: TermMap[tuple[Value, tuple[int, ...]]] = field(default_factory=TermMap)
    # Reshapes, and their operands.
    reshapes: TermMap[Value] = field(default_factory=TermMap)
    # Reshapes that only add dims of size 1 where a condition holds.
    _widened: TermMap[tuple[Value, tuple[int, ...], Bool]] = field(default_factory=TermMap)
    # Choices between two tensors, by a condition.
    choices: TermMap[tuple[z3.BoolRef, Value, Value]] = field(default_factory=TermMap)
    # What is computed element by element: from which tensors, and how.
    _elementwise: TermMap[tuple[tuple[Value, ...], Callable[..., z3.ExprRef]]] = field(default_factory=TermMap)
    # Reductions that begin with the neutral element: of what, along which dims, and the op of StableHLO that reduces.
    reductions: TermMap[tuple[Value, tuple[int, ...], str]] = field(default_factory=TermMap)
    # The elementwise ops that compute terms, without their dialect, and their operands.
    applied: TermMap[tuple[str, tuple[z3.ExprRef, ...]]] = field(default_factory=TermMap)
    # Parts of tensors: of which, where they start, and their strides.
    slices: TermMap[tuple[Value, Sequence[Number], Sequence[Number]]] = field(default_factory=TermMap)
    # Tensors whose bits are read as elements of another type: the tensor, its element type, and the other type.
    same_bits: TermMap[tuple[z3.ExprRef, str, str]] = field(default_factory=TermMap)
    # The integers of constants whose elements are not tracked, if there are not too many.
    listed: TermMap[tuple[Number, ...]] = field(default_factory=TermMap)
    # Integers that are converted to a type that has all of theirs: the original ones.
    converted: TermMap[Value] = field(default_factory=TermMap)
    # Larger tensors: the part that each begins with, and that part's dims.
    starts: TermMap[tuple[Value, tuple[int, ...]]] = field(default_factory=TermMap)
    # What has been inserted into an empty tensor.
    parts: TermMap[list[Part]] = field(default_factory=TermMap)
    # Tensors in which a part is another tensor: the part, and the tensor around it.
    inserted: TermMap[tuple[Part, Value]] = field(default_factory=TermMap)
    # The sorts, from the greatest element to the least, of elements together with their positions.
    sorts: list[Sorted] = field(default_factory=list)
    # What is concatenated, along which dim.
    joined: TermMap[tuple[Sequence[Value], int]] = field(default_factory=TermMap)
    # Tensors that are filled but for a part: the part, its strides, and what they are filled with.
    padded: TermMap[tuple[Part, Sequence[Number], Value]] = field(default_factory=TermMap)
    # What has been put into tuples.
    tuples: TermMap[list[Value]] = field(default_factory=TermMap)
    # What a part is if a condition holds: a whole tensor.
    wholes: TermMap[tuple[Bool, Value]] = field(default_factory=TermMap)
    # Sizes that the first program requires to fit 32 bits.
    fitting: TermMap[None] = field(default_factory=TermMap)
    # The functions that are unknown computations of the input.
    unknown_functions: set[str] = field(default_factory=set)
    # Sums along the dims that a broadcast expanded, with the shape of what was broadcast.
    summed: TermMap[Value] = field(default_factory=TermMap)
    # Tensors of i1 that are computed from others: these, and a bit for each choice of theirs.
    tables: TermMap[tuple[list[z3.ExprRef], dict[tuple[bool, ...], bool]]] = field(default_factory=TermMap)
    # What the products of matrices so far say of their precision.
    precisions: set[str] = field(default_factory=set)
    same_numbers: SameNumbers = field(default_factory=SameNumbers)
    _count: int = 0

    def function(self, name: str, arguments: Sequence[z3.ExprRef], sort: z3.SortRef) -> z3.ExprRef:
        """Applies an uninterpreted function."""
        key = (name, tuple(argument.sort().name() for argument in arguments), sort.name())
        if not arguments:
            return z3.Const(name, sort)
        if key not in self._functions:
            sorts = [argument.sort() for argument in arguments]
            self._functions[key] = z3.Function(f"{name}/{len(self._functions)}", *sorts, sort)
        return self._functions[key](*arguments)

    def apply(self, name: str, *arguments: Value | Number | z3.ExprRef) -> z3.ExprRef:
        """Applies an uninterpreted function that returns a tensor."""
        terms = [
            it if isinstance(it, z3.ExprRef) else it.z if isinstance(it, Number) else self.tensor(it)
            for it in arguments
        ]
        return self.function(name, terms, TENSOR)

    def assume(self, condition: Bool) -> None:
        """States an axiom."""
        if condition is not True:
            self.axioms.append(boolean(condition))

    def is_new(self, term: z3.ExprRef) -> bool:
        """Returns whether a term is created for the first time."""
        is_new = term not in self._seen
        if is_new:
            self._seen[term] = None
        return is_new

    def unique(self, name: str) -> str:
        """Returns a name that no other term has."""
        self._count += 1
        return f"{name}#{self._count}"

    def number(self, name: str, low: int, high: int) -> Number:
        """Returns an unknown number in a range."""
        return self.ranged(z3.Int(name), low, high)

    def ranged(self, term: z3.ArithRef, low: int, high: int, given: Bool = True) -> Number:
        """States the range of a term, under a condition."""
        if self.is_new(self.function(f"range {low} {high}", [term, boolean(given)], z3.BoolSort())):
            self.assume(implies(given, z3.And(term >= low, term <= high)))
            if given is True:
                self.same_numbers.keep_range(term, low, high)
        return Number(term, low, high)

    def within(self, *numbers: Number) -> Bool:
        """Returns whether numbers are in their ranges, some of which hold only on a path."""
        conditions = []
        for number in numbers:
            low, high = self.same_numbers.ranges.get(number.z, (None, None))
            if number.constant is None and not (low is not None and number.low <= low and high <= number.high):
                conditions.append(z3.And(number.low <= number.z, number.z <= number.high))
        return all_of(conditions)

    def size(self, name: str, kind: Kind, dim: int) -> Number:
        """Returns a dynamic size of a type."""
        bound = kind.bound(dim)
        return self.number(name, 0, GREATEST_SIZE if bound is None else bound)

    def multiply(self, a: Number, b: Number) -> Number:
        """`a * b`, exact."""
        for one, other in ((a, b), (b, a)):
            if one.constant is not None:
                if other.constant is not None:
                    return constant(one.constant * other.constant)
                if one.constant in (0, 1):
                    return other if one.constant else constant(0)
                ends = sorted((one.constant * other.low, one.constant * other.high))
                return Number(one.constant * other.z, *ends)
        (scale_a, factors_a), (scale_b, factors_b) = self._factors_of(a), self._factors_of(b)
        scale = scale_a * scale_b
        if scale != 1:
            return self.multiply(constant(scale), self._product_of([*factors_a, *factors_b]))
        return self._product_of([*factors_a, *factors_b])

    def _factors_of(self, number: Number) -> tuple[int, list[Number]]:
        """Returns the constant factor of a number, and the others."""
        scale, term = 1, number.z
        if z3.is_mul(term) and term.num_args() == 2 and z3.is_int_value(term.arg(0)):
            scale, term = term.arg(0).as_long(), term.arg(1)
        if scale > 1:
            number = Number(term, -(-number.low // scale), number.high // scale)
        elif scale != 1:
            return 1, [number]
        return scale, self._factors.get(number.z, [number])

    def _product_of(self, factors: Sequence[Number]) -> Number:
        """Multiplies unknown numbers, always in the same order."""
        ordered = sorted(factors, key=lambda number: number.z.get_id())
        result, *rest = ordered
        for count, factor in enumerate(rest, 2):
            a, b = sorted((result, factor), key=lambda number: number.z.get_id())
            term = self.function("product", [a.z, b.z], z3.IntSort())
            if self.is_new(term):
                self._state_product(term, a, b)
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            result = self.ranged(term, min(corners), max(corners), self.within(a, b))
            self._factors[term] = [self._everywhere(factor) for factor in ordered[:count]]
        return result

    def _everywhere(self, number: Number) -> Number:
        """Returns a number with the range that it has on all paths."""
        low, high = self.same_numbers.ranges.get(number.z, (-_GREATEST_NUMBER, _GREATEST_NUMBER))
        return number if number.constant is not None else Number(number.term, low, high)

    def _state_product(self, term: z3.ArithRef, a: Number, b: Number) -> None:
        self.products.append(term == a.z * b.z)
        self.nonlinear.append(term)
        self.assume(z3.Implies(a.z == 1, term == b.z))
        self.assume(z3.Implies(b.z == 1, term == a.z))
        self.assume((term == 0) == z3.Or(a.z == 0, b.z == 0))
        self.assume(term == self.function("product", [b.z, a.z], z3.IntSort()))
        if a.low >= 0 and b.low >= 0:
            given = self.within(a, b)
            self.assume(implies(given, z3.Implies(a.z >= 1, term >= b.z)))
            self.assume(implies(given, z3.Implies(b.z >= 1, term >= a.z)))

    def bitwise(self, name: str, a: Number, b: Number, width: Width) -> Number:
        """`and`, `or` or `xor` of the bits of two integers."""
        if a.constant is not None and b.constant is not None:
            function = {"and": int.__and__, "or": int.__or__, "xor": int.__xor__}[name]
            return constant(function(a.constant, b.constant))
        if equal(a, b) is True:
            return constant(0) if name == "xor" else a
        for one, other in ((a, b), (b, a)):
            if one.constant == 0:
                return constant(0) if name == "and" else other
            is_mask = one.constant is not None and one.constant & (one.constant + 1) == 0
            if is_mask and one.constant is not None and one.constant > 0 and name == "and":
                # The lowest bits, also of a negative number.
                return remainder_of_mask(other, one.constant)
        term = self.function(name, [a.z, b.z], z3.IntSort())
        if self.is_new(term):
            self.assume(term == self.function(name, [b.z, a.z], z3.IntSort()))
        low, high = width.low, width.high
        if a.low >= 0 and b.low >= 0:
            low, high = 0, (1 << max(a.high, b.high).bit_length()) - 1
        if name == "and" and (a.low >= 0 or b.low >= 0):
            low, high = 0, min(number.high for number in (a, b) if number.low >= 0)
        return self.ranged(term, low, high, self.within(a, b))

    def elements(self, value: Value) -> tuple[Element, ...] | None:
        """Returns the elements of a small tensor of integers."""
        if value.elements is not None:
            return value.elements
        kind = value.kind
        if kind.width is None or value.sizes is None or value.tensor is None:
            return None
        if found := self._broadcasts.get(value.tensor):
            repeated = self.repeated(*found, value.sizes).elements
            if repeated is not None:
                return repeated
        count = 1
        for size in value.sizes:
            if size.constant is None:
                return None
            count *= size.constant
        if count > (MOST_ELEMENTS if self.tracks_data else 1):
            return None
        if found := self.reshapes.get(value.tensor):
            # In any sizes.
            moved = self.elements(found)
            if moved is not None and len(moved) == count:
                return moved
        if (found := self.same_bits.get(value.tensor)) and kind.width.bits > 1:
            original, of, _ = found
            own = self.elements(replace(value, kind=replace(kind, element=of), tensor=original))
            if own is not None and all(isinstance(item, Number) for item in own):
                wrapped = [kind.width.wrap(item) for item in own if isinstance(item, Number)]
                return self.with_elements(value, tuple(wrapped)).elements
        integers = []
        for index in range(count):
            width = Width(1, False) if kind.is_truth else kind.width
            term = self.function(f"{ELEMENT} {index}", [value.tensor], z3.IntSort())
            integers.append(self.ranged(term, width.low, width.high))
        packed = self._pack([integer.z for integer in integers], value.sizes)
        if self.is_new(packed):
            self.assume(packed == value.tensor)
        if kind.is_truth:
            return tuple(integer.z == 1 for integer in integers)
        return tuple(integers)

    def fill(self, element: str, item: Element, sizes: Sequence[Number]) -> Value:
        """Returns a tensor of one number or truth value."""
        scalar = Value.sized(element, (), None, [item])
        return self.repeated(scalar, (), sizes) if sizes else scalar

    def in_sizes(self, value: Value, sizes: Sequence[Number]) -> Value:
        """Returns a reshaped tensor."""
        return Value.sized(value.kind.element, sizes, self.reshape(value, sizes))

    def repeated(self, operand: Value, dims: tuple[int, ...], sizes: Sequence[Number]) -> Value:
        """Repeats a tensor; its elements are tracked if there are few of them."""
        term = self.broadcast(operand, dims, sizes)
        elements = self.elements(operand)
        places = _repeated_places(operand.sizes or (), dims, sizes)
        if elements is None or places is None or max(places, default=-1) >= len(elements):
            return Value(operand.kind, tuple(sizes), term)
        chosen = tuple(elements[place] for place in places)
        return self.with_elements(Value(operand.kind, tuple(sizes), term), chosen)

    def with_elements(self, value: Value, elements: tuple[Element, ...]) -> Value:
        """Sets the elements of a tensor."""
        value = replace(value, elements=elements)
        self.assume_same(self.tensor(replace(value, tensor=None)), self.tensor(value))
        return value

    def narrowed(self, value: Value, sizes: Sequence[Number]) -> z3.ExprRef:
        """Returns the same tensor where its sizes are these, some of which are constants there.

        What is kept of the result need not hold where they are others.
        """
        term, dims = self.tensor(value), [size.constant for size in sizes]
        if dims == [size.constant for size in value.sizes or ()]:
            return term
        if found := self._broadcasts.get(term):
            return self.broadcast(*found, sizes)
        if operand := self.reshapes.get(term):
            return self.reshape(operand, sizes)
        if found := self.choices.get(term):
            condition, *values = found
            narrow = [replace(it, sizes=tuple(sizes), tensor=self.narrowed(it, sizes), elements=None) for it in values]
            return self._choose_tensor(condition, *narrow)
        if term in self.same_bits:
            return self.moved([value], lambda one: self.narrowed(one, sizes))
        result = self.apply(f"narrowed to {dims}", term)
        if self.is_new(result):
            self.assume(implies(all_equal(value.sizes or (), sizes), result == term))
            for records in (
                *(self._elementwise, self.slices, self.starts, self.parts, self.inserted, self.joined, self.padded),
                *(self.converted, self.summed, self.tables, self.wholes),
            ):
                if term in records:
                    records[result] = records[term]
        return result

    def with_sizes(self, term: z3.ExprRef, operands: Sequence[Value], sizes: Sequence[Number]) -> z3.ExprRef:
        """Returns what an op of these operands computes. If that is one of them, its sizes may be known from another
        one here."""
        same = (operand for operand in operands if term.eq(self.tensor(operand)))
        operand = next(same, None)
        return term if operand is None else self.narrowed(operand, sizes)

    def is_partly_empty(self, value: Value) -> bool:
        """Returns whether a tensor may depend on elements that nothing has written, each reading of which may
        differ."""
        rest = [] if value.tensor is None else [value.tensor]
        while rest:
            term = rest[-1]
            new = [part for part in term.children() if part not in self._partly_empty]
            if term in self._partly_empty or not new:
                is_new = term.decl().name().startswith(("tensor.empty", START))
                self._partly_empty[term] = is_new or any(map(self._partly_empty.get, term.children()))
                rest.pop()
            else:
                rest += new
        return value.tensor is not None and self._partly_empty[value.tensor]

    def assume_same(self, a: z3.ExprRef, b: z3.ExprRef) -> None:
        """States that two terms are the same tensor."""
        if not a.eq(b) and self.is_new(self.apply("both", a, b)):
            self.assume(a == b)

    def tensor(self, value: Value) -> z3.ExprRef:
        """Returns the term of a value."""
        if any(size.constant == 0 for size in value.sizes or ()):
            return self.without_elements(value.sizes or ())
        if value.tensor is not None:
            return value.tensor
        integers = [
            element.z if isinstance(element, Number) else choose(element, constant(1), constant(0)).z
            for element in value.elements or ()
        ]
        return self._pack(integers, value.sizes or ())

    def without_elements(self, sizes: Sequence[Number]) -> z3.ExprRef:
        """Returns a tensor without elements: they are equal if their sizes are, whatever computed them."""
        return self.apply("empty", *sizes)

    def _pack(self, integers: Sequence[z3.ArithRef], sizes: Sequence[Number]) -> z3.ExprRef:
        """Returns the tensor of integers. One integer, and a row, are the same term in all sizes."""
        shape = "x".join(str(size.term) for size in sizes) if len(integers) > 1 < len(sizes) else str(len(integers))
        return self.apply(f"{LIST} {shape}", *integers)

    def simplest(self, value: Value) -> Value:
        """Returns a value whose sizes are the numbers that stand for all equal ones."""
        if value.sizes is None:
            return value
        return replace(value, sizes=tuple(map(self.same_numbers.of, value.sizes)))

    def broadcast(self, operand: Value, dims: tuple[int, ...], sizes: Sequence[Number]) -> z3.ExprRef:
        """Broadcasts a tensor: its dim `i` is dim `dims[i]` of the result."""
        operand, sizes = self.simplest(operand), list(map(self.same_numbers.of, sizes))
        term = self.tensor(operand)
        if term in self.same_bits:
            return self.moved([operand], lambda one: self.broadcast(one, dims, sizes))
        if found := self._broadcasts.get(term):
            operand, inner = found
            dims = tuple(dims[dim] for dim in inner)
            term = self.tensor(operand)
        if found := self.choices.get(term):
            condition, a, b = found
            wide = [Value(one.kind, tuple(sizes), self.broadcast(one, dims, sizes)) for one in (a, b)]
            return self._choose_tensor(condition, *wide)
        rank = len(sizes)
        if found := self.reshapes.get(term):
            before = without_reshape(found.sizes, operand.sizes or (), dims, rank)
            if before is not None:
                return self.broadcast(found, before, sizes)
        dims = with_ones_in_order(operand.sizes or (), dims, rank)
        is_in_place = dims == tuple(range(rank))
        is_same = is_in_place and all_equal(operand.sizes or (), sizes)
        if is_same is True:
            return term
        result = self.apply(f"broadcast to {rank} by {dims}", term, *sizes)
        if self.is_new(result):
            self._broadcasts[result] = (operand, dims)
            self._state_ones(result, operand, dims, sizes)
            if is_in_place:
                self.assume(implies(is_same, result == term))
            places = _repeated_places(operand.sizes or (), dims, sizes)
            items = term.children() if term.decl().name().startswith(LIST) else []
            if places is not None and max(places, default=0) < len(items):
                # The other program may know the elements.
                self.assume(result == self._pack([items[place] for place in places], sizes))
            if operand.sizes == () and term.decl().name().startswith(LIST):
                # The same number is the same term in all sizes.
                are_ones = all_of([equal(size, constant(1)) for size in sizes])
                self.assume(implies(are_ones, result == term))
            if found := self._elementwise.get(term):
                of, compute = found
                wide = [Value(one.kind, tuple(sizes), self.broadcast(one, dims, sizes)) for one in of]
                computed = compute(wide, sizes)
                self.assume(result == computed)
                if computed in self.applied:
                    self.applied[result] = self.applied[computed]
            if found := self._widened.get(term):
                inner_operand, inner, condition = found
                composed = tuple(dims[dim] for dim in inner)
                self.assume(implies(condition, result == self.broadcast(inner_operand, composed, sizes)))
            if found := self.reshapes.get(term):
                self._state_removed_ones(result, found, operand, dims, sizes)
        return result

    def _state_removed_ones(
        self, result: z3.ExprRef, before: Value, after: Value, dims: tuple[int, ...], sizes: Sequence[Number]
    ) -> None:
        """States what a broadcast of a reshape is if that removes dims that have size 1."""
        own, are_ones = with_assumed_ones(before.sizes, after.sizes or ())
        inner = without_reshape(own, after.sizes or (), dims, len(sizes))
        if are_ones is not False and inner is not None:
            narrow = Value(before.kind, own, self.narrowed(before, own))
            self.assume(implies(are_ones, result == self.broadcast(narrow, inner, sizes)))

    def _state_ones(self, result: z3.ExprRef, operand: Value, dims: tuple[int, ...], sizes: Sequence[Number]) -> None:
        """States what a broadcast is if dims have size 1, which might then be any other ones."""
        own = operand.sizes or ()
        dynamic = [at for at, size in enumerate(own) if size.constant is None]
        groups = [[at] for at in dynamic]
        if len(dynamic) <= _MOST_ONES:
            groups = [
                list(group) for count in range(1, len(dynamic) + 1) for group in itertools.combinations(dynamic, count)
            ]
        for group in groups:
            ones = [constant(1) if at in group else size for at, size in enumerate(own)]
            others = with_ones_in_order(ones, dims, len(sizes))
            if others != dims:
                other = self.apply(f"broadcast to {len(sizes)} by {others}", operand, *sizes)
                are_ones = all_of([equal(own[at], constant(1)) for at in group])
                self.assume(implies(are_ones, result == other))
                if others == tuple(range(len(sizes))):
                    # Then it may have no effect.
                    are_same = [are_ones, *(equal(a, b) for a, b in zip(own, sizes))]
                    self.assume(implies(all_of(are_same), result == self.tensor(operand)))

    def keep_elementwise(self, term: z3.ExprRef, operands: Sequence[Value], compute: Callable[..., z3.ExprRef]) -> None:
        """Keeps from which tensors of one shape a term is computed, element by element: its broadcasts are
        computed from theirs."""
        if operands and all(operand.sizes for operand in operands):
            self._elementwise.setdefault(term, (tuple(operands), compute))

    def reshape(self, operand: Value, sizes: Sequence[Number]) -> z3.ExprRef:
        """Reshapes a tensor."""
        operand, sizes = self.simplest(operand), list(map(self.same_numbers.of, sizes))
        term = self.tensor(operand)
        if term in self.same_bits:
            return self.moved([operand], lambda one: self.reshape(one, sizes))
        if found := self.reshapes.get(term):
            operand = found
            term = self.tensor(operand)
        if operand.sizes is not None and len(operand.sizes) == len(sizes) == 1:
            # As many elements, in a row as before.
            return self.narrowed(operand, sizes)
        if term in self._broadcasts and (moved := self._moved_ones(operand, sizes)) is not None:
            return moved
        is_same: Bool = operand.sizes is not None and len(operand.sizes) == len(sizes)
        if is_same:
            is_same = all_equal(operand.sizes, sizes)
        if is_same is True:
            return term
        own_dims = tuple(range(len(sizes)))
        if (moved := without_reshape(operand.sizes, sizes, own_dims, len(sizes))) is not None:
            # Only dims of size 1 are added and moved.
            return self.broadcast(operand, moved, sizes)
        result = self.apply(f"reshape to {len(sizes)}", term, *sizes)
        if self.is_new(result):
            self.reshapes[result] = operand
            self.assume(implies(is_same, result == term))
            dims, adds_ones = added_ones(operand.sizes, sizes)
            if adds_ones is not False:
                self._widened[result] = operand, dims, adds_ones
                self.assume(implies(adds_ones, result == self.broadcast(operand, dims, sizes)))
            if found := self.wholes.get(term):
                is_whole, whole = found
                self.assume(implies(is_whole, result == self.reshape(whole, sizes)))
        return result

    def _moved_ones(self, value: Value, sizes: Sequence[Number]) -> z3.ExprRef | None:
        """Returns a reshape that only adds and removes dims of size 1 of a broadcast, which is another
        broadcast; `None` of other reshapes."""
        operand, dims = self._broadcasts[self.tensor(value)]
        own = value.sizes or ()
        before = [dim for dim, size in enumerate(own) if size.constant != 1]
        after = [dim for dim, size in enumerate(sizes) if size.constant != 1]
        pairs = list(zip(before, after))
        if len(before) != len(after) or any(equal(own[a], sizes[b]) is not True for a, b in pairs):
            return None
        places = dict(pairs)
        kept = [at for at, dim in enumerate(dims) if dim in places]
        rest = [size for at, size in enumerate(operand.sizes or ()) if at not in kept]
        if any(size.constant != 1 for size in rest):
            return None
        inner = tuple((operand.sizes or ())[at] for at in kept)
        part = operand if not rest else self.in_sizes(operand, inner)
        return self.broadcast(part, tuple(places[dims[at]] for at in kept), sizes)

    def bits(self, term: z3.ExprRef, of: str, to: str) -> z3.ExprRef:
        """Returns the same bits as integers of another type."""
        if of == to:
            return term
        if found := self.same_bits.get(term):
            original, label, _ = found
            return self.bits(original, label, to)
        result = self.apply(f"bits of {of} as {to}", term)
        if self.is_new(result):
            self.same_bits[result] = term, of, to
            # Also of a term that the solver finds equal.
            back = self.apply(f"bits of {to} as {of}", result)
            self.assume(back == term)
        return result

    def moved(self, values: Sequence[Value], move: Callable[..., z3.ExprRef]) -> z3.ExprRef:
        """Applies a function that only moves elements, whose bits stay as they are."""
        found = [self.same_bits.get(self.tensor(value)) for value in values]
        labels = {item[1:] for item in found if item is not None}
        if None in found or len(labels) != 1:
            return move(*values)
        ((of, to),) = labels
        originals = [
            replace(value, kind=replace(value.kind, element=of), tensor=item[0], elements=None)
            for value, item in zip(values, found)
            if item is not None
        ]
        return self.bits(move(*originals), of, to)

    def repeated_operand(self, term: z3.ExprRef) -> Value | None:
        """Returns the operand of a broadcast."""
        found = self._broadcasts.get(term)
        return None if found is None else found[0]

    def resize(self, value: Value, dim: int, sizes: Sequence[Number]) -> z3.ExprRef:
        """Sets the valid part of a dim of a padded tensor."""
        term = self.tensor(value)
        if found := self._broadcasts.get(term):
            operand, dims = found
            own = None
            if dim in dims and operand.sizes is not None:
                own = operand.sizes[dims.index(dim)]
            if own is None or own.constant == 1:
                return self.broadcast(operand, dims, sizes)
        is_same = all_equal(value.sizes or (), sizes)
        if is_same is True:
            return term
        result = self.apply(f"resize dim {dim}", term, sizes[dim])
        if self.is_new(result):
            self.assume(implies(is_same, result == term))
        return result

    def choose(self, condition: Bool, a: Value, b: Value) -> Value:
        """`condition ? a : b`."""
        if isinstance(condition, bool):
            return a if condition else b
        if a is b:
            return a
        sizes = elements = tensor = None
        if a.sizes is not None and b.sizes is not None:
            sizes = tuple(choose(condition, x, y) for x, y in zip(a.sizes, b.sizes))
        of_a, of_b = self.elements(a), self.elements(b)
        if of_a is not None and of_b is not None and len(of_a) == len(of_b):
            elements = tuple(choose_element(condition, x, y) for x, y in zip(of_a, of_b))
        if elements is None or a.tensor is not None or b.tensor is not None:
            tensor = self._choose_tensor(condition, a, b)
        given = all_of([implies(condition, a.given), implies(z3.Not(condition), b.given)])
        chosen = Value(a.kind, sizes, tensor, elements, given)
        # The other program may not track the elements.
        both = tensor is not None and elements is not None
        return self.with_elements(chosen, elements) if both else chosen

    def choose_first(self, options: Sequence[tuple[Bool, Sequence[Value]]]) -> list[Value]:
        """Returns the values of the first option whose condition holds, or else of the last one."""
        *others, (_, chosen) = options
        for condition, values in reversed(others):
            chosen = [self.choose(condition, a, b) for a, b in zip(values, chosen)]
        return list(chosen)

    def _choose_tensor(self, condition: z3.BoolRef, a: Value, b: Value) -> z3.ExprRef:
        x, y = self.tensor(a), self.tensor(b)
        if x.eq(y):
            return x
        tensor = z3.If(condition, x, y)
        if self.is_new(tensor):
            self.choices[tensor] = condition, a, b
        return tensor

    def same_value(self, a: Value, b: Value) -> list[tuple[str, Bool]]:
        """Returns the conditions for two values to be equal, each with a description."""
        conditions: list[tuple[str, Bool]] = []
        if (a.sizes is None) != (b.sizes is None) or len(a.sizes or ()) != len(b.sizes or ()):
            return [("rank", False)]
        for dim, (x, y) in enumerate(zip(a.sizes or (), b.sizes or ())):
            conditions.append((f"size of dim {dim}", equal(x, y)))
        x, y = self.tensor(a), self.tensor(b)
        # Tensors without elements are equal, from whatever they were computed.
        is_empty = any_of([equal(size, constant(0)) for size in a.sizes or ()])
        conditions.append(("value", True if x.eq(y) else any_of([is_empty, x == y])))
        return conditions


def _repeated_places(own: Sequence[Number], dims: tuple[int, ...], sizes: Sequence[Number]) -> list[int] | None:
    """Returns where in an operand of a broadcast the elements of the result are, in row-major order; `None` if
    there are too many, or not all sizes are known."""
    counts = [size.constant for size in sizes]
    if None in counts or math.prod(count or 0 for count in counts) > MOST_ELEMENTS:
        return None
    if any(size.constant is None for size in own):
        return None
    places = []
    for position in itertools.product(*(range(count or 0) for count in counts)):
        index = 0
        for size, dim in zip(own, dims):
            index = index * (size.constant or 0) + (position[dim] if size.constant != 1 else 0)
        places.append(index)
    return places


def subterms(term: z3.ExprRef, is_entered: Callable[[z3.ExprRef], bool] = lambda term: True) -> Iterator[z3.ExprRef]:
    """Yields a term and the parts of those that are entered, each once."""
    seen, rest = set(), [term]
    while rest:
        term = rest.pop()
        if term.get_id() not in seen and z3.is_app(term):
            seen.add(term.get_id())
            yield term
            if is_entered(term):
                rest += term.children()


def has_data(term: z3.ExprRef) -> bool:
    """Returns whether a term depends on a tensor that may hold anything."""

    def is_data(term: z3.ExprRef) -> bool:
        name = term.decl().name()
        is_given = term.num_args() == 0 and not name.startswith("constant ")
        return name.startswith("tensor.empty") or is_given and term.sort() == TENSOR

    return any(map(is_data, subterms(term)))


def remainder_of_mask(number: Number, mask: int) -> Number:
    """Returns the bits of a number that are in a mask of the lowest ones."""
    if 0 <= number.low and number.high <= mask:
        return number
    return Number(number.z % (mask + 1), 0, mask)


def choose_element(condition: Bool, a: Element, b: Element) -> Element:
    """`condition ? a : b`."""
    if isinstance(a, Number) and isinstance(b, Number):
        return choose(condition, a, b)
    if isinstance(condition, bool):
        return a if condition else b
    if isinstance(a, bool) and isinstance(b, bool) and a == b:
        return a
    return z3.If(condition, boolean(a), boolean(b))


def with_given(value: Value, given: Bool) -> Value:
    """Returns the value with a further condition for it to be defined."""
    return value if given is True else replace(value, given=all_of([value.given, given]))
