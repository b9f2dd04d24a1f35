//! Ops that become StableHLO, as a pass reads them that does not convert them.

use super::{chlo, table};
use crate::{
    analysis::IntegerValues,
    conversion::{ConversionForm, OpOutcome},
    ir,
};
use melior::ir::{OperationRef, operation::OperationLike};

/// Notes the sizes and the integers of an op's result, by the row that converts it; returns whether the op is no more
/// than these integers, and checks nothing. `None` if there is no such row.
///
/// # Errors
///
/// Fails with the reason why the op cannot become StableHLO.
pub fn read_op(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<Result<bool, String>> {
    let row = table::find(ir::name_str(operation.name())?)?;
    let read = match row.form {
        ConversionForm::Custom(read, _) | ConversionForm::CheckedMeaning(read, _) => read,
        ConversionForm::Computed(..) => chlo::read_real_or_complex,
        _ => return None,
    };
    let is_checked = matches!(row.form, ConversionForm::CheckedMeaning(..));
    Some(match read(values, operation) {
        Ok(OpOutcome::Same(value)) => {
            if let Some(result) = ir::result(operation, 0) {
                values.set_same(result, value);
            }
            Ok(false)
        }
        Ok(reading) => Ok(!is_checked && matches!(reading, OpOutcome::Known)),
        Err(refusal) => Err(refusal.to_string()),
    })
}
