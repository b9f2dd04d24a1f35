//! Reports of what the lowering decides for each op, and why: as a value, text, JSON or an HTML
//! page, and, for guards that facts remove, as queries to an SMT solver.
//!
//! A [`Report`] is built from the plans recorded while a module is lowered. This module makes
//! no decisions about broadcasting, and does not depend on MLIR.

mod change;
mod decisions;
mod dim_groups;
mod html;
#[cfg(feature = "mlir")]
mod json;
mod layers;
mod position;
mod proof;
pub(crate) mod remaining;
mod remedy;
mod report;
mod requirement_words;
mod requirements;
mod smt;
mod summary;
mod text;
pub(crate) mod words;

#[cfg(feature = "mlir")]
pub use self::json::{parse_proof, to_json};
pub use self::{
    change::{Change, ChangeCounts, ChangeKind},
    decisions::Decisions,
    html::{Html, HtmlPart},
    position::{ParsePositionError, Position},
    proof::{PROOF_VERSION, Proof, ProvenFunction, Verdict},
    remedy::{ArgumentDim, Remedy},
    report::{
        ArgumentRef, Broadcast, Certificate, Check, Computation, Dim, Emitted, EntryCheck,
        Function, Guard, GuardKind, Op, Operand, OperandDim, OperandRef, Origin, OriginKind,
        Outcome, Place, Premise, Problem, ProblemNote, Report, VERSION, Why,
    },
    requirements::{
        ExplicitBroadcast, FunctionSizes, InputCheck, NamedSize, OpsAt, Requirements, ResultDim,
    },
    smt::Smt,
    summary::{BroadcastCounts, GuardCounts, OpCounts, Summary},
    text::{OpText, Palette, Text},
};
