//! The ops of `linalg`: loop nests whose indexing maps give the elements that each iteration reads.

use super::{Operands, computed, slice::destination};
use crate::{
    analysis::row::{
        ExpressionNode, Needs, OpRow, SizeExpression, SizeExpressions, SizeNeed, Topic,
    },
    dialect::{indexing_maps, tensor},
    ir,
    symbol::integer::{Function, Signedness::Signed},
};
use melior::ir::{AffineExpr, BlockLike, OperationRef, Value, operation::OperationLike};

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
    let mut inside = vec![];
    let sizes = loops.iter().map(|&(_, size)| size);
    let iterations = sizes.reduce(|count, size| expressions.apply(Function::Multiply, count, size));
    for (position, size) in &accesses {
        if !position.is_dim()
            && let Some(positions) = ReadPositions::of(expressions, *position, &loops)
        {
            inside.extend(positions.are_inside(expressions, *size));
        }
    }
    inside.extend(reads_are_inside(expressions, &loops));
    let inside = inside.into_iter();
    needs.extend(inside.map(|need| iterations.map_or(need, |count| need.of_each(count))));
    Some(needs)
}

/// Returns the ops in the body of an op of `linalg` that read elements of other tensors, and which of their operands are
/// indices that are data.
pub fn reads_in_body<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
) -> Vec<(OperationRef<'c, 'a>, Vec<usize>)> {
    let reads = ir::find_ops(operation, |inner| ir::is_named(inner, tensor::EXTRACT));
    let reads = reads.into_iter().map(|read| {
        let indices = read.operands().enumerate().skip(1);
        let data = indices.filter(|&(_, index)| Index::of(operation, index).is_none());
        (read, data.map(|(operand, _)| operand).collect())
    });
    reads.collect()
}

/// An index in a body that is no data.
enum Index {
    Constant(i64),
    /// The position of a loop.
    Loop(usize),
    /// The same in all iterations.
    Fixed,
}

impl Index {
    fn of<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, index: Value<'c, 'a>) -> Option<Self> {
        if let Some(constant) = ir::constant_integer(index) {
            return Some(Self::Constant(constant));
        }
        if let Some(position) = ir::defined_by(index, "linalg.index") {
            let dim = ir::integer(position, "dim")?;
            return Some(Self::Loop(usize::try_from(dim).ok()?));
        }
        let parent = ir::block_of(index)?.parent_operation();
        let mut parents = std::iter::successors(parent, |op| op.parent_operation());
        (!parents.any(|parent| parent == operation)).then_some(Self::Fixed)
    }
}

/// Tensors have the elements that the body reads. An index that is data is kept inside, so that the tensor need only
/// have any.
fn reads_are_inside<'c: 'a, 'a>(
    expressions: &mut SizeExpressions<'c, 'a>,
    loops: &[(usize, SizeExpression)],
) -> Vec<SizeNeed> {
    let operation = expressions.operation;
    let mut needs = vec![];
    for (read, _) in reads_in_body(operation) {
        let sizes = ir::operand(read, 0).and_then(|tensor| expressions.sizes_of(tensor));
        for (size, index) in sizes.into_iter().flatten().zip(read.operands().skip(1)) {
            let zero = expressions.constant(0);
            let both = |number| ReadPositions {
                first: number,
                last: number,
            };
            let positions = match Index::of(operation, index) {
                Some(Index::Constant(constant)) => both(expressions.constant(constant)),
                Some(Index::Loop(dim)) => {
                    let Some(positions) = ReadPositions::of_loop(expressions, dim, loops) else {
                        continue;
                    };
                    positions
                }
                Some(Index::Fixed) => both(expressions.add(ExpressionNode::Element(index, 0))),
                None => both(zero),
            };
            needs.extend(positions.are_inside(expressions, size));
        }
    }
    needs
}

/// The least and the greatest value of an expression over loops that have iterations.
#[derive(Clone, Copy)]
struct ReadPositions {
    first: SizeExpression,
    last: SizeExpression,
}

impl ReadPositions {
    fn of_loop(
        expressions: &mut SizeExpressions<'_, '_>,
        dim: usize,
        loops: &[(usize, SizeExpression)],
    ) -> Option<Self> {
        let &(_, size) = loops.iter().find(|&&(known, _)| known == dim)?;
        let [first, one] = [0, 1].map(|number| expressions.constant(number));
        let last = expressions.apply(Function::Subtract, size, one);
        Some(Self { first, last })
    }

    fn are_inside(
        self,
        expressions: &mut SizeExpressions<'_, '_>,
        size: SizeExpression,
    ) -> [SizeNeed; 2] {
        let [zero, one] = [0, 1].map(|number| expressions.constant(number));
        let end = expressions.apply(Function::Add, self.last, one);
        [
            SizeNeed::at_most(zero, self.first),
            SizeNeed::at_most(end, size),
        ]
    }

    /// Returns bounds that are exact unless one loop occurs twice in the expression; `None` if no dim has a loop's size.
    fn of(
        expressions: &mut SizeExpressions<'_, '_>,
        position: AffineExpr<'_>,
        loops: &[(usize, SizeExpression)],
    ) -> Option<Self> {
        if position.is_constant() {
            let constant = expressions.constant(position.constant_value());
            return Some(Self {
                first: constant,
                last: constant,
            });
        }
        if position.is_dim() {
            return Self::of_loop(expressions, position.dim_position(), loops);
        }
        let (left, right) = (position.lhs(), position.rhs());
        let a = Self::of(expressions, left, loops)?;
        if position.is_add() {
            let b = Self::of(expressions, right, loops)?;
            return Some(Self {
                first: expressions.apply(Function::Add, a.first, b.first),
                last: expressions.apply(Function::Add, a.last, b.last),
            });
        }
        let factor = right.is_constant().then(|| right.constant_value())?;
        let constant = expressions.constant(factor);
        let function = match () {
            () if position.is_mul() => Function::Multiply,
            () if factor <= 0 => return None,
            () if position.is_floor_div() => Function::DivideDown,
            () if position.is_ceil_div() => Function::DivideUp(Signed),
            () => {
                let [first, greatest] = [0, factor - 1].map(|number| expressions.constant(number));
                let last = expressions.apply(Function::Minimum(Signed), a.last, greatest);
                return Some(Self { first, last });
            }
        };
        let [first, last] = [a.first, a.last].map(|end| expressions.apply(function, end, constant));
        Some(match function {
            Function::Multiply if factor < 0 => Self {
                first: last,
                last: first,
            },
            Function::Multiply => Self { first, last },
            // Whichever way a negative number is rounded.
            _ => Self {
                first: expressions.apply(Function::Minimum(Signed), a.first, first),
                last,
            },
        })
    }
}
