//! The table of ops that become StableHLO: one row per op.

use super::{
    arith, check,
    chlo::{self, Narrow},
    deprecated, inferred,
    legalizer::Legalizer,
    math, resource, shape, tensor, tensorflow,
};
use crate::{
    analysis::{IntegerValues, arith_functions},
    statistics::NoMatch,
};
use melior::ir::{OperationRef, Value};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A row: how an op becomes StableHLO.
#[derive(Clone, Copy, Debug)]
pub struct OpConversion {
    /// The name of the op.
    pub op: &'static str,
    /// How it is converted.
    pub form: ConversionForm,
}

impl OpConversion {
    pub(super) const fn new(op: &'static str, form: ConversionForm) -> Self {
        Self { op, form }
    }
}

/// How an op is converted.
#[derive(Clone, Copy, Debug)]
pub enum ConversionForm {
    /// By the function of integers that the analysis knows, elementwise on tensors.
    Integers,
    /// A formula of each element, and the precision for narrow floats.
    Computed(Narrow, chlo::ElementFunction),
    /// An elementwise StableHLO op without attributes.
    Elementwise(&'static str),
    /// By custom functions.
    Custom(ReadOp, Emit),
    /// A check, whose result may be a witness that a region takes.
    Check(ReadCheck, EmitCheck),
    /// An op whose results are always integers, and which checks, if they are used, that
    /// they are defined.
    CheckedMeaning(ReadOp, EmitCheck),
    /// A region that takes a witness; its ops replace it.
    Inline,
}

/// Computes what an op's results are, or requests that the op be emitted. Does not change the IR.
pub type ReadOp =
    for<'c, 'a> fn(&mut IntegerValues, OperationRef<'c, 'a>) -> Result<OpOutcome<'c, 'a>, Refusal>;

/// Emits the replacement of an op in front of it; returns the values that replace its results.
pub type Emit =
    for<'c, 'a> fn(&mut Legalizer<'c, 'a>, OperationRef<'c, 'a>) -> Option<Vec<Value<'c, 'a>>>;

/// Fails if a check cannot be emitted. Does not change the IR.
pub type ReadCheck =
    for<'c, 'a> fn(&mut IntegerValues, OperationRef<'c, 'a>) -> Result<(), Refusal>;

/// Emits a check.
pub type EmitCheck = for<'c, 'a> fn(&mut Legalizer<'c, 'a>, OperationRef<'c, 'a>);

/// What an op becomes.
#[derive(Clone, Debug)]
pub enum OpOutcome<'c, 'a> {
    /// Its results are integers that are emitted where they are used; nothing is emitted in
    /// place.
    Known,
    /// Its results are witnesses of checks that are emitted elsewhere.
    Witness,
    /// Its result is the same as another value.
    Same(Value<'c, 'a>),
    /// It is emitted in place.
    Emitted,
    /// It is kept.
    Kept(NoMatch),
}

/// The reason why an op cannot become StableHLO.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Refusal {
    #[error("has no equivalent in StableHLO{}", .advice.map_or(String::new(), |advice| format!("; {advice}")))]
    Unknown { advice: Option<&'static str> },
    #[error("cannot become StableHLO: the rank of {subject} is unknown; specialise ranks first")]
    Rank { subject: &'static str },
    #[error("cannot become StableHLO: {subject} has type '{found}'{}", .advice.map_or(String::new(), |advice| format!("; {advice}")))]
    Type {
        subject: String,
        found: String,
        advice: Option<&'static str>,
    },
    #[error("cannot become StableHLO: {what} is not a compile-time constant")]
    NotConstant { what: &'static str },
    #[error("cannot become StableHLO: {what} is {found}; expected {expected}")]
    Value {
        what: &'static str,
        found: String,
        expected: String,
    },
    #[error("cannot become StableHLO: {0}")]
    Other(String),
}

/// All rows, by dialect.
pub const TABLES: [&[OpConversion]; 15] = [
    arith::ROWS,
    math::ROWS,
    tensor::ROWS,
    shape::ROWS,
    check::ROWS,
    chlo::ROWS,
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
    ("chlo.broadcast_", "run 'lower-broadcast' first"),
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
        "choose a target that accepts TOSA, or convert it to StableHLO first",
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

/// Returns advice on an op without a row.
pub fn advice(op: &str) -> Option<&'static str> {
    let advice = ADVICE.iter().find(|(prefix, _)| op.starts_with(prefix));
    advice.map(|&(_, advice)| advice)
}

/// Returns the refusal of an op without a row.
pub fn unknown(op: &str) -> Refusal {
    Refusal::Unknown { advice: advice(op) }
}
