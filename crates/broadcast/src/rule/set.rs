//! A set of rules.

use super::{FactTable, Rule};
use std::{collections::HashMap, sync::Arc};

/// A set of rules, looked up by source op, and of facts about other ops.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct RuleTable {
    /// The rules of each op, in order. Shared, because each pass has a copy of the table.
    rules: HashMap<String, Arc<Vec<Rule>>>,
    facts: FactTable,
}

impl RuleTable {
    pub(super) const fn new(rules: HashMap<String, Arc<Vec<Rule>>>, facts: FactTable) -> Self {
        Self { rules, facts }
    }
}

impl RuleTable {
    /// Returns the rules for an op, by its full name, in order: the first whose requirements
    /// the op meets is used. Without rules, the op is not broadcastable.
    pub fn get(&self, op: &str) -> &[Rule] {
        self.rules.get(op).map_or(&[], |rules| rules)
    }

    /// Iterates over the rules, in the order of their source ops; those of one op in the order
    /// in which they are tried.
    pub fn iter(&self) -> impl Iterator<Item = &Rule> {
        let mut rules = self.rules.iter().collect::<Vec<_>>();
        rules.sort_by_key(|&(source, _)| source);
        rules.into_iter().flat_map(|(_, rules)| rules.iter())
    }

    /// Returns what ops without rules do to sizes.
    pub const fn facts(&self) -> &FactTable {
        &self.facts
    }

    /// Iterates over the source ops.
    pub(super) fn sources(&self) -> impl Iterator<Item = &String> {
        self.rules.keys()
    }

    /// Returns the rules of each op, in the order of the positions of their first ones.
    pub(super) fn into_groups(self) -> Vec<Arc<Vec<Rule>>> {
        let mut groups = self.rules.into_values().collect::<Vec<_>>();
        let key = |rules: &[Rule]| {
            let first = rules.first();
            first.map(|rule| (rule.place().cloned(), rule.source.clone()))
        };
        groups.sort_by_cached_key(|rules| key(rules));
        groups
    }
}
