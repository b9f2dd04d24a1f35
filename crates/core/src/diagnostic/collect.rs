//! Diagnostics as plain values.

use super::{Kind, Severity, ffi, stream::string_bytes};
use crate::suggest::Suggestions;
use melior::{
    Context,
    ir::{Attribute, Location, attribute::StringAttribute},
};
use mlir_sys::{
    MlirDiagnostic, MlirDiagnosticHandlerID, MlirDiagnosticSeverity_MlirDiagnosticError,
    MlirDiagnosticSeverity_MlirDiagnosticWarning, MlirLogicalResult, MlirStringRef,
    mlirContextAttachDiagnosticHandler, mlirContextDetachDiagnosticHandler,
    mlirDiagnosticGetLocation, mlirDiagnosticGetNote, mlirDiagnosticGetNumNotes,
    mlirDiagnosticGetSeverity, mlirDiagnosticPrint,
};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::{
    cell::RefCell,
    ffi::c_void,
    fmt::{self, Display, Formatter},
    ptr,
    rc::Rc,
};

/// A message about a program.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Diagnostic {
    /// How severe it is.
    pub severity: Severity,
    /// What is wrong, for other programs.
    pub kind: Kind,
    /// The message.
    pub message: String,
    /// The position; `None` if it is not in a file.
    pub location: Option<FileLocation>,
    /// Further explanations.
    pub notes: Vec<Note>,
    /// The unknown name that it is about, if any, and those that it may stand for, for other programs.
    pub suggestions: Option<Suggestions>,
}

/// An explanation of a diagnostic.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Note {
    /// The message.
    pub message: String,
    /// The position; `None` if it is not in a file.
    pub location: Option<FileLocation>,
}

/// A position in a file.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct FileLocation {
    /// The name of the file in locations.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in bytes.
    pub column: usize,
}

impl Display for FileLocation {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Formats the diagnostic as MLIR prints it, without the source line: `a.mlir:1:2: error: ...`;
/// each note is on its own line.
impl Display for Diagnostic {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        if let Some(location) = &self.location {
            write!(formatter, "{location}: ")?;
        }
        write!(formatter, "{}: {}", self.severity, self.message)?;
        for note in &self.notes {
            write!(formatter, "\n{note}")?;
        }
        Ok(())
    }
}

/// Formats the note as MLIR prints it, without the source line: `a.mlir:1:2: note: ...`.
impl Display for Note {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        if let Some(location) = &self.location {
            write!(formatter, "{location}: ")?;
        }
        write!(formatter, "note: {}", self.message)
    }
}

/// Runs `body`; returns its value and all diagnostics that the context emitted meanwhile, which
/// reach no other handler.
///
/// # Examples
///
/// ```
/// # mod bcast_lower {
/// #     pub use {bcast_lower_core::diagnostic, melior};
/// # }
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
    let diagnostics = Heard::default();
    let value = listen(context, &diagnostics, true, body);
    let diagnostics = diagnostics.take();
    (value, diagnostics)
}

/// Diagnostics that have been emitted so far.
#[doc(hidden)]
pub type Heard = Rc<RefCell<Vec<Diagnostic>>>;

/// Runs `body`, and adds all diagnostics that the context emits meanwhile to `heard`; they also
/// reach the context's other handlers.
#[doc(hidden)]
pub fn overhear<T>(context: &Context, heard: &Heard, body: impl FnOnce() -> T) -> T {
    listen(context, heard, false, body)
}

/// Runs `body` with a handler that adds diagnostics to `heard`; other handlers get them unless
/// it is the last one.
fn listen<T>(context: &Context, heard: &Heard, is_last: bool, body: impl FnOnce() -> T) -> T {
    let data = HandlerData { heard, is_last };
    // SAFETY: the handler takes data of this type.
    unsafe { with_handler(context, hear, &data, body) }
}

/// Runs `body`; errors that the context emits meanwhile without a kind, as MLIR does, get this one.
#[doc(hidden)]
pub fn with_kind<T>(context: &Context, kind: Kind, body: impl FnOnce() -> T) -> T {
    // SAFETY: the handler takes a kind.
    unsafe { with_handler(context, set_kind, &kind, body) }
}

/// A handler of diagnostics.
type Handler = unsafe extern "C" fn(MlirDiagnostic, *mut c_void) -> MlirLogicalResult;

/// Runs `body` with a handler, which gets `data`.
///
/// # Safety
///
/// The handler must take a pointer to `data`.
unsafe fn with_handler<D, T>(
    context: &Context,
    handler: Handler,
    data: &D,
    body: impl FnOnce() -> T,
) -> T {
    /// Detaches the handler even if `body` panics.
    struct HandlerGuard<'c>(&'c Context, MlirDiagnosticHandlerID);

    impl Drop for HandlerGuard<'_> {
        fn drop(&mut self) {
            // SAFETY: the handler is attached once, and detached here only.
            unsafe { mlirContextDetachDiagnosticHandler(self.0.to_raw(), self.1) };
        }
    }

    // SAFETY: the data outlives the guard, which detaches the handler.
    let id = unsafe {
        let data = ptr::from_ref(data).cast_mut().cast();
        mlirContextAttachDiagnosticHandler(context.to_raw(), Some(handler), data, None)
    };
    let _guard = HandlerGuard(context, id);
    body()
}

/// The data of a handler. Melior's handlers are not used, since they cannot read messages that
/// are not UTF-8.
struct HandlerData<'h> {
    heard: &'h Heard,
    is_last: bool,
}

/// Handles a diagnostic; `data` points to a [`HandlerData`].
unsafe extern "C" fn hear(diagnostic: MlirDiagnostic, data: *mut c_void) -> MlirLogicalResult {
    // SAFETY: `listen` passes this pointer, and MLIR calls its handlers from one thread at a time.
    let (data, diagnostic) = unsafe {
        (
            &*data.cast::<HandlerData<'_>>(),
            Diagnostic::read(diagnostic),
        )
    };
    data.heard.borrow_mut().push(diagnostic);
    MlirLogicalResult {
        value: i8::from(data.is_last),
    }
}

/// Gives an error the kind that `data` points to, unless it has one, and leaves it to other handlers.
unsafe extern "C" fn set_kind(diagnostic: MlirDiagnostic, data: *mut c_void) -> MlirLogicalResult {
    // SAFETY: `with_kind` passes this pointer, and the diagnostic is alive.
    unsafe {
        if mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticSeverity_MlirDiagnosticError {
            ffi::bcastDiagnosticSetDefaultKind(diagnostic, *data.cast::<Kind>() as u8);
        }
    }
    MlirLogicalResult { value: 0 }
}

/// Returns the message of a diagnostic; bytes that are not UTF-8 are replaced.
unsafe fn message_of(diagnostic: MlirDiagnostic) -> String {
    unsafe extern "C" fn append(part: MlirStringRef, text: *mut c_void) {
        // SAFETY: `text` points to the vector below, and the part is alive during the call.
        unsafe { (*text.cast::<Vec<u8>>()).extend_from_slice(string_bytes(part)) };
    }

    let mut text = vec![];
    // SAFETY: the caller passes a diagnostic that is alive.
    unsafe { mlirDiagnosticPrint(diagnostic, Some(append), (&raw mut text).cast()) };
    String::from_utf8_lossy(&text).into_owned()
}

/// Returns the location of a diagnostic.
unsafe fn location_of(diagnostic: MlirDiagnostic) -> Option<FileLocation> {
    // SAFETY: the caller passes a diagnostic that is alive.
    FileLocation::of(unsafe { Location::from_raw(mlirDiagnosticGetLocation(diagnostic)) })
}

impl Diagnostic {
    /// Reads a diagnostic that is alive.
    unsafe fn read(diagnostic: MlirDiagnostic) -> Self {
        // SAFETY: so are its notes.
        unsafe {
            let notes = (0..mlirDiagnosticGetNumNotes(diagnostic))
                .map(|index| mlirDiagnosticGetNote(diagnostic, index))
                .map(|note| Note {
                    message: message_of(note),
                    location: location_of(note),
                });
            let (severity, general) = match mlirDiagnosticGetSeverity(diagnostic) {
                severity if severity == MlirDiagnosticSeverity_MlirDiagnosticError => {
                    (Severity::Error, Kind::RejectedOp)
                }
                severity if severity == MlirDiagnosticSeverity_MlirDiagnosticWarning => {
                    (Severity::Warning, Kind::Warning)
                }
                _ => (Severity::Remark, Kind::Remark),
            };
            let kind = u8::try_from(ffi::bcastDiagnosticGetKind(diagnostic)).ok();
            let data = Attribute::from_option_raw(ffi::bcastDiagnosticGetData(diagnostic));
            let suggestions = data.and_then(|data| StringAttribute::try_from(data).ok());
            Self {
                notes: notes.collect(),
                severity,
                kind: kind.and_then(Kind::from_repr).unwrap_or(general),
                message: message_of(diagnostic),
                location: location_of(diagnostic),
                suggestions: suggestions.and_then(|it| serde_json::from_str(it.value()).ok()),
            }
        }
    }
}

impl FileLocation {
    /// Returns the first file position in a location: that of the callee of a call site, or else of
    /// the caller, of the child of a named location, or of the first part that has one.
    #[doc(hidden)]
    pub fn of(location: Location<'_>) -> Option<Self> {
        LocationParts::of(location).find_map(|part| {
            if !part.is_file_line_col_range() {
                return None;
            }
            Some(Self {
                file: part
                    .file_line_col_range_filename()
                    .as_string_ref()
                    .as_str()
                    .ok()?
                    .into(),
                line: part.file_line_col_range_start_line(),
                column: part.file_line_col_range_start_column(),
            })
        })
    }
}

/// Iterates over the parts of a location, depth first and each one once: the location itself,
/// the child of a named location, the callee of a call site and its caller, the parts of a fused
/// location.
///
/// Locations may share parts, so there may be far more paths than parts.
#[doc(hidden)]
pub struct LocationParts<'c> {
    /// The parts that have not been visited, the next one last.
    pending: Vec<Location<'c>>,
    /// The addresses of the locations visited so far; MLIR stores each location once.
    met: FxHashSet<usize>,
}

impl<'c> LocationParts<'c> {
    /// Returns the parts of a location.
    pub fn of(location: Location<'c>) -> Self {
        Self {
            pending: vec![location],
            met: FxHashSet::default(),
        }
    }
}

impl<'c> Iterator for LocationParts<'c> {
    type Item = Location<'c>;

    fn next(&mut self) -> Option<Location<'c>> {
        loop {
            let part = self.pending.pop()?;
            if !self.met.insert(part.to_raw().ptr as usize) {
                continue;
            }
            if part.is_name() {
                self.pending.push(part.name_child_location());
            } else if part.is_call_site() {
                // The callee may be a name only, as JAX writes it for a nested `jit`.
                self.pending.push(part.call_site_caller());
                self.pending.push(part.call_site_callee());
            } else if part.is_fused() {
                let parts = 0..part.fused_num_locations();
                let parts = parts.rev().map(|index| part.fused_location(index));
                self.pending.extend(parts);
            }
            return Some(part);
        }
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
    fn diagnostics_are_displayed_as_mlir_prints_them() {
        let note = |line: Option<usize>| Note {
            message: "because".into(),
            location: line.and_then(place),
        };
        let diagnostic = Diagnostic {
            severity: Severity::Error,
            kind: Kind::Syntax,
            message: "wrong".into(),
            location: place(3),
            notes: vec![note(Some(4)), note(None)],
            suggestions: None,
        };
        assert_eq!(
            diagnostic.to_string(),
            "a.mlir:3:7: error: wrong\na.mlir:4:7: note: because\nnote: because"
        );
    }

    #[test]
    fn all_diagnostics_are_collected() {
        let context = Context::new();
        let at = |line| Location::new(&context, "a.mlir", line, 7);
        let ((), diagnostics) = collect(&context, || {
            emit(
                at(3),
                Severity::Error,
                Kind::Usage,
                "wrong",
                &[(at(4), "because".into())],
            );
            emit(
                Location::unknown(&context),
                Severity::Remark,
                Kind::FittingCall,
                "odd",
                &[],
            );
        });
        let expected = [
            Diagnostic {
                severity: Severity::Error,
                kind: Kind::Usage,
                message: "wrong".into(),
                location: place(3),
                notes: vec![Note {
                    message: "because".into(),
                    location: place(4),
                }],
                suggestions: None,
            },
            Diagnostic {
                severity: Severity::Remark,
                kind: Kind::FittingCall,
                message: "odd".into(),
                location: None,
                notes: vec![],
                suggestions: None,
            },
        ];
        assert_eq!(diagnostics, expected);
    }

    #[test]
    fn errors_without_a_kind_have_that_of_what_runs() {
        let context = Context::new();
        let parse = || melior::ir::Module::parse(&context, "wrong").is_some();
        let kind = |body: &dyn Fn() -> bool| collect(&context, body).1[0].kind;
        assert_eq!(kind(&parse), Kind::RejectedOp);
        assert_eq!(
            kind(&|| with_kind(&context, Kind::Syntax, parse)),
            Kind::Syntax
        );
        let emit = |severity, kind| {
            emit(Location::unknown(&context), severity, kind, "odd", &[]);
            true
        };
        let named = || emit(Severity::Error, Kind::Usage);
        assert_eq!(
            kind(&|| with_kind(&context, Kind::Syntax, named)),
            Kind::Usage
        );
    }

    #[test]
    fn positions_are_found_in_all_kinds_of_locations() {
        let context = Context::new();
        let at = |line| Location::new(&context, "a.mlir", line, 7);
        let unknown = Location::unknown(&context);
        let attribute = melior::ir::attribute::StringAttribute::new(&context, "").into();
        for (location, expected) in [
            (Location::name(&context, "x", at(1)), place(1)),
            (Location::call_site(at(2), at(3)), place(2)),
            (
                Location::call_site(Location::name(&context, "cholesky", unknown), at(3)),
                place(3),
            ),
            (
                Location::fused(&context, &[unknown, at(4)], attribute),
                place(4),
            ),
            (Location::name(&context, "x", unknown), None),
        ] {
            assert_eq!(FileLocation::of(location), expected, "{location}");
        }
    }

    #[test]
    fn shared_parts_of_locations_are_visited_once() {
        let context = Context::new();
        let name = |text: &str| Location::name(&context, text, Location::unknown(&context));
        let metadata = |text| melior::ir::attribute::StringAttribute::new(&context, text).into();
        // MLIR flattens fused locations with the same metadata.
        let mut pair = [name("a"), name("b")];
        for _ in 0..60 {
            pair = ["x", "y"].map(|text| Location::fused(&context, &pair, metadata(text)));
        }
        let location = Location::fused(&context, &pair, metadata("z"));
        assert_eq!(FileLocation::of(location), None);
        assert_eq!(LocationParts::of(location).count(), 1 + 60 * 2 + 2 + 1);
        let found = Location::fused(
            &context,
            &[location, Location::new(&context, "a.mlir", 5, 7)],
            metadata("z"),
        );
        assert_eq!(FileLocation::of(found), place(5));
    }

    #[test]
    fn locations_may_be_nested_deeply() {
        let context = Context::new();
        let mut location = Location::new(&context, "a.mlir", 6, 7);
        for index in 0..100_000 {
            let caller = Location::new(&context, "b.mlir", index, 1);
            location = Location::call_site(location, caller);
        }
        assert_eq!(FileLocation::of(location), place(6));
    }
}
