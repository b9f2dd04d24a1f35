//! Descriptions of guards.

use super::dims::reference;
use crate::{
    explain::{self, GuardKind},
    plan::{CheckStatus, Dim, Guard, Participant, Quantity},
};

/// Describes guards with the names of sizes.
pub struct Words<'w> {
    pub operands: &'w [explain::Operand],
    pub dim: &'w Dim,
    /// The result dim's size.
    pub size: &'w str,
}

impl Words<'_> {
    fn name(&self, participant: &Participant) -> &str {
        &self.operands[participant.operand].dims[participant.dim].size
    }

    /// Names the size that the operands broadcast to.
    fn extent(&self) -> String {
        match self.dim.joined() {
            Some(_) if self.dim.declared.is_none() => self.size.into(),
            _ => self.dim.extent.map(|of| self.name(of)).to_string(),
        }
    }

    /// Describes a guard.
    pub fn guard(&self, guard: &Guard, check: CheckStatus) -> explain::Guard {
        let kind = match guard {
            Guard::Fixed { .. } => GuardKind::Fixed,
            Guard::Broadcasts(_) | Guard::Into { .. } => GuardKind::Broadcasts,
            Guard::MaximumCompatible(..) | Guard::Compatible(..) => GuardKind::Compatible,
            Guard::Equal(..) => GuardKind::Equal,
            Guard::Declared { .. } => GuardKind::Declared,
            Guard::AtMost(_) => GuardKind::AtMost,
        };
        let condition = guard.condition().map(&mut |quantity| match quantity {
            Quantity::Of(participant) => self.name(participant).to_string(),
            Quantity::Extent => self.extent(),
        });
        explain::Guard {
            kind,
            condition: condition.to_string(),
            between: guard.participants().iter().map(reference).collect(),
            check: check.into(),
            never_holds: false,
            remedy: None,
            certificate: None,
        }
    }
}
