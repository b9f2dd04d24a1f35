//! Diagnostics as plain values.

use super::Severity;
use melior::{
    Context,
    diagnostic::{Diagnostic as MlirDiagnostic, DiagnosticSeverity},
    ir::Location,
};
use std::{cell::RefCell, rc::Rc};

/// What is to be said of a program.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Diagnostic {
    /// How grave it is.
    pub severity: Severity,
    /// What is the matter.
    pub message: String,
    /// Where, as far as that is a place in a file.
    pub location: Option<FileLocation>,
    /// More about it.
    pub notes: Vec<Note>,
}

/// What explains a diagnostic.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Note {
    /// What it says.
    pub message: String,
    /// Where, as far as that is a place in a file.
    pub location: Option<FileLocation>,
}

/// A place in a file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FileLocation {
    /// What locations call the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in bytes.
    pub column: usize,
}

/// Runs `body`, and returns with its value all diagnostics that the context emitted
/// meanwhile, which nobody else gets to see.
///
/// # Examples
///
/// ```
/// use bcast_lower::{
///     diagnostic::{Severity, collect},
///     melior::{Context, ir::Module},
/// };
///
/// let context = Context::new();
/// let (module, diagnostics) = collect(&context, || Module::parse(&context, "func.func"));
/// assert!(module.is_none());
/// assert_eq!(diagnostics[0].severity, Severity::Error);
/// assert_eq!(diagnostics[0].location.as_ref().map(|location| location.line), Some(1));
/// ```
pub fn collect<T>(context: &Context, body: impl FnOnce() -> T) -> (T, Vec<Diagnostic>) {
    /// Detaches the handler though `body` panics.
    struct Guard<'c>(&'c Context, Option<melior::diagnostic::DiagnosticHandlerId>);

    impl Drop for Guard<'_> {
        fn drop(&mut self) {
            if let Some(id) = self.1.take() {
                self.0.detach_diagnostic_handler(id);
            }
        }
    }

    let diagnostics = Rc::new(RefCell::new(Vec::new()));
    let sink = diagnostics.clone();
    // MLIR calls its handlers from one thread at a time.
    let id = context.attach_diagnostic_handler(move |diagnostic| {
        sink.borrow_mut().push(Diagnostic::read(&diagnostic));
        true
    });
    let guard = Guard(context, Some(id));
    let value = body();
    drop(guard);
    let diagnostics = diagnostics.take();
    (value, diagnostics)
}

impl Diagnostic {
    fn read(diagnostic: &MlirDiagnostic<'_>) -> Self {
        let notes = (0..diagnostic.note_count())
            .filter_map(|index| diagnostic.note(index).ok())
            .map(|note| Note {
                message: note.to_string(),
                location: FileLocation::of(note.location()),
            })
            .collect();
        Self {
            severity: match diagnostic.severity() {
                DiagnosticSeverity::Error => Severity::Error,
                DiagnosticSeverity::Warning => Severity::Warning,
                DiagnosticSeverity::Note | DiagnosticSeverity::Remark => Severity::Remark,
            },
            message: diagnostic.to_string(),
            location: FileLocation::of(diagnostic.location()),
            notes,
        }
    }
}

impl FileLocation {
    /// Finds the first place in a file that a location names: the callee of a call,
    /// what a name stands for, the first one of several.
    pub(crate) fn of(location: Location<'_>) -> Option<Self> {
        if location.is_file_line_col_range() {
            return Some(Self {
                file: location
                    .file_line_col_range_filename()
                    .as_string_ref()
                    .as_str()
                    .ok()?
                    .into(),
                line: location.file_line_col_range_start_line(),
                column: location.file_line_col_range_start_column(),
            });
        }
        if location.is_name() {
            return Self::of(location.name_child_location());
        }
        if location.is_call_site() {
            return Self::of(location.call_site_callee());
        }
        if location.is_fused() {
            return (0..location.fused_num_locations())
                .find_map(|index| Self::of(location.fused_location(index)));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::emit;

    fn place(line: usize) -> Option<FileLocation> {
        Some(FileLocation {
            file: "a.mlir".into(),
            line,
            column: 7,
        })
    }

    #[test]
    fn all_that_is_emitted_is_collected() {
        let context = Context::new();
        let at = |line| Location::new(&context, "a.mlir", line, 7);
        let ((), diagnostics) = collect(&context, || {
            emit(
                at(3),
                Severity::Error,
                "wrong",
                &[(at(4), "because".into())],
            );
            emit(Location::unknown(&context), Severity::Remark, "odd", &[]);
        });
        let expected = [
            Diagnostic {
                severity: Severity::Error,
                message: "wrong".into(),
                location: place(3),
                notes: vec![Note {
                    message: "because".into(),
                    location: place(4),
                }],
            },
            Diagnostic {
                severity: Severity::Remark,
                message: "odd".into(),
                location: None,
                notes: vec![],
            },
        ];
        assert_eq!(diagnostics, expected);
    }

    #[test]
    fn places_are_found_in_locations_of_all_kinds() {
        let context = Context::new();
        let at = |line| Location::new(&context, "a.mlir", line, 7);
        let unknown = Location::unknown(&context);
        let attribute = melior::ir::attribute::StringAttribute::new(&context, "").into();
        for (location, expected) in [
            (Location::name(&context, "x", at(1)), place(1)),
            (Location::call_site(at(2), at(3)), place(2)),
            (
                Location::fused(&context, &[unknown, at(4)], attribute),
                place(4),
            ),
            (Location::name(&context, "x", unknown), None),
        ] {
            assert_eq!(FileLocation::of(location), expected, "{location}");
        }
    }
}
