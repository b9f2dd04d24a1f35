//! Source text: parsing it, printing the result, and diagnostics that show its lines.

use super::{BytecodeOptions, Expectations, ParseOptions, PrintOptions, Reproducer, ffi};
use crate::{
    diagnostic::{
        Kind,
        stream::{Stream, string_bytes, string_ref},
        with_kind,
    },
    ir::{self, ValueKey, ValueNames},
};
use melior::{
    Context,
    ir::{Operation, operation::OperationLike},
};
use mlir_sys::{MlirStringCallback, MlirStringRef, MlirValue};
use rustc_hash::FxHashMap;
use std::{
    ffi::c_void,
    marker::PhantomData,
    panic::{AssertUnwindSafe, catch_unwind},
    ptr::{self, NonNull},
    sync::Arc,
};

/// A named buffer of source text or bytecode, and the resources of unknown
/// dialects found in it.
pub struct Source<'s> {
    raw: NonNull<ffi::Source>,
    /// The kind of errors of reading it.
    kind: Kind,
    /// The text, if it is not copied.
    _text: PhantomData<&'s [u8]>,
}

/// The first bytes of bytecode.
pub const BYTECODE_MAGIC: &[u8] = b"ML\xefR";

/// The alignment that bytecode needs, in bytes, since its sections are read in place.
const ALIGNMENT: usize = 64;

/// A part of a source.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Segment<'a> {
    /// Empty lines, so that the following text has the line numbers of the whole file.
    EmptyLines(usize),
    /// Text, or bytecode.
    Text(&'a [u8]),
}

impl<'s> Source<'s> {
    /// Copies segments into a source with a name, which locations show.
    ///
    /// Returns `None` if there is not enough memory.
    pub fn new(name: &str, segments: &[Segment<'_>]) -> Option<Self> {
        let text = segments.iter().find_map(|segment| match *segment {
            Segment::EmptyLines(_) => None,
            Segment::Text(text) => Some(text),
        });
        let kind = kind_of_errors(text.unwrap_or_default());
        let segments = raw_segments(segments)?;
        // SAFETY: name and segments are copied.
        let raw = unsafe {
            ffi::bcastSourceCreate(
                string_ref(name.as_bytes()),
                segments.as_ptr(),
                segments.len(),
            )
        };
        Self::from_raw(raw, kind)
    }

    /// Creates a source with a name, which locations show, from text or bytecode without
    /// copying it. Returns `None` unless a NUL byte, which is not part of it, follows it, and
    /// for bytecode that is not aligned.
    pub fn borrow(name: &str, text_with_nul: &'s [u8]) -> Option<Self> {
        let (0, text) = text_with_nul.split_last()? else {
            return None;
        };
        let is_aligned = text.as_ptr().addr().is_multiple_of(ALIGNMENT);
        if !is_aligned && text.starts_with(BYTECODE_MAGIC) {
            return None;
        }
        // SAFETY: the name is copied; the text outlives the source, and a NUL byte follows it.
        let raw = unsafe { ffi::bcastSourceBorrow(string_ref(name.as_bytes()), string_ref(text)) };
        Self::from_raw(raw, kind_of_errors(text))
    }

    fn from_raw(raw: *mut ffi::Source, kind: Kind) -> Option<Self> {
        NonNull::new(raw).map(|raw| Self {
            raw,
            kind,
            _text: PhantomData,
        })
    }

    /// Parses the text or bytecode. With a reproducer, the resource that says what to run is
    /// read into it instead of being kept.
    ///
    /// Returns `None` after an error, which is reported to the context's handlers.
    pub fn parse<'c>(
        &self,
        context: &'c Context,
        options: ParseOptions,
        reproducer: Option<&mut Reproducer>,
    ) -> Option<Operation<'c>>
    where
        's: 'c,
    {
        // SAFETY: source and context are alive; the parts of the buffer that the op refers to
        // are kept alive by the context, or borrowed for as long as the op may live.
        let raw = with_kind(context, self.kind, || unsafe {
            ffi::bcastSourceParse(
                self.raw.as_ptr(),
                context.to_raw(),
                options.implicit_module,
                reproducer.map_or_else(ptr::null_mut, |reproducer| reproducer.raw.as_ptr()),
            )
        });
        // SAFETY: the op is new and nothing else owns it.
        let operation = (!raw.ptr.is_null()).then(|| unsafe { Operation::from_raw(raw) });
        operation.filter(|operation| !options.verify || operation.verify())
    }

    /// Parses text as a module, verifies it, and returns the names of its values as well.
    ///
    /// Returns `None` after an error, which is reported to the context's handlers.
    pub fn parse_with_names<'c>(&self, context: &'c Context) -> Option<(Operation<'c>, ValueNames)>
    where
        's: 'c,
    {
        let mut names = FxHashMap::<ValueKey, Arc<str>>::default();
        // SAFETY: as in `parse`; the callback gets the map only during the call.
        let raw = with_kind(context, self.kind, || unsafe {
            ffi::bcastSourceParseWithNames(
                self.raw.as_ptr(),
                context.to_raw(),
                Some(add_name),
                (&raw mut names).cast(),
            )
        });
        if raw.ptr.is_null() {
            return None;
        }
        // SAFETY: the op is new and nothing else owns it.
        let operation = unsafe { Operation::from_raw(raw) };
        if !operation.verify() {
            return None;
        }
        let names = ValueNames::new(ir::reference(&operation), names);
        Some((operation, names))
    }

    /// Checks that the text, or the bytecode, of an op is read back as the same op in another
    /// context, which has the same dialects and has read nothing yet.
    ///
    /// Returns `false` after an error on the op.
    pub fn verify_roundtrip<'c: 'a, 'a>(
        &self,
        operation: &impl OperationLike<'c, 'a>,
        fresh: &Context,
        is_bytecode: bool,
    ) -> bool {
        // SAFETY: source, op and context are alive, and nothing is kept.
        let result = unsafe {
            ffi::bcastSourceVerifyRoundtrip(
                self.raw.as_ptr(),
                operation.to_raw(),
                fresh.to_raw(),
                is_bytecode,
            )
        };
        result.value != 0
    }

    /// Prints an op, with the resources of this source if it is a top-level one.
    pub fn print<'c: 'a, 'a>(
        &self,
        operation: &impl OperationLike<'c, 'a>,
        options: &PrintOptions,
        stream: &Stream<'_>,
    ) {
        // SAFETY: all are alive, and nothing is kept.
        unsafe {
            ffi::bcastSourcePrint(
                self.raw.as_ptr(),
                operation.to_raw(),
                &options.to_raw(),
                stream.to_raw(),
            )
        }
    }

    /// Writes an op as bytecode, with the resources of this source.
    ///
    /// Returns `false` if the op cannot be encoded, or if MLIR cannot write that version, which
    /// is an error on the op.
    pub fn write_bytecode<'c: 'a, 'a>(
        &self,
        operation: &impl OperationLike<'c, 'a>,
        options: BytecodeOptions,
        stream: &Stream<'_>,
    ) -> bool {
        // SAFETY: all are alive, and nothing is kept.
        let result = unsafe {
            ffi::bcastSourceWriteBytecode(
                self.raw.as_ptr(),
                operation.to_raw(),
                options.version.map_or(-1, i64::from),
                options.elide_resources,
                stream.to_raw(),
            )
        };
        result.value != 0
    }

    /// Runs `body` while the context's diagnostics are rendered to a stream, with the lines of
    /// this source that they refer to.
    ///
    /// `advise` gets the message of each error; what it returns becomes notes. It
    /// must not emit diagnostics.
    pub fn render_diagnostics<T>(
        &self,
        context: &Context,
        stream: &Stream<'_>,
        advise: impl Fn(&str) -> Vec<String>,
        body: impl FnOnce() -> T,
    ) -> T {
        struct RendererGuard(*mut ffi::Renderer);

        impl Drop for RendererGuard {
            fn drop(&mut self) {
                // SAFETY: the handler is alive and destroyed once.
                unsafe { ffi::bcastRendererDestroy(self.0) }
            }
        }

        let mut advise: &dyn Fn(&str) -> Vec<String> = &advise;
        // SAFETY: source, context, stream and closure outlive the guard. MLIR calls
        // its handlers from one thread at a time.
        let _guard = RendererGuard(unsafe {
            ffi::bcastRendererCreate(
                self.raw.as_ptr(),
                context.to_raw(),
                stream.to_raw(),
                Some(call_advise),
                (&raw mut advise).cast(),
            )
        });
        body()
    }

    /// Runs `body` while the context's diagnostics are checked against the
    /// comments `expected-error {{...}}` and the like in this source, and mismatches are
    /// rendered to a stream.
    ///
    /// Returns the value of `body`, and whether all was as expected.
    pub fn verify_diagnostics<T>(
        &self,
        context: &Context,
        expectations: Expectations,
        stream: &Stream<'_>,
        body: impl FnOnce() -> T,
    ) -> (T, bool) {
        struct VerifierGuard(*mut ffi::Verifier);

        impl Drop for VerifierGuard {
            fn drop(&mut self) {
                // SAFETY: the handler is alive and destroyed once.
                unsafe { ffi::bcastVerifierDestroy(self.0) }
            }
        }

        // SAFETY: source, context and stream outlive the guard.
        let guard = VerifierGuard(unsafe {
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

/// Returns the kind of errors of reading a text, or bytecode.
fn kind_of_errors(text: &[u8]) -> Kind {
    match text.starts_with(BYTECODE_MAGIC) {
        true => Kind::Crash,
        false => Kind::Syntax,
    }
}

/// Returns `None` if the total size overflows.
fn raw_segments(segments: &[Segment<'_>]) -> Option<Vec<ffi::Segment>> {
    let mut size: usize = 0;
    segments
        .iter()
        .map(|segment| {
            let (empty_lines, text) = match *segment {
                Segment::EmptyLines(count) => (count, &b""[..]),
                Segment::Text(text) => (0, text),
            };
            size = size.checked_add(empty_lines)?.checked_add(text.len())?;
            Some(ffi::Segment {
                emptyLines: empty_lines,
                text: string_ref(text),
            })
        })
        .collect()
}

unsafe extern "C" fn add_name(value: MlirValue, name: MlirStringRef, data: *mut c_void) {
    // SAFETY: `parse_with_names` passes its map, and MLIR a valid string.
    let (bytes, names) = unsafe {
        (
            string_bytes(name),
            &mut *data.cast::<FxHashMap<ValueKey, Arc<str>>>(),
        )
    };
    let name = String::from_utf8_lossy(bytes).into_owned();
    names.insert(ValueKey::at(value.ptr as usize), name.into());
}

unsafe extern "C" fn call_advise(
    message: MlirStringRef,
    report: MlirStringCallback,
    report_data: *mut c_void,
    data: *mut c_void,
) {
    // SAFETY: `render_diagnostics` passes its closure, and MLIR a valid string.
    let (bytes, advise) = unsafe {
        (
            string_bytes(message),
            *data.cast::<&dyn Fn(&str) -> Vec<String>>(),
        )
    };
    let message = String::from_utf8_lossy(bytes);
    // A panic must not unwind into MLIR; the error is reported without advice then.
    let advice = catch_unwind(AssertUnwindSafe(|| advise(&message)));
    let Some(report) = report else {
        return;
    };
    for advice in advice.unwrap_or_default() {
        // SAFETY: both come from the caller, for use during this call.
        unsafe { report(string_ref(advice.as_bytes()), report_data) }
    }
}

impl Drop for Source<'_> {
    fn drop(&mut self) {
        // SAFETY: the source is destroyed only here.
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

/// Sets what MLIR adds to errors on ops as notes: the op, and the stack of the tool.
pub fn set_notes(context: &Context, show_op: bool, show_stack: bool) {
    // SAFETY: the context is alive.
    unsafe { ffi::bcastContextSetNotes(context.to_raw(), show_op, show_stack) }
}
