//! How each operand is brought to the result's shape.

use super::{
    Broadcast, Dim, Operand,
    bound::{is_below, open_dims},
};
use crate::symbol::{Facts, Size, Term};

/// Plans the broadcast of one operand.
///
/// All is said of what holds once the dims' guards do: then an operand dim is 1
/// or has the extent of its result dim.
pub fn plan_broadcast(operand: &Operand<'_>, dims: &[Dim], facts: &Facts) -> Broadcast {
    let result_dim = |dim: usize| &dims[operand.result_dims[dim]];
    // What the types say cannot be, where a guard always fails, is not claimed.
    let has_extent = |dim: usize| {
        !is_below(operand.bounds[dim], result_dim(dim))
            && has_extent(result_dim(dim), operand.sizes[dim], facts)
    };
    let rank = operand.sizes.len();
    if rank == dims.len() && (0..rank).all(has_extent) {
        return Broadcast::None;
    }
    let is_static = operand.sizes.iter().all(|size| size.constant().is_some())
        && dims.iter().all(|dim| dim.constant().is_some());
    if is_static {
        return Broadcast::Static;
    }
    let (mut expanding, mut nonexpanding) = (vec![], vec![]);
    for dim in (0..rank).filter(|&dim| operand.sizes[dim].constant().is_none()) {
        let expands = expands(result_dim(dim), operand.sizes[dim], facts);
        // A dim does both only where a guard always fails, and no op may claim both.
        match (expands, has_extent(dim)) {
            (true, false) => expanding.push(dim),
            (false, true) => nonexpanding.push(dim),
            _ => {}
        }
    }
    Broadcast::Dynamic {
        expanding,
        nonexpanding,
        open: open_dims(operand, dims),
    }
}

/// Tells whether an operand dim has its result dim's extent.
///
/// Of two sizes that the types say, facts do not: they may contradict the types
/// where a guard always fails, and what is emitted must fit together even there.
fn has_extent(dim: &Dim, size: Size, facts: &Facts) -> bool {
    if let (Some(size), Some(extent)) = (size.constant(), dim.constant()) {
        return size == extent;
    }
    known_sizes(dim).any(|known| facts.entails_equal(size, known))
        || facts.entails_not_equal(size, Size::Constant(1))
}

/// Tells whether an operand dim is 1 and its result dim is larger.
fn expands(dim: &Dim, size: Size, facts: &Facts) -> bool {
    facts.entails_equal(size, Size::Constant(1))
        && known_sizes(dim).any(|known| facts.entails_at_least(known, 2))
}

/// Returns the sizes that are known to be a result dim's.
fn known_sizes(dim: &Dim) -> impl Iterator<Item = Size> {
    let of = match &dim.extent {
        Term::Size(participant) => Some(participant.size),
        _ => None,
    };
    of.into_iter().chain(dim.constant().map(Size::Constant))
}
