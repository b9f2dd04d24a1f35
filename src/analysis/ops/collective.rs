//! Communication among processes.

use super::{Op, Topic, pairwise, same_sizes};
use crate::{
    analysis::Analysis,
    dialect::stablehlo::{self, ChannelHandle},
    ir::{self, integer},
    symbol::Size,
};
use melior::ir::{AttributeLike, OperationRef, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "communication",
    ops: &[
        Op::new(stablehlo::ALL_GATHER).sizes(all_gather),
        Op::new(stablehlo::ALL_REDUCE).sizes(pairwise),
        Op::new(stablehlo::ALL_TO_ALL).sizes(all_to_all),
        Op::new(stablehlo::REDUCE_SCATTER).sizes(reduce_scatter),
        // A root that is an operand comes after those that have results.
        Op::new(stablehlo::COLLECTIVE_BROADCAST).sizes(pairwise),
        Op::new(stablehlo::COLLECTIVE_REDUCE).sizes(pairwise),
        Op::new(stablehlo::COLLECTIVE_PERMUTE).sizes(same_sizes),
        Op::new(stablehlo::CROSS_REPLICA_SUM).sizes(same_sizes),
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
    fn apply(self, analysis: &Analysis, size: Size) -> Option<Size> {
        let size = analysis.facts.canonical(size).constant()?;
        let size = match self {
            Self::Times(factor) => size.checked_mul(factor)?,
            Self::Divided(factor) => (factor > 0 && size % factor == 0).then(|| size / factor)?,
        };
        Some(Size::Constant(size))
    }
}

/// `[a, b] => [a, n * b]` in groups of `n` processes.
fn all_gather(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dim = integer(operation, "all_gather_dim")?;
    let factor = group_size(operation).map(Factor::Times);
    resized(analysis, operation, &[(dim, factor)])
}

/// `[a, n * b] => [a, b]` in groups of `n` processes.
fn reduce_scatter(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dim = integer(operation, "scatter_dimension")?;
    let factor = group_size(operation).map(Factor::Divided);
    resized(analysis, operation, &[(dim, factor)])
}

/// `[a, n * b] => [n * a, b]` in groups of `n` processes.
fn all_to_all(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let [split, concat] =
        ["split_dimension", "concat_dimension"].map(|name| integer(operation, name));
    let count = integer(operation, "split_count")?;
    if split == concat {
        return pairwise(analysis, operation);
    }
    let factors = [
        (split?, Some(Factor::Divided(count))),
        (concat?, Some(Factor::Times(count))),
    ];
    resized(analysis, operation, &factors)
}

/// The nth result has the sizes of the nth operand, except for some dims.
fn resized(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    factors: &[(i64, Option<Factor>)],
) -> Option<()> {
    for (operand, result) in operation.operands().zip(operation.results()) {
        let sizes = analysis.sizes(operand);
        let known = (0..).zip(sizes).map(|(dim, size)| {
            match factors.iter().find(|(changed, _)| *changed == dim) {
                Some((_, factor)) => (*factor)?.apply(analysis, size),
                None => Some(size),
            }
        });
        let known = known.collect::<Vec<_>>();
        analysis.set_sizes(result.into(), known);
    }
    Some(())
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
