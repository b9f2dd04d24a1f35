//! Rules with hooks: a table, and the hooks that it names.

mod check;
mod hook;
mod resolved;

pub use hook::{HookError, HookRequest, LoweringHook};
pub(super) use resolved::{Required, RequiredValue, ResolvedElement, ResolvedRule};

use crate::rule::{RuleErrors, RuleTable, RuleTableBuilder};
use melior::ir::Value;
use std::{collections::BTreeMap, fmt, sync::Arc};

/// The rules for which ops broadcast and what they become: a table, and the functions that
/// rules with a `hook` name.
#[derive(Clone, Default)]
pub struct Rules {
    table: RuleTable,
    hooks: BTreeMap<String, Arc<LoweringHook>>,
}

impl Rules {
    /// Creates rules from a table, without hooks.
    pub fn new(table: RuleTable) -> Self {
        Self {
            table,
            hooks: BTreeMap::new(),
        }
    }

    /// Returns the default rules, those of CHLO.
    ///
    /// # Errors
    ///
    /// As for [`RuleTable::parse`]; tests make sure that it does not fail.
    pub fn built_in() -> Result<Self, RuleErrors> {
        RuleTable::chlo().map(Self::new)
    }

    /// Adds a hook: a function that creates the replacement of a source op where a single op
    /// cannot express it.
    ///
    /// It gets the broadcast operands and inserts ops in front of the source op. The value that
    /// it returns replaces the source op's result, must have the same type and must not depend on that
    /// result. If it fails, the source op stays.
    #[must_use]
    pub fn with_hook<F>(mut self, name: &str, hook: F) -> Self
    where
        F: for<'c, 'a> Fn(&HookRequest<'c, 'a>) -> Result<Value<'c, 'a>, HookError>
            + Send
            + Sync
            + 'static,
    {
        self.hooks.insert(name.into(), Arc::new(hook));
        self
    }

    /// Adds a table; `None` if it contradicts the rules.
    pub(super) fn with_table(&self, table: RuleTable) -> Option<Self> {
        let builder = RuleTableBuilder::new().add_table(self.table.clone());
        Some(Self {
            table: builder.add_table(table).build().ok()?,
            hooks: self.hooks.clone(),
        })
    }

    /// Returns the table.
    pub fn table(&self) -> &RuleTable {
        &self.table
    }
}

impl From<RuleTable> for Rules {
    fn from(table: RuleTable) -> Self {
        Self::new(table)
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Rules")
            .field("table", &self.table)
            .field("hooks", &self.hooks.keys())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::BuiltInTable;

    #[test]
    fn a_table_is_rules_without_hooks() {
        let table = BuiltInTable::from_dialect("tosa").expect("it is built in");
        let table = table.read().expect("it is valid");
        let count = table.iter().count();
        assert!(count > 0);
        assert_eq!(Rules::from(table.clone()).table().iter().count(), count);
    }
}
