//! Rules as data: which ops broadcast, and which ops they are lowered to.
//!
//! A rule is one row of a table. Tables, including the built-in ones, are TOML files. Reading a
//! file and combining tables perform every check that does not need MLIR, and report all errors
//! with file, line and column.
//!
//! `docs/rules-reference.md` describes the format.
//!
//! # Rules are data
//!
//! Tables define the ops that broadcast and their targets. They are TOML files, which users can
//! write too. `rule` reads and checks them without MLIR; `lower::Rules` adds hooks from Rust and
//! checks a table against the dialects of a context, once, before MLIR starts its threads. A
//! target that has a rule itself is rejected, so that nothing remains to be lowered. Of several
//! rules for an op, `RuleFinder` chooses by types, attributes and constants alone, so the choice
//! does not depend on facts, and verification and lowering make the same one. A sequence of ops is
//! emitted after the one plan of its source op: its constants are scalars, which have no dims and
//! so change no plan. An operand that takes no part in the broadcast is `absent` in the shapes, so
//! that messages and plans count operands as the op does.
//!
//! # Facts about others' ops are a row of the same table
//!
//! A rule file says how the sizes of an op's results follow (`rule::OpFacts`). All such ops share
//! one row of `analysis/ops`, whose functions read the facts of the op's name (`ops/given.rs`):
//! once for integers and once for what facts call them, as for our own rows; a test compares what
//! both remove. Whoever creates an `Analysis` hands it the facts of its rules. They are trusted,
//! so what a file says is compared with something wherever that is possible: with the examples in
//! the file whenever rules are checked, by the integers of static types, and with types and
//! attributes of each op before anything is lowered. An op that contradicts its facts is an error,
//! not only without facts, because the same facts may be wrong where only sizes at run time would
//! show it.

mod builder;
mod check;
mod combine;
mod cover;
mod definition;
mod error;
mod facts;
mod operand_range;
mod operands;
mod parse;
mod place;
mod print;
mod problem;
mod set;
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
    operands::Operands,
    place::RulePlace,
    problem::{FactsProblem, OperandsProblem, RuleProblem, StepProblem},
    step::{Number, Step, StepConstant, StepElementType, StepOperand},
    table::BuiltInTable,
};
pub use operand_range::OperandRange;
pub use set::RuleTable;
