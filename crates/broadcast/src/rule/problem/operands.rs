//! Problems in selections of operands, and in requirements on them.

use super::operand_count;
use crate::rule::OperandRange;

/// A problem in a selection of operands, or in requirements on them, with advice on how to solve
/// it.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum OperandsProblem {
    /// `operands` is not a set of operands.
    #[error(
        "`{key}` has {found}; write indices and ranges, such as `[0, 1]`, `\"0..2\"` \
         or `[0, \"2..\"]`"
    )]
    Form {
        /// The key.
        key: &'static str,
        /// The value.
        found: String,
    },
    /// `operands` is not in order.
    #[error(
        "`{key}` has `{later}` after `{earlier}`; write them in increasing order, \
         each operand once{}",
        if *key == "operands" && later.start() < earlier.start() {
            "; a `sequence` of one op gives its target the operands in another order"
        } else {
            ""
        }
    )]
    Order {
        /// The key.
        key: &'static str,
        /// The first of the two ranges.
        earlier: OperandRange,
        /// The second range, which does not begin after the first.
        later: OperandRange,
    },
    /// `result_like` is not the index of an operand.
    #[error("`result_like` is {found}; write the index of an operand, such as `0`")]
    IndexForm {
        /// The value.
        found: String,
    },
    /// The operand whose shape the result has takes no part in the broadcast.
    #[error(
        "`result_like` names operand #{operand}, which `operands` does not select; add it there"
    )]
    NotSelected {
        /// The operand.
        operand: usize,
    },
    /// No operand takes part.
    #[error("`{key}` is empty; name at least one operand, or write `\"0..\"` for all of them")]
    Empty {
        /// The key.
        key: &'static str,
    },
    /// A number of operands is beyond what ops have.
    #[error(
        "`{key}` is for `{range}`, but an op has at most {} operands; write `\"0..\"` for any number",
        OperandRange::MOST
    )]
    Large {
        /// The key.
        key: &'static str,
        /// The operands, or their numbers.
        range: OperandRange,
    },
    /// `operand_count` is not a number of operands, or a range of them.
    #[error(
        "`operand_count` is {found}; write a number, such as `2`, or a range without its end, such \
         as `\"2..\"` or `\"1..4\"`"
    )]
    CountForm {
        /// The value.
        found: String,
    },
    /// A rule is for ops without operands.
    #[error(
        "`operand_count` is 0, but an op that broadcasts has operands; write their number, or remove it"
    )]
    CountOfNone,
    /// `others` is about no operand.
    #[error(
        "`others` has no effect, because all operands take part in the broadcast; list those that do in \
         `operands`, or remove `others`"
    )]
    NoOthers,
    /// A rule uses operands that no op it is for has.
    #[error("`{key}` uses operand #{operand}, but `operand_count` is {count}; allow more operands")]
    Count {
        /// The key.
        key: &'static str,
        /// The operand's index.
        operand: usize,
        /// The numbers of operands.
        count: OperandRange,
    },
    /// The source op always has another number of operands.
    #[error(
        "`operand_count` is {range}, but `{op}` always has {}; remove it",
        operand_count(*count)
    )]
    NeverCount {
        /// The source op.
        op: String,
        /// The numbers of operands.
        range: OperandRange,
        /// The number of its operands.
        count: usize,
    },
    /// A rule names an operand that no op has from which the target gets the right number of operands.
    #[error(
        "`{key}` names operand #{operand}, but `{target}` has {}, so the rule is for ops with {}",
        operand_count(*expected),
        operand_count(*count)
    )]
    NeverOperand {
        /// The key.
        key: &'static str,
        /// The operand's index.
        operand: usize,
        /// The target op.
        target: String,
        /// The number of its operands.
        expected: usize,
        /// The number of the source op's operands that follows.
        count: usize,
    },
    /// No op has one of the numbers of operands and gives the target the right number of them.
    #[error(
        "`operand_count` is {range}, but `{target}` has {}, so the rule is for ops with {}",
        operand_count(*expected),
        operand_count(*count)
    )]
    NeverCounts {
        /// The numbers of operands.
        range: OperandRange,
        /// The target op.
        target: String,
        /// The number of its operands.
        expected: usize,
        /// The number of the source op's operands that follows.
        count: usize,
    },
    /// The value that an operand must have is not of a valid kind.
    #[error(
        "`require_operands` requires operand #{operand} to be `{found}`; write a number, `true`, \
         `false`, or another value as MLIR prints it, in quotes"
    )]
    RequiredForm {
        /// The operand's index.
        operand: usize,
        /// The value.
        found: String,
    },
    /// The value that an operand must have is not one as MLIR prints it.
    #[error(
        "`require_operands` requires operand #{operand} to be `{text}`, which is not a number, `none` \
         or a value as MLIR prints it: {reason}{}",
        as_string(text)
    )]
    Required {
        /// The operand's index.
        operand: usize,
        /// The value.
        text: String,
        /// MLIR's message.
        reason: String,
    },
    /// A key of `require_operands` is not an operand's index.
    #[error("`require_operands` has the key `{found}`; expected an operand index, counted from 0")]
    Key {
        /// The key.
        found: String,
    },
}

impl OperandsProblem {
    /// Returns a problem of a selection of operands as that of another key.
    pub(in crate::rule) fn in_key(self, key: &'static str) -> Self {
        match self {
            Self::Form { found, .. } => Self::Form { key, found },
            Self::Order { earlier, later, .. } => Self::Order {
                key,
                earlier,
                later,
            },
            Self::Empty { .. } => Self::Empty { key },
            Self::Large { range, .. } => Self::Large { key, range },
            problem => problem,
        }
    }
}

/// Returns how to write the string that was probably intended.
fn as_string(text: &str) -> String {
    match text.contains(['"', '\'', '<', ':']) {
        true => String::new(),
        false => format!("; a string is written `'\"{text}\"'`"),
    }
}
