//! What is found out about a function once: what it depends on, and what its results do.

use super::{Functions, Purpose, depends_on_sizes, is_dynamic, may_hold_sizes};
use crate::{
    analysis::{argument_types, declared_symbols},
    dialect::func,
    ir,
};
use melior::ir::{BlockLike, OperationRef, RegionLike, Value, ValueLike, operation::OperationLike};
use rustc_hash::FxHashSet;
use std::rc::Rc;

impl<'c: 'a, 'a> Functions<'c, 'a> {
    /// Returns whether anything in a function, or in one that it calls, depends on sizes.
    pub(in super::super) fn is_dynamic(&mut self, name: &str) -> bool {
        let Some(original) = self.originals.get_mut(name) else {
            return false;
        };
        if let Some(known) = original.is_dynamic {
            return known;
        }
        // For a function that calls itself.
        original.is_dynamic = Some(false);
        let operation = original.operation;
        let entry = ir::region(operation, 0).and_then(|body| body.first_block());
        let arguments = entry.map(ir::block_arguments).unwrap_or_default();
        let mut is_dynamic = arguments.into_iter().any(|it| is_dynamic(it.r#type()));
        let mut called = vec![];
        ir::visit_ops(operation, |operation| {
            is_dynamic |= depends_on_sizes(operation);
            called.extend(ir::called_function(operation));
        });
        let is_dynamic = is_dynamic || called.into_iter().any(|callee| self.is_dynamic(callee));
        if let Some(original) = self.originals.get_mut(name) {
            original.is_dynamic = Some(is_dynamic);
        }
        is_dynamic
    }

    /// Returns whether an op only computes its results, or returns them.
    pub(in super::super) fn is_pure_op(&mut self, operation: OperationRef<'c, 'a>) -> bool {
        match ir::called_function(operation) {
            Some(callee) => self.pure_copies.contains(callee) || self.is_pure(callee),
            None => {
                ir::is_removable(operation) || ir::name_str(operation.name()) == Some(func::RETURN)
            }
        }
    }

    /// Returns whether a function of the input only computes its results.
    fn is_pure(&mut self, name: &str) -> bool {
        let Some(original) = self.originals.get_mut(name) else {
            return false;
        };
        if let Some(known) = original.is_pure {
            return known;
        }
        // A function that calls itself may not return.
        original.is_pure = Some(false);
        let body = ir::region(original.operation, 0).and_then(|body| body.first_block());
        let is_pure = body.is_some_and(|block| block.next_in_region().is_none())
            && ir::operations(original.operation)
                .into_iter()
                .all(|operation| self.is_pure_op(operation));
        if let Some(original) = self.originals.get_mut(name) {
            original.is_pure = Some(is_pure);
        }
        is_pure
    }

    /// Returns, for each result of a function, the arguments that it is computed from.
    pub(in super::super) fn sources(&mut self, name: &str) -> Rc<[Vec<usize>]> {
        let Some(original) = self.originals.get_mut(name) else {
            return Rc::default();
        };
        if let Some(known) = &original.sources {
            return known.clone();
        }
        let block = ir::region(original.operation, 0).and_then(|body| body.first_block());
        let block = block.filter(|block| block.next_in_region().is_none());
        let arguments = block.map(ir::block_arguments).unwrap_or_default();
        let last = block.and_then(|block| block.terminator());
        let results = last.map(|last| last.operands().collect::<Vec<_>>());
        let sources = results.unwrap_or_default().into_iter();
        let sources = sources.map(|result| sources_of(&arguments, result));
        let sources = sources.collect::<Rc<[_]>>();
        original.sources = Some(sources.clone());
        sources
    }

    /// Returns what the arguments of a function are for. Sizes may be computed from more than those
    /// of which this is certain.
    pub(super) fn purposes(&mut self, name: &str) -> Rc<[Purpose]> {
        let Some(original) = self.originals.get_mut(name) else {
            return Rc::default();
        };
        if let Some(known) = &original.arguments {
            return known.clone();
        }
        let operation = original.operation;
        let entry = ir::region(operation, 0).and_then(|body| body.first_block());
        let arguments = entry.map(ir::block_arguments).unwrap_or_default();
        // For a function that calls itself.
        original.arguments = Some(vec![Purpose::Sizes; arguments.len()].into());
        let mut pending = vec![];
        let mut calls = vec![];
        ir::visit_ops(operation, |operation| {
            if let Some(callee) = ir::called_function(operation) {
                calls.push((callee, operation));
            } else if depends_on_sizes(operation) {
                pending.extend(operation.operands());
            }
        });
        for (callee, call) in calls {
            let purposes = self.purposes(callee);
            let operands = call.operands().zip(purposes.iter());
            let operands = operands.filter(|(_, purpose)| **purpose == Purpose::Sizes);
            pending.extend(operands.map(|(operand, _)| operand));
        }
        let declares = declares_sizes(operation);
        let purpose = |&argument: &Value<'c, 'a>| match declares || ir::is_used(argument) {
            true => Purpose::Data,
            false => Purpose::Nothing,
        };
        let mut found = arguments.iter().map(purpose).collect::<Vec<_>>();
        let mut seen = FxHashSet::default();
        while let Some(value) = pending.pop() {
            if !may_hold_sizes(value) || !seen.insert(ir::ValueKey::new(value)) {
                continue;
            }
            if let Some(operation) = ir::defining_op(value) {
                pending.extend(operation.operands());
            } else if let Some(index) = arguments.iter().position(|argument| *argument == value) {
                found[index] = Purpose::Sizes;
            } else if let Some(parent) = ir::owner(value).and_then(|it| it.parent_operation()) {
                pending.extend(parent.operands());
            }
        }
        let found = Rc::<[Purpose]>::from(found);
        if let Some(original) = self.originals.get_mut(name) {
            original.arguments = Some(found.clone());
        }
        found
    }
}

/// Returns which of a function's arguments a value in it is computed from.
fn sources_of<'c: 'a, 'a>(arguments: &[Value<'c, 'a>], value: Value<'c, 'a>) -> Vec<usize> {
    let mut sources = vec![];
    let mut seen = FxHashSet::default();
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        if !seen.insert(ir::ValueKey::new(value)) {
            continue;
        }
        if let Some(index) = arguments.iter().position(|argument| *argument == value) {
            sources.push(index);
        } else if let Some(operation) = ir::defining_op(value) {
            ir::visit_ops(operation, |inner| pending.extend(inner.operands()));
        } else if let Some(parent) = ir::owner(value).and_then(|it| it.parent_operation()) {
            pending.extend(parent.operands());
        }
    }
    sources
}

/// Returns whether a function declares sizes of its arguments, which each call must have.
fn declares_sizes(function: OperationRef<'_, '_>) -> bool {
    declared_symbols(function).map_or(true, |symbols| !symbols.is_empty())
}

/// Returns whether the types of a function's arguments say that it gets the sizes that it declares.
pub(in super::super) fn has_declared_sizes(function: OperationRef<'_, '_>) -> bool {
    let mut types = argument_types(function).into_iter();
    declared_symbols(function).is_ok_and(|symbols| symbols.is_empty() || !types.any(is_dynamic))
}
