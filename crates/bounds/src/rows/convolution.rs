//! Convolutions: what windows reach outside is 0, and so are features outside.

use super::{
    dims_of, operand, result,
    window::{Window, windows},
};
use crate::{
    dialect::stablehlo::{self, ConvDimensionNumbers, ConvolutionOp},
    ir,
    padder::{Count, NoForm, PaddedDim, Padder, bounds, like, shape_of},
    rule::Number,
};
use melior::ir::{OperationRef, operation::OperationLike};

impl<'c: 'a, 'a> Padder<'c, 'a> {
    pub(super) fn convolution(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let (mut image, mut kernel) = (operand(operation, 0)?, operand(operation, 1)?);
        let old = result(operation)?;
        let numbers = operation.attribute("dimension_numbers").ok();
        let numbers = numbers
            .and_then(ConvDimensionNumbers::from_attribute)
            .ok_or("its dims are not known")?;
        let spatial = dims_of(&numbers.input_spatial_dimensions);
        let kernel_spatial = dims_of(&numbers.kernel_spatial_dimensions);
        let rank = spatial.len();
        let groups = [
            ir::integer(operation, "feature_group_count").unwrap_or(1),
            ir::integer(operation, "batch_group_count").unwrap_or(1),
        ];
        let feature = numbers.input_feature_dimension as usize;
        let kernel_feature = numbers.kernel_input_feature_dimension as usize;
        let batch = numbers.input_batch_dimension as usize;
        let kernel_output = numbers.kernel_output_feature_dimension as usize;
        let image_dims = self.dims(image);
        let kernel_dims = self.dims(kernel);
        let is_grouped = groups[0] > 1
            && (image_dims[feature].is_open() || kernel_dims[kernel_output].is_open())
            || groups[1] > 1
                && (image_dims[batch].is_open() || kernel_dims[kernel_output].is_open());
        if is_grouped {
            return Err("its groups have unknown sizes".into());
        }
        let mut windows = windows(operation, rank, ["", "lhs_dilation", "rhs_dilation"]);
        let reversal = operation.attribute("window_reversal").ok();
        let reversal = reversal.and_then(ir::bool_array_value).unwrap_or_default();
        for (dim, window) in windows.iter_mut().enumerate() {
            window.length = kernel_dims[kernel_spatial[dim]].size;
        }
        let is_dynamic = ir::is_named(operation, stablehlo::DYNAMIC_CONV);
        let zero = self.splat(like(image, &[]), Number::Integer(0));
        let zero = zero.ok_or("its element type has no 0")?;
        // Features that are summed, and what windows reach.
        image = self.mask(image, &[feature], zero);
        image = self.mask(image, &spatial, zero);
        let kernel_zero = self.splat(like(kernel, &[]), Number::Integer(0));
        let kernel_zero = kernel_zero.ok_or("its element type has no 0")?;
        kernel = self.mask(kernel, &[kernel_feature], kernel_zero);
        kernel = self.mask(kernel, &kernel_spatial, kernel_zero);
        let least = image_dims[feature]
            .bound
            .min(kernel_dims[kernel_feature].bound);
        if groups[0] == 1 {
            image = self.fit_dim(image, feature, least);
            kernel = self.fit_dim(kernel, kernel_feature, least);
        }
        image = self.with_dims(image, {
            let mut dims = image_dims.clone();
            dims[feature].bound = shape_of(image)[feature];
            dims
        });
        let mut found = vec![PaddedDim::fixed(0); rank + 2];
        found[numbers.output_batch_dimension as usize] = image_dims[batch];
        if groups[1] > 1 {
            let size = image_dims[batch].bound / groups[1];
            found[numbers.output_batch_dimension as usize] = PaddedDim::fixed(size);
        }
        found[numbers.output_feature_dimension as usize] = kernel_dims[kernel_output];
        let mut padding = vec![];
        for dim in 0..rank {
            let mut window = windows[dim];
            let output = numbers.output_spatial_dimensions[dim] as usize;
            let mut own = image_dims[spatial[dim]];
            if is_dynamic {
                let list = operand(operation, 2)?;
                let [low, high] = [0, 1].map(|side| self.padding_element(list, dim, side));
                match (low, high) {
                    (Count::Known(low), Count::Known(high)) => window.padding = [low, high],
                    (low, high) => {
                        let padded = self.padded_dim((old, output), own, [low, high], window)?;
                        let (of_image, none) = ((spatial[dim], own), Count::Known(0));
                        image = self.pad_by_positions(image, zero, of_image, low, none, padded);
                        own = padded;
                        window.padding = [0, 0];
                    }
                }
            }
            let kernel_dim = kernel_dims[kernel_spatial[dim]];
            let mut of_dim = window.padding;
            if kernel_dim.is_open() {
                if reversal.get(dim).copied().unwrap_or(false) {
                    return Err("its reversed window has an unknown size".into());
                }
                let mut least = window;
                least.length = Count::Known(1);
                let Count::Known(bound) = self.positions(Count::Known(own.bound), least) else {
                    return Err("its window has an unknown size".into());
                };
                let size = self.positions(own.size, window);
                found[output] = PaddedDim::of(bound, size);
                self.name_dim(old, output, found[output]);
                of_dim[1] += (kernel_dim.bound - 1).max(0) * window.dilation;
            } else {
                found[output] = self.window_dim((old, output), own, window)?;
            }
            padding.push(of_dim);
        }
        let strides = windows.iter().map(|it| it.stride).collect::<Vec<_>>();
        let base = windows
            .iter()
            .map(|it| it.base_dilation)
            .collect::<Vec<_>>();
        let dilation = windows.iter().map(|it| it.dilation).collect::<Vec<_>>();
        let convolution = ConvolutionOp {
            window_strides: Some(&strides),
            padding: Some(self.pairs(&padding)),
            lhs_dilation: Some(&base),
            rhs_dilation: Some(&dilation),
            window_reversal: operation.attribute("window_reversal").ok(),
            dimension_numbers: &numbers,
            feature_group_count: groups[0],
            batch_group_count: groups[1],
            precision_config: operation.attribute("precision_config").ok(),
        };
        let attributes = convolution.attributes(self.context).unwrap_or_default();
        // The sizes that the op itself has at the bounds.
        let mut shape = bounds(&found);
        for dim in 0..rank {
            let output = numbers.output_spatial_dimensions[dim] as usize;
            let window = Window {
                padding: padding[dim],
                length: Count::Known(shape_of(kernel)[kernel_spatial[dim]]),
                ..windows[dim]
            };
            let size = Count::Known(shape_of(image)[spatial[dim]]);
            if let Count::Known(size) = self.positions(size, window) {
                shape[output] = size;
            }
        }
        let value = self.emitter.emit_pure(
            stablehlo::CONVOLUTION,
            &[image, kernel],
            &attributes,
            like(old, &shape),
        );
        let value = self.fit(value, &bounds(&found));
        self.replace(operation, value, found);
        Ok(())
    }
}
