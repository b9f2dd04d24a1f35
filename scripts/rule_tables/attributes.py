"""A table that reads numbers from attributes, as tables of users do, and numbers at the limits of types."""

from collections.abc import Iterator

import ml_dtypes
import numpy as np

from .cases import Case, Refusal
from numeric.elements import DTYPES

from .values import FLOATS, INTEGERS

TABLE = """\
# The number is an attribute.
[[rule]]
source = "test.plus"
sequence = [{ op = "stablehlo.add", operands = [0, { attribute = "by" }] }]

# The attribute chooses the op: numbers of the same bits with and without a sign differ.
[[rule]]
source = "test.chosen"
target = "stablehlo.add"
carry = []
require = { mode = "4294967295 : ui32" }

[[rule]]
source = "test.chosen"
target = "stablehlo.subtract"
carry = []
require = { mode = "-1 : si32" }

[[rule]]
source = "test.chosen"
target = "stablehlo.maximum"
carry = []
require = { mode = "0 : ui32" }

# Steps use the operands of each of the rules.
[[rule]]
source = "test.sum"
sequence = [{ op = "stablehlo.add", operands = [1, 0] }]

[[rule]]
source = "test.sum"
sequence = [
    { op = "stablehlo.add", operands = [0, 1], name = "sum" },
    { op = "stablehlo.add", operands = ["sum", 2] },
]
"""
_ERROR = "which is not a number that element type"
_OPS = {"4294967295 : ui32": np.add, "-1 : si32": np.subtract, "0 : ui32": np.maximum}


def cases() -> Iterator[Case]:
    """Yields an op for each number, of each type that has it."""
    for number, attribute in _integers():
        for element in INTEGERS:
            if _has(element, number):
                yield _plus(element, np.array(number, DTYPES[element]), attribute)
    for attribute, numbers in _floats():
        for element, number in numbers.items():
            yield _plus(element, np.array(number, DTYPES[element]), attribute)
    for mode, function in _OPS.items():
        yield Case("test.chosen", ("i32", "i32"), "i32", function, f"mode = {mode}")
    yield Case("test.sum", ("i32", "i32"), "i32", np.add)
    yield Case("test.sum", ("i32",) * 3, "i32", lambda a, b, c: a + b + c)


def refusals() -> Iterator[Refusal]:
    """Yields numbers that an element type does not have, and modes that are none."""
    for number, attribute in _integers():
        for element in INTEGERS:
            if not _has(element, number):
                yield Refusal("test.plus", (element,), element, f"by = {attribute}", _ERROR)
    yield Refusal("test.plus", ("i32",), "i32", "by = 2147483648.0 : f64", _ERROR)
    for mode in ("-1 : i32", "4294967295 : ui64", "0 : si32", "1 : ui32", "4294967295 : i64"):
        yield Refusal("test.chosen", ("i32", "i32"), "i32", f"mode = {mode}", "the requirements of none")
    for count in (1, 4):
        yield Refusal("test.sum", ("i32",) * count, "i32", "", "the requirements of none")


def _plus(element: str, number: np.ndarray, attribute: str) -> Case:
    # XLA does not add a zero, which changes the sign of another one.
    condition = None if number != 0 else lambda x: x != 0
    return Case("test.plus", (element,), element, lambda x: x + number, f"by = {attribute}", condition)


def _has(element: str, number: int) -> bool:
    limits = np.iinfo(DTYPES[element])
    return limits.min <= number <= limits.max


def _integers() -> Iterator[tuple[int, str]]:
    """Yields the least and greatest integers of types, as attributes of these types, and of wider ones."""
    for element in INTEGERS:
        limits = np.iinfo(DTYPES[element])
        # The tool reads no greater ones (docs/limits.md).
        greatest = min(int(limits.max), 2**63 - 1)
        types = [element, element.replace("i", "si", 1)] if element.startswith("i") else [element]
        for number in sorted({int(limits.min), -1, 0, 1, greatest}):
            if _has(element, number):
                yield from ((number, f"{number} : {type}") for type in types)
    yield from ((2**31, f"{2**31} : {type}") for type in ("ui32", "i64", "ui64", "si64"))


def _floats() -> Iterator[tuple[str, dict[str, float]]]:
    """Yields attributes of 64 bits, and the numbers that they are in each type, rounded once."""
    for bits, element in ((11, "f16"), (8, "bf16"), (24, "f32")):
        # Slightly more than half of the last bit: a rounding to a wider type first would lose the excess.
        above = f"{1 + 2.0**-bits + 2.0**-45!r} : f64"
        below = f"{1 + 2.0**-bits + 2.0 ** (1 - bits) - 2.0**-45!r} : f64"
        yield above, {element: 1 + 2.0 ** (1 - bits)}
        yield below, {element: 1 + 2.0 ** (1 - bits)}
    for number in (0.0, -0.0, 1.5, -2.0):
        yield f"{number} : f64", dict.fromkeys(FLOATS, number)
        yield f"{number} : f32", dict.fromkeys(FLOATS, number)
    for element in ("f32", "f64"):
        greatest = float(ml_dtypes.finfo(DTYPES[element]).max)
        yield f"{greatest!r} : f64", {element: greatest}
