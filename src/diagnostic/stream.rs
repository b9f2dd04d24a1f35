//! Streams through which MLIR writes to Rust.

use super::ffi;
pub(crate) use super::ffi::Stream as RawStream;
use mlir_sys::MlirStringRef;
use std::{
    cell::UnsafeCell,
    ffi::c_void,
    io::{self, Write},
    marker::PhantomData,
    panic::{AssertUnwindSafe, catch_unwind},
    ptr::NonNull,
    slice,
};

/// A buffered stream through which MLIR writes bytes to a Rust writer.
///
/// MLIR knows no write errors: the first one is kept, and [`Stream::finish`]
/// returns it.
pub struct Stream<'a> {
    raw: NonNull<ffi::Stream>,
    sink: Box<UnsafeCell<Sink<'a>>>,
    _not_sync: PhantomData<*mut ()>,
}

struct Sink<'a> {
    writer: &'a mut (dyn Write + Send),
    error: Option<io::Error>,
}

impl<'a> Stream<'a> {
    /// Creates a stream to a writer.
    ///
    /// The writer may be called from MLIR's worker threads, hence `Send`.
    pub fn new(writer: &'a mut (dyn Write + Send)) -> Self {
        let sink = Box::new(UnsafeCell::new(Sink {
            writer,
            error: None,
        }));
        // SAFETY: the boxed sink stays where it is and outlives the raw stream,
        // which is destroyed when `self` is dropped.
        let raw = unsafe { ffi::bcastStreamCreate(write, sink.get().cast()) };
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

    /// Hands what is buffered to the writer.
    pub fn flush(&self) {
        // SAFETY: the stream is alive.
        unsafe { ffi::bcastStreamFlush(self.to_raw()) }
    }

    /// Hands what is buffered to the writer, and ends the stream.
    ///
    /// # Errors
    ///
    /// Returns the first error of the writer, ever.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush();
        self.sink.get_mut().error.take().map_or(Ok(()), Err)
    }

    pub(crate) fn to_raw(&self) -> *mut ffi::Stream {
        self.raw.as_ptr()
    }
}

impl Drop for Stream<'_> {
    fn drop(&mut self) {
        // SAFETY: nobody else destroys the stream; it still flushes into the
        // sink, which is dropped after this.
        unsafe { ffi::bcastStreamDestroy(self.to_raw()) }
    }
}

/// Makes MLIR's string of any bytes.
pub(crate) fn string_ref(bytes: &[u8]) -> MlirStringRef {
    MlirStringRef {
        data: bytes.as_ptr().cast(),
        length: bytes.len(),
    }
}

/// Returns the bytes of MLIR's string.
///
/// melior's own conversion fails on empty strings.
///
/// # Safety
///
/// The string must be alive for `'a`.
pub(crate) unsafe fn string_bytes<'a>(string: MlirStringRef) -> &'a [u8] {
    match string.length {
        0 => &[],
        // SAFETY: by the caller, so many bytes are there.
        length => unsafe { slice::from_raw_parts(string.data.cast(), length) },
    }
}

unsafe extern "C" fn write(bytes: *const u8, size: usize, data: *mut c_void) {
    // SAFETY: `data` is the sink of a live stream. Its users write one at a time
    // (a stream is not `Sync`, and MLIR's diagnostic engine takes a lock), and no
    // reference into the sink outlives this call.
    let sink = unsafe { &mut *data.cast::<Sink<'_>>() };
    if size == 0 || sink.error.is_some() {
        return;
    }
    // SAFETY: the stream passes a buffer of its own.
    let bytes = unsafe { slice::from_raw_parts(bytes, size) };
    sink.error = match catch_unwind(AssertUnwindSafe(|| sink.writer.write_all(bytes))) {
        Ok(result) => result.err(),
        Err(_) => Some(io::Error::other("the writer panicked")),
    };
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
    fn stops_a_panic_of_the_writer() {
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
