//! The kinds of op that the filter of a page selects.

use crate::op::{Broadcast, Op, Operand, Outcome};

/// A kind of op that the filter selects.
pub(super) struct OpFilter {
    /// The class of such ops.
    pub class: &'static str,
    /// The label of the filter.
    pub label: &'static str,
    /// What a folded op shows.
    pub(super) badge: Option<&'static str>,
    /// Whether an op is of the kind.
    pub has: fn(&Op) -> bool,
}

/// The kinds of op that the filter selects.
pub(super) const KINDS: &[OpFilter] = &[
    OpFilter {
        class: "error",
        label: "errors",
        badge: Some("error"),
        has: |op| matches!(op.outcome, Outcome::Failed { .. }),
    },
    OpFilter {
        class: "guard",
        label: "guards remain",
        badge: Some("guard"),
        has: |op| op.dims.iter().any(|dim| !dim.guards.is_empty()),
    },
    OpFilter {
        class: "broadcast",
        label: "broadcasts remain",
        badge: None,
        has: |op| {
            let is_needed =
                |it: &Operand| !matches!(it.broadcast, Broadcast::None | Broadcast::Absent);
            op.operands.iter().any(is_needed)
        },
    },
];
