"""Outputs that pad, replace or read parts, compare floats and reduce windows by other ops."""

from __future__ import annotations

from collections.abc import Iterator

from .reader import Reader
from .wrong_written_out import IREE, VECTOR, Sample, check_sample, function

_EDGES = "%a: tensor<?xf32>, %low: tensor<1xi32>, %high: tensor<1xi32>"
_PADDED = Sample(
    function(
        _EDGES,
        VECTOR,
        """\
%zero = stablehlo.constant dense<0.0> : tensor<f32>
%none = stablehlo.constant dense<0> : tensor<1xi32>
%0 = stablehlo.dynamic_pad %a, %zero, %low, %high, %none : (tensor<?xf32>, tensor<f32>, \
tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>""",
    ),
    function(
        _EDGES,
        VECTOR,
        """\
%zero = stablehlo.constant dense<0.0> : tensor<f32>
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%low0 = tensor.extract %low[%c0] : tensor<1xi32>
%high0 = tensor.extract %high[%c0] : tensor<1xi32>
%before = arith.index_cast %low0 : i32 to index
%behind = arith.index_cast %high0 : i32 to index
%n = tensor.dim %a, %c0 : tensor<?xf32>
%removed = arith.subi %c0, %before : index
%least = arith.maxsi %removed, %c0 : index
%first = arith.minsi %least, %n : index
%less = arith.minsi %behind, %c0 : index
%end = arith.addi %n, %less : index
%last = arith.maxsi %end, %first : index
%from = tensor.from_elements %first : tensor<1xindex>
%to = tensor.from_elements %last : tensor<1xindex>
%step = tensor.from_elements %c1 : tensor<1xindex>
%cut = stablehlo.real_dynamic_slice %a, %from, %to, %step : \
(tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
%more = arith.addi %n, %before : index
%size = arith.addi %more, %behind : index
%added = arith.maxsi %before, %c0 : index
%at = arith.minsi %added, %size : index
%shape = tensor.from_elements %size : tensor<1xindex>
%filled = stablehlo.dynamic_broadcast_in_dim %zero, %shape, dims = [] : \
(tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
%m = tensor.dim %cut, %c0 : tensor<?xf32>
%0 = tensor.insert_slice %cut into %filled[%at] [%m] [1] : tensor<?xf32> into tensor<?xf32>""",
    ),
    {
        "a padding is filled with another number": ("dense<0.0>", "dense<1.0>"),
        "a padding is at the other end": ("%before, %c0 : index\n%at", "%behind, %c0 : index\n%at"),
        "a negative padding removes other elements": (
            "%cut = stablehlo.real_dynamic_slice %a, %from, %to",
            "%zeros = tensor.from_elements %c0 : tensor<1xindex>\n"
            "%count = arith.subi %last, %first : index\n"
            "%length = tensor.from_elements %count : tensor<1xindex>\n"
            "%cut = stablehlo.real_dynamic_slice %a, %zeros, %length",
        ),
    },
)
_STARTS = "%a: tensor<5xf32>, %u: tensor<2xf32>, %i: tensor<i32>"
_UPDATED = Sample(
    function(
        _STARTS,
        "tensor<5xf32>",
        "%0 = stablehlo.dynamic_update_slice %a, %u, %i : "
        "(tensor<5xf32>, tensor<2xf32>, tensor<i32>) -> tensor<5xf32>",
    ),
    function(
        _STARTS,
        "tensor<5xf32>",
        """\
%c0 = arith.constant 0 : index
%c3 = arith.constant 3 : index
%number = tensor.extract %i[] : tensor<i32>
%start = arith.index_cast %number : i32 to index
%low = arith.maxsi %start, %c0 : index
%at = arith.minsi %low, %c3 : index
%0 = tensor.insert_slice %u into %a[%at] [2] [1] : tensor<2xf32> into tensor<5xf32>""",
    ),
    {
        "an update cannot be at the end": ("constant 3", "constant 2"),
        "an update cannot be at the start": ("constant 0", "constant 1"),
    },
)
# In `arith`, greater or without an order; in StableHLO, not less or equal.
_FLOATS = "%a: tensor<4xf32>, %b: tensor<4xf32>"
_TRUTHS = "tensor<4xi1>"
_ORDERED = Sample(
    function(_FLOATS, _TRUTHS, "%0 = arith.cmpf ugt, %a, %b : tensor<4xf32>"),
    function(
        _FLOATS,
        _TRUTHS,
        "%1 = stablehlo.compare LE, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>\n"
        "%0 = stablehlo.not %1 : tensor<4xi1>",
    ),
    {
        "an order is that of others": ("LE", "LT"),
        "an order is false for NaN": (
            "stablehlo.not %1 : tensor<4xi1>",
            "stablehlo.compare GT, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>",
        ),
        "an order is the opposite": ("stablehlo.not %1", "stablehlo.and %1, %1"),
    },
)
_REGROUPED = Sample(
    function(
        "%a: tensor<?x2x3xf32>",
        "tensor<?x3xf32>",
        "%0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<?x2x3xf32> into tensor<?x3xf32>",
    ),
    function(
        "%a: tensor<?x2x3xf32>",
        "tensor<?x3xf32>",
        """\
%two = stablehlo.constant dense<2> : tensor<i32>
%three = stablehlo.constant dense<3> : tensor<1xi32>
%n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x2x3xf32>) -> tensor<i32>
%m = stablehlo.multiply %n, %two : tensor<i32>
%s = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
%shape = stablehlo.concatenate %s, %three, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
%0 = stablehlo.dynamic_reshape %a, %shape : (tensor<?x2x3xf32>, tensor<2xi32>) -> tensor<?x3xf32>""",
    ),
    {
        "joined dims have another size": ("%m : (tensor<i32>)", "%n : (tensor<i32>)"),
        "what is joined is reversed": (
            "%0 = stablehlo.dynamic_reshape %a",
            "%t = stablehlo.reverse %a, dims = [1] : tensor<?x2x3xf32>\n%0 = stablehlo.dynamic_reshape %t",
        ),
    },
)
# A size of -1 is the number of elements divided by the other sizes; a remainder is an error.
_INFERRED = Sample(
    function(
        f"%a: {VECTOR}",
        "tensor<?x4xf32>",
        """\
%shape = stablehlo.constant dense<[-1, 4]> : tensor<2xi32>
%0 = stablehlo.dynamic_reshape %a, %shape : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x4xf32>""",
    ),
    function(
        f"%a: {VECTOR}",
        "tensor<?x4xf32>",
        """\
%zero = stablehlo.constant dense<0> : tensor<i32>
%four = stablehlo.constant dense<4> : tensor<i32>
%columns = stablehlo.constant dense<4> : tensor<1xi32>
%n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
%rest = stablehlo.remainder %n, %four : tensor<i32>
%ok = stablehlo.compare EQ, %rest, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.custom_call @shape_assertion(%ok) {api_version = 2 : i32, error_message = "rest", \
has_side_effect = true} : (tensor<i1>) -> ()
%rows = stablehlo.divide %n, %four : tensor<i32>
%s = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
%shape = stablehlo.concatenate %s, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
%0 = stablehlo.dynamic_reshape %a, %shape : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x4xf32>""",
    ),
    {
        "an assertion of the size that is computed is another": ("EQ, %rest, %zero", "GE, %rest, %zero"),
        "the size that is computed is another": ("divide %n, %four", "maximum %n, %four"),
        "what is reshaped is reversed": (
            "%0 = stablehlo.dynamic_reshape %a",
            "%t = stablehlo.reverse %a, dims = [0] : tensor<?xf32>\n%0 = stablehlo.dynamic_reshape %t",
        ),
    },
)
_COLUMN = Sample(
    function(
        "%a: tensor<?x3xf32>",
        VECTOR,
        "%c0 = arith.constant 0 : index\n%n = tensor.dim %a, %c0 : tensor<?x3xf32>\n"
        "%0 = tensor.extract_slice %a[0, 1] [%n, 1] [1, 1] : tensor<?x3xf32> to tensor<?xf32>",
    ),
    function(
        "%a: tensor<?x3xf32>",
        VECTOR,
        "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
        "%n = tensor.dim %a, %c0 : tensor<?x3xf32>\n"
        "%1 = tensor.extract_slice %a[0, %c1] [%n, 1] [1, 1] : tensor<?x3xf32> to tensor<?x1xf32>\n"
        "%0 = tensor.collapse_shape %1 [[0, 1]] : tensor<?x1xf32> into tensor<?xf32>",
    ),
    {"a column is another one": ("%c1 = arith.constant 1", "%c1 = arith.constant 2")},
)


_ROW = "tensor<?xf32>, tensor<f32>"
_STEPS = """\
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c3 = arith.constant 3 : index
%n = tensor.dim %a, %c0 : tensor<?xf32>
%more = arith.addi %n, %c1 : index
%shape = tensor.from_elements %more : tensor<1xindex>
%filled = stablehlo.dynamic_broadcast_in_dim %i, %shape, dims = [] : \
(tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
%padded = tensor.insert_slice %a into %filled[1] [%n] [1] : tensor<?xf32> into tensor<?xf32>
%rest = arith.subi %more, %c3 : index
%enough = arith.cmpi sge, %rest, %c0 : index
cf.assert %enough, "a window"
%count = arith.addi %rest, %c1 : index
%own = tensor.from_elements %count : tensor<1xindex>
%x = stablehlo.dynamic_broadcast_in_dim %i, %own, dims = [] : \
(tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
%p = tensor.extract_slice %padded[0] [%count] [1] : tensor<?xf32> to tensor<?xf32>
%y = stablehlo.add %x, %p : tensor<?xf32>
%q = tensor.extract_slice %padded[1] [%count] [1] : tensor<?xf32> to tensor<?xf32>
%z = stablehlo.add %y, %q : tensor<?xf32>
%r = tensor.extract_slice %padded[2] [%count] [1] : tensor<?xf32> to tensor<?xf32>
%0 = stablehlo.add %z, %r : tensor<?xf32>"""
# Both programs have an assertion that there is a window.
_WINDOWS = Sample(
    function(
        "%a: tensor<?xf32>, %i: tensor<f32>",
        VECTOR,
        f"""\
%c0 = arith.constant 0 : index
%c2 = arith.constant 2 : index
%n = tensor.dim %a, %c0 : tensor<?xf32>
%enough = arith.cmpi sge, %n, %c2 : index
cf.assert %enough, "a window"
%0 = "stablehlo.reduce_window"(%a, %i) <{{window_dimensions = array<i64: 3>, \
padding = dense<[[1, 0]]> : tensor<1x2xi64>}}> ({{
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %1 = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}}) : ({_ROW}) -> tensor<?xf32>""",
    ),
    function("%a: tensor<?xf32>, %i: tensor<f32>", VECTOR, _STEPS),
    {
        "a window reads another element": ("%padded[2]", "%padded[1]"),
        "a window reads elements with gaps": ("%padded[2] [%count] [1]", "%padded[0] [%count] [2]"),
        "a window begins with another number": ("%x, %p", "%p, %p"),
        "a window is padded at the other end": ("%filled[1]", "%filled[0]"),
        "windows are reduced by another op": ("%0 = stablehlo.add", "%0 = stablehlo.maximum"),
    },
    IREE,
)


_SAME_SIZES = """\
%c0 = arith.constant 0 : index
%n = tensor.dim %a, %c0 : tensor<?xf32>
%m = tensor.dim %b, %c0 : tensor<?xf32>
%same = arith.cmpi eq, %n, %m : index
cf.assert %same, "one size"
"""
_SAME_ARGUMENTS = "%a: tensor<?xf32>, %b: tensor<?xf32>, %i: tensor<f32>"
# An assertion implies that the part lies within what was inserted.
_INSIDE = Sample(
    function(_SAME_ARGUMENTS, VECTOR, f"{_SAME_SIZES}%0 = tensor.cast %a : {VECTOR} to {VECTOR}"),
    function(
        _SAME_ARGUMENTS,
        VECTOR,
        f"""\
{_SAME_SIZES}%c1 = arith.constant 1 : index
%more = arith.addi %n, %c1 : index
%shape = tensor.from_elements %more : tensor<1xindex>
%filled = stablehlo.dynamic_broadcast_in_dim %i, %shape, dims = [] : \
(tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
%padded = tensor.insert_slice %a into %filled[0] [%n] [1] : tensor<?xf32> into tensor<?xf32>
%0 = tensor.extract_slice %padded[0] [%m] [1] : tensor<?xf32> to tensor<?xf32>""",
    ),
    {
        "a part is behind what has been inserted": ("%padded[0]", "%padded[1]"),
        "a part begins before what has been inserted": ("%filled[0]", "%filled[1]"),
    },
)

_REDUCED = """\
"stablehlo.reduce"(%a, %i) <{{dimensions = array<i64: 0>}}> ({{
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %1 = stablehlo.divide {} : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}}) : (tensor<?xf32>, tensor<f32>) -> tensor<f32>"""
_BRANCHES_ARGUMENTS = "%a: tensor<?xf32>, %i: tensor<f32>, %c: tensor<i1>"
# A region has the same arguments wherever it is.
_BRANCHES = Sample(
    function(_BRANCHES_ARGUMENTS, "tensor<f32>", f"%0 = {_REDUCED.format('%x, %y')}"),
    function(
        _BRANCHES_ARGUMENTS,
        "tensor<f32>",
        f"""\
%0 = "stablehlo.if"(%c) ({{
  %2 = {_REDUCED.format("%x, %y")}
  stablehlo.return %2 : tensor<f32>
}}, {{
  %3 = {_REDUCED.format("%x, %y")}
  stablehlo.return %3 : tensor<f32>
}}) : (tensor<i1>) -> tensor<f32>""",
    ),
    {"a reducer takes the other argument first": ("%x, %y :", "%y, %x :")},
)


def check(reader: Reader) -> Iterator[str]:
    """Yields what is wrong with the answers."""
    parts = _PADDED, _UPDATED, _ORDERED, _REGROUPED, _INFERRED, _COLUMN
    for sample in (*parts, _WINDOWS, _INSIDE, _BRANCHES):
        yield from check_sample(reader, sample)
