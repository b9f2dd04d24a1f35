"""Outputs that compute rounded quotients of `arith` by other ops: right ones, and wrong ones."""

from __future__ import annotations

from collections.abc import Iterator

from .reader import Reader
from .wrong_written_out import Sample, check_sample, function

_NUMBERS = "tensor<?xi32>"
_WITHOUT_SIGN = "tensor<?xui32>"
_TRUTHS = "tensor<?xi1>"
_ARGUMENTS = f"%a: {_NUMBERS}, %b: {_NUMBERS}"
_COMPARED = f": ({_NUMBERS}, {_NUMBERS}) -> {_TRUTHS}"
_FILLED = "\n".join(
    f"%{name}_scalar = stablehlo.constant dense<{number}> : tensor<i32>\n"
    f"%{name} = stablehlo.dynamic_broadcast_in_dim %{name}_scalar, %s, dims = [] : "
    f"(tensor<i32>, tensor<1xindex>) -> {_NUMBERS}"
    for name, number in (("zero", 0), ("one", 1))
)
_BEFORE = f"%s = shape.shape_of %a : {_NUMBERS} -> tensor<1xindex>\n{_FILLED}"


def _without_sign(name: str) -> str:
    return f"%{name}_bits = stablehlo.bitcast_convert %{name} : ({_NUMBERS}) -> {_WITHOUT_SIGN}"


def _unsigned(dividend: str) -> str:
    """Returns a quotient of integers without a sign."""
    return f"""\
{_without_sign(dividend)}
{_without_sign("b")}
%bits = stablehlo.divide %{dividend}_bits, %b_bits : {_WITHOUT_SIGN}
%q = stablehlo.bitcast_convert %bits : ({_WITHOUT_SIGN}) -> {_NUMBERS}"""


def _signed(signs: str, step: str) -> str:
    """Returns a quotient that is moved by 1 if it has a rest, and the numbers have such signs."""
    return f"""\
{_BEFORE}
%q = stablehlo.divide %a, %b : {_NUMBERS}
%next = stablehlo.{step} %q, %one : {_NUMBERS}
%p = stablehlo.multiply %q, %b : {_NUMBERS}
%rest = stablehlo.compare NE, %p, %a {_COMPARED}
%first = stablehlo.compare LT, %a, %zero {_COMPARED}
%second = stablehlo.compare LT, %b, %zero {_COMPARED}
%signs = stablehlo.compare {signs}, %first, %second : ({_TRUTHS}, {_TRUTHS}) -> {_TRUTHS}
%moves = stablehlo.and %rest, %signs : {_TRUTHS}
%0 = stablehlo.select %moves, %next, %q : {_TRUTHS}, {_NUMBERS}"""


def _narrow(text: str) -> str:
    """Returns a text about bytes, of which the solver tries all."""
    return text.replace("i32", "i8")


def _source(name: str) -> str:
    return function(_ARGUMENTS, _NUMBERS, f"%0 = arith.{name} %a, %b : {_NUMBERS}")


_ROUNDING = {
    "a quotient is moved without a rest": ("compare NE, %p, %a", "compare EQ, %p, %a"),
    "a quotient is moved whatever its rest is": ("and %rest, %signs", "and %signs, %signs"),
    "a quotient is moved whatever the signs are": ("and %rest, %signs", "and %rest, %rest"),
    "the sign of one number decides": ("LT, %b, %zero", "LT, %a, %zero"),
    "the operands are exchanged": ("divide %a, %b", "divide %b, %a"),
    "a quotient is moved by 2": ("dense<1>", "dense<2>"),
}
_DOWN = Sample(
    _narrow(_source("floordivsi")),
    _narrow(function(_ARGUMENTS, _NUMBERS, _signed("NE", "subtract"))),
    {
        **_ROUNDING,
        "a quotient is rounded up": ("subtract %q, %one", "add %q, %one"),
        "numbers of one sign round down": ("compare NE, %first", "compare EQ, %first"),
    },
)
_UP = Sample(
    _narrow(_source("ceildivsi")),
    _narrow(function(_ARGUMENTS, _NUMBERS, _signed("EQ", "add"))),
    {
        **_ROUNDING,
        "a quotient is rounded down": ("add %q, %one", "subtract %q, %one"),
        "numbers of other signs round up": ("compare EQ, %first", "compare NE, %first"),
    },
)
_ROUNDED_UP = f"""\
{_unsigned("a")}
%next = stablehlo.add %q, %one : {_NUMBERS}
%p = stablehlo.multiply %q, %b : {_NUMBERS}
%rest = stablehlo.compare NE, %p, %a {_COMPARED}
%0 = stablehlo.select %rest, %next, %q : {_TRUTHS}, {_NUMBERS}"""
# What is added before the division may overflow.
_MOVED_BEFORE = f"""\
%most = stablehlo.subtract %b, %one : {_NUMBERS}
%all = stablehlo.add %a, %most : {_NUMBERS}
{_unsigned("all")}
%0 = stablehlo.add %q, %zero : {_NUMBERS}"""
_UP_WITHOUT_SIGN = Sample(
    _narrow(_source("ceildivui")),
    _narrow(function(_ARGUMENTS, _NUMBERS, f"{_BEFORE}\n{_ROUNDED_UP}")),
    {
        "a sum overflows": (_narrow(_ROUNDED_UP), _narrow(_MOVED_BEFORE)),
        "a quotient is moved without a rest": ("compare NE, %p", "compare EQ, %p"),
        "numbers have a sign": (
            _narrow(_unsigned("a")),
            _narrow(f"%q = stablehlo.divide %a, %b : {_NUMBERS}"),
        ),
    },
)


# With more bits.
_WIDE = (
    Sample(_source("floordivsi"), function(_ARGUMENTS, _NUMBERS, _signed("NE", "subtract")), {}),
    Sample(_source("ceildivsi"), function(_ARGUMENTS, _NUMBERS, _signed("EQ", "add")), {}),
    Sample(_source("ceildivui"), function(_ARGUMENTS, _NUMBERS, f"{_BEFORE}\n{_ROUNDED_UP}"), {}),
)


def check(reader: Reader) -> Iterator[str]:
    """Yields what is wrong with the answers."""
    for sample in (_DOWN, _UP, _UP_WITHOUT_SIGN, *_WIDE):
        yield from check_sample(reader, sample)
