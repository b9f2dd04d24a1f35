//! Modules that say which pipeline runs on them.

use super::ffi;
use crate::diagnostic::stream::string_bytes;
use std::ptr::NonNull;

/// What the resource `mlir_reproducer` of a source says.
pub struct Reproducer {
    pub(super) raw: NonNull<ffi::Reproducer>,
}

impl Reproducer {
    /// Creates one that says nothing yet.
    pub fn new() -> Self {
        // SAFETY: it has no conditions.
        let raw = unsafe { ffi::bcastReproducerCreate() };
        Self {
            raw: NonNull::new(raw).expect("operator new returns no null"),
        }
    }

    /// Returns the pipeline to run; `None` if the source has no such resource.
    pub fn pipeline(&self) -> Option<String> {
        // SAFETY: the reproducer is alive, and the string is copied.
        let text = unsafe { ffi::bcastReproducerPipeline(self.raw.as_ptr()) };
        if text.data.is_null() {
            return None;
        }
        // SAFETY: as above.
        let bytes = unsafe { string_bytes(text) };
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    /// Returns whether the pipeline is to run on one thread.
    pub fn disables_threading(&self) -> bool {
        // SAFETY: the reproducer is alive.
        unsafe { ffi::bcastReproducerDisablesThreading(self.raw.as_ptr()) }
    }

    /// Returns whether the IR is to be verified after each pass.
    pub fn verifies_each(&self) -> bool {
        // SAFETY: the reproducer is alive.
        unsafe { ffi::bcastReproducerVerifiesEach(self.raw.as_ptr()) }
    }
}

impl Drop for Reproducer {
    fn drop(&mut self) {
        // SAFETY: it is destroyed only here.
        unsafe { ffi::bcastReproducerDestroy(self.raw.as_ptr()) }
    }
}
