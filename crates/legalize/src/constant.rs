//! Constants of other dialects.

use crate::{
    analysis::{IntegerValues, integer_bits},
    conversion::{ConversionForm::Custom, OpConversion, OpOutcome},
    ir,
    known::reading,
    legalizer::Legalizer,
    refusal::Refusal,
};
use melior::ir::{
    Attribute, AttributeLike, OperationRef, Value, ValueLike, operation::OperationLike,
};

/// The rows of constants.
pub const ROWS: &[OpConversion] = &[
    OpConversion::new("tf.Const", Custom(read_constant, emit_constant)),
    OpConversion::new("tosa.const", Custom(read_constant, emit_constant)),
];

/// Returns the elements of a constant.
fn elements<'c>(operation: OperationRef<'c, '_>) -> Option<Attribute<'c>> {
    let mut names = ["value", "values"].into_iter();
    let value = names.find_map(|name| operation.attribute(name).ok());
    ir::dense_elements(value?)
}

fn read_constant<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let Some(value) = elements(operation) else {
        return Err(Refusal::Other(
            "its value is not a dense attribute in the program".into(),
        ));
    };
    let bits = ir::result(operation, 0).and_then(|result| integer_bits(result.r#type()));
    let constants = ir::int_elements_value(value, MAX_CONSTANTS).zip(bits);
    let elements = constants.map(|(constants, bits)| {
        let constants = constants.into_iter();
        let constants = constants.map(|value| values.integers.constant(value, bits));
        constants.collect()
    });
    Ok(reading(values, operation, elements))
}

/// The longest constant that sizes are read from.
const MAX_CONSTANTS: usize = 64;

fn emit_constant<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let value = elements(operation)?;
    let r#type = value.r#type();
    Some(vec![legalizer.constant(value, r#type)?])
}
