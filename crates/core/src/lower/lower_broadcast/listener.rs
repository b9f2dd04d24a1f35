//! The events of a lowering.

use super::{
    emission::EmittedExtents, form::Form, planned_op::PlannedOp, recorded_check::RecordedCheck,
    unsupported::Unsupported,
};
use crate::{
    analysis::Analysis,
    diagnostic::{Kind, Severity, emit_on_op},
    lower::broadcastable::BroadcastableOp,
    plan::{CheckStatus, DeclaredSymbol, Plan, VectorBroadcast},
    symbol::{Facts, Size},
};
use melior::ir::{OperationRef, Value, operation::OperationLike};

/// Gets the events of a lowering, in the order in which they happen; ignores an event unless it
/// implements its method.
///
/// Invariant: what is lowered, and how, does not depend on the listener.
pub trait Listener {
    /// A broadcastable op has been found.
    fn found(&mut self, _operation: OperationRef<'_, '_>) {}

    /// A function that declares sizes has been found.
    fn found_function(&mut self, _function: OperationRef<'_, '_>) {}

    /// An op is kept, because it cannot be lowered.
    fn kept(&mut self, _operation: OperationRef<'_, '_>, _reason: &Unsupported) {}

    /// An op is invalid or cannot be lowered; the last error that was emitted is on it.
    fn failed(&mut self, _operation: OperationRef<'_, '_>) {}

    /// An op that is kept or failed has been passed: what is known of its sizes.
    fn passed(&mut self, _op: &BroadcastableOp<'_, '_, '_>, _analysis: &mut Analysis) {}

    /// A scope begins that shares no values with the enclosing one.
    fn entered_isolated(&mut self) {}

    /// Such a scope ends.
    fn exited_isolated(&mut self) {}

    /// A function has been entered: the sizes that its arguments declare, and how each is checked.
    fn entered_function(
        &mut self,
        _function: OperationRef<'_, '_>,
        _arguments: &[Value<'_, '_>],
        _symbols: &[(DeclaredSymbol, Vec<RecordedCheck>)],
        _analysis: &mut Analysis,
    ) {
    }

    /// An op on vectors has been planned.
    fn planned_vectors(
        &mut self,
        _operation: OperationRef<'_, '_>,
        _form: &Form<'_, '_>,
        _broadcasts: &[Option<VectorBroadcast>],
    ) {
    }

    /// An op on tensors has been planned. Its guards are not facts yet.
    fn planned(
        &mut self,
        _operation: OperationRef<'_, '_>,
        _form: &Form<'_, '_>,
        _planned: &PlannedOp<'_, '_, '_>,
        _analysis: &mut Analysis,
    ) {
    }

    /// The replacement of the op planned last has been emitted, with the extents that had to be
    /// computed.
    fn emitted(
        &mut self,
        _extents: &EmittedExtents<'_, '_>,
        _extents_at_entry: &EmittedExtents<'_, '_>,
    ) {
    }

    /// The guards of the op emitted last have become facts: the sizes of its result, and how each
    /// guard is checked, in the order of the plan.
    fn assumed(&mut self, _plan: &Plan, _facts: &Facts, _sizes: &[Size], _checks: &[CheckStatus]) {}

    /// All ops in and below `root` have been lowered; those that were replaced still exist.
    fn lowered(&mut self, _root: OperationRef<'_, '_>) {}
}

/// Emits a remark on each op that is kept, and ignores all other events.
pub struct Remarks;

impl Listener for Remarks {
    fn kept(&mut self, operation: OperationRef<'_, '_>, reason: &Unsupported) {
        if matches!(reason, Unsupported::VerifyOnly) {
            return;
        }
        let notes = reason.notes(operation.location());
        emit_on_op(
            operation,
            Severity::Remark,
            Kind::NotLowered,
            &reason.message(),
            &notes,
        );
    }
}
