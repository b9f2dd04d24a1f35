//! Loops: the values that they carry keep their sizes, as in every program with static shapes.

use super::{Specializer, branches};
use crate::{
    analysis::{Control, Loop, Walk},
    diagnostic::emit_op_error,
    functions::is_static,
    ir::{self, ValueKey},
};
use melior::ir::{
    BlockLike, OperationRef, RegionLike, Type, TypeLike, Value, ValueLike, operation::OperationLike,
};

impl<'c: 'a, 'a> Specializer<'c, 'a, '_> {
    /// Gives the values that a loop carries the types of the initial ones, in all its regions. A
    /// value that each iteration passes on unchanged has the initial numbers.
    pub(super) fn begin_loop(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) {
        let Control::Loop(r#loop) = walk.analysis.control_of(operation) else {
            return;
        };
        let next = next_values(operation, r#loop.body);
        let body = arguments(operation, r#loop.body);
        for (index, init) in inits(operation, r#loop).into_iter().enumerate() {
            let position = r#loop.first_argument + index;
            let is_same = body
                .get(position)
                .is_some_and(|own| next.get(index) == Some(own));
            let numbers = is_same
                .then(|| walk.analysis.constant_numbers(init))
                .flatten();
            for region in 0..operation.region_count() {
                let Some(&argument) = arguments(operation, region).get(position) else {
                    continue;
                };
                if !is_static(argument.r#type()) {
                    ir::set_type(argument, init.r#type());
                }
                if let Some(numbers) = &numbers {
                    let key = ValueKey::new(argument);
                    self.frame().invariant.insert(key, numbers.clone());
                }
            }
            if let (Some(numbers), Some(result)) = (numbers, ir::result(operation, index)) {
                self.frame()
                    .invariant
                    .insert(ValueKey::new(result), numbers);
            }
        }
    }

    /// Gives the results of a loop the types of the initial values, and checks that each iteration
    /// keeps them.
    pub(super) fn end_loop(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) {
        let Control::Loop(r#loop) = walk.analysis.control_of(operation) else {
            return;
        };
        let next = next_values(operation, r#loop.body);
        for (index, init) in inits(operation, r#loop).into_iter().enumerate() {
            let Some(result) = ir::result(operation, index) else {
                continue;
            };
            if !is_static(result.r#type()) {
                ir::set_type(result, init.r#type());
            }
            if let Some(&next) = next.get(index) {
                if is_more_specific(next.r#type(), init.r#type())
                    && let Some(last) = last_of(operation, r#loop.body)
                {
                    branches::cast(self.context, last, index, init.r#type());
                } else {
                    self.check_kept(operation, index, init, next);
                }
            }
            self.note_invariant(walk, result);
        }
    }

    /// Checks that what each iteration passes on has the type of the initial value.
    pub(super) fn check_kept(
        &mut self,
        operation: OperationRef<'c, 'a>,
        index: usize,
        init: Value<'c, 'a>,
        next: Value<'c, 'a>,
    ) {
        if next.r#type() != init.r#type() && !self.has_failed {
            let [from, to] = [init, next].map(|value| ir::type_text(value.r#type()));
            let message = format!(
                "changes the size of the value #{index} that it carries from '{from}' to '{to}', so \
                 its size is known only at run time"
            );
            emit_op_error(operation, &message, &[]);
            self.has_failed = true;
        }
    }

    /// Notes the numbers in a value that no iteration of a loop changes.
    pub(super) fn note_invariant(&mut self, walk: &mut Walk<'c, 'a, ()>, value: Value<'c, 'a>) {
        if let Some(numbers) = self.frame().invariant.remove(&ValueKey::new(value)) {
            walk.analysis.set_numbers(value, &numbers);
            self.frame().known.push((value, numbers));
        }
    }
}

fn inits<'c, 'a>(operation: OperationRef<'c, 'a>, r#loop: Loop) -> Vec<Value<'c, 'a>> {
    operation.operands().skip(r#loop.first_operand).collect()
}

/// Returns the arguments of a region.
pub(super) fn arguments<'c, 'a>(
    operation: OperationRef<'c, 'a>,
    region: usize,
) -> Vec<Value<'c, 'a>> {
    let block = ir::region(operation, region).and_then(|region| region.first_block());
    block.map(ir::block_arguments).unwrap_or_default()
}

/// Returns whether a type of tensors is another one but for more sizes that it gives.
fn is_more_specific(r#type: Type<'_>, other: Type<'_>) -> bool {
    let are_plain = [r#type, other]
        .iter()
        .all(|it| it.is_ranked_tensor() && ir::encoding(*it).is_none());
    let [own, others] = [r#type, other].map(ir::sizes_of);
    let mut sizes = own.iter().zip(&others);
    are_plain
        && r#type != other
        && own.len() == others.len()
        && sizes.all(|(own, other)| other.is_none() || own == other)
}

/// Returns the op that ends the first block of a region.
fn last_of<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    region: usize,
) -> Option<OperationRef<'c, 'a>> {
    let block = ir::region(operation, region).and_then(|region| region.first_block());
    block.and_then(|block| block.terminator())
}

/// Returns the values that a region passes to the next iteration.
pub(super) fn next_values<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    region: usize,
) -> Vec<Value<'c, 'a>> {
    let last = last_of(operation, region);
    last.map(|last| last.operands().collect())
        .unwrap_or_default()
}
