//! Access to ops' attributes.

use super::tensor::{element_type, integer_bits};
use melior::ir::{
    Attribute, AttributeLike, OperationRef, TypeLike,
    attribute::{ArrayAttribute, BoolAttribute, DenseElementsAttribute, IntegerAttribute},
    operation::OperationLike,
};

pub(super) fn op_name(operation: OperationRef<'_, '_>) -> String {
    let name = operation.name();
    let name = name.as_string_ref();
    name.as_str().expect("names are UTF-8").to_string()
}

pub(super) fn attribute<'c>(operation: OperationRef<'c, '_>, name: &str) -> Attribute<'c> {
    operation.attribute(name).expect("the attribute is there")
}

/// Returns the entries of a list.
pub(super) fn entries(list: Attribute<'_>) -> Vec<Attribute<'_>> {
    let list = ArrayAttribute::try_from(list).expect("a list");
    let entries = (0..list.len()).map(|index| list.element(index));
    entries.map(|entry| entry.expect("in range")).collect()
}

/// Returns the name in an attribute, with or without `@`.
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
    elements(operation, "value")
}

/// Returns the elements of an attribute of integers.
pub(super) fn elements(operation: OperationRef<'_, '_>, name: &str) -> Vec<i64> {
    let attribute = operation.attribute(name).expect("it is there");
    let bits = integer_bits(attribute.r#type()).expect("its elements are integers");
    let value = DenseElementsAttribute::try_from(attribute).expect("it is dense");
    if bits == 1 {
        let text = value.to_string();
        let words = text.split(['<', '[', ']', ',', ' ', '>']);
        let words = words.filter(|word| matches!(*word, "true" | "false"));
        let all = words.map(|word| i64::from(word == "true"));
        // A splat is written once.
        return all.cycle().take(value.len()).collect();
    }
    (0..value.len())
        .map(|i| match bits {
            8 => value.i8_element(i).expect("an i8").into(),
            16 => value.i16_element(i).expect("an i16").into(),
            32 => value.i32_element(i).expect("an i32").into(),
            _ => value.i64_element(i).expect("an i64"),
        })
        .collect()
}

/// Returns the elements of a constant of floats.
pub(super) fn constant_floats(operation: OperationRef<'_, '_>) -> Vec<f64> {
    let attribute = operation.attribute("value").expect("it has a value");
    let is_single = element_type(attribute.r#type()).is_f32();
    let value = DenseElementsAttribute::try_from(attribute).expect("it is dense");
    (0..value.len())
        .map(|i| match is_single {
            true => value.f32_element(i).expect("an f32").into(),
            false => value.f64_element(i).expect("an f64"),
        })
        .collect()
}

/// Returns the numbers in brackets after a key in an attribute's text; empty if the key is
/// missing.
pub(super) fn list_in(text: &str, key: &str) -> Vec<i64> {
    let Some((_, rest)) = text.split_once(&format!("{key} = [")) else {
        return vec![];
    };
    let (list, _) = rest.split_once(']').expect("the list ends");
    let numbers = list.split(", ").filter(|number| !number.is_empty());
    numbers
        .map(|number| number.parse().expect("a number"))
        .collect()
}

/// Returns the number after a key in an attribute's text; 0 if the key is missing.
pub(super) fn number_in(text: &str, key: &str) -> i64 {
    let Some((_, rest)) = text.split_once(&format!("{key} = ")) else {
        return 0;
    };
    let end = rest.find([',', '>']).expect("the number ends");
    rest[..end].parse().expect("a number")
}

pub(super) fn text(operation: OperationRef<'_, '_>, name: &str) -> String {
    let attribute = operation.attribute(name).expect("the attribute is there");
    attribute.to_string()
}

pub(super) fn has_side_effect(operation: OperationRef<'_, '_>) -> bool {
    operation
        .attribute("has_side_effect")
        .is_ok_and(|attribute| BoolAttribute::try_from(attribute).is_ok_and(|value| value.value()))
}
