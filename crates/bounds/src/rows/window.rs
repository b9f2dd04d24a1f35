//! Windows and convolutions.

use super::{dims_of, numbers, operand, result};
use crate::{
    dialect::stablehlo::{self, ConvDimensionNumbers, ConvolutionOp},
    ir,
    padder::{Count, Dim, Padder, Refusal, bounds, like, shape_of},
    rule::Number,
};
use melior::ir::{
    Attribute, OperationRef, Value, attribute::DenseElementsAttribute,
    operation::OperationLike, r#type::IntegerType,
};

/// How a window moves along a dim.
#[derive(Clone, Copy, Debug)]
struct Window<'c, 'a> {
    length: Count<'c, 'a>,
    stride: i64,
    base_dilation: i64,
    dilation: i64,
    padding: [i64; 2],
}

impl<'c: 'a, 'a> Padder<'c, 'a> {
    /// Returns the number of a window's positions.
    fn positions(&mut self, size: Count<'c, 'a>, window: Window<'c, 'a>) -> Count<'c, 'a> {
        // `(size - 1) * dilation + 1`, or 0 for size 0.
        let spread = |padder: &mut Self, size, dilation: i64| {
            let steps = padder.subtract(size, Count::Known(1));
            let steps = padder.multiply(steps, Count::Known(dilation));
            let spread = padder.add(steps, Count::Known(1));
            match dilation {
                1 => size,
                _ => padder.maximum(spread, Count::Known(0)),
            }
        };
        let base = spread(self, size, window.base_dilation);
        let base = self.add(base, Count::Known(window.padding.iter().sum()));
        let length = spread(self, window.length, window.dilation);
        let rest = self.subtract(base, length);
        // A window that does not fit has no position; a quotient of a negative number is rounded up.
        let rest = self.add(rest, Count::Known(window.stride));
        let rest = self.maximum(rest, Count::Known(0));
        self.divide(rest, Count::Known(window.stride))
    }

    fn window_dim(
        &mut self,
        (old, dim): (Value<'c, 'a>, usize),
        own: Dim<'c, 'a>,
        window: Window<'c, 'a>,
    ) -> Result<Dim<'c, 'a>, Refusal> {
        let bound = self.positions(Count::Known(own.bound), window);
        let Count::Known(bound) = bound else {
            return Err("its window has an unknown size".into());
        };
        let size = self.positions(own.size, window);
        let found = match size {
            Count::Known(size) => Dim::fixed(size),
            size => Dim { bound, size },
        };
        if let Some(planned) = self.plan.dim(old, dim) {
            self.name_size(planned.name, found);
        }
        Ok(found)
    }

    pub(super) fn reduce_window(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), Refusal> {
        let count = operation.operand_count() / 2;
        let values = (0..count).map(|index| operand(operation, index));
        let values = values.collect::<Result<Vec<_>, _>>()?;
        let own = self.common_dims(&values);
        let rank = own.len();
        let windows = windows(operation, rank, ["window_dimensions", "base_dilations", "window_dilations"]);
        let old = result(operation)?;
        let mut moved = vec![];
        let mut dims = vec![];
        for (dim, &window) in windows.iter().enumerate() {
            let is_still = window.length == Count::Known(1)
                && window.stride == 1
                && window.base_dilation == 1
                && window.padding == [0, 0];
            if is_still {
                dims.push(own[dim]);
                continue;
            }
            moved.push(dim);
            dims.push(self.window_dim((old, dim), own[dim], window)?);
        }
        for (index, value) in values.into_iter().enumerate() {
            let initial = operand(operation, count + index)?;
            let fill = match count {
                1 => self.neutral(operation, 0, initial),
                _ => initial,
            };
            let masked = self.mask(value, &moved, fill);
            let masked = self.fit(masked, &bounds(&own));
            ir::set_operand(operation, index, masked);
        }
        for index in 0..count {
            self.keep(operation, index, dims.clone());
        }
        Ok(())
    }

    pub(super) fn convolution(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), Refusal> {
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
        let least = image_dims[feature].bound.min(kernel_dims[kernel_feature].bound);
        if groups[0] == 1 {
            image = self.fit_dim(image, feature, least);
            kernel = self.fit_dim(kernel, kernel_feature, least);
        }
        self.set_dims(image, {
            let mut dims = image_dims.clone();
            dims[feature].bound = shape_of(image)[feature];
            dims
        });
        let mut found = vec![Dim::fixed(0); rank + 2];
        found[numbers.output_batch_dimension as usize] = image_dims[batch];
        if groups[1] > 1 {
            let size = image_dims[batch].bound / groups[1];
            found[numbers.output_batch_dimension as usize] = Dim::fixed(size);
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
                        let count = self.greatest(old, output)?;
                        let of_image = (spatial[dim], own);
                        let positions = (count, window);
                        (image, own) = self.pad_spatial(image, zero, of_image, [low, high], positions)?;
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
                found[output] = Dim { bound, size };
                if let Some(planned) = self.plan.dim(old, output) {
                    let found = found[output];
                    self.name_size(planned.name, found);
                }
                of_dim[1] += (kernel_dim.bound - 1).max(0) * window.dilation;
            } else {
                found[output] = self.window_dim((old, output), own, window)?;
            }
            padding.push(of_dim);
        }
        let strides = windows.iter().map(|it| it.stride).collect::<Vec<_>>();
        let base = windows.iter().map(|it| it.base_dilation).collect::<Vec<_>>();
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

    /// Returns a number of the list of pairs that a convolution's padding is.
    fn padding_element(
        &mut self,
        list: Value<'c, 'a>,
        dim: usize,
        side: usize,
    ) -> Count<'c, 'a> {
        if let Some(Some(number)) = self.plan.numbers(list).get(2 * dim + side) {
            return Count::Known(*number);
        }
        let (dim, side) = (dim as i64, side as i64);
        let part = self.slice(list, &[dim, side], &[dim + 1, side + 1], &[1, 1]);
        let scalar = self.reshape(part, &[]);
        Count::Value(self.as_i32(scalar))
    }

    /// Pads a spatial dim of an image by numbers that are known only at run time, for `count` positions of a window.
    fn pad_spatial(
        &mut self,
        image: Value<'c, 'a>,
        zero: Value<'c, 'a>,
        (dim, own): (usize, Dim<'c, 'a>),
        [low, high]: [Count<'c, 'a>; 2],
        (count, window): (i64, Window<'c, 'a>),
    ) -> Result<(Value<'c, 'a>, Dim<'c, 'a>), Refusal> {
        let (Count::Known(length), 1) = (window.length, window.base_dilation) else {
            return Err("both its padding and its window are known only at run time".into());
        };
        let span = (length - 1).max(0) * window.dilation + 1;
        let size = self.add(own.size, low);
        let size = self.add(size, high);
        let padded = Dim {
            bound: (count - 1).max(0) * window.stride + span,
            size,
        };
        let none = Count::Known(0);
        let value = self.pad_by_positions(image, zero, (dim, own), low, none, padded);
        Ok((value, padded))
    }

    /// Returns a list of pairs as an attribute.
    fn pairs(&self, pairs: &[[i64; 2]]) -> Attribute<'c> {
        let element = IntegerType::new(self.context, 64).into();
        let r#type = crate::padder::tensor_type(element, &[pairs.len() as i64, 2]);
        DenseElementsAttribute::i64_values(r#type, pairs.as_flattened()).into()
    }
}

/// Returns how the window of an op moves along each dim; the names are those of the window's lengths and of the
/// dilations of the operand and of the window.
fn windows<'c, 'a>(
    operation: OperationRef<'c, 'a>,
    rank: usize,
    [length, base, dilation]: [&str; 3],
) -> Vec<Window<'c, 'a>> {
    let list = |name: &str| numbers(operation, name, rank, 1);
    let (length, base, dilation) = (list(length), list(base), list(dilation));
    let strides = list("window_strides");
    let padding = ir::int_elements(operation, "padding", 2 * rank).unwrap_or_else(|| vec![0; 2 * rank]);
    let windows = (0..rank).map(|dim| Window {
        length: Count::Known(length[dim]),
        stride: strides[dim],
        base_dilation: base[dim],
        dilation: dilation[dim],
        padding: [padding[2 * dim], padding[2 * dim + 1]],
    });
    windows.collect()
}
