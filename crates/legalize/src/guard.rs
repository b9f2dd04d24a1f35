//! Emission of one check.

use super::legalizer::Legalizer;
use crate::{
    assertion::{Assertion, MessageForm, describe_op, describe_operand},
    dialect,
    explain::ChangeKind,
    ir,
    symbol::integer::Integer,
};
use melior::ir::{OperationRef, Value, operation::OperationLike};

/// Emits a check of a truth value for an op, unless it is known to hold.
pub fn emit<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    truth: Integer,
    sizes: &[Integer],
    message: String,
) {
    if legalizer.values.integers.value(truth) == Some(1) {
        return;
    }
    let narrow = sizes.iter().map(|&size| {
        let narrow = legalizer.values.integers.narrow(size);
        narrow.unwrap_or(size)
    });
    let narrow = narrow.collect::<Vec<_>>();
    let sizes = narrow.into_iter().map(|size| legalizer.number(size));
    let sizes = sizes.collect::<Vec<_>>();
    let predicate = legalizer.number(truth);
    let backend = legalizer.options.assertions.backend();
    let changes = &legalizer.changes;
    legalizer.emitter.emit_check_once(predicate, |emitter| {
        changes.add(ChangeKind::Checked, operation);
        backend.emit_check(
            emitter,
            &Assertion {
                predicate,
                message,
                sizes,
            },
        )
    });
}

/// Returns a message for an op: its name, then the text.
pub fn message(
    operation: OperationRef<'_, '_>,
    form: MessageForm,
    text: impl FnOnce(MessageForm) -> String,
) -> String {
    format!("{}: {}", form.quote(&describe_op(operation)), text(form))
}

/// Returns the source name of the tensor whose shape an operand is.
pub(super) fn operand_name<'c>(operand: Value<'c, '_>) -> Option<&'c str> {
    let tensor = ir::defining_op(operand)
        .filter(|op| ir::name_str(op.name()) == Some(dialect::shape::SHAPE_OF))
        .and_then(|op| ir::operand(op, 0));
    ir::value_name(tensor.unwrap_or(operand))
}

/// Names an operand's dim.
pub fn describe(operand: Value<'_, '_>, index: usize, dim: usize, form: MessageForm) -> String {
    describe_operand(index, operand_name(operand), dim, form)
}
