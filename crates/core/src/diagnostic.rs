//! Emits and collects diagnostics with notes, through MLIR's own engine.
//!
//! # Each diagnostic has a kind
//!
//! MLIR's diagnostics have no ids, but programs that read JSON or SARIF need some. So whatever
//! emits a diagnostic names its kind, which MLIR carries as metadata. MLIR's own errors have the
//! kind of what is running (`with_kind`): the parser, the bytecode reader, or else a verifier or a
//! pass.

mod collect;
mod kind;
mod machine;
#[doc(hidden)]
pub mod mlir_message;
mod printable;
mod region;
#[doc(hidden)]
pub mod stream;

#[doc(hidden)]
pub use self::collect::{Heard, overhear, with_kind};
/// For the command-line tool.
#[doc(hidden)]
pub use self::printable::printable;
pub use self::{
    collect::{Diagnostic, FileLocation, Note, collect},
    kind::Kind,
    machine::{Sarif, to_json_lines},
};

use crate::{explain::Place, suggest::Suggestions};
use bcast_lower_dialects::diagnostic as ffi;
use melior::{
    StringRef,
    ir::{
        AttributeLike, Location, OperationRef, attribute::StringAttribute, operation::OperationLike,
    },
};
use mlir_sys::{MlirAttribute, mlirIdentifierStr};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{
    any::Any,
    fmt::{self, Display, Formatter},
    ptr,
};
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

/// Returns a panic's message.
#[doc(hidden)]
pub fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message")
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
    kind: Kind,
    message: &str,
    notes: &[(Location<'_>, String)],
) {
    emit_with_data(location, severity, kind, message, notes, None);
}

fn emit_with_data(
    location: Location<'_>,
    severity: Severity,
    kind: Kind,
    message: &str,
    notes: &[(Location<'_>, String)],
    suggestions: Option<&Suggestions>,
) {
    // The reference is to the local variable, which holds the address of the context.
    let context = location.context();
    // SAFETY: the location keeps its context alive.
    let context = unsafe { context.to_ref() };
    let data = suggestions.map(|it| StringAttribute::new(context, &json!(it).to_string()));
    let no_data = MlirAttribute {
        ptr: ptr::null_mut(),
    };
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
            kind as u8,
            data.map_or(no_data, |data| data.to_raw()),
            StringRef::new(message).to_raw(),
            notes.len() as isize,
            notes.as_ptr(),
        )
    }
}

/// Emits an error on an op that is invalid, or that a pass does not take. It begins with
/// `'dialect.name' op`, as MLIR's do.
#[doc(hidden)]
pub fn emit_op_error<'c>(
    operation: OperationRef<'c, '_>,
    message: &str,
    notes: &[(Location<'c>, String)],
) {
    emit_on_op(operation, Severity::Error, Kind::RejectedOp, message, notes);
}

/// Emits a diagnostic that begins with `'dialect.name' op`, as MLIR's do.
#[doc(hidden)]
pub fn emit_on_op<'c>(
    operation: OperationRef<'c, '_>,
    severity: Severity,
    kind: Kind,
    message: &str,
    notes: &[(Location<'c>, String)],
) {
    emit(
        operation.location(),
        severity,
        kind,
        &format!("{} {message}", subject(operation)),
        notes,
    );
}

/// Emits an error on an op at another location.
#[doc(hidden)]
pub fn emit_at(location: Location<'_>, operation: OperationRef<'_, '_>, kind: Kind, message: &str) {
    emit_with_suggestions(location, operation, Severity::Error, kind, message, None);
}

/// Emits a diagnostic on an op at a location, perhaps about an unknown name. What that may stand for is
/// passed on as data, too, because programs are not to read the words of a message.
#[doc(hidden)]
pub fn emit_with_suggestions(
    location: Location<'_>,
    operation: OperationRef<'_, '_>,
    severity: Severity,
    kind: Kind,
    message: &str,
    suggestions: Option<&Suggestions>,
) {
    let message = format!("{} {message}", subject(operation));
    emit_with_data(location, severity, kind, &message, &[], suggestions);
}

/// Returns the beginning of a message about an op, `'dialect.name' op`; that about a custom call says of what.
fn subject(operation: OperationRef<'_, '_>) -> String {
    let target = operation.attribute("call_target_name").ok();
    let target = target.and_then(|target| StringAttribute::try_from(target).ok());
    match target {
        Some(target) => format!("'{}' op @{}", name(operation), target.value()),
        None => format!("'{}' op", name(operation)),
    }
}

fn name<'c>(operation: OperationRef<'c, '_>) -> &'c str {
    // SAFETY: the context owns the name.
    let name = unsafe { string_bytes(mlirIdentifierStr(operation.name().to_raw())) };
    str::from_utf8(name).unwrap_or("?")
}

/// Returns the position of a location in a file, if it has one, as reports show it.
#[doc(hidden)]
pub fn place(location: Location<'_>) -> Option<Place> {
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
            Kind::Syntax,
            "wrong",
            &[(location, "because".into())],
        );
        assert_eq!(
            *seen.borrow(),
            [("wrong".to_string(), vec!["because".to_string()])]
        );
    }
}
