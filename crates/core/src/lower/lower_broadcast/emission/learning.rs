//! What holds after an op has been lowered.

use super::EmittedExtents;
use crate::{
    analysis::{Analysis, FactSource},
    assertion::Reach,
    ir::{self, Emitter},
    lower::lower_broadcast::{
        LowerOptions,
        form::Form,
        listener::Listener,
        planned_op::{PlannedOp, Plans},
    },
    plan::{CheckStatus, Plan},
    symbol::Size,
};
use melior::ir::{OperationRef, Value, operation::OperationLike};

/// What has been emitted for an op.
pub(super) struct EmittedResult<'c, 'a> {
    pub result: Value<'c, 'a>,
    /// The extents of the result dims that were emitted.
    pub extents: EmittedExtents<'c, 'a>,
    /// Those that were emitted at function entry.
    pub extents_at_entry: EmittedExtents<'c, 'a>,
    /// Whether the op is in the first block of a function.
    pub is_at_entry: bool,
    /// Whether later ops may use the extents for sizes of the same names.
    pub has_lasting_names: bool,
    /// How each guard is checked.
    pub checks: Vec<CheckStatus>,
}

impl<'c, 'a> EmittedResult<'c, 'a> {
    /// Learns what holds after the op: its guards, and the sizes of its result.
    pub(super) fn learn(
        mut self,
        emitter: &mut Emitter<'c, 'a>,
        analysis: &mut Analysis,
        operation: OperationRef<'c, 'a>,
        planned: &PlannedOp<'_, 'c, 'a>,
        options: LowerOptions,
        listener: &mut dyn Listener,
    ) {
        let (plan, result) = (&planned.cached.plan, self.result);
        // Most ops are lowered as an earlier one was, and say nothing new.
        let mut emitted_sizes = self.extents.iter().chain(&self.extents_at_entry);
        let says_nothing_new = self.checks.is_empty() && emitted_sizes.all(Option::is_none);
        if says_nothing_new
            && let Some(&sizes) = planned.cached.result_sizes.get()
            && analysis.set_shared_sizes(result, sizes)
        {
            return;
        }
        analysis.learn_from(FactSource::Guard, operation);
        listener.emitted(&self.extents, &self.extents_at_entry);
        let sizes = match options.assertions.backend().reach() {
            Reach::Dominated => plan.assume(analysis.facts_mut()),
            Reach::Witnesses => name_sizes(plan, &mut self.extents, analysis),
        };
        listener.assumed(plan, analysis.facts(), &sizes, &self.checks);
        if self.has_lasting_names {
            self.record_sizes(emitter, operation, &sizes);
        }
        analysis.learn_from(FactSource::Op, operation);
        analysis.set_sizes(result, sizes.into_iter().map(Some));
        if plan.is_settled()
            && let Some(sizes) = analysis.share_sizes(result)
        {
            // A plan is reused only as long as nothing has been learned, so this holds for all
            // ops that are lowered by it.
            planned.cached.result_sizes.get_or_init(|| sizes);
        }
    }

    /// Records the values that hold the sizes of the result, so that later ops use them.
    fn record_sizes(
        self,
        emitter: &mut Emitter<'c, 'a>,
        operation: OperationRef<'c, 'a>,
        sizes: &[Size],
    ) {
        record(emitter, sizes, self.extents);
        // Sizes recorded at function entry are known in the whole function, so this is only
        // valid for the function's first block.
        if self.is_at_entry
            && let Some(outside) = emitter.begin_at_entry(operation.location())
        {
            record(emitter, sizes, self.extents_at_entry);
            emitter.end_at_entry(outside);
        }
    }
}

fn record<'c, 'a>(emitter: &mut Emitter<'c, 'a>, sizes: &[Size], extents: EmittedExtents<'c, 'a>) {
    for (size, extent) in sizes.iter().zip(extents) {
        if let Some(extent) = extent {
            emitter.record_size(*size, extent);
        }
    }
}

/// Learns what holds after an op is lowered, without lowering it, and even if more is known of
/// its operands by then.
pub fn learn<'c>(
    analysis: &mut Analysis,
    plans: &mut Plans<'c>,
    options: LowerOptions,
    operation: OperationRef<'c, '_>,
    form: &Form<'c, '_>,
) {
    if let Ok(planned) = plans.plan_op(operation, form, options.zero_extents, analysis)
        && let Some(result) = ir::result(operation, 0)
    {
        analysis.learn_from(FactSource::Guard, operation);
        let (plan, facts) = (&planned.cached.plan, analysis.facts_mut());
        let sizes = match options.assertions.backend().reach() {
            Reach::Dominated => plan.assume_anywhere(facts),
            Reach::Witnesses => plan.name_sizes(facts),
        };
        analysis.learn_from(FactSource::Op, operation);
        analysis.set_sizes(result, sizes.into_iter().map(Some));
    }
}

/// Names the sizes of a result that depends on witnesses, without assuming that its guards hold.
/// Removes the extents that may differ from the result's sizes.
fn name_sizes(
    plan: &Plan,
    extents: &mut EmittedExtents<'_, '_>,
    analysis: &mut Analysis,
) -> Vec<Size> {
    let mut sizes = plan.name_sizes(analysis.facts_mut());
    for ((size, dim), extent) in sizes.iter_mut().zip(&plan.dims).zip(extents) {
        if dim.is_bound_guarded() {
            // The witness bounds the size of the result, not the extent that it is computed
            // from.
            *extent = None;
        } else if let (Some(_), None, Some(value)) = (dim.joined(), dim.constant(), *extent) {
            // Joins that the same value computes have the same name.
            *size = analysis.name_scalar(value, *size);
        }
    }
    sizes
}
