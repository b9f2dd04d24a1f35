//! The C API, for programs in other languages; `scripts/install-libraries` builds libraries
//! from it.
//!
//! The headers `src/capi/bcast_lower.h` and `src/capi/bcast_lower_mlir.h` document the
//! functions. No panic leaves them.

use crate::{
    diagnostic::{Diagnostic, FileLocation, Severity},
    dialect,
    driver::{
        Config, Error, FailedCall, Job, Options, Status, check_message, run_with_diagnostics,
    },
    pipeline::{self, RegisterError, Target},
    transform::{HookError, HookRequest},
};
use melior::ir::{Operation, TypeLike, Value, ValueLike};
use mlir_sys::{MlirDialectRegistry, MlirOperation, MlirType, MlirValue};
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

/// `BcastLowerOptions`.
#[repr(C)]
#[derive(Debug)]
pub struct COptions {
    target: *const c_char,
    options: *const c_char,
    pipeline: *const c_char,
    allow_unregistered_dialects: u8,
}

/// `BcastLowerHook`.
pub type CHook =
    Option<unsafe extern "C" fn(request: *const c_void, user_data: *mut c_void) -> MlirValue>;

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
/// The strings must be NUL-terminated or null, `source` must have `length` bytes, `options` must be readable or null,
/// `handler` must accept `user_data`, and `output_length` must be null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bcastLowerRun(
    name: *const c_char,
    source: *const c_char,
    length: usize,
    options: *const COptions,
    handler: DiagnosticHandler,
    user_data: *mut c_void,
    output_length: *mut usize,
) -> *mut c_char {
    let receiver = Receiver { handler, user_data };
    // SAFETY: the caller guarantees it.
    let (name, options, source) = unsafe {
        let options = options.as_ref().map(|it| GivenOptions {
            target: text(it.target),
            options: text(it.options),
            pipeline: text(it.pipeline),
            allow_unregistered: it.allow_unregistered_dialects != 0,
        });
        (text(name), options, items(source.cast(), length))
    };
    let output = catch(receiver, || {
        let config = config(options.unwrap_or_default());
        let config = config.map_err(|error| receiver.report(0, &error, None));
        lower(source_name(&name), source, &config.ok()?, receiver)
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
fn catch<T>(receiver: Receiver, body: impl FnOnce() -> Option<T>) -> Option<T> {
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

/// The texts of `BcastLowerOptions`.
#[derive(Default)]
struct GivenOptions<'t> {
    target: Option<Cow<'t, str>>,
    options: Option<Cow<'t, str>>,
    pipeline: Option<Cow<'t, str>>,
    allow_unregistered: bool,
}

/// Reads options; fails with a message if they are wrong.
fn config(given: GivenOptions<'_>) -> Result<Config, String> {
    if given.pipeline.is_some() && (given.target.is_some() || given.options.is_some()) {
        return Err(
            "a pipeline has targets and options of its own; leave out 'target' and \
             'options', or 'pipeline'"
                .into(),
        );
    }
    let target = given.target.map(|name| {
        let target = name.parse::<Target>();
        target.map_err(|_| {
            let (xla, iree) = (Target::Xla, Target::Iree);
            format!("there is no target '{name}'; expected '{xla}' or '{iree}'")
        })
    });
    let options = Options {
        target: target.transpose()?,
        options: given.options.unwrap_or_default().into_owned(),
        allow_unregistered: given.allow_unregistered,
    };
    let mut config = options.config().map_err(|error| error.to_string())?;
    if let Some(pipeline) = given.pipeline {
        config.pipeline = pipeline.into_owned();
    }
    Ok(config)
}

fn lower(name: &str, source: &[u8], config: &Config, receiver: Receiver) -> Option<CString> {
    let outcome = receiver.receive(run_with_diagnostics(Job::new(config, name, source)))?;
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

/// Registers a rule table; returns whether it is valid.
///
/// # Safety
///
/// `name` must be NUL-terminated, `table` must have `length` bytes, and `handler` must accept `user_data`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bcastLowerRegisterRules(
    name: *const c_char,
    table: *const c_char,
    length: usize,
    handler: DiagnosticHandler,
    user_data: *mut c_void,
) -> bool {
    let receiver = Receiver { handler, user_data };
    // SAFETY: the caller guarantees it.
    let (name, table) = unsafe { (text(name), items(table.cast(), length)) };
    let registered = catch(receiver, || {
        let name = name.as_deref().unwrap_or_default();
        let Ok(table) = str::from_utf8(table) else {
            receiver.report(0, "the rule table is not UTF-8", None);
            return None;
        };
        match pipeline::register_rule_table(name, table) {
            Ok(()) => Some(()),
            Err(RegisterError::Rules(errors)) => {
                for error in errors.iter() {
                    receiver.report(0, &error.to_string(), None);
                }
                None
            }
            Err(error) => {
                receiver.report(0, &error.to_string(), None);
                None
            }
        }
    });
    registered.is_some()
}

/// Registers a hook.
///
/// # Safety
///
/// `name` must be NUL-terminated, and `hook` must accept `user_data` as long as passes run, on several threads.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bcastLowerRegisterHook(
    name: *const c_char,
    hook: CHook,
    user_data: *mut c_void,
) {
    // SAFETY: the caller guarantees it.
    let name = unsafe { text(name) }.unwrap_or_default();
    let (Some(hook), user_data) = (hook, SharedData(user_data)) else {
        return;
    };
    pipeline::register_hook(&name, move |request| {
        let request = std::ptr::from_ref(request).cast();
        // SAFETY: the caller guarantees that the hook accepts its data.
        let value = unsafe { hook(request, user_data.pointer()) };
        match value.ptr.is_null() {
            true => Err(HookError::new("the hook has failed")),
            // SAFETY: a hook returns a value of the op's context.
            false => Ok(unsafe { Value::from_raw(value) }),
        }
    });
}

/// What a hook gets on any thread.
#[derive(Clone, Copy)]
struct SharedData(*mut c_void);

impl SharedData {
    fn pointer(&self) -> *mut c_void {
        self.0
    }
}

// SAFETY: whoever registers a hook guarantees it.
unsafe impl Send for SharedData {}
// SAFETY: as above.
unsafe impl Sync for SharedData {}

/// Returns the op that a hook replaces.
///
/// # Safety
///
/// `request` must be that of the hook that is called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bcastLowerHookGetOperation(request: *const c_void) -> MlirOperation {
    // SAFETY: the caller guarantees it.
    unsafe { hook_request(request) }.operation().to_raw()
}

/// Returns the number of broadcast operands.
///
/// # Safety
///
/// `request` must be that of the hook that is called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bcastLowerHookGetNumOperands(request: *const c_void) -> isize {
    // SAFETY: the caller guarantees it.
    unsafe { hook_request(request) }.operands().len() as isize
}

/// Returns a broadcast operand; null beyond the last one.
///
/// # Safety
///
/// `request` must be that of the hook that is called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bcastLowerHookGetOperand(
    request: *const c_void,
    index: isize,
) -> MlirValue {
    // SAFETY: the caller guarantees it.
    let operands = unsafe { hook_request(request) }.operands();
    let operand = usize::try_from(index).ok().and_then(|it| operands.get(it));
    operand.map_or(MlirValue { ptr: null() }, |operand| operand.to_raw())
}

/// Returns the type that a hook's value must have.
///
/// # Safety
///
/// `request` must be that of the hook that is called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bcastLowerHookGetResultType(request: *const c_void) -> MlirType {
    // SAFETY: the caller guarantees it.
    unsafe { hook_request(request) }.result_type().to_raw()
}

/// Inserts an op in front of the one that is replaced.
///
/// # Safety
///
/// `request` must be that of the hook that is called, and `operation` must be in no block.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bcastLowerHookInsert(request: *const c_void, operation: MlirOperation) {
    // SAFETY: the caller guarantees it.
    unsafe { hook_request(request).insert(Operation::from_raw(operation)) };
}

/// # Safety
///
/// `request` must be that of the hook that is called.
unsafe fn hook_request<'r>(request: *const c_void) -> &'r HookRequest<'r, 'r> {
    // SAFETY: the caller guarantees it.
    unsafe { &*request.cast() }
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
