//! Constants whose elements are in a resource of the file, which become inline, since XLA
//! accepts only inline elements.

use super::legalizer::Legalizer;
use crate::{
    analysis::IntegerValues,
    conversion::{ConversionForm::Custom, OpConversion, OpOutcome},
    dialect::stablehlo,
    ir,
    refusal::Refusal,
    statistics::NoMatch,
};
use melior::ir::{Attribute, OperationRef, Value, operation::OperationLike};

/// The row of `stablehlo.constant`.
pub const ROWS: &[OpConversion] = &[OpConversion::new(stablehlo::CONSTANT, Custom(read, emit))];

fn value<'c>(operation: OperationRef<'c, '_>) -> Option<Attribute<'c>> {
    operation.attribute("value").ok()
}

fn read<'c, 'a>(
    _values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let Some(value) = value(operation) else {
        return Ok(OpOutcome::Kept(NoMatch::Reason("it has no value")));
    };
    check(value)?;
    Ok(match ir::is_resource(value) {
        true => OpOutcome::Emitted,
        false => OpOutcome::Kept(NoMatch::Reason("its elements are not in a resource")),
    })
}

/// Rejects elements in a resource that cannot be read.
pub fn check(elements: Attribute<'_>) -> Result<(), Refusal> {
    match ir::is_resource(elements) && ir::dense_elements(elements).is_none() {
        true => Err(Refusal::Other(
            "its elements are in a resource that is not in the file, or has another size; \
             write them in the program ('dense<...>')"
                .into(),
        )),
        false => Ok(()),
    }
}

fn emit<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    Some(vec![legalizer.constant(value(operation)?, r#type)?])
}
