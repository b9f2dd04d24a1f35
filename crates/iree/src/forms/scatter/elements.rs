//! Scatters of windows that have one element along an indexed dim.
//!
//! The dim is inserted instead: an update then has no dim for it.

use crate::{
    build::*,
    dialect::stablehlo::ScatterDimensionNumbers,
    forms::scatter::{DIMS, dims_of, has_one_slice},
    ops::*,
    prelude::*,
};

pub static ROW: Row = Row {
    name: "scatters-of-windows",
    ops: &[stablehlo::SCATTER],
    when: "of several windows that have one element along an indexed dim, if another dim is indexed or a batching \
           dim, as of `jax.vmap` of JAX's `dynamic_update_slice`; also on static shapes",
    becomes: "a `scatter` that inserts the dim, of updates without it",
    why: "IREE rejects it (\"expected indices to be equal to batch rank or batch rank + 1\").",
    action: Change(insert_dims),
};

/// Makes indexed dims along which windows have one element inserted dims; `None` if there are none.
fn insert_dims<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let numbers = dims_of(operation)?;
    let [operand, _] = first_operands(operation)?;
    let updates = ir::operand(operation, 2).filter(|_| operation.operand_count() == 3)?;
    let indexed = numbers.scatter_dims_to_operand_dims.len() + numbers.input_batching_dims.len();
    if indexed == 1 || has_one_slice(operation, &numbers)? {
        return None;
    }
    let update_sizes = sizes(updates)?;
    let rank = sizes(operand)?.len() as i64;
    let (inserted, batching) = (&numbers.inserted_window_dims, &numbers.input_batching_dims);
    let windows = (0..rank).filter(|dim| !inserted.contains(dim) && !batching.contains(dim));
    let windows = windows.zip(to_dims(&numbers.update_window_dims)?);
    let (removed, kept) = windows.partition::<Vec<_>, _>(|(dim, update)| {
        let is_indexed = numbers.scatter_dims_to_operand_dims.contains(dim);
        is_indexed && update_sizes.get(*update) == Some(&Some(1))
    });
    if removed.is_empty() {
        return None;
    }
    let is_kept = |dim: &usize| removed.iter().all(|(_, update)| update != dim);
    let left = (0..update_sizes.len()).filter(is_kept).collect::<Vec<_>>();
    let all = emit_sizes(emitter, updates);
    let left_sizes = left.iter().map(|&dim| all[dim]).collect::<Vec<_>>();
    let place = |update| left.iter().position(|&dim| dim == update);
    let kept = kept
        .into_iter()
        .map(|(_, update)| Some(place(update)? as i64));
    let mut inserted_window_dims = numbers.inserted_window_dims.clone();
    inserted_window_dims.extend(removed.iter().map(|(dim, _)| dim));
    inserted_window_dims.sort_unstable();
    let numbers = ScatterDimensionNumbers {
        update_window_dims: kept.collect::<Option<_>>()?,
        inserted_window_dims,
        ..numbers
    };
    let numbers = numbers.to_attribute(emitter.context())?;
    let updates = emit_reshape_to(emitter, updates, &left_sizes)?;
    ir::set_operand(operation, 2, updates);
    ir::set_attribute(operation, DIMS, numbers);
    Some(())
}
