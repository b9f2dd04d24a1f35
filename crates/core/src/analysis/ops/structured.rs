//! The ops of `linalg`: loop nests whose indexing maps give the elements that each iteration reads.

use super::{Operands, computed, slice::destination};
use crate::{
    analysis::row::{Needs, OpRow, SizeExpression, SizeExpressions, SizeNeed, Topic},
    dialect::indexing_maps,
    symbol::integer::Function,
};
use melior::ir::{AffineExpr, OperationRef, operation::OperationLike};

/// The op whose row is that of all.
pub(super) const GENERIC: &str = "linalg.generic";

pub(super) const TOPIC: Topic = Topic {
    title: "ops of `linalg`",
    ops: &[OpRow::new(GENERIC)
        .extents(computed!(destination))
        .limits(loops_stay_inside)],
};

/// A dim that a loop visits has its size, and one that is read at a sum of positions has the last one.
///
/// `(i, j) -> (i + j)` of loops of sizes `[3, 2]` needs `[4]`.
fn loops_stay_inside(
    expressions: &mut SizeExpressions<'_, '_>,
    operation: OperationRef<'_, '_>,
) -> Needs {
    let maps = indexing_maps(operation)?;
    let mut accesses = vec![];
    for (index, map) in maps.into_iter().enumerate().take(operation.operand_count()) {
        // A scalar has no dims.
        let sizes = expressions.sizes(index).unwrap_or_default();
        for (dim, size) in sizes.into_iter().enumerate() {
            accesses.push((map.result(dim).ok()?, size));
        }
    }
    let mut loops = vec![];
    let mut needs = vec![];
    for (position, size) in &accesses {
        if !position.is_dim() {
            continue;
        }
        let index = position.dim_position();
        match loops.iter().find(|&&(known, _)| known == index) {
            Some(&(_, known)) => needs.push(SizeNeed::equal(*size, known)),
            None => loops.push((index, *size)),
        }
    }
    for (position, size) in &accesses {
        if !position.is_dim()
            && let Some(last) = last_position(expressions, *position, &loops)
        {
            let one = expressions.constant(1);
            let end = expressions.apply(Function::Add, last, one);
            needs.push(SizeNeed::at_most(end, *size));
        }
    }
    Some(needs)
}

/// Returns the greatest value of an expression over loops, if it grows with each of them.
fn last_position(
    expressions: &mut SizeExpressions<'_, '_>,
    position: AffineExpr<'_>,
    loops: &[(usize, SizeExpression)],
) -> Option<SizeExpression> {
    if position.is_constant() {
        return Some(expressions.constant(position.constant_value()));
    }
    if position.is_dim() {
        let index = position.dim_position();
        let &(_, size) = loops.iter().find(|&&(known, _)| known == index)?;
        let one = expressions.constant(1);
        return Some(expressions.apply(Function::Subtract, size, one));
    }
    let function = match () {
        () if position.is_add() => Function::Add,
        () if position.is_mul() => Function::Multiply,
        () => return None,
    };
    let parts = [position.lhs(), position.rhs()];
    let is_negative = |part: &AffineExpr<'_>| part.is_constant() && part.constant_value() < 0;
    if position.is_mul() && parts.iter().any(is_negative) {
        return None;
    }
    let [a, b] = parts.map(|part| last_position(expressions, part, loops));
    Some(expressions.apply(function, a?, b?))
}
