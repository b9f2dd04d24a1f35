"""Outputs that others would call in another way, that call others in another way, that end their loops elsewhere, or
that check less."""

from __future__ import annotations

from collections.abc import Iterator

from .reader import Reader
from .wrong_written_out import IREE, Sample, check_sample

_TYPES = """\
func.func @main(%a: tensor<?xi32>, %b: tensor<i32>) -> tensor<?xi32> {
  %0 = stablehlo.negate %a : tensor<?xi32>
  return %0 : tensor<?xi32>
}
"""
_OF_4 = _TYPES.replace("%a: tensor<?x", "%a: tensor<4x")
_OF_4 = _OF_4.replace("negate %a : tensor<?xi32>", "negate %a : (tensor<4xi32>) -> tensor<?xi32>")
_NO_RESULT = "func.func @main(%a: tensor<?xi32>, %b: tensor<i32>) {\n  return\n}\n"
_SIGNATURE = Sample(
    _TYPES,
    _TYPES,
    {
        "an argument has a size": (_TYPES, _OF_4),
        "an argument is missing": (", %b: tensor<i32>", ""),
        "elements have no signs": ("?xi32", "?xui32"),
        "a result is missing": (_TYPES, _NO_RESULT),
    },
)
_BLOCKS = """\
func.func @main(%a: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  cf.br ^head(%c0, %z : index, i32)
^head(%i: index, %s: i32):
  %p = arith.cmpi slt, %i, %n : index
  cf.cond_br %p, ^body, ^end
^body:
  %t = arith.addi %s, %a : i32
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %t : index, i32)
^end:
  return %s : i32
}
"""
_END = Sample(
    _BLOCKS,
    _BLOCKS,
    {
        "blocks are run once more": ("cmpi slt", "cmpi sle"),
        "blocks are never run": ("arith.cmpi slt, %i, %n : index", "arith.constant false"),
    },
)
_CALL = """\
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %m = tensor.dim %b, %c0 : tensor<?xf32>
  %e = arith.cmpi eq, %n, %m : index
  cf.assert %e, "equal sizes"
  stablehlo.custom_call @log(%a) {has_side_effect = true, backend_config = "x"} : (tensor<?xf32>) -> ()
  return %a : tensor<?xf32>
}
"""
_ASSERT = '  cf.assert %e, "equal sizes"\n'
_LOG = '  stablehlo.custom_call @log(%a) {has_side_effect = true, backend_config = "x"} : (tensor<?xf32>) -> ()\n'
_EFFECT = Sample(
    _CALL,
    _CALL,
    {
        "a call has another attribute": ('"x"', '"y"'),
        "a call lacks an operand": ("@log(%a) {has_side_effect = true, backend_config = \"x\"} : (tensor<?xf32>)",
                                    "@log() {has_side_effect = true, backend_config = \"x\"} : ()"),
        "a call is in front of an assertion": (_ASSERT + _LOG, _LOG + _ASSERT),
    },
)  # fmt: skip
_BY_NAME = """\
func.func private @f(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.maximum %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.custom_call @map(%a) {called_computations = [@f]} : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
_NAMED = Sample(_BY_NAME, _BY_NAME, {"a function that a call names computes something else": ("maximum", "minimum")})
_DIFFERENCES = """\
func.func @main(%x: tensor<?xi32>, %y: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %0 = stablehlo.add %x, %y : tensor<?xi32>
  %1 = stablehlo.subtract %0, %y : tensor<?xi32>
  %2 = stablehlo.subtract %x, %y : tensor<?xi32>
  %3 = stablehlo.subtract %x, %2 : tensor<?xi32>
  return %0, %1, %3 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}
"""
_UNDONE = """\
func.func @main(%x: tensor<?xi32>, %y: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %0 = stablehlo.add %y, %x : tensor<?xi32>
  return %0, %x, %y : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}
"""
# Ops that undo one another, which an output for IREE lacks.
_EQUAL = Sample(
    _DIFFERENCES,
    _UNDONE,
    {
        "a difference is a sum": ("stablehlo.add", "stablehlo.subtract"),
        "a sum less one summand is that summand": ("return %0, %x, %y", "return %0, %y, %y"),
        "what is left is the difference": ("return %0, %x, %y", "return %0, %x, %x"),
    },
    IREE,
)
_ADDED = """\
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %a, %b : tensor<?xf32>
  %m = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %e = stablehlo.compare EQ, %m, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%e) {api_version = 2 : i32, error_message = "", has_side_effect = true} : (tensor<i1>) -> ()
  return %0 : tensor<?xf32>
}
"""
# An op in front of an assertion is legal only if it holds, which checks nothing.
_ASSERTED = Sample(
    _ADDED, _ADDED, {"a size is compared with itself": ("compare EQ, %m, %n", "compare EQ, %m, %m")}
)
_SAMPLES = _SIGNATURE, _END, _EFFECT, _NAMED, _EQUAL, _ASSERTED


def check(reader: Reader) -> Iterator[str]:
    """Yields what is wrong with the answers."""
    for sample in _SAMPLES:
        yield from check_sample(reader, sample)
