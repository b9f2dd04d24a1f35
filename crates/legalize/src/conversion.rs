//! How an op becomes StableHLO: a row of the table.

use super::{formula::Term, legalizer::Legalizer, refusal::Refusal};
use crate::{analysis::IntegerValues, statistics::NoMatch};
use melior::ir::{OperationRef, Value};

/// The precision in which narrow floats are computed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Narrow {
    /// In their own type.
    Kept,
    /// In `f32`.
    Widened,
    /// In their own type, whatever it is: the formula computes with bits.
    Bits,
}

/// A function of each element.
pub type ElementFunction = for<'f> fn(&[Term<'f>]) -> Term<'f>;

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
    Computed(Narrow, ElementFunction),
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
