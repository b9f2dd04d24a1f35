//! The log of what passes change, for statistics and reports.

use super::lower_broadcast::place;
use crate::{
    explain::{Change, ChangeKind},
    ir,
};
use melior::ir::{OperationRef, operation::OperationLike};
use std::sync::{Arc, Mutex, PoisonError};

/// A log of what passes change. Clones share the same log, also across threads.
///
/// The default log records nothing.
#[derive(Clone, Debug, Default)]
pub struct ChangeLog(Option<Arc<Mutex<Vec<Change>>>>);

impl ChangeLog {
    /// Creates a log that records changes.
    pub fn new() -> Self {
        Self(Some(Arc::default()))
    }

    /// Adds a change of an op, which must not be erased yet.
    pub fn add(&self, kind: ChangeKind, operation: OperationRef<'_, '_>) {
        if let Some(changes) = &self.0 {
            let change = Change {
                pass: kind.pass().into(),
                kind,
                op: ir::name_str(operation.name()).unwrap_or_default().into(),
                place: place(operation.location()),
            };
            changes
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(change);
        }
    }

    /// Returns the recorded changes and removes them from the log.
    pub fn take(&self) -> Vec<Change> {
        let changes = self.0.as_ref();
        changes.map_or_else(Vec::new, |changes| {
            std::mem::take(&mut *changes.lock().unwrap_or_else(PoisonError::into_inner))
        })
    }
}
