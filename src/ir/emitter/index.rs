//! Sizes as `index`, for ops of upstream's dialects.

use super::{Emitter, Key};
use crate::ir::ValueKey;
use melior::ir::{
    Type, Value, ValueLike,
    attribute::IntegerAttribute,
    r#type::{RankedTensorType, ShapedTypeLike},
};

impl<'c, 'a> Emitter<'c, 'a> {
    /// Emits the element of a predicate, an `i1`.
    pub fn emit_extract(&mut self, predicate: Value<'c, 'a>) -> Value<'c, 'a> {
        self.emit_element_at(predicate, None, self.i1)
    }

    /// Emits a scalar size, a `tensor<i32>`, as an `index`.
    pub fn emit_index(&mut self, size: Value<'c, 'a>) -> Value<'c, 'a> {
        let element = self.emit_element_at(size, None, self.i32);
        self.emit_index_cast(element)
    }

    /// Emits an element of a tensor of sizes of rank 1 as an `index`.
    pub fn emit_element(&mut self, sizes: Value<'c, 'a>, index: usize) -> Value<'c, 'a> {
        let element_type =
            RankedTensorType::try_from(sizes.r#type()).map_or(self.i64, |r#type| r#type.element());
        let element = self.emit_element_at(sizes, Some(index), element_type);
        self.emit_index_cast(element)
    }

    /// Emits a tensor of rank 1 of these sizes, each an `index`.
    pub fn emit_from_elements(&mut self, sizes: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        let key = Key::FromElements(sizes.iter().copied().map(ValueKey::new).collect());
        self.emit_once(key, |emitter| {
            let index = Type::index(emitter.context);
            let r#type = RankedTensorType::new(&[sizes.len() as u64], index, None);
            emitter.emit_named("tensor.from_elements", sizes, &[], r#type.into())
        })
    }

    fn emit_element_at(
        &mut self,
        tensor: Value<'c, 'a>,
        index: Option<usize>,
        r#type: Type<'c>,
    ) -> Value<'c, 'a> {
        self.emit_once(Key::Element(ValueKey::new(tensor), index), |emitter| {
            let index = index.map(|index| emitter.emit_constant_index(index));
            let operands = [Some(tensor), index].into_iter().flatten();
            let operands = operands.collect::<Vec<_>>();
            emitter.emit_named("tensor.extract", &operands, &[], r#type)
        })
    }

    fn emit_constant_index(&mut self, value: usize) -> Value<'c, 'a> {
        self.emit_once(Key::Index(value), |emitter| {
            let r#type = Type::index(emitter.context);
            let value = IntegerAttribute::new(r#type, value as i64).into();
            emitter.emit_named("arith.constant", &[], &[("value", value)], r#type)
        })
    }

    fn emit_index_cast(&mut self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        let index = Type::index(self.context);
        if value.r#type() == index {
            return value;
        }
        self.emit_once(Key::IndexCast(ValueKey::new(value)), |emitter| {
            emitter.emit_named("arith.index_cast", &[value], &[], index)
        })
    }
}
