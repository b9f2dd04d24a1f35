"""Outputs with scatters for IREE: right ones, and wrong ones, which write outside, or other elements."""

from __future__ import annotations

from collections.abc import Iterator

from .check import check_programs
from .interpret import Settings
from .reader import Reader
from .wrong_written_out import Sample, check_sample, function

_IREE = Settings(is_rewritten=True, guards_scatters=True, guards_several=True)


def _scatter(operands: str, dims: str, types: str, promises: str = "", name: str = "%0") -> str:
    """Returns a scatter that subtracts updates, which must stay in their order."""
    result = types.split(", tensor")[0]
    numbers = f"scatter_dimension_numbers = #stablehlo.scatter<{dims}>{promises}"
    return f"""\
{name} = "stablehlo.scatter"({operands}) <{{{numbers}}}> ({{
^bb0(%old: tensor<f32>, %new: tensor<f32>):
  %difference = stablehlo.subtract %old, %new : tensor<f32>
  stablehlo.return %difference : tensor<f32>
}}) : ({types}) -> {result}"""


def _guard(limit: str, indices: str, kind: str) -> str:
    """Returns indices with a limit in place of each number that is outside."""
    truths = f"{kind.rpartition('x')[0]}xi1>"
    compared = f": ({kind}, {kind}) -> {truths}"
    return f"""\
%below = stablehlo.compare LT, {indices}, {limit} {compared}
%positive = stablehlo.compare GE, {indices}, %zero {compared}
%inside = stablehlo.and %below, %positive : {truths}
%guarded = stablehlo.select %inside, {indices}, {limit} : {truths}, {kind}"""


# So many updates that indices are not followed one by one.
_ROW_ARGUMENTS = "%x: tensor<?x4xf32>, %i: tensor<40x1xi32>, %u: tensor<40x4xf32>"
_ROW_TYPES = "tensor<?x4xf32>, tensor<40x1xi32>, tensor<40x4xf32>"
_ROW_DIMS = "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
_ROW_DIMS += "index_vector_dim = 1"
_PROMISES = ", indices_are_sorted = true, unique_indices = true"
_ROWS = Sample(
    function(
        _ROW_ARGUMENTS, "tensor<?x4xf32>", _scatter("%x, %i, %u", _ROW_DIMS, _ROW_TYPES, _PROMISES)
    ),
    function(
        _ROW_ARGUMENTS,
        "tensor<?x4xf32>",
        f"""\
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%n = tensor.dim %x, %c0 : tensor<?x4xf32>
%more = arith.addi %n, %c1 : index
%empty = tensor.empty(%more) : tensor<?x4xf32>
%larger = tensor.insert_slice %x into %empty[0, 0] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<?x4xf32>
%one = stablehlo.constant dense<1> : tensor<i32>
%size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
%last = stablehlo.subtract %size, %one : tensor<i32>
%next = stablehlo.add %size, %one : tensor<i32>
%limits = stablehlo.broadcast_in_dim %size, dims = [] : (tensor<i32>) -> tensor<40x1xi32>
%zero = stablehlo.constant dense<0> : tensor<40x1xi32>
{_guard("%limits", "%i", "tensor<40x1xi32>")}
%reversed = stablehlo.reverse %guarded, dims = [0] : tensor<40x1xi32>
%backwards = stablehlo.reverse %u, dims = [0] : tensor<40x4xf32>
{_scatter("%larger, %guarded, %u", _ROW_DIMS, _ROW_TYPES, name="%all")}
%0 = tensor.extract_slice %all[0, 0] [%n, 4] [1, 1] : tensor<?x4xf32> to tensor<?x4xf32>""",
    ),
    {
        "a limit is the last element": ("broadcast_in_dim %size", "broadcast_in_dim %last"),
        "a limit is behind the larger tensor": ("broadcast_in_dim %size", "broadcast_in_dim %next"),
        "negative indices are not guarded": ("%below, %positive", "%below, %below"),
        "great indices are not guarded": ("%below, %positive", "%positive, %positive"),
        "indices need not be below and positive": ("stablehlo.and %below", "stablehlo.or %below"),
        "the first element is outside": ("compare GE", "compare GT"),
        "what is inside becomes the limit": ("%inside, %i, %limits", "%inside, %limits, %i"),
        "indices are not guarded": ("%larger, %guarded", "%larger, %i"),
        "a guarded tensor is not larger": ("tensor.empty(%more)", "tensor.empty(%n)"),
        "a tensor with a guard is scattered into itself": ("%larger, %guarded", "%x, %guarded"),
        "the part is moved": ("%all[0, 0] [%n, 4]", "%all[1, 0] [%n, 4]"),
        "the part is the tensor before": ("extract_slice %all", "extract_slice %larger"),
        "updates are in another order": ("%larger, %guarded, %u", "%larger, %guarded, %backwards"),
        "indices are in another order": ("%larger, %guarded, %u", "%larger, %reversed, %u"),
        "updates with their indices are in another order": (
            "%larger, %guarded, %u",
            "%larger, %reversed, %backwards",
        ),
        "updates are subtracted the other way": ("subtract %old, %new", "subtract %new, %old"),
        "guarded indices are promised to be unique": (
            "vector_dim = 1>",
            "vector_dim = 1>, unique_indices = true",
        ),
        "guarded indices are promised to be sorted": (
            "vector_dim = 1>",
            "vector_dim = 1>, indices_are_sorted = true",
        ),
    },
    _IREE,
)

_PLACE_ARGUMENTS = "%x: tensor<3x5xf32>, %i: tensor<40x2xi64>, %u: tensor<40xf32>"
_PLACE_DIMS = "inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], "
_PLACE_DIMS += "index_vector_dim = 1"
_PLACES = Sample(
    function(
        _PLACE_ARGUMENTS,
        "tensor<3x5xf32>",
        _scatter("%x, %i, %u", _PLACE_DIMS, "tensor<3x5xf32>, tensor<40x2xi64>, tensor<40xf32>"),
    ),
    function(
        _PLACE_ARGUMENTS,
        "tensor<3x5xf32>",
        f"""\
%empty = tensor.empty() : tensor<4x6xf32>
%larger = tensor.insert_slice %x into %empty[0, 0] [3, 5] [1, 1] : tensor<3x5xf32> into tensor<4x6xf32>
%sizes = stablehlo.constant dense<[5, 3]> : tensor<2xi64>
%limits = stablehlo.broadcast_in_dim %sizes, dims = [1] : (tensor<2xi64>) -> tensor<40x2xi64>
%zero = stablehlo.constant dense<0> : tensor<40x2xi64>
%narrow = stablehlo.convert %i : (tensor<40x2xi64>) -> tensor<40x2xi32>
%again = stablehlo.convert %narrow : (tensor<40x2xi32>) -> tensor<40x2xi64>
{_guard("%limits", "%i", "tensor<40x2xi64>")}
%indices = stablehlo.convert %guarded : (tensor<40x2xi64>) -> tensor<40x2xi32>
{_scatter("%larger, %indices, %u", _PLACE_DIMS,
          "tensor<4x6xf32>, tensor<40x2xi32>, tensor<40xf32>", name="%all")}
%0 = tensor.extract_slice %all[0, 0] [3, 5] [1, 1] : tensor<4x6xf32> to tensor<3x5xf32>""",
    ),
    {
        "limits are those of other dims": ("dense<[5, 3]>", "dense<[3, 5]>"),
        "one limit is that of another dim": ("dense<[5, 3]>", "dense<[5, 5]>"),
        "one limit is the last element": ("dense<[5, 3]>", "dense<[4, 3]>"),
        "one limit is behind the larger tensor": ("dense<[5, 3]>", "dense<[5, 4]>"),
        "one limit is negative": ("dense<[5, 3]>", "dense<[5, -3]>"),
        "limits do not fit 32 bits": ("dense<[5, 3]>", "dense<[4294967301, 4294967299]>"),
        "indices lose bits before they are compared": ("LT, %i, %limits", "LT, %again, %limits"),
        "the numbers of an index change places": (
            "operand_dims = [1, 0], index_vector_dim = 1>",
            "operand_dims = [0, 1], index_vector_dim = 1>",
        ),
    },
    _IREE,
)

_BYTE_ARGUMENTS = "%x: tensor<300xf32>, %i: tensor<?xui8>, %u: tensor<?xf32>"
_BYTE_DIMS = "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
# An index is one number, without a dim of its own.
_BYTES = Sample(
    function(
        _BYTE_ARGUMENTS,
        "tensor<300xf32>",
        _scatter("%x, %i, %u", _BYTE_DIMS, "tensor<300xf32>, tensor<?xui8>, tensor<?xf32>"),
    ),
    function(
        _BYTE_ARGUMENTS,
        "tensor<300xf32>",
        f"""\
%empty = tensor.empty() : tensor<301xf32>
%larger = tensor.insert_slice %x into %empty[0] [300] [1] : tensor<300xf32> into tensor<301xf32>
%wide = stablehlo.convert %i : (tensor<?xui8>) -> tensor<?xi32>
%shape = shape.shape_of %i : tensor<?xui8> -> tensor<1xindex>
%limit = stablehlo.constant dense<300> : tensor<i32>
%none = stablehlo.constant dense<0> : tensor<i32>
%limits = stablehlo.dynamic_broadcast_in_dim %limit, %shape, dims = [] : \
(tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
%zero = stablehlo.dynamic_broadcast_in_dim %none, %shape, dims = [] : \
(tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
{_guard("%limits", "%wide", "tensor<?xi32>")}
{_scatter("%larger, %guarded, %u", _BYTE_DIMS,
          "tensor<301xf32>, tensor<?xi32>, tensor<?xf32>", name="%all")}
%0 = tensor.extract_slice %all[0] [300] [1] : tensor<301xf32> to tensor<300xf32>""",
    ),
    {
        "bytes have a sign": (
            "%wide = stablehlo.convert %i : (tensor<?xui8>)",
            "%bits = stablehlo.bitcast_convert %i : (tensor<?xui8>) -> tensor<?xi8>\n"
            "%wide = stablehlo.convert %bits : (tensor<?xi8>)",
        ),
        "a limit is one that bytes hold": ("dense<300>", "dense<44>"),
    },
    _IREE,
)

_BATCH_ARGUMENTS = "%x: tensor<?x4xf32>, %i: tensor<?x3x1xi32>, %u: tensor<?x3xf32>"
_BATCH_TYPES = "tensor<?x4xf32>, tensor<?x3x1xi32>, tensor<?x3xf32>"
_BATCHES = Sample(
    function(
        _BATCH_ARGUMENTS,
        "tensor<?x4xf32>",
        _scatter(
            "%x, %i, %u",
            "inserted_window_dims = [1], input_batching_dims = [0], "
            "scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], "
            "index_vector_dim = 2",
            _BATCH_TYPES,
        ),
    ),
    function(
        _BATCH_ARGUMENTS,
        "tensor<?x4xf32>",
        f"""\
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%n = tensor.dim %x, %c0 : tensor<?x4xf32>
%more = arith.addi %n, %c1 : index
%empty = tensor.empty(%more) : tensor<?x5xf32>
%larger = tensor.insert_slice %x into %empty[0, 0] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<?x5xf32>
%own = shape.shape_of %i : tensor<?x3x1xi32> -> tensor<3xindex>
%first = stablehlo.dynamic_iota %own, dim = 0 : (tensor<3xindex>) -> tensor<?x3x1xi32>
%second = stablehlo.dynamic_iota %own, dim = 1 : (tensor<3xindex>) -> tensor<?x3x1xi32>
%pairs = stablehlo.concatenate %first, %i, dim = 2 : \
(tensor<?x3x1xi32>, tensor<?x3x1xi32>) -> tensor<?x3x2xi32>
%shape = shape.shape_of %pairs : tensor<?x3x2xi32> -> tensor<3xindex>
%size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
%rows = stablehlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
%columns = stablehlo.constant dense<4> : tensor<1xi32>
%sizes = stablehlo.concatenate %rows, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
%limits = stablehlo.dynamic_broadcast_in_dim %sizes, %shape, dims = [2] : \
(tensor<2xi32>, tensor<3xindex>) -> tensor<?x3x2xi32>
%none = stablehlo.constant dense<0> : tensor<i32>
%zero = stablehlo.dynamic_broadcast_in_dim %none, %shape, dims = [] : \
(tensor<i32>, tensor<3xindex>) -> tensor<?x3x2xi32>
{_guard("%limits", "%pairs", "tensor<?x3x2xi32>")}
{_scatter("%larger, %guarded, %u",
          "inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2",
          "tensor<?x5xf32>, tensor<?x3x2xi32>, tensor<?x3xf32>", name="%all")}
%0 = tensor.extract_slice %all[0, 0] [%n, 4] [1, 1] : tensor<?x5xf32> to tensor<?x4xf32>""",
    ),
    {
        "a batch is another dim of the indices": ("concatenate %first, %i", "concatenate %second, %i"),
        "a batch is behind the index": ("concatenate %first, %i", "concatenate %i, %first"),
        "a batch has no position": ("concatenate %first, %i", "concatenate %i, %i"),
        "a batch has the limit of another dim": ("%rows, %columns, dim", "%columns, %columns, dim"),
        "a batch is the other dim": ("operand_dims = [0, 1]", "operand_dims = [1, 0]"),
    },
    _IREE,
)

_PAIR_ARGUMENTS = "%x: tensor<?xf32>, %y: tensor<?xf32>, %i: tensor<40x1xi32>, "
_PAIR_ARGUMENTS += "%u: tensor<40xf32>, %v: tensor<40xf32>"
_PAIR = "tensor<?xf32>, tensor<?xf32>"


def _scatter_pairs(operands: str) -> str:
    """Returns a scatter of pairs: the greater first number, and the second one that belongs to it."""
    dims = "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
    return f"""\
%p:2 = "stablehlo.scatter"({operands}) <{{scatter_dimension_numbers = #stablehlo.scatter<{dims}>}}> ({{
^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
  %greater = stablehlo.compare GT, %c, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %first = stablehlo.select %greater, %c, %a : tensor<i1>, tensor<f32>
  %second = stablehlo.select %greater, %d, %b : tensor<i1>, tensor<f32>
  stablehlo.return %first, %second : tensor<f32>, tensor<f32>
}}) : ({_PAIR}, tensor<40x1xi32>, tensor<40xf32>, tensor<40xf32>) -> ({_PAIR})"""


def _pairs(body: str, results: str) -> str:
    return f"func.func @main({_PAIR_ARGUMENTS}) -> ({_PAIR}) {{\n{body}\nreturn {results} : {_PAIR}\n}}\n"


_VECTOR_TYPE = "tensor<?xf32> into tensor<?xf32>"
_PAIRS = Sample(
    _pairs(_scatter_pairs("%x, %y, %i, %u, %v"), "%p#0, %p#1"),
    _pairs(
        f"""\
%c0 = arith.constant 0 : index
%n = tensor.dim %x, %c0 : tensor<?xf32>
%c1 = arith.constant 1 : index
%more = arith.addi %n, %c1 : index
%x_empty = tensor.empty(%more) : tensor<?xf32>
%y_empty = tensor.empty(%more) : tensor<?xf32>
%x_larger = tensor.insert_slice %x into %x_empty[0] [%n] [1] : {_VECTOR_TYPE}
%y_larger = tensor.insert_slice %y into %y_empty[0] [%n] [1] : {_VECTOR_TYPE}
%size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
%limits = stablehlo.broadcast_in_dim %size, dims = [] : (tensor<i32>) -> tensor<40x1xi32>
%zero = stablehlo.constant dense<0> : tensor<40x1xi32>
{_guard("%limits", "%i", "tensor<40x1xi32>")}
{_scatter_pairs("%x_larger, %y_larger, %guarded, %u, %v")}
%first_part = tensor.extract_slice %p#0[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
%second_part = tensor.extract_slice %p#1[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>""",
        "%first_part, %second_part",
    ),
    {
        "the tensors change places": ("%x_larger, %y_larger, %g", "%y_larger, %x_larger, %g"),
        "the results change places": ("return %first_part, %second_part", "return %second_part, %first_part"),
        "the updates change places": ("%guarded, %u, %v", "%guarded, %v, %u"),
        "the least pair is kept": ("compare GT, %c, %a", "compare LT, %c, %a"),
        "the other number decides": ("compare GT, %c, %a", "compare GT, %d, %b"),
        "the old second number stays": ("select %greater, %d, %b", "select %greater, %b, %b"),
        "pairs are not guarded": ("%y_larger, %guarded", "%y_larger, %i"),
        "the second part is moved": ("%p#1[0] [%n]", "%p#1[1] [%n]"),
        "the limit of pairs is the first element": ("LT, %i, %limits", "LT, %i, %zero"),
    },
    _IREE,
)

_KNOWN_ARGUMENTS = "%x: tensor<?x4xf32>, %u: tensor<?x2xf32>"
_KNOWN = function(
    _KNOWN_ARGUMENTS,
    "tensor<?x4xf32>",
    "%i = stablehlo.constant dense<[[0], [3]]> : tensor<2x1xi32>\n"
    + _scatter(
        "%x, %i, %u",
        "update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], "
        "index_vector_dim = 1",
        "tensor<?x4xf32>, tensor<2x1xi32>, tensor<?x2xf32>",
    ),
)
# Into a tensor that has more space than the guard needs.
_WIDE = _PLACES.right.replace("4x6xf32", "5x7xf32")
_BEHIND = _WIDE.replace("%all[0, 0]", "%all[1, 1]")
_GREATER = ("dense<[5, 3]>", "dense<[6, 4]>")
_SAMPLES = (
    *(_ROWS, _PLACES, _BYTES, _BATCHES, _PAIRS),
    Sample(_PLACES.source, _WIDE.replace(*_GREATER), {}, _IREE),
    # What is behind the part depends on the limit.
    Sample(_BEHIND, _BEHIND, {"a limit that is read is another": _GREATER}, _IREE),
    Sample(_KNOWN, _KNOWN, {"a known index is another": ("[3]", "[2]")}, _IREE),
)
# Scatters that may write outside, if they stay as they are.
_UNGUARDED = (_ROWS.source, _PLACES.source, _BYTES.source, _KNOWN.replace("[3]", "[4]"))


def check(reader: Reader) -> Iterator[str]:
    """Yields what is wrong with the answers."""
    for sample in _SAMPLES:
        yield from check_sample(reader, sample)
    for text in _UNGUARDED:
        for settings, verdict in ((_IREE, "refuted"), (Settings(), "proven")):
            program = reader.read(text)
            for answer in check_programs(program, program, settings):
                if answer.verdict != verdict:
                    yield f"updates are not guarded: {answer.text()}\n{text}"
