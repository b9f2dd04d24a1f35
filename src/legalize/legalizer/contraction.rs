//! Products, sums and transposes of tensors.

use super::{Legalizer, append_sum};
use crate::legalize::types;
use melior::ir::{Attribute, Type, Value, ValueLike, attribute::DenseI64ArrayAttribute};

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
        let numbers = format!(
            "#stablehlo.dot<lhs_batching_dimensions = [{}], rhs_batching_dimensions = [{}], \
             lhs_contracting_dimensions = [{}], rhs_contracting_dimensions = [{}]>",
            dim_list(batch[0]),
            dim_list(batch[1]),
            dim_list(contracted[0]),
            dim_list(contracted[1]),
        );
        let numbers = Attribute::parse(self.context(), &numbers)?;
        let mut attributes = vec![("dot_dimension_numbers", numbers)];
        attributes.extend(precision.map(|precision| ("precision_config", precision)));
        Some(self.op("stablehlo.dot_general", &operands, &attributes, r#type))
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
        let results = self.emitter.emit_with_block(
            "stablehlo.reduce",
            &[value, zero],
            &[("dimensions", self.dim_array(dims))],
            &[r#type],
            &[scalar, scalar],
            append_sum,
        );
        results.first().copied()
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
        let permutation = [("permutation", self.dim_array(permutation))];
        self.op("stablehlo.transpose", &[value], &permutation, r#type)
    }

    fn dim_array(&self, dims: &[usize]) -> Attribute<'c> {
        let dims = dims.iter().map(|&dim| dim as i64).collect::<Vec<_>>();
        DenseI64ArrayAttribute::new(self.context(), &dims).into()
    }
}

/// Returns dims in the syntax of attributes.
pub fn dim_list(dims: &[usize]) -> String {
    let dims = dims.iter().map(ToString::to_string).collect::<Vec<_>>();
    dims.join(", ")
}
