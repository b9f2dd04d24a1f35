//! From a plan to ops.

mod broadcast;

use super::{
    LowerOptions,
    form::{Form, Shapes},
    message::guard_message,
    record::Recorder,
    request::{Plans, Request},
};
use crate::{
    analysis::Analysis,
    assertion::{Assertion, Reach},
    explain::{Check, OriginKind},
    ir::{self, Binary, Emitter, Width},
    plan::{Broadcast, Extent, Guard, Participant, Plan, VectorBroadcast, ZeroExtents},
    rule::{Others, Target},
    symbol::Size,
    transform::{Failed, HookError, HookRequest, verify_broadcastable::emit_op_error},
};
use melior::ir::{OperationRef, Type, Value, ValueLike, operation::OperationLike};
use smallvec::{SmallVec, smallvec};

/// The operands of a target op.
type Operands<'c, 'a> = SmallVec<[Value<'c, 'a>; 4]>;

/// The extents of result dims, as far as they were emitted.
type Extents<'c, 'a> = SmallVec<[Option<Value<'c, 'a>>; 6]>;

/// Emits what an op becomes in front of it, and returns the value that takes its
/// result's place; `None` if it has to stay.
///
/// # Errors
///
/// Fails if a hook does; the op gets an error.
pub fn emit<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    analysis: &mut Analysis,
    plans: &mut Plans<'c>,
    options: LowerOptions,
    operation: OperationRef<'c, 'a>,
    form: &Form<'c, '_>,
    mut recorder: Option<&mut Recorder>,
) -> Result<Option<Value<'c, 'a>>, Failed> {
    if !emitter.set_anchor(operation) {
        return Ok(None);
    }
    if let Shapes::Vectors(broadcasts) = &form.shapes {
        if let Some(recorder) = recorder {
            recorder.record_vectors(operation, form, broadcasts);
        }
        return emit_on_vectors(emitter, operation, form, broadcasts).map(Some);
    }
    let Some(request) = plans.request(operation, form, options.zero_extents, analysis) else {
        return Ok(None);
    };
    let planned = recorder
        .as_deref_mut()
        .map(|recorder| recorder.plan(operation, form, &request, options, analysis));
    let is_at_entry = operation
        .block()
        .is_some_and(|block| emitter.is_entry(block));
    let mut emission = Emission {
        emitter,
        request: &request,
        options,
        source: &form.rule.rule.source,
        extents: smallvec![None; request.planned.plan.dims.len()],
        extents_at_entry: smallvec![None; request.planned.plan.dims.len()],
        joins: [(); 2].map(|()| smallvec![None; request.planned.plan.dims.len()]),
        is_at_entry: false,
        may_hoist: options.hoist_assertions && is_at_entry,
        checks: vec![],
    };
    let witnesses = emission.emit_guards();
    if !witnesses.is_empty() {
        // What is computed from sizes alone needs no witness, and serves others.
        emission.emit_sizes_if_needed();
    }
    let backend = options.assertions.backend();
    let guarded = backend.begin_guarded(emission.emitter, &witnesses, form.result_type);
    let operands = emission.emit_broadcasts(form);
    let target_type = emission.target_type(form);
    let (extents, extents_at_entry) = (emission.extents, emission.extents_at_entry);
    let checks = emission.checks;
    let result = emit_target(emitter, operation, form, operands, target_type);
    let result = match (guarded, result) {
        (Some(region), Ok(result)) => emitter.end_region(region, result),
        (Some(region), Err(Failed)) => {
            // What is printed of a failed run has a terminator all the same.
            if let Ok(result) = OperationRef::result(operation, 0) {
                emitter.end_region(region, result.into());
            }
            return Err(Failed);
        }
        (None, result) => result?,
    };
    analysis.learn_from(OriginKind::Guard, operation);
    let mut sizes = guarded_sizes(&request.planned.plan, options, analysis);
    if backend.reach() == Reach::Witnesses {
        name_joins(&mut sizes, &request.planned.plan, &extents, analysis);
    }
    if let (Some(recorder), Some(planned)) = (recorder, planned) {
        let computed = extents.iter().zip(&extents_at_entry);
        let computed = computed.map(|(here, at_entry)| here.is_some() || at_entry.is_some());
        let computed = computed.collect::<Vec<_>>();
        let plan = &request.planned.plan;
        recorder.finish(planned, plan, analysis.facts(), &sizes, &computed, &checks);
    }
    if options.facts {
        let plan = &request.planned.plan;
        let is_ordered = backend.reach() == Reach::Dominated;
        for ((size, extent), dim) in sizes.iter().zip(extents).zip(&plan.dims) {
            // What a witness bounds is the size of the result, not what it is computed from.
            if let Some(extent) = extent
                && (is_ordered || !dim.is_bound_guarded())
            {
                emitter.record_size(*size, extent);
            }
        }
        if let Some(outside) = emitter.begin_at_entry(operation.location()) {
            for (size, extent) in sizes.iter().zip(extents_at_entry) {
                if let Some(extent) = extent {
                    emitter.record_size(*size, extent);
                }
            }
            emitter.end_at_entry(outside);
        }
    }
    analysis.learn_from(OriginKind::Op, operation);
    analysis.set_sizes(result, sizes.into_iter().map(Some));
    Ok(Some(result))
}

/// Emits what an op on vectors becomes: all of it is known, so nothing is checked.
fn emit_on_vectors<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    form: &Form<'c, '_>,
    broadcasts: &[Option<VectorBroadcast>],
) -> Result<Value<'c, 'a>, Failed> {
    let others = form.rule.rule.others;
    let operands = operation
        .operands()
        .zip(broadcasts)
        .filter_map(|(operand, broadcast)| match (broadcast, others) {
            (Some(broadcast), _) => Some(emit_vector_broadcast(
                emitter,
                operand,
                broadcast,
                form.result_type,
            )),
            (None, Others::Keep) => Some(operand),
            (None, Others::Drop) => None,
        })
        .collect();
    emit_target(emitter, operation, form, operands, form.result_type)
}

fn emit_vector_broadcast<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operand: Value<'c, 'a>,
    broadcast: &VectorBroadcast,
    result_type: Type<'c>,
) -> Value<'c, 'a> {
    // The result's element type may be another one, as that of a comparison is.
    let operand_type = operand.r#type();
    let like_result = |emitter: &mut Emitter<'c, 'a>, value| {
        let dims = ir::shaped_type(result_type);
        let r#type = ir::vector_like(operand_type, dims.shape().unwrap_or_default());
        emitter.emit_vector_op("vector.broadcast", value, r#type)
    };
    match broadcast {
        VectorBroadcast::None => operand,
        VectorBroadcast::Broadcast => like_result(emitter, operand),
        VectorBroadcast::Reshaped(dims) => {
            let r#type = ir::vector_like(operand_type, dims);
            let reshaped = emitter.emit_vector_op("vector.shape_cast", operand, r#type);
            like_result(emitter, reshaped)
        }
    }
}

/// Emits what takes the op's place, once its operands are broadcast: a value of the
/// op's result type. A target op gets a type of its own.
fn emit_target<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    form: &Form<'c, '_>,
    operands: Operands<'c, 'a>,
    target_type: Type<'c>,
) -> Result<Value<'c, 'a>, Failed> {
    let result_type = form.result_type;
    if let Target::Op(target) = &form.rule.rule.target {
        let value = emitter.emit(target, &operands, &form.attributes, target_type);
        let verified = ir::defining_op(value).map(|target| form.verify_target(target));
        if let Some(Err(reason)) = verified {
            let place = form.rule.rule.place();
            let place = place.map_or_else(String::new, |place| format!(" at {place}"));
            let reason = reason.trim_start_matches(&format!("'{target}' op "));
            let message = format!(
                "cannot be lowered: '{target}', which its rule{place} makes of it, is wrong: \
                 {reason}"
            );
            emit_op_error(operation, &message, &[]);
            return Err(Failed);
        }
        return Ok(emitter.emit_cast(value, result_type));
    }
    let (Some(hook), Some(anchor)) = (form.rule.hook, emitter.anchor()) else {
        return Err(Failed);
    };
    let hook_request = HookRequest {
        context: emitter.context(),
        anchor: anchor.into(),
        operation,
        operands: operands.into_vec(),
        attributes: form.attributes.clone(),
        result_type,
    };
    let value = hook(&hook_request).and_then(|value| {
        if value.r#type() == result_type {
            return Ok(value);
        }
        Err(HookError::new(format!(
            "the value has type '{}'; expected '{result_type}'",
            value.r#type()
        )))
    });
    value.map_err(|error| {
        let message = format!("cannot be lowered by its hook: {error}");
        emit_op_error(operation, &message, &[]);
        Failed
    })
}

/// Learns what holds once an op is lowered, without lowering it: whatever is known of
/// its operands by then.
pub fn learn<'c>(
    analysis: &mut Analysis,
    plans: &mut Plans<'c>,
    options: LowerOptions,
    operation: OperationRef<'c, '_>,
    form: &Form<'c, '_>,
) {
    if let Some(request) = plans.request(operation, form, options.zero_extents, analysis)
        && let Ok(result) = OperationRef::result(operation, 0)
    {
        analysis.learn_from(OriginKind::Guard, operation);
        let (plan, facts) = (&request.planned.plan, analysis.facts_mut());
        let sizes = match options.assertions.backend().reach() {
            Reach::Dominated => plan.assume_anywhere(facts),
            Reach::Witnesses => plan.name_sizes(facts),
        };
        analysis.learn_from(OriginKind::Op, operation);
        analysis.set_sizes(result.into(), sizes.into_iter().map(Some));
    }
}

/// Returns the sizes of the result's dims, with what may be relied on after it.
fn guarded_sizes(plan: &Plan, options: LowerOptions, analysis: &mut Analysis) -> Vec<Size> {
    let facts = analysis.facts_mut();
    match options.assertions.backend().reach() {
        Reach::Dominated => plan.assume(facts),
        Reach::Witnesses => plan.name_sizes(facts),
    }
}

/// Gives the sizes of joins that the same value computes one name: it is theirs, whether
/// or not guards hold.
fn name_joins(sizes: &mut [Size], plan: &Plan, extents: &Extents<'_, '_>, analysis: &mut Analysis) {
    for ((size, dim), extent) in sizes.iter_mut().zip(&plan.dims).zip(extents) {
        if let (Extent::Join(_), Some(extent)) = (&dim.extent, extent)
            && dim.constant().is_none()
            && !dim.is_bound_guarded()
        {
            *size = analysis.name_scalar(*extent, *size);
        }
    }
}

struct Emission<'e, 'c, 'a> {
    emitter: &'e mut Emitter<'c, 'a>,
    request: &'e Request<'e, 'c, 'a>,
    options: LowerOptions,
    source: &'e str,
    /// The extents of the result dims that were emitted.
    extents: Extents<'c, 'a>,
    /// Those that were emitted where the function begins.
    extents_at_entry: Extents<'c, 'a>,
    /// The joins among them that were emitted where the op is, and where the function
    /// begins.
    joins: [Extents<'c, 'a>; 2],
    /// Whether ops are emitted where the function begins just now.
    is_at_entry: bool,
    /// Whether the op is reached whenever the function is called, so that its
    /// guards may be checked where the function begins.
    may_hoist: bool,
    /// How each guard is checked, as far as they are.
    checks: Vec<Check>,
}

impl<'c, 'a> Emission<'_, 'c, 'a> {
    /// Emits the guards; returns the witnesses of what they check, each once.
    fn emit_guards(&mut self) -> Vec<Value<'c, 'a>> {
        let backend = self.options.assertions.backend();
        let Some(form) = backend.messages() else {
            return vec![];
        };
        let request = self.request;
        let mut witnesses = vec![];
        for (result_dim, dim) in request.planned.plan.dims.iter().enumerate() {
            for guard in &dim.guards {
                let outside = match self.may_hoist && self.is_known_at_entry(result_dim, guard) {
                    true => self.emitter.begin_at_entry(request.location),
                    false => None,
                };
                self.is_at_entry = outside.is_some();
                let (predicate, sizes) = self.emit_predicate(result_dim, guard);
                if outside.is_some() && matches!(dim.extent, Extent::Join(_)) {
                    // Later guards may depend on it.
                    self.extents_at_entry[result_dim] = Some(self.emit_extent(result_dim));
                }
                let mut check = Check::Before;
                let witness = self.emitter.emit_check_once(predicate, |emitter| {
                    check = match outside {
                        Some(_) => Check::AtEntry,
                        None => Check::Here,
                    };
                    let assertion = Assertion {
                        predicate,
                        message: guard_message(self.source, request, result_dim, guard, form),
                        sizes,
                    };
                    backend.emit_check(emitter, &assertion)
                });
                self.checks.push(check);
                if let Some(outside) = outside {
                    self.emitter.end_at_entry(outside);
                    self.is_at_entry = false;
                }
                if let Some(witness) = witness
                    && !witnesses.contains(&witness)
                {
                    witnesses.push(witness);
                }
            }
        }
        witnesses
    }

    /// Returns whether all sizes that a guard tests can be had where the function
    /// begins.
    fn is_known_at_entry(&self, result_dim: usize, guard: &Guard) -> bool {
        let is_known = |participant: &Participant| self.emitter.is_known_at_entry(participant.size);
        let is_extent_known = || match &self.request.planned.plan.dims[result_dim].extent {
            Extent::Constant(_) => true,
            Extent::Of(participant) => is_known(participant),
            Extent::Join(participants) => participants.iter().all(is_known),
        };
        match guard {
            Guard::Compatible(lhs, rhs) | Guard::Equal(lhs, rhs) => is_known(lhs) && is_known(rhs),
            Guard::Fixed { dynamic, .. } => is_known(dynamic),
            Guard::Broadcasts(participant) => is_known(participant) && is_extent_known(),
            Guard::Declared(_) | Guard::AtMost(_) => is_extent_known(),
        }
    }

    /// Emits what a guard tests; returns it with the sizes that its message
    /// shows.
    fn emit_predicate(
        &mut self,
        result_dim: usize,
        guard: &Guard,
    ) -> (Value<'c, 'a>, Vec<Value<'c, 'a>>) {
        match guard {
            Guard::Compatible(lhs, rhs) => {
                let (a, b) = (self.emit_size(lhs), self.emit_size(rhs));
                let predicate = match self.request.planned.plan.zero_extents {
                    ZeroExtents::Reject => {
                        let max = self.emit_extent(result_dim);
                        let min = self.emitter.emit_binary(Binary::Minimum, a, b);
                        let equal = self.emitter.emit_binary(Binary::Equal, min, max);
                        self.emit_or_one(equal, min)
                    }
                    ZeroExtents::Numpy => {
                        let equal = self.emitter.emit_binary(Binary::Equal, a, b);
                        let equal = self.emit_or_one(equal, a);
                        self.emit_or_one(equal, b)
                    }
                };
                (predicate, vec![a, b])
            }
            Guard::Fixed { dynamic, size, .. } => {
                let extent = self.emit_size(dynamic);
                let equal = self.emit_equals_constant(extent, *size);
                (self.emit_or_one(equal, extent), vec![extent])
            }
            Guard::Broadcasts(participant) => {
                let size = self.emit_size(participant);
                let join = self.emit_extent(result_dim);
                let equal = self.emitter.emit_binary(Binary::Equal, size, join);
                (self.emit_or_one(equal, size), vec![size, join])
            }
            Guard::Equal(lhs, rhs) => {
                let (a, b) = (self.emit_size(lhs), self.emit_size(rhs));
                (self.emitter.emit_binary(Binary::Equal, a, b), vec![a, b])
            }
            Guard::AtMost(bound) => {
                let extent = self.emit_extent(result_dim);
                (self.emit_at_most(extent, *bound), vec![extent])
            }
            Guard::Declared(declared) => {
                let extent = self.emit_extent(result_dim);
                (self.emit_equals_constant(extent, *declared), vec![extent])
            }
        }
    }

    fn emit_size(&mut self, participant: &Participant) -> Value<'c, 'a> {
        let operand = self.request.operands[participant.operand];
        // Without facts, a symbol means something within one op only.
        let size = self.options.facts.then_some(participant.size);
        self.emitter
            .emit_dimension_size(operand, participant.dim, size)
    }

    /// Emits the extent of a result dim, a scalar tensor of `i32`.
    fn emit_extent(&mut self, result_dim: usize) -> Value<'c, 'a> {
        let request = self.request;
        // Each guard of a join asks for it again; finding it among what is remembered
        // takes as long as it has participants.
        if let Some(extent) = self.joins[usize::from(self.is_at_entry)][result_dim] {
            return extent;
        }
        let value = match &request.planned.plan.dims[result_dim].extent {
            Extent::Constant(size) => self.emitter.emit_constant(*size, Width::I32),
            Extent::Of(participant) => self.emit_size(participant),
            Extent::Join(participants) => {
                let sizes = participants
                    .iter()
                    .map(|participant| self.emit_size(participant))
                    .collect::<Vec<_>>();
                let join = match self.request.planned.plan.zero_extents {
                    ZeroExtents::Reject => self.emitter.emit_maximum(&sizes),
                    ZeroExtents::Numpy => self.emitter.emit_first_not_one(&sizes),
                };
                self.joins[usize::from(self.is_at_entry)][result_dim] = Some(join);
                join
            }
        };
        self.extents[result_dim] = Some(value);
        value
    }

    /// Emits `predicate or size == 1`.
    fn emit_or_one(&mut self, predicate: Value<'c, 'a>, size: Value<'c, 'a>) -> Value<'c, 'a> {
        let is_one = self.emit_equals_constant(size, 1);
        self.emitter.emit_binary(Binary::Or, predicate, is_one)
    }

    fn emit_equals_constant(&mut self, size: Value<'c, 'a>, constant: i64) -> Value<'c, 'a> {
        let width = Width::of([constant]);
        let size = match width {
            Width::I32 => size,
            Width::I64 => self.emitter.emit_convert_to_i64(size),
        };
        let constant = self.emitter.emit_constant(constant, width);
        self.emitter.emit_binary(Binary::Equal, size, constant)
    }

    fn emit_at_most(&mut self, size: Value<'c, 'a>, bound: i64) -> Value<'c, 'a> {
        let width = Width::of([bound]);
        let size = match width {
            Width::I32 => size,
            Width::I64 => self.emitter.emit_convert_to_i64(size),
        };
        let bound = self.emitter.emit_constant(bound, width);
        self.emitter.emit_binary(Binary::AtLeast, bound, size)
    }

    /// Emits the result's sizes, a tensor of rank 1.
    fn emit_shape(&mut self) -> Value<'c, 'a> {
        // Without facts, a plan's names mean something within one op only; with
        // hoisting, sizes move to the function's entry one by one.
        let is_known_by_plan = self.options.facts
            && !self.options.hoist_assertions
            && self.request.planned.plan.is_settled();
        if !is_known_by_plan {
            return self.emit_pieces();
        }
        let number = self.request.planned.number;
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
        let dims = &self.request.planned.plan.dims;
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
        let request = self.request;
        for broadcast in &request.planned.plan.broadcasts {
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
