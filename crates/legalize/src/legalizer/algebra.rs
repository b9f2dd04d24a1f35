//! Composed functions on emitted values.

use super::Legalizer;
use crate::{
    analysis::integer_bits,
    symbol::integer::{Algebra, Function, INDEX_BITS},
};
use melior::ir::{Value, ValueLike};

impl<'c: 'a, 'a> Algebra for Legalizer<'c, 'a> {
    type Value = Value<'c, 'a>;

    fn constant(&mut self, value: i64, like: Value<'c, 'a>) -> Value<'c, 'a> {
        let bits = integer_bits(like.r#type()).unwrap_or(INDEX_BITS);
        self.integer_splat(value, bits, like)
    }

    fn apply(&mut self, function: Function, parts: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        self.function(function, parts)
    }

    fn is_nonnegative(&self, _value: Value<'c, 'a>) -> bool {
        false
    }
}
