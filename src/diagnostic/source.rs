//! Source text: parsing it, printing what became of it, and diagnostics that
//! show its lines.

use super::{
    ffi,
    stream::{Stream, string_bytes, string_ref},
};
use melior::{
    Context,
    ir::{Operation, operation::OperationLike},
};
use mlir_sys::MlirStringRef;
use std::{
    ffi::c_void,
    panic::{AssertUnwindSafe, catch_unwind},
    ptr::NonNull,
};

/// A named buffer of source text or bytecode, and the resources of unknown
/// dialects found in it.
pub struct Source {
    raw: NonNull<ffi::Source>,
}

/// How a source is parsed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ParseOptions {
    /// Wraps the ops in a `builtin.module` unless there is just one such op.
    pub implicit_module: bool,
    /// Verifies what was parsed.
    pub verify: bool,
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self {
            implicit_module: true,
            verify: true,
        }
    }
}

/// How an op is printed.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct PrintOptions {
    /// Prints the generic form of all ops.
    pub generic: bool,
    /// Prints locations.
    pub debug_info: bool,
    /// Prints locations in a form that is nicer to read, and cannot be parsed.
    pub pretty_debug_info: bool,
    /// Prints attributes, types and locations in full instead of by alias.
    pub local_scope: bool,
    /// Saves the time to verify the op once more. The op must be valid, else
    /// printers of its dialects may misbehave.
    pub assume_verified: bool,
    /// Replaces elements attributes with more elements than this by a placeholder.
    pub elide_elements_attributes_if_larger: Option<u32>,
    /// Leaves out resources whose text has more characters than this.
    pub elide_resource_strings_if_larger: Option<u32>,
}

/// Which diagnostics `expected-...` comments must account for.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Expectations {
    /// All, and each expected one must be emitted.
    #[default]
    All,
    /// None: it is enough that each expected one is emitted.
    OnlyExpected,
}

impl Source {
    /// Copies bytes into a source, of which locations show the name.
    ///
    /// `padding_lines` empty lines go before the bytes, so that a part of a file
    /// has the line numbers of the file.
    ///
    /// Returns `None` if there is not enough memory.
    pub fn new(name: &str, bytes: &[u8], padding_lines: usize) -> Option<Self> {
        padding_lines.checked_add(bytes.len())?;
        // SAFETY: name and bytes are copied.
        let raw = unsafe {
            ffi::bcastSourceCreate(
                string_ref(name.as_bytes()),
                string_ref(bytes),
                padding_lines,
            )
        };
        NonNull::new(raw).map(|raw| Self { raw })
    }

    /// Parses the text or bytecode.
    ///
    /// Returns `None` after an error, which is reported to the context's handlers.
    pub fn parse<'c>(&self, context: &'c Context, options: ParseOptions) -> Option<Operation<'c>> {
        // SAFETY: source and context are alive; what of the buffer the op refers
        // to is kept alive by the context.
        let raw = unsafe {
            ffi::bcastSourceParse(
                self.raw.as_ptr(),
                context.to_raw(),
                options.implicit_module,
                options.verify,
            )
        };
        // SAFETY: the op is new and nobody else owns it.
        (!raw.ptr.is_null()).then(|| unsafe { Operation::from_raw(raw) })
    }

    /// Prints an op, with the resources of this source if it is a top-level one.
    pub fn print<'c: 'a, 'a>(
        &self,
        operation: &impl OperationLike<'c, 'a>,
        options: &PrintOptions,
        stream: &Stream<'_>,
    ) {
        let limit = |limit: Option<u32>| limit.map_or(-1, i64::from);
        let options = ffi::PrintOptions {
            generic: options.generic,
            debug_info: options.debug_info,
            pretty_debug_info: options.pretty_debug_info,
            local_scope: options.local_scope,
            assume_verified: options.assume_verified,
            elide_elements_attributes_if_larger: limit(options.elide_elements_attributes_if_larger),
            elide_resource_strings_if_larger: limit(options.elide_resource_strings_if_larger),
        };
        // SAFETY: all are alive, and nothing is kept.
        unsafe {
            ffi::bcastSourcePrint(
                self.raw.as_ptr(),
                operation.to_raw(),
                &options,
                stream.to_raw(),
            )
        }
    }

    /// Writes an op as bytecode, with the resources of this source.
    ///
    /// Returns `false` if the op cannot be encoded.
    pub fn write_bytecode<'c: 'a, 'a>(
        &self,
        operation: &impl OperationLike<'c, 'a>,
        stream: &Stream<'_>,
    ) -> bool {
        // SAFETY: all are alive, and nothing is kept.
        let result = unsafe {
            ffi::bcastSourceWriteBytecode(self.raw.as_ptr(), operation.to_raw(), stream.to_raw())
        };
        result.value != 0
    }

    /// Runs `body` while the context's diagnostics are rendered to a stream, with
    /// the lines of this source that they are about.
    ///
    /// `advise` gets the message of each error; what it returns becomes a note. It
    /// must not emit diagnostics.
    pub fn render_diagnostics<T>(
        &self,
        context: &Context,
        stream: &Stream<'_>,
        advise: impl Fn(&str) -> Option<String>,
        body: impl FnOnce() -> T,
    ) -> T {
        struct Guard(*mut ffi::Handler);

        impl Drop for Guard {
            fn drop(&mut self) {
                // SAFETY: the handler is alive and destroyed once.
                unsafe { ffi::bcastRendererDestroy(self.0) }
            }
        }

        let mut advise: &dyn Fn(&str) -> Option<String> = &advise;
        // SAFETY: source, context, stream and closure outlive the guard. MLIR calls
        // its handlers from one thread at a time.
        let _guard = Guard(unsafe {
            ffi::bcastRendererCreate(
                self.raw.as_ptr(),
                context.to_raw(),
                stream.to_raw(),
                call_advise,
                (&raw mut advise).cast(),
            )
        });
        body()
    }

    /// Runs `body` while the context's diagnostics are checked against the
    /// comments `expected-error {{...}}` and the like in this source, and renders
    /// to a stream what differs.
    ///
    /// Returns the value of `body`, and whether all was as expected.
    pub fn verify_diagnostics<T>(
        &self,
        context: &Context,
        expectations: Expectations,
        stream: &Stream<'_>,
        body: impl FnOnce() -> T,
    ) -> (T, bool) {
        struct Guard(*mut ffi::Verifier);

        impl Drop for Guard {
            fn drop(&mut self) {
                // SAFETY: the handler is alive and destroyed once.
                unsafe { ffi::bcastVerifierDestroy(self.0) }
            }
        }

        // SAFETY: source, context and stream outlive the guard.
        let guard = Guard(unsafe {
            ffi::bcastVerifierCreate(
                self.raw.as_ptr(),
                context.to_raw(),
                expectations == Expectations::OnlyExpected,
                stream.to_raw(),
            )
        });
        let value = body();
        // SAFETY: the handler is alive.
        let result = unsafe { ffi::bcastVerifierFinish(guard.0) };
        (value, result.value != 0)
    }
}

unsafe extern "C" fn call_advise(
    message: MlirStringRef,
    report: unsafe extern "C" fn(MlirStringRef, *mut c_void),
    report_data: *mut c_void,
    data: *mut c_void,
) {
    // SAFETY: `render_diagnostics` passes its closure, and MLIR a valid string.
    let (bytes, advise) = unsafe {
        (
            string_bytes(message),
            *data.cast::<&dyn Fn(&str) -> Option<String>>(),
        )
    };
    let message = String::from_utf8_lossy(bytes);
    // A panic must not unwind into MLIR; without advice the error stands all the same.
    let advice = catch_unwind(AssertUnwindSafe(|| advise(&message)));
    if let Ok(Some(advice)) = advice {
        // SAFETY: both come from the caller, for use during this call.
        unsafe { report(string_ref(advice.as_bytes()), report_data) }
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        // SAFETY: nobody else destroys the source.
        unsafe { ffi::bcastSourceDestroy(self.raw.as_ptr()) }
    }
}

/// Returns the version of LLVM, such as `22.1.8`.
pub fn llvm_version() -> &'static str {
    // SAFETY: the string is a literal.
    unsafe {
        str::from_utf8(string_bytes(ffi::bcastLlvmVersion())).expect("a version number is ASCII")
    }
}
