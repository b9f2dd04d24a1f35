//! Ops that apply to each element alone, beyond those with a trait that says so: `Elementwise` of
//! MLIR, or that of StableHLO and CHLO.

use super::{Extents::Like, Operands, ResultSizes, computed, integer, result_rank};
use crate::{
    analysis::row::{Needs, OpRow, SizeExpressions, SizeNeed, Topic},
    dialect::{chlo, stablehlo, tensor},
    ir::{self, operand},
};
use melior::ir::{OperationRef, Value, ValueLike, r#type::ShapedTypeLike};

pub(super) const TOPIC: Topic = Topic {
    title: "elementwise ops",
    ops: &[
        OpRow::new(chlo::CONSTANT_LIKE)
            .integers(integer::constant_like)
            .extents(Like(0)),
        OpRow::new(stablehlo::BITCAST_CONVERT)
            .extents(computed!(bitcast))
            .limits(has_all_parts),
        OpRow::new(tensor::BITCAST).extents(Like(0)),
    ],
};

/// `[a] => [a, 4]`: where the width changes, the last dim has the parts of the wider elements.
fn bitcast<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<ResultSizes<O>> {
    let sizes = operands.sizes(0)?;
    let rank = result_rank(operation, index)?;
    let known = (0..rank).map(|dim| sizes.get(dim).copied());
    let mut known = known.collect::<ResultSizes<O>>();
    if rank > sizes.len()
        && let Some(last) = known.last_mut()
    {
        let from = bit_width(operand(operation, 0)?);
        let to = bit_width(ir::result(operation, index)?);
        let parts = from.zip(to).and_then(|(from, to)| from.checked_div(to));
        *last = parts.map(|parts| operands.constant(parts.into()));
    }
    Some(known)
}

/// Where several narrower elements become one, the last dim has them all.
fn has_all_parts(operands: &mut SizeExpressions<'_, '_>, operation: OperationRef<'_, '_>) -> Needs {
    let sizes = operands.sizes(0)?;
    if result_rank(operation, 0)? >= sizes.len() {
        return Some(vec![]);
    }
    let from = bit_width(operand(operation, 0)?)?;
    let parts = bit_width(ir::result(operation, 0)?)?.checked_div(from)?;
    let parts = operands.constant(parts.into());
    Some(vec![SizeNeed::equal(*sizes.last()?, parts)])
}

fn bit_width(value: Value<'_, '_>) -> Option<u32> {
    ir::bit_width(ir::as_ranked_tensor(value.r#type())?.element())
}
