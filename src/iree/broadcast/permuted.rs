//! Broadcasts whose operand has the dims of the result in another order.

use super::{Broadcast, Growth};
use crate::{
    dialect::stablehlo::{self, TransposeOp},
    ir::{DimMapping, Emitter},
    iree::{
        row::{Action::Replace, Row, Versions},
        sizes, tensor_type,
    },
};
use melior::ir::{OperationRef, Value, ValueLike, r#type::RankedTensorType};

/// Broadcasts that permute dims.
pub(in crate::iree) static ROW: Row = Row {
    name: "permuted-broadcasts",
    ops: &[stablehlo::DYNAMIC_BROADCAST_IN_DIM],
    when: "whose `broadcast_dimensions` do not increase",
    becomes: "a broadcast of a `transpose`",
    why: "IREE makes a tensor of other sizes, and of elements at other positions.",
    versions: Versions::ALL,
    example: include_str!("../examples/permuted-broadcasts.mlir"),
    action: Replace(rewrite),
};

fn rewrite<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let Broadcast {
        operand,
        shape,
        result_type,
        dims,
        growth,
    } = Broadcast::of(operation)?;
    if dims.is_sorted() {
        return None;
    }
    let context = emitter.context();
    let mut order = (0..dims.len()).collect::<Vec<_>>();
    order.sort_by_key(|&dim| dims[dim]);
    let own = sizes(operand)?;
    let like = RankedTensorType::try_from(operand.r#type()).ok()?;
    let permuted = order.iter().map(|&dim| own[dim]).collect::<Vec<_>>();
    let permuted = tensor_type(emitter, like, &permuted).into();
    let permutation = order.iter().map(|&dim| dim as i64).collect::<Vec<_>>();
    let permutation = &permutation;
    let attributes = TransposeOp { permutation }.attributes(context);
    let operand = emitter.emit_pure(stablehlo::TRANSPOSE, &[operand], &attributes, permuted);
    let of = |is: Growth| -> Vec<usize> {
        let places = 0..order.len();
        places.filter(|&place| growth[order[place]] == is).collect()
    };
    let sorted = order.iter().map(|&dim| dims[dim]).collect::<Vec<_>>();
    let mapping = DimMapping::new(context, &sorted);
    let mapping = mapping.with_hints(context, &of(Growth::Repeated), &of(Growth::Kept));
    Some(emitter.emit_broadcast(operand, mapping, Some(shape), result_type.into()))
}
