"""Why integers computed with `f64` are what `analysis::integers::float` takes them for.

A float of `p` significant bits holds every integer of at most `p` bits, so a sum, difference or
product that fits is exact. A quotient of two such integers rounds to an integer only if it is one,
so rounding it up or down gives the quotient of integers. All of this is checked for all floats of
11 bits (`f16`), and the step that depends on `p` is proven for 53 (`f64`).
"""

from collections.abc import Iterator

import numpy
import z3

from .lemma import ask

_MILLISECONDS = 60_000
# The significant bits of `f64`, and of `f16`.
_BITS = 53
_FEW_BITS = 11


def problems() -> Iterator[str]:
    """Yields what does not hold."""
    yield from _few_bits()
    for name, claim in _claims():
        if (answer := ask((), claim, _MILLISECONDS)) != "proven":
            yield f"{answer}: {name}"


def _few_bits() -> Iterator[str]:
    """Computes with all integers that fit into 11 bits, with a sign, as `f16`."""
    limit = 1 << (_FEW_BITS - 1)
    integers = numpy.arange(-limit, limit, dtype=numpy.int32)
    b = integers[None, :]
    floats_b = b.astype(numpy.float16)
    if not (floats_b.astype(numpy.int32) == b).all():
        yield "an integer of 11 bits is not exact in f16"
    for a in integers:
        float_a = numpy.float16(a)
        with numpy.errstate(all="ignore"):
            exact = {"+": a + b, "-": a - b, "*": a * b}
            rounded = {"+": float_a + floats_b, "-": float_a - floats_b, "*": float_a * floats_b}
            for name, result in exact.items():
                fits = (result >= -limit) & (result < limit)
                if (rounded[name][fits] != result[fits]).any():
                    yield f"f16: {a} {name} b is not exact"
            nonzero = b != 0
            divisors = b[nonzero]
            quotient = float_a / floats_b[nonzero]
            if (numpy.floor(quotient).astype(numpy.int32) != a // divisors).any():
                yield f"f16: floor({a} / b)"
            if (numpy.ceil(quotient).astype(numpy.int32) != -(-a // divisors)).any():
                yield f"f16: ceil({a} / b)"


def _claims() -> Iterator[tuple[str, z3.BoolRef]]:
    a, b, n = z3.Ints("a b n")
    power = 1 << _BITS
    # The rounding error of a quotient is at most the quotient times 2^-53, that is, `a / (b *
    # 2^53)`; the distance from an integer `n` is `|a - n * b| / b`.
    distance = z3.If(a >= n * b, a - n * b, n * b - a)
    yield (
        "a quotient that is no integer does not round to one",
        z3.Implies(z3.And(0 <= a, a < power, b >= 1, a != n * b), distance * power > a),
    )
    number = z3.BitVec("number", 64)
    least = -(1 << (_BITS - 1))
    fits = z3.And(number >= least, number < -least)
    rounding = z3.RNE()
    back = z3.fpToSBV(z3.RTZ(), z3.fpSignedToFP(rounding, number, z3.Float64()), z3.BitVecSort(64))
    yield "an integer of 53 bits is exact in f64", z3.Implies(fits, back == number)
