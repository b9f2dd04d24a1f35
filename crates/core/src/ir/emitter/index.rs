//! Sizes as `index`, for ops of upstream MLIR dialects.

use super::{EmittedKey, EmittedOp, Emitter, Width};
use crate::{
    dialect::{
        arith, no_signed_wrap,
        stablehlo::{self, ConstantOp},
        tensor,
    },
    ir::{
        ValueKey, as_integer_type, constant_integer, element_type, integer_predicate, splat,
        with_element_type,
    },
    rule::Number,
    symbol::integer::{Direction, Signedness},
};
use melior::ir::{
    Type, TypeLike, Value, ValueLike,
    attribute::IntegerAttribute,
    r#type::{IntegerType, RankedTensorType},
};

impl<'c, 'a> Emitter<'c, 'a> {
    /// Emits the extraction of a predicate's element, an `i1`.
    pub fn emit_extract(&mut self, predicate: Value<'c, 'a>) -> Value<'c, 'a> {
        self.emit_element_at(predicate, None, self.i1)
    }

    /// Emits the element of a tensor of an integer of rank 0 as an `index`.
    pub fn emit_index(&mut self, size: Value<'c, 'a>) -> Value<'c, 'a> {
        self.emit_number_at(size, None)
    }

    /// Emits the extent of a dim as an `index`.
    pub fn emit_extent_index(&mut self, operand: Value<'c, 'a>, dim: usize) -> Value<'c, 'a> {
        let size = self.emit_dimension_size(operand, dim, None);
        self.emit_index(size)
    }

    /// Emits an op of `arith` on two `index` values.
    pub fn emit_index_binary(
        &mut self,
        name: &'static str,
        lhs: Value<'c, 'a>,
        rhs: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let r#type = Type::index(self.context);
        self.emit_pure(name, &[lhs, rhs], &[], r#type)
    }

    /// Emits the product of two `index` values that is known not to wrap.
    pub fn emit_index_product(&mut self, lhs: Value<'c, 'a>, rhs: Value<'c, 'a>) -> Value<'c, 'a> {
        let flags = no_signed_wrap(self.context).map(|flags| ("overflowFlags", flags));
        let flags = flags.into_iter().collect::<Vec<_>>();
        self.emit_pure(arith::MULI, &[lhs, rhs], &flags, Type::index(self.context))
    }

    /// Emits a signed comparison of two `index` values, an `i1`.
    pub fn emit_index_compare(
        &mut self,
        direction: Direction,
        lhs: Value<'c, 'a>,
        rhs: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        self.emit_compare(direction, Signedness::Signed, lhs, rhs)
    }

    /// Emits a comparison of two scalars, an `i1`.
    pub fn emit_compare(
        &mut self,
        direction: Direction,
        signedness: Signedness,
        lhs: Value<'c, 'a>,
        rhs: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let predicate = integer_predicate(direction, signedness);
        let predicate = IntegerAttribute::new(self.i64, predicate).into();
        let attributes = [("predicate", predicate)];
        self.emit_pure(arith::CMPI, &[lhs, rhs], &attributes, self.i1)
    }

    /// Emits a `tensor.dim`.
    pub fn emit_dim(&mut self, operand: Value<'c, 'a>, dim: usize) -> Value<'c, 'a> {
        let dim = self.emit_constant_index(dim as i64);
        let r#type = Type::index(self.context);
        self.emit_pure(tensor::DIM, &[operand, dim], &[], r#type)
    }

    /// Emits a `tensor.reshape` to these extents, each an `index`.
    pub fn emit_tensor_reshape(
        &mut self,
        operand: Value<'c, 'a>,
        extents: &[Value<'c, 'a>],
        r#type: Type<'c>,
    ) -> Value<'c, 'a> {
        let shape = self.emit_from_elements(extents);
        self.emit_named(tensor::RESHAPE, &[operand, shape], &[], r#type)
    }

    /// Emits an element of a tensor of integers of rank 1 as an `index`.
    pub fn emit_element(&mut self, sizes: Value<'c, 'a>, index: usize) -> Value<'c, 'a> {
        self.emit_number_at(sizes, Some(index))
    }

    /// Emits the element of a tensor at a position, one `index` for each dim.
    pub fn emit_element_of(
        &mut self,
        tensor: Value<'c, 'a>,
        position: &[Value<'c, 'a>],
        r#type: Type<'c>,
    ) -> Value<'c, 'a> {
        let operands = [&[tensor], position].concat();
        self.emit_pure(tensor::EXTRACT, &operands, &[], r#type)
    }

    /// Emits an integer as an `index`.
    pub fn emit_as_index(&mut self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        self.emit_index_cast(value, Type::index(self.context))
    }

    fn emit_number_at(&mut self, tensor: Value<'c, 'a>, index: Option<usize>) -> Value<'c, 'a> {
        let tensor = self.emit_signless(tensor);
        let r#type = element_type(tensor.r#type()).unwrap_or(self.i64);
        let element = self.emit_element_at(tensor, index, r#type);
        self.emit_index_cast(element, Type::index(self.context))
    }

    /// Emits unsigned integers, which `arith` lacks, and narrow ones, whose signs IREE forgets, as
    /// the same numbers of type `i32` or `i64`; those beyond its maximum become that. Other tensors
    /// are returned as they are.
    pub fn emit_signless(&mut self, tensor: Value<'c, 'a>) -> Value<'c, 'a> {
        let integer = element_type(tensor.r#type()).and_then(as_integer_type);
        let is_unfit = |it: &IntegerType<'_>| it.is_unsigned() || it.width() < u32::BITS;
        match integer.filter(is_unfit) {
            Some(integer) => self.emit_widened(tensor, integer).unwrap_or(tensor),
            None => tensor,
        }
    }

    fn emit_widened(
        &mut self,
        mut tensor: Value<'c, 'a>,
        integer: IntegerType<'c>,
    ) -> Option<Value<'c, 'a>> {
        let r#type = tensor.r#type();
        // A constant that is known as an `i64` is in its range.
        if integer.width() >= u64::BITS && constant_integer(tensor).is_none() {
            let scalar = RankedTensorType::new(&[], integer.into(), None).into();
            let mut bound = |value| {
                let value = splat(self.context, scalar, Number::Integer(value))?;
                let attributes = ConstantOp { value }.attributes(self.context);
                Some(self.emit_pure(stablehlo::CONSTANT, &[], &attributes, scalar))
            };
            let operands = [bound(0)?, tensor, bound(i64::MAX)?];
            tensor = self.emit_pure(stablehlo::CLAMP, &operands, &[], r#type);
        }
        let bits = match integer.width() {
            ..u32::BITS => u32::BITS,
            _ => u64::BITS,
        };
        let element = IntegerType::new(self.context, bits).into();
        let wide = with_element_type(r#type, element)?;
        Some(self.emit_pure(stablehlo::CONVERT, &[tensor], &[], wide))
    }

    /// Emits a tensor of `index`, which StableHLO's ops do not take, as one of `i64`. Other tensors are
    /// returned as they are.
    pub fn emit_as_integers(&mut self, tensor: Value<'c, 'a>) -> Value<'c, 'a> {
        let r#type = tensor.r#type();
        let is_of_indices = element_type(r#type).is_some_and(|element| element.is_index());
        match with_element_type(r#type, self.i64).filter(|_| is_of_indices) {
            Some(r#type) => self.emit_pure(arith::INDEX_CAST, &[tensor], &[], r#type),
            None => tensor,
        }
    }

    /// Emits an `i64` tensor of rank 1 of these sizes, each an `index`.
    pub fn emit_from_elements(&mut self, sizes: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        let key = EmittedKey::FromElements(sizes.iter().copied().map(ValueKey::new).collect());
        self.emit_once(key, |emitter| {
            let sizes = sizes.iter();
            let sizes = sizes.map(|&size| emitter.emit_index_cast(size, emitter.i64));
            let sizes = sizes.collect::<Vec<_>>();
            let r#type = emitter.size_type(&[sizes.len() as u64], Width::I64);
            emitter.emit_named(tensor::FROM_ELEMENTS, &sizes, &[], r#type)
        })
    }

    fn emit_element_at(
        &mut self,
        tensor: Value<'c, 'a>,
        index: Option<usize>,
        r#type: Type<'c>,
    ) -> Value<'c, 'a> {
        self.emit_once(
            EmittedKey::Element(ValueKey::new(tensor), index),
            |emitter| {
                let index = index.map(|index| emitter.emit_constant_index(index as i64));
                let operands = [Some(tensor), index].into_iter().flatten();
                let operands = operands.collect::<Vec<_>>();
                emitter.emit_op(EmittedOp::TensorExtract, &operands, &[], r#type)
            },
        )
    }

    /// Emits a constant `index`.
    pub fn emit_constant_index(&mut self, value: i64) -> Value<'c, 'a> {
        self.emit_once(EmittedKey::Index(value), |emitter| {
            let r#type = Type::index(emitter.context);
            let value = IntegerAttribute::new(r#type, value).into();
            emitter.emit_named(arith::CONSTANT, &[], &[("value", value)], r#type)
        })
    }

    /// Emits the conversion between an `index` and an integer.
    fn emit_index_cast(&mut self, value: Value<'c, 'a>, r#type: Type<'c>) -> Value<'c, 'a> {
        if value.r#type() == r#type {
            return value;
        }
        let key = EmittedKey::IndexCast(ValueKey::new(value), r#type.to_raw().ptr as usize);
        self.emit_once(key, |emitter| {
            emitter.emit_named(arith::INDEX_CAST, &[value], &[], r#type)
        })
    }
}
