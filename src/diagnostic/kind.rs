//! Kinds of diagnostics, by which other programs group, explain and silence them.

use super::{Diagnostic, Note, Severity};

/// A kind of diagnostics.
#[derive(Debug)]
pub(super) struct Kind {
    /// What other programs know it by; never changes.
    pub id: &'static str,
    /// What is wrong, in a sentence.
    pub short: &'static str,
    /// How to solve it, in Markdown.
    pub help: &'static str,
    /// Returns whether a diagnostic, which fits no earlier row, is of this kind.
    is_kind_of: fn(&Diagnostic) -> bool,
}

const fn row(
    id: &'static str,
    is_kind_of: fn(&Diagnostic) -> bool,
    short: &'static str,
    help: &'static str,
) -> Kind {
    Kind {
        id,
        short,
        help,
        is_kind_of,
    }
}

/// The kinds. A diagnostic is of the first kind that it fits; the last three fit all.
pub(super) const KINDS: &[Kind] = &[
    row(
        "broadcastable_c1",
        |it| violates(it, "broadcastable_c1"),
        "An op that broadcasts has no operands.",
        "Give the op at least one operand, or remove the rule for it.",
    ),
    row(
        "broadcastable_c2",
        |it| violates(it, "broadcastable_c2"),
        "An op that broadcasts does not have exactly one result.",
        "Ops with several results, or none, cannot have a rule for broadcasts.",
    ),
    row(
        "broadcastable_c3",
        |it| violates(it, "broadcastable_c3"),
        "The operands and the result are neither all tensors nor all vectors.",
        "Convert the types first: tensors and vectors do not mix, and other types do not broadcast.",
    ),
    row(
        "broadcastable_c4",
        |it| violates(it, "broadcastable_c4"),
        "The shapes of the operands cannot be broadcast.",
        "Aligned at the last dim, two sizes must be equal, or one of them `1`. Reshape an operand, \
         or map its dims with `broadcast_dimensions`.",
    ),
    row(
        "broadcastable_c5",
        |it| violates(it, "broadcastable_c5"),
        "The result does not have the rank of the broadcast.",
        "The result has as many dims as the operand with most dims.",
    ),
    row(
        "broadcastable_c6",
        |it| violates(it, "broadcastable_c6"),
        "A size of the result is not that of the broadcast.",
        "Give the result the size that the operands have, or `?`. With `--trait-rules=strict`, the \
         result must not have a size that the operands do not have.",
    ),
    row(
        "broadcast_dimensions",
        |it| violates(it, "broadcast_dimensions"),
        "`broadcast_dimensions` does not map the dims of the operand.",
        "It has one number for each dim of the operand of lower rank, in increasing order, each a dim \
         of the result.",
    ),
    row(
        "never-broadcasts",
        |it| {
            it.message.ends_with(" whenever this op runs")
                || it.message.contains(" in any call of @")
        },
        "By what is known of the sizes, the op always fails.",
        "The notes show where the sizes come from. `bcast-lower explain --why=LINE` lists all origins.",
    ),
    row(
        "declared-sizes",
        |it| it.message.contains(" op declares ") || it.message.contains("'bcast."),
        "Sizes that are declared for arguments are wrong, or cannot be checked.",
        "See `bcast.dims` and `bcast.ranges` in the page on facts and symbols.",
    ),
    row(
        "not-lowered",
        |it| it.message.contains(" cannot be lowered"),
        "The op is valid, but cannot be lowered.",
        "The message gives the reason. With `--allow-partial`, the op stays, with a remark.",
    ),
    row(
        "failing-check",
        |it| {
            it.message.starts_with("assertion fails: ")
                || it.message.contains(" op fails for these sizes")
                || it.message.contains(" have broadcast-compatible shapes; ")
        },
        "A check fails for the sizes that are given.",
        "The notes name the arguments and dims that the sizes come from. Change them, or `--shapes` \
         and `--sizes`.",
    ),
    row(
        "given-sizes",
        |it| {
            const STARTS: [&str; 5] = [
                "function '",
                "there is no function '",
                "there is no public function ",
                "there are several public functions, ",
                "a program is specialised for one call",
            ];
            it.location.is_some() && STARTS.iter().any(|start| it.message.starts_with(start))
        },
        "The sizes that are given do not fit the function.",
        "Give a shape for each argument, in order, or by name as in `--shapes=x=4x128`; `--function` \
         chooses one of several functions.",
    ),
    row(
        "not-specialised",
        |it| it.message.contains(" op is not specialised: "),
        "The sizes that are given do not make the op static.",
        "What depends on data stays dynamic; `--allow-partial` accepts that.",
    ),
    row(
        "fitting-call",
        |it| it.severity == Severity::Remark && it.message.starts_with("a call with "),
        "A call with the sizes that are given fits.",
        "There is nothing to do; the message has the types of the results.",
    ),
    row(
        "misspelt-name",
        |it| it.severity == Severity::Warning && is_question(it),
        "A name is probably misspelt.",
        "Change the name to one that the message suggests.",
    ),
    row(
        "rule-table",
        |it| {
            it.location
                .as_ref()
                .is_some_and(|place| place.file.ends_with(".toml"))
        },
        "A table of rules is wrong.",
        "`bcast-lower --rules=FILE --print-rules` prints a table as it is read; the page on rules \
         has the keys.",
    ),
    row(
        "internal-error",
        |it| it.message.contains("internal error"),
        "This is a bug in the tool.",
        "Please report it with the input.",
    ),
    row(
        "crash",
        |it| {
            let is_of_bytecode = |note: &Note| note.message.starts_with("in bytecode version ");
            let is_malformed =
                it.severity == Severity::Error && it.notes.iter().any(is_of_bytecode);
            is_malformed
                || it.location.is_none()
                    && (it.message.contains(" crashes with ")
                        || it.message.starts_with("malformed ")
                        || it.message.starts_with("the process was ended "))
        },
        "The input is malformed bytecode, or part of MLIR crashes on it.",
        "Write the bytecode again with the tool that made it. If the message names a pass, \
         `--mlir-pass-pipeline-crash-reproducer` writes what is needed to report it.",
    ),
    row(
        "usage",
        |it| it.location.is_none() && it.severity == Severity::Error && !is_on_op(it),
        "The arguments, or the files that they name, are wrong.",
        "`bcast-lower -h` shows the most common options, `--help` all of them.",
    ),
    row(
        "rejected-op",
        |it| it.severity == Severity::Error && is_on_op(it),
        "The op is invalid, or a pass does not take it.",
        "The message says what is expected; notes show the op as MLIR prints it.",
    ),
    row(
        "syntax",
        |it| it.severity == Severity::Error,
        "The program does not parse.",
        "The position is that of the first token that MLIR's parser does not expect.",
    ),
    row(
        "warning",
        |it| it.severity == Severity::Warning,
        "Something is suspicious.",
        "The run continues; the message says what may be wrong.",
    ),
    row(
        "remark",
        |_| true,
        "Something worth knowing.",
        "There is nothing to do.",
    ),
];

/// Returns the index of a diagnostic's kind in [`KINDS`].
pub(super) fn kind_index(diagnostic: &Diagnostic) -> usize {
    let found = KINDS.iter().position(|kind| (kind.is_kind_of)(diagnostic));
    found.unwrap_or(KINDS.len() - 1)
}

/// Returns whether notes of a diagnostic name a constraint that is violated.
fn violates(diagnostic: &Diagnostic, constraint: &str) -> bool {
    let notes = diagnostic.notes.iter();
    let mut messages = notes.map(|note| note.message.as_str());
    let id = format!("({constraint})");
    messages.any(|message| message.ends_with(&id))
}

/// Returns whether a message ends with suggestions, or asks for them.
fn is_question(diagnostic: &Diagnostic) -> bool {
    diagnostic.message.contains("did you mean ") || diagnostic.message.ends_with("misspelt?")
}

/// Returns whether a message begins with an op's name, or a note shows the op, as MLIR's do.
fn is_on_op(diagnostic: &Diagnostic) -> bool {
    let name = diagnostic.message.strip_prefix('\'');
    let mut notes = diagnostic.notes.iter();
    name.and_then(|name| name.split_once('\''))
        .is_some_and(|(_, rest)| rest.starts_with(" op "))
        || notes.any(|note| note.message.starts_with("see current operation: "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ids_are_unique_and_texts_are_sentences() {
        let mut ids = HashSet::new();
        for kind in KINDS {
            assert!(ids.insert(kind.id), "{kind:?}");
            assert!(
                kind.short.ends_with('.') && kind.help.ends_with('.'),
                "{kind:?}"
            );
        }
    }

    #[test]
    fn the_page_lists_the_kinds() {
        let page = include_str!("../../docs/ci.md");
        let rows = KINDS.iter();
        let rows = rows.map(|kind| format!("| `{}` | {} |\n", kind.id, kind.short));
        assert!(page.ends_with(&rows.collect::<String>()));
    }

    #[test]
    fn messages_without_a_kind_of_their_own_are_sorted_by_severity() {
        for (severity, message, id) in [
            (
                Severity::Error,
                "'a.b' op requires one region",
                "rejected-op",
            ),
            (Severity::Error, "cannot read `a`", "usage"),
            (Severity::Error, "internal error: x", "internal-error"),
            (Severity::Warning, "odd", "warning"),
            (Severity::Remark, "did you mean `a`?", "remark"),
        ] {
            let diagnostic = Diagnostic {
                severity,
                ..Diagnostic::error(message.into())
            };
            assert_eq!(diagnostic.id(), id, "{message}");
        }
    }
}
