//! A check of a declared symbol.

use super::declared_conflict::DeclaredConflict;
use crate::plan::{CheckStatus, EntryCheck};

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
