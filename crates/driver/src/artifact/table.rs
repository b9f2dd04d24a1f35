//! The table of VHLO's ops.

use super::ops::{Attribute, AttributeForm, Fallback, Family, Limit, Struct};

/// An op of all supported versions.
const fn op(name: &'static str) -> Family {
    Family {
        name,
        since: &[9],
        attributes: &[],
        limits: &[],
    }
}

/// An op with a result accuracy since 1.10.
const fn function(name: &'static str) -> Family {
    const ACCURACY: &[Attribute] =
        &[optional("result_accuracy", Fallback::ResultAccuracy).since_edition(2)];
    const SINCE: &[i64] = &[9, v1(10)];
    op(name).since(SINCE).with(ACCURACY)
}

/// The generation of 1.`minor`.
const fn v1(minor: i64) -> i64 {
    20 + minor
}

const fn attribute(name: &'static str, form: AttributeForm, fallback: Fallback) -> Attribute {
    Attribute {
        name,
        form,
        fallback,
        first: 1,
        last: usize::MAX,
    }
}

const fn required(name: &'static str) -> Attribute {
    attribute(name, AttributeForm::Same, Fallback::None)
}

const fn optional(name: &'static str, fallback: Fallback) -> Attribute {
    attribute(name, AttributeForm::Same, fallback)
}

const fn list(name: &'static str) -> Attribute {
    attribute(name, AttributeForm::List, Fallback::None)
}

const fn ones(name: &'static str, like: &'static str) -> Attribute {
    attribute(name, AttributeForm::List, Fallback::Ones(like))
}

const fn flag(name: &'static str) -> Attribute {
    attribute(name, AttributeForm::Flag, Fallback::False)
}

const fn symbol(name: &'static str) -> Attribute {
    attribute(name, AttributeForm::Symbol, Fallback::None)
}

const fn part(name: &'static str, of: Struct) -> Attribute {
    attribute(name, AttributeForm::Part(of), Fallback::None)
}

/// A part of the dimension numbers that the second edition added.
const fn later_part(name: &'static str, of: Struct) -> Attribute {
    attribute(name, AttributeForm::Part(of), Fallback::EmptyTensor).since_edition(2)
}

const fn algorithm(name: &'static str) -> Attribute {
    attribute(
        name,
        AttributeForm::Part(Struct::DotAlgorithm),
        Fallback::NoneType,
    )
    .since_edition(2)
}

const fn convolution(name: &'static str) -> Attribute {
    part(name, Struct::Convolution)
}

const CHANNEL: Attribute = attribute("channel_id", AttributeForm::Channel, Fallback::Integer(0));
const GLOBAL_IDS: Attribute = flag("use_global_device_ids");
const DYNAMIC_ROOT: Attribute = flag("has_dynamic_root");
const PRECISION: Attribute = optional("precision_config", Fallback::Precisions);
const SORTED: Attribute = optional("indices_are_sorted", Fallback::False);
const SPATIAL: &str = "input_spatial_dimensions";
const WINDOW: &str = "window_dimensions";

/// The attributes of transfers between devices.
const TRANSFER: &[Attribute] = &[
    part("channel_id", Struct::Channel),
    part("channel_type", Struct::Channel),
    optional("is_host_transfer", Fallback::False),
    optional("source_target_pairs", Fallback::EmptyTensor).since_edition(2),
];

const NORMALIZATION: &[Attribute] = &[required("epsilon"), required("feature_index")];
const CONVOLUTION: &[Attribute] =
    &convolution_with(optional("padding", Fallback::ZeroPairs(SPATIAL)));
// The padding is an operand; the first edition has it as an attribute, too.
const DYNAMIC_CONVOLUTION: &[Attribute] = &convolution_with(
    attribute(
        "padding",
        AttributeForm::Missing,
        Fallback::ZeroPairs(SPATIAL),
    )
    .until_edition(1),
);

/// The attributes of a convolution with this padding.
const fn convolution_with(padding: Attribute) -> [Attribute; 17] {
    [
        ones("window_strides", SPATIAL),
        padding,
        ones("lhs_dilation", SPATIAL),
        ones("rhs_dilation", SPATIAL),
        attribute(
            "window_reversal",
            AttributeForm::List,
            Fallback::AllFalse(SPATIAL),
        ),
        convolution("input_batch_dimension"),
        convolution("input_feature_dimension"),
        convolution(SPATIAL),
        convolution("kernel_input_feature_dimension"),
        convolution("kernel_output_feature_dimension"),
        convolution("kernel_spatial_dimensions"),
        convolution("output_batch_dimension"),
        convolution("output_feature_dimension"),
        convolution("output_spatial_dimensions"),
        required("feature_group_count"),
        required("batch_group_count"),
        PRECISION,
    ]
}

/// All ops with their editions, of which the first is 1.
pub fn editions() -> impl Iterator<Item = (&'static Family, usize)> {
    FAMILIES
        .iter()
        .flat_map(|family| (1..=family.since.len()).map(move |edition| (family, edition)))
}

/// All ops.
pub const FAMILIES: &[Family] = &[
    op("abs"),
    op("add"),
    op("after_all"),
    op("all_gather")
        .since(&[9, v1(5)])
        .with(&[
            required("all_gather_dim"),
            required("replica_groups"),
            CHANNEL,
            GLOBAL_IDS,
        ])
        .limited(&[Limit::OneOperand]),
    op("all_reduce")
        .since(&[9, v1(5)])
        .with(&[required("replica_groups"), CHANNEL, GLOBAL_IDS])
        .limited(&[Limit::OneOperand, Limit::EqualElements]),
    op("all_to_all")
        .since(&[9, v1(5)])
        .with(&[
            required("split_dimension"),
            required("concat_dimension"),
            required("split_count"),
            required("replica_groups"),
            CHANNEL,
        ])
        .limited(&[Limit::OneOperand]),
    op("and"),
    op("async_start").since(&[v1(15)]),
    op("async_done").since(&[v1(15)]),
    op("atan2"),
    op("batch_norm_grad").with(NORMALIZATION),
    op("batch_norm_inference").with(NORMALIZATION),
    op("batch_norm_training").with(NORMALIZATION),
    op("bitcast_convert"),
    op("broadcast_in_dim").with(&[list("broadcast_dimensions")]),
    op("broadcast").with(&[list("broadcast_sizes")]),
    op("call").with(&[symbol("callee")]),
    op("case"),
    function("cbrt"),
    op("ceil"),
    op("cholesky").with(&[optional("lower", Fallback::False)]),
    op("clamp"),
    op("count_leading_zeros"),
    op("collective_broadcast")
        .since(&[16, v1(20)])
        .with(&[
            required("replica_groups"),
            CHANNEL,
            DYNAMIC_ROOT.since_edition(2),
        ])
        .limited(&[Limit::OneOperand]),
    op("collective_reduce").since(&[v1(19)]).with(&[
        required("replica_groups"),
        CHANNEL,
        GLOBAL_IDS,
        DYNAMIC_ROOT,
    ]),
    op("collective_permute").with(&[required("source_target_pairs"), CHANNEL]),
    op("compare").with(&[
        required("comparison_direction"),
        optional("compare_type", Fallback::ComparisonType),
    ]),
    op("complex"),
    op("composite")
        .since(&[19, v1(14)])
        .with(&[
            required("name"),
            optional("composite_attributes", Fallback::EmptyDictionary),
            symbol("decomposition"),
            optional("version", Fallback::Integer(0)),
        ])
        .limited(&[Limit::NoRegion]),
    op("concatenate").with(&[required("dimension")]),
    op("constant").with(&[required("value")]),
    op("convert"),
    op("convolution")
        .with(CONVOLUTION)
        .limited(&[Limit::EqualOperands]),
    function("cosine"),
    op("create_token"),
    op("cross-replica-sum").with(&[required("replica_groups")]),
    op("custom_call")
        .since(&[9, v1(18)])
        .with(&[
            required("call_target_name"),
            optional("has_side_effect", Fallback::False),
            optional("backend_config", Fallback::BackendConfig),
            attribute(
                "api_version",
                AttributeForm::ApiVersion,
                Fallback::ApiVersion,
            ),
            attribute(
                "called_computations",
                AttributeForm::Symbols,
                Fallback::EmptyArray,
            ),
            optional(
                "operand_layouts",
                Fallback::EmptyArrayWith("result_layouts"),
            ),
            optional(
                "result_layouts",
                Fallback::EmptyArrayWith("operand_layouts"),
            ),
            optional("output_operand_aliases", Fallback::EmptyArray),
            optional("result_tilings", Fallback::EmptyArray).since_edition(2),
        ])
        .limited(&[Limit::CustomCall]),
    op("divide"),
    op("dot_general")
        .since(&[9, v1(6)])
        .with(&[
            part("lhs_batching_dimensions", Struct::Dot),
            part("rhs_batching_dimensions", Struct::Dot),
            part("lhs_contracting_dimensions", Struct::Dot),
            part("rhs_contracting_dimensions", Struct::Dot),
            PRECISION,
            algorithm("lhs_precision_type"),
            algorithm("rhs_precision_type"),
            algorithm("accumulation_type"),
            algorithm("lhs_component_count"),
            algorithm("rhs_component_count"),
            algorithm("num_primitive_operations"),
            algorithm("allow_imprecise_accumulation"),
        ])
        .limited(&[Limit::OneOperation]),
    op("dot").with(&[PRECISION]),
    op("dynamic_broadcast_in_dim").with(&[
        list("broadcast_dimensions"),
        attribute(
            "known_expanding_dimensions",
            AttributeForm::List,
            Fallback::EmptyTensor,
        ),
        attribute(
            "known_nonexpanding_dimensions",
            AttributeForm::List,
            Fallback::EmptyTensor,
        ),
    ]),
    op("dynamic_conv")
        .since(&[9, 20])
        .with(DYNAMIC_CONVOLUTION)
        .limited(&[Limit::EqualOperands]),
    op("dynamic_gather").since(&[9, v1(1)]).with(&[
        part("offset_dims", Struct::Gather),
        part("collapsed_slice_dims", Struct::Gather),
        later_part("operand_batching_dims", Struct::Gather),
        later_part("start_indices_batching_dims", Struct::Gather),
        part("start_index_map", Struct::Gather),
        part("index_vector_dim", Struct::Gather),
        SORTED,
    ]),
    op("dynamic_iota").with(&[required("iota_dimension")]),
    op("dynamic_pad"),
    op("dynamic_reshape"),
    op("dynamic_slice").with(&[list("slice_sizes")]),
    op("dynamic_update_slice"),
    op("einsum").with(&[required("einsum_config")]),
    function("exponential_minus_one"),
    function("exponential").since(&[9, v1(9)]),
    op("fft").with(&[required("fft_type"), list("fft_length")]),
    op("floor"),
    op("func").with(&[
        required("sym_name"),
        required("function_type"),
        optional("sym_visibility", Fallback::EmptyString),
        optional("arg_attrs", Fallback::EmptyArray),
        optional("res_attrs", Fallback::EmptyArray),
    ]),
    op("gather").since(&[9, v1(1)]).with(&[
        part("offset_dims", Struct::Gather),
        part("collapsed_slice_dims", Struct::Gather),
        later_part("operand_batching_dims", Struct::Gather),
        later_part("start_indices_batching_dims", Struct::Gather),
        part("start_index_map", Struct::Gather),
        part("index_vector_dim", Struct::Gather),
        list("slice_sizes"),
        SORTED,
    ]),
    op("get_dimension_size").with(&[required("dimension")]),
    op("get_tuple_element").with(&[required("index")]),
    op("if"),
    op("imag"),
    op("infeed").with(&[
        optional("infeed_config", Fallback::EmptyString),
        optional("layout", Fallback::EmptyArray),
    ]),
    op("iota").with(&[required("iota_dimension")]),
    op("is_finite"),
    function("log_plus_one"),
    function("logistic"),
    function("log"),
    op("map").with(&[list("dimensions")]),
    op("maximum"),
    op("minimum"),
    op("multiply"),
    op("negate"),
    op("not"),
    op("optimization_barrier"),
    op("or"),
    op("outfeed").with(&[optional("outfeed_config", Fallback::EmptyString)]),
    op("pad").with(&[
        list("edge_padding_low"),
        list("edge_padding_high"),
        list("interior_padding"),
    ]),
    op("partition_id"),
    op("popcnt"),
    op("power"),
    op("real_dynamic_slice"),
    op("real"),
    op("recv").since(&[9, v1(12)]).with(TRANSFER),
    op("reduce")
        .with(&[list("dimensions")])
        .limited(&[Limit::EqualElements]),
    op("reduce_precision").with(&[required("exponent_bits"), required("mantissa_bits")]),
    op("reduce_scatter")
        .with(&[
            required("scatter_dimension"),
            required("replica_groups"),
            CHANNEL,
            GLOBAL_IDS,
        ])
        .limited(&[Limit::EqualElements]),
    op("reduce_window")
        .with(&[
            list(WINDOW),
            ones("window_strides", WINDOW),
            ones("base_dilations", WINDOW),
            ones("window_dilations", WINDOW),
            optional("padding", Fallback::ZeroPairs(WINDOW)),
        ])
        .limited(&[Limit::EqualElements]),
    op("remainder"),
    op("replica_id"),
    op("reshape"),
    op("return"),
    op("reverse").with(&[list("dimensions")]),
    op("rng_bit_generator").with(&[required("rng_algorithm")]),
    op("rng").with(&[required("rng_distribution")]),
    op("round_nearest_even"),
    op("round_nearest_afz"),
    function("rsqrt"),
    op("scatter")
        .since(&[9, v1(1)])
        .with(&[
            part("update_window_dims", Struct::Scatter),
            part("inserted_window_dims", Struct::Scatter),
            later_part("input_batching_dims", Struct::Scatter),
            later_part("scatter_indices_batching_dims", Struct::Scatter),
            part("scatter_dims_to_operand_dims", Struct::Scatter),
            part("index_vector_dim", Struct::Scatter),
            SORTED,
            optional("unique_indices", Fallback::False),
        ])
        .limited(&[Limit::EqualElements]),
    op("select_and_scatter")
        .with(&[
            list(WINDOW),
            ones("window_strides", WINDOW),
            optional("padding", Fallback::ZeroPairs(WINDOW)),
        ])
        .limited(&[Limit::EqualElements]),
    op("select"),
    op("send").since(&[9, v1(12)]).with(TRANSFER),
    op("set_dimension_size").with(&[required("dimension")]),
    op("shift_left"),
    op("shift_right_arithmetic"),
    op("shift_right_logical"),
    op("sign"),
    function("sine"),
    op("slice").with(&[
        list("start_indices"),
        list("limit_indices"),
        list("strides"),
    ]),
    op("sort").with(&[
        optional("dimension", Fallback::Integer(-1)),
        optional("is_stable", Fallback::False),
    ]),
    function("sqrt"),
    op("subtract"),
    function("tan").since(&[v1(4), v1(10)]),
    function("tanh"),
    op("torch_index_select").with(&[required("dim"), required("batch_dims")]),
    op("transpose").with(&[list("permutation")]),
    op("triangular_solve").with(&[
        required("left_side"),
        required("lower"),
        required("unit_diagonal"),
        required("transpose_a"),
    ]),
    op("tuple"),
    op("unary_einsum").with(&[required("einsum_config")]),
    op("uniform_dequantize"),
    op("uniform_quantize"),
    op("while"),
    op("xor"),
];
