//! `stablehlo.convolution` with dynamic spatial dims, or with features of unknown size.
//!
//! IREE rejects it, or reads sizes that are unknown as numbers. It is computed as the sum, over all
//! positions in the window, of the input shifted by the position, contracted with the kernel's slice at
//! that position. If the numbers of features are known, the shifted inputs become one tensor, and the sum is one product.

mod groups;
mod kernel;
mod one_product;

use crate::{
    build::*,
    dialect::stablehlo::{ConvDimensionNumbers, DotDimensionNumbers},
    forms::{contraction, pad::Padding},
    ops::*,
    prelude::*,
};

/// The maximum number of products that are added before the sum is stored. IREE adds all of them in
/// one kernel, which gets the sizes and the place of each; its runtime passes 64 numbers at most.
const MAX_FUSED: usize = 9;

/// The most elements of a window of which one product is made, which copies an element of the input for each of them.
const MAX_COPIES: usize = 64;

/// What convolutions become.
const SUM: &str = "a matrix product of the elements in each window, or, for features of unknown number or in groups, a sum of products, one for \
     each element of the window, stored after every nine";

pub static UNKNOWN_SIZE: Row = Row {
    name: "convolutions-of-unknown-size",
    ops: &[stablehlo::CONVOLUTION],
    when: "with dynamic spatial dims, or an unknown number of features, or of a dynamic batch in groups of features; the \
           window must be static",
    becomes: SUM,
    why: "IREE rejects it, or the code that it generates; without groups it has been seen to compute other values.",
    action: Replace(rewrite),
};

pub static DYNAMIC: Row = Row {
    name: "dynamic-convolutions",
    ops: &[stablehlo::DYNAMIC_CONV],
    when: "all; the window must be static",
    becomes: SUM,
    why: "IREE has no form of it.",
    action: Replace(rewrite_dynamic),
};

/// Returns whether IREE cannot compute a convolution because of a size that is unknown: any but that of the batch, and
/// that, too, if features are in groups.
pub fn is_of_unknown_size(operation: OpRef<'_>) -> Option<bool> {
    let batch = convolution_dims(operation)?.input_batch_dimension;
    let is_grouped = ir::integer(operation, "feature_group_count") != Some(1);
    let [input, kernel] = first_operands(operation)?.map(sizes);
    let mut input = (0..).zip(input?);
    let is_open = input.any(|(dim, size)| size.is_none() && (dim != batch || is_grouped));
    Some(is_open || kernel?.contains(&None))
}

/// Rewrites a `stablehlo.convolution`.
fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    is_of_unknown_size(operation)?.then_some(())?;
    let rank = sizes(ir::operand(operation, 0)?)?.len();
    let padding = padding_of(operation, rank.checked_sub(2)?)?;
    let padding = Number::constants(emitter, padding);
    Convolution::read(operation, padding)?.emit(emitter)
}

/// Rewrites a `stablehlo.dynamic_conv`.
fn rewrite_dynamic<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let padding = emit_numbers(emitter, ir::operand(operation, 2)?)?;
    Convolution::read(operation, padding)?.emit(emitter)
}

/// A convolution with a window of known size.
pub struct Convolution<'a> {
    operation: OpRef<'a>,
    input: Value<'a>,
    input_type: RankedTensorType<'a>,
    kernel: Value<'a>,
    kernel_type: RankedTensorType<'a>,
    result_type: RankedTensorType<'a>,
    dims: ConvDimensionNumbers,
    input_feature: usize,
    /// The number of groups that the features are divided into.
    groups: i64,
    window: Vec<WindowDim>,
    /// The padding on both sides of each dim of the window, in turn.
    padding: Vec<Number<'a>>,
}

impl<'a> Convolution<'a> {
    fn read(operation: OpRef<'a>, padding: Vec<Number<'a>>) -> Option<Self> {
        let dims = convolution_dims(operation)?;
        let [input, kernel] = first_operands(operation)?;
        if ir::integer(operation, "batch_group_count") != Some(1) {
            return no_match("its groups are of batches");
        }
        let window = WindowDim::of_convolution(operation)?;
        if padding.len() < 2 * window.len() {
            return None;
        }
        let input_type = ir::as_ranked_tensor(input.r#type())?;
        let is_feature = |&dim: &usize| {
            let dim = dim as i64;
            dim != dims.input_batch_dimension && !dims.input_spatial_dimensions.contains(&dim)
        };
        Some(Self {
            operation,
            input,
            input_feature: (0..input_type.rank()).find(is_feature)?,
            input_type,
            kernel,
            kernel_type: ir::as_ranked_tensor(kernel.r#type())?,
            result_type: result_type(operation)?,
            groups: ir::integer(operation, "feature_group_count").filter(|&groups| groups > 0)?,
            dims,
            window,
            padding,
        })
    }

    fn emit(&self, emitter: &mut OpEmitter<'a>) -> Option<Value<'a>> {
        let input = self.emit_padded(emitter)?;
        let extents = self.emit_output_extents(emitter, input);
        let mut sum = None;
        let places = places(self.window.iter().map(|window| window.size));
        let is_depthwise = self.is_depthwise();
        let is_small = places.len() > 1 && places.len() <= MAX_COPIES;
        if is_small && self.may_be_one_product() {
            let product = self.emit_one_product(emitter, input, &extents)?;
            return self.emit_in_output_order(emitter, product);
        }
        for (index, place) in places.iter().enumerate() {
            let product = self.emit_product(emitter, input, &extents, place)?;
            let next = match sum {
                None => product,
                Some(sum) => {
                    let r#type = product.r#type();
                    // A sum of truth values is true if one of them is.
                    let op = match ir::element_bits(r#type) {
                        Some(1) => stablehlo::OR,
                        _ => stablehlo::ADD,
                    };
                    emitter.emit_named(op, &[sum, product], &[], r#type)
                }
            };
            // Depthwise products read whole tensors, so their kernel gets no numbers for each position.
            let is_group =
                !is_depthwise && index % MAX_FUSED == MAX_FUSED - 1 && index + 1 < places.len();
            sum = Some(match is_group {
                true => emit_stored(emitter, next)?,
                false => next,
            });
        }
        self.emit_in_output_order(emitter, sum?)
    }

    /// Returns the input's dims in order, with the feature behind the others.
    fn order_with_feature_last(&self) -> Vec<usize> {
        let others = (0..self.input_type.rank()).filter(|&dim| dim != self.input_feature);
        others.chain([self.input_feature]).collect()
    }

    fn precision(&self) -> Option<Attribute<'a>> {
        self.operation.attribute("precision_config").ok()
    }

    /// Emits the padded input.
    fn emit_padded(&self, emitter: &mut OpEmitter<'a>) -> Option<Value<'a>> {
        let rank = self.input_type.rank();
        let none = Number::constant(emitter, 0);
        let mut padding = Padding {
            operation: self.operation,
            fill: zero(emitter, self.input_type.element())?,
            low: vec![none; rank],
            high: vec![none; rank],
            interior: vec![0; rank],
        };
        for (window, edges) in self.window.iter().zip(self.padding.chunks_exact(2)) {
            let dim = window.input_dim;
            (padding.low[dim], padding.high[dim]) = (edges[0], edges[1]);
            padding.interior[dim] = window.input_dilation - 1;
        }
        padding.emit(emitter, self.input)
    }

    /// Emits the output's extents along the window's dims: the number of window positions.
    fn emit_output_extents(&self, emitter: &mut OpEmitter<'a>, input: Value<'a>) -> Vec<Value<'a>> {
        let extents = self.window.iter().map(|window| {
            let extent = emitter.emit_extent_index(input, window.input_dim);
            // If the window does not fit, this is at most 0.
            let room = index(extent) + (window.stride - window.reach());
            (room.max(0) / window.stride).emit(emitter)
        });
        extents.collect()
    }

    /// Emits the contribution of one position in the window to the output. Its dims are those
    /// of the input, in order, without the feature, followed by the output's feature.
    fn emit_product(
        &self,
        emitter: &mut OpEmitter<'a>,
        input: Value<'a>,
        output_extents: &[Value<'a>],
        place: &[i64],
    ) -> Option<Value<'a>> {
        let part = self.emit_part(emitter, input, output_extents, place)?;
        if self.is_depthwise() {
            return self.emit_depthwise_product(emitter, part, place);
        }
        let (kernel, kernel_feature) = self.emit_kernel_at(emitter, place)?;
        if self.groups > 1 {
            return self.emit_grouped_product(emitter, part, kernel, kernel_feature);
        }
        let dims = [self.input_feature as i64, kernel_feature];
        self.emit_contraction(emitter, [part, kernel], dims)
    }

    /// Emits the product of input elements with a matrix of the kernel, contracted along the feature dim of each.
    fn emit_contraction(
        &self,
        emitter: &mut OpEmitter<'a>,
        operands: [Value<'a>; 2],
        features: [i64; 2],
    ) -> Option<Value<'a>> {
        let dims = DotDimensionNumbers {
            lhs_contracting_dimensions: vec![features[0]],
            rhs_contracting_dimensions: vec![features[1]],
            ..DotDimensionNumbers::default()
        };
        let mut sizes = sizes(operands[0])?;
        sizes.remove(features[0] as usize);
        let output_feature = usize::try_from(self.dims.kernel_output_feature_dimension).ok()?;
        sizes.push(*type_sizes(self.kernel_type).get(output_feature)?);
        let r#type = tensor_type(emitter, self.result_type, &sizes);
        let name = Identifier::new(emitter.context(), "precision_config");
        let precision = self.precision().map(|precision| (name, precision));
        let precision = precision.into_iter().collect();
        contraction::emit(emitter, operands, &dims, precision, r#type)
    }

    /// Emits the elements of the padded input that are at one position in the windows.
    fn emit_part(
        &self,
        emitter: &mut OpEmitter<'a>,
        input: Value<'a>,
        output_extents: &[Value<'a>],
        place: &[i64],
    ) -> Option<Value<'a>> {
        let mut sizes = sizes(input)?;
        let rank = sizes.len();
        // IREE compiles a slice of a static tensor only if its result is static.
        if let Some(extents) = sizes.iter().copied().collect::<Option<Vec<_>>>() {
            let mut starts = vec![0; rank];
            let mut limits = extents.clone();
            let mut strides = vec![1; rank];
            for (window, &index) in self.window.iter().zip(place) {
                let dim = window.input_dim;
                let count = (extents[dim] + window.stride - window.reach()).max(0) / window.stride;
                let length = (count * window.stride + 1 - window.stride).max(0);
                starts[dim] = (index * window.dilation).min(extents[dim]);
                limits[dim] = starts[dim] + length;
                strides[dim] = window.stride;
                sizes[dim] = Some(count);
            }
            let r#type = tensor_type(emitter, self.input_type, &sizes);
            let bounds = [&starts, &limits, &strides].map(|list| list.as_slice());
            return Some(emit_static_slice(emitter, input, bounds, r#type));
        }
        let mut starts = vec![emitter.emit_constant_index(0); rank];
        let mut extents = emit_extents(emitter, input);
        let mut strides = vec![1; rank];
        for ((window, &number), &extent) in self.window.iter().zip(place).zip(output_extents) {
            let dim = window.input_dim;
            starts[dim] = emitter.emit_constant_index(number * window.dilation);
            extents[dim] = extent;
            strides[dim] = window.stride;
            sizes[dim] = None;
        }
        let r#type = tensor_type(emitter, self.input_type, &sizes);
        emit_strided_read(emitter, input, &starts, &extents, &strides, r#type)
    }

    /// Emits a value with its dims in the order of the output.
    fn emit_in_output_order(
        &self,
        emitter: &mut OpEmitter<'a>,
        value: Value<'a>,
    ) -> Option<Value<'a>> {
        let rank = self.input_type.rank();
        let mut permutation = vec![0; rank];
        let inputs = (0..rank).filter(|&dim| dim != self.input_feature);
        for (place, input) in inputs.enumerate() {
            let input = input as i64;
            let mut spatial = self.dims.input_spatial_dimensions.iter();
            let output = match spatial.position(|&dim| dim == input) {
                Some(index) => *self.dims.output_spatial_dimensions.get(index)?,
                None => self.dims.output_batch_dimension,
            };
            *permutation.get_mut(usize::try_from(output).ok()?)? = place;
        }
        let feature = usize::try_from(self.dims.output_feature_dimension).ok()?;
        *permutation.get_mut(feature)? = rank - 1;
        let value = emit_transposed(emitter, value, &permutation)?;
        Some(emitter.emit_cast(value, self.result_type.into()))
    }
}
