//! Reports: what the lowering decides for each op, and why, as a value, as text, as JSON,
//! as an HTML page and, of guards that facts remove, as questions to a solver.
//!
//! A [`Report`] is built from what is recorded of each op's plan while a module is lowered.
//! Nothing here decides anything about broadcasting, or depends on MLIR.

mod change;
mod decisions;
mod html;
#[cfg(feature = "mlir")]
mod json;
mod position;
mod report;
mod smt;
mod text;
pub(crate) mod words;

#[cfg(feature = "mlir")]
pub use self::json::to_json;
pub use self::{
    change::{Change, ChangeCounts, ChangeKind},
    decisions::Decisions,
    html::Html,
    position::{ParsePositionError, Position},
    report::{
        ArgumentRef, Broadcast, BroadcastCounts, Certificate, Check, Computation, Dim, EntryCheck,
        Function, Guard, GuardCounts, GuardKind, Op, OpCounts, Operand, OperandDim, OperandRef,
        Origin, OriginKind, Outcome, Place, Premise, Report, Summary, VERSION, Why,
    },
    smt::Smt,
    text::{Palette, Text},
};
