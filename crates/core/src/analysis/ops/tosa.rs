//! Ops of TOSA that do not broadcast; a table of rules lowers those that do.

use super::{
    Extents::Like,
    Operands, ResultSizes, all, computed,
    shape::permute,
    slice::{concatenated, others_agree},
};
use crate::{
    analysis::row::{Needs, OpRow, SizeExpressions, SizeNeed, Topic},
    ir::{integer, short_int_array},
};
use melior::ir::OperationRef;

pub(super) const TOPIC: Topic = Topic {
    title: "TOSA",
    ops: &[
        OpRow::new("tosa.abs").extents(Like(0)),
        OpRow::new("tosa.bitwise_not").extents(Like(0)),
        OpRow::new("tosa.cast").extents(Like(0)),
        OpRow::new("tosa.ceil").extents(Like(0)),
        OpRow::new("tosa.clamp").extents(Like(0)),
        OpRow::new("tosa.clz").extents(Like(0)),
        OpRow::new("tosa.cos").extents(Like(0)),
        OpRow::new("tosa.erf").extents(Like(0)),
        OpRow::new("tosa.exp").extents(Like(0)),
        OpRow::new("tosa.floor").extents(Like(0)),
        OpRow::new("tosa.identity").extents(Like(0)),
        OpRow::new("tosa.log").extents(Like(0)),
        OpRow::new("tosa.logical_not").extents(Like(0)),
        OpRow::new("tosa.negate").extents(Like(0)),
        OpRow::new("tosa.reciprocal").extents(Like(0)),
        OpRow::new("tosa.rescale").extents(Like(0)),
        OpRow::new("tosa.reverse").extents(Like(0)),
        OpRow::new("tosa.rsqrt").extents(Like(0)),
        OpRow::new("tosa.sigmoid").extents(Like(0)),
        OpRow::new("tosa.sin").extents(Like(0)),
        OpRow::new("tosa.table").extents(Like(0)),
        OpRow::new("tosa.tanh").extents(Like(0)),
        OpRow::new("tosa.argmax").extents(computed!(argmax)),
        OpRow::new("tosa.concat")
            .extents(computed!(concat))
            .needs(concat_operands),
        OpRow::new("tosa.gather")
            .extents(computed!(gather))
            .needs(gather_operands),
        OpRow::new("tosa.matmul")
            .extents(computed!(matmul))
            .needs(matmul_operands),
        OpRow::new("tosa.reduce_all").extents(computed!(reduce)),
        OpRow::new("tosa.reduce_any").extents(computed!(reduce)),
        OpRow::new("tosa.reduce_max").extents(computed!(reduce)),
        OpRow::new("tosa.reduce_min").extents(computed!(reduce)),
        OpRow::new("tosa.reduce_product").extents(computed!(reduce)),
        OpRow::new("tosa.reduce_sum").extents(computed!(reduce)),
        OpRow::new("tosa.reshape").extents(computed!(reshape)),
        OpRow::new("tosa.transpose").extents(computed!(transpose)),
    ],
};

/// `[a, b, c] => [a, c]`.
fn argmax<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let axis = usize::try_from(integer(operation, "axis")?).ok()?;
    let sizes = operands.sizes(0)?;
    let (before, after) = (sizes.get(..axis)?, sizes.get(axis + 1..)?);
    all(before.iter().chain(after).copied())
}

fn concat<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let axis = integer(operation, "axis")?;
    concatenated(operands, operation, axis)
}

fn concat_operands(
    operands: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    others_agree(operands, operation, integer(operation, "axis")?)
}

/// `[n, k, c] x [n, w] => [n, w, c]`.
fn gather<O: Operands>(
    operands: &mut O,
    _: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let (values, indices) = (operands.sizes(0)?, operands.sizes(1)?);
    let (&[n, _, c], &[_, w]) = (&*values, &*indices) else {
        return None;
    };
    all([n, w, c])
}

fn gather_operands(operands: &mut SizeExpressions<'_, '_>, _: OperationRef<'_, '_>) -> Needs {
    dims_agree(operands, &[[0, 0]])
}

/// `[n, h, c] x [n, c, w] => [n, h, w]`.
fn matmul<O: Operands>(
    operands: &mut O,
    _: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let (lhs, rhs) = (operands.sizes(0)?, operands.sizes(1)?);
    let (&[n, h, _], &[_, _, w]) = (&*lhs, &*rhs) else {
        return None;
    };
    all([n, h, w])
}

fn matmul_operands(operands: &mut SizeExpressions<'_, '_>, _: OperationRef<'_, '_>) -> Needs {
    dims_agree(operands, &[[0, 0], [2, 1]])
}

/// Dims of the first operand have the sizes of dims of the second one.
fn dims_agree(operands: &mut SizeExpressions<'_, '_>, dims: &[[usize; 2]]) -> Needs {
    let (first, second) = (operands.sizes(0)?, operands.sizes(1)?);
    let pairs = dims.iter();
    let pairs = pairs.map(|&[a, b]| Some(SizeNeed::equal(*first.get(a)?, *second.get(b)?)));
    pairs.collect()
}

/// `[a, b] => [a, 1]`.
fn reduce<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let axis = usize::try_from(integer(operation, "axis")?).ok()?;
    let sizes = operands.sizes(0)?;
    let mut known = all(sizes.iter().copied())?;
    *known.get_mut(axis)? = Some(operands.constant(1));
    Some(known)
}

/// The sizes are given, except that one may be -1, which follows from the number of elements.
fn reshape<O: Operands>(
    operands: &mut O,
    _: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let sizes = operands.numbers(1)?;
    let is_given = |&size: &O::Number| operands.value(size).is_some_and(|size| size >= 0);
    Some(
        sizes
            .iter()
            .map(|size| Some(*size).filter(is_given))
            .collect(),
    )
}

fn transpose<O: Operands>(
    operands: &mut O,
    operation: OperationRef<'_, '_>,
    _: usize,
) -> Option<ResultSizes<O>> {
    let permutation = short_int_array(operation, "perms")?;
    permute(operands, &permutation)
}
