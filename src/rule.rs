//! Rules: which ops broadcast and what they become, as data.
//!
//! Source: SEMANTICS 3, "What broadcasts".

use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

const CHLO: &str = include_str!("rule/chlo.toml");

/// How one op that broadcasts implicitly is lowered.
///
/// All operands take part. The target op gets the source op's location, its
/// result type and its attributes, save `broadcast_dimensions`.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The op that broadcasts implicitly, for example `chlo.broadcast_add`.
    pub source: String,
    /// The op that takes its place, for example `stablehlo.add`.
    pub target: String,
    /// The attribute of the source op that maps the dims of its lower-rank
    /// operand to result dims, if it has one. Without the attribute, dims are
    /// aligned to the right.
    #[serde(default)]
    pub broadcast_dimensions: Option<String>,
    /// Attributes that change dialect on the way: under `{compare_type =
    /// "stablehlo"}`, `compare_type = #chlo<comparison_type FLOAT>` becomes
    /// `#stablehlo<comparison_type FLOAT>`.
    #[serde(default)]
    pub dialect: BTreeMap<String, String>,
}

/// A set of rules, looked up by source op.
#[derive(Clone, Debug, Default)]
pub struct RuleTable {
    rules: HashMap<String, Rule>,
}

/// What is wrong with a rule file.
#[derive(Debug, thiserror::Error)]
pub enum RuleError {
    /// The text is not TOML, or not of a rule file's form.
    #[error("{file}: {source}")]
    Syntax {
        /// The file.
        file: String,
        /// The TOML reader's error, with line and column.
        source: toml::de::Error,
    },
    /// Two rules have one source op.
    #[error("{file}: `{op}` has two rules; an op needs exactly one")]
    Duplicate {
        /// The file.
        file: String,
        /// The source op.
        op: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleFile {
    #[serde(default)]
    rule: Vec<Rule>,
}

impl RuleTable {
    /// Returns the built-in table of CHLO's `broadcast_*` ops.
    ///
    /// # Errors
    ///
    /// As for [`RuleTable::parse`].
    pub fn chlo() -> Result<Self, RuleError> {
        Self::parse("chlo.toml", CHLO)
    }

    /// Reads a table from TOML; `file` is what errors call it.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a rule file or has two rules for one op.
    pub fn parse(file: &str, text: &str) -> Result<Self, RuleError> {
        let parsed: RuleFile = toml::from_str(text).map_err(|source| RuleError::Syntax {
            file: file.into(),
            source,
        })?;
        let mut rules = HashMap::with_capacity(parsed.rule.len());
        for rule in parsed.rule {
            if let Some(previous) = rules.insert(rule.source.clone(), rule) {
                return Err(RuleError::Duplicate {
                    file: file.into(),
                    op: previous.source,
                });
            }
        }
        Ok(Self { rules })
    }

    /// Returns the rule for an op, by its full name.
    pub fn get(&self, op: &str) -> Option<&Rule> {
        self.rules.get(op)
    }

    /// Iterates over the rules, in the order of their source ops.
    pub fn iter(&self) -> impl Iterator<Item = &Rule> {
        let mut rules = self.rules.values().collect::<Vec<_>>();
        rules.sort_by(|a, b| a.source.cmp(&b.source));
        rules.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_table_covers_chlo() {
        let table = RuleTable::chlo().unwrap();
        let lines = table
            .iter()
            .map(|rule| {
                let source = rule.source.strip_prefix("chlo.broadcast_").unwrap();
                format!("{source} -> {}", rule.target)
            })
            .collect::<Vec<_>>();
        assert_eq!(
            lines,
            [
                "add -> stablehlo.add",
                "and -> stablehlo.and",
                "atan2 -> stablehlo.atan2",
                "compare -> stablehlo.compare",
                "complex -> stablehlo.complex",
                "divide -> stablehlo.divide",
                "maximum -> stablehlo.maximum",
                "minimum -> stablehlo.minimum",
                "multiply -> stablehlo.multiply",
                "next_after -> chlo.next_after",
                "or -> stablehlo.or",
                "polygamma -> chlo.polygamma",
                "power -> stablehlo.power",
                "remainder -> stablehlo.remainder",
                "select -> stablehlo.select",
                "shift_left -> stablehlo.shift_left",
                "shift_right_arithmetic -> stablehlo.shift_right_arithmetic",
                "shift_right_logical -> stablehlo.shift_right_logical",
                "subtract -> stablehlo.subtract",
                "xor -> stablehlo.xor",
                "zeta -> chlo.zeta",
            ]
        );
    }

    fn check_error(text: &str, expected: &str) {
        let error = RuleTable::parse("a.toml", text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn wrong_files_are_refused_with_their_place() {
        check_error("[[rule]]\nsource = 3", "line 2, column 10");
        check_error(
            "[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"\nfoo = 1",
            "unknown field `foo`",
        );
        check_error(
            "[[rule]]\nsource = \"a.b\"\ntarget = \"c.d\"\n[[rule]]\nsource = \"a.b\"\ntarget = \"c.e\"",
            "`a.b` has two rules",
        );
    }

    #[test]
    fn an_empty_file_is_an_empty_table() {
        assert_eq!(RuleTable::parse("a.toml", "").unwrap().iter().count(), 0);
    }
}
