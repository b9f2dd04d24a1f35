//! Reports of what the lowering decides for each op, and why: as a value, text, JSON or an HTML
//! page, and, for guards that facts remove, as queries to an SMT solver.
//!
//! Depends on `bcast-lower-broadcast` alone: neither on MLIR nor on the lowering.
//!
//! A [`Report`] is built from the plans recorded while a module is lowered. This module makes
//! no decisions about broadcasting, and does not depend on MLIR.
//!
//! # Explanations come from the lowering
//!
//! `explain` lowers a copy of the module. The lowering reports its events to a listener
//! (`lower/lower_broadcast/listener.rs`) and does not ask about it; usually the listener only
//! emits remarks, here `lower/lower_broadcast/record.rs` records each op's plan when it is
//! created. Only then do facts keep a journal of the statements they get, and the analysis the
//! origin of each. The effect of facts is found by planning the op again without them; their
//! origins, by planning it with fewer and fewer statements of the journal, until every remaining
//! one is necessary. So no inference rule has to track its reasons. By default, the search stops
//! at the origin of each operand's sizes: that origin is a node of a graph, with links to the
//! origins of its own operands' sizes. So the cost of an op does not depend on its position in a
//! chain.
//!
//! # Requirements are read, not recorded
//!
//! What a program with explicit broadcasts asks of its sizes is found by one walk of the input
//! (`simplify/requirements.rs`) that learns like the pass `simplify-broadcasts` and emits nothing,
//! so the report is the same for each target. What a target makes of the broadcasts is read from
//! its log of changes, and from the ops of the output at their locations.
//!
//! # Long pages are packed
//!
//! The same code renders each op of a page. In a long report, it renders a hundred at once as
//! compressed text, which the page's script decompresses by what browsers have, and inserts when
//! somebody looks. So there is no second renderer in JavaScript, and everything in front works
//! without it.

#![deny(missing_docs)]
#![deny(unsafe_code)]

use bcast_lower_broadcast::{plan, symbol};

mod change;
mod decisions;
mod dim_groups;
mod html;
mod json;
mod layers;
mod op;
mod place;
mod position;
mod proof;
#[doc(hidden)]
pub mod remaining;
mod remedy;
mod report;
mod requirement_words;
mod requirements;
mod smt;
mod summary;
mod text;
#[doc(hidden)]
pub mod words;

pub use self::{
    change::{Change, ChangeCounts, ChangeKind},
    decisions::Decisions,
    html::{Html, HtmlPart},
    json::{parse_proof, to_json},
    position::{ParsePositionError, Position},
    proof::{PROOF_VERSION, Proof, ProvenFunction, Verdict},
    remedy::{ArgumentDim, Remedy},
    report::{Report, VERSION},
    requirements::{
        ExplicitBroadcast, FunctionSizes, InputCheck, NamedSize, OpsAt, Requirements, ResultDim,
    },
    smt::Smt,
    summary::{BroadcastCounts, GuardCounts, OpCounts, Summary},
    text::{OpText, Palette, Text},
};
pub use crate::{
    op::{
        ArgumentRef, Broadcast, Certificate, Check, Computation, Dim, Emitted, EntryCheck,
        Function, Guard, GuardKind, Op, Operand, OperandDim, OperandRef, Origin, OriginKind,
        Outcome, Premise, Problem, ProblemNote, Why,
    },
    place::Place,
};
