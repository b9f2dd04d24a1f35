//! Guards in words.

use super::dims::reference;
use crate::{
    explain::{self, Check},
    plan::{Dim, Extent, Guard, Participant, ZeroExtents},
};

/// A guard's wording, of sizes by their names.
pub struct Words<'w> {
    pub operands: &'w [explain::Operand],
    pub dim: &'w Dim,
    /// The result dim's size.
    pub size: &'w str,
    pub zero_extents: ZeroExtents,
}

impl Words<'_> {
    fn name(&self, participant: &Participant) -> &str {
        &self.operands[participant.operand].dims[participant.dim].size
    }

    /// Names what the operands broadcast to.
    fn extent(&self) -> String {
        match &self.dim.extent {
            Extent::Constant(size) => size.to_string(),
            Extent::Of(participant) => self.name(participant).into(),
            Extent::Join(_) if self.dim.declared.is_none() => self.size.into(),
            Extent::Join(participants) => {
                let names = participants
                    .iter()
                    .map(|participant| self.name(participant));
                let join = match self.zero_extents {
                    ZeroExtents::Reject => "max",
                    ZeroExtents::Numpy => "first_not_1",
                };
                format!("{join}({})", names.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// Describes a guard.
    pub fn guard(&self, guard: &Guard, check: Check) -> explain::Guard {
        use explain::GuardKind;
        let name = |participant| self.name(participant);
        let (kind, condition, between) = match guard {
            Guard::Fixed {
                dynamic,
                fixed,
                size,
            } => (
                GuardKind::Fixed,
                format!("{0} = {size} or {0} = 1", name(dynamic)),
                vec![dynamic, fixed],
            ),
            Guard::Broadcasts(participant) => (
                GuardKind::Broadcasts,
                format!("{0} = {1} or {0} = 1", name(participant), self.extent()),
                vec![participant],
            ),
            Guard::Compatible(lhs, rhs) => {
                let (a, b) = (name(lhs), name(rhs));
                let condition = match self.zero_extents {
                    ZeroExtents::Reject => format!("{a} = {b} or min({a}, {b}) = 1"),
                    ZeroExtents::Numpy => format!("{a} = {b} or {a} = 1 or {b} = 1"),
                };
                (GuardKind::Compatible, condition, vec![lhs, rhs])
            }
            Guard::Equal(lhs, rhs) => {
                let condition = format!("{} = {}", name(lhs), name(rhs));
                (GuardKind::Equal, condition, vec![lhs, rhs])
            }
            Guard::Declared(size) => {
                let condition = format!("{} = {size}", self.extent());
                (GuardKind::Declared, condition, vec![])
            }
            Guard::AtMost(bound) => {
                let condition = format!("{} <= {bound}", self.extent());
                (GuardKind::AtMost, condition, vec![])
            }
        };
        explain::Guard {
            kind,
            condition,
            between: between.into_iter().map(reference).collect(),
            check,
        }
    }
}
