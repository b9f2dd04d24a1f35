"""Outputs with other effects than their inputs, and with other types of what unknown functions return."""

from __future__ import annotations

from collections.abc import Iterator

from .reader import Reader
from .wrong_written_out import Sample, check_sample

_PRINT = "  %1 = stablehlo.custom_call @print(%a) {has_side_effect = true} : (tensor<?xf32>) -> tensor<i1>\n"
_LOG = "  %2 = stablehlo.custom_call @log(%a) {has_side_effect = true} : (tensor<?xf32>) -> tensor<i1>\n"
_BRANCH = f"""\
  %r = "stablehlo.if"(%p) ({{
{_PRINT}    stablehlo.return %a : tensor<?xf32>
  }}, {{
    stablehlo.return %b : tensor<?xf32>
  }}) : (tensor<i1>) -> tensor<?xf32>
"""


def _program(body: str) -> str:
    arguments = "%a: tensor<?xf32>, %b: tensor<?xf32>, %p: tensor<i1>"
    return f"func.func @main({arguments}) -> tensor<?xf32> {{\n{body}  return %b : tensor<?xf32>\n}}\n"


_CALLS = Sample(
    source=_program(_PRINT + _LOG),
    right=_program(_PRINT + _LOG),
    wrong={
        "the last effect is missing": (_LOG, ""),
        "effects have another order": (_PRINT + _LOG, _LOG + _PRINT),
        "an effect is there twice": (_LOG, _LOG + _LOG.replace("%2", "%3")),
        "an unknown function gets another tensor": ("@log(%a)", "@log(%b)"),
    },
)
_IN_BRANCH = Sample(
    source=_program(_BRANCH),
    right=_program(_BRANCH),
    wrong={
        "an effect of one branch is in both": (_BRANCH, _PRINT),
        "an effect is in the other branch": (
            _BRANCH, _BRANCH.replace(_PRINT, "").replace("}, {\n", "}, {\n" + _PRINT),
        ),
    },
)  # fmt: skip
_LEFT_OUT = Sample(
    source=_program(_PRINT.replace("true", "false")),
    right=_program(""),
    wrong={"an effect is new": ("{\n", "{\n" + _PRINT)},
)


def _called(type_: str, rest: str) -> str:
    return f"""\
func.func @main(%a: tensor<?xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {{
  %0 = stablehlo.custom_call @f(%a){type_}
{rest}  return %r : tensor<?xf32>
}}
"""


_OF_UNKNOWN = " : (tensor<?xf32>) -> tensor<?xf32>"
_OF_AT_MOST_4 = " : (tensor<?xf32>) -> tensor<?xf32, #stablehlo.bounds<4>>"
_IS_RETURNED = "  %r = tensor.cast %0 : tensor<?xf32> to tensor<?xf32>\n"
_IF_FEW = """\
  %c5 = stablehlo.constant dense<5> : tensor<i32>
  %d = stablehlo.get_dimension_size %0, dim = 0 : (TYPE) -> tensor<i32>
  %lt = stablehlo.compare LT, %d, %c5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %n0 = stablehlo.negate %0 : (TYPE) -> tensor<?xf32>
  %c = tensor.cast %0 : TYPE to tensor<?xf32>
  %r = "stablehlo.if"(%lt) ({
    stablehlo.return %c : tensor<?xf32>
  }, {
    stablehlo.return %n0 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
"""
_AT_MOST_4 = _called(_OF_AT_MOST_4, _IF_FEW.replace("TYPE", "tensor<?xf32, #stablehlo.bounds<4>>"))
_OF_4 = _called(" : (tensor<?xf32>) -> tensor<4xf32>", _IF_FEW.replace("TYPE", "tensor<4xf32>"))
_LIMITED = Sample(
    source=_called(_OF_UNKNOWN, _IS_RETURNED),
    right=_called(_OF_UNKNOWN, _IS_RETURNED),
    # A function that is unknown may return any size.
    wrong={
        "an unknown function returns at most 4": (_called(_OF_UNKNOWN, _IS_RETURNED), _AT_MOST_4),
        "an unknown function returns 4": (_called(_OF_UNKNOWN, _IS_RETURNED), _OF_4),
    },
    verdicts=("not known",),
)
_KNOWN = Sample(source=_AT_MOST_4, right=_AT_MOST_4, wrong={})
_LESS_KNOWN = Sample(source=_AT_MOST_4, right=_called(_OF_UNKNOWN, _IS_RETURNED), wrong={})

_MATRIX = """\
func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %d = stablehlo.convert %c : (tensor<2x1xi32>) -> tensor<2x1xf32>
  %r = stablehlo.reduce(%d init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x1xf32>, tensor<f32>) -> tensor<1xf32>
  %s = stablehlo.reduce(%r init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
"""
_ROW = _MATRIX.replace("2x1x", "1x2x").replace("tensor<1xf32>", "tensor<2xf32>").replace("[[1], [2]]", "[[1, 2]]")
_NUMBERS = Sample(source=_MATRIX, right=_MATRIX, wrong={"a column of numbers is a row": (_MATRIX, _ROW)})

_JOINED = """\
func.func @main(%a: tensor<?xi32>, %b: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %1 = stablehlo.subtract %0, %0 : tensor<?xi32>
  return %0, %1 : tensor<?xi32>, tensor<?xi32>
}
"""
_WRITTEN = """\
func.func @main(%a: tensor<?xi32>, %b: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %m = tensor.dim %b, %c0 : tensor<?xi32>
  %s = arith.addi %n, %m : index
  %e = tensor.empty(%s) : tensor<?xi32>
  %t = tensor.insert_slice %a into %e[0] [%n] [1] : tensor<?xi32> into tensor<?xi32>
  %u = tensor.insert_slice %b into %t[%n] [%m] [1] : tensor<?xi32> into tensor<?xi32>
  %r = stablehlo.subtract %u, %u : tensor<?xi32>
  return %u, %r : tensor<?xi32>, tensor<?xi32>
}
"""
_UNWRITTEN = Sample(
    source=_JOINED,
    right=_WRITTEN,
    wrong={"elements that nothing has written are equal": ("subtract %u, %u", "subtract %t, %t")},
)
_SAMPLES = _CALLS, _IN_BRANCH, _LEFT_OUT, _LIMITED, _KNOWN, _LESS_KNOWN, _NUMBERS, _UNWRITTEN


def check(reader: Reader) -> Iterator[str]:
    """Yields what is wrong with the answers."""
    for sample in _SAMPLES:
        yield from check_sample(reader, sample)
