"""What the comparison of elements relies on, proven for all elements."""

from collections.abc import Iterator

import z3

from .lemma import Lemma

_BYTE = z3.BitVec("byte", 8)
_FIRST, _LAST = z3.Bools("first last")
# A comparison that also holds for equal elements, as such of two elements and of the exchanged ones.
_WITH_EQUALS = z3.Or(_FIRST, z3.Not(_LAST)), z3.Or(_LAST, z3.Not(_FIRST))


def _before(first: z3.BoolRef, last: z3.BoolRef) -> z3.BoolRef:
    """One element comes before another: a comparison holds for them, and not for the exchanged ones."""
    return z3.And(first, z3.Not(last))


def _position(rows: z3.ArithRef, columns: z3.ArithRef, column_count: z3.ArithRef) -> z3.ArithRef:
    return rows * column_count + columns


def _key(bits: z3.BitVecRef) -> z3.BitVecRef:
    """Returns the bits of a float, of which those of a negative one are inverted but for the sign."""
    size = bits.size()
    return bits ^ ((bits >> (size - 1)) & (2 ** (size - 1) - 1))


def _place(bits: z3.BitVecRef) -> z3.BitVecRef:
    """Returns a number for each float, in total order: -0 is in front of 0."""
    size = bits.size()
    greatness = z3.ZeroExt(2, bits & (2 ** (size - 1) - 1))
    return z3.If(bits < 0, -greatness - 1, greatness)


def claims() -> Iterator[Lemma]:
    """Yields the lemmas."""
    yield Lemma(
        "a comparison that also holds for equal elements has the same order",
        (z3.Not(z3.And(_FIRST, _LAST)),),
        _before(*_WITH_EQUALS) == _FIRST,
    )
    for sort in (z3.Float16(), z3.Float32()):
        a, b = z3.Consts("a b", sort)
        yield Lemma(
            f"{sort}: exchanged operands compare in the other direction",
            (),
            z3.And((a > b) == (b < a), (a >= b) == (b <= a)),
        )
    yield Lemma(
        "a byte keeps its bits under a mask of all of them", (), z3.ZeroExt(24, _BYTE) & 255 == z3.ZeroExt(24, _BYTE)
    )
    yield Lemma(
        "a number without a sign is not negative in more bits, and has the same bits with a sign",
        (),
        z3.And(
            z3.ZeroExt(8, _BYTE) >= 0,
            z3.BV2Int(z3.ZeroExt(8, _BYTE)) == z3.BV2Int(z3.ZeroExt(8, _BYTE), is_signed=True),
        ),
    )
    yield Lemma(
        "a number keeps its value if it is widened twice",
        (),
        z3.SignExt(8, z3.ZeroExt(8, _BYTE)) == z3.ZeroExt(16, _BYTE),
    )
    signed, unsigned = z3.BV2Int(_BYTE, is_signed=True), z3.BV2Int(_BYTE)
    yield Lemma(
        "the bits of a number with a sign are the wrapped number without one, and the reverse",
        (),
        z3.And(unsigned == signed % 256, signed == (unsigned + 128) % 256 - 128),
    )
    for bits in (16, 32, 64):
        a, b = z3.BitVecs("a b", bits)
        yield Lemma(
            f"floats of {bits} bits are in total order as their keys are, which have the same keys again",
            (),
            z3.And((_key(a) > _key(b)) == (_place(a) > _place(b)), _key(_key(a)) == a),
        )
    p, a_, q = z3.Ints("p a q")
    yield Lemma(
        "a factor of a product that is not 0 is cancelled",
        (a_ != 0, q == z3.If(a_ > 0, (a_ * p) / a_, -((a_ * p) / -a_))),
        q == p,
    )
    other = z3.BitVec("other", 8)
    yield Lemma(
        "sums, differences, negations and exclusive or of integers undo one another",
        (),
        z3.And(
            *(_BYTE + other - other == _BYTE, _BYTE - other + other == _BYTE, _BYTE - (_BYTE - other) == other),
            *(-(-_BYTE) == _BYTE, ~~_BYTE == _BYTE, _BYTE ^ other ^ other == _BYTE),
        ),
    )
    a, b = z3.FPs("a b", z3.Float16())
    nearest = z3.RNE()
    yield Lemma(
        "products and quotients of negated floats are those of the floats; sums and products have no order",
        (),
        z3.And(
            z3.fpMul(nearest, -a, -b) == z3.fpMul(nearest, a, b),
            z3.fpDiv(nearest, -a, -b) == z3.fpDiv(nearest, a, b),
            z3.fpAdd(nearest, a, b) == z3.fpAdd(nearest, b, a),
            z3.fpMul(nearest, a, b) == z3.fpMul(nearest, b, a),
        ),
    )
    yield Lemma(
        "what a choice by the same condition chooses is known",
        (),
        z3.If(_FIRST, z3.If(_FIRST, _BYTE, other), other) == z3.If(_FIRST, _BYTE, other),
    )
    yield from _roundings()
    i, j, k, m, count = z3.Ints("i j k m count")
    within = z3.And(0 <= j, j < count, 0 <= m, m < count)
    yield Lemma(
        "two contracted dims of known sizes are one: each pair of positions is another position",
        (within, count == 7),
        (_position(i, j, count) == _position(k, m, count)) == z3.And(i == k, j == m),
    )

    start, length, offset, size, place = z3.Ints("start length offset size place")
    in_part = z3.And(start <= place, place < start + length)
    in_tensor = z3.And(offset <= place, place < offset + size)
    yield Lemma(
        "a part that ends before another tensor begins, or begins behind it, has none of its elements",
        (in_part, z3.Or(start + length <= offset, offset + size <= start)),
        z3.Not(in_tensor),
    )
    yield Lemma(
        "a part within a tensor that is put into another one is a part of it",
        (in_part, offset <= start, start + length <= offset + size),
        z3.And(in_tensor, 0 <= place - offset, place - offset < size),
    )


def _rounded(are_alike: z3.BoolRef, step: int) -> tuple[z3.BitVecRef, ...]:
    """Returns a rounded quotient of bytes, with more bits, and the bytes: moved by 1 if there is a rest, and
    the signs are alike or not."""
    a, b = z3.BitVecs("a b", 8)
    moves = z3.And(a / b * b != a, are_alike)
    wide = [z3.SignExt(12, item) for item in (z3.If(moves, a / b + step, a / b), a, b)]
    return tuple(wide)


def _is_floor(quotient: z3.BitVecRef, a: z3.BitVecRef, b: z3.BitVecRef) -> z3.BoolRef:
    """Whether a quotient is the greatest number that is not greater than the exact one."""
    least, next_one = quotient * b, (quotient + 1) * b
    return z3.If(b > 0, z3.And(least <= a, a < next_one), z3.And(least >= a, a > next_one))


def _roundings() -> Iterator[Lemma]:
    """Yields lemmas about quotients that are rounded from those without the rest."""
    a, b = z3.BitVecs("a b", 8)
    are_alike, rest = (a < 0) == (b < 0), z3.SRem(a, b)
    is_defined = z3.And(b != 0, z3.Not(z3.And(a == -128, b == -1)))
    yield Lemma(
        "a quotient is rounded down by 1 if there is a rest, and the signs differ",
        (is_defined,),
        _is_floor(*_rounded(z3.Not(are_alike), -1)),
    )
    up, wide, divisor = _rounded(are_alike, 1)
    yield Lemma(
        "a quotient is rounded up by 1 if there is a rest, and the signs are alike",
        (is_defined,),
        # The opposite of what is rounded up is the opposite quotient, rounded down.
        _is_floor(-up, -wide, divisor),
    )
    without_sign = z3.UDiv(a, b)
    up = z3.ZeroExt(12, z3.If(without_sign * b != a, without_sign + 1, without_sign))
    yield Lemma(
        "a quotient without a sign is rounded up by 1 if there is a rest",
        (b != 0,),
        _is_floor(-up, -z3.ZeroExt(12, a), z3.ZeroExt(12, b)),
    )
    yield Lemma(
        "what is left of a dividend has its sign, and is not greater",
        (is_defined,),
        z3.If(a < 0, z3.And(a <= rest, rest <= 0), z3.And(0 <= rest, rest <= a)),
    )
