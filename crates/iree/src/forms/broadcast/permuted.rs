//! Broadcasts that also permute dims.

use crate::{
    dialect::stablehlo::TransposeOp, forms::broadcast::DynamicBroadcast, ops::*, prelude::*,
};

/// Broadcasts whose `broadcast_dimensions` are not sorted.
pub static ROW: Row = Row {
    name: "permuted-broadcasts",
    ops: &[stablehlo::DYNAMIC_BROADCAST_IN_DIM],
    when: "whose `broadcast_dimensions` are not in increasing order",
    becomes: "a broadcast of a `transpose`",
    why: "IREE computes a result of the wrong shape, with elements in the wrong places.",
    example: include_str!("../../examples/permuted-broadcasts.mlir"),
    action: Replace(rewrite),
};

fn rewrite<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let given = DynamicBroadcast::of(operation)?;
    if given.dims.is_sorted() {
        return None;
    }
    let mut order = (0..given.dims.len()).collect::<Vec<_>>();
    order.sort_by_key(|&dim| given.dims[dim]);
    let sizes = sizes(given.operand)?;
    let like = ir::as_ranked_tensor(given.operand.r#type())?;
    let transposed = order.iter().map(|&dim| sizes[dim]).collect::<Vec<_>>();
    let transposed = tensor_type(emitter, like, &transposed).into();
    let permutation = order.iter().map(|&dim| dim as i64).collect::<Vec<_>>();
    let permutation = &permutation;
    let attributes = TransposeOp { permutation }.attributes(emitter.context());
    let operands = [given.operand];
    let sorted = DynamicBroadcast {
        operand: emitter.emit_pure(stablehlo::TRANSPOSE, &operands, &attributes, transposed),
        dims: order.iter().map(|&dim| given.dims[dim]).collect(),
        growth: order.iter().map(|&dim| given.growth[dim]).collect(),
        ..given
    };
    Some(sorted.emit(emitter))
}
