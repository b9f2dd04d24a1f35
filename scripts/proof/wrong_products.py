"""Outputs that compute sums of products over letters, and products of groups, by wrong ops."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from numeric.tool import Tool

from .reader import Reader
from .wrong_written_out import Sample, changes, check_sample, function

_GROUPS = function(
    "%a: tensor<?x?xf32>, %b: tensor<3x?x5xf32>, %g: tensor<3xi32>",
    "tensor<?x5xf32>",
    '%0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<'
    "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], "
    "rhs_group_dimensions = [0]>}> : (tensor<?x?xf32>, tensor<3x?x5xf32>, tensor<3xi32>) -> tensor<?x5xf32>",
)
_LETTERS = function(
    "%a: tensor<?x?x?xf32>, %b: tensor<?x?x?xf32>",
    "tensor<?x?x?xf32>",
    '%0 = stablehlo.einsum %a, %b, config = "...ij,...jk->...ik" : '
    "(tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>",
)
_SUMMED = function(
    "%a: tensor<?x?xf32>, %b: tensor<?x?xf32>",
    "tensor<?xf32>",
    '%0 = stablehlo.einsum %a, %b, config = "ij,jk->k" : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?xf32>',
)
_HALVES = function(
    "%a: tensor<?xui64>, %b: tensor<?xui64>",
    "tensor<?xui64>",
    '%0 = "chlo.mulhi"(%a, %b) : (tensor<?xui64>, tensor<?xui64>) -> tensor<?xui64>',
)
# For each program, the faults to put into the tool's output: what is wrong then, the pattern of the text to
# replace, and its replacement.
_WRONG = {
    _GROUPS: {
        "a group begins behind its first row": ("compare GE", "compare GT"),
        "a group has the first row of the next one": (r"compare LT, (%\d+), (%12)", r"compare LE, \1, \2"),
        "the sizes of groups in front include its own": (r"compare LT, %2, %3", "compare LE, %2, %3"),
        "rows outside all groups are 1": (r"dense<0\.0+e\+00>", "dense<1.0>"),
    },
    _LETTERS: {
        "a dim of one element stands for none": (r"select (%\d+), (%\d+), (%\d+) :", r"select \1, \3, \2 :"),
        "sizes that do not broadcast are accepted": (r"compare EQ, (%3), %2", r"compare LE, \1, %2"),
    },
    _SUMMED: {
        "another dim is summed": (r"dimensions = \[0\]", "dimensions = [1]"),
        "a sum begins at 1": (r"dense<0\.0+e\+00>", "dense<1.0>"),
    },
    _HALVES: {
        "a carry is lost": (r"add (%\d+), %11", r"add \1, \1"),
        "halves have a sign": ("shift_right_logical %0", "shift_right_arithmetic %0"),
    },
}


def check(reader: Reader, binary: Path) -> Iterator[str]:
    """Yields what is wrong with the answers."""
    tool = Tool(binary, ("--legalize-to-stablehlo",), is_silent=False)
    for source, faults in _WRONG.items():
        right = tool.lower(source)
        yield from check_sample(reader, Sample(source, right, changes(right, faults)))
