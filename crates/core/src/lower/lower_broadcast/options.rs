//! The options of `lower-broadcast`.

use crate::{assertion::Assertions, plan::ZeroExtents, shape::TraitRules};

/// The options of `lower-broadcast`.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub struct LowerOptions {
    /// The rules for which ops are accepted.
    pub trait_rules: TraitRules,
    /// The assertions that check the guards.
    pub assertions: Assertions,
    /// How 0 and 1 broadcast where both are known only at run time.
    pub zero_extents: ZeroExtents,
    /// Whether facts about sizes from other ops are used. Otherwise each op is lowered on its
    /// own.
    pub facts: bool,
    /// Whether the declarations of function arguments' dims are assumed to hold. Otherwise they
    /// are checked at function entry.
    pub assume_symbols: bool,
    /// Whether guards that depend only on the sizes of a function's arguments are checked at
    /// function entry.
    pub hoist_assertions: bool,
    /// Whether a valid op that cannot be lowered is kept, with a remark that gives the reason.
    /// Otherwise that is an error.
    pub allow_partial: bool,
}

impl LowerOptions {
    /// Returns whether declarations are assumed, not checked.
    pub const fn assumes_declarations(self) -> bool {
        self.assume_symbols || matches!(self.assertions, Assertions::None)
    }
}

impl Default for LowerOptions {
    fn default() -> Self {
        Self {
            trait_rules: TraitRules::default(),
            assertions: Assertions::default(),
            zero_extents: ZeroExtents::default(),
            facts: true,
            assume_symbols: false,
            hoist_assertions: false,
            allow_partial: false,
        }
    }
}
