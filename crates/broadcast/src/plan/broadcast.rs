//! How each operand is brought to the result's shape.

use super::{
    Broadcast, Dim, Operand, OperandDim,
    bound::{dynamic_dims, is_below, open_dims},
};
use crate::symbol::{Facts, Size, Term};

/// Plans the broadcast of one operand.
///
/// This assumes that the guards of all dims hold: each operand dim is 1 or equal to its result
/// dim.
pub fn plan_broadcast(operand: &Operand, dims: &[Dim], facts: &Facts) -> Broadcast {
    let result = |dim: &OperandDim| &dims[dim.result_dim];
    // A claim must not contradict the types, even where a guard always fails.
    let has_extent = |dim: &OperandDim| {
        !is_below(dim.bound, result(dim)) && has_extent(result(dim), dim.size, facts)
    };
    if operand.dims.len() == dims.len() && operand.dims.iter().all(has_extent) {
        return Broadcast::None;
    }
    let is_static = operand.dims.iter().all(|dim| dim.size.constant().is_some())
        && dims.iter().all(|dim| dim.constant().is_some());
    if is_static {
        return Broadcast::Static;
    }
    let (mut expanding, mut nonexpanding) = (vec![], vec![]);
    for index in dynamic_dims(operand) {
        let dim = &operand.dims[index];
        let expands = expands(result(dim), dim.size, facts);
        // Both can hold only where a guard always fails, and no op may claim both.
        match (expands, has_extent(dim)) {
            (true, false) => expanding.push(index),
            (false, true) => nonexpanding.push(index),
            _ => {}
        }
    }
    Broadcast::Dynamic {
        expanding,
        nonexpanding,
        open: open_dims(operand, dims),
    }
}

/// Returns whether an operand dim has its result dim's extent.
///
/// If both sizes are static, the types decide, not the facts: where a guard always fails, facts
/// may contradict the types, and the emitted ops must verify even there.
fn has_extent(dim: &Dim, size: Size, facts: &Facts) -> bool {
    if let (Some(size), Some(extent)) = (size.constant(), dim.constant()) {
        return size == extent;
    }
    known_sizes(dim).any(|known| facts.entails_equal(size, known))
        || facts.entails_not_equal(size, Size::Constant(1))
}

/// Returns whether an operand dim is 1 and its result dim is larger.
fn expands(dim: &Dim, size: Size, facts: &Facts) -> bool {
    facts.entails_equal(size, Size::Constant(1))
        && known_sizes(dim).any(|known| facts.entails_at_least(known, 2))
}

/// Returns the sizes that a result dim is known to have.
fn known_sizes(dim: &Dim) -> impl Iterator<Item = Size> {
    let of = match &dim.extent {
        Term::Size(participant) => Some(participant.size),
        _ => None,
    };
    of.into_iter().chain(dim.constant().map(Size::Constant))
}
