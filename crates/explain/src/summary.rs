//! The totals of a report.

use super::{Broadcast, Check, Guard, Op, Outcome};
use serde::{Deserialize, Serialize};

/// The totals of a report.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Deserialize, Serialize)]
pub struct Summary {
    /// Broadcastable ops.
    pub ops: OpCounts,
    /// Guards.
    pub guards: GuardCounts,
    /// Operands, by how they are broadcast.
    pub broadcasts: BroadcastCounts,
}

/// The numbers of ops.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Deserialize, Serialize)]
pub struct OpCounts {
    /// Those that are replaced.
    pub lowered: usize,
    /// Those that stay.
    pub left: usize,
    /// Those with errors.
    #[serde(default)]
    pub failed: usize,
}

/// The numbers of guards.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Deserialize, Serialize)]
pub struct GuardCounts {
    /// Those that are needed.
    pub kept: usize,
    /// Those of them that have their own assertions.
    pub checked: usize,
    /// Those that would be needed by types alone, but that facts make unnecessary.
    pub removed: usize,
}

/// The numbers of operands, by the kind of their broadcast.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Deserialize, Serialize)]
pub struct BroadcastCounts {
    /// Those that are used unchanged.
    pub none: usize,
    /// By `stablehlo.broadcast_in_dim`.
    #[serde(rename = "static")]
    pub fixed: usize,
    /// By `stablehlo.broadcast_in_dim` to bounds.
    pub padded: usize,
    /// By `stablehlo.dynamic_broadcast_in_dim`.
    pub dynamic: usize,
    /// By `vector.broadcast`.
    pub vector: usize,
}

impl Summary {
    /// Computes the totals of ops.
    pub fn of(ops: &[Op]) -> Self {
        let mut summary = Self::default();
        for op in ops {
            match op.outcome {
                Outcome::Lowered { .. } => summary.ops.lowered += 1,
                Outcome::Guarded => summary.ops.left += 1,
                Outcome::Left { .. } => {
                    summary.ops.left += 1;
                    continue;
                }
                Outcome::Failed { .. } => {
                    summary.ops.failed += 1;
                    continue;
                }
            }
            for dim in &op.dims {
                summary.guards.kept += dim.guards.len();
                summary.guards.removed += dim.removed_guards.len();
                let is_checked =
                    |guard: &&Guard| matches!(guard.check, Check::Here | Check::AtEntry);
                summary.guards.checked += dim.guards.iter().filter(is_checked).count();
            }
            if op.outcome == Outcome::Guarded {
                continue;
            }
            for operand in &op.operands {
                match operand.broadcast {
                    Broadcast::Absent => {}
                    Broadcast::None => summary.broadcasts.none += 1,
                    Broadcast::Static => summary.broadcasts.fixed += 1,
                    Broadcast::Padded { .. } => summary.broadcasts.padded += 1,
                    Broadcast::Dynamic { .. } => summary.broadcasts.dynamic += 1,
                    Broadcast::Vector { .. } => summary.broadcasts.vector += 1,
                }
            }
        }
        summary
    }
}
