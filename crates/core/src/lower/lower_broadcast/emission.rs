//! Emission of plans as ops.

mod broadcast;
mod error;
mod guards;
mod hook;
mod learning;
mod sequence;
mod state;
mod target;
mod target_error;

pub use self::{
    error::EmissionError, learning::learn, state::EmittedExtents, target_error::TargetError,
};
use self::{
    learning::EmittedResult,
    sequence::emit_steps,
    state::{Emission, TargetOperands},
    target::{emit_on_vectors, emit_target},
};
use super::{
    LowerOptions,
    conflict::Conflict,
    form::{Form, Shapes},
    listener::Listener,
    planned_op::{PlannedOp, Plans},
};
use crate::{
    analysis::{Analysis, Calls},
    assertion::emit_term,
    diagnostic::{Kind, Severity, emit_on_op},
    ir::{self, Emitter, Width},
    plan::Broadcast,
    statistics::Tally,
};
use melior::ir::{OperationRef, Value, operation::OperationLike};
use smallvec::{SmallVec, smallvec};

/// What plans depend on, apart from the op.
pub struct Planning<'p, 'c, 'a> {
    /// What is known at the op.
    pub analysis: &'p mut Analysis,
    /// The calls around the op.
    pub calls: &'p Calls<'c, 'a>,
    /// The plans so far.
    pub plans: &'p mut Plans<'c>,
    /// Whether sizes may be those of other values that are known to be equal.
    pub shares_sizes: bool,
    /// The options.
    pub options: LowerOptions,
}

/// Emits the replacement of an op in front of it, and returns the value that replaces its
/// result, with the counts of what was emitted.
///
/// # Errors
///
/// Fails if a hook fails, if a guard never holds although the op always runs, or if a condition
/// that was checked earlier does not hold.
pub fn emit<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    planning: Planning<'_, 'c, 'a>,
    operation: OperationRef<'c, 'a>,
    form: &Form<'c, '_>,
    listener: &mut dyn Listener,
) -> Result<(Value<'c, 'a>, Tally), EmissionError> {
    let Planning {
        analysis,
        calls,
        plans,
        shares_sizes,
        options,
    } = planning;
    let has_lasting_names = shares_sizes && !analysis.is_off();
    if !emitter.set_anchor(operation) {
        return Err(EmissionError::internal("it is in no block"));
    }
    if let Shapes::Vectors(broadcasts) = &form.shapes {
        listener.planned_vectors(operation, form, broadcasts);
        let value = emit_on_vectors(emitter, operation, form, broadcasts)?;
        return Ok((value, Tally::of_vectors(broadcasts.iter().flatten())));
    }
    let planned = plans
        .plan_op(operation, form, options.zero_extents, analysis)
        .map_err(EmissionError::internal)?;
    report_conflict(operation, &planned, analysis, calls)?;
    listener.planned(operation, form, &planned, analysis);
    let is_at_entry = operation
        .block()
        .is_some_and(|block| emitter.is_entry(block));
    let mut emission = Emission {
        emitter,
        planned: &planned,
        options,
        has_lasting_names,
        source: &form.rule.rule.source,
        extents: smallvec![None; planned.cached.plan.dims.len()],
        extents_at_entry: smallvec![None; planned.cached.plan.dims.len()],
        joins: Default::default(),
        is_at_entry: false,
        may_hoist: options.hoist_assertions && is_at_entry && has_lasting_names,
        checks: vec![],
    };
    let result = emission.emit_guarded(operation, form)?;
    let emitted = EmittedResult {
        result,
        extents: emission.extents,
        extents_at_entry: emission.extents_at_entry,
        is_at_entry,
        has_lasting_names,
        checks: emission.checks,
    };
    let tally = Tally::of_plan(&planned.cached.plan, &emitted.checks);
    emitted.learn(emitter, analysis, operation, &planned, options, listener);
    Ok((result, tally))
}

/// Reports that a guard of an op never holds.
///
/// # Errors
///
/// Fails if the op always runs in a function; otherwise, a warning is emitted.
pub fn report_conflict<'c>(
    operation: OperationRef<'c, '_>,
    planned: &PlannedOp<'_, 'c, '_>,
    analysis: &Analysis,
    calls: &Calls<'c, '_>,
) -> Result<(), EmissionError> {
    if planned.cached.plan.is_settled() {
        return Ok(());
    }
    let Some(conflict) = Conflict::find(planned, analysis.facts()) else {
        return Ok(());
    };
    match calls.running(operation) {
        Some(function) => {
            let conflict = Box::new(conflict.in_calls_of(function));
            return Err(EmissionError::Conflict(conflict));
        }
        // It is guarded in any case. Code that facts rule out does not run.
        None if analysis.facts().is_contradictory() => {}
        None => {
            let (message, notes) = (conflict.to_string(), conflict.notes(operation));
            let kind = Kind::NeverBroadcasts;
            emit_on_op(operation, Severity::Warning, kind, &message, &notes);
        }
    }
    Ok(())
}

impl<'c, 'a> Emission<'_, 'c, 'a> {
    /// Emits the guards, and the replacement of an op in the region that they allow to run.
    fn emit_guarded(
        &mut self,
        operation: OperationRef<'c, 'a>,
        form: &Form<'c, '_>,
    ) -> Result<Value<'c, 'a>, TargetError> {
        let witnesses = self.emit_guards();
        if !witnesses.is_empty() {
            // Ops that only compute with sizes need no witness, and other ops can reuse them.
            self.emit_sizes_if_needed();
            self.emit_sizes_of_constants(form);
        }
        let backend = self.options.assertions.backend();
        let guarded = backend.begin_guarded(self.emitter, &witnesses, form.result_type);
        let result = match form.steps.is_empty() {
            true => {
                let operands = self.emit_broadcasts(form);
                let target_type = self.target_type(form);
                emit_target(self.emitter, operation, form, operands, target_type)
            }
            false => {
                let materials = self.emit_materials(form);
                emit_steps(self.emitter, form, &materials)
            }
        };
        match (guarded, result) {
            (Some(region), Ok(result)) => Ok(self.emitter.end_region(region, result)),
            (Some(region), Err(error)) => {
                // The region needs a terminator even if the run fails, since it may be printed.
                if let Some(result) = ir::result(operation, 0) {
                    self.emitter.end_region(region, result);
                }
                Err(error)
            }
            (None, result) => result,
        }
    }

    /// Emits the extent of a result dim, a scalar tensor of `i32`.
    fn emit_extent(&mut self, result_dim: usize) -> Value<'c, 'a> {
        let planned = self.planned;
        // Every guard of a join needs it again, and looking it up in the emitter takes time
        // linear in its participants.
        let place = usize::from(self.is_at_entry);
        let mut joins = self.joins[place].iter();
        if let Some(&(_, extent)) = joins.find(|(dim, _)| *dim == result_dim) {
            return extent;
        }
        let dim = &planned.cached.plan.dims[result_dim];
        let value = emit_term(self, &dim.extent);
        if dim.joined().is_some() {
            self.joins[place].push((result_dim, value));
        }
        self.extents[result_dim] = Some(value);
        value
    }

    /// Emits the result's sizes, a tensor of rank 1.
    fn emit_shape(&mut self) -> Value<'c, 'a> {
        // With hoisting, sizes are emitted at function entry one by one.
        let is_known_by_plan = self.has_lasting_names
            && !self.options.hoist_assertions
            && self.planned.cached.plan.is_settled();
        if !is_known_by_plan {
            return self.emit_pieces();
        }
        let number = self.planned.cached.number;
        match self.emitter.find_planned(number) {
            Some(shape) => shape,
            None => {
                let shape = self.emit_pieces();
                self.emitter.record_planned(number, shape);
                shape
            }
        }
    }

    fn emit_pieces(&mut self) -> Value<'c, 'a> {
        let dims = &self.planned.cached.plan.dims;
        let width = Width::of(dims.iter().filter_map(|dim| dim.constant()));
        let mut pieces = SmallVec::<[_; 6]>::new();
        let mut constants = vec![];
        for (result_dim, dim) in dims.iter().enumerate() {
            if let Some(size) = dim.constant() {
                constants.push(size);
                continue;
            }
            if !constants.is_empty() {
                pieces.push(self.emitter.emit_constants(&constants, width));
                constants.clear();
            }
            let mut size = self.emit_extent(result_dim);
            if width == Width::I64 {
                size = self.emitter.emit_convert_to_i64(size);
            }
            pieces.push(self.emitter.emit_reshape_to_1d(size, width));
        }
        if !constants.is_empty() {
            pieces.push(self.emitter.emit_constants(&constants, width));
        }
        match pieces.as_slice() {
            &[piece] => piece,
            pieces => self.emitter.emit_concatenate(pieces, dims.len(), width),
        }
    }

    /// Emits the sizes that the broadcasts need.
    fn emit_sizes_if_needed(&mut self) {
        let planned = self.planned;
        for broadcast in &planned.cached.plan.broadcasts {
            match broadcast {
                Broadcast::None | Broadcast::Static => {}
                Broadcast::Dynamic { .. } => {
                    self.emit_shape();
                }
                Broadcast::Padded(dims) => {
                    for &dim in dims {
                        self.emit_extent(dim);
                    }
                }
            }
        }
    }
}
