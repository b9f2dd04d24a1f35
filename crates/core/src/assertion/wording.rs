//! Messages of assertions. `docs/assertions.md` documents the wording.

use crate::{
    assertion::MessageForm,
    dialect::tensor,
    ir,
    plan::{DeclaredDim, DeclaredSymbol, Guard, Participant},
};
use melior::ir::{OperationRef, operation::OperationLike};

/// Returns the message of a guard of `op` for result dim `result_dim`, given the source names
/// of operands.
///
/// In a template, `{0}` stands for the size at fault and `{1}`, if present, for the size that
/// it is compared with. Sizes known at compile time are written out.
pub fn guard_message<'n>(
    op: &str,
    operand_name: impl Fn(usize) -> Option<&'n str>,
    result_dim: usize,
    guard: &Guard,
    form: MessageForm,
) -> String {
    let name =
        |participant: &Participant| describe(participant, operand_name(participant.operand), form);
    let names = guard.participants().iter().map(name).collect::<Vec<_>>();
    let text = guard_text(&names, result_dim, guard, form);
    format!("{}: {text}", form.quote(op))
}

/// Returns the message of a guard as [`guard_message`] does, without the op, and with `sizes` in
/// words in place of sizes at run time.
pub fn known_guard_message<'n>(
    operand_name: impl Fn(usize) -> Option<&'n str>,
    result_dim: usize,
    guard: &Guard,
    sizes: &[String],
) -> String {
    let form = MessageForm::Template;
    let name =
        |participant: &Participant| describe(participant, operand_name(participant.operand), form);
    let names = guard.participants().iter().map(name).collect::<Vec<_>>();
    fill_template(guard_text(&names, result_dim, guard, form), sizes)
}

/// A dim of an argument, with the source name of the argument.
pub type NamedDim<'n> = (DeclaredDim, Option<&'n str>);

/// Returns the message of a check that a dim of an argument of `function` has the size of
/// `other`, which is declared with the same name, or, without `other`, that its size is in the
/// declared range.
pub fn declaration_message(
    function: &str,
    symbol: &DeclaredSymbol,
    dim: NamedDim<'_>,
    other: Option<NamedDim<'_>>,
    form: MessageForm,
) -> String {
    let text = declaration_text(symbol, dim, other, form);
    format!("@{}: {text}", form.quote(function))
}

/// Returns the message of a check of a declaration as [`declaration_message`] does, without the
/// function, and with `sizes` in words in place of sizes at run time.
pub fn known_declaration_message(
    symbol: &DeclaredSymbol,
    dim: NamedDim<'_>,
    other: Option<NamedDim<'_>>,
    sizes: &[String],
) -> String {
    fill_template(
        declaration_text(symbol, dim, other, MessageForm::Template),
        sizes,
    )
}

/// Replaces the placeholders of a template; names in it contain no braces.
pub fn fill_template(template: String, sizes: &[String]) -> String {
    let sizes = sizes.iter().enumerate();
    sizes.fold(template, |text, (index, size)| {
        text.replace(&format!("{{{index}}}"), size)
    })
}

fn declaration_text(
    symbol: &DeclaredSymbol,
    dim: NamedDim<'_>,
    other: Option<NamedDim<'_>>,
    form: MessageForm,
) -> String {
    use MessageForm::{Plain, Template};
    let describe =
        |(dim, name): NamedDim<'_>| describe_dim("argument", dim.argument, name, dim.dim, form);
    let name = form.quote(&symbol.name);
    let range = symbol.range();
    let found = describe(dim);
    match (other, form) {
        (Some(other), Template) => {
            let size = other
                .0
                .size
                .map_or("{1}".to_string(), |size| size.to_string());
            let expected = describe(other);
            format!(
                "{found} has size {{0}}, {expected} has size {size}; both are declared as '{name}'"
            )
        }
        (Some(other), Plain) => {
            let expected = describe(other);
            format!("the sizes of {found} and {expected} differ; both are declared as '{name}'")
        }
        (None, Template) => {
            format!("{found} has size {{0}}; '{name}' is declared to be {range}")
        }
        (None, Plain) => {
            format!("the size of {found} does not fit; '{name}' is declared to be {range}")
        }
    }
}

fn guard_text(names: &[String], result_dim: usize, guard: &Guard, form: MessageForm) -> String {
    use MessageForm::{Plain, Template};
    let name = |index| names.get(index).map_or("", String::as_str);
    let (lhs, rhs) = (name(0), name(1));
    let compatible = match guard {
        Guard::MaximumCompatible(..) => "equal sizes, or 1 and a size of at least 1",
        _ => "equal sizes, or one of them 1",
    };
    match (guard, form) {
        (Guard::MaximumCompatible(..) | Guard::Compatible(..), Template) => {
            format!("{lhs} has size {{0}}, {rhs} has size {{1}}; expected {compatible}")
        }
        (Guard::MaximumCompatible(..) | Guard::Compatible(..), Plain) => {
            format!("the sizes of {lhs} and {rhs} do not fit; expected {compatible}")
        }
        (Guard::Fixed { size, .. }, Template) => {
            let expected = size_or_one(*size);
            format!("{lhs} has size {{0}}, {rhs} has size {size}; expected {expected}")
        }
        (Guard::Fixed { size, .. }, Plain) => {
            let expected = size_or_one(*size);
            format!(
                "the size of {lhs} does not fit {rhs}, which has size {size}; expected {expected}"
            )
        }
        (Guard::Broadcasts(_), Template) => format!(
            "{lhs} has size {{0}}, the operands broadcast to size {{1}} in result dim \
             {result_dim}; expected that size or 1"
        ),
        (Guard::Broadcasts(_), Plain) => format!(
            "the size of {lhs} does not fit; expected the size that the operands broadcast to \
             in result dim {result_dim}, or 1"
        ),
        (Guard::Into { participant, .. }, form) => match (participant.size.constant(), form) {
            (Some(size), Template) => {
                format!("{lhs} has size {{0}}, {rhs} has size {size}; expected {size}")
            }
            (Some(size), Plain) => {
                format!("the size of {lhs} does not fit {rhs}; expected {size}")
            }
            (None, Template) => format!(
                "{lhs} has size {{0}}, {rhs} has size {{1}}, which the result has; expected that \
                     size or 1"
            ),
            (None, Plain) => format!(
                "the size of {lhs} does not fit; expected that of {rhs}, which the result has, or 1"
            ),
        },
        (Guard::Equal(..), Template) => format!(
            "{lhs} has size {{0}}, {rhs} has size {{1}}; expected equal sizes, as bounded dims \
             are not broadcast at run time"
        ),
        (Guard::Equal(..), Plain) => format!(
            "the sizes of {lhs} and {rhs} do not fit; expected equal sizes, as bounded dims are \
             not broadcast at run time"
        ),
        (Guard::AtMost(bound), Template) => format!(
            "the operands broadcast to size {{0}} in result dim {result_dim}, \
             which is declared to be at most {bound}"
        ),
        (Guard::AtMost(bound), Plain) => format!(
            "the size that the operands broadcast to in result dim {result_dim} does not fit; \
             expected at most {bound}, which is declared"
        ),
        (
            Guard::Declared {
                size,
                destination: Some(_),
            },
            form,
        ) => match form {
            Template => {
                format!("{lhs} has size {{0}}, which the result has, but it is declared as {size}")
            }
            Plain => format!(
                "the size of {lhs}, which the result has, does not fit; expected {size}, which is \
                 declared"
            ),
        },
        (Guard::Declared { size, .. }, Template) => format!(
            "the operands broadcast to size {{0}} in result dim {result_dim}, \
             which is declared as {size}"
        ),
        (Guard::Declared { size, .. }, Plain) => format!(
            "the size that the operands broadcast to in result dim {result_dim} does not fit; \
             expected {size}, which is declared"
        ),
    }
}

/// Returns what the message of a check says of a reshape whose operand has another number of elements than
/// its result, or whose result has other sizes than its type; `None` stands for sizes that are known only at
/// run time. If only one dim of the operand is reshaped, the message names it.
pub fn describe_reshape_fault(
    operation: OperationRef<'_, '_>,
    dim: Option<usize>,
    operand_sizes: &[Option<i64>],
    result_sizes: &[Option<i64>],
    form: MessageForm,
) -> String {
    let operand = ir::operand(operation, 0).and_then(ir::value_name);
    let operand = match (dim, operand.filter(|name| !name.is_empty())) {
        (Some(dim), name) => describe_operand(0, name, dim, form),
        (None, Some(name)) => format!("operand #0 '{}'", form.quote(name)),
        (None, None) => "operand #0".into(),
    };
    let mut count = 0;
    let mut show = |size: &Option<i64>| match (size, form) {
        (Some(size), _) => size.to_string(),
        (None, MessageForm::Plain) => "?".into(),
        (None, MessageForm::Template) => {
            count += 1;
            format!("{{{}}}", count - 1)
        }
    };
    let [from, to] =
        [operand_sizes, result_sizes].map(|sizes| sizes.iter().map(&mut show).collect::<Vec<_>>());
    if ir::is_named(operation, tensor::CAST)
        && let (&[from], &[to]) = (&&*from, &&*to)
    {
        let fault = match form {
            MessageForm::Plain => "does not fit".into(),
            MessageForm::Template => format!("is {from}"),
        };
        return format!("the size of {operand} {fault}; expected {to}, which its type declares");
    }
    let [from, to] = [from, to].map(|sizes| sizes.join(", "));
    format!(
        "{operand} of sizes [{from}] does not fit the result's sizes [{to}]; expected the same \
         number of elements"
    )
}

fn size_or_one(size: i64) -> String {
    match size {
        1 => "1".into(),
        size => format!("{size} or 1"),
    }
}

/// Names an op, with the name in its location if there is one.
pub fn describe_op(operation: OperationRef<'_, '_>) -> String {
    let op = ir::name_str(operation.name()).unwrap_or("?");
    match ir::location_name(operation.location()).filter(|name| !name.is_empty()) {
        Some(name) => format!("{op} '{name}'"),
        None => op.into(),
    }
}

/// Names an operand's dim: `operand #0 'x' dim 1`, or `operand #0 dim 1` if the
/// operand has no name.
fn describe(participant: &Participant, name: Option<&str>, form: MessageForm) -> String {
    describe_dim("operand", participant.operand, name, participant.dim, form)
}

/// Names a dim of an operand, given the operand's source name.
pub fn describe_operand(
    operand: usize,
    name: Option<&str>,
    dim: usize,
    form: MessageForm,
) -> String {
    describe_dim("operand", operand, name, dim, form)
}

fn describe_dim(
    kind: &str,
    index: usize,
    name: Option<&str>,
    dim: usize,
    form: MessageForm,
) -> String {
    match name.filter(|name| !name.is_empty()) {
        Some(name) => format!("{kind} #{index} '{}' dim {dim}", form.quote(name)),
        None => format!("{kind} #{index} dim {dim}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::Size;

    const PARTICIPANT: Participant = Participant {
        operand: 0,
        dim: 1,
        size: Size::Constant(2),
    };

    fn describe_named(name: &str, form: MessageForm) -> String {
        describe(&PARTICIPANT, Some(name), form)
    }

    #[test]
    fn names_of_operands_are_quoted() {
        for (name, template, plain) in [
            ("x", "'x' ", "'x' "),
            ("", "", ""),
            ("x{0}", r"'x\7B0\7D' ", "'x{0}' "),
        ] {
            let expected = |name| format!("operand #0 {name}dim 1");
            let found = |form| describe_named(name, form);
            assert_eq!(found(MessageForm::Template), expected(template));
            assert_eq!(found(MessageForm::Plain), expected(plain));
        }
    }
}
