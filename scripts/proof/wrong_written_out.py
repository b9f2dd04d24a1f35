"""Outputs that write ops out by others: functions of CHLO, sorts, products, selections, resources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .check import check_programs
from .interpret import Settings
from .reader import Reader

IREE = Settings(is_rewritten=True)


@dataclass(frozen=True)
class Sample:
    """A program, a right output, and wrong ones: what is replaced in the right one, by what is wrong."""

    source: str
    right: str
    wrong: dict[str, tuple[str, str]]
    settings: Settings = Settings()
    # The answers to wrong outputs.
    verdicts: tuple[str, ...] = ("refuted",)


def function(arguments: str, result: str, body: str) -> str:
    return f"func.func @main({arguments}) -> {result} {{\n{body}\nreturn %0 : {result}\n}}\n"


VECTOR = "tensor<?xf32>"
_OFVECTOR = f"%a: {VECTOR}"
_SHAPE = f"%s = shape.shape_of %a : {VECTOR} -> tensor<1xindex>\n"


def _fill(name: str, number: str) -> str:
    """Returns the ops that fill a vector."""
    return (
        f"%{name}_one = stablehlo.constant dense<{number}> : tensor<f32>\n"
        f"%{name} = stablehlo.dynamic_broadcast_in_dim %{name}_one, %s, dims = [] : "
        f"(tensor<f32>, tensor<1xindex>) -> {VECTOR}\n"
    )


# The constants have been divided.
_ACOSH = Sample(
    function(_OFVECTOR, VECTOR, f"%0 = chlo.acosh %a : {VECTOR} -> {VECTOR}"),
    function(
        _OFVECTOR,
        VECTOR,
        _SHAPE
        + _fill("half", "1.70141173E+38")
        + _fill("one", "1.0")
        + _fill("two", "2.0")
        + f"""\
%large = stablehlo.compare LE, %half, %a : ({VECTOR}, {VECTOR}) -> tensor<?xi1>
%log2 = stablehlo.log %two : {VECTOR}
%log = stablehlo.log %a : {VECTOR}
%sum = stablehlo.add %log2, %log : {VECTOR}
%less = stablehlo.subtract %a, %one : {VECTOR}
%root = stablehlo.sqrt %less : {VECTOR}
%more = stablehlo.add %a, %one : {VECTOR}
%other = stablehlo.sqrt %more : {VECTOR}
%roots = stablehlo.add %other, %root : {VECTOR}
%product = stablehlo.multiply %root, %roots : {VECTOR}
%small = stablehlo.log_plus_one %product : {VECTOR}
%0 = stablehlo.select %large, %sum, %small : tensor<?xi1>, {VECTOR}""",
    ),
    {
        "a constant of a function is another": ("1.70141173E+38", "3.40282347E+38"),
        "an operand of a function is another": ("sqrt %more", "sqrt %less"),
        "a function has another op": ("log_plus_one", "log"),
        "a function compares in another order": ("LE, %half, %a", "LE, %a, %half"),
        "a function compares otherwise": ("LE, %half, %a", "LT, %half, %a"),
        "a function chooses the other operand": ("%large, %sum, %small", "%large, %small, %sum"),
    },
)

_PAIRS = "(%x: tensor<?xf32>, %y: tensor<?xi32>)"


def _sorted(comparison: str, is_stable: str = "true") -> str:
    results = "tensor<?xf32>, tensor<?xi32>"
    return f"""\
func.func @main{_PAIRS} -> ({results}) {{
  %0:2 = "stablehlo.sort"(%x, %y) <{{dimension = 0 : i64, is_stable = {is_stable}}}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
{comparison}
    stablehlo.return %r : tensor<i1>
  }}) : ({results}) -> ({results})
  return %0#0, %0#1 : {results}
}}
"""


def _compare(name: str, direction: str, a: str, b: str) -> str:
    numbers = "(tensor<f32>, tensor<f32>)"
    return f"%{name} = stablehlo.compare {direction}, %{a}, %{b} : {numbers} -> tensor<i1>"


_WITH_EQUALS = f"""\
{_compare("first", "LT", "b", "a")}
{_compare("last", "LT", "a", "b")}
%not = stablehlo.not %last : tensor<i1>
%r = stablehlo.or %first, %not : tensor<i1>"""
_SORT = Sample(
    _sorted(_compare("r", "GT", "a", "b")),
    _sorted(_WITH_EQUALS),
    {
        "a sort compares otherwise": ("LT, %b, %a", "LE, %b, %a"),
        "a sort keeps the order of elements that are not equal": ("LT, %b, %a", "LT, %a, %b"),
        "all elements are equal": ("LT, %a, %b", "LT, %b, %a"),
        "a sort is not stable": ("is_stable = true", "is_stable = false"),
        "a sort by another element": ("%first = stablehlo.compare LT, %b, %a", "%first = "
                                      "stablehlo.compare LT, %a, %a"),
    },
    IREE,
)
# Other compilers need a comparison that does not hold for equal elements.
_STRICT = Sample(
    _sorted(_compare("r", "GT", "a", "b")),
    _sorted(_compare("r", "LT", "b", "a")),
    {"a sort holds for equal elements": ("LT, %b, %a", "LE, %b, %a")},
)

_CUBES = "%a: tensor<?x3x4xf32>, %b: tensor<4x3x?xf32>"
_MATRIX = "tensor<?x?xf32>"
_PRODUCT = Sample(
    function(
        _CUBES,
        _MATRIX,
        "%0 = stablehlo.dot_general %a, %b, contracting_dims = [1, 2] x [1, 0] : "
        f"(tensor<?x3x4xf32>, tensor<4x3x?xf32>) -> {_MATRIX}",
    ),
    function(
        _CUBES,
        _MATRIX,
        f"""\
%c0 = arith.constant 0 : index
%c2 = arith.constant 2 : index
%c12 = arith.constant 12 : index
%m = tensor.dim %a, %c0 : tensor<?x3x4xf32>
%n = tensor.dim %b, %c2 : tensor<4x3x?xf32>
%left = tensor.from_elements %m, %c12 : tensor<2xindex>
%right = tensor.from_elements %c12, %n : tensor<2xindex>
%t = stablehlo.transpose %b, dims = [1, 0, 2] : (tensor<4x3x?xf32>) -> tensor<3x4x?xf32>
%x = tensor.reshape %a(%left) : (tensor<?x3x4xf32>, tensor<2xindex>) -> tensor<?x12xf32>
%y = tensor.reshape %t(%right) : (tensor<3x4x?xf32>, tensor<2xindex>) -> tensor<12x?xf32>
%0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : \
(tensor<?x12xf32>, tensor<12x?xf32>) -> {_MATRIX}""",
    ),
    {
        "the dims of a product are not in order": ("%t(%right) : (tensor<3x4x", "%b(%right) : "
                                                   "(tensor<4x3x"),
        "a product of another precision": ("[1] x [0] :", "[1] x [0], precision = [HIGHEST, "
                                           "HIGHEST] :"),
    },
    IREE,
)

_FACTORS = "%a: tensor<?x8xi32>, %b: tensor<?x8xui8>"
_SUMS = "tensor<?x?xi32>"


def _with_factor(factor: str) -> str:
    return function(
        _FACTORS,
        _SUMS,
        f"{factor}\n%0 = stablehlo.dot_general %a, %f, contracting_dims = [1] x [1] : "
        f"(tensor<?x8xi32>, tensor<?x8xi32>) -> {_SUMS}",
    )


_BITS = "stablehlo.bitcast_convert %w : (tensor<?x8xui32>) -> tensor<?x8xi32>"
_UNSIGNED = Sample(
    _with_factor("%f = stablehlo.convert %b : (tensor<?x8xui8>) -> tensor<?x8xi32>"),
    _with_factor(
        f"%w = stablehlo.convert %b : (tensor<?x8xui8>) -> tensor<?x8xui32>\n%f = {_BITS}"
    ),
    {
        "bytes are taken for numbers with a sign": (
            f"%w = stablehlo.convert %b : (tensor<?x8xui8>) -> tensor<?x8xui32>\n%f = {_BITS}",
            "%w = stablehlo.bitcast_convert %b : (tensor<?x8xui8>) -> tensor<?x8xi8>\n"
            "%f = stablehlo.convert %w : (tensor<?x8xi8>) -> tensor<?x8xi32>",
        ),
    },
)
_MASKED = Sample(
    _with_factor("%f = stablehlo.convert %b : (tensor<?x8xui8>) -> tensor<?x8xi32>"),
    _with_factor(
        """\
%w = stablehlo.convert %b : (tensor<?x8xui8>) -> tensor<?x8xi32>
%s = shape.shape_of %b : tensor<?x8xui8> -> tensor<2xindex>
%byte = stablehlo.constant dense<255> : tensor<i32>
%mask = stablehlo.dynamic_broadcast_in_dim %byte, %s, dims = [] : \
(tensor<i32>, tensor<2xindex>) -> tensor<?x8xi32>
%f = stablehlo.and %w, %mask : tensor<?x8xi32>"""
    ),
    {"a byte loses a bit": ("dense<255>", "dense<127>")},
)

_BITS_OF = "%a: tensor<?x8xf32>, %b: tensor<?x8xi1>"
_TRUTHS = Sample(
    function(
        _BITS_OF,
        "tensor<?x8xf32>",
        "%f = stablehlo.convert %b : (tensor<?x8xi1>) -> tensor<?x8xf32>\n"
        "%0 = stablehlo.add %a, %f : tensor<?x8xf32>",
    ),
    function(
        _BITS_OF,
        "tensor<?x8xf32>",
        """\
%s = shape.shape_of %b : tensor<?x8xi1> -> tensor<2xindex>
%i = stablehlo.constant dense<1.0> : tensor<f32>
%o = stablehlo.constant dense<0.0> : tensor<f32>
%y = stablehlo.dynamic_broadcast_in_dim %i, %s, dims = [] : \
(tensor<f32>, tensor<2xindex>) -> tensor<?x8xf32>
%n = stablehlo.dynamic_broadcast_in_dim %o, %s, dims = [] : \
(tensor<f32>, tensor<2xindex>) -> tensor<?x8xf32>
%f = stablehlo.select %b, %y, %n : tensor<?x8xi1>, tensor<?x8xf32>
%0 = stablehlo.add %a, %f : tensor<?x8xf32>""",
    ),
    {
        "true is 0": ("%b, %y, %n", "%b, %n, %y"),
        "true is 2": ("dense<1.0>", "dense<2.0>"),
        "false is the negative zero": ("dense<0.0>", "dense<-0.0>"),
    },
)

_ROWS = "%x: tensor<?x4xf32>, %i: tensor<?x1xi32>"
_SELECTION = Sample(
    function(
        _ROWS,
        "tensor<?x4xf32>",
        '%0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], '
        "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
        "slice_sizes = array<i64: 1, 4>}> : (tensor<?x4xf32>, tensor<?x1xi32>) -> tensor<?x4xf32>",
    ),
    function(
        _ROWS,
        "tensor<?x4xf32>",
        """\
%n = stablehlo.get_dimension_size %i, dim = 0 : (tensor<?x1xi32>) -> tensor<i32>
%s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
%j = stablehlo.dynamic_reshape %i, %s : (tensor<?x1xi32>, tensor<1xi32>) -> tensor<?xi32>
%size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%zero = stablehlo.constant dense<0> : tensor<i32>
%less = stablehlo.subtract %size, %one : tensor<i32>
%last = stablehlo.maximum %less, %zero : tensor<i32>
%k = stablehlo.clamp %zero, %j, %last : (tensor<i32>, tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
%0 = "stablehlo.torch_index_select"(%x, %k) <{batch_dims = 0 : i64, dim = 0 : i64}> : \
(tensor<?x4xf32>, tensor<?xi32>) -> tensor<?x4xf32>""",
    ),
    {
        "an index is behind the last row": ("%zero, %j, %last", "%zero, %j, %size"),
        "an index is not moved to a row": ("(%x, %k)", "(%x, %j)"),
        "negative indices are not moved to the first row": ("%zero, %j, %last", "%less, %j, %last"),
    },
    IREE,
)


_BLOCK = "tensor<?x?x32xf32>"
_SIZES = f"""\
%0 = stablehlo.get_dimension_size %a, dim = 0 : ({_BLOCK}) -> tensor<i32>
%1 = stablehlo.get_dimension_size %a, dim = 1 : ({_BLOCK}) -> tensor<i32>
%rows = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
%columns = stablehlo.convert %1 : (tensor<i32>) -> tensor<i64>
%zero = stablehlo.constant dense<0> : tensor<i64>
%heads = stablehlo.constant dense<[4, 8]> : tensor<2xi64>
%width = stablehlo.constant dense<32> : tensor<i64>
%some = stablehlo.compare NE, %rows, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.custom_call @shape_assertion(%some) {{api_version = 2 : i32, error_message = "none", \
has_side_effect = true}} : (tensor<i1>) -> ()
%all = stablehlo.multiply %rows, %columns : tensor<i64>
%all1 = stablehlo.reshape %all : (tensor<i64>) -> tensor<1xi64>
%width1 = stablehlo.reshape %width : (tensor<i64>) -> tensor<1xi64>
%flat = stablehlo.concatenate %all1, %width1, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
%x = stablehlo.dynamic_reshape %a, %flat : ({_BLOCK}, tensor<2xi64>) -> tensor<?x32xf32>
"""


def _split(columns: str) -> str:
    return f"""\
func.func @main(%a: {_BLOCK}) -> tensor<?x?x4x8xf32> {{
{_SIZES}{columns}
%rows1 = stablehlo.reshape %rows : (tensor<i64>) -> tensor<1xi64>
%columns1 = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
%s = stablehlo.concatenate %rows1, %columns1, %heads, dim = 0 : \
(tensor<1xi64>, tensor<1xi64>, tensor<2xi64>) -> tensor<4xi64>
%y = stablehlo.dynamic_reshape %x, %s : (tensor<?x32xf32>, tensor<4xi64>) -> tensor<?x?x4x8xf32>
return %y : tensor<?x?x4x8xf32>
}}
"""


# Sizes as frontends compute them for -1.
_CANCELLED = Sample(
    _split("%n = stablehlo.add %columns, %zero : tensor<i64>"),
    _split(
        """\
%elements = stablehlo.multiply %all, %width : tensor<i64>
%row = stablehlo.divide %elements, %rows : tensor<i64>
%n = stablehlo.divide %row, %width : tensor<i64>"""
    ),
    {
        "another factor is cancelled": ("%elements, %rows", "%elements, %columns"),
        "a factor is not cancelled": ("%row, %width", "%row, %rows"),
        "a constant is not cancelled": ("%all, %width :", "%all, %rows :"),
    },
    # The solver may take any quotient by an unknown number.
    verdicts=("refuted", "not known"),
)


def _resource(value: str, end: str = "") -> str:
    return f"""\
module {{
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {{
    %c = stablehlo.constant {value} : tensor<2xf32>
    %0 = stablehlo.add %a, %c : tensor<2xf32>
    return %0 : tensor<2xf32>
  }}
}}
{end}"""


_RESOURCE = Sample(
    _resource(
        "dense_resource<r>",
        '{-# dialect_resources: { builtin: { r: "0x040000000000803F00000040" } } #-}\n',
    ),
    _resource("dense<[1.0, 2.0]>"),
    {"an element of a resource is another": ("2.0", "3.0")},
)

_SAMPLES = (
    *(_ACOSH, _SORT, _STRICT, _PRODUCT),
    *(_UNSIGNED, _MASKED, _TRUTHS, _CANCELLED, _SELECTION, _RESOURCE),
)


def check(reader: Reader) -> Iterator[str]:
    """Yields what is wrong with the answers."""
    for sample in _SAMPLES:
        yield from check_sample(reader, sample)


def changes(right: str, faults: dict[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Returns the wrong outputs of a sample of which regular expressions say what is replaced."""
    for name, (before, _) in faults.items():
        assert re.search(before, right), name
    return {name: (right, re.sub(before, after, right)) for name, (before, after) in faults.items()}


def check_sample(reader: Reader, sample: Sample) -> Iterator[str]:
    """Yields what is wrong with the answers about a program."""
    outputs = {"a right output": (sample.right, ("proven",))}
    for name, (right, wrong) in sample.wrong.items():
        assert right in sample.right, name
        outputs[name] = sample.right.replace(right, wrong), sample.verdicts
    source = reader.read(sample.source)
    for name, (output, verdicts) in outputs.items():
        answers = list(check_programs(source, reader.read(output), sample.settings))
        # Of several functions, one is wrong.
        answer = next((it for it in answers if it.verdict != "proven"), answers[0])
        is_in_part = answer.expanded and answer.verdict == "proven"
        if ("proven in part" if is_in_part else answer.verdict) not in verdicts:
            yield f"{name}: {answer.text()}\n{output}"
