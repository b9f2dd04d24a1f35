//! What ops say in their attributes.

use melior::ir::{
    OperationRef,
    attribute::{BoolAttribute, DenseElementsAttribute, IntegerAttribute},
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
