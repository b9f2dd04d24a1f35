//! Rules: which ops broadcast, and what they become, as data.
//!
//! A rule is one row of a table; tables are TOML files, and the built-in ones are
//! such files too. All that can be checked without MLIR is checked when a file is
//! read or tables are combined; all errors are reported, with file, line and column.
//!
//! `docs/rules.md` describes the format.

mod builder;
mod check;
mod definition;
mod error;
mod operands;
mod parse;
mod place;
mod print;
mod suggest;
mod table;
#[cfg(test)]
mod tests;

pub use self::{
    builder::RuleBuilder,
    definition::{Others, Rule, Target},
    error::{RuleDiagnostic, RuleError, RuleErrors, RuleProblem},
    operands::{OperandRange, Operands},
    place::RulePlace,
    suggest::{is_misspelt, suggest},
    table::{BuiltInTable, RuleTable, RuleTableBuilder},
};
