//! Emission of ops on tensors.

use super::{Legalizer, integer_attribute};
use crate::{
    analysis::{arith_op, integer_bits},
    dialect::{
        arith,
        stablehlo::{self, CompareOp, ConcatenateOp, DynamicIotaOp, IotaOp, SliceOp},
    },
    ir::{self, DimMapping},
    symbol::integer::{
        Direction, Function, Integer,
        Signedness::{self, Signed, Unsigned},
        apply_to_truths, compose,
    },
    types,
};
use melior::ir::{Attribute, Type, Value, ValueLike, r#type::IntegerType};

impl<'c: 'a, 'a> Legalizer<'c, 'a> {
    /// Emits a tensor filled with a scalar, with the extents of `like`.
    pub fn splat(
        &mut self,
        value: Attribute<'c>,
        r#type: Type<'c>,
        like: Value<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        if types::is_static(r#type) {
            return self.constant(value, r#type);
        }
        let scalar = types::scalar_type(types::element(r#type)?);
        let scalar = self.constant(value, scalar)?;
        self.broadcast_scalar(scalar, r#type, like)
    }

    /// Emits a tensor filled with a scalar, with the extents of `like`.
    pub fn broadcast_scalar(
        &mut self,
        scalar: Value<'c, 'a>,
        r#type: Type<'c>,
        like: Value<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let extents = self.extents(like)?;
        self.broadcast_to(scalar, &[], r#type, &extents)
    }

    /// Emits a broadcast to a shape; `dims` maps the operand's dims to those of the result.
    pub fn broadcast_to(
        &mut self,
        value: Value<'c, 'a>,
        dims: &[usize],
        r#type: Type<'c>,
        extents: &[Integer],
    ) -> Option<Value<'c, 'a>> {
        let mapping = DimMapping::new(self.context(), dims);
        if types::is_static(r#type) {
            return Some(self.emitter.emit_broadcast(value, mapping, None, r#type));
        }
        let tensor = ir::as_ranked_tensor(r#type)?;
        let shape = ir::shaped_type(r#type);
        let sizes = shape.shape()?.iter().map(|dim| dim.fixed_size());
        let bounds = ir::bounds(r#type);
        let padded = sizes.zip(&bounds).map(|(size, &bound)| size.or(bound));
        if let Some(padded) = padded.collect::<Option<Vec<_>>>() {
            let mut open = padded.iter().copied().map(Some).collect::<Vec<_>>();
            let no_bounds = vec![None; bounds.len()];
            let padded_type = ir::tensor_like(self.context(), tensor, open.clone(), &no_bounds);
            let mut value = self
                .emitter
                .emit_broadcast(value, mapping, None, padded_type);
            let mut found = no_bounds;
            for (dim, bound) in bounds
                .iter()
                .enumerate()
                .filter(|(_, bound)| bound.is_some())
            {
                open[dim] = None;
                found[dim] = *bound;
                let extent = self.extent(extents[dim]);
                let narrow = self.values.integers.narrow(extent)?;
                let size = self.number(narrow);
                let r#type = ir::tensor_like(self.context(), tensor, open.clone(), &found);
                value = self
                    .emitter
                    .emit_set_dimension_size(value, dim, size, r#type);
            }
            return Some(value);
        }
        let shape = self.shape(extents);
        Some(
            self.emitter
                .emit_broadcast(value, mapping, Some(shape), r#type),
        )
    }

    /// Emits a tensor of these extents whose elements are undefined.
    pub fn undefined(&mut self, r#type: Type<'c>, extents: &[Integer]) -> Option<Value<'c, 'a>> {
        let element = types::element(r#type)?;
        let zero = types::zero(self.context(), element)?;
        if types::is_static(r#type) {
            return self.constant(zero, r#type);
        }
        let zero = self.constant(zero, types::scalar_type(element))?;
        self.broadcast_to(zero, &[], r#type, extents)
    }

    /// Emits a tensor filled with an integer, with the extents of `like`.
    pub fn integer_splat(&mut self, value: i64, bits: u32, like: Value<'c, 'a>) -> Value<'c, 'a> {
        let element = IntegerType::new(self.context(), bits).into();
        let r#type = self.with_element(like.r#type(), element);
        let value = integer_attribute(element, value);
        self.splat(value, r#type, like).unwrap_or(like)
    }

    /// Emits a comparison.
    pub fn compare(
        &mut self,
        direction: Direction,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let compare = CompareOp {
            comparison_direction: ir::to_comparison_direction(direction),
            compare_type: None,
        };
        let attributes = compare.attributes(self.context());
        let attributes = attributes.expect("the emitter has checked the dialect");
        let truth = IntegerType::new(self.context(), 1).into();
        let r#type = self.with_element(a.r#type(), truth);
        self.op(stablehlo::COMPARE, &[a, b], &attributes, r#type)
    }

    /// Emits a slice with these start indices, limits and strides.
    pub fn slice(
        &mut self,
        value: Value<'c, 'a>,
        [start_indices, limit_indices, strides]: [&[i64]; 3],
        r#type: Type<'c>,
    ) -> Value<'c, 'a> {
        let slice = SliceOp {
            start_indices,
            limit_indices,
            strides,
        };
        let attributes = slice.attributes(self.context());
        self.op(stablehlo::SLICE, &[value], &attributes, r#type)
    }

    /// Emits the same bits as integers of another signedness.
    ///
    /// XLA folds conversions of sizes, which are scalars, but not reinterpretations of bits. A
    /// conversion of a negative number, which no size is, has the same bits in XLA and IREE.
    pub fn reinterpret(&mut self, value: Value<'c, 'a>, r#type: Type<'c>) -> Value<'c, 'a> {
        let name = match types::rank_of(value) {
            Some(0) => stablehlo::CONVERT,
            _ => stablehlo::BITCAST_CONVERT,
        };
        self.op(name, &[value], &[], r#type)
    }

    /// Emits the same bits as unsigned integers; truth values have no sign anyway.
    pub fn as_unsigned(&mut self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        match integer_bits(value.r#type()) {
            Some(bits @ 2..) => {
                let element = IntegerType::unsigned(self.context(), bits).into();
                let r#type = self.with_element(value.r#type(), element);
                self.reinterpret(value, r#type)
            }
            _ => value,
        }
    }

    /// Emits the conversion of integers to another width.
    pub fn convert(
        &mut self,
        value: Value<'c, 'a>,
        bits: u32,
        signedness: Signedness,
    ) -> Value<'c, 'a> {
        let from = integer_bits(value.r#type()).unwrap_or(bits);
        let element = IntegerType::new(self.context(), bits).into();
        let r#type = self.with_element(value.r#type(), element);
        let convert = stablehlo::CONVERT;
        match (from, bits, signedness) {
            _ if from == bits => value,
            (_, 1, _) => {
                let one = self.integer_splat(1, from, value);
                let lowest = self.op(stablehlo::AND, &[value, one], &[], value.r#type());
                let zero = self.integer_splat(0, from, value);
                self.compare(Direction::Ne, lowest, zero)
            }
            (1, _, Signed) => {
                let value = self.op(convert, &[value], &[], r#type);
                self.op(stablehlo::NEGATE, &[value], &[], r#type)
            }
            (2.., _, Unsigned) if bits > from && self.options.keep_readable => {
                self.op(arith::EXTUI, &[value], &[], r#type)
            }
            (2.., _, Unsigned) if bits > from => {
                let value = self.as_unsigned(value);
                let unsigned = IntegerType::unsigned(self.context(), bits).into();
                let unsigned = self.with_element(r#type, unsigned);
                let value = self.op(convert, &[value], &[], unsigned);
                self.reinterpret(value, r#type)
            }
            _ => self.op(convert, &[value], &[], r#type),
        }
    }

    /// Emits a function of integers elementwise.
    pub fn function(&mut self, function: Function, parts: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        if integer_bits(parts[0].r#type()) == Some(1)
            && let Some(equivalent) = apply_to_truths(self, function, parts)
        {
            return equivalent;
        }
        if let Some(composed) = compose(self, function, parts) {
            return composed;
        }
        use Function::{
            Add, And, Broadcast, Compare, Convert, Divide, DivideDown, DivideUp, Maximum, Minimum,
            Multiply, MultiplyExact, Or, Remainder, Select, ShiftLeft, ShiftRightArithmetic,
            ShiftRightLogical, Subtract, Xor,
        };
        let (name, signedness) = match function {
            Add => (stablehlo::ADD, Signed),
            Subtract => (stablehlo::SUBTRACT, Signed),
            Multiply | MultiplyExact => (stablehlo::MULTIPLY, Signed),
            Divide(signedness) => (stablehlo::DIVIDE, signedness),
            Remainder(signedness) => (stablehlo::REMAINDER, signedness),
            Maximum(signedness) => (stablehlo::MAXIMUM, signedness),
            Minimum(signedness) => (stablehlo::MINIMUM, signedness),
            And => (stablehlo::AND, Signed),
            Or => (stablehlo::OR, Signed),
            Xor => (stablehlo::XOR, Signed),
            ShiftLeft => (stablehlo::SHIFT_LEFT, Signed),
            ShiftRightArithmetic => (stablehlo::SHIFT_RIGHT_ARITHMETIC, Signed),
            ShiftRightLogical => (stablehlo::SHIFT_RIGHT_LOGICAL, Signed),
            Select => {
                let r#type = parts[1].r#type();
                return self.op(stablehlo::SELECT, parts, &[], r#type);
            }
            Compare(direction, signedness) => {
                return self.compare_integers(direction, signedness, parts);
            }
            // Only callers know the width; they emit conversions themselves.
            Convert(_) => return parts[0],
            DivideUp(_) | DivideDown | Broadcast => unreachable!("it is composed of others"),
        };
        let r#type = parts[0].r#type();
        match signedness {
            Signed => self.op(name, parts, &[], r#type),
            Unsigned if self.options.keep_readable => {
                self.op(arith_op(function).unwrap_or(name), parts, &[], r#type)
            }
            Unsigned => {
                let parts = [parts[0], parts[1]].map(|part| self.as_unsigned(part));
                let value = self.op(name, &parts, &[], parts[0].r#type());
                match value.r#type() == r#type {
                    true => value,
                    false => self.reinterpret(value, r#type),
                }
            }
        }
    }

    fn compare_integers(
        &mut self,
        direction: Direction,
        signedness: Signedness,
        parts: &[Value<'c, 'a>],
    ) -> Value<'c, 'a> {
        match signedness {
            Signed => self.compare(direction, parts[0], parts[1]),
            Unsigned if self.options.keep_readable => {
                let truth = IntegerType::new(self.context(), 1).into();
                let r#type = self.with_element(parts[0].r#type(), truth);
                let predicate = ir::integer_predicate(direction, Unsigned);
                let predicate = self.integer_attribute(predicate);
                self.op(arith::CMPI, parts, &[("predicate", predicate)], r#type)
            }
            Unsigned => {
                let [a, b] = [parts[0], parts[1]].map(|part| self.as_unsigned(part));
                self.compare(direction, a, b)
            }
        }
    }

    /// Emits each element's position along a dim, in a tensor of these extents.
    pub fn iota(&mut self, dim: usize, r#type: Type<'c>, extents: &[Integer]) -> Value<'c, 'a> {
        let iota_dimension = dim as i64;
        if types::is_static(r#type) {
            let attributes = IotaOp { iota_dimension }.attributes(self.context());
            return self.op(stablehlo::IOTA, &[], &attributes, r#type);
        }
        let shape = self.shape(extents);
        let attributes = DynamicIotaOp { iota_dimension }.attributes(self.context());
        self.op(stablehlo::DYNAMIC_IOTA, &[shape], &attributes, r#type)
    }

    /// Emits a concatenation of tensors along their first dim.
    pub fn concatenate(&mut self, pieces: &[Value<'c, 'a>], r#type: Type<'c>) -> Value<'c, 'a> {
        match pieces {
            &[piece] => piece,
            pieces => self.concatenate_along(0, pieces, r#type),
        }
    }

    /// Emits a concatenation of tensors along a dim.
    pub fn concatenate_along(
        &mut self,
        dimension: i64,
        pieces: &[Value<'c, 'a>],
        r#type: Type<'c>,
    ) -> Value<'c, 'a> {
        let attributes = ConcatenateOp { dimension }.attributes(self.context());
        self.op(stablehlo::CONCATENATE, pieces, &attributes, r#type)
    }
}
