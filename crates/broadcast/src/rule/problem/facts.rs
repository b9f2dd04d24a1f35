//! Problems in facts about ops.

use super::{at, before, operand_count, result_count};
use crate::rule::RulePlace;

/// A problem in facts about an op, with advice on how to solve it.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum FactsProblem {
    /// The file has `[facts]`, or another value of `facts`.
    #[error(
        "`facts` is not a list of tables; write `[[facts]]` above the facts of each op, with two \
         pairs of brackets"
    )]
    Single,
    /// A key is missing.
    #[error("{of} have no `{key}`; {advice}")]
    Missing {
        /// What lacks the key.
        of: String,
        /// The key.
        key: &'static str,
        /// What to write.
        advice: &'static str,
    },
    /// Two keys exclude each other.
    #[error("`{first}` and `{second}` exclude each other; {advice}")]
    Exclusive {
        /// One of the keys.
        first: &'static str,
        /// The other one.
        second: &'static str,
        /// What to write.
        advice: &'static str,
    },
    /// A key is without effect, because another one is missing.
    #[error("`{key}` has no effect without `{without}`; add that, or remove `{key}`")]
    NoEffect {
        /// The key without effect.
        key: &'static str,
        /// The missing key.
        without: &'static str,
    },
    /// A list of dims is not a permutation.
    #[error("`permutation` is {found:?}, which is not an order of the dims from 0 to {last}")]
    Permutation {
        /// The list.
        found: Vec<i64>,
        /// The last dim.
        last: usize,
    },
    /// Earlier facts about the op hold instead of later ones, always.
    #[error(
        "these facts of `{op}` never hold, because those{} {}; put them first, or remove them",
        before(first),
        if *is_unconditional { "have no requirements" } else { "require nothing else" }
    )]
    Unused {
        /// The op.
        op: String,
        /// The position of the earlier facts.
        first: Option<RulePlace>,
        /// Whether the earlier facts are for every op of its name.
        is_unconditional: bool,
    },
    /// An earlier table has facts about the op.
    #[error(
        "`{op}` already has facts{}, in an earlier table; remove one of them",
        at(first)
    )]
    Twice {
        /// The op.
        op: String,
        /// The position of the first facts.
        first: Option<RulePlace>,
    },
    /// The op has a rule.
    #[error(
        "`{op}` has a rule{}, from which the sizes of its result follow; remove its facts",
        at(rule)
    )]
    HasRule {
        /// The op.
        op: String,
        /// The position of its first rule.
        rule: Option<RulePlace>,
    },
    /// The analysis of sizes knows the op.
    #[error("what `{op}` does to sizes is known without a rule file; remove its facts")]
    Known {
        /// The op.
        op: String,
    },
    /// The facts name an operand that no op of the name has.
    #[error("the facts name operand #{operand}, but `{op}` has {}", operand_count(*count))]
    Operand {
        /// The operand's index.
        operand: usize,
        /// The op.
        op: String,
        /// The number of its operands.
        count: usize,
    },
    /// The facts have another number of results than ops of the name.
    #[error(
        "the facts are for {}, but `{op}` has {count}; `results` lists one for each",
        result_count(*found)
    )]
    Results {
        /// The number of results in the facts.
        found: usize,
        /// The op.
        op: String,
        /// The number of its results.
        count: usize,
    },
    /// A size is negative.
    #[error("{}{what} is {size}, which is not a size", by_default(*is_default))]
    NegativeSize {
        /// What the size is, such as "the difference".
        what: &'static str,
        /// The size.
        size: i64,
        /// Whether it is that of ops without the attributes that have a default.
        is_default: bool,
    },
    /// A divisor is not positive.
    #[error("{}the divisor is {value}; it must be positive", by_default(*is_default))]
    Divisor {
        /// The divisor.
        value: i64,
        /// Whether it is that of ops without the attributes that have a default.
        is_default: bool,
    },
    /// An entry contradicts an example.
    #[error("for the example, {reason}")]
    ExampleOfEntry {
        /// The key of the entry's position.
        entry: String,
        /// How.
        reason: String,
    },
    /// An example is not a single op that parses.
    #[error("the example is not a valid op in MLIR's generic form: {reason}")]
    ExampleText {
        /// MLIR's message, or the reason.
        reason: String,
    },
    /// An example is not for the op.
    #[error("the example has the op `{found}`, but its facts are those of `{op}`")]
    ExampleOp {
        /// The op in the example.
        found: String,
        /// The op of the facts.
        op: String,
    },
    /// Earlier facts hold for an example.
    #[error(
        "the example meets the requirements of the facts{}, which hold instead",
        at(first)
    )]
    ExampleOfOther {
        /// The position of the earlier facts.
        first: Option<RulePlace>,
    },
    /// An example cannot refute wrong facts.
    #[error("the example does not test the facts: {reason}")]
    ExampleVague {
        /// Why not.
        reason: String,
    },
    /// An example contradicts the facts.
    #[error("the example contradicts the facts: {reason}")]
    ExampleWrong {
        /// How.
        reason: String,
    },
}

/// Returns how a message begins that is about ops without some attributes.
const fn by_default(is_default: bool) -> &'static str {
    match is_default {
        true => "without the attribute, ",
        false => "",
    }
}
