//! What happens at each op of a function that is specialised.

use super::{
    Specializer,
    arguments::{rank, refine},
    calls::computes_sizes,
    functions::{CopiedArgument, is_dynamic},
};
use crate::{
    analysis::{Control, Visitor, Walk},
    diagnostic::{Kind, Severity, emit_on_op, mlir_message::without_subject},
    dialect::{self, PartOf, func, part_count, stablehlo, tensor},
    explain::ChangeKind,
    functions::is_static,
    ir,
    lower::{contradiction, infer_broadcast},
    scoped_map::ScopeChange,
    simplify,
};
use melior::ir::{
    BlockRef, OperationRef, Type, TypeLike, Value, ValueLike, operation::OperationLike,
};

impl<'c: 'a, 'a> Specializer<'c, 'a, '_> {
    /// Gives a value a type of the sizes that are known; returns whether that changes it.
    pub(super) fn refine(&self, walk: &mut Walk<'c, 'a, ()>, value: Value<'c, 'a>) -> bool {
        if is_static(value.r#type()) {
            return false;
        }
        let sizes = walk.analysis.constant_sizes(value);
        let Some(r#type) = refine(self.context, value.r#type(), &sizes) else {
            return false;
        };
        ir::set_type(value, r#type);
        walk.analysis.forget_integers(value);
        true
    }

    /// Gives a value another type.
    fn retype(&self, walk: &mut Walk<'c, 'a, ()>, value: Value<'c, 'a>, r#type: Type<'c>) {
        if value.r#type() != r#type {
            ir::set_type(value, r#type);
            walk.analysis.forget_integers(value);
        }
    }

    /// Gives the results of an op types of the sizes that are known.
    pub(super) fn refine_results(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) {
        self.fold_sizes(walk, operation);
        for (index, result) in operation.results().enumerate() {
            let result = Value::from(result);
            self.check_bounds(walk, operation, index, result);
            match tied_operand(operation, index) {
                Some(operand) => self.retype(walk, result, operand.r#type()),
                None => {
                    self.refine(walk, result);
                }
            }
        }
    }

    /// Gives an unranked result the rank of the operands.
    fn rank_result(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
        name: &str,
    ) {
        let Some(result) = ir::result(operation, 0) else {
            return;
        };
        let keeps_rank = name == tensor::CAST || dialect::is_elementwise(operation);
        if result.r#type().is_unranked_tensor() && keeps_rank {
            let shapes = operation.operands().map(|it| ir::shaped_type(it.r#type()));
            let shapes = shapes.collect::<Vec<_>>();
            let ranked = shapes.iter().filter_map(|shape| shape.shape());
            if let Some(dims) = ranked.max_by_key(|dims| dims.len()) {
                let sizes = dims.iter().map(|dim| dim.fixed_size());
                self.set_rank(walk, result, &sizes.collect::<Vec<_>>());
            }
        }
    }

    /// Replaces a cast that changes nothing; returns whether the op is one.
    fn drop_cast(&mut self, operation: OperationRef<'c, 'a>, name: &str) -> bool {
        if name != tensor::CAST {
            return false;
        }
        let (Some(operand), Some(result)) = (ir::operand(operation, 0), ir::result(operation, 0))
        else {
            return false;
        };
        let is_same = operand.r#type() == result.r#type();
        if is_same {
            ir::replace_uses(result, operand);
            self.frame().done.push(operation);
        }
        is_same
    }

    /// Gives an unranked value sizes, and so a rank.
    fn set_rank(&self, walk: &mut Walk<'c, 'a, ()>, value: Value<'c, 'a>, sizes: &[Option<i64>]) {
        if let Some(r#type) = rank(self.context, value.r#type(), sizes) {
            ir::set_type(value, r#type);
            walk.analysis.name_sizes(value);
        }
    }

    /// Checks that the sizes of a result do not exceed the bounds of its type.
    fn check_bounds(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
        index: usize,
        result: Value<'c, 'a>,
    ) {
        if is_static(result.r#type()) || self.has_failed {
            return;
        }
        let bounds = ir::bounds(result.r#type());
        let sizes = walk.analysis.constant_sizes(result);
        for (dim, (size, bound)) in sizes.into_iter().zip(bounds).enumerate() {
            if let (Some(size), Some(bound)) = (size, bound)
                && size > bound
            {
                let message = format!(
                    "does not take these sizes; expected at most {bound}, its bound, as size of \
                     dim {dim} of result #{index}, got {size}"
                );
                self.refuse(operation, &message);
            }
        }
    }

    /// Verifies an op whose operands or results have new types.
    pub(super) fn verify(
        &mut self,
        operation: OperationRef<'c, 'a>,
        changed: OperationRef<'c, 'a>,
    ) -> bool {
        let Err(reason) = ir::verify(changed) else {
            return true;
        };
        if !self.has_failed {
            let name = ir::name_str(changed.name()).unwrap_or_default();
            let reason = without_subject(&reason, name);
            self.refuse(operation, &format!("does not take these sizes: {reason}"));
        }
        self.has_failed = true;
        false
    }

    /// Checks that the dims of which a region of Shardy gets parts are divided evenly.
    fn check_parts(&mut self, operation: OperationRef<'c, 'a>) {
        if ir::name_str(operation.name()) != Some("sdy.manual_computation") {
            return;
        }
        for (index, operand) in operation.operands().enumerate() {
            let shape = ir::shaped_type(operand.r#type());
            for (dim, size) in shape.shape().unwrap_or_default().iter().enumerate() {
                let count = part_count(operation, PartOf::Operands, index, dim);
                let (Some(size), Some(count)) = (size.fixed_size(), count) else {
                    continue;
                };
                if count > 0 && size % count != 0 {
                    let message = format!(
                        "does not take these sizes; expected a multiple of {count}, the number of \
                         parts along the manual axes, as size of dim {dim} of operand #{index}, got \
                         {size}"
                    );
                    self.refuse(operation, &message);
                }
            }
        }
    }

    /// Emits an error on an op that does not take its sizes, even if it need not run: a static
    /// program cannot contain it.
    pub(super) fn refuse(&mut self, operation: OperationRef<'c, 'a>, message: &str) {
        let mut notes = self.origin_notes(operation);
        if !self.always_runs(operation) {
            notes.push((operation.location(), MAY_NOT_RUN.into()));
        }
        emit_on_op(
            operation,
            Severity::Error,
            Kind::FailingCheck,
            message,
            &notes,
        );
        self.has_failed = true;
    }

    /// Notes whether an op whose sizes are checked still has operands of unknown size.
    fn note_undecided(&mut self, operation: OperationRef<'c, 'a>) {
        let address = ir::address(operation);
        let mut operands = operation.operands();
        let undecided = &mut self.frame().undecided;
        match operands.any(|it| is_dynamic(it.r#type())) {
            true => undecided.insert(address),
            false => undecided.remove(&address),
        };
    }
}

/// Returns whether a later pass checks the sizes of an op without a rule: `guard-broadcasts` guards the ops of TOSA
/// that broadcast, and a `tensor.cast` to a type with more static dims becomes an assertion.
fn is_checked(operation: OperationRef<'_, '_>, name: &str) -> bool {
    let mut operands = operation.operands();
    if name != tensor::CAST {
        let are_tensors = operands.all(|operand| operand.r#type().is_ranked_tensor());
        return ir::is_tosa(operation) && operation.operand_count() > 1 && are_tensors;
    }
    let sizes = |value: Value<'_, '_>| ir::sizes_of(value.r#type());
    let from = operands.next().map(sizes).unwrap_or_default();
    let to = ir::result(operation, 0).map(sizes).unwrap_or_default();
    let mut dims = from.iter().zip(&to);
    dims.any(|(from, to)| from.is_none() && to.is_some())
}

/// Returns the operand whose type a result of an op must have.
fn tied_operand<'c, 'a>(operation: OperationRef<'c, 'a>, index: usize) -> Option<Value<'c, 'a>> {
    match ir::name_str(operation.name())? {
        stablehlo::OPTIMIZATION_BARRIER => ir::operand(operation, index),
        tensor::INSERT | tensor::INSERT_SLICE => ir::operand(operation, 1),
        _ => None,
    }
}

/// Returns whether an op is directly in front of another one, where ops are emitted that replace it.
fn is_in_front(new: OperationRef<'_, '_>, operation: OperationRef<'_, '_>) -> bool {
    let next = new.next_in_block();
    next.is_some_and(|next| ir::address(next) == ir::address(operation))
}

/// A note on an op that a static program cannot contain.
const MAY_NOT_RUN: &str = "it is in code that may not run; a program with static shapes cannot \
                           contain it, so keep these sizes dynamic";

impl<'c: 'a, 'a> Visitor<'c, 'a, ()> for Specializer<'c, 'a, '_> {
    fn take(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) -> bool {
        let Some(callee) = ir::called_function(operation) else {
            self.begin_loop(walk, operation);
            self.begin_scan(operation);
            self.check_parts(operation);
            return self.decide_branch(walk, operation);
        };
        self.functions.find(callee).is_some()
            && (self.functions.is_dynamic(callee)
                || computes_sizes(&mut self.functions, walk, operation, callee))
            && self.call(walk, operation, callee).is_some()
    }

    fn knows_loops(&self) -> bool {
        true
    }

    fn approach(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) {
        // A dry run may have read it.
        for result in operation.results() {
            walk.analysis.forget_integers(result.into());
        }
    }

    fn begin_function(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        _: OperationRef<'c, 'a>,
        entry: BlockRef<'c, 'a>,
    ) {
        let arguments = ir::block_arguments(entry).into_iter();
        let known = self.frame().arguments.clone();
        for (argument, known) in arguments.zip(known) {
            if let CopiedArgument::Known(numbers) = known {
                walk.analysis.set_numbers(argument, &numbers);
                self.frame().known.push((argument, numbers));
            }
        }
    }

    fn begin_block(&mut self, walk: &mut Walk<'c, 'a, ()>, block: BlockRef<'c, 'a>) {
        for argument in ir::block_arguments(block) {
            self.refine(walk, argument);
            self.note_invariant(walk, argument);
        }
    }

    fn pass(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) {
        if ir::name_str(operation.name()) == Some(func::RETURN) {
            return self.record_results(walk, operation);
        }
        if self.answer(walk, operation) {
            return;
        }
        let name = ir::name_str(operation.name()).unwrap_or_default();
        let inferred = infer_broadcast(operation, &mut self.rules);
        if inferred.is_some() || is_checked(operation, name) {
            self.note_undecided(operation);
        }
        let is_broadcast = inferred.is_some();
        match inferred {
            Some(Ok(sizes)) => {
                if let Some(result) = ir::result(operation, 0) {
                    self.set_rank(walk, result, &sizes);
                    walk.analysis.set_constant_sizes(result, &sizes);
                }
            }
            Some(Err(message)) => {
                self.refuse(operation, &message);
            }
            None => {}
        }
        if self.has_wrong_size(walk, operation, name) {
            return;
        }
        // Their ops need no definition, so MLIR's verifier does not see that they do not take these sizes.
        if let Some(message) = contradiction(operation, &self.functions.facts) {
            return self.refuse(operation, &message);
        }
        if self.follow_operands(operation, name) {
            return;
        }
        if !is_broadcast {
            self.learn_frontend_op(walk, operation);
            self.learn_inferred(walk, operation);
        }
        self.rank_result(walk, operation, name);
        self.refine_results(walk, operation);
        self.cast_operands(operation, name);
        self.evaluate(walk, operation);
        if is_broadcast && self.evaluate_broadcast(walk, operation) {
            return;
        }
        if self.note_numbers(walk, operation, name) || self.drop_cast(operation, name) {
            return;
        }
        if self.replace_custom_call(walk, operation) {
            return;
        }
        if self.emitter.set_anchor(operation)
            && let Some(value) =
                simplify::emit_static_form(&mut self.emitter, &mut walk.analysis, operation)
            && let Some(result) = ir::result(operation, 0)
        {
            // What an earlier op defines has been verified; a loop that passes on the value has not been left yet, or
            // is verified later.
            let is_valid = match ir::defining_op(value) {
                Some(new) if new.region_count() == 0 && is_in_front(new, operation) => {
                    self.verify(operation, new)
                }
                _ => true,
            };
            if is_valid && value.r#type() == result.r#type() {
                self.changes.add(ChangeKind::Specialized, operation);
                ir::replace_uses(result, value);
                self.frame().done.push(operation);
            }
        } else if !self.replace_slice(walk, operation) && operation.result_count() > 0 {
            self.verify(operation, operation);
        }
    }

    fn leave(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) {
        self.end_loop(walk, operation);
        self.end_scan(operation);
        self.refine_results(walk, operation);
        self.inline_assuming(operation);
        // The values of other regions have consistent types, even before all of them are refined.
        if walk.analysis.control_of(operation) == Control::Opaque && !ir::is_function(operation) {
            self.verify(operation, operation);
        }
    }

    fn scope(&mut self, change: ScopeChange) {
        self.emitter.scope(change);
    }
}
