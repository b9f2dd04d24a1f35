//! Convolutions whose features are divided into groups.

use crate::{
    build::*,
    dialect::stablehlo::{DotDimensionNumbers, DotGeneralOp},
    forms::convolution::Convolution,
    ops::*,
    prelude::*,
};

impl<'a> Convolution<'a> {
    /// Returns whether each feature is a group of its own, and has one output.
    pub fn is_depthwise(&self) -> bool {
        let sizes = type_sizes(self.kernel_type);
        self.kernel_features().into_iter().all(|dim| {
            let is_output = dim as i64 == self.dims.kernel_output_feature_dimension;
            sizes[dim] == Some(if is_output { self.groups } else { 1 })
        })
    }

    /// Emits the elementwise product of a part of the input with the kernel at one position in the window, for a depthwise
    /// convolution.
    pub fn emit_depthwise_product(
        &self,
        emitter: &mut OpEmitter<'a>,
        part: Value<'a>,
        place: &[i64],
    ) -> Option<Value<'a>> {
        let output = usize::try_from(self.dims.kernel_output_feature_dimension).ok()?;
        let kernel_place = emit_constant_indices(emitter, &self.place_in_kernel(place));
        let extents = emit_extents(emitter, part);
        let part_sizes = sizes(part)?;
        let kernel_type = tensor_type(emitter, self.kernel_type, &part_sizes);
        let result = (&*extents, kernel_type);
        let kernel = emit_read(emitter, self.kernel, result, &[], |_, position, _| {
            let mut place = kernel_place;
            place[output] = position[self.input_feature];
            place
        })?;
        let r#type: Type<'a> = tensor_type(emitter, self.result_type, &part_sizes).into();
        let operands =
            [part, kernel].map(|value| emit_converted(emitter, stablehlo::CONVERT, value, r#type));
        let product = emitter.emit_named(stablehlo::MULTIPLY, &operands, &[], r#type);
        emit_transposed(emitter, product, &self.order_with_feature_last())
    }

    /// Emits the product of the input with the kernel, group by group: `[..., g * i] x
    /// [i, g * o] => [..., g * o]`.
    pub fn emit_grouped_product(
        &self,
        emitter: &mut OpEmitter<'a>,
        part: Value<'a>,
        kernel: Value<'a>,
        kernel_feature: i64,
    ) -> Option<Value<'a>> {
        let groups = self.groups;
        let part = emit_transposed(emitter, part, &self.order_with_feature_last())?;
        let kernel = match kernel_feature {
            0 => kernel,
            _ => emit_transposed(emitter, kernel, &[1, 0])?,
        };
        let &[depth, all_outputs] = sizes(kernel)?.as_slice() else {
            return None;
        };
        let outputs = all_outputs.map(|outputs| outputs / groups);
        let &[depth_index, all_outputs_index] = emit_extents(emitter, kernel).as_slice() else {
            return None;
        };
        let groups_index = emitter.emit_constant_index(groups);
        let outputs_index = match outputs {
            Some(outputs) => emitter.emit_constant_index(outputs),
            None => emitter.emit_index_binary(arith::DIVSI, all_outputs_index, groups_index),
        };
        let mut rest = emit_extents(emitter, part);
        rest.pop();
        let mut rest_sizes = sizes(part)?;
        rest_sizes.pop();
        let product = if depth == Some(1) {
            // `[..., g] x [g, o] => [..., g, o]`
            let of_kernel = &[groups_index, outputs_index];
            let shape = emitter.emit_from_elements(&[&*rest, of_kernel].concat());
            let all_sizes = [rest_sizes.as_slice(), &[Some(groups), outputs]].concat();
            let kernel_sizes = &all_sizes[rest.len()..];
            let kernel_type = tensor_type(emitter, self.kernel_type, kernel_sizes);
            let kernel = emit_reshape(emitter, kernel, of_kernel, kernel_type);
            let product_type = tensor_type(emitter, self.result_type, &all_sizes);
            let dims = (0..all_sizes.len()).collect::<Vec<_>>();
            let operands = [(part, &dims[..=rest.len()]), (kernel, &dims[rest.len()..])];
            let operands = operands.map(|(value, dims)| {
                let like = ir::as_ranked_tensor(value.r#type()).unwrap_or(self.input_type);
                let r#type = tensor_type(emitter, like, &all_sizes).into();
                let value = emit_in_dims(emitter, value, dims, shape, r#type);
                emit_converted(emitter, stablehlo::CONVERT, value, product_type.into())
            });
            emitter.emit_named(stablehlo::MULTIPLY, &operands, &[], product_type.into())
        } else {
            let count = emit_extent_product(emitter, &rest);
            let part_type = tensor_type(emitter, self.input_type, &[None, Some(groups), depth]);
            let extents = [count, groups_index, depth_index];
            let part = emitter.emit_tensor_reshape(part, &extents, part_type.into());
            let kernel_sizes = [depth, Some(groups), outputs];
            let kernel_type = tensor_type(emitter, self.kernel_type, &kernel_sizes);
            let extents = [depth_index, groups_index, outputs_index];
            let kernel = emit_reshape(emitter, kernel, &extents, kernel_type);
            let numbers = DotDimensionNumbers {
                lhs_batching_dimensions: vec![1],
                rhs_batching_dimensions: vec![1],
                lhs_contracting_dimensions: vec![2],
                rhs_contracting_dimensions: vec![0],
            };
            let dot = DotGeneralOp {
                dot_dimension_numbers: &numbers,
                precision_config: self.precision(),
                algorithm: None,
            };
            let attributes = dot.attributes(emitter.context())?;
            let batched = [Some(groups), None, outputs];
            let r#type = tensor_type(emitter, self.result_type, &batched).into();
            let operands = [part, kernel];
            let product =
                emitter.emit_named(stablehlo::DOT_GENERAL, &operands, &attributes, r#type);
            emit_transposed(emitter, product, &[1, 0, 2])?
        };
        rest.push(all_outputs_index);
        rest_sizes.push(all_outputs);
        let r#type = tensor_type(emitter, self.result_type, &rest_sizes).into();
        Some(emitter.emit_tensor_reshape(product, &rest, r#type))
    }
}
