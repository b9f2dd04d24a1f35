//! Contractions.

use super::{Op, Topic, at, result, shape::broadcast_size};
use crate::{
    analysis::{Analysis, Sizes},
    dialect::{
        chlo::{self, RaggedDotDimensionNumbers},
        stablehlo::{self, DotDimensionNumbers},
    },
    ir::{operand, string},
    symbol::{Element, Size, Statement},
};
use melior::ir::{OperationRef, operation::OperationLike};
use smallvec::SmallVec;
use std::ops::Range;

pub(super) const TOPIC: Topic = Topic {
    title: "contractions",
    ops: &[
        Op::new(stablehlo::DOT).sizes(dot),
        Op::new(stablehlo::DOT_GENERAL).sizes(dot_general),
        Op::new(chlo::RAGGED_DOT).sizes(ragged_dot),
        Op::new(stablehlo::EINSUM).sizes(einsum),
        Op::new(stablehlo::UNARY_EINSUM).sizes(einsum),
    ],
};

/// `[a, b] x [b, c] => [a, c]`; either side may be a vector.
fn dot(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let lhs = analysis.sizes(operand(operation, 0)?);
    let rhs = analysis.sizes(operand(operation, 1)?);
    let (&contracted, left) = lhs.split_last()?;
    let (&also_contracted, right) = rhs.split_first()?;
    analysis
        .facts
        .assume(Statement::Equal(contracted, also_contracted));
    let known = left
        .iter()
        .chain(right)
        .copied()
        .map(Some)
        .collect::<Vec<_>>();
    analysis.set_sizes(result(operation)?, known);
    Some(())
}

/// `[a, b] x [b, c] => [a, c]`, with the dims that the op's attribute gives.
fn dot_general(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dims = operation.attribute("dot_dimension_numbers").ok()?;
    let dims = DotDimensionNumbers::from_attribute(dims)?;
    let (lhs, rhs) = (operand(operation, 0)?, operand(operation, 1)?);
    let (lhs, rhs) = (analysis.sizes(lhs), analysis.sizes(rhs));
    let batch = pairs(
        (&lhs, &dims.lhs_batching_dimensions),
        (&rhs, &dims.rhs_batching_dimensions),
    );
    let contracted = pairs(
        (&lhs, &dims.lhs_contracting_dimensions),
        (&rhs, &dims.rhs_contracting_dimensions),
    );
    for &(a, b) in batch.iter().chain(&contracted) {
        analysis.facts.assume(Statement::Equal(a, b));
    }
    let known = batch.iter().map(|&(a, _)| a);
    let known = known
        .chain(free(
            &lhs,
            [
                &dims.lhs_batching_dimensions,
                &dims.lhs_contracting_dimensions,
            ],
        ))
        .chain(free(
            &rhs,
            [
                &dims.rhs_batching_dimensions,
                &dims.rhs_contracting_dimensions,
            ],
        ));
    analysis.set_sizes(result(operation)?, known.map(Some));
    Some(())
}

/// `[b, m, k] x [g, b, k, n] => [b, m, n]`, where the ragged dim is neither batched nor contracted. If
/// it is contracted, the groups are the result's first dim.
fn ragged_dot(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dims = operation.attribute("ragged_dot_dimension_numbers").ok()?;
    let dims = RaggedDotDimensionNumbers::from_attribute(dims)?;
    let [lhs, rhs, groups] = [0, 1, 2].map(|index| operand(operation, index));
    let (lhs, rhs) = (analysis.sizes(lhs?), analysis.sizes(rhs?));
    let group_count = *analysis.sizes(groups?).last()?;
    let &[ragged] = dims.lhs_ragged_dimensions.as_slice() else {
        return None;
    };
    let batch = pairs(
        (&lhs, &dims.lhs_batching_dimensions),
        (&rhs, &dims.rhs_batching_dimensions),
    );
    let contracted = pairs(
        (&lhs, &dims.lhs_contracting_dimensions),
        (&rhs, &dims.rhs_contracting_dimensions),
    );
    for &(a, b) in batch.iter().chain(&contracted) {
        analysis.facts.assume(Statement::Equal(a, b));
    }
    let is_contracted = dims.lhs_contracting_dimensions.contains(&ragged);
    let left = [
        &*dims.lhs_batching_dimensions,
        &*dims.lhs_contracting_dimensions,
    ];
    let right = [
        &*dims.rhs_batching_dimensions,
        &*dims.rhs_contracting_dimensions,
        &*dims.rhs_group_dimensions,
    ];
    let known = is_contracted.then_some(group_count).into_iter();
    let known = known.chain(batch.iter().map(|&(size, _)| size));
    let known = known.chain(free(&lhs, left)).chain(free(&rhs, right));
    analysis.set_sizes(result(operation)?, known.map(Some));
    Some(())
}

/// Returns the sizes of dims of two operands that belong together.
fn pairs(lhs: (&Sizes, &[i64]), rhs: (&Sizes, &[i64])) -> SmallVec<[(Size, Size); 4]> {
    let dims = lhs.1.iter().zip(rhs.1);
    let pairs = dims.filter_map(|(&a, &b)| Some((at(lhs.0, a)?, at(rhs.0, b)?)));
    pairs.collect()
}

/// Returns the sizes of the dims that none of the lists names.
fn free<'s, const N: usize>(
    sizes: &'s Sizes,
    used: [&'s [i64]; N],
) -> impl Iterator<Item = Size> + 's {
    (0..)
        .zip(sizes)
        .filter(move |(dim, _)| !used.iter().any(|used| used.contains(dim)))
        .map(|(_, &size)| size)
}

/// Labels with their dims.
type Labelled = Vec<(u8, usize)>;

/// `ab,bc->ac`: one letter stands for one size. The dims that `...` stands for broadcast.
fn einsum(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let (inputs, output) = string(operation, "einsum_config")?.split_once("->")?;
    let mut known = Vec::<(u8, Size)>::new();
    let labels = inputs.split(',').collect::<Vec<_>>();
    if labels.len() != operation.operand_count() {
        return None;
    }
    // Those of `...`, the last one first.
    let mut broadcast = Vec::<Element>::new();
    for (labels, operand) in labels.into_iter().zip(operation.operands()) {
        let sizes = analysis.sizes(operand);
        let (labelled, others) = labelled(labels, sizes.len())?;
        for (place, &size) in sizes.get(others)?.iter().rev().enumerate() {
            match broadcast.get(place) {
                None => broadcast.push(size.into()),
                Some(&other) => broadcast[place] = broadcast_size(analysis, other, size.into()),
            }
        }
        for (label, position) in labelled {
            let size = sizes[position];
            match known.iter().find(|(other, _)| *other == label) {
                Some(&(_, other)) => analysis.facts.assume(Statement::Equal(other, size)),
                None => known.push((label, size)),
            }
        }
    }
    let result = result(operation)?;
    let rank = analysis.sizes(result).len();
    let mut sizes = vec![None; rank];
    let (labelled, others) = labelled(output, rank)?;
    for (label, position) in labelled {
        let find = |(other, _): &&(u8, Size)| *other == label;
        let size = known.iter().find(find);
        sizes[position] = size.map(|&(_, size)| Element::from(size));
    }
    if others.len() == broadcast.len() {
        for (place, size) in others.rev().zip(broadcast) {
            sizes[place] = Some(size);
        }
    }
    analysis.set_sizes(result, sizes);
    Some(())
}

/// Returns each label with its dim, and the dims that `...` stands for; `None` if their number does
/// not match the rank.
fn labelled(labels: &str, rank: usize) -> Option<(Labelled, Range<usize>)> {
    let all = |labels: &str, first: usize| -> Option<Vec<(u8, usize)>> {
        let labels = labels.bytes().filter(|label| *label != b' ').zip(first..);
        labels
            .map(|(label, dim)| label.is_ascii_alphabetic().then_some((label, dim)))
            .collect()
    };
    let dims = match labels.split_once("...") {
        Some((before, after)) => {
            let mut dims = all(before, 0)?;
            let after = all(after, 0)?;
            let first = rank
                .checked_sub(after.len())
                .filter(|&dim| dim >= dims.len())?;
            let others = dims.len()..first;
            dims.extend(after.into_iter().map(|(label, dim)| (label, first + dim)));
            (dims, others)
        }
        None => (all(labels, 0).filter(|dims| dims.len() == rank)?, 0..0),
    };
    Some(dims)
}
