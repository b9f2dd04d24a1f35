//! Streams through which MLIR writes to Rust.

use super::{ffi, printable::Printable};
use mlir_sys::MlirStringRef;
use std::{
    cell::UnsafeCell,
    ffi::{CStr, c_char, c_void},
    io::{self, Write},
    marker::PhantomData,
    panic::{AssertUnwindSafe, catch_unwind},
    ptr::NonNull,
    slice,
};

/// A buffered stream through which MLIR writes bytes to a Rust writer.
///
/// MLIR cannot handle write errors, so [`Stream::finish`] returns the first one.
pub struct Stream<'a> {
    raw: NonNull<ffi::Stream>,
    sink: Box<UnsafeCell<DiagnosticSink<'a>>>,
    _not_sync: PhantomData<*mut ()>,
}

struct DiagnosticSink<'a> {
    writer: &'a mut (dyn Write + Send),
    error: Option<io::Error>,
    /// Makes text printable; `None` if bytes are written unchanged.
    printable: Option<Printable>,
}

impl<'a> Stream<'a> {
    /// Creates a stream to a writer.
    ///
    /// The writer may be called from MLIR's worker threads, hence `Send`.
    pub fn new(writer: &'a mut (dyn Write + Send)) -> Self {
        Self::with(writer, None, false)
    }

    /// Creates a stream of text for a terminal, with control characters and invalid bytes
    /// replaced. LLVM's colors are kept if `has_colors` is set.
    ///
    /// The writer may be called from MLIR's worker threads, hence `Send`.
    pub fn for_terminal(writer: &'a mut (dyn Write + Send), has_colors: bool) -> Self {
        Self::with(writer, Some(Printable::default()), has_colors)
    }

    fn with(
        writer: &'a mut (dyn Write + Send),
        printable: Option<Printable>,
        has_colors: bool,
    ) -> Self {
        let sink = Box::new(UnsafeCell::new(DiagnosticSink {
            writer,
            error: None,
            printable,
        }));
        // SAFETY: the boxed sink does not move and outlives the raw stream, which is destroyed
        // when `self` is dropped.
        let raw = unsafe { ffi::bcastStreamCreate(Some(write), sink.get().cast(), has_colors) };
        Self {
            raw: NonNull::new(raw).expect("operator new returns no null"),
            sink,
            _not_sync: PhantomData,
        }
    }

    /// Writes bytes, as MLIR does.
    pub fn write(&self, bytes: &[u8]) {
        // SAFETY: the stream is alive and copies the bytes.
        unsafe { ffi::bcastStreamWrite(self.to_raw(), string_ref(bytes)) }
    }

    /// Writes the buffered bytes to the writer.
    pub fn flush(&self) {
        // SAFETY: the stream is alive.
        unsafe { ffi::bcastStreamFlush(self.to_raw()) }
    }

    /// Writes the buffered bytes to the writer and ends the stream.
    ///
    /// # Errors
    ///
    /// Returns the writer's first error.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush();
        let sink = self.sink.get_mut();
        if let Some(printable) = &mut sink.printable {
            let mut shown = vec![];
            printable.finish(&mut shown);
            sink.write(&shown);
        }
        sink.error.take().map_or(Ok(()), Err)
    }

    #[doc(hidden)]
    pub fn to_raw(&self) -> *mut ffi::Stream {
        self.raw.as_ptr()
    }
}

impl Drop for Stream<'_> {
    fn drop(&mut self) {
        // SAFETY: the stream is destroyed only here; it still flushes into the sink, which is
        // dropped afterwards.
        unsafe { ffi::bcastStreamDestroy(self.to_raw()) }
    }
}

/// Creates an MLIR string from any bytes.
#[doc(hidden)]
pub fn string_ref(bytes: &[u8]) -> MlirStringRef {
    MlirStringRef {
        data: bytes.as_ptr().cast(),
        length: bytes.len(),
    }
}

/// Returns the bytes of an MLIR string.
///
/// melior's own conversion fails on empty strings.
///
/// # Safety
///
/// The string must be alive for `'a`.
#[doc(hidden)]
pub unsafe fn string_bytes<'a>(string: MlirStringRef) -> &'a [u8] {
    // SAFETY: the caller guarantees it.
    unsafe { raw_slice(string.data.cast(), string.length) }
}

impl DiagnosticSink<'_> {
    /// Writes text with escape sequences at their offsets.
    fn write_text(&mut self, bytes: &[u8], escapes: &[ffi::Escape]) {
        let Some(printable) = &mut self.printable else {
            return self.write(bytes);
        };
        let mut shown = Vec::with_capacity(bytes.len());
        let mut start = 0;
        for escape in escapes {
            let end = escape.offset.clamp(start, bytes.len());
            printable.push(&bytes[start..end], &mut shown);
            start = end;
            // SAFETY: LLVM's sequences are constants.
            let sequence = unsafe { CStr::from_ptr(escape.sequence) };
            shown.extend_from_slice(sequence.to_bytes());
        }
        printable.push(&bytes[start..], &mut shown);
        self.write(&shown);
    }

    fn write(&mut self, bytes: &[u8]) {
        if bytes.is_empty() || self.error.is_some() {
            return;
        }
        self.error = match catch_unwind(AssertUnwindSafe(|| self.writer.write_all(bytes))) {
            Ok(result) => result.err(),
            Err(_) => Some(io::Error::other("the writer panicked")),
        };
    }
}

unsafe extern "C" fn write(
    bytes: *const c_char,
    size: usize,
    escapes: *const ffi::Escape,
    escape_count: usize,
    data: *mut c_void,
) {
    // SAFETY: `data` is the sink of a live stream. Only one user writes at a time (a stream is
    // not `Sync`, and MLIR's diagnostic engine takes a lock), and no reference into the sink
    // outlives this call.
    let sink = unsafe { &mut *data.cast::<DiagnosticSink<'_>>() };
    // SAFETY: the stream passes its own buffers.
    let (bytes, escapes) = unsafe {
        (
            raw_slice(bytes.cast(), size),
            raw_slice(escapes, escape_count),
        )
    };
    sink.write_text(bytes, escapes);
}

/// Returns a slice of C++ data; the pointer may be null if the slice is empty.
///
/// # Safety
///
/// `start` must point to `count` elements that are alive for `'a`.
unsafe fn raw_slice<'a, T>(start: *const T, count: usize) -> &'a [T] {
    match count {
        0 => &[],
        // SAFETY: the caller guarantees it.
        count => unsafe { slice::from_raw_parts(start, count) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_any_bytes_in_order() {
        let mut bytes = Vec::new();
        let stream = Stream::new(&mut bytes);
        stream.write(b"\xff\0");
        stream.write(&[b'a'; 100_000]);
        stream.write(b"");
        stream.finish().unwrap();
        assert_eq!(bytes.len(), 100_002);
        assert_eq!(&bytes[..3], b"\xff\0a");
    }

    #[test]
    fn terminal_text_is_printable() {
        let mut bytes = Vec::new();
        let stream = Stream::for_terminal(&mut bytes, false);
        stream.write(b"a\x1b[31m\xff\n\xe2");
        stream.finish().unwrap();
        assert_eq!(
            String::from_utf8(bytes).unwrap(),
            "a\u{fffd}[31m\u{fffd}\n\u{fffd}"
        );
    }

    #[test]
    fn returns_the_first_error() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut writer = Full;
        let stream = Stream::new(&mut writer);
        stream.write(b"a");
        stream.flush();
        stream.write(b"b");
        let error = stream.finish().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    fn catches_a_panic_of_the_writer() {
        struct Broken;
        impl Write for Broken {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                panic!("broken")
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut writer = Broken;
        let stream = Stream::new(&mut writer);
        stream.write(b"a");
        assert!(stream.finish().is_err());
    }
}
