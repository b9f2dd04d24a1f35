//! Casts of attributes and types to their specific kinds.
//!
//! On failure, melior's `try_from` prints the attribute or type, which may take unbounded time:
//! see [`attribute_text`](super::attribute_text).

use melior::ir::{
    Attribute, AttributeLike, Type, TypeLike,
    attribute::{
        ArrayAttribute, BoolAttribute, DenseElementsAttribute, DenseI32ArrayAttribute,
        DenseI64ArrayAttribute, DictionaryAttribute, IntegerAttribute, TypeAttribute,
    },
    r#type::{FunctionType, IntegerType, RankedTensorType},
};

macro_rules! casts {
    ($($name:ident: $from:ident is $test:ident => $to:ident,)*) => {
        $(
            #[doc = concat!("Casts to a [`", stringify!($to), "`]; `None` if it is of another kind.")]
            pub fn $name<'c>(from: $from<'c>) -> Option<$to<'c>> {
                from.$test().then(|| $to::try_from(from).ok())?
            }
        )*
    };
}

casts! {
    as_array: Attribute is is_array => ArrayAttribute,
    as_bool: Attribute is is_bool => BoolAttribute,
    as_dense_elements: Attribute is is_dense_elements => DenseElementsAttribute,
    as_dense_i32_array: Attribute is is_dense_i32_array => DenseI32ArrayAttribute,
    as_dense_i64_array: Attribute is is_dense_i64_array => DenseI64ArrayAttribute,
    as_dictionary: Attribute is is_dictionary => DictionaryAttribute,
    as_integer: Attribute is is_integer => IntegerAttribute,
    as_type: Attribute is is_type => TypeAttribute,
    as_function_type: Type is is_function => FunctionType,
    as_integer_type: Type is is_integer => IntegerType,
    as_ranked_tensor: Type is is_ranked_tensor => RankedTensorType,
}
