//! Contractions.

use super::{Op, Topic, at, result};
use crate::{
    analysis::{Analysis, Sizes},
    dialect,
    symbol::Size,
};
use melior::ir::{OperationRef, operation::OperationLike};

pub(super) const TOPIC: Topic = Topic {
    title: "contractions",
    ops: &[
        Op::new("stablehlo.dot").sizes(dot),
        Op::new("stablehlo.dot_general").sizes(dot_general),
    ],
};

/// `[a, b] x [b, c] => [a, c]`; either side may be a vector.
fn dot(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let lhs = analysis.sizes(operation.operand(0).ok()?);
    let rhs = analysis.sizes(operation.operand(1).ok()?);
    let (&contracted, left) = lhs.split_last()?;
    let (&also_contracted, right) = rhs.split_first()?;
    analysis.facts.assume_equal(contracted, also_contracted);
    let known = left
        .iter()
        .chain(right)
        .copied()
        .map(Some)
        .collect::<Vec<_>>();
    analysis.set_sizes(result(operation)?, known);
    Some(())
}

/// `[a, b] x [b, c] => [a, c]`, by the dims that the op names.
fn dot_general(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dims = dialect::dot_dimension_numbers(operation.attribute("dot_dimension_numbers").ok()?)?;
    let (lhs, rhs) = (operation.operand(0).ok()?, operation.operand(1).ok()?);
    let (lhs, rhs) = (analysis.sizes(lhs), analysis.sizes(rhs));
    let pairs = |a: &[i64], b: &[i64]| -> Vec<(Size, Size)> {
        a.iter()
            .zip(b)
            .filter_map(|(&a, &b)| Some((at(&lhs, a)?, at(&rhs, b)?)))
            .collect()
    };
    let batch = pairs(&dims.lhs_batching, &dims.rhs_batching);
    let contracted = pairs(&dims.lhs_contracting, &dims.rhs_contracting);
    for &(a, b) in batch.iter().chain(&contracted) {
        analysis.facts.assume_equal(a, b);
    }
    let free = |sizes: &Sizes, used: [&[i64]; 2]| -> Vec<Option<Size>> {
        (0..)
            .zip(sizes)
            .filter(|(dim, _)| !used.iter().any(|used| used.contains(dim)))
            .map(|(_, &size)| Some(size))
            .collect()
    };
    let mut known = batch.iter().map(|&(a, _)| Some(a)).collect::<Vec<_>>();
    known.extend(free(&lhs, [&dims.lhs_batching, &dims.lhs_contracting]));
    known.extend(free(&rhs, [&dims.rhs_batching, &dims.rhs_contracting]));
    analysis.set_sizes(result(operation)?, known);
    Some(())
}
