"""Outputs that reduce windows in loops: right ones, and wrong ones, made of the tool's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from numeric.tool import Tool

from .interpret import Settings
from .reader import Reader
from .wrong_written_out import Sample, changes, check_sample

# A sum of the elements in windows of unknown size, which becomes a loop.
_CALL = """\
func.func @main(%x: tensor<?xf32>, %edges: tensor<1x2xi32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %n, %one, %one, %one, \
%edges) {api_version = 2 : i32, called_computations = [@sum]} : (tensor<?xf32>, tensor<f32>, \
tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
"""
# Windows of more places than are reduced one after the other, with gaps, along two dims.
_TWO_DIMS = """\
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 10, 12>, \
window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 2, 3>, \
padding = dense<[[1, 0], [0, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
"""
# As many along three dims, in one op with padding.
_POOLING = """\
func.func @main(%x: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %least) <{window_dimensions = array<i64: 1, 5, 5, 5, 1>, \
window_strides = array<i64: 1, 2, 2, 2, 1>, \
padding = dense<[[0, 0], [2, 2], [2, 2], [2, 2], [0, 0]]> : tensor<5x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?x?x?x?x?xf32>, tensor<f32>) -> tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
}
"""
_THREE_DIMS = """\
func.func @main(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 5, 5, 5>, \
window_strides = array<i64: 2, 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
"""
_PIPELINE = "--pass-pipeline=builtin.module(legalize-for-iree{iree-disable=custom-calls,masked-loops})"
# What is replaced in the tool's output for a program, by what is wrong.
_WRONG = {
    _CALL: {
        "a loop reads the first elements again": (r"arith\.addi (%arg\d+), %c1", r"arith.addi \1, %c0"),
        "a loop reduces by another op": (r"stablehlo\.add (%extracted)", r"stablehlo.maximum \1"),
        "a loop begins at the second place": (r"scf\.for (%arg\d+) = %c0", r"scf.for \1 = %c1"),
    },
    _TWO_DIMS: {
        "loops read the first elements again": (r"arith\.addi (%arg\d+), %c1", r"arith.addi \1, %c0"),
        "loops reduce by another op": (r"stablehlo\.add (%expanded)", r"stablehlo.maximum \1"),
        "a loop in another begins at the second place": (r"= %c0 to %c12", "= %c1 to %c12"),
        "a loop in another ends early": (r"= %c0 to %c12", "= %c0 to %c10"),
        "a loop has one more place": (r"arith\.subi %c10, %c1", "arith.subi %c10, %c0"),
        "the elements of a window are next to each other": (r"muli (%\d+), %c3", r"muli \1, %c1"),
    },
    _POOLING: {
        "windows of another op": ("stablehlo.maximum", "stablehlo.minimum"),
        "other windows": ("1, 5, 5, 5, 1", "1, 5, 4, 5, 1"),
        "windows that are another number apart": ("1, 2, 2, 2, 1", "1, 2, 1, 2, 1"),
        "windows of a tensor that is padded in another way": ("%c0, %c2, %c2, %c2, %c0", "%c0, %c2, %c1, %c2, %c0"),
    },
    _THREE_DIMS: {"a loop in two others begins at the second place": (r"= %c0 to %c5", "= %c1 to %c5")},
}


def check(reader: Reader, binary: Path) -> Iterator[str]:
    """Yields what is wrong with the answers."""
    tool = Tool(binary, (_PIPELINE,), is_silent=False)
    settings = Settings(is_rewritten=True, keeps_sizes=True)
    for source, faults in _WRONG.items():
        right = tool.lower(source)
        yield from check_sample(reader, Sample(source, right, changes(right, faults), settings))
