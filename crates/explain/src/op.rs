//! What a report says of each op and function, and of the origins of facts.

use super::{Remedy, place::Place};
use crate::{
    plan::CheckStatus,
    symbol::{Condition, Size},
};
use serde::{Deserialize, Serialize};

/// A function whose arguments declare symbols.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its location, if that is in a file.
    pub place: Option<Place>,
    /// The conditions that must hold when it is called, in the order in which they are checked.
    pub checks: Vec<EntryCheck>,
}

/// A condition that declared symbols impose on calls.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct EntryCheck {
    /// The declared symbol.
    pub symbol: String,
    /// The condition that must hold: `argument #0 dim 0 = argument #1 dim 0`.
    pub condition: String,
    /// The arguments' dims that it is about.
    pub about: Vec<ArgumentRef>,
    /// How it is checked.
    pub check: Check,
}

/// A dim of one argument.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct ArgumentRef {
    /// The argument's index.
    pub argument: usize,
    /// The argument's dim.
    pub dim: usize,
}

/// One broadcastable op.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct Op {
    /// Its name, such as `chlo.broadcast_add`.
    pub name: String,
    /// The name of its result in the source, such as `%0`, if that is known.
    pub value: Option<String>,
    /// The name that its location gives it, such as `jit(f)/add`.
    pub source_name: Option<String>,
    /// Its location, if that is in a file.
    pub place: Option<Place>,
    /// The function that it is in.
    pub function: Option<String>,
    /// Its outcome.
    pub outcome: Outcome,
    /// Whether the facts here are contradictory: the op is unreachable, or an earlier assertion
    /// always fails.
    pub contradiction: bool,
    /// The ids of the origins of the facts that contradict each other; empty if they are not found.
    #[serde(default)]
    pub contradicts: Vec<usize>,
    /// The ops that are emitted in front of it.
    #[serde(default)]
    pub emitted: Emitted,
    /// Its operands.
    pub operands: Vec<Operand>,
    /// The type of its result.
    pub result_type: String,
    /// The dims of its result.
    pub dims: Vec<Dim>,
}

impl Op {
    /// Returns whether it is replaced.
    pub const fn is_lowered(&self) -> bool {
        matches!(self.outcome, Outcome::Lowered { .. })
    }
}

/// The ops that replace an op. Those that an earlier op or the function entry has are not
/// repeated.
#[derive(Clone, Debug, Default, Eq, PartialEq, Deserialize, Serialize)]
pub struct Emitted {
    /// The first of them as text, with names as in the output.
    pub ops: Vec<String>,
    /// The number of the others.
    pub more: usize,
}

impl Emitted {
    /// The maximum number of ops that are kept as text.
    const MAX: usize = 32;

    /// Adds an op.
    pub fn add(&mut self, text: String) {
        match self.ops.len() < Self::MAX {
            true => self.ops.push(text),
            false => self.more += 1,
        }
    }
}

/// The outcome for an op.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Outcome {
    /// It is replaced.
    Lowered {
        /// The op that replaces it, or the hook that creates the replacement.
        target: String,
    },
    /// It stays, behind its guards: whoever reads the output broadcasts.
    Guarded,
    /// It stays.
    Left {
        /// Why.
        reason: String,
    },
    /// It is invalid or cannot be lowered, so the lowering fails.
    Failed {
        /// The errors on it.
        errors: Vec<Problem>,
    },
}

/// An error in the source.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Deserialize, Serialize)]
pub struct Problem {
    /// The message.
    pub message: String,
    /// Its location, if that is in a file.
    pub place: Option<Place>,
    /// Further explanations.
    pub notes: Vec<ProblemNote>,
}

/// An explanation of an error.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Deserialize, Serialize)]
pub struct ProblemNote {
    /// The message.
    pub message: String,
    /// Its location, if that is in a file.
    pub place: Option<Place>,
}

/// An operand of an op.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct Operand {
    /// The name of the value in the source, such as `%x`, if that is known.
    pub value: Option<String>,
    /// The name that the source gives it: in its location, or in an attribute of the
    /// function that it is an argument of.
    pub name: Option<String>,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its dims; none if it takes no part, or if their number is not known.
    pub dims: Vec<OperandDim>,
    /// How it is brought to the result's shape.
    pub broadcast: Broadcast,
    /// The ids of the origins of the facts that made the broadcast simpler.
    pub because: Vec<usize>,
}

/// A dim of an operand.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct OperandDim {
    /// Its size: a number, or a name shared by all equal sizes.
    pub size: String,
    /// The bound of its size, if its type gives one.
    pub bound: Option<i64>,
    /// The result dim that it is aligned to.
    pub result_dim: usize,
}

/// How an operand is brought to the result's shape.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Broadcast {
    /// It takes no part in the broadcast.
    Absent,
    /// It is used unchanged.
    None,
    /// By `stablehlo.broadcast_in_dim`.
    Static,
    /// By `stablehlo.broadcast_in_dim` to the bounds of dims, then
    /// `stablehlo.set_dimension_size`.
    Padded {
        /// The result dims whose size is set.
        dims: Vec<usize>,
    },
    /// By `stablehlo.dynamic_broadcast_in_dim`.
    Dynamic {
        /// The operand's dims that are known to expand.
        expanding: Vec<usize>,
        /// The operand's dims that are known not to expand.
        nonexpanding: Vec<usize>,
    },
    /// By `vector.broadcast`.
    Vector {
        /// Whether `vector.shape_cast` first aligns its dims.
        reshaped: bool,
    },
}

/// A dim of an op's result.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct Dim {
    /// Its size: a number, or a name shared by all equal sizes.
    pub size: String,
    /// The operand dims that decide the size; several if it is computed at run time.
    pub decided_by: Vec<OperandRef>,
    /// How the size is computed at run time, if it is needed.
    pub computed_by: Option<Computation>,
    /// The guards, in the order in which they are checked.
    pub guards: Vec<Guard>,
    /// The guards that would be needed by types alone, but that facts make unnecessary.
    pub removed_guards: Vec<Guard>,
    /// The reason for its size and guards.
    pub why: Why,
}

/// A dim of one operand.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct OperandRef {
    /// The operand's index.
    pub operand: usize,
    /// The operand's dim.
    pub dim: usize,
}

/// How the size of a dim is computed at run time.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Computation {
    /// As the size of one operand: `stablehlo.get_dimension_size`.
    Size,
    /// As the greatest size: `stablehlo.maximum`.
    Maximum,
    /// As the first size that is not 1: `stablehlo.select`.
    Select,
}

/// A condition that must hold at run time.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct Guard {
    /// Its kind.
    pub kind: GuardKind,
    /// The condition that must hold, with sizes by name: `a = b or min(a, b) = 1`.
    pub condition: String,
    /// The operand dims that it compares; none if it is about the result only.
    pub between: Vec<OperandRef>,
    /// How it is checked.
    pub check: Check,
    /// Whether it fails for all sizes that are possible at the op.
    #[serde(default)]
    pub never_holds: bool,
    /// What would make it unnecessary, if it is needed and that was looked for.
    #[serde(default)]
    pub remedy: Option<Remedy>,
    /// The certificate, if facts made the guard unnecessary and the search found one.
    #[serde(skip)]
    pub certificate: Option<Certificate>,
}

/// A condition and the premises that it follows from.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Certificate {
    /// The operand dims that are aligned to the result dim, with their sizes.
    pub sizes: Vec<(OperandRef, Size)>,
    /// The conditions that are known.
    pub premises: Vec<Premise>,
    /// The condition that follows, for any sizes.
    pub conclusion: Condition<Size>,
}

/// A known condition on sizes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Premise {
    /// The condition.
    pub condition: Condition<Size>,
    /// The id of its origin; `None` if it is another guard of the dim.
    pub origin: Option<usize>,
}

/// The kinds of guard.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GuardKind {
    /// A dim must be 1 or have a known size.
    Fixed,
    /// A dim must be 1 or have the size that the operands broadcast to, or that of the operand whose
    /// shape the result has.
    Broadcasts,
    /// Two dims must be equal, or one of them 1.
    Compatible,
    /// Two bounded dims must be equal.
    Equal,
    /// The result must have the size that its type declares.
    Declared,
    /// The result must be within the bound that its type declares.
    AtMost,
}

/// How a guard is checked.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// By an assertion in front of the op.
    Here,
    /// By an assertion at function entry.
    AtEntry,
    /// By an earlier assertion.
    Before,
    /// It is assumed and not checked, as `assertions=none` requests.
    Assumed,
    /// It is known, so no check is needed.
    Known,
}

impl From<CheckStatus> for Check {
    fn from(status: CheckStatus) -> Self {
        match status {
            CheckStatus::Here => Self::Here,
            CheckStatus::AtEntry => Self::AtEntry,
            CheckStatus::Before => Self::Before,
            CheckStatus::Assumed => Self::Assumed,
            CheckStatus::Known => Self::Known,
        }
    }
}

/// The reason for the size and guards of a result dim.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Why {
    /// All operands have size 1 or no dim here.
    AllOne,
    /// Only one operand dim is not 1.
    OnlyOne,
    /// All sizes are equal by type.
    Types,
    /// All sizes are of the same value.
    SameValue,
    /// Sizes are known only at run time, so guards check them.
    Guarded,
    /// The op is not lowered, so that it has neither a size that is planned nor guards.
    NotPlanned,
    /// Facts imply more than the types.
    Facts {
        /// The ids of the origins of these facts; empty if there are too many.
        because: Vec<usize>,
    },
}

impl Why {
    /// Returns the ids of the origins of the facts; none if facts make no difference, or if
    /// there are too many.
    pub fn because(&self) -> &[usize] {
        match self {
            Self::Facts { because } => because,
            _ => &[],
        }
    }
}

/// The origin of a fact.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Deserialize, Serialize)]
pub struct Origin {
    /// Its id, which is its index in the report.
    pub id: usize,
    /// Its kind.
    pub kind: OriginKind,
    /// Its name: that of an op, or of a symbol.
    pub name: String,
    /// Its location, if that is in a file.
    pub place: Option<Place>,
    /// The place of the facts about such ops in a rule file, if one gives them. Nothing checks them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<Place>,
    /// The ids of the origins of its operands' sizes.
    pub because: Vec<usize>,
}

/// The kinds of origin.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OriginKind {
    /// An op whose sizes are related.
    Op,
    /// A guard of an earlier op.
    Guard,
    /// An assertion in the input.
    Assertion,
    /// A symbol that arguments declare.
    Declared,
    /// What all branches to a block agree on.
    Branches,
    /// What all calls of a function agree on.
    Calls,
}
