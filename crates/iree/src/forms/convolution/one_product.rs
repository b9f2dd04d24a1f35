//! Convolutions of features of known number, as one matrix product: the rows of one matrix are the elements in a window.
//!
//! The sum of a product for each element of the window has a kernel for each, which stores its own result.

use crate::{
    build::*, dialect::stablehlo::ReverseOp, forms::convolution::Convolution, ops::*, prelude::*,
};
use std::ops::Range;

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
    ) -> Option<Value<'a>> {
        let (kernel, features) = self.emit_kernel_matrix(emitter)?;
        let windows = self.emit_windows(emitter, input, output_extents, features)?;
        let last = self.input_type.rank() as i64 - 1;
        self.emit_contraction(emitter, [windows, kernel], [last, 0])
    }

    /// Emits a tensor with the elements of each window of the padded input along its last dim. The other dims are the
    /// input's, in order, without the feature; spatial dims have the output's extents.
    fn emit_windows(
        &self,
        emitter: &mut OpEmitter<'a>,
        input: Value<'a>,
        output_extents: &[Value<'a>],
        features: i64,
    ) -> Option<Value<'a>> {
        let last = self.input_type.rank() - 1;
        let order = self.order_with_feature_last();
        let mut input = emit_transposed(emitter, input, &order)?;
        let mut sizes = emit_sizes(emitter, input);
        sizes.pop();
        let mut axes = vec![];
        for (window, &extent) in self.window.iter().zip(output_extents) {
            let dim = order.iter().position(|&dim| dim == window.input_dim)?;
            sizes[dim] = Number::computed(extent);
            axes.push((dim, window.size, window.stride, window.dilation));
        }
        let mut origin = vec![];
        match axes.last_mut() {
            // Along the window's last dim, positions and features are contiguous in the input.
            Some((dim, size, stride, 1)) if *dim + 1 == last => {
                (*size, *stride) = (*size * features, *stride * features);
                input = self.emit_rows(emitter, input, features)?;
            }
            _ => {
                axes.push((last, features, 1, 1));
                origin.push(emitter.emit_constant_index(0));
            }
        }
        let mut all = sizes.clone();
        all.extend(
            axes.iter()
                .map(|&(_, size, ..)| Number::constant(emitter, size)),
        );
        let count = axes.iter().map(|&(_, size, ..)| size).product();
        sizes.push(Number::constant(emitter, count));
        let [all_type, r#type] =
            [&all, &sizes].map(|sizes| tensor_type(emitter, self.input_type, &known_values(sizes)));
        let all = index_values(&all);
        let read = emit_read(
            emitter,
            input,
            (&all, all_type),
            &[],
            |emitter, position, _| {
                let (outputs, offsets) = position.split_at(last);
                let mut place = [outputs, &origin].concat();
                for (&(dim, _, stride, dilation), &offset) in axes.iter().zip(offsets) {
                    let start = index(place[dim]) * stride;
                    place[dim] = (start + index(offset) * dilation).emit(emitter);
                }
                place
            },
        )?;
        let groups = groups(last, all.len());
        Some(emit_collapsed(emitter, read, &groups, r#type))
    }

    /// Emits a tensor with its last two dims, the last of which has this size, as one.
    fn emit_rows(
        &self,
        emitter: &mut OpEmitter<'a>,
        input: Value<'a>,
        features: i64,
    ) -> Option<Value<'a>> {
        let mut sizes = sizes(input)?;
        sizes.pop();
        let last = sizes.len().checked_sub(1)?;
        sizes[last] = sizes[last].map(|size| size * features);
        let groups = groups(last, last + 2);
        let r#type = tensor_type(emitter, self.input_type, &sizes);
        Some(emit_collapsed(emitter, input, &groups, r#type))
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

/// Returns each dim before `first` as a group of its own, and the others, up to `end`, as one.
fn groups(first: usize, end: usize) -> Vec<Range<usize>> {
    let alone = (0..first).map(|dim| dim..dim + 1);
    alone.chain(std::iter::once(first..end)).collect()
}
