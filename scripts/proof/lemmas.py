"""The rules that plans rely on, proven for all sizes, ranks and operand counts.

Dims are independent, so a rule concerns the sizes aligned to one dim. For any number of
operands, `size(i)` is that of operand `i`, with `0 <= i < count`, for any count. A
maximum or a first size other than 1 is characterized by its properties; induction
shows, for any count, that it has them.

Their opposites must not be provable, so that a solver that accepts everything is detected.
"""

import math
import operator
import re
from collections.abc import Callable, Iterator
from fractions import Fraction

import ml_dtypes
import numpy as np
import z3
from numeric.peer import Module, Peer

from . import element_lemmas
from .decompositions import NARROW, halves_product, narrow_step
from .lemma import Lemma, problems
from .number import Number, Width, constant, divide, remainder

_MILLISECONDS = 10_000


a, b, c, d, j, k, r, s, u = z3.Ints("a b c d j k r s u")
count, other, extent, larger = z3.Ints("count other extent larger")
size = z3.Function("size", z3.IntSort(), z3.IntSort())
_i, _k = z3.Ints("i k'")


def natural(*terms: z3.ArithRef) -> z3.BoolRef:
    """Sizes are not negative."""
    return z3.And(*(term >= 0 for term in terms))


def broadcasts(d: z3.ArithRef, r: z3.ArithRef) -> z3.BoolRef:
    """`d` is 1 or `r`."""
    return z3.Or(d == 1, d == r)


def grows(d: z3.ArithRef, r: z3.ArithRef) -> z3.BoolRef:
    """`d` is `r`, or it is 1 and `r` is not 0."""
    return z3.Or(d == r, z3.And(d == 1, r >= 1))


def compatible(a: z3.ArithRef, b: z3.ArithRef) -> z3.BoolRef:
    """NumPy's rule for two sizes."""
    return z3.Or(a == b, a == 1, b == 1)


def maximum_compatible(a: z3.ArithRef, b: z3.ArithRef) -> z3.BoolRef:
    """NumPy's rule for two sizes, without 0 against 1."""
    return z3.Or(a == b, z3.And(compatible(a, b), a >= 1, b >= 1))


def both_of(a: z3.ArithRef, b: z3.ArithRef) -> z3.ArithRef:
    """The size of two compatible sizes in NumPy."""
    return z3.If(a == 1, b, a)


def most(a: z3.ArithRef, b: z3.ArithRef) -> z3.ArithRef:
    return z3.If(a >= b, a, b)


def least(a: z3.ArithRef, b: z3.ArithRef) -> z3.ArithRef:
    return z3.If(a <= b, a, b)


def _each(body: Callable[[z3.ArithRef], z3.BoolRef], end: z3.ArithRef = count) -> z3.BoolRef:
    """The body holds for each operand."""
    return z3.ForAll([_i], z3.Implies(z3.And(0 <= _i, _i < end), body(_i)), patterns=[size(_i)])


def _each_two(body: Callable[[z3.ArithRef, z3.ArithRef], z3.BoolRef]) -> z3.BoolRef:
    """The body holds for each two operands."""
    is_index = z3.And(0 <= _k, _k < count)
    return _each(lambda i: z3.ForAll([_k], z3.Implies(is_index, body(i, _k)), patterns=[size(_k)]))


def _one_of_them(value: z3.ArithRef, index: z3.ArithRef, end: z3.ArithRef = count) -> z3.BoolRef:
    return z3.And(0 <= index, index < end, value == size(index))


_NATURAL = _each(lambda i: size(i) >= 0)
# `extent` is the maximum, that of operand `other`.
_MAXIMUM = z3.And(_one_of_them(extent, other), _each(lambda i: size(i) <= extent))
# `extent` is the first size that is not 1, that of operand `other`; 1 if all are.
_FIRST = z3.And(_one_of_them(extent, other), z3.Implies(extent == 1, _each(lambda i: size(i) == 1)))
_NUMPY = _each_two(lambda i, k: compatible(size(i), size(k)))
_NUMPY_MAXIMUM = _each_two(lambda i, k: maximum_compatible(size(i), size(k)))
_JOINED = _each(lambda i: broadcasts(size(i), extent))


def _plan_lemmas() -> Iterator[Lemma]:
    """The guards of plans accept what NumPy's rule accepts, and give its sizes."""
    yield Lemma(
        "two sizes, guard `min = max or min = 1`: accepts NumPy's rule without 0 against 1",
        (natural(a, b),),
        z3.Or(least(a, b) == most(a, b), least(a, b) == 1) == maximum_compatible(a, b),
    )
    yield Lemma(
        "two sizes, once that guard holds: the maximum is NumPy's size",
        (natural(a, b), maximum_compatible(a, b)),
        z3.And(most(a, b) == both_of(a, b), grows(a, most(a, b)), grows(b, most(a, b))),
    )
    yield Lemma(
        "two sizes, zero-extents=numpy: the first that is not 1 is NumPy's size",
        (natural(a, b), compatible(a, b)),
        z3.And(broadcasts(a, both_of(a, b)), broadcasts(b, both_of(a, b))),
    )
    yield Lemma(
        "two sizes: NumPy's does not depend on their order",
        (natural(a, b), compatible(a, b)),
        both_of(a, b) == both_of(b, a),
    )
    for guard, is_extent, fits, rule, what in (
        ("max", _MAXIMUM, maximum_compatible, _NUMPY_MAXIMUM, " without 0 against 1"),
        ("first", _FIRST, compatible, _NUMPY, ""),
    ):
        given = (count >= 1, _NATURAL, is_extent)
        yield Lemma(
            f"any number of sizes, guards `size = {guard} or size = 1`: NumPy's rule{what}", (*given, _JOINED), rule
        )
        yield Lemma(
            f"any number of sizes: what NumPy's rule accepts{what}, those guards accept", (*given, rule), _JOINED
        )
        yield Lemma(
            f"a size that goes with each other one needs no guard of its own ({guard})",
            (*given, 0 <= j, j < count, _each(lambda i, fits=fits: fits(size(j), size(i)))),
            broadcasts(size(j), extent),
        )
    yield Lemma(
        "any number of sizes that fit: the maximum is the first that is not 1",
        (count >= 1, _NATURAL, _MAXIMUM, _NUMPY_MAXIMUM, 0 <= j, j < count, u == size(j)),
        z3.And(z3.Implies(u != 1, u == extent), z3.Implies(extent == 1, _each(lambda i: size(i) == 1))),
    )
    yield Lemma(
        "a size that is not 1, guards `size = it or size = 1`: NumPy's rule",
        (_NATURAL, 0 <= other, other < count, larger == size(other), larger != 1),
        _each(lambda i: broadcasts(size(i), larger)) == _NUMPY,
    )
    yield Lemma(
        "a fixed size that is not 1 decides alone: what fits broadcasts to it",
        (natural(a, b, c), c != 1),
        z3.And(broadcasts(a, c), broadcasts(b, c)) == z3.And(compatible(a, c), compatible(b, c), compatible(a, b)),
    )
    yield Lemma(
        "a size that broadcasts to another participant adds nothing: what fits the others fits",
        (_NATURAL, 0 <= j, j < count, broadcasts(d, size(j)), _NUMPY, 0 <= k, k < count),
        compatible(d, size(k)),
    )
    yield Lemma(
        "and what the others join at is what it broadcasts to",
        (count >= 1, _NATURAL, _FIRST, _JOINED, 0 <= j, j < count, broadcasts(d, size(j))),
        broadcasts(d, extent),
    )
    yield Lemma(
        "an operand dim that broadcasts to the result's may be broadcast, and to no other size",
        (natural(d, r), d != 1, broadcasts(d, r), broadcasts(d, s)),
        r == s,
    )


def _induction_lemmas() -> Iterator[Lemma]:
    """`max(max(a, b), c)`, ... is the maximum of all, for any number of operands."""
    only = z3.IntVal(1)
    yield Lemma(
        "maximum, minimum and first that is not 1: of one size",
        (j == size(0),),
        z3.And(_one_of_them(j, z3.IntVal(0), end=only), _each(lambda i: size(i) == j, end=only)),
    )
    for name, chosen, is_limit in (("maximum", most, operator.le), ("minimum", least, operator.ge)):

        def limits(limit: z3.ArithRef, end: z3.ArithRef, is_limit=is_limit) -> z3.BoolRef:
            return _each(lambda i: is_limit(size(i), limit), end=end)

        yield Lemma(
            f"{name}: one more size",
            (k >= 1, limits(j, k), _one_of_them(j, other, end=k), s == chosen(j, size(k))),
            z3.And(limits(s, k + 1), z3.Or(_one_of_them(s, other, end=k + 1), _one_of_them(s, k, end=k + 1))),
        )
    first = z3.Implies(j == 1, _each(lambda i: size(i) == 1, end=k))
    yield Lemma(
        "first that is not 1: one more size",
        (k >= 1, first, _one_of_them(j, other, end=k), s == both_of(j, size(k))),
        z3.And(
            z3.Implies(s == 1, _each(lambda i: size(i) == 1, end=k + 1)),
            z3.Or(_one_of_them(s, other, end=k + 1), _one_of_them(s, k, end=k + 1)),
        ),
    )


def claims() -> list[Lemma]:
    """Returns all lemmas."""
    return [*_plan_lemmas(), *_induction_lemmas(), *element_lemmas.claims()]


def wrong_arithmetic() -> list[str]:
    """Checks the arithmetic of these proofs on all numbers of 4 bits.

    The solver's terms must have the values of wrapping integers, and their stated
    ranges.
    """
    x, width = z3.Int("x"), Width(4)

    def value_at(number: Number, value: int) -> int:
        return z3.simplify(z3.substitute(number.z, (x, z3.IntVal(value)))).as_long()

    def problems_of(name: str, compute: Callable[[Number], Number], expect: Callable[[int], int]) -> Iterator[str]:
        term = compute(Number(x, -8, 7))
        for value in range(-8, 8):
            found, folded, expected = value_at(term, value), compute(constant(value)).constant, expect(value)
            if found != expected or folded != expected or not term.low <= found <= term.high:
                yield f"{name} of {value} is {found}, {folded}, not {expected}"

    wrong: list[str] = []
    for divisor in (-8, -3, -2, -1, 1, 2, 3, 7):
        for rounding, rounded in (("zero", math.trunc), ("down", math.floor), ("up", math.ceil)):
            name = f"divide by {divisor} rounding {rounding}"
            wrong += problems_of(name, lambda n: divide(n, divisor, rounding), lambda n: rounded(Fraction(n, divisor)))
        rest = lambda n: n - divisor * math.trunc(Fraction(n, divisor))
        wrong += problems_of(f"remainder by {divisor}", lambda n: remainder(n, divisor), rest)
    wrapped = width.wrap(Number(x, -64, 64))
    for value in range(-64, 65):
        found, expected = value_at(wrapped, value), (value + 8) % 16 - 8
        if found != expected:
            wrong.append(f"{value} wraps to {found}, not {expected}")
    return wrong


def wrong_definitions() -> list[str]:
    """Runs definitions of functions of two operands of 8 bits on all of them, on XLA."""
    peer, wrong = Peer(), []
    bits = [side.reshape(-1) for side in np.meshgrid(*[np.arange(256, dtype=np.uint8)] * 2)]

    def run(element: str, dtype: type, text: Callable[[str], str]) -> tuple[np.ndarray, list[np.ndarray]]:
        type_ = f"tensor<{bits[0].size}x{element}>"
        source = re.sub(r"@\w+", "@main", text(type_), count=1)
        pairs = [side.view(dtype) for side in bits]
        (found,) = Module(peer, source).specialise([type_] * 2).compile().run(pairs)
        return found, pairs

    for element in NARROW:
        dtype = getattr(ml_dtypes, f"float8_{element.removeprefix('f8').lower()}")
        found, pairs = run(element, dtype, lambda type_, element=element: narrow_step(type_, element))
        expected = np.nextafter(*pairs)
        is_nan = np.isnan(expected.astype(np.float32))
        are_equal = found.view(np.uint8) == expected.view(np.uint8)
        if not np.all(np.where(is_nan, np.isnan(found.astype(np.float32)), are_equal)):
            wrong.append(f"next_after of {element}")
    for element, dtype in (("i8", np.int8), ("ui8", np.uint8)):
        is_signed = element == "i8"
        found, pairs = run(element, dtype, lambda type_, is_signed=is_signed: halves_product(type_, 8, is_signed))
        wide = np.int32(pairs[0]) * np.int32(pairs[1])
        if not np.array_equal(found, (wide >> 8).astype(dtype)):
            wrong.append(f"mulhi of {element}")
    return wrong


def main() -> int:
    """Checks all lemmas; returns an exit code."""
    all_claims = claims()
    wrong = [*problems(all_claims, _MILLISECONDS), *wrong_arithmetic(), *wrong_definitions()]
    for problem in wrong:
        print(problem)
    print(f"{len(all_claims)} lemmas: {len(wrong)} wrong")
    return 1 if wrong else 0
