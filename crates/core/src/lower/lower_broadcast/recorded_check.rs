//! A check of a declared symbol.

use super::declared_conflict::DeclaredConflict;
use crate::{
    diagnostic::{Failed, Severity},
    plan::{CheckStatus, DeclaredSymbol, EntryCheck},
};
use melior::ir::OperationRef;

/// A check of a declared symbol, and its status.
#[derive(Clone, Debug)]
pub struct RecordedCheck {
    /// The check.
    pub check: EntryCheck,
    /// How it is checked.
    pub status: CheckStatus,
    /// What is wrong, if it fails for all sizes.
    pub conflict: Option<DeclaredConflict>,
}

/// Emits an error for each declaration that fails for all sizes, or a warning if the function may
/// never be called.
///
/// # Errors
///
/// Fails if an error is emitted.
pub fn report(
    function: OperationRef<'_, '_>,
    is_called: bool,
    checks: &[(DeclaredSymbol, Vec<RecordedCheck>)],
) -> Result<(), Failed> {
    let mut result = Ok(());
    for check in checks.iter().flat_map(|(_, checks)| checks) {
        let Some(conflict) = &check.conflict else {
            continue;
        };
        let severity = match is_called {
            true => Severity::Error,
            false => Severity::Warning,
        };
        conflict.emit(function, severity);
        if is_called {
            result = Err(Failed);
        }
    }
    result
}
