//! Scatters of computed updates.
//!
//! From `-O2` on, IREE fuses what computes updates into the scatter's kernel, and keeps the updates
//! there on the stack. It moves their batch dims to the front itself, which is a computation, too.

use crate::{
    build::*,
    dialect::stablehlo::ScatterDimensionNumbers,
    forms::scatter::{DIMS, dims_of},
    ops::*,
    prelude::*,
};

pub static ROW: Row = Row {
    name: "scatters-of-computed-updates",
    ops: &[stablehlo::SCATTER],
    when: "of updates that an op computes, or whose batch dims are not the first ones, as of JAX's \
           `x.at[:, i].set(y)`; also on static shapes",
    becomes: "a `scatter` of the updates behind a barrier, with their batch dims in front",
    why: "From `--iree-opt-level=O2` on, IREE computes the updates in the scatter's kernel and keeps them \
          on the stack: it rejects unknown sizes (\"offset 1 is out-of-bounds: 0 >= -1\") and more than \
          32 KiB.",
    action: Change(separate),
};

/// Separates a scatter from what computes its updates; `None` if nothing does.
fn separate<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let numbers = dims_of(operation)?;
    let updates = ir::operand(operation, 2).filter(|_| operation.operand_count() == 3)?;
    let rank = sizes(updates)?.len();
    let windows = to_dims(&numbers.update_window_dims)?;
    let batch = (0..rank).filter(|dim| !windows.contains(dim));
    let order = batch.chain(windows.iter().copied()).collect::<Vec<_>>();
    require(!order.is_sorted() || is_computed(updates))?;
    let numbers = ScatterDimensionNumbers {
        update_window_dims: (rank - windows.len()..rank).map(|dim| dim as i64).collect(),
        ..numbers
    };
    let numbers = numbers.to_attribute(emitter.context())?;
    let updates = emit_transposed(emitter, updates, &order)?;
    let updates = emit_behind_barrier(emitter, updates)?;
    ir::set_operand(operation, 2, updates);
    ir::set_attribute(operation, DIMS, numbers);
    Some(())
}

/// Returns whether a tensor is the result of an op other than a barrier.
fn is_computed(tensor: Value<'_>) -> bool {
    ir::defining_op(source_of(tensor)).is_some_and(|op| !is_barrier(op))
}
