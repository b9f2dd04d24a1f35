//! The log of what passes change, for statistics and reports.

use super::{Counts, Statistic};
use crate::{
    diagnostic::place,
    explain::{Change, ChangeKind},
    ir,
};
use melior::ir::{OperationRef, operation::OperationLike};
use std::sync::{Arc, Mutex, PoisonError};

/// A log of what passes change. Clones share the same log, also across threads.
///
/// The default log counts changes but does not record them.
#[derive(Clone, Debug, Default)]
pub struct ChangeLog {
    changes: Option<Arc<Mutex<Vec<Change>>>>,
    counts: Counts,
}

impl ChangeLog {
    /// Creates a log that records changes.
    pub fn new() -> Self {
        Self {
            changes: Some(Arc::default()),
            counts: Counts::default(),
        }
    }

    /// Returns a log of the same changes that counts them anew.
    pub fn with_own_counts(&self) -> Self {
        Self {
            changes: self.changes.clone(),
            counts: Counts::default(),
        }
    }

    /// Returns the numbers of changes.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Adds a change of an op, which must not be erased yet.
    pub fn add(&self, kind: ChangeKind, operation: OperationRef<'_, '_>) {
        self.counts.add(Statistic::Changed(kind), 1);
        if let Some(changes) = &self.changes {
            let change = Change {
                pass: kind.pass().into(),
                kind,
                op: ir::name_str(operation.name()).unwrap_or_default().into(),
                place: place(operation.location()),
                source_name: ir::location_name(operation.location()).map(Into::into),
                function: ir::function_name(operation).map(Into::into),
            };
            changes
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(change);
        }
    }

    /// Returns the recorded changes and removes them from the log.
    pub fn take(&self) -> Vec<Change> {
        let changes = self.changes.as_ref();
        changes.map_or_else(Vec::new, |changes| {
            std::mem::take(&mut *changes.lock().unwrap_or_else(PoisonError::into_inner))
        })
    }
}
