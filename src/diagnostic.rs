//! Emits and collects diagnostics with notes, through MLIR's own engine.

mod collect;
mod machine;
mod printable;
pub(crate) mod stream;

pub(crate) use self::collect::{Heard, overhear};
/// For the command-line tool.
#[doc(hidden)]
pub use self::printable::printable;
pub use self::{
    collect::{Diagnostic, FileLocation, Note, collect},
    machine::{Sarif, to_json_lines},
};

use bcast_lower_dialects::diagnostic as ffi;
use melior::{StringRef, ir::Location};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

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
