//! Contractions.

use super::{Op, Operands, ResultSizes, Row, Topic, all, at, computed, result_rank};
use crate::{
    analysis::Analysis,
    dialect::{
        chlo::{self, RaggedDotDimensionNumbers},
        stablehlo::{self, DotDimensionNumbers},
    },
    ir::{operand, string},
    symbol::{Statement, integer::Function},
};
use melior::ir::{OperationRef, operation::OperationLike};
use std::ops::{Deref, Range};

pub(super) const TOPIC: Topic = Topic {
    title: "contractions",
    ops: &[
        Op::new(stablehlo::DOT)
            .extents(computed!(dot))
            .sizes(dot_operands),
        Op::new(stablehlo::DOT_GENERAL)
            .extents(computed!(dot_general))
            .sizes(dot_general_operands),
        Op::new(chlo::RAGGED_DOT)
            .extents(computed!(ragged_dot))
            .sizes(ragged_dot_operands),
        Op::new(stablehlo::EINSUM)
            .extents(computed!(einsum))
            .sizes(einsum_operands),
        Op::new(stablehlo::UNARY_EINSUM)
            .extents(computed!(einsum))
            .sizes(einsum_operands),
    ],
};

/// `[a, b] x [b, c] => [a, c]`; either side may be a vector.
fn dot<O: Operands>(operands: &mut O, _: OperationRef<'_, '_>, _: usize) -> Option<ResultSizes<O>> {
    let (lhs, rhs) = (operands.sizes(0)?, operands.sizes(1)?);
    let ((_, left), (_, right)) = (lhs.split_last()?, rhs.split_first()?);
    all(left.iter().chain(right).copied())
}

fn dot_operands(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let lhs = analysis.sizes(operand(operation, 0)?);
    let rhs = analysis.sizes(operand(operation, 1)?);
    let contracted = Statement::Equal(*lhs.last()?, *rhs.first()?);
    analysis.facts.assume(contracted);
    Some(())
}

fn dimension_numbers(operation: OperationRef<'_, '_>) -> Option<DotDimensionNumbers> {
    DotDimensionNumbers::from_attribute(operation.attribute("dot_dimension_numbers").ok()?)
}

/// `[a, b] x [b, c] => [a, c]`, with the dims that the op's attribute gives.
fn dot_general<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let dims = dimension_numbers(operation)?;
    let (lhs, rhs) = (operands.sizes(0)?, operands.sizes(1)?);
    let batch = dims.lhs_batching_dimensions.iter();
    let batch = batch.filter_map(|&dim| at(&lhs, dim));
    let left = free(
        &lhs,
        [
            &dims.lhs_batching_dimensions,
            &dims.lhs_contracting_dimensions,
        ],
    );
    let right = free(
        &rhs,
        [
            &dims.rhs_batching_dimensions,
            &dims.rhs_contracting_dimensions,
        ],
    );
    all(batch.chain(left).chain(right))
}

fn dot_general_operands(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dims = dimension_numbers(operation)?;
    let batch = (
        &*dims.lhs_batching_dimensions,
        &*dims.rhs_batching_dimensions,
    );
    let contracted = (
        &*dims.lhs_contracting_dimensions,
        &*dims.rhs_contracting_dimensions,
    );
    assume_equal(analysis, operation, [batch, contracted])
}

/// Dims of the two operands that belong together have equal sizes.
fn assume_equal(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    pairs: [(&[i64], &[i64]); 2],
) -> Option<()> {
    let lhs = analysis.sizes(operand(operation, 0)?);
    let rhs = analysis.sizes(operand(operation, 1)?);
    let pairs = pairs.into_iter().flat_map(|(a, b)| a.iter().zip(b));
    for (&a, &b) in pairs {
        if let (Some(a), Some(b)) = (at(&lhs, a), at(&rhs, b)) {
            analysis.facts.assume(Statement::Equal(a, b));
        }
    }
    Some(())
}

fn ragged_dimension_numbers(operation: OperationRef<'_, '_>) -> Option<RaggedDotDimensionNumbers> {
    let dims = operation.attribute("ragged_dot_dimension_numbers").ok()?;
    RaggedDotDimensionNumbers::from_attribute(dims)
}

/// `[b, m, k] x [g, b, k, n] => [b, m, n]`, where the ragged dim is neither batched nor contracted. If
/// it is contracted, the groups are the result's first dim.
fn ragged_dot<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let dims = ragged_dimension_numbers(operation)?;
    let (lhs, rhs) = (operands.sizes(0)?, operands.sizes(1)?);
    let group_count = *operands.sizes(2)?.last()?;
    let &[ragged] = dims.lhs_ragged_dimensions.as_slice() else {
        return None;
    };
    let is_contracted = dims.lhs_contracting_dimensions.contains(&ragged);
    let groups = is_contracted.then_some(group_count).into_iter();
    let batch = dims.lhs_batching_dimensions.iter();
    let batch = batch.filter_map(|&dim| at(&lhs, dim));
    let left = free(
        &lhs,
        [
            &dims.lhs_batching_dimensions,
            &dims.lhs_contracting_dimensions,
        ],
    );
    let right = free(
        &rhs,
        [
            &dims.rhs_batching_dimensions,
            &dims.rhs_contracting_dimensions,
            &dims.rhs_group_dimensions,
        ],
    );
    all(groups.chain(batch).chain(left).chain(right))
}

fn ragged_dot_operands(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let dims = ragged_dimension_numbers(operation)?;
    let batch = (
        &*dims.lhs_batching_dimensions,
        &*dims.rhs_batching_dimensions,
    );
    let contracted = (
        &*dims.lhs_contracting_dimensions,
        &*dims.rhs_contracting_dimensions,
    );
    assume_equal(analysis, operation, [batch, contracted])
}

/// Returns the sizes of the dims that none of the lists names.
fn free<'s, T: Copy, const N: usize>(
    sizes: &'s [T],
    used: [&'s [i64]; N],
) -> impl Iterator<Item = T> + 's {
    (0..)
        .zip(sizes)
        .filter(move |(dim, _)| !used.iter().any(|used| used.contains(dim)))
        .map(|(_, &size)| size)
}

/// The sizes of an einsum's operands.
struct Labelled<T> {
    /// Those of all letters.
    letters: Vec<(u8, T)>,
    /// Those of the dims that `...` stands for, in each operand.
    others: Vec<Row<T>>,
}

impl<T: Copy> Labelled<T> {
    fn new<L: Deref<Target = [T]>>(
        operation: OperationRef<'_, '_>,
        mut sizes: impl FnMut(usize) -> Option<L>,
    ) -> Option<Self> {
        let (inputs, _) = string(operation, "einsum_config")?.split_once("->")?;
        let labels = inputs.split(',').collect::<Vec<_>>();
        if labels.len() != operation.operand_count() {
            return None;
        }
        let (mut letters, mut others) = (vec![], vec![]);
        for (index, labels) in labels.into_iter().enumerate() {
            let sizes = sizes(index)?;
            let (dims, unnamed) = labelled(labels, sizes.len())?;
            let dims = dims.into_iter();
            letters.extend(dims.map(|(label, position)| (label, sizes[position])));
            others.push(Row::from_slice(sizes.get(unnamed)?));
        }
        Some(Self { letters, others })
    }
}

/// `ab,bc->ac`: one letter stands for one size. The dims that `...` stands for broadcast.
fn einsum<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<ResultSizes<O>> {
    let (_, output) = string(operation, "einsum_config")?.split_once("->")?;
    let known = Labelled::new(operation, |index| operands.sizes(index))?;
    // The last one first.
    let mut broadcast = Row::<O::Number>::new();
    for sizes in known.others {
        for (place, &size) in sizes.iter().rev().enumerate() {
            match broadcast.get(place) {
                None => broadcast.push(size),
                Some(&other) => {
                    broadcast[place] = operands.apply(Function::Broadcast, other, size);
                }
            }
        }
    }
    let rank = result_rank(operation, index)?;
    let mut sizes = ResultSizes::<O>::from_elem(None, rank);
    let (letters, others) = labelled(output, rank)?;
    for (label, position) in letters {
        let find = |(other, _): &&(u8, O::Number)| *other == label;
        sizes[position] = known.letters.iter().find(find).map(|&(_, size)| size);
    }
    if others.len() == broadcast.len() {
        for (place, size) in others.rev().zip(broadcast) {
            sizes[place] = Some(size);
        }
    }
    Some(sizes)
}

fn einsum_operands(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let sizes = |index| Some(analysis.sizes(operand(operation, index)?));
    let known = Labelled::new(operation, sizes)?.letters;
    for (index, &(letter, size)) in known.iter().enumerate() {
        if let Some(&(_, first)) = known[..index].iter().find(|(other, _)| *other == letter) {
            analysis.facts.assume(Statement::Equal(first, size));
        }
    }
    Some(())
}

/// Letters with their dims.
type Letters = Vec<(u8, usize)>;

/// Returns each label with its dim, and the dims that `...` stands for; `None` if their number does
/// not match the rank.
fn labelled(labels: &str, rank: usize) -> Option<(Letters, Range<usize>)> {
    let all = |labels: &str, first: usize| -> Option<Letters> {
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
