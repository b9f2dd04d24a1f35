//! The log of what passes change, for statistics and reports.

use super::{Counts, Statistic};
use crate::{
    diagnostic::{Kind, Severity, emit_on_op, place},
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
    reports_rows: bool,
}

/// Why a row of a legalisation does not apply to an op that it is about.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NoMatch {
    /// What is true of the op.
    #[error(": {0}")]
    Reason(&'static str),
    /// What is not true of the op: the row's condition.
    #[error("; condition: {0}")]
    Condition(&'static str),
}

impl ChangeLog {
    /// Creates a log that records changes.
    pub fn new() -> Self {
        Self {
            changes: Some(Arc::default()),
            ..Self::default()
        }
    }

    /// Returns the log, which also reports whether rows of legalisations apply, if requested.
    #[must_use]
    pub const fn reporting_rows(mut self, is_requested: bool) -> Self {
        self.reports_rows = is_requested;
        self
    }

    /// Returns a log of the same changes that counts them anew.
    pub fn with_own_counts(&self) -> Self {
        Self {
            counts: Counts::default(),
            ..self.clone()
        }
    }

    /// Returns the numbers of changes.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Adds a change of an op, which must not be erased yet.
    pub fn add(&self, kind: ChangeKind, operation: OperationRef<'_, '_>) {
        self.record(kind, operation, || None);
    }

    /// Adds a change of an op, which must not be erased yet, with what a report says of it, such as the message of the
    /// assertion that guards the op now.
    pub fn add_about(
        &self,
        kind: ChangeKind,
        operation: OperationRef<'_, '_>,
        about: impl FnOnce() -> String,
    ) {
        self.record(kind, operation, || Some(about()));
    }

    fn record(
        &self,
        kind: ChangeKind,
        operation: OperationRef<'_, '_>,
        message: impl FnOnce() -> Option<String>,
    ) {
        self.counts.add(Statistic::Changed(kind), 1);
        if let Some(changes) = &self.changes {
            let function = match ir::is_function(operation) {
                true => ir::string(operation, "sym_name"),
                false => ir::function_name(operation),
            };
            let change = Change {
                pass: kind.pass().into(),
                kind,
                op: ir::name_str(operation.name()).unwrap_or_default().into(),
                place: place(operation.location()),
                source_name: ir::location_name(operation.location()).map(Into::into),
                function: function.map(Into::into),
                message: message(),
            };
            changes
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(change);
        }
    }

    /// Notes that a row that is about an op was tried on it, which must not be erased yet: emits a remark
    /// on the op, if these are requested.
    pub fn tried(&self, row: &str, operation: OperationRef<'_, '_>, outcome: Result<(), NoMatch>) {
        if self.reports_rows {
            let message = match outcome {
                Ok(()) => format!("row '{row}' applies"),
                Err(reason) => format!("row '{row}' does not apply{reason}"),
            };
            emit_on_op(operation, Severity::Remark, Kind::Remark, &message, &[]);
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
