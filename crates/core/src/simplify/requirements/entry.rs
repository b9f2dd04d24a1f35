//! What single ops tell: names and sizes at the entry of a function, and which dims of a broadcast fit.

use super::{super::broadcast, jax};
use crate::{analysis::Analysis, dialect::stablehlo, ir, symbol::Size};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

/// Returns the message of an assertion.
pub(super) fn message<'c>(assertion: OperationRef<'c, '_>) -> Option<&'c str> {
    let mut names = ["error_message", "msg"].into_iter();
    names.find_map(|name| ir::string(assertion, name))
}

/// Returns the names that the checks of a function give to sizes of its arguments, in their messages.
pub(super) fn names_in_messages<'c: 'a, 'a>(
    analysis: &mut Analysis,
    function: OperationRef<'c, 'a>,
) -> Vec<(Size, String)> {
    let mut named = vec![];
    let all = ir::operations(function).into_iter();
    for assertion in all.filter(|&operation| ir::is_assertion(operation)) {
        for (index, name) in message(assertion).map(jax::names).unwrap_or_default() {
            let value = ir::operand(assertion, index + 1);
            let size = value.and_then(|value| size_of(analysis, value));
            named.extend(size.map(|size| (size, name.into())));
        }
    }
    named
}

/// Returns the size that a scalar holds at the entry of a function: that of an argument, or of the
/// dim of an argument that it is read from.
pub(super) fn size_of(analysis: &mut Analysis, value: Value<'_, '_>) -> Option<Size> {
    let Some(operation) = ir::defining_op(value) else {
        return analysis.scalar_size(value);
    };
    if ir::name_str(operation.name()) != Some(stablehlo::GET_DIMENSION_SIZE) {
        return None;
    }
    let dim = usize::try_from(ir::integer(operation, "dimension")?).ok()?;
    let operand = ir::operand(operation, 0).filter(|operand| operand.is_block_argument())?;
    analysis.sizes(operand).get(dim).copied()
}

/// Returns for each dim of a broadcast's operand whether its size is known to be 1 or that of the
/// result. The result's sizes are read from the shape operand.
pub(super) fn fits(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Vec<bool>> {
    let shape = analysis.known_elements(ir::operand(operation, 1)?);
    let result: Value<'_, '_> = ir::result(operation, 0)?;
    let types = ir::shaped_type(result.r#type());
    let sizes = analysis.sizes(ir::operand(operation, 0)?);
    let dims = broadcast::result_dims(operation)?.into_iter().zip(sizes);
    let facts = analysis.facts();
    let fits = dims.map(|(dim, size)| {
        let fixed = types.shape().and_then(|shape| shape.get(dim)?.fixed_size());
        let element = || facts.as_size(*shape.as_ref()?.get(dim)?);
        let result = fixed.map(Size::Constant).or_else(element);
        let is_one = facts.canonical(size) == Size::Constant(1);
        is_one || result.is_some_and(|result| facts.entails_broadcasts_to(size, result))
    });
    Some(fits.collect())
}
