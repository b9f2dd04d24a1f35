//! Convolutions of features of known number, as one matrix product: the rows of one matrix are the elements in a window.
//!
//! The sum of a product for each element of the window has a kernel for each, which stores its own result.

use crate::{
    build::*, dialect::stablehlo::ReverseOp, forms::convolution::Convolution, ops::*, prelude::*,
};

impl<'a> Convolution<'a> {
    /// Returns whether the convolution may be one product: not in groups of features, and not of truth values, whose sum
    /// is not that of their products.
    pub fn may_be_one_product(&self) -> bool {
        self.groups == 1
            && sizes(self.input).is_some_and(|sizes| sizes[self.input_feature].is_some())
            && type_sizes(self.kernel_type).iter().all(Option::is_some)
            && ir::element_bits(self.result_type.into()) != Some(1)
    }

    /// Emits the product. Its dims are those of the input, in order, without the feature, followed by the output's
    /// feature.
    pub fn emit_one_product(
        &self,
        emitter: &mut OpEmitter<'a>,
        input: Value<'a>,
        output_extents: &[Value<'a>],
        places: &[Vec<i64>],
    ) -> Option<Value<'a>> {
        let (kernel, features) = self.emit_kernel_matrix(emitter)?;
        let mut windows = None;
        for (index, place) in places.iter().enumerate() {
            let part = self.emit_part(emitter, input, output_extents, place)?;
            let lengths = emit_extents(emitter, part);
            let operand = match windows {
                Some(windows) => windows,
                None => self.emit_windows(emitter, part, features * places.len() as i64),
            };
            let mut offsets = vec![emitter.emit_constant_index(0); lengths.len()];
            offsets[self.input_feature] = emitter.emit_constant_index(index as i64 * features);
            let insertion = Insertion::new(part, operand, offsets);
            windows = Some(emit_insert_of(emitter, &insertion, &lengths)?);
        }
        self.emit_contraction(emitter, windows?, kernel, 0)
    }

    /// Emits a tensor of the sizes of a part of the input, but with this number of features.
    fn emit_windows(
        &self,
        emitter: &mut OpEmitter<'a>,
        part: Value<'a>,
        features: i64,
    ) -> Value<'a> {
        let mut sizes = emit_sizes(emitter, part);
        sizes[self.input_feature] = Number::constant(emitter, features);
        let r#type = tensor_type(emitter, self.input_type, &known_values(&sizes));
        emitter.emit_empty(&index_values(&sizes), r#type)
    }

    /// Emits the kernel as a matrix, with a row for each element of the window and input feature, and returns the number of
    /// input features.
    fn emit_kernel_matrix(&self, emitter: &mut OpEmitter<'a>) -> Option<(Value<'a>, i64)> {
        let reversed = self.window.iter().filter(|window| window.is_reversed);
        let reversed = reversed
            .map(|window| window.kernel_dim as i64)
            .collect::<Vec<_>>();
        let kernel = match &*reversed {
            [] => self.kernel,
            dimensions => {
                let attributes = ReverseOp { dimensions }.attributes(emitter.context());
                let r#type = self.kernel_type.into();
                emitter.emit_named(stablehlo::REVERSE, &[self.kernel], &attributes, r#type)
            }
        };
        let output = usize::try_from(self.dims.kernel_output_feature_dimension).ok()?;
        let mut order = self
            .window
            .iter()
            .map(|window| window.kernel_dim)
            .collect::<Vec<_>>();
        let is_input = |dim: &usize| *dim != output && !order.contains(dim);
        let kernel_sizes = type_sizes(self.kernel_type);
        let input = (0..kernel_sizes.len()).find(is_input)?;
        order.extend([input, output]);
        let kernel = emit_transposed(emitter, kernel, &order)?;
        let size = |dim: usize| kernel_sizes.get(dim).copied().flatten();
        let rows = order[..order.len() - 1].iter().map(|&dim| size(dim));
        let rows = rows.product::<Option<i64>>()?;
        let sizes = Number::constants(emitter, vec![rows, size(output)?]);
        let matrix = emit_reshape_to(emitter, kernel, &sizes)?;
        Some((matrix, size(input)?))
    }
}
