"""For each op that may compute a size: whether JAX's refinement of shapes computes it, and whether
the pass remark-unknown-sizes says so.
"""

import subprocess

from numeric.peer import Module, Peer, PeerError  # isort: skip
from numeric.command_line import binary_of, exit_codes

_EPILOG = exit_codes("both agree on all ops", "they do not")

# Values in front of the op: a size, numbers, lists, truth values.
_VALUES = """\
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %ones = stablehlo.constant dense<1> : tensor<1xi32>
  %row = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %rows = stablehlo.concatenate %row, %ones, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %is_more = stablehlo.compare GT, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
"""
_BINARY = (
    "add and divide maximum minimum multiply or power remainder shift_left shift_right_arithmetic"
    " shift_right_logical subtract xor"
).split()
_UNARY = "abs count_leading_zeros negate not popcnt sign".split()
_LAST = "  %k = stablehlo.reshape %last : (tensor<1xi32>) -> tensor<i32>"
_FIRST_OF_TWO = "  %last = stablehlo.slice %two [0:1] : (tensor<2xi32>) -> tensor<1xi32>\n" + _LAST
# The size `k`, by an op.
_SIZES = {
    **{op: f"  %k = stablehlo.{op} %n, %one : tensor<i32>" for op in _BINARY},
    **{op: f"  %l = stablehlo.{op} %n : tensor<i32>\n  %k = stablehlo.multiply %l, %l : tensor<i32>" for op in _UNARY},
    "clamp": "  %k = stablehlo.clamp %one, %n, %n : tensor<i32>",
    "select": "  %k = stablehlo.select %is_more, %n, %one : tensor<i1>, tensor<i32>",
    "not of a truth value": (
        "  %is_less = stablehlo.not %is_more : tensor<i1>\n"
        "  %k = stablehlo.select %is_less, %n, %one : tensor<i1>, tensor<i32>"
    ),
    "convert of a truth value": "  %k = stablehlo.convert %is_more : (tensor<i1>) -> tensor<i32>",
    **{
        f"convert to {element}": (
            f"  %other = stablehlo.convert %n : (tensor<i32>) -> tensor<{element}>\n"
            f"  %k = stablehlo.convert %other : (tensor<{element}>) -> tensor<i32>"
        )
        for element in ("i64", "i16", "ui8", "f32", "f64")
    },
    "bitcast_convert": (
        "  %bits = stablehlo.bitcast_convert %n : (tensor<i32>) -> tensor<ui32>\n"
        "  %k = stablehlo.bitcast_convert %bits : (tensor<ui32>) -> tensor<i32>"
    ),
    "slice": "  %last = stablehlo.slice %rows [0:1] : (tensor<2xi32>) -> tensor<1xi32>\n" + _LAST,
    "dynamic_slice": (
        "  %last = stablehlo.dynamic_slice %rows, %zero, sizes = [1] : (tensor<2xi32>, tensor<i32>) -> tensor<1xi32>\n"
        + _LAST
    ),
    "broadcast_in_dim": (
        "  %two = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<i32>) -> tensor<2xi32>\n" + _FIRST_OF_TWO
    ),
    "iota": "  %two = stablehlo.iota dim = 0 : tensor<2xi32>\n" + _FIRST_OF_TWO,
    "reverse": "  %two = stablehlo.reverse %rows, dims = [0] : tensor<2xi32>\n" + _FIRST_OF_TWO,
    "pad": (
        "  %two = stablehlo.pad %row, %one, low = [0], high = [1], interior = [0]"
        " : (tensor<1xi32>, tensor<i32>) -> tensor<2xi32>\n" + _FIRST_OF_TWO
    ),
    "reduce": (
        "  %k = stablehlo.reduce(%rows init: %one) applies stablehlo.multiply across dimensions = [0]"
        " : (tensor<2xi32>, tensor<i32>) -> tensor<i32>"
    ),
    "if": (
        '  %k = "stablehlo.if"(%is_more) ({ stablehlo.return %n : tensor<i32> }, { stablehlo.return %one : tensor<i32> })'
        " : (tensor<i1>) -> tensor<i32>"
    ),
    "optimization_barrier": "  %k = stablehlo.optimization_barrier %n : tensor<i32>",
    "call": "  %k = func.call @twice(%n) : (tensor<i32>) -> tensor<i32>",
    "data": "  %k = stablehlo.convert %data : tensor<i32>",
    **{
        f"a slice from data on, {name}": (
            "  %start = stablehlo.reshape %data : (tensor<i32>) -> tensor<1xi32>\n"
            f"  %limit = stablehlo.{limit} : tensor<1xi32>\n"
            "  %part = stablehlo.real_dynamic_slice %x, %start, %limit, %ones"
            " : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>\n"
            "  %k = stablehlo.get_dimension_size %part, dim = 0 : (tensor<?xf32>) -> tensor<i32>"
        )
        for name, limit in (
            ("of a known size", "add %start, %row"),
            ("of a known size, added to it", "add %ones, %start"),
            ("to the end", "maximum %row, %ones"),
            ("of a size that is data", "add %start, %start"),
        )
    },
}


def _program(size: str) -> str:
    return f"""\
func.func public @main(%x: tensor<?xf32>, %data: tensor<i32>) -> tensor<?xi32> {{
{_VALUES}{size}
  %sizes = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_iota %sizes, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}}
func.func private @twice(%n: tensor<i32>) -> tensor<i32> {{
  %0 = stablehlo.add %n, %n : tensor<i32>
  return %0 : tensor<i32>
}}
"""


def main() -> int:
    binary = binary_of("scripts/check-sizes-of-xla", __doc__, _EPILOG)
    peer = Peer()
    wrong = 0
    for name, size in _SIZES.items():
        text = _program(size)
        try:
            Module(peer, text).specialise(["tensor<6xf32>", "tensor<i32>"]).refine()
            is_computed = True
        except PeerError as error:
            if "dynamic shapes" not in str(error):
                raise
            is_computed = False
        command = [str(binary), "--pass-pipeline=builtin.module(remark-unknown-sizes)", "-"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        is_remarked = "XLA knows for no call" in done.stderr
        if is_remarked == is_computed:
            wrong += 1
            found = "computes sizes by it" if is_computed else "does not compute sizes by it"
            print(f"{name}: JAX's refinement {found}; the pass says otherwise: {done.stderr.strip() or 'nothing'}")
    print(f"{len(_SIZES)} ops, {wrong} wrong")
    return 1 if wrong else 0
