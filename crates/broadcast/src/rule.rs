//! Rules as data: which ops broadcast, and which ops they are lowered to.
//!
//! A rule is one row of a table. Tables, including the built-in ones, are TOML files. Reading a
//! file and combining tables perform every check that does not need MLIR, and report all errors
//! with file, line and column.
//!
//! `docs/rules.md` describes the format.

mod builder;
mod check;
mod combine;
mod cover;
mod definition;
mod error;
mod facts;
mod operands;
mod parse;
mod place;
mod print;
mod problem;
mod step;
mod table;
#[cfg(test)]
mod tests;

pub use self::{
    builder::RuleBuilder,
    combine::RuleTableBuilder,
    definition::{Others, Rule, SHARDING, Target},
    error::{RuleDiagnostic, RuleError, RuleErrors},
    facts::{DimFact, FactTable, Given, OpFacts, ResultShape},
    operands::{OperandRange, Operands},
    place::RulePlace,
    problem::{FactsProblem, OperandsProblem, RuleProblem, StepProblem},
    step::{Number, Step, StepConstant, StepElementType, StepOperand},
    table::{BuiltInTable, RuleTable},
};
