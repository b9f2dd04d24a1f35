//! Shapes as rows of integers.

use crate::{
    analysis::state::{IntegerRow, IntegerValues},
    ir,
    symbol::integer::{Direction, Function, Signedness::Signed},
};
use melior::ir::{OperationRef, operation::OperationLike};

/// Returns the shapes in an op's operands.
fn shapes(values: &mut IntegerValues, operation: OperationRef<'_, '_>) -> Option<Vec<IntegerRow>> {
    let operands = operation.operands();
    operands.map(|operand| values.elements(operand)).collect()
}

/// The size that shapes broadcast to, aligned at their last dims.
pub(in crate::analysis::ops) fn broadcast_shape(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let shapes = shapes(values, operation)?;
    Some(values.broadcast(&shapes))
}

pub(in crate::analysis::ops) fn num_elements(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let shape = values.operand(operation, 0)?;
    Some([values.product(&shape)].into())
}

/// A shape is cut in two.
pub(in crate::analysis::ops) fn split_at(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let row = values.operand(operation, 0)?;
    let index = values.constant_operand(operation, 1)?;
    let place = match index {
        0.. => index,
        _ => index.saturating_add(row.len() as i64),
    };
    let place = usize::try_from(place)
        .ok()
        .filter(|&place| place <= row.len())?;
    let (head, tail) = row.split_at(place);
    for (index, part) in [head, tail].into_iter().enumerate() {
        values.set(ir::result(operation, index)?, part);
    }
    None
}

/// Whether each size is the one that all broadcast to, or 1.
pub(in crate::analysis::ops) fn is_broadcastable(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let shapes = shapes(values, operation)?;
    let result = values.broadcast(&shapes);
    let one = values.index(1);
    let integers = &mut values.integers;
    let equal = Function::Compare(Direction::Eq, Signed);
    let mut all = integers.constant(1, 1);
    for shape in &shapes {
        let aligned = &result[result.len() - shape.len()..];
        for (&extent, &size) in aligned.iter().zip(shape.iter()) {
            if extent == size {
                continue;
            }
            // Only sizes that broadcast have a size that they broadcast to.
            let extent = integers.expand(extent);
            let fits = integers.apply(equal, &[size, extent]);
            let is_one = integers.apply(equal, &[size, one]);
            let holds = integers.apply(Function::Or, &[fits, is_one]);
            all = integers.apply(Function::And, &[all, holds]);
        }
    }
    Some([all].into())
}

pub(in crate::analysis::ops) fn shape_eq(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let shapes = shapes(values, operation)?;
    let equal = Function::Compare(Direction::Eq, Signed);
    let integers = &mut values.integers;
    let mut all = integers.constant(1, 1);
    if let Some((first, others)) = shapes.split_first() {
        for other in others {
            if other.len() != first.len() {
                all = integers.constant(0, 1);
            }
            for (&a, &b) in first.iter().zip(other.iter()) {
                let is_same = integers.apply(equal, &[a, b]);
                all = integers.apply(Function::And, &[all, is_same]);
            }
        }
    }
    Some([all].into())
}

/// A function of two sizes, or of two shapes, dim by dim.
macro_rules! of_shapes {
    ($($name:ident: $function:expr,)*) => {
        $(
            pub(in crate::analysis::ops) fn $name(
                values: &mut IntegerValues,
                operation: OperationRef<'_, '_>,
            ) -> Option<IntegerRow> {
                let [a, b] = [0, 1].map(|index| values.operand(operation, index));
                (a?.len() == b?.len()).then_some(())?;
                values.apply(operation, $function)
            }
        )*
    };
}

of_shapes! {
    shape_add: Function::Add,
    shape_multiply: Function::Multiply,
    shape_divide: Function::DivideDown,
    shape_maximum: Function::Maximum(Signed),
    shape_minimum: Function::Minimum(Signed),
}
