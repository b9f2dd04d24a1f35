//! Communication among processes.

use super::{
    Extents::{Like, Pairwise},
    Operands, ResultSizes, all, computed,
};
use crate::{
    analysis::row::{OpRow, Topic},
    dialect::stablehlo::{self, ChannelHandle},
    ir::{self, integer},
};
use melior::ir::{AttributeLike, OperationRef, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "communication",
    ops: &[
        OpRow::new(stablehlo::ALL_GATHER).extents(computed!(all_gather)),
        OpRow::new(stablehlo::ALL_REDUCE).extents(Pairwise),
        OpRow::new(stablehlo::ALL_TO_ALL).extents(computed!(all_to_all)),
        OpRow::new(stablehlo::REDUCE_SCATTER).extents(computed!(reduce_scatter)),
        // A root that is an operand comes after those that have results.
        OpRow::new(stablehlo::COLLECTIVE_BROADCAST).extents(Pairwise),
        OpRow::new(stablehlo::COLLECTIVE_REDUCE).extents(Pairwise),
        OpRow::new(stablehlo::COLLECTIVE_PERMUTE).extents(Like(0)),
        OpRow::new(stablehlo::CROSS_REPLICA_SUM).extents(Like(0)),
    ],
};

/// How many times as large a dim of a result is as that of the operand.
#[derive(Clone, Copy)]
enum Factor {
    Times(i64),
    Divided(i64),
}

impl Factor {
    /// Returns the size of the result's dim, if the operand's is known.
    fn apply(self, size: i64) -> Option<i64> {
        match self {
            Self::Times(factor) => size.checked_mul(factor),
            Self::Divided(factor) => (factor > 0 && size % factor == 0).then(|| size / factor),
        }
    }
}

/// `[a, b] => [a, n * b]` in groups of `n` processes.
fn all_gather<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<ResultSizes<O>> {
    let dim = integer(operation, "all_gather_dim")?;
    let factor = group_size(operation).map(Factor::Times);
    resized(operands, index, &[(dim, factor)])
}

/// `[a, n * b] => [a, b]` in groups of `n` processes.
fn reduce_scatter<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<ResultSizes<O>> {
    let dim = integer(operation, "scatter_dimension")?;
    let factor = group_size(operation).map(Factor::Divided);
    resized(operands, index, &[(dim, factor)])
}

/// `[a, n * b] => [n * a, b]` in groups of `n` processes.
fn all_to_all<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<ResultSizes<O>> {
    let [split, concat] =
        ["split_dimension", "concat_dimension"].map(|name| integer(operation, name));
    let count = integer(operation, "split_count")?;
    if split == concat {
        return all(operands.sizes(index)?);
    }
    let factors = [
        (split?, Some(Factor::Divided(count))),
        (concat?, Some(Factor::Times(count))),
    ];
    resized(operands, index, &factors)
}

/// The result at an index has the sizes of the operand there, except for some dims.
fn resized<O: Operands>(
    operands: &mut O,
    index: usize,
    factors: &[(i64, Option<Factor>)],
) -> Option<ResultSizes<O>> {
    let sizes = (0..).zip(operands.sizes(index)?);
    let sizes =
        sizes.map(
            |(dim, size)| match factors.iter().find(|(changed, _)| *changed == dim) {
                Some((_, factor)) => {
                    let size = (*factor)?.apply(operands.value(size)?)?;
                    Some(operands.constant(size))
                }
                None => Some(size),
            },
        );
    Some(sizes.collect())
}

/// Returns how many processes are in each group; `None` if that depends on how the program runs.
fn group_size(operation: OperationRef<'_, '_>) -> Option<i64> {
    let groups = operation.attribute("replica_groups").ok()?;
    let has_global_ids = operation.attribute("use_global_device_ids").is_ok();
    let channel = operation.attribute("channel_handle").ok();
    let has_channel = channel
        .and_then(ChannelHandle::from_attribute)
        .is_some_and(|channel| channel.handle > 0);
    let groups = ir::shaped_type(groups.r#type());
    let count = groups.shape()?.get(1)?.fixed_size()?;
    // Without global ids, a group of a channel has all partitions of each of its replicas; no groups
    // are one of all replicas.
    (count > 0 && (has_global_ids || !has_channel)).then_some(count)
}
