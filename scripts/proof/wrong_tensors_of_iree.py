"""Outputs for IREE that compute elements of convolutions, gathers and sorts by other ops."""

from __future__ import annotations

from collections.abc import Iterator

from .reader import Reader
from .wrong_written_out import IREE, Sample, check_sample, function

_INPUT, _KERNEL, _OUT = "tensor<2x?x3xf32>", "tensor<2x3x4xf32>", "tensor<2x?x4xf32>"


def _of_window(name: str, start: str, end: str, at: int) -> str:
    """Returns the products of the elements at one position in the window."""
    return f"""\
%{name}_start = tensor.from_elements %zero, {start}, %zero : tensor<3xindex>
%{name}_end = tensor.from_elements %two, {end}, %three : tensor<3xindex>
%{name} = stablehlo.real_dynamic_slice %a, %{name}_start, %{name}_end, %ones : \
({_INPUT}, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>) -> {_INPUT}
%{name}_k = stablehlo.slice %k [{at}:{at + 1}, 0:3, 0:4] : ({_KERNEL}) -> tensor<1x3x4xf32>
%{name}_m = stablehlo.reshape %{name}_k : (tensor<1x3x4xf32>) -> tensor<3x4xf32>
%{name}_p = stablehlo.dot_general %{name}, %{name}_m, contracting_dims = [2] x [0] : \
({_INPUT}, tensor<3x4xf32>) -> {_OUT}
"""


_CONVOLUTION = Sample(
    function(
        f"%a: {_INPUT}, %k: {_KERNEL}",
        _OUT,
        f"""\
%0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{}} \
{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({_INPUT}, {_KERNEL}) -> {_OUT}""",
    ),
    function(
        f"%a: {_INPUT}, %k: {_KERNEL}",
        _OUT,
        f"""\
%zero = arith.constant 0 : index
%one = arith.constant 1 : index
%two = arith.constant 2 : index
%three = arith.constant 3 : index
%ones = arith.constant dense<1> : tensor<3xindex>
%n = tensor.dim %a, %one : {_INPUT}
%less = arith.subi %n, %one : index
%m = arith.maxsi %less, %zero : index
%first = arith.minsi %one, %n : index
%last = arith.addi %first, %m : index
{_of_window("x", "%zero", "%m", 0)}{_of_window("y", "%first", "%last", 1)}\
%0 = stablehlo.add %x_p, %y_p : {_OUT}""",
    ),
    {
        "the second position of the window is the first": ("%zero, %first, %zero", "%zero, %zero, %zero"),
        "the kernel is reversed": ("%k [1:2, 0:3", "%k [0:1, 0:3"),
        "one product is added twice": ("add %x_p, %y_p", "add %x_p, %x_p"),
        "the products are subtracted": ("= stablehlo.add", "= stablehlo.subtract"),
    },
    IREE,
)

# The number of features is known only because the kernel has it.
_FEATURE = Sample(
    function(
        "%a: tensor<2x?x?xf32>, %k: tensor<2x1x4xf32>",
        "tensor<2x?x4xf32>",
        """\
%0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} \
{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : \
(tensor<2x?x?xf32>, tensor<2x1x4xf32>) -> tensor<2x?x4xf32>""",
    ),
    function(
        "%a: tensor<2x?x?xf32>, %k: tensor<2x1x4xf32>",
        "tensor<2x?x4xf32>",
        """\
%zero = arith.constant 0 : index
%one = arith.constant 1 : index
%two = arith.constant 2 : index
%four = arith.constant 4 : index
%n = tensor.dim %a, %one : tensor<2x?x?xf32>
%less = arith.subi %n, %one : index
%m = arith.maxsi %less, %zero : index
%first = arith.minsi %one, %n : index
%lines = tensor.from_elements %two, %m : tensor<2xindex>
%shape = tensor.from_elements %two, %m, %four : tensor<3xindex>
%x = tensor.extract_slice %a[0, 0, 0] [2, %m, 1] [1, 1, 1] : tensor<2x?x?xf32> to tensor<2x?x1xf32>
%y = tensor.extract_slice %a[0, %first, 0] [2, %m, 1] [1, 1, 1] : tensor<2x?x?xf32> to tensor<2x?x1xf32>
%x_line = tensor.reshape %x(%lines) : (tensor<2x?x1xf32>, tensor<2xindex>) -> tensor<2x?xf32>
%y_line = tensor.reshape %y(%lines) : (tensor<2x?x1xf32>, tensor<2xindex>) -> tensor<2x?xf32>
%x_wide = stablehlo.dynamic_broadcast_in_dim %x_line, %shape, dims = [0, 1] : \
(tensor<2x?xf32>, tensor<3xindex>) -> tensor<2x?x4xf32>
%y_wide = stablehlo.dynamic_broadcast_in_dim %y_line, %shape, dims = [0, 1] : \
(tensor<2x?xf32>, tensor<3xindex>) -> tensor<2x?x4xf32>
%u = stablehlo.slice %k [0:1, 0:1, 0:4] : (tensor<2x1x4xf32>) -> tensor<1x1x4xf32>
%v = stablehlo.slice %k [1:2, 0:1, 0:4] : (tensor<2x1x4xf32>) -> tensor<1x1x4xf32>
%u_row = stablehlo.reshape %u : (tensor<1x1x4xf32>) -> tensor<4xf32>
%v_row = stablehlo.reshape %v : (tensor<1x1x4xf32>) -> tensor<4xf32>
%u_wide = stablehlo.dynamic_broadcast_in_dim %u_row, %shape, dims = [2] : \
(tensor<4xf32>, tensor<3xindex>) -> tensor<2x?x4xf32>
%v_wide = stablehlo.dynamic_broadcast_in_dim %v_row, %shape, dims = [2] : \
(tensor<4xf32>, tensor<3xindex>) -> tensor<2x?x4xf32>
%first_product = stablehlo.multiply %x_wide, %u_wide : tensor<2x?x4xf32>
%second_product = stablehlo.multiply %y_wide, %v_wide : tensor<2x?x4xf32>
%0 = stablehlo.add %first_product, %second_product : tensor<2x?x4xf32>""",
    ),
    {
        "the kernel is reversed for one feature": ("%y_wide, %v_wide", "%y_wide, %u_wide"),
        "the second position of the window is missing": ("%y_wide, %v_wide", "%x_wide, %v_wide"),
        "the second position is behind it": ("minsi %one, %n", "minsi %zero, %n"),
        "windows reach out of the tensor": ("arith.subi %n, %one", "arith.subi %n, %zero"),
        "a product has another op": ("stablehlo.multiply %x_wide", "stablehlo.divide %x_wide"),
    },
    IREE,
)


def _single(element: str, groups: int, stride: str, operand: str, padding: str, size: int) -> str:
    """Returns a convolution with a single window."""
    return f"""\
%0 = stablehlo.convolution({operand}, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], \
window = {{stride = [{stride}], pad = [[{padding}]]}} \
{{batch_group_count = {groups} : i64, feature_group_count = 1 : i64}} : \
(tensor<4x{size}x3x{element}>, tensor<3x3x4x{element}>) -> tensor<{4 // groups}x1x4x{element}>"""


def _cropped(element: str, groups: int) -> Sample:
    """Returns a convolution with a single window, and one of the part that this covers."""
    arguments = f"%a: tensor<4x8x3x{element}>, %k: tensor<3x3x4x{element}>"
    result = f"tensor<{4 // groups}x1x4x{element}>"
    whole, part = f"tensor<4x8x3x{element}>", f"tensor<4x2x3x{element}>"
    right = f"%b = stablehlo.slice %a [0:4, 0:2, 0:3] : ({whole}) -> {part}\n"
    return Sample(
        function(arguments, result, _single(element, groups, "9", "%a", "1, 1", 8)),
        function(arguments, result, right + _single(element, groups, "9", "%b", "1, 0", 2)),
        {
            "a window covers another part": ("[0:4, 0:2, 0:3]", "[0:4, 1:3, 0:3]"),
            "a window covers the padding behind": ("pad = [[1, 0]]", "pad = [[0, 1]]"),
        },
        IREE,
    )


_GATHERED = "tensor<?x?xf32>, tensor<?x2xi64>, tensor<2xi32>"
_GATHER = Sample(
    function(
        "%x: tensor<?x?xf32>, %i: tensor<?x2xi64>, %s: tensor<2xi32>",
        "tensor<?x?xf32>",
        f"""\
%0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{{dimension_numbers = #stablehlo.gather<offset_dims = [0], \
collapsed_slice_dims = [1], start_index_map = [0, 1], index_vector_dim = 1>}}> : ({_GATHERED}) -> tensor<?x?xf32>""",
    ),
    function(
        "%x: tensor<?x?xf32>, %i: tensor<?x2xi64>, %s: tensor<2xi32>",
        "tensor<?x?xf32>",
        """\
%zero = arith.constant 0 : index
%one = arith.constant 1 : index
%n = tensor.dim %x, %zero : tensor<?x?xf32>
%m = tensor.dim %x, %one : tensor<?x?xf32>
%count = tensor.dim %i, %zero : tensor<?x2xi64>
%length = tensor.extract %s[%zero] : tensor<2xi32>
%rows = arith.index_cast %length : i32 to index
%first = tensor.extract_slice %i[0, 0] [%count, 1] [1, 1] : tensor<?x2xi64> to tensor<?xi64>
%second = tensor.extract_slice %i[0, 1] [%count, 1] [1, 1] : tensor<?x2xi64> to tensor<?xi64>
%empty = tensor.empty(%rows, %count) : tensor<?x?xf32>
%0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>,
    affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%first, %second : tensor<?xi64>, tensor<?xi64>) outs(%empty : tensor<?x?xf32>) {
^bb0(%a: i64, %b: i64, %out: f32):
  %row = linalg.index 0 : index
  %index = arith.index_cast %a : i64 to index
  %last = arith.subi %n, %rows : index
  %limited = arith.minsi %index, %last : index
  %start = arith.maxsi %limited, %zero : index
  %at = arith.addi %start, %row : index
  %other = arith.index_cast %b : i64 to index
  %end = arith.subi %m, %one : index
  %within = arith.minsi %other, %end : index
  %column = arith.maxsi %within, %zero : index
  %element = tensor.extract %x[%at, %column] : tensor<?x?xf32>
  linalg.yield %element : f32
} -> tensor<?x?xf32>""",
    ),
    {
        "both numbers of an index are the first": ("arith.index_cast %b", "arith.index_cast %a"),
        "starts may be behind the last one": ("%last = arith.subi %n, %rows", "%last = arith.subi %n, %one"),
        "each row is the first": ("arith.addi %start, %row", "arith.addi %start, %start"),
        "starts are limited by the other dim": ("%end = arith.subi %m, %one", "%end = arith.subi %n, %one"),
    },
    IREE,
    # The wrong ones may also be of a form that is not followed.
    ("refuted", "proven in part"),
)

_SORTED = "tensor<?x3xi32>"
_TOP_K = Sample(
    function(
        "%x: tensor<?x8xi32>",
        _SORTED,
        f"%0, %p = chlo.top_k(%x, k = 3) : tensor<?x8xi32> -> ({_SORTED}, {_SORTED})",
    ),
    function(
        "%x: tensor<?x8xi32>",
        _SORTED,
        f"""\
%c0 = arith.constant 0 : index
%n = tensor.dim %x, %c0 : tensor<?x8xi32>
%three = arith.constant 3 : index
%shape = tensor.from_elements %n, %three : tensor<2xindex>
%lowest = stablehlo.constant dense<-2147483648> : tensor<i32>
%behind = stablehlo.constant dense<2147483647> : tensor<i32>
%v = stablehlo.dynamic_broadcast_in_dim %lowest, %shape, dims = [] : (tensor<i32>, tensor<2xindex>) -> {_SORTED}
%w = stablehlo.dynamic_broadcast_in_dim %behind, %shape, dims = [] : (tensor<i32>, tensor<2xindex>) -> {_SORTED}
%0, %q = "iree_linalg_ext.topk"(%x, %v, %w) ({{
^bb0(%a: i32, %b: i32):
  %greater = arith.cmpi sgt, %a, %b : i32
  "iree_linalg_ext.yield"(%greater) : (i1) -> ()
}}) {{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 2>}} : \
(tensor<?x8xi32>, {_SORTED}, {_SORTED}) -> ({_SORTED}, {_SORTED})""",
    ),
    {
        "elements are compared without a sign": ("cmpi sgt", "cmpi ugt"),
        "positions are returned": ("%0, %q =", "%q, %0 ="),
        "the least elements are found": ("cmpi sgt", "cmpi slt"),
        "the search begins with 0": ("dense<-2147483648>", "dense<0>"),
    },
    IREE,
    # Also of a search that is not followed.
    ("refuted", "proven in part", "not known"),
)


def check(reader: Reader) -> Iterator[str]:
    """Yields what is wrong with the answers about the outputs."""
    cropped = (_cropped("f32", 1), _cropped("f32", 2), _cropped("complex<f32>", 1))
    for sample in (_CONVOLUTION, _FEATURE, *cropped, _GATHER, _TOP_K):
        yield from check_sample(reader, sample)
