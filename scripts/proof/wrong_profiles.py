"""Programs for IREE with a copy for a profile that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from numeric.tool import Tool

from .options import settings_of, tables_of
from .reader import Reader
from .wrong_written_out import Sample, check_sample

_PARTS = """\
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = chlo.broadcast_subtract %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
"""
# Nothing uses the first loop.
_LOOPS = """\
func.func @main(%a: tensor<?xf32>, %b: tensor<1xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %unused:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = chlo.broadcast_multiply %x, %b : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<?xf32>
  }
  %0:2 = stablehlo.while(%i = %zero, %x = %b) : tensor<i32>, tensor<1xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = chlo.broadcast_subtract %a, %x : (tensor<?xf32>, tensor<1xf32>) -> tensor<1xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<1xf32>
  }
  %3 = chlo.broadcast_subtract %a, %0#1 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}
"""
_COPY = "func.func private @main_0("
_CONDITION = "arith.cmpi eq, %dim"
# By what is wrong: the profile, the input, what stands in the output behind a text, and what is there instead.
_WRONG = {
    "the copy for a profile subtracts in the other order": (
        ("2,2", _PARTS),
        (_COPY, "stablehlo.subtract %arg0, %arg1", "stablehlo.subtract %arg1, %arg0"),
    ),
    "the copy for a profile has another op": (("2,2", _PARTS), (_COPY, "subtract", "divide")),
    "the copy for a profile concatenates in the other order": (
        ("1,3", _PARTS),
        (_COPY, "stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<1xf32>, tensor<3xf32>)",
         "stablehlo.concatenate %arg1, %arg0, dim = 0 : (tensor<3xf32>, tensor<1xf32>)"),
    ),
    "the copy for other sizes has another op": (
        ("2,2", _PARTS), ("func.func private @main_any(", "stablehlo.subtract", "stablehlo.divide"),
    ),
    "the copy for a profile is called for other sizes": (("2,2", _PARTS), ("", _CONDITION, "arith.cmpi ne, %dim")),
    "a loop in the copy for a profile computes with another op": (
        ("1,1,scalar", _LOOPS), (_COPY, "stablehlo.subtract", "stablehlo.add"),
    ),
    "an assertion in the loop of the copy for other sizes is exchanged": (
        ("1,1,scalar", _LOOPS), ("stablehlo.while", "arith.cmpi eq", "arith.cmpi ne"),
    ),
}  # fmt: skip


def check(reader: Reader, binary: Path) -> Iterator[str]:
    """Yields what is wrong with the answers."""
    for name, ((profile, source), (behind, right, wrong)) in _WRONG.items():
        options = ("--target=iree", f"--profile={profile}")
        settings = settings_of(options, tables_of(binary, options))
        output = Tool(binary, options, is_silent=False).lower(source)
        start = output.index(behind)
        assert right in output[start:], name
        changed = output[:start] + output[start:].replace(right, wrong, 1)
        yield from check_sample(reader, Sample(source, output, {name: (output, changed)}, settings))
