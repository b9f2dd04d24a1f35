//! Ops of TOSA that do not broadcast; a table of rules lowers those that do.

use super::{
    Op, Topic, elements_of, result, same_sizes, shape::transpose_by, slice::concatenate_along,
};
use crate::{
    analysis::Analysis,
    ir::{integer, operand, short_int_array},
    symbol::{Size, Statement},
};
use melior::ir::OperationRef;

pub(super) const TOPIC: Topic = Topic {
    title: "TOSA",
    ops: &[
        Op::new("tosa.abs").sizes(same_sizes),
        Op::new("tosa.bitwise_not").sizes(same_sizes),
        Op::new("tosa.cast").sizes(same_sizes),
        Op::new("tosa.ceil").sizes(same_sizes),
        Op::new("tosa.clamp").sizes(same_sizes),
        Op::new("tosa.clz").sizes(same_sizes),
        Op::new("tosa.cos").sizes(same_sizes),
        Op::new("tosa.erf").sizes(same_sizes),
        Op::new("tosa.exp").sizes(same_sizes),
        Op::new("tosa.floor").sizes(same_sizes),
        Op::new("tosa.identity").sizes(same_sizes),
        Op::new("tosa.log").sizes(same_sizes),
        Op::new("tosa.logical_not").sizes(same_sizes),
        Op::new("tosa.negate").sizes(same_sizes),
        Op::new("tosa.reciprocal").sizes(same_sizes),
        Op::new("tosa.rescale").sizes(same_sizes),
        Op::new("tosa.reverse").sizes(same_sizes),
        Op::new("tosa.rsqrt").sizes(same_sizes),
        Op::new("tosa.sigmoid").sizes(same_sizes),
        Op::new("tosa.sin").sizes(same_sizes),
        Op::new("tosa.table").sizes(same_sizes),
        Op::new("tosa.tanh").sizes(same_sizes),
        Op::new("tosa.argmax").sizes(argmax),
        Op::new("tosa.concat").sizes(concat),
        Op::new("tosa.gather").sizes(gather),
        Op::new("tosa.matmul").sizes(matmul),
        Op::new("tosa.reduce_all").sizes(reduce),
        Op::new("tosa.reduce_any").sizes(reduce),
        Op::new("tosa.reduce_max").sizes(reduce),
        Op::new("tosa.reduce_min").sizes(reduce),
        Op::new("tosa.reduce_product").sizes(reduce),
        Op::new("tosa.reduce_sum").sizes(reduce),
        Op::new("tosa.reshape").sizes(reshape),
        Op::new("tosa.transpose").sizes(transpose),
    ],
};

/// `[a, b, c] => [a, c]`.
fn argmax(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let axis = usize::try_from(integer(operation, "axis")?).ok()?;
    let mut sizes = analysis.sizes(operand(operation, 0)?);
    if axis >= sizes.len() {
        return None;
    }
    sizes.remove(axis);
    analysis.set_sizes(result(operation)?, sizes.into_iter().map(Some));
    Some(())
}

fn concat(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    concatenate_along(analysis, operation, integer(operation, "axis")?)
}

/// `[n, k, c] x [n, w] => [n, w, c]`.
fn gather(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let values = analysis.sizes(operand(operation, 0)?);
    let indices = analysis.sizes(operand(operation, 1)?);
    let (&[n, _, c], &[m, w]) = (&*values, &*indices) else {
        return None;
    };
    analysis.facts.assume(Statement::Equal(n, m));
    analysis.set_sizes(result(operation)?, [Some(n), Some(w), Some(c)]);
    Some(())
}

/// `[n, h, c] x [n, c, w] => [n, h, w]`.
fn matmul(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let lhs = analysis.sizes(operand(operation, 0)?);
    let rhs = analysis.sizes(operand(operation, 1)?);
    let (&[n, h, c], &[m, d, w]) = (&*lhs, &*rhs) else {
        return None;
    };
    analysis.facts.assume(Statement::Equal(n, m));
    analysis.facts.assume(Statement::Equal(c, d));
    analysis.set_sizes(result(operation)?, [Some(n), Some(h), Some(w)]);
    Some(())
}

/// `[a, b] => [a, 1]`.
fn reduce(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let axis = usize::try_from(integer(operation, "axis")?).ok()?;
    let mut sizes = analysis.sizes(operand(operation, 0)?);
    *sizes.get_mut(axis)? = Size::Constant(1);
    analysis.set_sizes(result(operation)?, sizes.into_iter().map(Some));
    Some(())
}

/// The sizes are given, except that one may be -1, which follows from the number of elements.
fn reshape(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let sizes = elements_of(analysis, operation, 1)?;
    let known = sizes
        .into_iter()
        .map(|size| size.constant().map(Size::Constant));
    let known = known.collect::<Vec<_>>();
    analysis.set_sizes(result(operation)?, known);
    Some(())
}

fn transpose(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let permutation = short_int_array(operation, "perms")?;
    transpose_by(analysis, operation, &permutation)
}
