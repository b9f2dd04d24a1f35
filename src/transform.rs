//! The passes, one per file.

mod broadcastable;
mod change_log;
pub(crate) mod condition;
mod convert_torch_tensors;
mod explain_broadcasts;
mod figure;
mod guard_broadcasts;
mod guard_reshapes;
mod legalize_for_iree;
mod legalize_to_stablehlo;
mod lower_broadcast;
mod message;
mod misspelt_attributes;
mod misspelt_rules;
mod requirements;
mod rules;
mod signature;
mod simplify_broadcasts;
mod unused_tables;
mod verify_broadcastable;

#[cfg(test)]
pub(crate) use self::figure::Figure;
pub use self::{
    change_log::ChangeLog,
    convert_torch_tensors::convert_torch_tensors,
    explain_broadcasts::remark_broadcasts,
    guard_broadcasts::guard_broadcasts,
    guard_reshapes::guard_reshapes,
    legalize_for_iree::legalize_for_iree,
    legalize_to_stablehlo::{LegalizeOptions, legalize_to_stablehlo},
    lower_broadcast::{Detail, LowerOptions, explain_broadcasts, lower_broadcast},
    rules::{HookError, HookRequest, Rules},
    simplify_broadcasts::simplify_broadcasts,
    verify_broadcastable::verify_broadcastable,
};
pub(crate) use self::{
    figure::{Counts, figures_of},
    guard_broadcasts::guarded_ops,
    lower_broadcast::problems,
    verify_broadcastable::emit_op_error,
};

use crate::{
    diagnostic::{self, Severity},
    ir::Emitter,
};
use melior::{
    Context,
    ir::{OperationRef, operation::OperationLike},
};

/// A transform failed; the errors have been emitted as diagnostics.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("the input is invalid; see the diagnostics")]
pub struct Failed;

/// Creates an emitter.
///
/// # Errors
///
/// Fails with an error on `root` if the context lacks the StableHLO dialect.
fn create_emitter<'c, 'a>(
    context: &'c Context,
    root: OperationRef<'_, '_>,
) -> Result<Emitter<'c, 'a>, Failed> {
    Emitter::new(context).ok_or_else(|| {
        let message = "the dialect 'stablehlo' is not registered in this context";
        diagnostic::emit(root.location(), Severity::Error, message, &[]);
        Failed
    })
}
