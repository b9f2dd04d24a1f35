//! The table of ops that become StableHLO: one row per op.

use super::{
    arith, check, chlo, constant,
    conversion::{ConversionForm, OpConversion},
    deprecated, inferred, math,
    refusal::Refusal,
    resource, shape, tensor, tensorflow,
};
use crate::analysis::arith_functions;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// All rows, by dialect.
pub const TABLES: [&[OpConversion]; 16] = [
    arith::ROWS,
    math::ROWS,
    tensor::ROWS,
    shape::ROWS,
    check::ROWS,
    chlo::ROWS,
    constant::ROWS,
    deprecated::ROWS,
    tensorflow::TOPICS[0],
    tensorflow::TOPICS[1],
    tensorflow::TOPICS[2],
    tensorflow::TOPICS[3],
    tensorflow::TOPICS[4],
    tensorflow::TOPICS[5],
    tensorflow::TOPICS[6],
    tensorflow::TOPICS[7],
];

/// The rows of ops of StableHLO that are kept in most forms.
pub const KEPT: [&[OpConversion]; 2] = [inferred::ROWS, resource::ROWS];

/// All rows, and those of `arith` that the analysis knows as functions of integers.
static BY_NAME: LazyLock<FxHashMap<&'static str, OpConversion>> = LazyLock::new(|| {
    let functions = arith_functions().map(|op| OpConversion::new(op, ConversionForm::Integers));
    let rows = TABLES.into_iter().chain(KEPT).flatten().copied();
    functions.chain(rows).map(|row| (row.op, row)).collect()
});

/// Returns the row of an op.
pub fn find(op: &str) -> Option<&'static OpConversion> {
    BY_NAME.get(op)
}

/// Advice on ops of other dialects.
const ADVICE: [(&str, &str); 14] = [
    (
        "chlo.broadcast_",
        "run 'lower-broadcast' first, which must not leave it",
    ),
    (
        "tf.",
        "run TensorFlow's 'xla-legalize-tf' first, and lower ops that broadcast with \
         '--rules=tensorflow'",
    ),
    ("tfl.", "export the model as StableHLO instead"),
    (
        "torch.",
        "run torch-mlir's 'convert-torch-to-stablehlo' first",
    ),
    (
        "torch_c.",
        "run torch-mlir's 'torch-finalizing-backend-type-conversion' first",
    ),
    (
        "onnx.",
        "run onnx-mlir's or torch-mlir's conversion to StableHLO first",
    ),
    (
        "tosa.",
        "choose a target that accepts TOSA, or convert it to StableHLO first; '--rules=tosa' converts elementwise ops",
    ),
    ("mhlo.", "run 'hlo-legalize-to-stablehlo' first"),
    ("vhlo.", "run 'vhlo-legalize-to-stablehlo' first"),
    ("linalg.", "legalise before anything is lowered to 'linalg'"),
    (
        "scf.",
        "use 'stablehlo.if', 'stablehlo.case' or 'stablehlo.while'",
    ),
    (
        "cf.",
        "use 'stablehlo.if', 'stablehlo.case' or 'stablehlo.while'",
    ),
    ("vector.", "StableHLO has no vectors"),
    ("memref.", "StableHLO has no buffers"),
];

/// Returns whether an op has a row.
pub fn has_row(op: &str) -> bool {
    find(op).is_some()
}

/// Returns whether an op always becomes others.
pub fn is_replaced(op: &str) -> bool {
    TABLES.into_iter().flatten().any(|row| row.op == op)
}

/// Returns advice on an op without a row.
pub fn advice(op: &str) -> Option<&'static str> {
    let advice = ADVICE.iter().find(|(prefix, _)| op.starts_with(prefix));
    advice.map(|&(_, advice)| advice)
}

/// Returns the refusal of an op without a row.
pub fn unknown(op: &str) -> Refusal {
    Refusal::Unknown { advice: advice(op) }
}
