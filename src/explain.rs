//! Reports: what the lowering decides for each op, and why, as a value, as text, as JSON
//! and as an HTML page.
//!
//! A [`Report`] is built from what is recorded of each op's plan while a module is lowered.
//! Nothing here decides anything about broadcasting, or depends on MLIR.

mod html;
#[cfg(feature = "mlir")]
mod json;
mod report;
mod text;
pub(crate) mod words;

#[cfg(feature = "mlir")]
pub use self::json::to_json;
pub use self::{
    html::Html,
    report::{
        ArgumentRef, Broadcast, BroadcastCounts, Check, Computation, Decisions, Dim, EntryCheck,
        Function, Guard, GuardCounts, GuardKind, Op, OpCounts, Operand, OperandDim, OperandRef,
        Origin, OriginKind, Outcome, Place, Report, Summary, VERSION, Why,
    },
    text::{Palette, Text},
};
