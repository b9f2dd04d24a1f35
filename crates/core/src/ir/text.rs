//! Attributes and types as parts of messages.

use super::ffi;
use melior::ir::{Attribute, AttributeLike, Type, TypeLike};

/// The maximum number of parts of an attribute or a type that is printed.
const MAX_PARTS: u64 = 10_000;

/// Returns an attribute as text, or its size if it is too large for a message.
///
/// Attributes and types share parts, so the text may be exponential in the size of the input.
pub fn attribute_text(attribute: Attribute<'_>) -> String {
    // SAFETY: the context owns the attribute.
    match unsafe { ffi::bcastAttributeCountParts(attribute.to_raw()) } {
        count if count > MAX_PARTS => format!("<an attribute of more than {MAX_PARTS} parts>"),
        _ => attribute.to_string(),
    }
}

/// Returns a type as text, or its size if it is too large for a message; see
/// [`attribute_text`].
pub fn type_text(r#type: Type<'_>) -> String {
    // SAFETY: the context owns the type.
    match unsafe { ffi::bcastTypeCountParts(r#type.to_raw()) } {
        count if count > MAX_PARTS => format!("<a type of more than {MAX_PARTS} parts>"),
        _ => r#type.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melior::{
        Context,
        ir::{
            attribute::{ArrayAttribute, StringAttribute},
            r#type::TupleType,
        },
    };

    #[test]
    fn shared_parts_are_not_printed_in_full() {
        let context = Context::new();
        let mut attribute: Attribute<'_> = StringAttribute::new(&context, "a").into();
        let mut r#type = Type::index(&context);
        for _ in 0..60 {
            attribute = ArrayAttribute::new(&context, &[attribute, attribute]).into();
            r#type = TupleType::new(&context, &[r#type, r#type]).into();
        }
        assert_eq!(
            attribute_text(attribute),
            "<an attribute of more than 10000 parts>"
        );
        assert_eq!(type_text(r#type), "<a type of more than 10000 parts>");
    }

    #[test]
    fn nesting_needs_no_stack() {
        let context = Context::new();
        let mut r#type = Type::index(&context);
        for _ in 0..100_000 {
            r#type = TupleType::new(&context, &[r#type]).into();
        }
        assert_eq!(type_text(r#type), "<a type of more than 10000 parts>");
    }

    #[test]
    fn small_attributes_and_types_are_printed_in_full() {
        let context = Context::new();
        for text in [
            "[\"a\", \"a\"]",
            "array<i64: 1, 2>",
            "unit",
            "dense<1> : tensor<2xi32>",
        ] {
            let attribute = Attribute::parse(&context, text).unwrap();
            assert_eq!(attribute_text(attribute), text);
        }
        let text = "tuple<index, tensor<?xf32>, tuple<>>";
        assert_eq!(type_text(Type::parse(&context, text).unwrap()), text);
    }
}
