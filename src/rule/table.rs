//! Tables of rules.

use super::{
    Rule, RuleError, RuleErrors, RuleProblem, check,
    parse::{decode, parse},
    suggest,
};
use std::{
    collections::{BTreeSet, HashMap, hash_map::Entry},
    sync::{Arc, OnceLock},
};

/// The built-in tables, one row each.
static BUILT_IN: [BuiltInTable; 2] = [
    BuiltInTable::new(
        "chlo",
        "CHLO's `broadcast_*` ops",
        include_str!("chlo.toml"),
    )
    .by_default(),
    BuiltInTable::new("tosa", "TOSA's elementwise ops", include_str!("tosa.toml")),
];

/// A rule table that is part of this crate, in the same format as users' tables.
#[derive(Debug)]
pub struct BuiltInTable {
    name: &'static str,
    summary: &'static str,
    text: &'static str,
    is_default: bool,
    read: OnceLock<RuleTable>,
}

impl BuiltInTable {
    const fn new(name: &'static str, summary: &'static str, text: &'static str) -> Self {
        Self {
            name,
            summary,
            text,
            is_default: false,
            read: OnceLock::new(),
        }
    }

    const fn by_default(mut self) -> Self {
        self.is_default = true;
        self
    }

    /// Iterates over all built-in tables.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        BUILT_IN.iter()
    }

    /// Returns the name that selects the table.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns a short description of the ops that the table covers, in Markdown.
    pub const fn summary(&self) -> &'static str {
        self.summary
    }

    /// Returns the table's text.
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// Returns whether the table is used by default.
    pub const fn is_default(&self) -> bool {
        self.is_default
    }

    /// Returns the name that stands for a file in positions within the table.
    pub(super) fn file_name(&self) -> String {
        format!("<{}>", self.name())
    }

    /// Returns the table with a name.
    pub fn from_name(name: &str) -> Option<&'static Self> {
        Self::all().find(|table| table.name == name)
    }

    /// Parses the table. A process parses the text only once, because that takes most of the
    /// time of a small program.
    ///
    /// # Errors
    ///
    /// As for [`RuleTable::parse`]; the tests ensure that it does not happen.
    pub fn read(&self) -> Result<RuleTable, RuleErrors> {
        if let Some(table) = self.read.get() {
            return Ok(table.clone());
        }
        let table = RuleTable::parse(&self.file_name(), self.text)?;
        Ok(self.read.get_or_init(|| table).clone())
    }
}

/// A set of rules, looked up by source op.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct RuleTable {
    /// Shared, because each pass has a copy of the table.
    rules: HashMap<String, Arc<Rule>>,
}

impl RuleTable {
    /// Returns the built-in table of CHLO's `broadcast_*` ops.
    ///
    /// # Errors
    ///
    /// As for [`RuleTable::parse`].
    pub fn chlo() -> Result<Self, RuleErrors> {
        let [chlo, ..] = &BUILT_IN;
        chlo.read()
    }

    /// Parses a table from TOML; errors name it `file`.
    ///
    /// # Errors
    ///
    /// Fails with all errors in the file: it is not a rule file, two rules have the same source
    /// op, or a rule contradicts itself.
    pub fn parse(file: &str, text: &str) -> Result<Self, RuleErrors> {
        let mut builder = RuleTableBuilder::new();
        for rule in parse(file, text)? {
            builder.add(rule.into(), Clash::Duplicate);
        }
        builder.build()
    }

    /// Parses a table from the bytes of a file, as [`parse`](Self::parse) does from text.
    ///
    /// # Errors
    ///
    /// As for [`parse`](Self::parse); fails also if the bytes are not UTF-8.
    pub fn parse_bytes(file: &str, bytes: &[u8]) -> Result<Self, RuleErrors> {
        Self::parse(file, decode(file, bytes)?)
    }

    /// Returns the rule for an op, by its full name.
    pub fn get(&self, op: &str) -> Option<&Rule> {
        self.rules.get(op).map(Arc::as_ref)
    }

    /// Iterates over the rules, in the order of their source ops.
    pub fn iter(&self) -> impl Iterator<Item = &Rule> {
        let mut rules = self.rules.values().map(Arc::as_ref).collect::<Vec<_>>();
        rules.sort_by(|a, b| a.source.cmp(&b.source));
        rules.into_iter()
    }
}

/// Combines rules and tables into one table.
///
/// ```
/// use bcast_lower::rule::{RuleBuilder, RuleTable, RuleTableBuilder};
///
/// let table = RuleTableBuilder::new()
///     .add_table(RuleTable::chlo()?)
///     .add_rule(RuleBuilder::new("my.add", "stablehlo.add").build()?)
///     .build()?;
/// assert!(table.get("my.add").is_some());
/// # Ok::<(), bcast_lower::rule::RuleErrors>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct RuleTableBuilder {
    table: RuleTable,
    /// The source ops of omitted tables.
    omitted: BTreeSet<String>,
    errors: Vec<RuleError>,
}

/// The treatment of a second rule for an op.
#[derive(Clone, Copy)]
enum Clash {
    /// An error: the rule is in the same file.
    Duplicate,
    /// A replacement, if it is marked as one: the rule is in a later table.
    Shadowing,
}

impl RuleTableBuilder {
    /// Creates a builder for an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a rule.
    pub fn add_rule(mut self, rule: Rule) -> Self {
        self.errors.extend(check::check_rule(&rule));
        self.add(rule.into(), Clash::Shadowing);
        self
    }

    /// Adds all rules of a table.
    pub fn add_table(mut self, table: RuleTable) -> Self {
        // Sorted, so that errors have a fixed order.
        let mut rules = table.rules.into_values().collect::<Vec<_>>();
        rules.sort_by(|a, b| (a.place(), &a.source).cmp(&(b.place(), &b.source)));
        for rule in rules {
            self.add(rule, Clash::Shadowing);
        }
        self
    }

    /// Records that a table is omitted. Rules may still be marked as replacements for its
    /// rules, so that the same file works with and without the table.
    pub fn omit(mut self, table: &RuleTable) -> Self {
        self.omitted.extend(table.rules.keys().cloned());
        self
    }

    fn add(&mut self, rule: Arc<Rule>, clash: Clash) {
        if let Clash::Shadowing = clash
            && rule.replace
        {
            self.check_replaced(&rule);
        }
        let mut entry = match self.table.rules.entry(rule.source.clone()) {
            Entry::Vacant(entry) => {
                entry.insert(rule);
                return;
            }
            Entry::Occupied(entry) => entry,
        };
        let source_op = rule.source.clone();
        let first = entry.get().place().cloned();
        let problem = match clash {
            Clash::Shadowing if rule.replace => {
                entry.insert(rule);
                return;
            }
            Clash::Shadowing => RuleProblem::Shadowed { source_op, first },
            Clash::Duplicate => RuleProblem::Duplicate { source_op, first },
        };
        self.errors.push(rule.error_at("source", problem));
    }

    /// Checks that the rule that another one should replace exists.
    fn check_replaced(&mut self, rule: &Rule) {
        let source = &rule.source;
        if self.table.get(source).is_some() || self.omitted.contains(source) {
            return;
        }
        let known = self.table.rules.keys().chain(&self.omitted);
        let problem = RuleProblem::NothingToReplace {
            source_op: source.clone(),
            suggestion: suggest(source, known.map(String::as_str)).map(Into::into),
        };
        self.errors.push(rule.error_at("replace", problem));
    }

    /// Builds the table.
    ///
    /// # Errors
    ///
    /// Fails if two rules have the same source op and the later one does not set `replace`, if
    /// a rule sets `replace` but there is none to replace, if a target itself has a rule, or if
    /// a rule contradicts itself.
    pub fn build(mut self) -> Result<RuleTable, RuleErrors> {
        let chained = self.table.iter().filter_map(|rule| {
            let target = rule.target_op().filter(|target| *target != rule.source)?;
            let problem = RuleProblem::Chained {
                source_op: rule.source.clone(),
                target: target.into(),
                first: self.table.get(target)?.place().cloned(),
            };
            Some(rule.error_at("target", problem))
        });
        self.errors.extend(chained.collect::<Vec<_>>());
        RuleErrors::check(self.errors)?;
        Ok(self.table)
    }
}
