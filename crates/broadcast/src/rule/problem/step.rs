//! Problems in sequences.

use super::operand_count;
use crate::suggest::Suggestions;

/// A problem in a step of a sequence, with advice on how to solve it.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum StepProblem {
    /// An attribute that no step carries over is changed.
    #[error("`{key}` changes attribute `{attribute}`, but no step has `{carried}` in its `carry`")]
    NotCarried {
        /// The key.
        key: &'static str,
        /// The source op's attribute.
        attribute: String,
        /// The name under which steps carry it over.
        carried: String,
    },
    /// An operand of a step has no valid form.
    #[error(
        "a step has the operand {found}; write the index of an operand of the source op, the name of an \
         earlier step in quotes, or a constant such as `{{ constant = \"0\" }}`, \
         `{{ attribute = \"alpha\" }}` or `{{ operand = 2 }}`"
    )]
    OperandForm {
        /// The value.
        found: String,
    },
    /// An element type of a step has no valid form.
    #[error(
        "`element_type` is {found}; write a type as MLIR prints it, such as \"i1\", or the index of an \
         operand of the source op that has it"
    )]
    ElementType {
        /// The value.
        found: String,
    },
    /// A constant is not a number.
    #[error(
        "the constant \"{found}\" is not a number; write one such as \"0\" or \"1.5\", or \"true\", \
         \"false\", \"inf\", \"-inf\" or \"nan\""
    )]
    Number {
        /// The text.
        found: String,
    },
    /// A step refers to a name that no earlier step has.
    #[error("no earlier step has the name `{name}`{}", suggestions.at_end('`'))]
    Unknown {
        /// The name.
        name: String,
        /// The names that were probably intended.
        suggestions: Suggestions,
    },
    /// A step other than the last one has no name.
    #[error(
        "the result of `{op}` is never used; give the step a `name` for later ones, or remove it"
    )]
    Unnamed {
        /// The step's op.
        op: String,
    },
    /// Two steps have one name.
    #[error("an earlier step has the name `{name}`, too")]
    Twice {
        /// The name.
        name: String,
    },
    /// A step's result is not used.
    #[error(
        "the name `{name}` is never used; {}",
        if *is_last { "the last step needs none" } else { "use it in a later step, or remove this one" }
    )]
    Unused {
        /// The name.
        name: String,
        /// Whether the step is the last one.
        is_last: bool,
    },
    /// A step has the wrong number of operands.
    #[error("`{op}` has {}, but the step gives it {found}", operand_count(*expected))]
    Operands {
        /// The step's op.
        op: String,
        /// The number of its operands.
        expected: usize,
        /// The number of operands that it would get.
        found: usize,
    },
    /// A step has neither operands nor `fold`.
    #[error(
        "the step `{op}` has no `operands`; list them, or write `fold = \"0..\"` to combine all \
         operands of the source op"
    )]
    NoOperands {
        /// The step's op.
        op: String,
    },
    /// A step has both operands and `fold`.
    #[error("the step `{op}` has both `operands` and `fold`; remove one of them")]
    FoldBesideOperands {
        /// The step's op.
        op: String,
    },
    /// A step combines too few operands.
    #[error("`fold` selects operand #{operand} only; it combines at least two")]
    FoldOfOne {
        /// The operand's index.
        operand: usize,
    },
    /// A step combines an operand that does not have the result's shape.
    #[error(
        "`fold` selects operand #{operand}, which takes no part in the broadcast; add it to the \
         rule's `operands`, or leave it out"
    )]
    FoldOfOther {
        /// The operand's index.
        operand: usize,
    },
    /// An operand that takes part in the broadcast is lost.
    #[error(
        "no step uses operand #{operand}, which takes part in the broadcast; use it in a step, or \
         list the others in `operands` to leave it out"
    )]
    UnusedOperand {
        /// The operand's index.
        operand: usize,
    },
    /// A constant has several values.
    #[error("a constant has both `{first}` and `{second}`; remove one of them")]
    TwoValues {
        /// One of the keys.
        first: &'static str,
        /// The other one.
        second: &'static str,
    },
}
