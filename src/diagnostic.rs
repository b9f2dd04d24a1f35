//! Emits and collects diagnostics with notes, through MLIR's own engine.
//!
//! # Kinds of diagnostics are found afterwards
//!
//! MLIR's diagnostics have no ids. Programs that read JSON or SARIF need some, so
//! `diagnostic/kind.rs` has a table of kinds, which recognises each by its notes and its message.

mod collect;
mod kind;
mod machine;
mod printable;
mod region;
pub(crate) mod stream;

pub(crate) use self::collect::{Heard, overhear};
/// For the command-line tool.
#[doc(hidden)]
pub use self::printable::printable;
pub use self::{
    collect::{Diagnostic, FileLocation, Note, collect},
    machine::{Sarif, to_json_lines},
};

use crate::explain::Place;
use bcast_lower_dialects::diagnostic as ffi;
use melior::{
    StringRef,
    ir::{Location, OperationRef, operation::OperationLike},
};
use mlir_sys::mlirIdentifierStr;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};
use stream::string_bytes;

/// How severe a diagnostic is.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub enum Severity {
    /// The input is invalid; the run fails.
    Error,
    /// Something is suspicious; the run continues.
    Warning,
    /// Something that the user may want to know.
    Remark,
}

impl Display for Severity {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Remark => "remark",
        })
    }
}

/// A transform failed; the errors have been emitted as diagnostics.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("the input is invalid; see the diagnostics")]
pub struct Failed;

/// Emits a diagnostic at a location, followed by its notes.
///
/// The context's diagnostic handlers process it.
pub fn emit(
    location: Location<'_>,
    severity: Severity,
    message: &str,
    notes: &[(Location<'_>, String)],
) {
    let notes = notes
        .iter()
        .map(|(location, message)| ffi::Note {
            location: location.to_raw(),
            message: StringRef::new(message).to_raw(),
        })
        .collect::<Vec<_>>();
    let severity = match severity {
        Severity::Error => mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticError,
        Severity::Warning => mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticWarning,
        Severity::Remark => mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticRemark,
    };
    // SAFETY: all locations belong to one live context, and the strings outlive
    // the call.
    unsafe {
        ffi::bcastEmitDiagnostic(
            location.to_raw(),
            severity,
            StringRef::new(message).to_raw(),
            notes.len() as isize,
            notes.as_ptr(),
        )
    }
}

/// Emits an error that begins with `'dialect.name' op`, as MLIR's do.
pub(crate) fn emit_op_error<'c>(
    operation: OperationRef<'c, '_>,
    message: &str,
    notes: &[(Location<'c>, String)],
) {
    emit_on_op(operation, Severity::Error, message, notes);
}

/// Emits a diagnostic that begins with `'dialect.name' op`, as MLIR's do.
pub(crate) fn emit_on_op<'c>(
    operation: OperationRef<'c, '_>,
    severity: Severity,
    message: &str,
    notes: &[(Location<'c>, String)],
) {
    emit(
        operation.location(),
        severity,
        &format!("'{}' op {message}", name(operation)),
        notes,
    );
}

/// Emits an error on an op at another location.
pub(crate) fn emit_at(location: Location<'_>, operation: OperationRef<'_, '_>, message: &str) {
    let message = format!("'{}' op {message}", name(operation));
    emit(location, Severity::Error, &message, &[]);
}

fn name<'c>(operation: OperationRef<'c, '_>) -> &'c str {
    // SAFETY: the context owns the name.
    let name = unsafe { string_bytes(mlirIdentifierStr(operation.name().to_raw())) };
    str::from_utf8(name).unwrap_or("?")
}

/// Returns the position of a location in a file, if it has one, as reports show it.
pub(crate) fn place(location: Location<'_>) -> Option<Place> {
    FileLocation::of(location).map(Place::from)
}

impl From<FileLocation> for Place {
    fn from(location: FileLocation) -> Self {
        let FileLocation { file, line, column } = location;
        Self { file, line, column }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melior::Context;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[test]
    fn emits_a_message_with_notes() {
        let context = Context::new();
        let seen = Rc::new(RefCell::new(Vec::new()));
        let sink = seen.clone();
        context.attach_diagnostic_handler(move |diagnostic| {
            let notes = (0..diagnostic.note_count())
                .map(|i| diagnostic.note(i).expect("index in range").to_string())
                .collect::<Vec<_>>();
            sink.borrow_mut().push((diagnostic.to_string(), notes));
            true
        });
        let location = Location::new(&context, "a.mlir", 3, 7);
        emit(
            location,
            Severity::Error,
            "wrong",
            &[(location, "because".into())],
        );
        assert_eq!(
            *seen.borrow(),
            [("wrong".to_string(), vec!["because".to_string()])]
        );
    }
}
