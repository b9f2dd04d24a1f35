"""Numbers that are always equal, of which one stands for all.

Both programs compute the same sizes in different ways. If they are equal whatever the numbers are that they
are computed from, the same term is taken for them, so that tensors of these sizes are the same terms, too.
"""

import random
from dataclasses import dataclass, field

import z3

from .number import Bool, Number, constant
from .term_map import TermMap

_MILLISECONDS = 200
# How many numbers are tried for each one that a term depends on, and the greatest of them.
_SAMPLES = 6
_GREATEST_SAMPLE = 40
# Greater terms are left as they are.
_MOST_TERMS = 400


@dataclass
class SameNumbers:
    """Numbers that stand for all equal ones."""

    # The ranges of numbers that are not computed from others.
    ranges: TermMap[tuple[int, int]] = field(default_factory=TermMap)
    # Numbers that are always the same constant.
    known: TermMap[int] = field(default_factory=TermMap)
    _found: TermMap[Number] = field(default_factory=TermMap)
    # Those that have the same values for the samples.
    _alike: dict[tuple[int, ...], list[z3.ArithRef]] = field(default_factory=dict)

    def of(self, number: Number) -> Number:
        """Returns the number that stands for those that are always equal to a number."""
        if isinstance(number.term, int):
            return number
        if number.term not in self._found:
            self._found[number.term] = self._new(number)
        found = self._found[number.term]
        if found.constant is not None:
            return found
        # Not the limits of another place, which may hold only on its path.
        low, high = self.ranges.get(found.z, (number.low, number.high))
        return Number(found.term, max(low, number.low), min(high, number.high))

    def keep_range(self, term: z3.ArithRef, low: int, high: int) -> None:
        """Keeps the range of a term."""
        own = self.ranges.get(term, (low, high))
        self.ranges[term] = max(own[0], low), min(own[1], high)

    def learn(self, condition: Bool) -> None:
        """Learns from a condition that always holds which numbers are constants."""
        if isinstance(condition, bool):
            return
        if z3.is_and(condition):
            for part in condition.children():
                self.learn(part)
        elif z3.is_eq(condition) and z3.is_int(condition.arg(0)):
            term, value = sorted(condition.children(), key=z3.is_int_value)
            if z3.is_int_value(value) and z3.is_const(term) and not z3.is_int_value(term):
                self.keep_constant(term, value.as_long())

    def keep_constant(self, term: z3.ArithRef, value: int) -> None:
        """Keeps that a number is always the same constant."""
        self.known[term] = value
        self._found[term] = constant(value)

    def _new(self, number: Number) -> Number:
        term = number.z
        leaves = _leaves(term)
        if leaves is None or len(leaves) == 1 and leaves[0].eq(term):
            return number
        values = self._values(term, leaves)
        if values is None:
            return number
        if len(set(values)) == 1 and self._are_equal(term, z3.IntVal(values[0]), leaves):
            return constant(values[0])
        for leaf in leaves:
            # A number that is not computed is the simplest one.
            if leaf.sort() == z3.IntSort() and self._values(leaf, leaves) == values:
                if self._are_equal(term, leaf, leaves):
                    return Number(leaf, number.low, number.high)
        alike = self._alike.setdefault(values, [])
        for other in alike:
            if self._are_equal(term, other, [*leaves, *(_leaves(other) or ())]):
                return Number(other, number.low, number.high)
        alike.append(term)
        return number

    def _values(self, term: z3.ArithRef, leaves: list[z3.ExprRef]) -> tuple[int, ...] | None:
        """Returns the values of a term for samples of what it depends on."""
        found = []
        for sample in range(_SAMPLES):
            pairs = [(leaf, self._sample(leaf, sample)) for leaf in leaves]
            value = z3.simplify(z3.substitute(term, *pairs))
            if not z3.is_int_value(value):
                return None
            found.append(value.as_long())
        return tuple(found)

    def _sample(self, leaf: z3.ExprRef, sample: int) -> z3.ExprRef:
        generator = random.Random(f"{leaf.get_id()} {sample}")
        if z3.is_bool(leaf):
            return z3.BoolVal(generator.random() < 0.5)
        low, high = self.ranges.get(leaf, (-_GREATEST_SAMPLE, _GREATEST_SAMPLE))
        low = max(low, -_GREATEST_SAMPLE) if high >= -_GREATEST_SAMPLE else low
        return z3.IntVal(generator.randint(low, max(low, min(high, _GREATEST_SAMPLE))))

    def _are_equal(self, a: z3.ArithRef, b: z3.ArithRef, leaves: list[z3.ExprRef]) -> bool:
        solver = z3.Solver()
        solver.set("timeout", _MILLISECONDS)
        for leaf in leaves:
            if leaf in self.ranges:
                low, high = self.ranges[leaf]
                solver.add(leaf >= low, leaf <= high)
        return solver.check(a != b) == z3.unsat


def _leaves(term: z3.ExprRef) -> list[z3.ExprRef] | None:
    """Returns the numbers and truth values from which a number is computed by arithmetic; `None` if it is too
    large a term."""
    seen: dict[int, z3.ExprRef] = {}
    leaves, rest = [], [term]
    while rest:
        term = rest.pop()
        if seen.setdefault(term.get_id(), term) is not term:
            continue
        if len(seen) > _MOST_TERMS:
            return None
        parts = term.children()
        is_computed = term.decl().kind() != z3.Z3_OP_UNINTERPRETED
        if is_computed and all(z3.is_int(part) or z3.is_bool(part) for part in parts):
            rest += parts
        else:
            leaves.append(term)
    return leaves
