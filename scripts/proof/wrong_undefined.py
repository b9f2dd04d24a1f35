"""Outputs with ops that are undefined where the input has none, or has others, that are defined."""

from __future__ import annotations

from collections.abc import Iterator

from .reader import Reader
from .wrong_written_out import Sample, check_sample

_SIZES = """\
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %m = tensor.dim %y, %c0 : tensor<?xi32>
  %e = arith.cmpi eq, %n, %m : index
  cf.assert %e, "equal sizes"
"""


def _program(body: str) -> str:
    arguments = "%x: tensor<?xi32>, %y: tensor<?xi32>, %p: i1"
    return f"func.func @main({arguments}) -> tensor<?xi32> {{\n{_SIZES}{body}  return %r : tensor<?xi32>\n}}\n"


_ELEMENT = """\
func.func @main(%x: tensor<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %p = arith.cmpi sgt, %n, %c5 : index
  %r = scf.if %p -> f32 {
    %v = tensor.extract %x[%c5] : tensor<?xf32>
    scf.yield %v : f32
  } else {
    scf.yield %z : f32
  }
  return %r : f32
}
"""
_OUTSIDE = _ELEMENT.replace("  %p =", "  %w = tensor.extract %x[%c5] : tensor<?xf32>\n  %p =")
_MATRIX = """\
func.func @main(%x: tensor<f32>) -> i32 {
  %i = arith.constant 0 : index
  %j = arith.constant 1 : index
  %t = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %r = tensor.extract %t[%i, %j] : tensor<2x2xi32>
  return %r : i32
}
"""
# The same place, if only the place counts.
_BEFORE_ROW = _MATRIX.replace("%i = arith.constant 0", "%i = arith.constant 1")
_BEFORE_ROW = _BEFORE_ROW.replace("%j = arith.constant 1", "%j = arith.constant -1")
_PUT = """\
  %empty = tensor.empty(%n) : tensor<?xi32>
  %r = tensor.insert_slice %x into %empty[0] [%n] [1] : tensor<?xi32> into tensor<?xi32>
"""
_APART = "  %far = tensor.insert_slice %x into %y[0] [%n] [2] : tensor<?xi32> into tensor<?xi32>\n"
_IN_BRANCH = """\
  %r = scf.if %p -> tensor<?xi32> {
    %v = arith.divsi %x, %y : tensor<?xi32>
    scf.yield %v : tensor<?xi32>
  } else {
    scf.yield %x : tensor<?xi32>
  }
"""
_BEFORE_BRANCH = """\
  %v = arith.divsi %x, %y : tensor<?xi32>
  %r = arith.select %p, %v, %x : tensor<?xi32>
"""
_SAMPLES = [
    Sample(_ELEMENT, _ELEMENT, {"an element is read though there is none": (_ELEMENT, _OUTSIDE)}),
    Sample(_MATRIX, _MATRIX, {"an index is negative": (_MATRIX, _BEFORE_ROW)}),
    Sample(_program(_PUT), _program(_PUT), {"a part reaches behind the tensor": (_PUT, _APART + _PUT)}),
    Sample(
        _program(_IN_BRANCH),
        _program(_IN_BRANCH),
        {"a quotient is computed on both paths": (_IN_BRANCH, _BEFORE_BRANCH)},
    ),
]
# Ops of `arith` that are undefined for some elements, in place of ops that are defined for these.
for _own, _other in (
    ("stablehlo.shift_left", "arith.shli"),
    ("stablehlo.shift_right_arithmetic", "arith.shrsi"),
    ("stablehlo.divide", "arith.divsi"),
    ("arith.addi %x, %y", "arith.addi %x, %y overflow<nsw>"),
):
    _whole = f"  %r = {_own if '%' in _own else f'{_own} %x, %y'} : tensor<?xi32>\n"
    _SAMPLES.append(Sample(_program(_whole), _program(_whole), {f"{_other} may be undefined": (_own, _other)}))
_CONVERTED = "func.func @main(%x: tensor<?xf32>) -> tensor<?xi32> {{\n  %r = {}\n  return %r : tensor<?xi32>\n}}\n"
_CONVERT = _CONVERTED.format("stablehlo.convert %x : (tensor<?xf32>) -> tensor<?xi32>")
_UNCHECKED = _CONVERTED.format("arith.fptosi %x : tensor<?xf32> to tensor<?xi32>")
_ROUNDED = """\
func.func @main(%x: tensor<?xf32>) -> tensor<?xf16> {{
  %r = arith.truncf %x{} : tensor<?xf32> to tensor<?xf16>
  return %r : tensor<?xf16>
}}
"""
_SAMPLES += [
    Sample(_CONVERT, _CONVERT, {"arith.fptosi may be undefined": (_CONVERT, _UNCHECKED)}),
    Sample(_UNCHECKED, _UNCHECKED, {}),
    Sample(
        _ROUNDED.format(""),
        _ROUNDED.format(""),
        {"a float is rounded in another way": (_ROUNDED.format(""), _ROUNDED.format(" to_nearest_away"))},
    ),
]
_ZERO = """\
func.func @main(%a: tensor<f32>) -> tensor<2xi32> {
  %e = tensor.empty() : tensor<2xi32>
  %r = stablehlo.constant dense<0> : tensor<2xi32>
  return %r : tensor<2xi32>
}
"""
_DIFFERENCE = ("stablehlo.constant dense<0> : tensor<2xi32>", "stablehlo.subtract %e, %e : tensor<2xi32>")
_SAMPLES.append(Sample(_ZERO, _ZERO, {"elements that nothing has written are equal": _DIFFERENCE}))


def check(reader: Reader) -> Iterator[str]:
    """Yields what is wrong with the answers."""
    for sample in _SAMPLES:
        yield from check_sample(reader, sample)
