//! The C API, for programs in other languages; `scripts/install-libraries` builds libraries
//! from it.
//!
//! The headers `src/capi/bcast_lower.h` and `src/capi/bcast_lower_mlir.h` document the
//! functions. No panic leaves them.

use crate::{
    diagnostic::{Diagnostic, FileLocation, Severity},
    dialect,
    driver::{Config, Job, Status, run_with_diagnostics},
    pipeline,
};
use mlir_sys::MlirDialectRegistry;
use std::{
    borrow::Cow,
    ffi::{CStr, CString, c_char, c_int, c_void},
    panic::{AssertUnwindSafe, catch_unwind},
    ptr::{null, null_mut},
    slice,
};

/// `BcastLowerDiagnostic`.
#[repr(C)]
#[derive(Debug)]
pub struct CDiagnostic {
    severity: c_int,
    message: *const c_char,
    file: *const c_char,
    line: usize,
    column: usize,
}

/// `BcastLowerDiagnosticHandler`.
pub type DiagnosticHandler =
    Option<unsafe extern "C" fn(diagnostic: *const CDiagnostic, user_data: *mut c_void)>;

/// `BCAST_LOWER_NOTE`.
const NOTE: c_int = 3;

/// The receiver of diagnostics.
#[derive(Clone, Copy)]
struct Receiver {
    handler: DiagnosticHandler,
    user_data: *mut c_void,
}

impl Receiver {
    fn report(self, severity: c_int, message: &str, location: Option<&FileLocation>) {
        let Some(handler) = self.handler else {
            return;
        };
        let (message, file) = (
            c_string(message),
            location.map(|place| c_string(&place.file)),
        );
        let diagnostic = CDiagnostic {
            severity,
            message: message.as_ptr(),
            file: file.as_ref().map_or(null(), |file| file.as_ptr()),
            line: location.map_or(0, |place| place.line),
            column: location.map_or(0, |place| place.column),
        };
        // SAFETY: the caller guarantees that the handler accepts its data; the strings outlive
        // the call.
        unsafe { handler(&raw const diagnostic, self.user_data) }
    }

    fn report_all(self, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            let severity = match diagnostic.severity {
                Severity::Error => 0,
                Severity::Warning => 1,
                Severity::Remark => 2,
            };
            self.report(severity, &diagnostic.message, diagnostic.location.as_ref());
            for note in &diagnostic.notes {
                self.report(NOTE, &note.message, note.location.as_ref());
            }
        }
    }
}

/// Converts a text to a C string, which ends at the first NUL; messages and names contain none.
fn c_string(text: &str) -> CString {
    let text = text.split('\0').next().unwrap_or_default();
    CString::new(text).unwrap_or_default()
}

/// Runs a pipeline on a source.
///
/// # Safety
///
/// The strings must be NUL-terminated or null, `source` must have `length` bytes, `handler`
/// must accept `user_data`, and `output_length` must be null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bcastLowerRun(
    name: *const c_char,
    source: *const c_char,
    length: usize,
    pipeline: *const c_char,
    handler: DiagnosticHandler,
    user_data: *mut c_void,
    output_length: *mut usize,
) -> *mut c_char {
    let receiver = Receiver { handler, user_data };
    // SAFETY: the caller guarantees it.
    let (name, pipeline, source) = unsafe {
        let source = match length {
            0 => &[],
            _ => slice::from_raw_parts(source.cast::<u8>(), length),
        };
        (text(name), text(pipeline), source)
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        lower(
            name.as_deref().unwrap_or("<source>"),
            source,
            pipeline.as_deref(),
            receiver,
        )
    }));
    let Ok(output) = outcome else {
        receiver.report(0, "internal error: panic", None);
        return null_mut();
    };
    let Some(output) = output else {
        return null_mut();
    };
    if !output_length.is_null() {
        // SAFETY: the caller guarantees that it is writable.
        unsafe { *output_length = output.as_bytes().len() };
    }
    output.into_raw()
}

/// # Safety
///
/// The string must be NUL-terminated or null.
unsafe fn text<'t>(string: *const c_char) -> Option<Cow<'t, str>> {
    // SAFETY: the caller guarantees it.
    (!string.is_null()).then(|| unsafe { CStr::from_ptr(string) }.to_string_lossy())
}

fn lower(name: &str, source: &[u8], pipeline: Option<&str>, receiver: Receiver) -> Option<CString> {
    let mut config = Config::default();
    if let Some(pipeline) = pipeline {
        config.pipeline = pipeline.into();
    }
    let (outcome, diagnostics) = match run_with_diagnostics(Job::new(&config, name, source)) {
        Ok(result) => result,
        Err(error) => {
            receiver.report(0, &error.to_string(), None);
            return None;
        }
    };
    receiver.report_all(&diagnostics);
    // MLIR's printer escapes NUL.
    (outcome.status == Status::Success).then(|| CString::new(outcome.output).ok())?
}

/// Frees the output of [`bcastLowerRun`].
///
/// # Safety
///
/// `output` must be null or come from [`bcastLowerRun`], and must not be used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bcastLowerFree(output: *mut c_char) {
    if !output.is_null() {
        // SAFETY: `bcastLowerRun` created it from a `CString`.
        drop(unsafe { CString::from_raw(output) });
    }
}

/// Returns this package's version.
#[unsafe(no_mangle)]
pub extern "C" fn bcastLowerVersion() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Registers the passes and the pipelines for targets.
#[unsafe(no_mangle)]
pub extern "C" fn bcastLowerRegisterPasses() {
    pipeline::register_passes();
}

/// Registers the dialects.
///
/// # Safety
///
/// The registry must be alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bcastLowerRegisterDialects(registry: MlirDialectRegistry) {
    // SAFETY: the caller guarantees it.
    unsafe {
        dialect::register_raw(registry);
        dialect::register_iree_raw(registry);
    }
}
