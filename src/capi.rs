//! The C API, for programs in other languages; `scripts/install-libraries` builds libraries
//! from it.
//!
//! The headers `src/capi/bcast_lower.h` and `src/capi/bcast_lower_mlir.h` document the
//! functions. No panic leaves them.

use crate::{
    diagnostic::{Diagnostic, FileLocation, Severity},
    dialect,
    driver::{Config, Error, FailedCall, Job, Status, check_message, run_with_diagnostics},
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

/// `BcastLowerFailedCall`.
#[repr(C)]
#[derive(Debug)]
pub struct CFailedCall {
    function: *const c_char,
    sizes: *const i32,
    size_count: usize,
    status: i32,
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

    /// Reports the diagnostics of a run, or why it was not possible; returns its outcome.
    fn receive<T>(self, run: Result<(T, Vec<Diagnostic>), Error>) -> Option<T> {
        match run {
            Ok((outcome, diagnostics)) => {
                self.report_all(&diagnostics);
                Some(outcome)
            }
            Err(error) => {
                self.report(0, &error.to_string(), None);
                None
            }
        }
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
    let (name, pipeline, source) =
        unsafe { (text(name), text(pipeline), items(source.cast(), length)) };
    let output = catch(receiver, || {
        lower(source_name(&name), source, pipeline.as_deref(), receiver)
    });
    if let Some(output) = &output
        && !output_length.is_null()
    {
        // SAFETY: the caller guarantees that it is writable.
        unsafe { *output_length = output.as_bytes().len() };
    }
    output.map_or_else(null_mut, CString::into_raw)
}

/// Returns the message of the check that failed in a call of a lowered program for sizes up to bounds.
///
/// # Safety
///
/// The strings must be NUL-terminated or null, `source` must have `length` bytes, the call must be readable and have
/// as many sizes as it says, and `handler` must accept `user_data`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bcastLowerCheckMessage(
    name: *const c_char,
    source: *const c_char,
    length: usize,
    call: *const CFailedCall,
    handler: DiagnosticHandler,
    user_data: *mut c_void,
) -> *mut c_char {
    let receiver = Receiver { handler, user_data };
    // SAFETY: the caller guarantees it.
    let (name, source, function, sizes, status) = unsafe {
        let call = &*call;
        let sizes = items(call.sizes, call.size_count);
        let source = items(source.cast(), length);
        (text(name), source, text(call.function), sizes, call.status)
    };
    let message = catch(receiver, || {
        let config = Config::default();
        let call = FailedCall {
            function: function.as_deref(),
            sizes,
            status,
        };
        let job = Job::new(&config, source_name(&name), source);
        let message = receiver.receive(check_message(job, &call))?;
        message.map(|message| c_string(&message))
    });
    message.map_or_else(null_mut, CString::into_raw)
}

fn source_name<'n>(name: &'n Option<Cow<'_, str>>) -> &'n str {
    name.as_deref().unwrap_or("<source>")
}

/// Runs `body`; returns `None` after a panic, which is reported as an error.
fn catch(receiver: Receiver, body: impl FnOnce() -> Option<CString>) -> Option<CString> {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| {
        receiver.report(0, "internal error: panic", None);
        None
    })
}

/// # Safety
///
/// There must be `count` items, which outlive the result; without any, the pointer may be null.
unsafe fn items<'t, T>(first: *const T, count: usize) -> &'t [T] {
    match count {
        0 => &[],
        // SAFETY: the caller guarantees it.
        _ => unsafe { slice::from_raw_parts(first, count) },
    }
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
    let outcome = receiver.receive(run_with_diagnostics(Job::new(&config, name, source)))?;
    // MLIR's printer escapes NUL.
    (outcome.status == Status::Success).then(|| CString::new(outcome.output).ok())?
}

/// Frees what [`bcastLowerRun`] or [`bcastLowerCheckMessage`] returned.
///
/// # Safety
///
/// `output` must be null or come from one of these, and must not be used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bcastLowerFree(output: *mut c_char) {
    if !output.is_null() {
        // SAFETY: it was created from a `CString`.
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
