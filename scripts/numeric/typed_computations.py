"""Ops of StableHLO that reduce, contract, index and normalise, or have branches, for `typed_ops`."""

from __future__ import annotations

from .typed_case import case, compared, folded, replaced

_REDUCTIONS = [
    case("reduce", "n m f32, f32 -> n f32", folded("add", "f32") + " {dimensions = array<i64: 1>}"),
    case(
        "reduce", "n m f32, f32 -> m f32", folded("maximum", "f32") + " {dimensions = array<i64: 0>}", label="first"
    ),
    case(
        "reduce",
        "n m f32, n m i32, f32, i32 -> n f32, n i32",
        folded("add", "f32", "i32") + " {dimensions = array<i64: 1>}",
        label="two",
    ),
    case("reduce", "n m i8, i32 -> n i32", folded("add", "i32") + " {dimensions = array<i64: 1>}", label="wider"),
    case("reduce", "n m bf16, f32 -> n f32", folded("add", "f32") + " {dimensions = array<i64: 1>}", label="bf16"),
    *(
        case(
            "reduce_window",
            f"n+2 m {element}, {wide} -> n m {wide}",
            folded("add", wide) + " {window_dimensions = array<i64: 3, 1>}",
            label=label,
        )
        for label, element, wide in (
            ("", "f32", "f32"),
            ("wider", "i8", "i32"),
            ("unsigned", "ui8", "ui32"),
            ("bf16", "bf16", "f32"),
        )
    ),
    case(
        "reduce_window",
        "n m i8, i32 -> n m i32",
        folded("maximum", "i32")
        + " {window_dimensions = array<i64: 3, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}",
        label="wider-padded",
    ),
    case(
        "reduce_window",
        "n m bf16, f32 -> n m f32",
        folded("add", "f32")
        + " {window_dimensions = array<i64: 3, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}",
        label="bf16-padded",
    ),
    case(
        "reduce_window",
        "n m i8, i32 -> n m i32",
        folded("add", "i32")
        + " {window_dimensions = array<i64: 100, 1>, padding = dense<[[99, 0], [0, 0]]> : tensor<2x2xi64>}",
        label="wider-long",
    ),
    case(
        "reduce_window",
        "n m f32, f32 -> n m f32",
        "({^bb0(%x: tensor<f32>, %y: tensor<f32>):\n%r = stablehlo.add %y, %x : tensor<f32>\n"
        "stablehlo.return %r : tensor<f32>})"
        " {window_dimensions = array<i64: 3, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}",
        label="exchanged",
    ),
    case(
        "reduce_window",
        "n 4 m 3 f32, f32 -> n 2 m 3 f32",
        "({^bb0(%x: tensor<f32>, %y: tensor<f32>):\n%r = stablehlo.maximum %y, %x : tensor<f32>\n"
        "stablehlo.return %r : tensor<f32>})"
        " {window_dimensions = array<i64: 1, 2, 1, 1>, window_strides = array<i64: 1, 2, 1, 1>}",
        label="pool-exchanged",
    ),
    case(
        "reduce_window",
        "n m i1, i1 -> n m i1",
        folded("or", "i1")
        + " {window_dimensions = array<i64: 3, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}",
        label="any",
    ),
    case(
        "reduce_window",
        "n 4 m 3 f32, f32 -> n 2 m 3 f32",
        folded("maximum", "f32")
        + " {window_dimensions = array<i64: 1, 2, 1, 1>, window_strides = array<i64: 1, 2, 1, 1>}",
        label="pool",
    ),
    case(
        "reduce_window",
        "n 4 4 3 bf16, f32 -> n 2 2 3 f32",
        folded("add", "f32")
        + " {window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}",
        label="pool-bf16",
    ),
    case(
        "reduce_window",
        "n m f32, n m i32, f32, i32 -> n m f32, n m i32",
        folded("add", "f32", "i32")
        + " {window_dimensions = array<i64: 3, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}",
        label="two",
    ),
    # Of integers and of windows of eight elements, many are equal.
    *(
        case(
            "select_and_scatter",
            f"{sizes} m {element}, n m {element}, {wide} -> {sizes} m {wide}",
            f"{compared('GE', element)[:-1]}, {folded('add', wide)[1:]} {{{window}}}",
            label=label,
        )
        for label, sizes, element, wide, window in (
            ("", "n*2", "f32", "f32", "window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>"),
            ("equal", "n*8", "i32", "i32", "window_dimensions = array<i64: 8, 1>, window_strides = array<i64: 8, 1>"),
            (
                "overlapping",
                "n*2+1",
                "bf16",
                "f32",
                "window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>",
            ),
            (
                "wider-padded",
                "n",
                "i8",
                "i32",
                "window_dimensions = array<i64: 3, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>",
            ),
        )
    ),
    case("sort", "n m f32 -> n m f32", compared() + " {dimension = 1 : i64}"),
    case(
        "sort",
        "n f32, n i32 -> n f32, n i32",
        compared(others=1) + " {dimension = 0 : i64, is_stable = true}",
        label="two",
    ),
]

_CONV = (
    "{{batch_group_count = {} : i64, feature_group_count = {} : i64, dimension_numbers = "
    "#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, padding = dense<{}> : tensor<1x2xi64>}}"
)

_CONTRACTIONS = [
    case(
        "dot_general",
        "n m f32, m n f32 -> n n f32",
        "{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}",
    ),
    case(
        "dot_general",
        "n m 8 f32, n 8 m f32 -> n m m f32",
        "{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], "
        "lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}",
        label="batch",
    ),
    case(
        "dot_general",
        "n m i8, m 5 i8 -> n 5 i32",
        "{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}",
        label="wider",
    ),
    case(
        "dot_general",
        "n m bf16, m 5 bf16 -> n 5 f32",
        "{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}",
        label="bf16",
    ),
    case("dot", "n m f32, m f32 -> n f32"),
    case("dot", "n m f32, m 4 f32 -> n 4 f32", label="matrices"),
    case("einsum", "n m f32, m 4 f32 -> n 4 f32", '{einsum_config = "ij,jk->ik"}'),
    case("convolution", "n m+2 4 f32, 3 4 8 f32 -> n m 8 f32", _CONV.format(1, 1, "0")),
    case("convolution", "n m 4 f32, 3 4 8 f32 -> n m 8 f32", _CONV.format(1, 1, "1"), label="padded"),
    case("convolution", "n m 4 f32, 3 2 8 f32 -> n m 8 f32", _CONV.format(1, 2, "1"), label="groups"),
    case("convolution", "n m 4 f32, 3 1 4 f32 -> n m 4 f32", _CONV.format(1, 4, "1"), label="depth"),
    case("convolution", "3 n 4 f32, 3 4 m f32 -> 3 n m f32", _CONV.format(1, 1, "1"), label="features"),
    case("convolution", "4 n 2 f32, 3 2 4 f32 -> 2 n 4 f32", _CONV.format(2, 1, "1"), label="batches"),
    case("convolution", "n 5 m i8, 3 m 4 i8 -> n 5 4 i32", _CONV.format(1, 1, "1"), label="wider"),
    case(
        "dynamic_conv",
        "n m 4 f32, 3 4 8 f32, 1 2 i32 -> n m 8 f32",
        "{batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = "
        "#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}",
        v2=lambda n, m: [[1, 1]],
    ),
    case("triangular_solve", "n 4 4 f32, n 4 m f32 -> n 4 m f32",
          "{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}"),
    case("cholesky", "n 4 4 f32 -> n 4 4 f32", "{lower = true}"),
    case("fft", "n 16 complex<f32> -> n 16 complex<f32>",
          "{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 16>}"),
]

_ROWS = (
    "{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
    "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, %s>}"
)
_SCATTERED = (
    " {scatter_dimension_numbers = #stablehlo.scatter<%s>, indices_are_sorted = false, "
    "unique_indices = %s}"
)
_ROWS_SCATTERED = (
    "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
    "index_vector_dim = 1"
)

_INDEXED = [
    case("gather", "n 4 f32, m 1 i32 -> m 4 f32", _ROWS % 4),
    case("gather", "n 4 f32, m i32 -> m 4 f32", _ROWS % 4, label="flat"),
    case(
        "gather",
        "n m f32, m 2 i32 -> m f32",
        "{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], "
        "index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}",
        label="elements",
    ),
    case(
        "gather",
        "n m f32, n 3 1 i32 -> n 3 f32",
        "{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], "
        "start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, "
        "slice_sizes = array<i64: 1, 1>}",
        label="batch",
    ),
    case(
        "gather",
        "n 4 f32, 0 i32 -> 1 4 f32",
        "{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [], "
        "index_vector_dim = 0>, slice_sizes = array<i64: 1, 4>}",
        label="nothing",
    ),
    case(
        "dynamic_gather",
        "n m f32, 3 1 i32, 2 i32 -> 3 m f32",
        "{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
        "start_index_map = [0], index_vector_dim = 1>}",
        v2=lambda n, m: [1, m],
    ),
    case(
        "dynamic_gather",
        "n m f32, 0 i32, 2 i32 -> n m f32",
        "{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [], "
        "index_vector_dim = 0>}",
        label="whole",
        v2=lambda n, m: [n, m],
    ),
    case(
        "scatter",
        "n m i8, 0 i32, n m i8 -> n m i32",
        folded("add", "i32") + _SCATTERED % ("update_window_dims = [0, 1]", "true"),
        label="whole-wider",
    ),
    case(
        "scatter",
        "n m f32, 3 0 i32, 3 n m f32 -> n m f32",
        folded("add", "f32") + _SCATTERED % ("update_window_dims = [1, 2], index_vector_dim = 1", "false"),
        label="whole-several",
    ),
    case(
        "scatter",
        "n f32, m 1 i32, m bf16 -> n f32",
        folded("add", "f32")
        + _SCATTERED
        % ("inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1", "false"),
        label="wider",
    ),
    *(
        case(
            "scatter",
            "n 4 f32, m 1 i32, m 4 f32 -> n 4 f32",
            folded(op, "f32") + _SCATTERED % (_ROWS_SCATTERED, "false"),
            label=label,
        )
        for op, label in (("add", ""), ("maximum", "max"))
    ),
    case(
        "scatter",
        "n m f32, 3 1 i32, 3 m f32 -> n m f32",
        folded("add", "f32") + _SCATTERED % (_ROWS_SCATTERED, "false"),
        label="rows",
    ),
    case(
        "scatter",
        "n f32, m 1 i32, m f32 -> n f32",
        folded("add", "f32")
        + _SCATTERED
        % ("inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1", "false"),
        label="elements",
    ),
    case(
        "scatter",
        "n f32, m i32, m f32 -> n f32",
        folded("add", "f32")
        + _SCATTERED
        % ("inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1", "false"),
        label="flat",
    ),
    *(
        case(
            "scatter",
            "n m f32, 0 i32, n m f32 -> n m f32",
            region
            + _SCATTERED % ("update_window_dims = [0, 1]", "true"),
            label=f"whole-{label}",
        )
        for label, region in (
            ("set", replaced()),
            ("add", folded("add", "f32")),
            ("max", folded("maximum", "f32")),
        )
    ),
    case(
        "scatter",
        "n m f32, n 3 1 i32, n 3 f32 -> n m f32",
        folded("add", "f32")
        + _SCATTERED
        % (
            "inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], "
            "scatter_dims_to_operand_dims = [1], index_vector_dim = 2",
            "false",
        ),
        label="batch",
    ),
    case(
        "scatter",
        "n m f32, 1 i32, n f32 -> n m f32",
        folded("add", "f32")
        + _SCATTERED
        % ("update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]", "true"),
        label="column",
    ),
    case(
        "scatter",
        "n+2 f32, 1 i32, n f32 -> n+2 f32",
        folded("add", "f32")
        + _SCATTERED % ("update_window_dims = [0], scatter_dims_to_operand_dims = [0]", "true"),
        label="part",
    ),
]

_NORM = "{epsilon = 1.000000e-03 : f32, feature_index = %d : i64}"
_OTHERS = [
    case(
        "batch_norm_inference",
        "n m 3 f32, 3 f32, 3 f32, 3 f32, 3 f32 -> n m 3 f32",
        _NORM % 2,
        label="static",
    ),
    case(
        "batch_norm_inference",
        "n 3 m f32, m f32, m f32, m f32, m f32 -> n 3 m f32",
        _NORM % 2,
    ),
    case(
        "batch_norm_inference",
        "n m 3 f32, m f32, m f32, m f32, m f32 -> n m 3 f32",
        _NORM % 1,
        label="middle",
    ),
    case(
        "batch_norm_inference",
        "n m f32, m f32, m f32, m f32, m f32 -> n m f32",
        _NORM % 1,
        label="rank-2",
    ),
    case("batch_norm_training", "n m f32, m f32, m f32 -> n m f32, m f32, m f32", _NORM % 1),
    case(
        "batch_norm_grad",
        "n m f32, m f32, m f32, m f32, n m f32 -> n m f32, m f32, m f32",
        _NORM % 1,
    ),
    case(
        "if",
        "i1, n m f32, n m f32 -> n m f32",
        '({"stablehlo.return"(%a1) : ($1) -> ()}, {"stablehlo.return"(%a2) : ($2) -> ()})',
        operands=1,
    ),
    case(
        "case",
        "i32, n m f32, n m f32 -> n m f32",
        '({"stablehlo.return"(%a1) : ($1) -> ()}, {"stablehlo.return"(%a2) : ($2) -> ()})',
        operands=1,
    ),
    case(
        "while",
        "i32, n m f32 -> i32, n m f32",
        """({^bb0(%i: tensor<i32>, %x: $1):
        %end = stablehlo.constant dense<9> : tensor<i32>
        %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>}, {^bb0(%i: tensor<i32>, %x: $1):
        %one = stablehlo.constant dense<1> : tensor<i32>
        %j = stablehlo.add %i, %one : tensor<i32>
        %y = "stablehlo.negate"(%x) : ($1) -> ($r1)
        "stablehlo.return"(%j, %y) : (tensor<i32>, $r1) -> ()})""",
    ),
    case(
        "composite",
        "n m f32 -> n m f32",
        '{name = "own.neg", decomposition = @negate}',
        function="func.func private @negate(%x: $0) -> $r0 {\n%r = \"stablehlo.negate\"(%x) : ($0) -> $r0\n"
        "return %r : $r0\n}",
    ),
    case(
        "custom_call",
        "n 16 f32 -> n 4 f32, n 4 i32",
        '{call_target_name = "mhlo.topk", mhlo.attributes = {k = 4 : i64, largest = true}, mhlo.version = 1 : i64}',
        label="topk",
    ),
]

CASES = [*_REDUCTIONS, *_CONTRACTIONS, *_INDEXED, *_OTHERS]
