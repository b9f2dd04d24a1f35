//! Arithmetic on sizes.
use super::{
    EmittedKey, EmittedOp, Emitter,
    key::{Binary, Fold, Width},
};
use crate::{
    dialect::stablehlo::{ConcatenateOp, ConstantOp, GetDimensionSizeOp},
    ir::ValueKey,
    symbol::Size,
};
use melior::ir::{
    Type, Value, ValueLike, attribute::DenseElementsAttribute, r#type::RankedTensorType,
};

impl<'c, 'a> Emitter<'c, 'a> {
    /// Emits a scalar constant.
    pub fn emit_constant(&mut self, value: i64, width: Width) -> Value<'c, 'a> {
        self.emit_once(EmittedKey::Constant(value, width), |emitter| {
            let r#type = emitter.size_type(&[], width);
            emitter.emit_dense(r#type, &[value], width)
        })
    }

    /// Emits a constant of rank 1.
    pub fn emit_constants(&mut self, values: &[i64], width: Width) -> Value<'c, 'a> {
        self.emit_once(EmittedKey::Constants(values.to_vec(), width), |emitter| {
            let r#type = emitter.size_type(&[values.len() as u64], width);
            emitter.emit_dense(r#type, values, width)
        })
    }

    /// Emits the extent of a dim, a `tensor<i32>`.
    ///
    /// If the size is named, a value that holds the size of that name is reused.
    pub fn emit_dimension_size(
        &mut self,
        operand: Value<'c, 'a>,
        dim: usize,
        size: Option<Size>,
    ) -> Value<'c, 'a> {
        if let Some(Size::Symbol(symbol)) = size
            && let Some(value) = self.find(&EmittedKey::Size(symbol))
        {
            return value;
        }
        let argument = size.and_then(|size| self.entry()?.arguments.get(&size));
        let (operand, dim) = match argument {
            Some(&argument) if self.is_at_entry => argument,
            _ => (operand, dim),
        };
        let key = EmittedKey::DimensionSize(ValueKey::new(operand), dim);
        let value = self.emit_once(key, |emitter| {
            let dimension = dim as i64;
            let attributes = GetDimensionSizeOp { dimension }.attributes(emitter.context);
            let r#type = emitter.size_type(&[], Width::I32);
            emitter.emit_op(EmittedOp::GetDimensionSize, &[operand], &attributes, r#type)
        });
        if let Some(size) = size {
            self.record_size(size, value);
        }
        value
    }

    /// Emits the conversion of a scalar size from `i32` to `i64`.
    pub fn emit_convert_to_i64(&mut self, size: Value<'c, 'a>) -> Value<'c, 'a> {
        self.emit_once(EmittedKey::Convert(ValueKey::new(size)), |emitter| {
            let r#type = emitter.size_type(&[], Width::I64);
            emitter.emit_op(EmittedOp::Convert, &[size], &[], r#type)
        })
    }

    /// Emits the reshape of a scalar size to one element of rank 1.
    pub fn emit_reshape_to_1d(&mut self, size: Value<'c, 'a>, width: Width) -> Value<'c, 'a> {
        self.emit_once(EmittedKey::Reshape(ValueKey::new(size)), |emitter| {
            let r#type = emitter.size_type(&[1], width);
            emitter.emit_op(EmittedOp::Reshape, &[size], &[], r#type)
        })
    }

    /// Emits a binary op on scalars of one type.
    ///
    /// If the op is commutative, an op on the exchanged operands is reused.
    pub fn emit_binary(
        &mut self,
        op: Binary,
        lhs: Value<'c, 'a>,
        rhs: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        self.emit_once(op.key(lhs, rhs), |emitter| {
            let (equal, at_least) = (emitter.equal, emitter.at_least);
            let operand_type = lhs.r#type();
            let (made, attributes, r#type) = match op {
                Binary::And => (EmittedOp::And, &[][..], operand_type),
                Binary::AtLeast => (EmittedOp::Compare, &at_least[..], emitter.predicate),
                Binary::Equal => (EmittedOp::Compare, &equal[..], emitter.predicate),
                Binary::Maximum => (EmittedOp::Maximum, &[][..], operand_type),
                Binary::Minimum => (EmittedOp::Minimum, &[][..], operand_type),
                Binary::Or => (EmittedOp::Or, &[][..], operand_type),
                Binary::Remainder => (EmittedOp::Remainder, &[][..], operand_type),
            };
            emitter.emit_op(made, &[lhs, rhs], attributes, r#type)
        })
    }

    /// Emits `size == constant`.
    pub fn emit_equals_constant(&mut self, size: Value<'c, 'a>, constant: i64) -> Value<'c, 'a> {
        let (size, constant) = self.emit_with_constant(size, constant);
        self.emit_binary(Binary::Equal, size, constant)
    }

    /// Emits `size >= least`.
    pub fn emit_at_least(&mut self, size: Value<'c, 'a>, least: i64) -> Value<'c, 'a> {
        let (size, least) = self.emit_with_constant(size, least);
        self.emit_binary(Binary::AtLeast, size, least)
    }

    /// Emits `size <= greatest`.
    pub fn emit_at_most(&mut self, size: Value<'c, 'a>, greatest: i64) -> Value<'c, 'a> {
        let (size, greatest) = self.emit_with_constant(size, greatest);
        self.emit_binary(Binary::AtLeast, greatest, size)
    }

    /// Emits whether `size` is a multiple of a positive number.
    pub fn emit_is_multiple(&mut self, size: Value<'c, 'a>, of: i64) -> Value<'c, 'a> {
        let (size, of) = self.emit_with_constant(size, of);
        let rest = self.emit_binary(Binary::Remainder, size, of);
        self.emit_equals_constant(rest, 0)
    }

    /// Converts a size and a constant to one width.
    fn emit_with_constant(
        &mut self,
        size: Value<'c, 'a>,
        constant: i64,
    ) -> (Value<'c, 'a>, Value<'c, 'a>) {
        let (size, width) = match (Width::of_value(size), Width::of([constant])) {
            (Width::I32, Width::I64) => (self.emit_convert_to_i64(size), Width::I64),
            (width, _) => (size, width),
        };
        (size, self.emit_constant(constant, width))
    }

    /// Emits the maximum of one or more scalar sizes.
    pub fn emit_maximum(&mut self, sizes: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        self.emit_fold(sizes, Fold::Maximum, |emitter, result, size| {
            emitter.emit_binary(Binary::Maximum, result, size)
        })
    }

    /// Emits the minimum of one or more scalar sizes.
    pub fn emit_minimum(&mut self, sizes: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        self.emit_fold(sizes, Fold::Minimum, |emitter, result, size| {
            emitter.emit_binary(Binary::Minimum, result, size)
        })
    }

    /// Emits the first of one or more scalar sizes that is not 1, or 1:
    /// `a == 1 ? b : a`.
    pub fn emit_first_not_one(&mut self, sizes: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        self.emit_fold(sizes, Fold::FirstNotOne, |emitter, result, size| {
            let width = Width::of_value(size);
            let one = emitter.emit_constant(1, width);
            let is_one = emitter.emit_binary(Binary::Equal, result, one);
            let r#type = emitter.size_type(&[], width);
            emitter.emit_op(EmittedOp::Select, &[is_one, size, result], &[], r#type)
        })
    }

    /// Folds sizes. A fold of the same sizes in another order is reused, because guards ensure
    /// that the sizes are equal or 1.
    fn emit_fold(
        &mut self,
        sizes: &[Value<'c, 'a>],
        fold: Fold,
        emit: impl Fn(&mut Self, Value<'c, 'a>, Value<'c, 'a>) -> Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let mut keys = sizes.iter().copied().map(ValueKey::new).collect::<Vec<_>>();
        keys.sort_unstable();
        self.emit_once(EmittedKey::Fold(fold, keys), |emitter| {
            let (first, rest) = sizes.split_first().expect("a fold has at least one size");
            rest.iter()
                .fold(*first, |result, &size| emit(emitter, result, size))
        })
    }

    /// Emits the concatenation of sizes of rank 1, `length` elements in all.
    pub fn emit_concatenate(
        &mut self,
        pieces: &[Value<'c, 'a>],
        length: usize,
        width: Width,
    ) -> Value<'c, 'a> {
        let key = EmittedKey::Concatenate(pieces.iter().copied().map(ValueKey::new).collect());
        self.emit_once(key, |emitter| {
            let attributes = ConcatenateOp { dimension: 0 }.attributes(emitter.context);
            let r#type = emitter.size_type(&[length as u64], width);
            emitter.emit_op(EmittedOp::Concatenate, pieces, &attributes, r#type)
        })
    }

    fn emit_dense(&mut self, r#type: Type<'c>, values: &[i64], width: Width) -> Value<'c, 'a> {
        let value = match width {
            Width::I64 => DenseElementsAttribute::i64_values(r#type, values),
            Width::I32 => {
                // `Width::of` ensures that the values fit.
                let values = values.iter().map(|&value| value as i32).collect::<Vec<_>>();
                DenseElementsAttribute::i32_values(r#type, &values)
            }
        };
        let attributes = ConstantOp {
            value: value.into(),
        }
        .attributes(self.context);
        self.emit_op(EmittedOp::Constant, &[], &attributes, r#type)
    }

    pub(super) fn size_type(&self, sizes: &[u64], width: Width) -> Type<'c> {
        let element = match width {
            Width::I32 => self.i32,
            Width::I64 => self.i64,
        };
        RankedTensorType::new(sizes, element, None).into()
    }
}
