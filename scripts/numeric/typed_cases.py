"""Ops of StableHLO that are elementwise or about shapes, for `typed_ops`."""

from __future__ import annotations

import numpy as np

from .typed_case import case, folded

_UNARY = """
abs cbrt ceil cosine exponential exponential_minus_one floor log log_plus_one logistic negate
round_nearest_afz round_nearest_even rsqrt sign sine sqrt tan tanh
""".split()
_BINARY = "add atan2 divide maximum minimum multiply power remainder subtract".split()
_BITS = "and or xor shift_left shift_right_arithmetic shift_right_logical".split()
_SAME = "n m f32 -> n m f32"
_PAIR = "n m f32, n m f32 -> n m f32"

_ELEMENTWISE = [
    *(case(op, _SAME) for op in _UNARY),
    *(case(op, _PAIR) for op in _BINARY),
    *(case(op, "n m i32, n m i32 -> n m i32") for op in _BITS),
    *(case(op, "n m i32 -> n m i32") for op in ("not", "popcnt", "count_leading_zeros")),
    case("complex", "n m f32, n m f32 -> n m complex<f32>"),
    case("real", "n m complex<f32> -> n m f32"),
    case("imag", "n m complex<f32> -> n m f32"),
    case("abs", "n m complex<f32> -> n m f32", label="complex"),
    case("is_finite", "n m f32 -> n m i1"),
    case("convert", "n m f32 -> n m i32"),
    case("convert", "n m i8 -> n m f32", label="i8"),
    case(
        "compare",
        "n m f32, n m f32 -> n m i1",
        "{comparison_direction = #stablehlo<comparison_direction LT>}",
    ),
    case("select", "n m i1, n m f32, n m f32 -> n m f32"),
    case("select", "i1, n m f32, n m f32 -> n m f32", label="scalar"),
    case("clamp", "n m f32, n m f32, n m f32 -> n m f32"),
    case("clamp", "f32, n m f32, f32 -> n m f32", label="scalar"),
    case(
        "reduce_precision", _SAME, "{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}"
    ),
    case(
        "map",
        _PAIR,
        folded("add", "f32") + " {dimensions = array<i64: 0, 1>}",
    ),
    case("bitcast_convert", "n m f32 -> n m i32"),
    case("bitcast_convert", "n m i32 -> n m 4 i8", label="narrow"),
    case("bitcast_convert", "n m 4 i8 -> n m i32", label="wide"),
    # Inner operands are negative: the highest bit of a part is set.
    case("bitcast_convert", "n m f32 -> n m 4 ui8", label="bytes"),
    case("bitcast_convert", "n m 2 bf16 -> n m i32", label="signs"),
    case("optimization_barrier", "n f32, m f32 -> n f32, m f32"),
]

_SHAPES = [
    case("transpose", "n m 3 f32 -> 3 n m f32", "{permutation = array<i64: 2, 0, 1>}"),
    case("reverse", _SAME, "{dimensions = array<i64: 0>}"),
    case("reverse", _SAME, "{dimensions = array<i64: 0, 1>}", label="both"),
    case("concatenate", "n m f32, n m f32 -> n*2 m f32", "{dimension = 0 : i64}"),
    case("concatenate", "n m f32, 2 m f32, n m f32 -> n*2+2 m f32", "{dimension = 0 : i64}", label="three"),
    case("concatenate", _SAME, "{dimension = 1 : i64}", label="one"),
    case("concatenate", "n m f32, n 3 f32 -> n m+3 f32", "{dimension = 1 : i64}", label="last"),
    case("broadcast_in_dim", "n f32 -> 4 n f32", "{broadcast_dimensions = array<i64: 1>}"),
    case(
        "dynamic_broadcast_in_dim",
        "n f32, 2 i32 -> m n f32",
        "{broadcast_dimensions = array<i64: 1>}",
        v1=lambda n, m: [m, n],
    ),
    case(
        "dynamic_broadcast_in_dim",
        "f32, 2 i32 -> n m f32",
        "{broadcast_dimensions = array<i64>}",
        label="scalar",
        v1=lambda n, m: [n, m],
    ),
    case("broadcast", "n f32 -> 4 n f32", "{broadcast_sizes = array<i64: 4>}"),
    case("reshape", "n m f32 -> n*m f32"),
    case("reshape", "n 1 m f32 -> n m f32", label="unit"),
    case("dynamic_reshape", "n m f32, 1 i32 -> n*m f32", v1=lambda n, m: [n * m]),
    case("dynamic_reshape", "n m f32, 3 i32 -> m 1 n f32", label="swap", v1=lambda n, m: [m, 1, n]),
    case("dynamic_iota", "2 i32 -> n m f32", "{iota_dimension = 1 : i64}", v0=lambda n, m: [n, m]),
    case("get_dimension_size", "n m f32 -> i32", "{dimension = 0 : i64}"),
    case(
        "slice",
        "n+3 m f32 -> 2 m f32",
        "{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 3, M>, strides = array<i64: 1, 1>}",
    ),
    case(
        "dynamic_slice",
        "n m f32, i32, i32 -> 1 m f32",
        "{slice_sizes = array<i64: 1, M>}",
    ),
    case("dynamic_update_slice", "n+2 m f32, 2 m f32, i32, i32 -> n+2 m f32"),
    case("dynamic_update_slice", "n*2 m f32, n m f32, i32, i32 -> n*2 m f32", label="open"),
    case(
        "real_dynamic_slice",
        "n+2 m f32, 2 i32, 2 i32, 2 i32 -> n m f32",
        v1=lambda n, m: [1, 0],
        v2=lambda n, m: [n + 1, m],
        v3=lambda n, m: [1, 1],
    ),
    case(
        "pad",
        "n m f32, f32 -> n+3 m f32",
        "{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 2, 0>, "
        "interior_padding = array<i64: 0, 0>}",
    ),
    case(
        "pad",
        "n m f32, f32 -> n*2 m+1 f32",
        "{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 0, 1>, "
        "interior_padding = array<i64: 1, 0>}",
        label="interior",
    ),
    case(
        "pad",
        "n+2 m+2 f32, f32 -> n m f32",
        "{edge_padding_low = array<i64: -1, 0>, edge_padding_high = array<i64: -1, -2>, "
        "interior_padding = array<i64: 0, 0>}",
        label="negative",
        expected=lambda a, fill: a[1:-1, :-2],
    ),
    case(
        "pad",
        "n+2 m f32, f32 -> n m+2 f32",
        "{edge_padding_low = array<i64: -2, 1>, edge_padding_high = array<i64: 0, 1>, "
        "interior_padding = array<i64: 0, 0>}",
        label="negative-one",
        expected=lambda a, fill: np.pad(a[2:], ((0, 0), (1, 1)), constant_values=fill),
    ),
    case(
        "dynamic_pad",
        "n m f32, f32, 2 i32, 2 i32, 2 i32 -> n+3 m f32",
        v2=lambda n, m: [1, 0],
        v3=lambda n, m: [2, 0],
        v4=lambda n, m: [0, 0],
    ),
    case("iota", "-> 4 3 f32", "{iota_dimension = 1 : i64}"),
    case("set_dimension_size", "n m f32, i32 -> n m f32", "{dimension = 0 : i64}", v1=lambda n, m: n),
    case("torch_index_select", "n m f32, 2 i32 -> 2 m f32", "{dim = 0 : i64, batch_dims = 0 : i64}",
          v1=lambda n, m: [0, n - 1]),
]

CASES = [*_ELEMENTWISE, *_SHAPES]
