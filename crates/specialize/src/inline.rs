//! Functions that have only one call: their ops replace it, so that they share constants with its
//! surroundings. Functions of one specialisation are rarely called twice.

use super::functions::Functions;
use crate::{analysis::named_arguments, ir};
use melior::ir::{BlockLike, OperationRef, RegionLike, operation::OperationLike};
use rustc_hash::FxHashMap;

/// The attributes of a function that say nothing more about it.
const PLAIN: &[&str] = &[
    "arg_attrs",
    "function_type",
    "res_attrs",
    "sym_name",
    "sym_visibility",
];

/// The prefix of attributes that only describe arguments and results.
const DESCRIPTION: &str = "jax.";

/// Inlines the private copies in a module that have only one call. In the entry, a call that passes symbols stays:
/// [`symbols`](super::symbols::symbols) finds them there.
pub(super) fn inline_single_calls<'c: 'a, 'a>(
    functions: &Functions<'c, 'a>,
    module: OperationRef<'c, 'a>,
) {
    let Some(uses) = ir::symbol_uses(module) else {
        return;
    };
    let entry = functions.copies().first().copied();
    let mut users = FxHashMap::<_, Vec<_>>::default();
    for (symbol, user) in uses {
        users.entry(symbol).or_default().push(user);
    }
    for function in ir::operations(module) {
        let name = ir::string(function, "sym_name").unwrap_or_default();
        let is_private = ir::string(function, "sym_visibility") == Some("private");
        if !ir::is_function(function) || !is_private || !functions.is_copy(name) {
            continue;
        }
        if let Some(&[call]) = users.get(name).map(Vec::as_slice)
            && (named_arguments(function).is_empty()
                || !entry.is_some_and(|it| is_inside(call, it)))
            && is_plain_call(call)
            && is_plain(function)
            && !is_inside(call, function)
        {
            inline(call, function);
        }
    }
}

/// Returns whether an op is a call that has no attribute but its callee.
fn is_plain_call(operation: OperationRef<'_, '_>) -> bool {
    let attributes = ir::named_attributes(operation);
    let mut names = attributes.iter().map(|(name, _)| ir::name_str(*name));
    ir::is_call(operation) && names.all(|name| name == Some("callee"))
}

/// Returns whether a function has no attribute that would be lost.
fn is_plain(function: OperationRef<'_, '_>) -> bool {
    let attributes = ir::named_attributes(function);
    let mut names = attributes.iter().map(|(name, _)| ir::name_str(*name));
    names.all(|name| name.is_some_and(|name| PLAIN.contains(&name)))
        && ["arg_attrs", "res_attrs"]
            .into_iter()
            .all(|list| has_only_descriptions(function, list))
}

fn has_only_descriptions(function: OperationRef<'_, '_>, list: &str) -> bool {
    let list = function.attribute(list).ok().and_then(ir::as_array);
    let Some(list) = list else {
        return true;
    };
    (0..list.len()).all(|index| {
        let entries = list.element(index).ok().and_then(ir::as_dictionary);
        entries.is_some_and(|entries| {
            (0..entries.len()).all(|index| {
                let entry = entries.element(index).ok();
                entry
                    .and_then(|(name, _)| ir::name_str(name))
                    .is_some_and(|name| name.starts_with(DESCRIPTION))
            })
        })
    })
}

fn is_inside(operation: OperationRef<'_, '_>, function: OperationRef<'_, '_>) -> bool {
    let mut parent = operation.parent_operation();
    while let Some(operation) = parent {
        if ir::address(operation) == ir::address(function) {
            return true;
        }
        parent = operation.parent_operation();
    }
    false
}

/// Replaces the only call of a function with its ops, if they are in one block.
fn inline<'c: 'a, 'a>(call: OperationRef<'c, 'a>, function: OperationRef<'c, 'a>) {
    let body = ir::region(function, 0).and_then(|body| body.first_block());
    let Some(block) = body.filter(|block| block.next_in_region().is_none()) else {
        return;
    };
    for (argument, operand) in ir::block_arguments(block).into_iter().zip(call.operands()) {
        ir::replace_uses(argument, operand);
    }
    let mut next = block.first_operation();
    while let Some(operation) = next {
        next = operation.next_in_block();
        if next.is_some() {
            ir::move_before(operation, call);
            continue;
        }
        for (result, value) in call.results().zip(operation.operands()) {
            ir::replace_uses(result.into(), value);
        }
    }
    ir::erase(call);
    ir::erase(function);
}
