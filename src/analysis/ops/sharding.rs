//! Shardy: how values are divided among devices.

use super::{Control, Op, Topic, integer, same_sizes};

pub(super) const TOPIC: Topic = Topic {
    title: "shardings",
    ops: &[
        Op::new("sdy.sharding_constraint")
            .sizes(same_sizes)
            .integers(integer::any)
            .stays(),
        Op::new("sdy.reshard")
            .sizes(same_sizes)
            .integers(integer::any)
            .stays(),
        Op::new("sdy.propagation_barrier")
            .sizes(same_sizes)
            .integers(integer::any)
            .stays(),
        // Communication changes elements where values are not combined yet, but no sizes: types
        // are those of whole tensors.
        Op::new("sdy.all_gather").sizes(same_sizes),
        Op::new("sdy.all_slice").sizes(same_sizes),
        Op::new("sdy.all_to_all").sizes(same_sizes),
        Op::new("sdy.collective_permute").sizes(same_sizes),
        Op::new("sdy.all_reduce").sizes(same_sizes),
        Op::new("sdy.reduce_scatter").sizes(same_sizes),
        Op::new("sdy.sharded_to_unreduced").sizes(same_sizes),
        Op::new("sdy.replicated_to_unreduced").sizes(same_sizes),
        Op::new("sdy.named_computation").control(Control::Computation),
        Op::new("sdy.manual_computation").control(Control::Computation),
    ],
};
