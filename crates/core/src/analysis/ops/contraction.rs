//! Contractions.

use super::{NumberRow, Operands, ResultSizes, all, at, computed, result_rank};
use crate::{
    analysis::row::{Needs, OpRow, SizeExpressions, SizeNeed, Topic, all_equal},
    dialect::{
        chlo::{self, RaggedDotDimensionNumbers},
        stablehlo::{self, DotDimensionNumbers},
    },
    ir::string,
    symbol::integer::Function,
};
use melior::ir::{OperationRef, operation::OperationLike};
use std::ops::{Deref, Range};

pub(super) const TOPIC: Topic = Topic {
    title: "contractions",
    ops: &[
        OpRow::new(stablehlo::DOT)
            .extents(computed!(dot))
            .needs(dot_operands),
        OpRow::new(stablehlo::DOT_GENERAL)
            .extents(computed!(dot_general))
            .needs(dot_general_operands),
        OpRow::new(chlo::RAGGED_DOT)
            .extents(computed!(dot_general))
            .needs(dot_general_operands),
        OpRow::new(stablehlo::EINSUM)
            .extents(computed!(einsum))
            .needs(einsum_operands),
        OpRow::new(stablehlo::UNARY_EINSUM)
            .extents(computed!(einsum))
            .needs(einsum_operands),
    ],
};

/// `[a, b] x [b, c] => [a, c]`; either side may be a vector.
fn dot<O: Operands>(operands: &mut O, _: OperationRef<'_, '_>, _: usize) -> Option<ResultSizes<O>> {
    let (lhs, rhs) = (operands.sizes(0)?, operands.sizes(1)?);
    let ((_, left), (_, right)) = (lhs.split_last()?, rhs.split_first()?);
    all(left.iter().chain(right).copied())
}

fn dot_operands(operands: &mut SizeExpressions<'_, '_>, _: OperationRef<'_, '_>) -> Needs {
    let (lhs, rhs) = (operands.sizes(0)?, operands.sizes(1)?);
    Some(vec![SizeNeed::equal(*lhs.last()?, *rhs.first()?)])
}

/// The dims of an op that contracts two operands, each list for the left and the right one.
struct ContractedDims {
    batching: [Vec<i64>; 2],
    contracting: [Vec<i64>; 2],
    /// The left operand's dim whose parts are multiplied by different groups.
    ragged: Option<i64>,
    /// The right operand's dims that choose a group.
    groups: Vec<i64>,
}

impl ContractedDims {
    fn new(operation: OperationRef<'_, '_>) -> Option<Self> {
        if let Ok(dims) = operation.attribute("dot_dimension_numbers") {
            let dims = DotDimensionNumbers::from_attribute(dims)?;
            return Some(Self {
                batching: [dims.lhs_batching_dimensions, dims.rhs_batching_dimensions],
                contracting: [
                    dims.lhs_contracting_dimensions,
                    dims.rhs_contracting_dimensions,
                ],
                ragged: None,
                groups: vec![],
            });
        }
        let dims = operation.attribute("ragged_dot_dimension_numbers").ok()?;
        let dims = RaggedDotDimensionNumbers::from_attribute(dims)?;
        let &[ragged] = dims.lhs_ragged_dimensions.as_slice() else {
            return None;
        };
        Some(Self {
            batching: [dims.lhs_batching_dimensions, dims.rhs_batching_dimensions],
            contracting: [
                dims.lhs_contracting_dimensions,
                dims.rhs_contracting_dimensions,
            ],
            ragged: Some(ragged),
            groups: dims.rhs_group_dimensions,
        })
    }
}

impl ContractedDims {
    /// Returns the dims of the left operand for whose positions the sizes of groups have rows, unless one row is for
    /// all: those of a batch, and those of the ragged dim's kind in front of it.
    fn rows_of_groups(&self, rank: usize) -> Option<Vec<i64>> {
        let ragged = self.ragged?;
        let ([batching, _], [contracting, _]) = (&self.batching, &self.contracting);
        let in_front = |dims: &[i64]| -> Vec<i64> {
            dims.iter()
                .copied()
                .take_while(|&dim| dim != ragged)
                .collect()
        };
        if batching.contains(&ragged) {
            return Some(in_front(batching));
        }
        let kind = match contracting.contains(&ragged) {
            true => in_front(contracting),
            false => (0..ragged.min(i64::try_from(rank).ok()?))
                .filter(|dim| !batching.contains(dim) && !contracting.contains(dim))
                .collect(),
        };
        Some(batching.iter().copied().chain(kind).collect())
    }
}

/// `[a, b] x [b, c] => [a, c]`, with the dims that the op's attribute gives. Of a ragged dot, `[b, m, k]
/// x [g, b, k, n] => [b, m, n]`, where the ragged dim is neither batched nor contracted; if it is
/// contracted, the groups are the result's first dim.
fn dot_general<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let dims = ContractedDims::new(operation)?;
    let (lhs, rhs) = (operands.sizes(0)?, operands.sizes(1)?);
    let [batching, rhs_batching] = &dims.batching;
    let [lhs_contracting, rhs_contracting] = &dims.contracting;
    let groups = match dims.ragged {
        Some(ragged) if lhs_contracting.contains(&ragged) => Some(*operands.sizes(2)?.last()?),
        _ => None,
    };
    let batch = batching.iter().filter_map(|&dim| at(&lhs, dim));
    let left = free(&lhs, [batching, lhs_contracting]);
    let right = free(&rhs, [rhs_batching, rhs_contracting, &dims.groups]);
    all(groups.into_iter().chain(batch).chain(left).chain(right))
}

/// Dims that are batched or contracted together have equal sizes. Of a ragged dot, the groups are those whose sizes the
/// last operand has, for each row of them or for all.
fn dot_general_operands(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    let dims = ContractedDims::new(operation)?;
    let (lhs, rhs) = (operands.sizes(0)?, operands.sizes(1)?);
    let rows_of_groups = dims.rows_of_groups(lhs.len());
    let pairs = [dims.batching, dims.contracting].into_iter();
    let pairs = pairs.flat_map(|[left, right]| left.into_iter().zip(right));
    let pairs = pairs.filter_map(|(a, b)| at(&lhs, a).zip(at(&rhs, b)));
    let mut needs = pairs
        .map(|(a, b)| SizeNeed::equal(a, b))
        .collect::<Vec<_>>();
    if let &[group] = dims.groups.as_slice() {
        needs.push(SizeNeed::equal(
            at(&rhs, group)?,
            *operands.sizes(2)?.last()?,
        ));
    }
    if let Some(rows) = rows_of_groups {
        let sizes = operands.sizes(2)?;
        let (_, sizes) = sizes.split_last()?;
        let rows = rows.iter().map(|&dim| at(&lhs, dim));
        needs.extend(all_equal(sizes, &rows.collect::<Option<Vec<_>>>()?));
    }
    Some(needs)
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
    others: Vec<NumberRow<T>>,
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
            others.push(NumberRow::from_slice(sizes.get(unnamed)?));
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
    let mut broadcast = NumberRow::<O::Number>::new();
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

fn einsum_operands(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    let known = Labelled::new(operation, |index| operands.sizes(index))?.letters;
    let again = known
        .iter()
        .enumerate()
        .filter_map(|(index, &(letter, size))| {
            let first = known[..index].iter().find(|(other, _)| *other == letter);
            Some(SizeNeed::equal(first?.1, size))
        });
    Some(again.collect())
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
