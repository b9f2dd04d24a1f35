"""Outputs that must be refuted, other than those of `faults`.

XLA's checks of assertions look at branches that are never taken, too, so running such
outputs would not show what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from . import (
    wrong_elements,
    wrong_interfaces,
    wrong_loops,
    wrong_parts,
    wrong_paths,
    wrong_products,
    wrong_profiles,
    wrong_quotients,
    wrong_rules,
    wrong_scatters,
    wrong_sizes,
    wrong_tensorflow,
    wrong_tensors_of_iree,
    wrong_undefined,
    wrong_unknown,
    wrong_windows,
    wrong_written_out,
)
from .check import check_programs
from .interpret import Settings
from .reader import Reader

_NEVER_TAKEN = """\
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>, %i: tensor<i32>) -> tensor<?xf32> {{
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %decides = stablehlo.constant dense<{value}> : {type}
  %0 = "stablehlo.{op}"(%decides) ({{
    stablehlo.return %a : tensor<?xf32>
  }}, {{
    %ok = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%ok) {{api_version = 2 : i32, \
error_message = "never", has_side_effect = true}} : (tensor<i1>) -> ()
    stablehlo.return %a : tensor<?xf32>
  }}) : ({type}) -> tensor<?xf32>
  %1 = {broadcast}
  return %1 : tensor<?xf32>
}}
"""
_SOURCE = "chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>"
_OUTPUT = "stablehlo.add %a, %b : tensor<?xf32>"


def _never_taken(value: str, type_: str, op: str) -> tuple[str, str]:
    def program(broadcast: str) -> str:
        return _NEVER_TAKEN.format(value=value, type=type_, op=op, broadcast=broadcast)

    return program(_SOURCE), program(_OUTPUT)


_LOOP = """\
func.func @main(%n: tensor<i32>, %a: {type}) -> {type} {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %x = {first}) : tensor<i32>, {type}
  cond {{
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }} do {{
    %1 = stablehlo.add %i, %one : tensor<i32>
    %step = stablehlo.constant dense<{step}> : {type}
    %2 = stablehlo.{next} : {type}
    stablehlo.return %1, %2 : tensor<i32>, {type}
  }}
  return %0#1 : {type}
}}
"""


def _counters(step: int) -> tuple[str, str]:
    """Both counters begin at 0, and the first one counts by 1. The output adds a step to that one."""
    nexts = ("add %x, %step", "add %i, %step")
    return tuple(_LOOP.format(type="tensor<i32>", first="%zero", step=step, next=it) for it in nexts)


def _carried(op: str) -> tuple[str, str]:
    """An iteration combines what is carried with the argument with which that begins."""
    nexts = (f"{op} %x, %a", f"{op} %a, %a")
    return tuple(_LOOP.format(type="tensor<f32>", first="%a", step=1.0, next=it) for it in nexts)


_FOUR = """\
func.func @main(%a: tensor<?xf32>, %b: tensor<4xf32>, %p: tensor<i1>) -> (tensor<?xf32>, tensor<4xf32>) {{
  %sum = "stablehlo.if"(%p) ({{
    %1 = stablehlo.add %{first}, %b : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }}, {{
    stablehlo.return %b : tensor<4xf32>
  }}) : (tensor<i1>) -> tensor<4xf32>
  %other = stablehlo.add %{second}, %b : {type}
  %all = {result} : tensor<?xf32> to tensor<?xf32>
  return %all, %sum : tensor<?xf32>, tensor<4xf32>
}}
"""


def _of_four(first: str, second: str, type_: str) -> tuple[str, str]:
    """A size is required to be 4 in a branch, or everywhere. The output returns 4 elements."""
    names = {"first": first, "second": second, "type": type_}
    source = _FOUR.format(result="tensor.cast %a", **names)
    output = _FOUR.format(result="tensor.cast %part", **names)
    part = "  %four = tensor.extract_slice %a[0] [4] [1] : tensor<?xf32> to tensor<4xf32>\n"
    part += "  %part = tensor.cast %four : tensor<4xf32> to tensor<?xf32>\n"
    return source, output.replace("  %all =", f"{part}  %all =")


_OPEN_SUM = "(tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>"

# By what is right: an input, and an output that only a loop's invariant shows to be right.
RIGHT_OUTPUTS = {
    "counters that stay equal are merged": _counters(1),
    "a value that an iteration does not change is what it began with": _carried("minimum"),
    "a size that is required to be a constant is that": _of_four("a", "a", _OPEN_SUM),
    **wrong_elements.RIGHT_OUTPUTS,
}

# By what is wrong: an input, and an output of it.
WRONG_OUTPUTS = {
    "an assertion in a branch that is never taken is relied on": _never_taken(
        "true", "tensor<i1>", "if"
    ),
    "an assertion in a case that is never taken is relied on": _never_taken(
        "0", "tensor<i32>", "case"
    ),
    "counters that begin equal are merged": _counters(2),
    "a value that an iteration changes is what it began with": _carried("add"),
    "a size that a branch requires to be a constant is that elsewhere": _of_four("a", "b", "tensor<4xf32>"),
    **wrong_elements.WRONG_OUTPUTS,
}


def check_wrong_outputs(binary: Path) -> Iterator[str]:
    """Yields what is wrong with the answers about wrong outputs, and about right ones."""
    reader = Reader(binary)
    yield from wrong_rules.check(reader)
    yield from wrong_loops.check(reader)
    yield from wrong_sizes.check(reader)
    yield from wrong_tensorflow.check(reader)
    yield from wrong_written_out.check(reader)
    yield from wrong_tensors_of_iree.check(reader)
    yield from wrong_parts.check(reader)
    yield from wrong_paths.check(reader)
    yield from wrong_interfaces.check(reader)
    yield from wrong_undefined.check(reader)
    yield from wrong_unknown.check(reader)
    yield from wrong_products.check(reader, binary)
    yield from wrong_windows.check(reader, binary)
    yield from wrong_quotients.check(reader)
    yield from wrong_scatters.check(reader)
    yield from wrong_profiles.check(reader, binary)
    for pairs, verdict in ((WRONG_OUTPUTS, "refuted"), (RIGHT_OUTPUTS, "proven")):
        for name, (source, output) in pairs.items():
            for answer in check_programs(reader.read(source), reader.read(output), Settings()):
                if answer.verdict != verdict:
                    yield f"{name}: {answer.text()}"
