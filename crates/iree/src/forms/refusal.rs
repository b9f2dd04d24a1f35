//! Ops that IREE compiles in no form.

use crate::{
    analysis::argument_types,
    build::*,
    diagnostic::emit_op_error,
    forms::{
        convolution::is_of_unknown_size, scatter::has_several_slices, sharding::is_only_sharding,
    },
    ops::*,
    prelude::*,
    row::IREE_VERSION,
};

/// The rows that reject what the other rows leave.
pub const ROWS: &[&Row] = &[
    &Row {
        name: "ffts",
        ops: &[stablehlo::FFT],
        when: "it transforms a tensor of unknown size, several dims, or a length that is not a \
               power of two",
        becomes: "use static sizes, pad the length to a power of two, and transform one dim after \
               the other",
        why: "IREE transforms one dim of a static tensor (`FftOpConversion` in its \
               `StableHLOToLinalgExt.cpp`).",
        action: Refuse(is_fft),
    },
    &Row {
        name: "bounded-reshapes",
        ops: &[stablehlo::RESHAPE],
        when: "a size of its result is unknown, and has a bound",
        becomes: "use `dynamic_reshape`, or give the sizes with `--shapes`",
        why: "IREE drops bounds, without which the result has no size.",
        action: Refuse(has_dynamic_result),
    },
    &Row {
        name: "linear-algebra",
        ops: &[stablehlo::CHOLESKY, stablehlo::TRIANGULAR_SOLVE],
        when: "IREE has no kernels for decompositions of matrices",
        becomes: "compute it outside of the program, or write it in terms of other ops",
        why: "IREE has no form of these ops.",
        action: Refuse(|_| true),
    },
    &Row {
        name: "custom-calls",
        ops: &[stablehlo::CUSTOM_CALL],
        when: "IREE does not know this target of a custom call",
        becomes: "export the program without it",
        why: "IREE knows `ApproxTopK`, `ProductOfElementaryHouseholderReflectors`, `TopK` and \
               `shape_assertion` only.",
        action: Refuse(is_unknown_call),
    },
    &Row {
        name: "computed-forms",
        ops: &[
            stablehlo::DYNAMIC_CONV,
            stablehlo::DYNAMIC_GATHER,
            stablehlo::DYNAMIC_PAD,
        ],
        when: "the size of the window, or the interior padding, is computed, or groups are of \
               batches",
        becomes: "make it a constant",
        why: "IREE has no form of these ops; others than these are rewritten.",
        action: Refuse(|_| true),
    },
    &Row {
        name: "convolutions-of-unknown-window",
        ops: &[stablehlo::CONVOLUTION],
        when: "the window is of unknown size, or a batch of unknown size is divided into groups",
        becomes: "give the kernel, or the batch, a static size",
        why: "IREE rejects it.",
        action: Refuse(is_open_convolution),
    },
    &Row {
        name: "window-reducers",
        ops: &[stablehlo::REDUCE_WINDOW, stablehlo::CUSTOM_CALL],
        when: "it reduces windows of a tensor of unknown size by more than one elementwise op, as JAX's `cumlogsumexp` \
               does",
        becomes: "use static sizes, or one op per window",
        why: "IREE rejects it.",
        action: Refuse(is_open_window),
    },
    &Row {
        name: "large-selections",
        ops: &[stablehlo::SELECT_AND_SCATTER],
        when: "its window has more than 64 elements, or it selects or combines elements by other ops than elementwise ones",
        becomes: "use a smaller window and elementwise ops",
        why: "IREE selects the last one of equal elements, if it compiles it at all.",
        action: Refuse(|_| true),
    },
    &Row {
        name: "channels",
        ops: &[
            stablehlo::INFEED,
            stablehlo::OUTFEED,
            stablehlo::RECV,
            stablehlo::SEND,
        ],
        when: "IREE exchanges no data while a program runs",
        becomes: "pass the data as arguments and results",
        why: "IREE has no tokens (`stablehlo.after_all`).",
        action: Refuse(|_| true),
    },
    &Row {
        name: "collectives",
        ops: &[
            stablehlo::ALL_GATHER,
            stablehlo::ALL_REDUCE,
            stablehlo::ALL_TO_ALL,
            stablehlo::COLLECTIVE_BROADCAST,
            stablehlo::COLLECTIVE_PERMUTE,
            stablehlo::REDUCE_SCATTER,
        ],
        when: "its tensor is of unknown size, or it is a `collective_broadcast`",
        becomes: "use static sizes and another op, or export the program for one device",
        why: "IREE's conversion (`ConvertCollectives.cpp`) makes buffers of static size only, and has no \
               broadcast.",
        action: Refuse(|it| {
            ir::is_named(it, stablehlo::COLLECTIVE_BROADCAST) || has_dynamic_operand(it)
        }),
    },
    &Row {
        name: "scatters-of-several",
        ops: &[stablehlo::SCATTER],
        when: "it scatters several tensors, or several slices along an indexed dim or without one",
        becomes: "use one scatter for each tensor, or a loop over the slices",
        why: "IREE says \"NYI\" to several tensors (`ScatterOpConversion` in its \
               `StableHLOToLinalgExt.cpp`), and that indices and updates do not match to \
               several slices.",
        action: Refuse(|it| it.operand_count() != 3 || has_several_slices(it)),
    },
    &Row {
        name: "quantization",
        ops: &[stablehlo::UNIFORM_DEQUANTIZE, stablehlo::UNIFORM_QUANTIZE],
        when: "its tensor is of unknown size",
        becomes: "use static sizes",
        why: "IREE makes a broadcast of it that it rejects.",
        action: Refuse(has_dynamic_operand),
    },
    &Row {
        name: "bits-of-another-width",
        ops: &[stablehlo::BITCAST_CONVERT],
        when: "its tensor is of unknown size, and its elements get another width, one of them of less than 8 bits or complex",
        becomes: "use static sizes, or compute the elements by shifts",
        why: "The compiler ends with \"could not reify\".",
        action: Refuse(changes_width),
    },
    &Row {
        name: "reduced-precision",
        ops: &[stablehlo::REDUCE_PRECISION],
        when: "its tensor is of unknown size",
        becomes: "use static sizes, or convert to a narrower type and back",
        why: "The compiler ends without a message.",
        action: Refuse(has_dynamic_operand),
    },
    &Row {
        name: "batch-norm",
        ops: &[stablehlo::BATCH_NORM_GRAD, stablehlo::BATCH_NORM_TRAINING],
        when: "IREE has no kernels for its gradient, nor for training on batches of unknown size",
        becomes: "export the program with batch normalization written in terms of other ops",
        why: "IREE rejects them.",
        action: Refuse(|it| {
            ir::is_named(it, stablehlo::BATCH_NORM_GRAD) || has_dynamic_operand(it)
        }),
    },
    &Row {
        name: "argument-types",
        ops: &[func::FUNC],
        when: "a public function has arguments or results of an 8-, 6- or 4-bit float type that \
               its runtime lacks",
        becomes: "convert them to another type inside of the program",
        why: "IREE reports an \"unsupported element type\".",
        action: Refuse(has_unsupported_type),
    },
];

pub static SHARDY: Row = Row {
    name: "shardy-computations",
    ops: &["sdy.*"],
    when: "it computes on the parts of data that devices have, and IREE compiles for one \
               device",
    becomes: "export the program without Shardy",
    why: "IREE does not know the dialect.",
    action: Refuse(is_computation),
};

pub static LARGE_WINDOWS: Row = Row {
    name: "large-windows",
    ops: &[
        stablehlo::CONVOLUTION,
        stablehlo::PAD,
        stablehlo::REDUCE_WINDOW,
        stablehlo::SELECT_AND_SCATTER,
    ],
    when: "a size, stride, dilation or padding of its window is beyond 32 bits, which no tensor's size is",
    becomes: "use a smaller one",
    why: "Positions in such windows may wrap.",
    action: Refuse(has_large_window),
};

/// Emits an error on each op in and below `root` that a row refuses.
pub fn refuse(
    root: OpRef<'_>,
    row: &Row,
    is_refused: for<'a> fn(OpRef<'a>) -> bool,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    let ops = ir::find_ops(root, |operation| {
        let attempt = || is_refused(operation).then_some(());
        is_about(row, operation) && row.attempt(operation, changes, attempt).is_some()
    });
    for &operation in &ops {
        let (when, advice) = (row.when, row.becomes);
        let message = format!("cannot be compiled by IREE {IREE_VERSION}: {when}; {advice}");
        emit_op_error(operation, &message, &[]);
    }
    match ops.is_empty() {
        true => Ok(()),
        false => Err(Failed),
    }
}

fn is_computation(operation: OpRef<'_>) -> bool {
    // Errors are those of the op around a terminator.
    !ir::is_named(operation, "sdy.return") && !is_only_sharding(operation)
}

fn has_large_window(operation: OpRef<'_>) -> bool {
    const NAMES: [&str; 10] = [
        "base_dilations",
        "edge_padding_high",
        "edge_padding_low",
        "interior_padding",
        "lhs_dilation",
        "padding",
        "rhs_dilation",
        "window_dilations",
        "window_dimensions",
        "window_strides",
    ];
    let mut numbers = NAMES.iter().flat_map(|name| {
        let list = ir::int_array(operation, name);
        let list = list.or_else(|| ir::int_elements(operation, name, usize::MAX));
        list.unwrap_or_default()
    });
    numbers.any(|number| i32::try_from(number).is_err())
}

fn has_dynamic_operand(operation: OpRef<'_>) -> bool {
    operation.operands().any(is_dynamic)
}

fn changes_width(operation: OpRef<'_>) -> bool {
    let values = [ir::operand(operation, 0), ir::result(operation, 0)];
    let ranks = values.map(|value| Some(sizes(value?)?.len()));
    has_dynamic_operand(operation) && ranks[0] != ranks[1]
}

fn is_fft(operation: OpRef<'_>) -> bool {
    let lengths = ir::int_array(operation, "fft_length").unwrap_or_default();
    let [length] = *lengths else { return true };
    has_dynamic_operand(operation) || length.count_ones() != 1
}

fn is_unknown_call(operation: OpRef<'_>) -> bool {
    const KNOWN: [&str; 4] = [
        "ApproxTopK",
        "ProductOfElementaryHouseholderReflectors",
        "TopK",
        "shape_assertion",
    ];
    let target = ir::string(operation, "call_target_name");
    !target.is_some_and(|target| KNOWN.contains(&target)) && !reduces_by_several_ops(operation)
}

/// Returns whether a call reduces windows of computed sizes by more than one op.
fn reduces_by_several_ops(operation: OpRef<'_>) -> bool {
    is_window_call(operation) && window_block(operation).is_some_and(|it| reducer(it).is_none())
}

fn is_open_convolution(operation: OpRef<'_>) -> bool {
    let is_batched = ir::integer(operation, "batch_group_count") != Some(1);
    is_of_unknown_size(operation) == Some(true) || is_batched && has_dynamic_operand(operation)
}

fn is_open_window(operation: OpRef<'_>) -> bool {
    match ir::is_named(operation, stablehlo::CUSTOM_CALL) {
        true => reduces_by_several_ops(operation),
        false => has_dynamic_operand(operation),
    }
}

fn has_unsupported_type(operation: OpRef<'_>) -> bool {
    const TYPES: [&str; 6] = [
        "f4E2M1FN",
        "f6E2M3FN",
        "f6E3M2FN",
        "f8E3M4",
        "f8E4M3",
        "f8E4M3B11FNUZ",
    ];
    let is_public = ir::string(operation, "sym_visibility") != Some("private");
    let is_unsupported = |r#type| {
        let element = ir::element_type(r#type).map(|element| element.to_string());
        element.is_some_and(|element| TYPES.contains(&&*element))
    };
    is_public
        && (argument_types(operation).into_iter())
            .chain(ir::result_types(operation))
            .any(is_unsupported)
}
