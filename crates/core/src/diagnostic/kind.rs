//! Kinds of diagnostics, by which other programs group, explain and silence them.

use crate::shape::Constraint;
use serde::{Deserialize, Serialize};
use strum::EnumMessage;

/// A kind of diagnostics: what is wrong, in a sentence, and how to solve it, in Markdown.
#[derive(
    Clone,
    Copy,
    Debug,
    Deserialize,
    Eq,
    PartialEq,
    Serialize,
    strum::EnumMessage,
    strum::FromRepr,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[non_exhaustive]
#[repr(u8)]
#[strum(serialize_all = "kebab-case")]
pub enum Kind {
    /// An op that broadcasts has no operands.
    #[strum(
        serialize = "broadcastable_c1",
        message = "Give the op at least one operand, or remove the rule for it."
    )]
    NoOperands,
    /// An op that broadcasts does not have exactly one result.
    #[strum(
        serialize = "broadcastable_c2",
        message = "Ops with several results, or none, cannot have a rule for broadcasts."
    )]
    ResultCount,
    /// The operands and the result are neither all tensors nor all vectors.
    #[strum(
        serialize = "broadcastable_c3",
        message = "Convert the types first: tensors and vectors do not mix, and other types do not broadcast."
    )]
    MixedContainers,
    /// The shapes of the operands cannot be broadcast.
    #[strum(
        serialize = "broadcastable_c4",
        message = "Aligned at the last dim, two sizes must be equal, or one of them `1`. Reshape an operand, or map its dims with `broadcast_dimensions`."
    )]
    IncompatibleOperands,
    /// The result does not have the rank of the broadcast.
    #[strum(
        serialize = "broadcastable_c5",
        message = "The result has as many dims as the operand with most dims."
    )]
    ResultRank,
    /// A size of the result is not that of the broadcast.
    #[strum(
        serialize = "broadcastable_c6",
        message = "Give the result the size that the operands have, or `?`. With `--trait-rules=strict`, the result must not have a size that the operands do not have."
    )]
    ResultSizes,
    /// `broadcast_dimensions` does not map the dims of the operand.
    #[strum(
        serialize = "broadcast_dimensions",
        message = "It has one number for each dim of the operand of lower rank, in increasing order, each a dim of the result."
    )]
    BroadcastDimensions,
    /// The attribute from whose dim on operands are aligned does not fit them.
    #[strum(
        message = "It is the result dim of the first dim of the operands of lower rank, which have one rank; negative ones are counted from the end."
    )]
    Axis,
    /// An operand is larger than the one whose shape the result has.
    #[strum(
        serialize = "result_like",
        message = "The result of this op has the shape of one operand, into which the others must broadcast. Reshape or slice them."
    )]
    ResultLike,
    /// By what is known of the sizes, the op always fails.
    #[strum(
        message = "The notes show where the sizes come from. `bcast-lower explain --why=LINE` lists all origins."
    )]
    NeverBroadcasts,
    /// An op has no form that holds for all sizes up to bounds.
    #[strum(
        message = "Give bounds to all sizes that it depends on, or specialise the program with `--sizes`. The page on bounds lists the ops without such a form."
    )]
    Bounds,
    /// Sizes that are declared for arguments are wrong, or cannot be checked.
    #[strum(message = "See `bcast.dims` and `bcast.ranges` in the page on facts and symbols.")]
    DeclaredSizes,
    /// The op is valid, but cannot be lowered.
    #[strum(
        message = "The message gives the reason. With `--allow-partial`, the op stays, with a remark."
    )]
    NotLowered,
    /// A check fails for the sizes that are given.
    #[strum(
        message = "The notes name the arguments and dims that the sizes come from. Change them, or `--shapes` and `--sizes`."
    )]
    FailingCheck,
    /// The sizes that are given do not fit the function.
    #[strum(
        message = "Give a shape for each argument, in order, or by name as in `--shapes=x=4x128`; `--function` chooses one of several functions."
    )]
    GivenSizes,
    /// The elements that are given do not have the type of the argument's.
    #[strum(
        message = "Give elements of the argument's type; a shape without a type, such as `4x128`, leaves it as it is."
    )]
    GivenElements,
    /// The arguments that are given are not those of the function.
    #[strum(
        message = "The message lists the arguments of the function; give a shape for each, in order, or by name."
    )]
    GivenArguments,
    /// The sizes that are given do not make the op static.
    #[strum(message = "What depends on data stays dynamic; `--allow-partial` accepts that.")]
    NotSpecialised,
    /// XLA does not compute the sizes of an op's result.
    #[strum(
        message = "Compute the sizes from sizes of arguments, by ops on integers; or give the sizes, as by `--shapes`."
    )]
    UnknownSizes,
    /// A call with the sizes that are given fits.
    #[strum(message = "There is nothing to do; the message has the types of the results.")]
    FittingCall,
    /// A name is probably misspelt.
    #[strum(message = "Change the name to one that the message suggests.")]
    MisspeltName,
    /// No rule, or no facts, for the op name an attribute that it has.
    #[strum(
        message = "`require` restricts the rule or the facts to a value; `drop`, or `ignore` of facts, says that the attribute does not matter."
    )]
    UnknownAttribute,
    /// A table of rules is wrong.
    #[strum(
        message = "`bcast-lower --rules=FILE --print-rules` prints a table as it is read; the page on rules has the keys."
    )]
    RuleTable,
    /// This is a bug in the tool.
    #[strum(message = "Please report it with the input.")]
    InternalError,
    /// The input is malformed bytecode, or part of MLIR crashes on it.
    #[strum(
        message = "Write the bytecode again with the tool that made it. If the message names a pass, `--mlir-pass-pipeline-crash-reproducer` writes what is needed to report it."
    )]
    Crash,
    /// The arguments, or the files that they name, are wrong.
    #[strum(message = "`bcast-lower -h` shows the most common options, `--help` all of them.")]
    Usage,
    /// The op is invalid, or a pass does not take it.
    #[strum(message = "The message says what is expected; notes show the op as MLIR prints it.")]
    RejectedOp,
    /// The program does not parse.
    #[strum(
        message = "The position is that of the first token that MLIR's parser does not expect."
    )]
    Syntax,
    /// Something is suspicious.
    #[strum(message = "The run continues; the message says what may be wrong.")]
    Warning,
    /// Something worth knowing.
    #[strum(message = "There is nothing to do.")]
    Remark,
}

impl Kind {
    /// Returns what other programs know the kind by: the violated constraint, such as
    /// `broadcastable_c4`, or a name such as `syntax`. Ids do not change from one version to the
    /// next.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// Returns what is wrong, in a sentence.
    pub(super) fn short(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }

    /// Returns how to solve it, in Markdown.
    pub(super) fn help(self) -> &'static str {
        self.get_message().unwrap_or_default()
    }
}

impl From<Constraint> for Kind {
    fn from(constraint: Constraint) -> Self {
        match constraint {
            Constraint::HasOperand => Self::NoOperands,
            Constraint::HasOneResult => Self::ResultCount,
            Constraint::SameContainer => Self::MixedContainers,
            Constraint::CompatibleOperands => Self::IncompatibleOperands,
            Constraint::ResultRank => Self::ResultRank,
            Constraint::ResultSizes => Self::ResultSizes,
            Constraint::BroadcastDimensions => Self::BroadcastDimensions,
            Constraint::ResultLike => Self::ResultLike,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use strum::VariantArray;

    #[test]
    fn ids_are_unique_and_texts_are_sentences() {
        let mut ids = HashSet::new();
        for kind in Kind::VARIANTS {
            assert!(ids.insert(kind.id()), "{kind:?}");
            assert!(
                kind.short().ends_with('.') && kind.help().ends_with('.'),
                "{kind:?}"
            );
        }
    }

    #[test]
    fn kinds_of_violations_have_the_ids_of_constraints() {
        for constraint in [
            Constraint::HasOperand,
            Constraint::HasOneResult,
            Constraint::SameContainer,
            Constraint::CompatibleOperands,
            Constraint::ResultRank,
            Constraint::ResultSizes,
            Constraint::BroadcastDimensions,
            Constraint::ResultLike,
        ] {
            assert_eq!(Kind::from(constraint).id(), constraint.id());
        }
    }

    #[test]
    fn the_page_lists_the_kinds() {
        let page = include_str!("../../../../docs/ci.md");
        let rows = Kind::VARIANTS.iter();
        let rows = rows.map(|kind| format!("| `{}` | {} |\n", kind.id(), kind.short()));
        assert!(page.ends_with(&rows.collect::<String>()));
    }
}
