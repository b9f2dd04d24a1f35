//! Requests to stop a run.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// A request to stop a run, which another thread may make. Clones share it.
///
/// A run stops before its next step: a part of a source, a pass of this crate, or printing. MLIR
/// has no way to stop its parser or its own passes.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Makes the request. It cannot be taken back.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the request was made.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
