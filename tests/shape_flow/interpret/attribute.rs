//! What ops say in their attributes.

use super::Value;
use melior::ir::{
    OperationRef,
    attribute::{
        BoolAttribute, DenseElementsAttribute, DenseI64ArrayAttribute, IntegerAttribute,
        StringAttribute,
    },
    operation::OperationLike,
};

pub(super) fn op_name(operation: OperationRef<'_, '_>) -> String {
    let name = operation.name();
    let name = name.as_string_ref();
    name.as_str().expect("names are UTF-8").to_string()
}

/// Returns the name that an attribute holds, with or without `@`.
pub(super) fn symbol(operation: OperationRef<'_, '_>, name: &str) -> String {
    let attribute = operation.attribute(name).expect("it has the symbol");
    let text = attribute.to_string();
    text.trim_matches(['@', '"']).to_string()
}

pub(super) fn integer(operation: OperationRef<'_, '_>, name: &str) -> i64 {
    let attribute = operation.attribute(name).expect("the attribute is there");
    IntegerAttribute::try_from(attribute)
        .expect("an integer")
        .value()
}

/// Returns the entries of an array; none if there is no such attribute.
pub(super) fn array(operation: OperationRef<'_, '_>, name: &str) -> Vec<i64> {
    let Ok(attribute) = operation.attribute(name) else {
        return vec![];
    };
    let array = DenseI64ArrayAttribute::try_from(attribute).expect("an array");
    (0..array.len())
        .map(|i| array.element(i).expect("in range"))
        .collect()
}

/// Returns the elements of a constant of integers.
pub(super) fn constant_elements(operation: OperationRef<'_, '_>) -> Vec<i64> {
    let attribute = operation.attribute("value").expect("it has a value");
    let value = DenseElementsAttribute::try_from(attribute).expect("it is dense");
    let is_wide = value.to_string().ends_with("i64>");
    (0..value.len())
        .map(|i| match is_wide {
            true => value.i64_element(i).expect("an i64"),
            false => value.i32_element(i).expect("an i32").into(),
        })
        .collect()
}

pub(super) fn has_side_effect(operation: OperationRef<'_, '_>) -> bool {
    operation
        .attribute("has_side_effect")
        .is_ok_and(|attribute| BoolAttribute::try_from(attribute).is_ok_and(|value| value.value()))
}

/// Returns an assertion's message with the sizes filled in.
pub(super) fn message(operation: OperationRef<'_, '_>, sizes: &[Value]) -> String {
    let attribute = operation
        .attribute("error_message")
        .or_else(|_| operation.attribute("msg"))
        .expect("it has a message");
    let text = StringAttribute::try_from(attribute)
        .expect("a string")
        .value()
        .to_string();
    let message = sizes.iter().enumerate().fold(text, |text, (index, size)| {
        let size = size.as_ref().expect("no check failed before it");
        text.replace(&format!("{{{index}}}"), &size.elements()[0].to_string())
    });
    assert!(
        !message.contains('{'),
        "a placeholder is left in {message:?}"
    );
    message
}
