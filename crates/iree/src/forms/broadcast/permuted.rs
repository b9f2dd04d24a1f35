//! Broadcasts that also permute dims.

use crate::{build::*, forms::broadcast::DynamicBroadcast, prelude::*};

pub static ROW: Row = Row {
    name: "permuted-broadcasts",
    ops: &[stablehlo::DYNAMIC_BROADCAST_IN_DIM],
    when: "whose `broadcast_dimensions` are not in increasing order",
    becomes: "a broadcast of a `transpose`",
    why: "IREE computes a result of the wrong shape, with elements in the wrong places.",
    action: Replace(rewrite),
};

fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let given = DynamicBroadcast::of(operation)?;
    require(!given.dims.is_sorted())?;
    let mut order = (0..given.dims.len()).collect::<Vec<_>>();
    order.sort_by_key(|&dim| given.dims[dim]);
    let sorted = DynamicBroadcast {
        operand: emit_transposed(emitter, given.operand, &order)?,
        dims: order.iter().map(|&dim| given.dims[dim]).collect(),
        growth: order.iter().map(|&dim| given.growth[dim]).collect(),
        ..given
    };
    Some(sorted.emit(emitter))
}
