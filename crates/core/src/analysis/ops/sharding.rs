//! Shardy: how values are divided among devices.

use super::{Extents::Like, integer};
use crate::analysis::row::{Control, OpRow, Topic};

pub(super) const TOPIC: Topic = Topic {
    title: "shardings",
    ops: &[
        OpRow::new("sdy.sharding_constraint")
            .extents(Like(0))
            .integers(integer::any)
            .stays(),
        OpRow::new("sdy.reshard")
            .extents(Like(0))
            .integers(integer::any)
            .stays(),
        OpRow::new("sdy.propagation_barrier")
            .extents(Like(0))
            .integers(integer::any)
            .stays(),
        // Communication changes elements where values are not combined yet, but no sizes: types
        // are those of whole tensors.
        OpRow::new("sdy.all_gather").extents(Like(0)),
        OpRow::new("sdy.all_slice").extents(Like(0)),
        OpRow::new("sdy.all_to_all").extents(Like(0)),
        OpRow::new("sdy.collective_permute").extents(Like(0)),
        OpRow::new("sdy.all_reduce").extents(Like(0)),
        OpRow::new("sdy.reduce_scatter").extents(Like(0)),
        OpRow::new("sdy.sharded_to_unreduced").extents(Like(0)),
        OpRow::new("sdy.replicated_to_unreduced").extents(Like(0)),
        OpRow::new("sdy.named_computation").control(Control::Computation),
        OpRow::new("sdy.manual_computation").control(Control::Computation),
    ],
};
