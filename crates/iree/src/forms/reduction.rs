//! Reductions that IREE computes wrongly, or rejects, in one kernel with the ops around them, as it does from
//! `--iree-opt-level=O2` on.

pub mod crosswise;
pub mod iotas;
pub mod shared;
pub mod used_twice;

use crate::{
    build::*, dialect::stablehlo::ReduceOp, model::lifetime::may_have_barrier, ops::*, prelude::*,
};

pub static DIMS: Row = Row {
    name: "reductions-of-several-dims",
    ops: &[stablehlo::REDUCE],
    when: "along neighbouring dims, one of them of unknown size, to a tensor of unknown size",
    becomes: "reductions of one dim after the other",
    why: "From `--iree-opt-level=O2` on, IREE makes one dim of these. If it computes what is reduced, or what follows \
          from the result, in the same kernel, it gives larger tensors sizes of smaller ones, and writes outside of \
          them (`hoistTensorReshapesOutOfDispatchRegion` in its `CollapseDimensions.cpp`).",
    action: Change(split),
};

pub static TRANSPOSED: Row = Row {
    name: "reductions-of-transposed",
    ops: &[stablehlo::REDUCE],
    when: "of a transposed or reversed tensor that something else uses, too, or of several tensors one of which has other uses \
           and is computed from an iota; not in loops and branches, nor in functions in which one passes on a tensor of unknown size",
    becomes: "the reduction, with a barrier before it",
    why: "From `--iree-opt-level=O2` on, IREE computes both in one kernel, and rejects it (\"offset 1 is \
          out-of-bounds: 0 >= -1\").",
    action: Separate(|operation| {
        let mut shared = shared_operands(operation);
        let is_of_several = operation.result_count() > 1;
        shared.retain(|&value| is_transposed(value) || is_of_several && has_positions(value));
        separable(operation, shared)
    }),
};

/// Returns the tensors from which a reduction is separated by barriers; `None` if there are none, or if they may get no
/// barriers.
fn separable<'a>(operation: OpRef<'a>, shared: Vec<Value<'a>>) -> Option<Vec<Value<'a>>> {
    require(!shared.is_empty())?;
    may_have_barrier(operation)?;
    Some(shared)
}

/// Makes an op reduce one dim after the other, from the last one, if IREE may make one dim of them; `None` if it may
/// not.
fn split<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let mut dims = joined_dims(operation)?;
    dims.sort_unstable();
    let mut step = operation;
    while let Some(dim) = dims.pop().filter(|_| !dims.is_empty()) {
        step = split_off(emitter, step, &[dim])?;
    }
    Some(())
}

/// Makes an op reduce only these of its dims, and returns an op behind it that reduces the others.
pub fn split_off<'a>(
    emitter: &mut OpEmitter<'a>,
    step: OpRef<'a>,
    dims: &[i64],
) -> Option<OpRef<'a>> {
    let init = emit_neutral(emitter, step);
    let count = step.result_count();
    let mut others = ir::int_array(step, "dimensions")?;
    others.retain(|dim| !dims.contains(dim));
    for other in &mut others {
        *other -= dims.iter().filter(|&dim| dim < other).count() as i64;
    }
    let next = ir::insert_copy(step)?;
    for index in 0..count {
        let reduced = ir::result(step, index)?;
        ir::replace_uses(reduced, ir::result(next, index)?);
        ir::set_operand(next, index, reduced);
        if let Some(init) = init {
            ir::set_operand(step, count + index, init);
        }
        let operand = ir::as_ranked_tensor(ir::operand(step, index)?.r#type())?;
        let sizes = type_sizes(operand).into_iter().zip(0..);
        let sizes = sizes.filter(|(_, dim)| !dims.contains(dim));
        let sizes = sizes.map(|(size, _)| size).collect::<Vec<_>>();
        ir::set_type(reduced, tensor_type(emitter, operand, &sizes).into());
    }
    for (operation, dimensions) in [(step, dims), (next, &others)] {
        for (name, value) in (ReduceOp { dimensions }).attributes(emitter.context()) {
            ir::set_attribute(operation, name, value);
        }
    }
    Some(next)
}

/// Emits the initial value of all steps but the last; `None` if the given one, which has to be neutral, is used for all.
fn emit_neutral<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let init = ir::operand(operation, 1).filter(|_| operation.result_count() == 1)?;
    let reducer = reducer(block_in(operation, 0)?)?;
    let number = ir::neutral(reducer, ir::element_type(init.r#type())?)?;
    emit_splat(emitter, number, init.r#type())
}

/// Returns the dims that an op reduces, if some are neighbours, not all of known sizes, and the op's result has an
/// unknown size.
fn joined_dims(operation: OpRef<'_>) -> Option<Vec<i64>> {
    let dims = ir::int_array(operation, "dimensions")?;
    let operand = sizes(ir::operand(operation, 0)?)?;
    let has_neighbours = dims.iter().any(|dim| dims.contains(&(dim + 1)));
    let is_unknown = |&dim: &i64| operand.get(dim as usize) == Some(&None);
    let is_joined = has_neighbours && dims.iter().any(is_unknown);
    (is_joined && ir::result(operation, 0).is_some_and(is_dynamic)).then_some(dims)
}

/// Returns the shared tensors from which IREE computes the operands of an op in its kernel.
fn shared_operands<'a>(operation: OpRef<'a>) -> Vec<Value<'a>> {
    let mut shared = vec![];
    for operand in operation.operands() {
        ir::all_values(operand, |value, pending| {
            if let Some(definition) = ir::defining_op(value).filter(|&it| is_fused(it)) {
                match is_shared(value) {
                    true => shared.push(value),
                    false => pending.extend(definition.operands()),
                }
            }
            true
        });
    }
    shared
}

/// Returns whether several ops use the elements of a value.
fn is_shared(value: Value<'_>) -> bool {
    let mut users = element_users(value);
    let first = users.next();
    first.is_some_and(|first| users.any(|user| user != first))
}

/// Returns whether IREE may compute an op's result in the kernel of an op that uses it, and store it there.
fn is_fused(operation: OpRef<'_>) -> bool {
    const INDEXED: [&str; 5] = [
        GENERIC,
        stablehlo::GATHER,
        stablehlo::REVERSE,
        stablehlo::TORCH_INDEX_SELECT,
        stablehlo::TRANSPOSE,
    ];
    (is_any_of(operation, &INDEXED) || is_in_group(operation)) && !is_fill(operation)
}

/// Returns whether a tensor is computed by a transposition or reversal and elementwise ops around it.
fn is_transposed(value: Value<'_>) -> bool {
    let sources = [stablehlo::REVERSE, stablehlo::TRANSPOSE];
    is_computed_from(value, &sources, is_in_group)
}

/// Returns whether a tensor is computed from an iota, or from rows that are repeated.
fn has_positions(value: Value<'_>) -> bool {
    let sources = [stablehlo::DYNAMIC_IOTA, stablehlo::DYNAMIC_BROADCAST_IN_DIM];
    is_computed_from(value, &sources, |operation| {
        is_fused(operation) || ir::is_named(operation, TIE_SHAPE)
    })
}

/// Returns whether a tensor is computed by an op of one of these names and ops around it for which a predicate holds.
fn is_computed_from(
    value: Value<'_>,
    names: &[&str],
    is_around: impl Fn(OpRef<'_>) -> bool,
) -> bool {
    !ir::all_values(value, |value, pending| {
        let definition = ir::defining_op(value);
        let around = definition.filter(|&it| is_around(it));
        pending.extend(around.iter().flat_map(OperationLike::operands));
        !definition.is_some_and(|it| is_any_of(it, names) && !is_fill(it))
    })
}

/// Returns whether a value is a tensor times weights that are used only for a sum, along a dim of the weights, and that
/// are broadcast along the last dim. IREE makes a product of a vector and a matrix of both ops, which takes 0.3 to 0.7 of
/// the time of the divided sum.
pub fn is_weighted(operation: OpRef<'_>, value: Value<'_>) -> bool {
    let mut users = element_users(value);
    let (Some(sum), None) = (users.next(), users.next()) else {
        return false;
    };
    let reducer = block_in(sum, 0).and_then(reducer);
    let dims = ir::int_array(sum, "dimensions").unwrap_or_default();
    let last = sizes(value).map_or(0, |sizes| sizes.len() as i64 - 1);
    let are_weights = |operand: Value<'_>| {
        let broadcast = ir::defining_op(operand).filter(|&it| is_broadcast(it));
        let own = broadcast.and_then(|it| ir::int_array(it, "broadcast_dimensions"));
        own.is_some_and(|own| own.contains(&dims[0]) && !own.contains(&last))
    };
    let mut operands = operation.operands();
    ir::is_named(operation, stablehlo::MULTIPLY)
        && is_reduction(sum)
        && reducer == Some(stablehlo::ADD)
        && dims.len() == 1
        && dims[0] != last
        && operands.any(are_weights)
}
