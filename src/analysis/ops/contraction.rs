//! Contractions.

use super::{Op, Topic, at, result};
use crate::{
    analysis::{Analysis, Sizes},
    dialect::stablehlo::{self, DotDimensionNumbers},
    ir::{operand, string},
    symbol::{Size, Statement},
};
use melior::ir::{OperationRef, operation::OperationLike};
use smallvec::SmallVec;

pub(super) const TOPIC: Topic = Topic {
    title: "contractions",
    ops: &[
        Op::new(stablehlo::DOT).sizes(dot),
        Op::new(stablehlo::DOT_GENERAL).sizes(dot_general),
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
    let pairs = |a: &[i64], b: &[i64]| -> SmallVec<[(Size, Size); 4]> {
        a.iter()
            .zip(b)
            .filter_map(|(&a, &b)| Some((at(&lhs, a)?, at(&rhs, b)?)))
            .collect()
    };
    let batch = pairs(&dims.lhs_batching_dimensions, &dims.rhs_batching_dimensions);
    let contracted = pairs(
        &dims.lhs_contracting_dimensions,
        &dims.rhs_contracting_dimensions,
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

/// Returns the sizes of the dims that none of the lists names.
fn free<'s>(sizes: &'s Sizes, used: [&'s [i64]; 2]) -> impl Iterator<Item = Size> + 's {
    (0..)
        .zip(sizes)
        .filter(move |(dim, _)| !used.iter().any(|used| used.contains(dim)))
        .map(|(_, &size)| size)
}

/// `ab,bc->ac`: one letter stands for one size.
///
/// The dims that `...` stands for broadcast, so they are not followed.
fn einsum(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let (inputs, output) = string(operation, "einsum_config")?.split_once("->")?;
    let mut known = Vec::<(u8, Size)>::new();
    let labels = inputs.split(',').collect::<Vec<_>>();
    if labels.len() != operation.operand_count() {
        return None;
    }
    for (labels, operand) in labels.into_iter().zip(operation.operands()) {
        let sizes = analysis.sizes(operand);
        for (label, position) in labelled(labels, sizes.len())? {
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
    for (label, position) in labelled(output, rank)? {
        let find = |(other, _): &&(u8, Size)| *other == label;
        sizes[position] = known.iter().find(find).map(|&(_, size)| size);
    }
    analysis.set_sizes(result, sizes);
    Some(())
}

/// Returns each label with its dim; `None` if their number does not match the rank.
fn labelled(labels: &str, rank: usize) -> Option<Vec<(u8, usize)>> {
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
            dims.extend(after.into_iter().map(|(label, dim)| (label, first + dim)));
            dims
        }
        None => all(labels, 0).filter(|dims| dims.len() == rank)?,
    };
    Some(dims)
}
