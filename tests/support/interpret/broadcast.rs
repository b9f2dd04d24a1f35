//! Interprets implicit and explicit broadcasts.

use super::tensor::{Tensor, result_type, static_sizes};
use crate::attributes::array;
use bcast_lower::plan::ZeroExtents;
use melior::ir::{OperationRef, ValueLike, operation::OperationLike};

/// Applies NumPy's rule for right-aligned operands; a declared size must match.
pub(super) fn implicit_shape(
    operation: OperationRef<'_, '_>,
    operands: &[Tensor],
    zero_extents: ZeroExtents,
) -> Option<Vec<i64>> {
    assert!(operation.attribute("broadcast_dimensions").is_err());
    let declared = static_sizes(result_type(operation)).expect("ranked");
    let types = operation
        .operands()
        .map(|operand| static_sizes(operand.r#type()).expect("ranked"))
        .collect::<Vec<_>>();
    let rank = declared.len();
    (0..rank)
        .map(|dim| {
            let mut size = 1;
            let mut dynamic = vec![];
            let mut has_fixed = false;
            for (operand, r#type) in operands.iter().zip(&types) {
                let Some(dim) = (dim + r#type.len()).checked_sub(rank) else {
                    continue;
                };
                let extent = operand.shape[dim];
                match r#type[dim] {
                    Some(1) => {}
                    Some(_) => has_fixed = true,
                    None => dynamic.push(extent),
                }
                size = match (size, extent) {
                    (1, other) | (other, 1) => other,
                    (a, b) if a == b => a,
                    _ => return None,
                };
            }
            let is_zero_against_one = dynamic.contains(&0) && dynamic.contains(&1);
            if zero_extents == ZeroExtents::Reject && !has_fixed && is_zero_against_one {
                return None;
            }
            declared[dim]
                .is_none_or(|declared| declared == size)
                .then_some(size)
        })
        .collect()
}

/// The hint for dims that are 1 and may stay 1, which is IREE's interpretation of expanding
/// dims.
pub const ONE_DIMENSIONS: &str = "known_one_dimensions";

/// Broadcasts, if the op's requirements on its operand hold.
pub(super) fn explicit_shape(
    operation: OperationRef<'_, '_>,
    operand: &[i64],
    shape: Vec<i64>,
) -> Result<Vec<i64>, String> {
    let dims = array(operation, "broadcast_dimensions");
    let nonexpanding = array(operation, "known_nonexpanding_dimensions");
    let expanding = array(operation, "known_expanding_dimensions");
    let ones = array(operation, ONE_DIMENSIONS);
    assert_eq!(dims.len(), operand.len());
    for (index, (&dim, &extent)) in dims.iter().zip(operand).enumerate() {
        let target = shape[dim as usize];
        if extent != target && extent != 1 {
            return Err(format!("{extent} does not expand to {target}"));
        }
        let expands = extent != target;
        let index = index as i64;
        let is_wrong = expands && nonexpanding.contains(&index)
            || !expands && expanding.contains(&index)
            || extent != 1 && ones.contains(&index);
        if is_wrong {
            return Err(format!("a hint does not hold of {extent} and {target}"));
        }
    }
    Ok(shape)
}
