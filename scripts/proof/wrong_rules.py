"""Outputs for ops with rules: right ones, and wrong ones, which must be refuted.

The ops have several rules, `map`, `sequence`, and requirements on operands; others have facts about
their sizes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import tomllib

from .check import check_programs
from .interpret import Settings
from .options import Tables
from .reader import Reader

_RULES = """
[[rule]]
source = "nn.cut"
target = "stablehlo.minimum"
carry = []
require = { side = '"above"' }

[[rule]]
source = "nn.cut"
target = "stablehlo.maximum"
carry = []
require_if_present = { side = '"below"' }

[[rule]]
source = "nn.order"
target = "stablehlo.compare"
rename = { pred = "comparison_direction" }

[rule.map.pred]
lt = "#stablehlo<comparison_direction LT>"
gt = "#stablehlo<comparison_direction GT>"

[[rule]]
source = "nn.less"
target = "stablehlo.compare"
set = { comparison_direction = "#stablehlo<comparison_direction LT>" }
target_element_type = "i1"

[[rule]]
source = "nn.add"
target = "stablehlo.add"
operands = [0, 1]
require_operands = { 2 = 1 }

[[rule]]
source = "nn.add"
operands = [0, 1]
sequence = [
    { op = "stablehlo.multiply", operands = [1, { operand = 2 }], name = "scaled" },
    { op = "stablehlo.subtract", operands = [0, "scaled"] },
]

[[rule]]
source = "nn.mean"
target = "stablehlo.convert"
operand_count = 1

[[rule]]
source = "nn.mean"
sequence = [
    { op = "stablehlo.subtract", fold = "0..", name = "sum" },
    { op = "stablehlo.divide", operands = ["sum", { count = "0.." }] },
]

[[rule]]
source = "nn.divide"
target = "stablehlo.divide"
operands = [0, 1]
require_operands = { 2 = "none" }

[[rule]]
source = "nn.divide"
target = "stablehlo.remainder"
operands = [0, 1]
require_operands = { 2 = '"rest"' }

[[rule]]
source = "nn.typed"
target = "stablehlo.add"
element_types = ["f32"]

[[rule]]
source = "nn.typed"
target = "stablehlo.multiply"
result_element_types = ["i32"]

[[rule]]
source = "nn.product"
target = "stablehlo.divide"

[[facts]]
op = "nn.like"
result = { like = 0 }

[[facts]]
op = "nn.first"
result = { dims = [{ operand = 0, dim = "axis" }, 1] }

[[facts]]
op = "nn.swap"
result = { like = 0, permutation = "perm" }

# Of several facts, the first whose requirements the op meets.
[[facts]]
op = "nn.some"
require = { swapped = "true" }
result = { like = 0, permutation = [1, 0] }

[[facts]]
op = "nn.some"
require_if_present = { swapped = "false" }
result = { like = 0 }

[[facts]]
op = "nn.join"
result = { concat = "0..", axis = 0 }
"""


@dataclass(frozen=True)
class Sample:
    """An op, a right output, and outputs that must be refuted; `$` is the type of tensors."""

    name: str
    source: str
    right: str
    wrong: tuple[str, ...]
    type: str = "tensor<?xf32>"
    result: str = ""

    def program(self, body: str) -> str:
        """Returns a program of two operands of one size, so that nothing is checked."""
        result = self.result or self.type
        lines = body.replace("$", self.type).replace("RESULT", result)
        second = f"  %b = stablehlo.negate %a : {self.type}\n"
        if self.type == _TORCH:
            second = ""
        return (
            f"func.func @main(%a: {self.type}, %x: !nn.x) -> {result} {{\n{second}"
            f"{lines}\n  return %r : {result}\n}}\n"
        )


def _number(value: str) -> str:
    """Returns a number in the shape of the first operand."""
    return (
        f"  %n0 = stablehlo.constant dense<{value}> : tensor<f32>\n"
        "  %s0 = stablehlo.get_dimension_size %a, dim = 0 : ($) -> tensor<i32>\n"
        "  %s = stablehlo.reshape %s0 : (tensor<i32>) -> tensor<1xi32>\n"
        "  %n = stablehlo.dynamic_broadcast_in_dim %n0, %s, dims = [] : "
        "(tensor<f32>, tensor<1xi32>) -> $\n"
    )


def _compare(direction: str, names: str = "%a, %b", result: str = "%r") -> str:
    return f"  {result} = stablehlo.compare {direction}, {names} : ($, $) -> tensor<?xi1>"


def _binary(op: str, names: str = "%a, %b") -> str:
    return f"  %r = stablehlo.{op} {names} : $"


_FACTOR = "  %f = arith.constant 3.0 : f64\n"
_ADD = '  %r = "nn.add"(%a, %b, %f) : ($, $, f64) -> $'
_REST = '  %m = "torch.constant.str"() {value = "rest"} : () -> !torch.str\n'
_NONE = '  %m = "torch.constant.none"() : () -> !torch.none\n'
_TORCH = "!torch.vtensor<[?],f32>"
_IN = '  %{0} = "torch_c.to_builtin_tensor"(%{1}) : ($) -> tensor<?xf32>\n'
_OUT = '  %r = "torch_c.from_builtin_tensor"(%o) : (tensor<?xf32>) -> $'


_FIRST = '  %q = "nn.first"(%a) {axis = 0 : i64} : ($) -> $\n'
_WIDE = """\
  %s0 = stablehlo.get_dimension_size %a, dim = 0 : ($) -> tensor<i32>
  %s1 = stablehlo.get_dimension_size %a, dim = 1 : ($) -> tensor<i32>
  %s2 = stablehlo.reshape %s0 : (tensor<i32>) -> tensor<1xi32>
  %s3 = stablehlo.reshape %s1 : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %s2, %s3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %w = stablehlo.dynamic_broadcast_in_dim %q, %s, dims = [0, 1] : ($, tensor<2xi32>) -> $
"""
# [a, b] => [b, a] => [a, b], and [2 a, b] twice.
_SWAPPED = """\
  %p = "nn.swap"(%a) {perm = [1, 0]} : ($) -> $
  %q = "nn.swap"(%p) {perm = array<i64: 1, 0>} : ($) -> $
  %t = "nn.join"(%a, %q) : ($, $) -> $
  %u = "nn.join"(%q, %a) : ($, $) -> $
"""

_SOME = """\
  %p = "nn.some"(%a) {swapped = true} : ($) -> $
  %q = "nn.some"(%p) {swapped = true} : ($) -> $
  %t = "nn.some"(%q) {swapped = false} : ($) -> $
  %u = "nn.some"(%t) : ($) -> $
"""


def _scaled(value: str, op: str = "subtract", names: str = "%a, %p") -> str:
    product = f"{_number(value)}  %p = stablehlo.multiply %b, %n : $\n"
    return f"{_FACTOR}{product}{_binary(op, names)}"


def _mean(first: str, second: str, count: str) -> str:
    lines = f"  %d = stablehlo.subtract {first} : $\n  %e = stablehlo.subtract {second} : $\n"
    return f"{_number(count)}{lines}  %r = stablehlo.divide %e, %n : $"


def _converted(text: str) -> str:
    return f"{text}\n  %r = stablehlo.convert %q : (tensor<?xi1>) -> RESULT"


SAMPLES = [
    Sample(
        "the first rule that fits",
        '  %r = "nn.cut"(%a, %b) {side = "above"} : ($, $) -> $',
        _binary("minimum"),
        (_binary("maximum"), _binary("minimum", "%b, %a")),
    ),
    Sample(
        "a rule for an absent attribute",
        '  %r = "nn.cut"(%a, %b) : ($, $) -> $',
        _binary("maximum"),
        (_binary("minimum"), _binary("maximum", "%a, %a")),
    ),
    Sample(
        "no rule that fits",
        '  %r = "nn.cut"(%a, %b) {side = "left"} : ($, $) -> $',
        '  %r = "nn.cut"(%a, %b) {side = "left"} : ($, $) -> $',
        (_binary("minimum"), _binary("maximum")),
    ),
    Sample(
        "a mapped attribute",
        '  %r = "nn.order"(%a, %b) {pred = "lt"} : ($, $) -> tensor<?xi1>',
        _compare("LT"),
        (_compare("GT"), _compare("LT", "%b, %a")),
        result="tensor<?xi1>",
    ),
    Sample(
        "a value that is not mapped",
        '  %r = "nn.order"(%a, %b) {pred = "eq"} : ($, $) -> tensor<?xi1>',
        '  %r = "nn.order"(%a, %b) {pred = "eq"} : ($, $) -> tensor<?xi1>',
        (_compare("LT"), _compare("EQ")),
        result="tensor<?xi1>",
    ),
    Sample(
        "a result of another element type",
        '  %r = "nn.less"(%a, %b) : ($, $) -> tensor<?xi8>',
        _converted(_compare("LT", result="%q")),
        (
            _converted(_compare("LE", result="%q")),
            _converted(_compare("LT", "%b, %a", "%q")),
        ),
        result="tensor<?xi8>",
    ),
    Sample(
        "a factor",
        f"{_FACTOR}{_ADD}",
        _scaled("3.0"),
        (
            _scaled("2.0"),
            _scaled("3.0", "add"),
            _scaled("3.0", names="%p, %a"),
            _FACTOR + _binary("add"),
        ),
    ),
    Sample(
        "a factor of 1",
        f"{_FACTOR}{_ADD}".replace("3.0", "1.0"),
        _FACTOR.replace("3.0", "1.0") + _binary("add"),
        (_scaled("1.0"), _binary("subtract")),
    ),
    Sample(
        "operands from left to right, and their number",
        '  %r = "nn.mean"(%a, %b, %a) : ($, $, $) -> $',
        _mean("%a, %b", "%d, %a", "3.0"),
        (
            _mean("%a, %b", "%d, %a", "2.0"),
            _mean("%b, %a", "%d, %a", "3.0"),
            _mean("%b, %a", "%a, %d", "3.0"),
            _mean("%a, %b", "%d, %b", "3.0"),
            f"{_number('3.0')}  %d = stablehlo.subtract %a, %b : $\n"
            "  %r = stablehlo.divide %d, %n : $",
            "  %r = stablehlo.convert %a : $",
        ),
    ),
    Sample(
        "one operand",
        '  %r = "nn.mean"(%b) : ($) -> $',
        "  %r = stablehlo.convert %b : $",
        ("  %r = stablehlo.convert %a : $", f"{_number('1.0')}{_binary('divide', '%b, %n')}"),
    ),
    Sample(
        "a string",
        f'{_REST}  %r = "nn.divide"(%a, %b, %m) : ($, $, !torch.str) -> $',
        _REST + _binary("remainder"),
        (_REST + _binary("divide"), _REST + _binary("remainder", "%b, %a")),
    ),
    Sample(
        "an absent operand",
        f'{_NONE}  %r = "nn.divide"(%a, %b, %m) : ($, $, !torch.none) -> $',
        _NONE + _binary("divide"),
        (_NONE + _binary("remainder"),),
    ),
    Sample(
        "an operand that is not a constant",
        '  %r = "nn.divide"(%a, %b, %x) : ($, $, !nn.x) -> $',
        '  %r = "nn.divide"(%a, %b, %x) : ($, $, !nn.x) -> $',
        (_binary("divide"), _binary("remainder")),
    ),
    Sample(
        "the element type of operands",
        '  %r = "nn.typed"(%a, %b) : ($, $) -> $',
        _binary("add"),
        (_binary("multiply"),),
    ),
    Sample(
        "the element type of the result",
        '  %r = "nn.typed"(%a, %b) : ($, $) -> $',
        _binary("multiply"),
        (_binary("add"),),
        type="tensor<?xi32>",
    ),
    Sample(
        "tensors of PyTorch",
        '  %r = "nn.product"(%a, %a) : ($, $) -> $',
        _IN.format("i", "a") + "  %o = stablehlo.divide %i, %i : tensor<?xf32>\n" + _OUT,
        (
            _IN.format("i", "a") + "  %o = stablehlo.multiply %i, %i : tensor<?xf32>\n" + _OUT,
            _IN.format("o", "a") + _OUT,
        ),
        type=_TORCH,
    ),
    Sample(
        "facts: the sizes of an operand",
        '  %q = "nn.like"(%a) : ($) -> $\n  %r = "nn.product"(%a, %q) : ($, $) -> $',
        '  %q = "nn.like"(%a) : ($) -> $\n' + _binary("divide", "%a, %q"),
        (
            '  %q = "nn.like"(%b) : ($) -> $\n' + _binary("divide", "%a, %q"),
            '  %q = "nn.like"(%a) : ($) -> $\n' + _binary("divide", "%q, %a"),
        ),
    ),
    Sample(
        "facts: one size of an operand, and 1",
        _FIRST + '  %r = "nn.product"(%a, %q) : ($, $) -> $',
        _FIRST + _WIDE + _binary("divide", "%a, %w"),
        (
            _FIRST + _binary("divide", "%a, %q"),
            _FIRST.replace("0 :", "1 :") + _WIDE + _binary("divide", "%a, %w"),
        ),
        type="tensor<?x?xf32>",
    ),
    Sample(
        "facts: the order of dims, and joined dims",
        _SWAPPED + '  %r = "nn.product"(%t, %u) : ($, $) -> $',
        _SWAPPED + _binary("divide", "%t, %u"),
        (
            _SWAPPED + _binary("divide", "%t, %p"),
            _SWAPPED + _binary("divide", "%t, %q"),
        ),
        type="tensor<?x?xf32>",
    ),
    Sample(
        "facts: requirements",
        _SOME + '  %r = "nn.product"(%u, %a) : ($, $) -> $',
        _SOME + _binary("divide", "%u, %a"),
        (
            _SOME + _binary("divide", "%p, %a"),
            _SOME + _binary("divide", "%a, %u"),
        ),
        type="tensor<?x?xf32>",
    ),
]


def check(reader: Reader) -> Iterator[str]:
    """Yields what is wrong with the answers about outputs for ops with rules."""
    tables = Tables.of(tomllib.loads(_RULES))
    settings = Settings(rules=tables.rules, facts=tables.facts)
    for sample in SAMPLES:
        source = reader.read(sample.program(sample.source))
        outputs = [(sample.right, "proven"), *((text, "refuted") for text in sample.wrong)]
        for number, (text, verdict) in enumerate(outputs):
            output = reader.read(sample.program(text))
            for answer in check_programs(source, output, settings):
                if answer.verdict != verdict:
                    yield f"{sample.name}, output {number}, must be {verdict}: {answer.text()}"
