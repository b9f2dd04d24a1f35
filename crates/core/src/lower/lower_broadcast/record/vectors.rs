//! Records of ops on vectors, whose sizes are known.

use super::describe::{aligned, describe, lowered};
use crate::{
    explain::{self, Why},
    lower::{
        broadcastable::{BroadcastableOp, ChosenRule},
        lower_broadcast::form::{Form, aligned as aligned_dims},
    },
    plan::VectorBroadcast,
};
use melior::ir::OperationRef;

/// Describes an op on vectors, which was read and aligned when it was checked.
pub fn describe_on_vectors(
    operation: OperationRef<'_, '_>,
    form: &Form<'_, '_>,
    broadcasts: &[Option<VectorBroadcast>],
) -> Option<explain::Op> {
    let rule = ChosenRule::only(form.rule.clone());
    let op = BroadcastableOp::read(operation, Ok(rule)).ok()?;
    let (sizes, result_dims) = aligned_dims(&op).ok()?;
    let mut recorded = describe(operation, lowered(form));
    for ((operand, shaped), (result_dims, broadcast)) in recorded
        .operands
        .iter_mut()
        .zip(&op.operands)
        .zip(result_dims.iter().zip(broadcasts))
    {
        let dims = shaped.shape().unwrap_or_default().iter();
        operand.dims = dims
            .zip(result_dims)
            .map(|(size, &result_dim)| explain::OperandDim {
                size: size.to_string(),
                bound: None,
                result_dim,
            })
            .collect();
        operand.broadcast = match broadcast {
            None => explain::Broadcast::Absent,
            Some(VectorBroadcast::None) => explain::Broadcast::None,
            Some(VectorBroadcast::Broadcast) => explain::Broadcast::Vector { reshaped: false },
            Some(VectorBroadcast::Reshaped(_)) => explain::Broadcast::Vector { reshaped: true },
        };
    }
    for (index, size) in sizes.iter().enumerate() {
        let aligned = aligned(&recorded.operands, index)
            .filter(|(_, dim)| dim.size != "1")
            .map(|(place, _)| place)
            .collect::<Vec<_>>();
        let why = match aligned.len() {
            0 => Why::AllOne,
            1 => Why::OnlyOne,
            _ => Why::Types,
        };
        recorded.dims.push(explain::Dim {
            size: size.to_string(),
            decided_by: aligned.first().copied().into_iter().collect(),
            computed_by: None,
            guards: vec![],
            removed_guards: vec![],
            why,
        });
    }
    Some(recorded)
}
