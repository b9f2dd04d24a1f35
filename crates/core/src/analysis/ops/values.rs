//! The values of an op that rows read.

use crate::{
    analysis::{Analysis, Elements},
    ir::{self, operand},
};
use melior::ir::{OperationRef, Value, operation::OperationLike};

/// Returns an op's only result.
pub(super) fn result<'c, 'a>(operation: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    match operation.result_count() {
        1 => ir::result(operation, 0),
        _ => None,
    }
}

/// Returns the entry of a list at an index from an attribute, if it is in range.
pub(in crate::analysis) fn at<T: Copy>(list: &[T], index: i64) -> Option<T> {
    list.get(usize::try_from(index).ok()?).copied()
}

/// Returns the elements of an operand.
pub(super) fn elements_of(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<Elements> {
    analysis.elements_of(operand(operation, index)?)
}
