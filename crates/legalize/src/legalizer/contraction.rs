//! Products, sums and transposes of tensors.

use super::Legalizer;
use crate::{
    dialect::stablehlo::{self, DotDimensionNumbers, DotGeneralOp, ReduceOp, TransposeOp},
    types,
};
use bcast_lower_broadcast::shape::ShapeDim;
use melior::ir::{Attribute, Type, Value, ValueLike};

impl<'c: 'a, 'a> Legalizer<'c, 'a> {
    /// Emits a `stablehlo.dot_general`. The result's dims are the batching dims, followed by
    /// the free dims of the left operand and of the right operand.
    pub fn dot_general(
        &mut self,
        operands: [Value<'c, 'a>; 2],
        batch: [&[usize]; 2],
        contracted: [&[usize]; 2],
        precision: Option<Attribute<'c>>,
        r#type: Type<'c>,
    ) -> Option<Value<'c, 'a>> {
        let numbers = DotDimensionNumbers {
            lhs_batching_dimensions: dim_list(batch[0]),
            rhs_batching_dimensions: dim_list(batch[1]),
            lhs_contracting_dimensions: dim_list(contracted[0]),
            rhs_contracting_dimensions: dim_list(contracted[1]),
        };
        let dot = DotGeneralOp {
            dot_dimension_numbers: &numbers,
            precision_config: precision,
            algorithm: None,
        };
        let attributes = dot.attributes(self.context())?;
        Some(self.op(stablehlo::DOT_GENERAL, &operands, &attributes, r#type))
    }

    /// Emits the sum along dims.
    pub fn sum(&mut self, value: Value<'c, 'a>, dims: &[usize]) -> Option<Value<'c, 'a>> {
        if dims.is_empty() {
            return Some(value);
        }
        let kept = (0..types::rank_of(value)?).filter(|dim| !dims.contains(dim));
        let r#type = types::select_dims(value.r#type(), &kept.collect::<Vec<_>>())?;
        let element = types::element(r#type)?;
        let zero = types::zero(self.context(), element)?;
        let scalar = types::scalar_type(element);
        let zero = self.constant(zero, scalar)?;
        let dimensions = &dim_list(dims);
        let attributes = ReduceOp { dimensions }.attributes(self.context());
        let results = self.emitter.emit_with_block(
            stablehlo::REDUCE,
            &[value, zero],
            &attributes,
            &[r#type],
            &[scalar, scalar],
            |block| block.append_reducer(stablehlo::ADD),
        );
        results.first().copied()
    }

    /// Emits broadcasts of pairs of dims of two operands to one size; the others stay.
    pub fn broadcast_dims(
        &mut self,
        operands: [Value<'c, 'a>; 2],
        pairs: &[[usize; 2]],
    ) -> Option<[Value<'c, 'a>; 2]> {
        let own = [self.extents(operands[0])?, self.extents(operands[1])?];
        let mut extents = own.each_ref().map(|sizes| sizes.to_vec());
        for &[a, b] in pairs {
            let size = self.values.integers.broadcast(extents[0][a], extents[1][b]);
            (extents[0][a], extents[1][b]) = (size, size);
        }
        let mut results = operands;
        for (side, value) in operands.into_iter().enumerate() {
            if extents[side] == *own[side] {
                continue;
            }
            let sizes =
                (0..own[side].len()).map(|dim| match extents[side][dim] == own[side][dim] {
                    true => types::raw_size(value, dim),
                    false => {
                        let known = self.values.integers.value(extents[side][dim]);
                        Some(known.unwrap_or(ShapeDim::DYNAMIC.into_raw()))
                    }
                });
            let sizes = sizes.collect::<Option<Vec<_>>>()?;
            let r#type = types::tensor_type(&sizes, types::element(value.r#type())?);
            let dims = (0..sizes.len()).collect::<Vec<_>>();
            results[side] = self.broadcast_to(value, &dims, r#type, &extents[side])?;
        }
        Some(results)
    }

    /// Emits a transpose of a value.
    pub fn transpose(
        &mut self,
        value: Value<'c, 'a>,
        permutation: &[usize],
        r#type: Type<'c>,
    ) -> Value<'c, 'a> {
        if permutation.iter().copied().eq(0..permutation.len()) {
            return value;
        }
        let permutation = &dim_list(permutation);
        let attributes = TransposeOp { permutation }.attributes(self.context());
        self.op(stablehlo::TRANSPOSE, &[value], &attributes, r#type)
    }
}

/// Returns dims as attributes have them.
pub fn dim_list(dims: &[usize]) -> Vec<i64> {
    dims.iter().map(|&dim| dim as i64).collect()
}
