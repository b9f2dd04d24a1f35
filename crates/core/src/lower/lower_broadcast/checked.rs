//! The results of the checks before any op is lowered.

use super::entry::Declarations;
use crate::diagnostic::Failed;
use rustc_hash::FxHashSet;

/// The results of the checks before any op is lowered.
pub(super) struct Checked {
    /// Whether any op is broadcastable.
    pub(super) has_ops: bool,
    /// Whether any op calls a function.
    pub(super) has_calls: bool,
    /// Whether lowering may add a call to the program.
    pub(super) may_add_calls: bool,
    /// The broadcastable ops that are kept because they cannot be lowered or are invalid, by
    /// their addresses.
    pub(super) left: FxHashSet<usize>,
    /// Whether all broadcastable ops are valid.
    pub(super) result: Result<(), Failed>,
}

impl Checked {
    pub(super) fn nothing() -> Self {
        Self {
            has_ops: false,
            has_calls: false,
            may_add_calls: false,
            left: FxHashSet::default(),
            result: Ok(()),
        }
    }

    /// Returns whether there are ops to lower, or declarations to check.
    pub(super) fn has_work(&self, declarations: &Declarations<'_, '_>) -> bool {
        self.has_ops || !declarations.functions.is_empty() || declarations.result.is_err()
    }

    pub(super) fn and(mut self, other: Self) -> Self {
        self.left.extend(other.left);
        Self {
            has_ops: self.has_ops || other.has_ops,
            has_calls: self.has_calls || other.has_calls,
            may_add_calls: self.may_add_calls || other.may_add_calls,
            left: self.left,
            result: self.result.and(other.result),
        }
    }
}
