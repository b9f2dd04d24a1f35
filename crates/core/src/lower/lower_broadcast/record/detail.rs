//! How much a report says.

use crate::{
    explain::{Op, Position},
    symbol::Effort,
};

/// The level of detail of a report.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Detail {
    /// Only the decisions, without reasons.
    Decisions,
    /// Also the closest reasons: the ops that define the operands' sizes, and facts about these
    /// sizes.
    #[default]
    ClosestReasons,
    /// Also all reasons, which takes longer to find.
    AllReasons,
    /// All reasons for the ops at one position, and nothing else.
    AllReasonsAt(Position),
}

impl Detail {
    /// Returns the effort for finding the reasons of an op; `None` if they are not needed.
    pub fn effort(self, op: &Op) -> Option<Effort> {
        match self {
            Self::Decisions => None,
            Self::ClosestReasons => Some(Effort::CLOSEST),
            Self::AllReasons => Some(Effort::THOROUGH),
            Self::AllReasonsAt(position) => position.has(op).then_some(Effort::THOROUGH),
        }
    }
}
