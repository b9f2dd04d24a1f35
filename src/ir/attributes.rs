//! Reading ops and their attributes; everything answers `None` where an op is not
//! as expected, which unverified ops may not be.

use super::ffi;
use melior::ir::{
    AttributeLike, OperationRef, Type, Value,
    attribute::{
        DenseElementsAttribute, DenseI64ArrayAttribute, IntegerAttribute, StringAttribute,
    },
    operation::{OperationLike, OperationResult},
    r#type::{IntegerType, RankedTensorType, ShapedTypeLike},
};

/// Returns whether an op applies to each element alone.
pub fn is_elementwise(operation: OperationRef<'_, '_>) -> bool {
    // SAFETY: the op is alive by its lifetime.
    unsafe { ffi::bcastOperationIsElementwise(OperationLike::to_raw(&operation)) }
}

/// Returns the op that defines a value; `None` for a block argument.
pub fn defining_op<'c, 'a>(value: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    Some(OperationResult::try_from(value).ok()?.owner())
}

/// Returns the elements of an `array<i64: ...>` attribute.
pub fn int_array(operation: OperationRef<'_, '_>, name: &str) -> Option<Vec<i64>> {
    let array = DenseI64ArrayAttribute::try_from(operation.attribute(name).ok()?).ok()?;
    (0..array.len())
        .map(|index| array.element(index).ok())
        .collect()
}

/// Returns the value of an integer attribute.
pub fn integer(operation: OperationRef<'_, '_>, name: &str) -> Option<i64> {
    let attribute = IntegerAttribute::try_from(operation.attribute(name).ok()?).ok()?;
    Some(attribute.value())
}

/// Returns whether a string attribute has this value.
pub fn is_string(operation: OperationRef<'_, '_>, name: &str, value: &str) -> bool {
    operation
        .attribute(name)
        .ok()
        .and_then(|attribute| StringAttribute::try_from(attribute).ok())
        .is_some_and(|attribute| attribute.to_string() == format!("{value:?}"))
}

/// Returns the elements of a dense attribute of `i32` or `i64` with at most
/// `max` elements.
pub fn int_elements(operation: OperationRef<'_, '_>, name: &str, max: usize) -> Option<Vec<i64>> {
    let attribute = operation.attribute(name).ok()?;
    let r#type = RankedTensorType::try_from(attribute.r#type()).ok()?;
    let elements = DenseElementsAttribute::try_from(attribute).ok()?;
    if elements.len() > max {
        return None;
    }
    let bits = int_bits(r#type.element())?;
    (0..elements.len())
        .map(|index| match bits {
            32 => elements.i32_element(index).ok().map(i64::from),
            64 => elements.i64_element(index).ok(),
            _ => None,
        })
        .collect()
}

/// Returns the width of a tensor's elements if they are signless integers.
pub fn element_bits(r#type: Type<'_>) -> Option<u32> {
    int_bits(RankedTensorType::try_from(r#type).ok()?.element())
}

/// Returns the direction of a comparison, such as `EQ`.
pub fn comparison_direction(operation: OperationRef<'_, '_>) -> Option<&'static str> {
    let text = operation
        .attribute("comparison_direction")
        .ok()?
        .to_string();
    ["EQ", "NE", "GE", "GT", "LE", "LT"]
        .into_iter()
        .find(|direction| text == format!("#stablehlo<comparison_direction {direction}>"))
}

fn int_bits(r#type: Type<'_>) -> Option<u32> {
    let r#type = IntegerType::try_from(r#type).ok()?;
    r#type.is_signless().then(|| r#type.width())
}
