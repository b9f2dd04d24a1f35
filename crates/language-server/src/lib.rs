//! MLIR's language server with this project's dialects.
//!
//! Depends on the driver. Opens no file but settings of the directories of documents.
//!
//! It serves hovers, definitions, references, the outline, and diagnostics of MLIR's parser and
//! verifiers. A [`Session`] adds what the lowering says: diagnostics, decisions as hovers and
//! hints, and quick fixes. It also checks tables of rules and files with settings.
//!
//! # The language server is MLIR's, behind a relay
//!
//! MLIR's server shows the diagnostics of its parser and of the ops' verifiers; it runs no passes,
//! and has no hook for one. The verifiers of our dialects do not check the shapes of `broadcast_*`
//! ops, because the user chooses the rules. So `bcast-lsp-server` runs MLIR's server in a separate
//! process, tracks the documents in the messages that it relays, and adds the diagnostics of
//! `verify-broadcastable` to those that come back. MLIR's server shows nothing but the error if
//! anything in a document does not parse. So `driver/repair.rs` finds the functions that do not
//! parse, by bisection, and makes declarations of them; the relay analyses the rest, in which all
//! lines are where they were.

#![deny(missing_docs)]
#![allow(unsafe_code)]
#![deny(clippy::disallowed_methods)]

use bcast_lower_broadcast::{rule, suggest};
use bcast_lower_core::{diagnostic, dialect, lower};
use bcast_lower_driver::{driver, pipeline};
use bcast_lower_explain as explain;

mod actions;
mod analysis;
mod decisions;
mod declarations;
mod document;
mod frame;
mod plain;
mod session;
mod settings;
mod signature;
mod text;
mod translate;

pub use self::{
    document::Documents,
    frame::{FrameError, read_frame, write_frame},
    session::{Reaction, Session},
};

use crate::{driver::with_large_stack, pipeline::upstream};
use bcast_lower_dialects::language_server as ffi;
use melior::dialect::DialectRegistry;
use std::ffi::{CString, c_int};

/// Runs MLIR's own server on standard input and output until the client ends it.
///
/// `arguments` are its options, after the program's name. Arguments from the first one that
/// contains a zero byte are omitted. Returns whether the server succeeded.
pub fn serve_mlir(arguments: &[String]) -> bool {
    // Its parser recurses for each bracket of a document.
    with_large_stack(|| serve(arguments)).unwrap_or_else(|_| serve(arguments))
}

fn serve(arguments: &[String]) -> bool {
    let registry = DialectRegistry::new();
    dialect::register(&registry);
    upstream::register_dialects(&registry);
    let arguments = arguments
        .iter()
        .map_while(|argument| CString::new(argument.as_str()).ok())
        .collect::<Vec<_>>();
    let mut pointers = arguments
        .iter()
        .map(|argument| argument.as_ptr().cast_mut())
        .collect::<Vec<_>>();
    let count = c_int::try_from(pointers.len()).unwrap_or(c_int::MAX);
    // SAFETY: registry and arguments outlive the call, which changes neither.
    let result =
        unsafe { ffi::bcastLanguageServerRun(count, pointers.as_mut_ptr(), registry.to_raw()) };
    result.value != 0
}
