//! Ends of branches that IREE would merge.
//!
//! MLIR merges blocks that differ only in the values that they use; these values become arguments of the merged block. If
//! it merges the ends of two branches, IREE's virtual machine passes sizes of 32 and of 64 bits to that block. Its
//! register allocator may order the moves wrongly: a 32-bit size is written over half of a 64-bit one that is still to be
//! read. Branches that compute no tensor, and contain no loop, branch or call, are not affected: IREE makes them choices
//! between values.
//!
//! Each branch ends in one more barrier without operands than the branch before it, so no two ends are equal. The
//! barriers cost nothing at run time.
//!
//! If a branch waits for a kernel, to read an element that it computes, IREE splits the branch there into two blocks. It may
//! move the wait behind the barriers; then the second block contains no barrier, and ends of branches are equal again. So
//! the ops of such a branch are moved to an `scf.if` in front of the barriers, whose condition is always true.

use crate::{build::*, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "ends-of-branches",
    ops: &BRANCHES,
    when: "one of which computes a tensor, or contains a loop, a branch or a call",
    becomes: "branches that end in different numbers of barriers without operands, behind an `scf.if` if they read \
              elements or have other barriers",
    why: "MLIR merges equal ends into one block. IREE's virtual machine passes sizes of 32 and of 64 bits to that block, \
          and may overwrite one before it is read: results are wrong, or the program stops.",
    action: Change(keep_apart),
};

/// Adds barriers to the ends of branches; `None` if they need none.
fn keep_apart<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let needs_blocks = |inner: OpRef<'_>| {
        let computes = || inner.results().any(|it| it.r#type().is_ranked_tensor());
        inner != operation
            && (is_control(inner) || ir::is_call(inner) || computes() && !is_constant(inner))
    };
    let is_accepted = dialect::accepts_iree(emitter.context());
    require(is_accepted && !ir::find_ops(operation, needs_blocks).is_empty())?;
    let mut is_changed = false;
    for (count, block) in blocks_in(operation).into_iter().enumerate() {
        let Some(end) = block.terminator() else {
            continue;
        };
        let ops = ir::block_operations(block).filter(|&it| it != end);
        let (own, ops) = ops.partition::<Vec<_>, _>(|&it| is_barrier_of_nothing(it));
        if count > 0 && ops.iter().any(|&it| waits(it)) {
            let emitted = emit_at(emitter, end, |emitter| enclose(emitter, &ops, end));
            is_changed |= emitted.is_some();
        }
        for _ in own.len()..count {
            is_changed |= insert_barrier(emitter, end).is_some();
        }
    }
    is_changed.then_some(())
}

/// Returns whether the program waits for a kernel at an op: to read an element, or at a barrier.
fn waits(operation: OpRef<'_>) -> bool {
    let name = ir::name_str(operation.name());
    // No kernel computes a `tensor.empty`.
    let is_computed = |value: Value<'_>| {
        value.r#type().is_ranked_tensor() && ir::defined_by(value, tensor::EMPTY).is_none()
    };
    match name {
        Some(BARRIER | stablehlo::OPTIMIZATION_BARRIER) => operation.operands().any(is_computed),
        Some(tensor::EXTRACT | stablehlo::DYNAMIC_SLICE | stablehlo::DYNAMIC_UPDATE_SLICE) => true,
        _ => false,
    }
}

/// Moves the ops of a branch, all but its `end`, to an `scf.if`.
fn enclose<'a>(emitter: &mut OpEmitter<'a>, ops: &[OpRef<'a>], end: OpRef<'a>) -> Option<()> {
    let is_inside =
        |value: Value<'a>| ir::defining_op(value).is_some_and(|it| it.block() == end.block());
    let yielded = ir::operands(end).into_iter().enumerate();
    let yielded = yielded.filter(|&(_, value)| is_inside(value));
    let (indices, values) = yielded.unzip::<_, _, Vec<_>, Vec<_>>();
    let types = values
        .iter()
        .map(|value| value.r#type())
        .collect::<Vec<_>>();
    require(types.iter().all(|r#type| r#type.is_ranked_tensor()))?;
    let condition = emit_hidden_true(emitter)?;
    let choice = emitter.emit_choice(
        condition,
        &types,
        |_| values,
        |emitter| {
            let empty = types.iter();
            let empty = empty.filter_map(|&r#type| emit_own_empty(emitter, r#type));
            empty.collect()
        },
    );
    let inside = |index| block_in(choice, index)?.terminator();
    let (then, otherwise) = (inside(0)?, inside(1)?);
    for &operation in ops {
        ir::move_before(operation, then);
    }
    insert_barrier(emitter, otherwise)?;
    for (index, value) in indices.into_iter().zip(choice.results()) {
        ir::set_operand(end, index, value.into());
    }
    Some(())
}

/// Emits a tensor that MLIR does not take for another one, and that has elements: IREE gives several without elements
/// one piece of memory.
fn emit_own_empty<'a>(emitter: &mut OpEmitter<'a>, r#type: Type<'a>) -> Option<Value<'a>> {
    let ranked = RankedTensorType::try_from(r#type).ok()?;
    let sizes = type_sizes(ranked);
    let one = emitter.emit_constant_index(1);
    if !sizes.contains(&None) {
        let empty = emitter.emit_empty(&vec![one; sizes.len()], ranked);
        return emit_hidden(emitter, empty);
    }
    let hidden = emit_hidden(emitter, one)?;
    Some(emitter.emit_empty(&vec![hidden; sizes.len()], ranked))
}

/// Inserts a barrier without operands in front of the end of a block.
fn insert_barrier<'a>(emitter: &OpEmitter<'a>, end: OpRef<'a>) -> Option<OpRef<'a>> {
    let barrier = ir::OpName::new(emitter.context(), BARRIER);
    let barrier = ir::create(end.location(), barrier, &[], &[], &[]);
    ir::insert_before(end, barrier)
}
