//! Reductions along other dims than the last one, as of the pixels in an instance normalization: IREE adds rows, vector by
//! vector.
//!
//! What is computed from such a result, a root perhaps, is broadcast along the reduced dims. IREE computes ops on a smaller
//! tensor in the kernel of the ops on the larger one, so it computes the root again for each row. Behind a barrier it is
//! computed once, in the kernel of the reduction.
//!
//! What a reduction shares with other ops, IREE computes in its kernel, and stores it for them. To subtract a mean again is
//! faster than to store a whole tensor.
//!
//! If the last dim is reduced, too, and has a known size, as the channels of a group, it is reduced last: to add vectors is
//! faster than to add the elements of each.

use super::{broadcasts_of_results::is_cheap, chained_reductions::is_reshape};
use crate::{
    build::*,
    forms::{
        broadcast::{Growth, broadcast_dims, growth},
        reduction::split_off,
    },
    model::lifetime::may_have_barrier,
    ops::*,
    prelude::*,
};
use indexmap::IndexMap;

pub static ROW: Row = Row {
    name: "reductions-of-rows",
    ops: &[stablehlo::REDUCE],
    when: "along other dims than the last one, one of them of unknown size, as in an instance normalization, if what elementwise ops compute from its \
           result is broadcast along them, or if it has its operand in common with other ops, and that is computed from \
           such a broadcast by a few cheap ops, or if it reduces a last dim of known size, too; not in loops and branches, \
           nor in functions in which one passes on a tensor of unknown size",
    becomes: "the reduction, of a copy of these cheap ops, and then that of the last dim; what is broadcast is behind a \
              barrier",
    why: "IREE computes what is broadcast again for each row, stores what several ops use, and adds the elements of each \
          vector, which takes up to 3 times as long.",
    action: Change(separate),
};

/// The most ops that are repeated for one reduction.
const MAX_REPEATED: usize = 16;

fn separate<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let operand = ir::operand(operation, 0).filter(|_| is_reduction(operation))?;
    let last = rank(operand)?.checked_sub(1)? as i64;
    let mut rows = ir::int_array(operation, "dimensions")?;
    let has_last = rows.contains(&last);
    rows.retain(|&dim| dim != last);
    let sizes = sizes(operand)?;
    let is_unknown = |&dim: &i64| sizes.get(dim as usize) == Some(&None);
    require(rows.iter().any(is_unknown))?;
    may_have_barrier(operation)?;
    let repeated = repeat_operand(emitter, operation, operand);
    let has_vector = has_last && !is_unknown(&last);
    let rest = has_vector
        .then(|| split_off(emitter, operation, &rows))
        .flatten();
    let result = ir::result(rest.unwrap_or(operation), 0)?;
    let hidden = hide_broadcast(emitter, result);
    repeated.or(hidden).or(rest.map(|_| ()))
}

/// Puts barriers behind what is computed from a reduction's result and broadcast to larger tensors.
fn hide_broadcast<'a>(emitter: &mut OpEmitter<'a>, result: Value<'a>) -> Option<()> {
    let mut ends = vec![];
    ir::all_values(result, |value, pending| {
        let (ending, others) = element_users(value).partition::<Vec<_>, _>(|&user| repeats(user));
        ends.extend((!ending.is_empty()).then_some(value));
        let others = others.into_iter();
        let passed = others.filter(|&user| may_be_in_group(user) || is_reshape(user));
        pending.extend(passed.filter_map(|user| ir::result(user, 0)));
        true
    });
    change_each(&ends, |&end| put_barrier_behind(emitter, end))
}

/// Makes a reduction's operand one that no other op uses, if a few cheap ops compute it from broadcasts.
fn repeat_operand<'a>(
    emitter: &mut OpEmitter<'a>,
    reduction: OpRef<'a>,
    operand: Value<'a>,
) -> Option<()> {
    let mut ops = IndexMap::new();
    collect_computing(operand, reduction, &mut ops);
    let is_own = |user: OpRef<'_>| user == reduction || ops.contains_key(&ir::address(user));
    let results = ops.values().filter_map(|&it| ir::result(it, 0));
    let is_shared = results
        .clone()
        .any(|it| element_users(it).any(|user| !is_own(user)));
    if !is_shared || ops.len() > MAX_REPEATED || !ops.values().any(|&it| repeats(it)) {
        return None;
    }
    let mut copies = FxHashMap::default();
    for &operation in ops.values() {
        let copy = ir::insert_copy(operation)?;
        for (index, own) in operation.operands().enumerate() {
            if let Some(&other) = copies.get(&ValueKey::new(own)) {
                ir::set_operand(copy, index, other);
            }
        }
        // IREE would merge equal ops.
        if repeats(operation) {
            replace_operand(emitter, copy, 0, emit_behind_barrier)?;
        }
        copies.insert(
            ValueKey::new(ir::result(operation, 0)?),
            ir::result(copy, 0)?,
        );
    }
    ir::set_operand(reduction, 0, *copies.get(&ValueKey::new(operand))?);
    Some(())
}

/// Collects the cheap ops and broadcasts in a reduction's block that compute a value, each behind those that it uses, by their
/// addresses.
fn collect_computing<'a>(
    value: Value<'a>,
    reduction: OpRef<'a>,
    ops: &mut IndexMap<usize, OpRef<'a>>,
) {
    let definition = ir::defining_op(value).filter(|it| it.block() == reduction.block());
    let Some(definition) = definition else {
        return;
    };
    let is_repeated = repeats(definition) || is_cheap(definition) && is_in_group(definition);
    if !is_repeated || ops.contains_key(&ir::address(definition)) || ops.len() > MAX_REPEATED {
        return;
    }
    if !repeats(definition) {
        for operand in definition.operands() {
            collect_computing(operand, reduction, ops);
        }
    }
    ops.insert(ir::address(definition), definition);
}

/// Returns whether an op broadcasts a tensor, which may not be a scalar, to a larger one.
fn repeats(operation: OpRef<'_>) -> bool {
    if !is_broadcast(operation) || is_fill(operation) {
        return false;
    }
    let is_larger = || {
        let dims = broadcast_dims(operation)?;
        let result = type_sizes(result_type(operation)?);
        let mut added = (0..result.len()).filter(|dim| !dims.contains(dim));
        let grows = growth(operation, &dims)?
            .iter()
            .any(|&it| it != Growth::Kept);
        Some(grows || added.any(|dim| result[dim] != Some(1)))
    };
    is_larger() == Some(true)
}
