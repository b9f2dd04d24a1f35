//! Combining rules and tables.

use super::{
    FactTable, FactsProblem, Rule, RuleError, RuleErrors, RuleProblem, RuleTable, check,
    parse::Parsed,
};
use crate::suggest::suggest;
use std::{
    collections::{BTreeSet, HashMap, hash_map::Entry},
    sync::Arc,
};

/// Combines rules and tables into one table.
///
/// Rules for the same op that are added one after the other, without a table in between, are
/// alternatives, as in a file: the first whose requirements an op meets is used.
///
/// ```
/// use bcast_lower_broadcast::rule::{RuleBuilder, RuleTable, RuleTableBuilder};
///
/// let table = RuleTableBuilder::new()
///     .add_table(RuleTable::chlo()?)
///     .add_rule(RuleBuilder::new("my.add", "stablehlo.or").element_types(&["i1"]).build()?)
///     .add_rule(RuleBuilder::new("my.add", "stablehlo.add").build()?)
///     .build()?;
/// assert_eq!(table.get("my.add").len(), 2);
/// # Ok::<(), bcast_lower_broadcast::rule::RuleErrors>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct RuleTableBuilder {
    layers: Vec<Layer>,
    /// The source ops of omitted tables.
    omitted: BTreeSet<String>,
    facts: Vec<FactTable>,
    errors: Vec<RuleError>,
}

/// Rules that are alternatives if they have the same source op.
#[derive(Clone, Debug)]
enum Layer {
    /// A table, which has been checked.
    Table(RuleTable),
    /// Rules in the order in which they were added.
    Rules(Vec<Rule>),
}

impl RuleTableBuilder {
    /// Creates a builder for an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a builder for what one file contains, which has been checked one by one.
    pub(super) fn of_file(Parsed { rules, facts }: Parsed) -> Self {
        let (facts, errors) = FactTable::of_file(facts);
        Self {
            // What they replace is known when the table is combined with others.
            omitted: rules.iter().map(|rule| rule.source.clone()).collect(),
            layers: vec![Layer::Rules(rules)],
            facts: vec![facts],
            errors,
        }
    }

    /// Adds a rule.
    pub fn add_rule(mut self, rule: Rule) -> Self {
        self.errors.extend(check::check_rule(&rule));
        match self.layers.last_mut() {
            Some(Layer::Rules(rules)) => rules.push(rule),
            _ => self.layers.push(Layer::Rules(vec![rule])),
        }
        self
    }

    /// Adds all rules and facts of a table.
    pub fn add_table(self, table: RuleTable) -> Self {
        let mut builder = self.add_facts(table.facts());
        builder.layers.push(Layer::Table(table));
        builder
    }

    /// Adds facts about ops.
    pub fn add_facts(mut self, facts: &FactTable) -> Self {
        self.facts.push(facts.clone());
        self
    }

    /// Records that a table is omitted. Rules may still be marked as replacements for its
    /// rules, so that the same file works with and without the table.
    pub fn omit(mut self, table: &RuleTable) -> Self {
        self.omitted.extend(table.sources().cloned());
        self
    }

    /// Builds the table.
    ///
    /// # Errors
    ///
    /// Fails if rules in different tables have the same source op and none of the later ones
    /// sets `replace`, if a rule sets `replace` but there is none to replace, if a rule is
    /// never used because an earlier alternative has no further requirements, if a target itself
    /// has a rule, if a rule contradicts itself, or if two tables have facts about an op, or one has
    /// facts about an op with a rule.
    pub fn build(self) -> Result<RuleTable, RuleErrors> {
        let mut merge = Merge {
            rules: HashMap::new(),
            omitted: self.omitted,
            errors: self.errors,
        };
        for layer in self.layers {
            match layer {
                Layer::Table(table) => {
                    for group in table.into_groups() {
                        merge.add(group);
                    }
                }
                Layer::Rules(rules) => {
                    for group in grouped(rules) {
                        merge.check_order(&group);
                        merge.add(group.into());
                    }
                }
            }
        }
        let (facts, repeated) = FactTable::combined(self.facts);
        let table = RuleTable::new(merge.rules, facts);
        let mut errors = merge.errors;
        errors.extend(chains(&table));
        errors.extend(repeated);
        errors.extend(needless_facts(&table));
        RuleErrors::check(errors)?;
        Ok(table)
    }
}

/// Returns the rules of each source op, in the order in which the ops occur first.
fn grouped(rules: Vec<Rule>) -> Vec<Vec<Rule>> {
    let mut groups = Vec::<Vec<Rule>>::new();
    let mut positions = HashMap::new();
    for rule in rules {
        let position = *positions
            .entry(rule.source.clone())
            .or_insert_with(|| groups.len());
        match groups.get_mut(position) {
            Some(group) => group.push(rule),
            None => groups.push(vec![rule]),
        }
    }
    groups
}

/// Returns an error for each target that has a rule itself.
fn chains(table: &RuleTable) -> Vec<RuleError> {
    let mut errors = vec![];
    for rule in table.iter() {
        for (place, target) in rule.keyed_target_ops() {
            if let Some(first) = table.get(target).first().filter(|_| target != rule.source) {
                let problem = RuleProblem::Chained {
                    source_op: rule.source.clone(),
                    target: target.into(),
                    first: first.place().cloned(),
                };
                errors.push(rule.error_at(&place, problem));
            }
        }
    }
    errors
}

/// Returns an error for the facts about each op with a rule.
fn needless_facts(table: &RuleTable) -> Vec<RuleError> {
    let facts = table.facts().iter();
    let errors = facts.filter_map(|facts| {
        let rule = table.get(&facts.op).first()?;
        let problem = FactsProblem::HasRule {
            op: facts.op.clone(),
            rule: rule.place().cloned(),
        };
        Some(facts.error_at("op", problem))
    });
    errors.collect()
}

/// A table to which later tables are added.
struct Merge {
    rules: HashMap<String, Arc<Vec<Rule>>>,
    omitted: BTreeSet<String>,
    errors: Vec<RuleError>,
}

impl Merge {
    /// Adds the rules that a later table has for one op.
    fn add(&mut self, group: Arc<Vec<Rule>>) {
        let Some(first) = group.first() else {
            return;
        };
        let replacing = group.iter().find(|rule| rule.replace);
        if let Some(rule) = replacing {
            self.check_replaced(rule);
        }
        match self.rules.entry(first.source.clone()) {
            Entry::Vacant(entry) => {
                entry.insert(group);
            }
            Entry::Occupied(mut entry) if replacing.is_some() => {
                entry.insert(group);
            }
            Entry::Occupied(entry) => {
                let earlier = entry.get().first();
                let problem = RuleProblem::Shadowed {
                    source_op: first.source.clone(),
                    first: earlier.and_then(Rule::place).cloned(),
                };
                self.errors.push(first.error_at("source", problem));
            }
        }
    }

    /// Checks that the rule that another one should replace exists.
    fn check_replaced(&mut self, rule: &Rule) {
        let source = &rule.source;
        if self.rules.contains_key(source) || self.omitted.contains(source) {
            return;
        }
        let known = self.rules.keys().chain(&self.omitted);
        let problem = RuleProblem::NothingToReplace {
            source_op: source.clone(),
            suggestions: suggest(source, known.map(String::as_str)),
        };
        self.errors.push(rule.error_at("replace", problem));
    }

    /// Checks that each rule of an op is used for some op.
    fn check_order(&mut self, rules: &[Rule]) {
        for (index, rule) in rules.iter().enumerate() {
            let earlier = &rules[..index];
            if let Some(first) = earlier.iter().find(|first| first.covers(rule)) {
                let problem = RuleProblem::Unused {
                    source_op: rule.source.clone(),
                    first: first.place().cloned(),
                    is_unconditional: first.is_unconditional(),
                };
                self.errors.push(rule.error_at("source", problem));
            }
        }
    }
}
