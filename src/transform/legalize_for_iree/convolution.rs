//! `stablehlo.convolution` whose window moves along dims of unknown size.
//!
//! IREE refuses it. It is the sum, over all places in the window, of the input from that
//! place on, contracted with the kernel at that place.

use super::{contraction, emit_extents, result_type, sizes, tensor_type};
use crate::{
    dialect::{ConvDimensionNumbers, DotDimensionNumbers, conv_dimension_numbers},
    ir::{self, Emitter},
};
use melior::ir::{
    Attribute, OperationRef, Type, TypeLike, Value, ValueLike,
    attribute::DenseI64ArrayAttribute,
    operation::OperationLike,
    r#type::{RankedTensorType, ShapedTypeLike},
};

/// The most numbers that a window's padding may have.
const MAX_PADDING: usize = 128;

pub(super) fn rewrite<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let convolution = Convolution::read(operation)?;
    let input_sizes = sizes(convolution.input)?;
    let mut spatial = convolution.window.iter().map(|window| window.input_dim);
    if spatial.all(|dim| input_sizes[dim].is_some()) {
        return None;
    }
    convolution.emit(emitter)
}

/// A convolution of one group, with a kernel of known size.
struct Convolution<'c, 'a> {
    input: Value<'c, 'a>,
    input_type: RankedTensorType<'c>,
    kernel: Value<'c, 'a>,
    kernel_type: RankedTensorType<'c>,
    kernel_sizes: Vec<i64>,
    result_type: RankedTensorType<'c>,
    dims: ConvDimensionNumbers,
    input_feature: usize,
    window: Vec<WindowDim>,
}

/// A dim that the window moves along.
struct WindowDim {
    input_dim: usize,
    kernel_dim: usize,
    /// The size of the kernel.
    size: i64,
    stride: i64,
    padding: [i64; 2],
    dilation: i64,
}

impl<'c, 'a> Convolution<'c, 'a> {
    fn read(operation: OperationRef<'c, 'a>) -> Option<Self> {
        let dims = conv_dimension_numbers(operation.attribute("dimension_numbers").ok()?)?;
        let (input, kernel) = (operation.operand(0).ok()?, operation.operand(1).ok()?);
        let kernel_sizes = sizes(kernel)?.into_iter().collect::<Option<Vec<_>>>()?;
        let count = dims.input_spatial.len();
        let is_one_group = |name| ir::integer(operation, name) == Some(1);
        let numbers = |name| match operation.attribute(name) {
            Ok(_) => ir::int_array(operation, name),
            Err(_) => Some(vec![1; count]),
        };
        let padding = match operation.attribute("padding") {
            Ok(_) => ir::int_elements(operation, "padding", MAX_PADDING)?,
            Err(_) => vec![0; 2 * count],
        };
        let strides = numbers("window_strides")?;
        let dilations = numbers("rhs_dilation")?;
        let is_plain = is_one_group("feature_group_count")
            && is_one_group("batch_group_count")
            && numbers("lhs_dilation")?
                .iter()
                .all(|&dilation| dilation == 1)
            && operation.attribute("window_reversal").is_err();
        if !is_plain {
            return None;
        }
        let dim = |dims: &[i64], index: usize| usize::try_from(*dims.get(index)?).ok();
        let window = (0..count).map(|index| {
            let kernel_dim = dim(&dims.kernel_spatial, index)?;
            Some(WindowDim {
                input_dim: dim(&dims.input_spatial, index)?,
                kernel_dim,
                size: *kernel_sizes.get(kernel_dim)?,
                stride: *strides.get(index)?,
                padding: [*padding.get(2 * index)?, *padding.get(2 * index + 1)?],
                dilation: *dilations.get(index)?,
            })
        });
        let window = window.collect::<Option<Vec<_>>>()?;
        let input_type = RankedTensorType::try_from(input.r#type()).ok()?;
        let is_feature = |&dim: &usize| {
            let dim = dim as i64;
            dim != dims.input_batch && !dims.input_spatial.contains(&dim)
        };
        Some(Self {
            input,
            input_feature: (0..input_type.rank()).find(is_feature)?,
            input_type,
            kernel,
            kernel_type: RankedTensorType::try_from(kernel.r#type()).ok()?,
            kernel_sizes,
            result_type: result_type(operation)?,
            dims,
            window,
        })
    }

    fn emit(&self, emitter: &mut Emitter<'c, 'a>) -> Option<Value<'c, 'a>> {
        let input = self.emit_padded(emitter)?;
        let extents = self.emit_output_extents(emitter, input);
        let mut sum = None;
        for place in self.places() {
            let product = self.emit_product(emitter, input, &extents, &place)?;
            sum = Some(match sum {
                None => product,
                Some(sum) => {
                    let r#type = product.r#type();
                    emitter.emit_named("stablehlo.add", &[sum, product], &[], r#type)
                }
            });
        }
        self.emit_in_output_order(emitter, sum?)
    }

    /// Returns all places in the window; none if it is empty.
    fn places(&self) -> Vec<Vec<i64>> {
        self.window.iter().fold(vec![vec![]], |places, window| {
            let places = places.iter();
            let longer = places.flat_map(|place| {
                (0..window.size).map(move |index| {
                    let mut place = place.clone();
                    place.push(index);
                    place
                })
            });
            longer.collect()
        })
    }

    /// Emits the input with the window's padding.
    fn emit_padded(&self, emitter: &mut Emitter<'c, 'a>) -> Option<Value<'c, 'a>> {
        if self.window.iter().all(|window| window.padding == [0, 0]) {
            return Some(self.input);
        }
        let mut sizes = sizes(self.input)?;
        let (mut low, mut high) = (vec![0; sizes.len()], vec![0; sizes.len()]);
        for window in &self.window {
            let dim = window.input_dim;
            [low[dim], high[dim]] = window.padding;
            sizes[dim] = sizes[dim].map(|size| size + low[dim] + high[dim]);
        }
        let element = self.input_type.element();
        let context = emitter.context();
        let zero = zero(emitter, element)?;
        let list = |list: &[i64]| DenseI64ArrayAttribute::new(context, list).into();
        let r#type = tensor_type(emitter, self.input_type, &sizes).into();
        Some(emitter.emit_named(
            "stablehlo.pad",
            &[self.input, zero],
            &[
                ("edge_padding_low", list(&low)),
                ("edge_padding_high", list(&high)),
                ("interior_padding", list(&vec![0; sizes.len()])),
            ],
            r#type,
        ))
    }

    /// Emits the output's extents along the window's dims: as often as the window fits.
    fn emit_output_extents(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        input: Value<'c, 'a>,
    ) -> Vec<Value<'c, 'a>> {
        let extents = self.window.iter().map(|window| {
            let extent = emitter.emit_extent_index(input, window.input_dim);
            let reach = (window.size - 1) * window.dilation + 1;
            // Where the window does not fit once, this is at most 0.
            let room = emitter.emit_constant_index(window.stride - reach);
            let room = emitter.emit_index_binary("arith.addi", extent, room);
            let none = emitter.emit_constant_index(0);
            let room = emitter.emit_index_binary("arith.maxsi", room, none);
            let stride = emitter.emit_constant_index(window.stride);
            emitter.emit_index_binary("arith.divsi", room, stride)
        });
        extents.collect()
    }

    /// Emits what one place in the window adds to the output, its dims ordered as the
    /// input's, without the feature, and then the output's feature.
    fn emit_product(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        input: Value<'c, 'a>,
        output_extents: &[Value<'c, 'a>],
        place: &[i64],
    ) -> Option<Value<'c, 'a>> {
        let rank = self.input_type.rank();
        let mut starts = vec![emitter.emit_constant_index(0); rank];
        let mut strides = vec![emitter.emit_constant_index(1); rank];
        let mut limits = emit_extents(emitter, input);
        let mut sizes = sizes(input)?;
        for ((window, &index), &extent) in self.window.iter().zip(place).zip(output_extents) {
            let dim = window.input_dim;
            starts[dim] = emitter.emit_constant_index(index * window.dilation);
            strides[dim] = emitter.emit_constant_index(window.stride);
            // From the first one to behind the last one.
            let length = emitter.emit_index_binary("arith.muli", extent, strides[dim]);
            let gap = emitter.emit_constant_index(1 - window.stride);
            let length = emitter.emit_index_binary("arith.addi", length, gap);
            let none = emitter.emit_constant_index(0);
            let length = emitter.emit_index_binary("arith.maxsi", length, none);
            limits[dim] = emitter.emit_index_binary("arith.addi", starts[dim], length);
            sizes[dim] = None;
        }
        let [starts, limits, strides] =
            [starts, limits, strides].map(|list| emitter.emit_from_elements(&list));
        let part_type = tensor_type(emitter, self.input_type, &sizes);
        let part = emitter.emit_named(
            "stablehlo.real_dynamic_slice",
            &[input, starts, limits, strides],
            &[],
            part_type.into(),
        );
        let (kernel, kernel_feature) = self.emit_kernel_at(emitter, place);
        let dims = DotDimensionNumbers {
            lhs_batching: vec![],
            rhs_batching: vec![],
            lhs_contracting: vec![self.input_feature as i64],
            rhs_contracting: vec![kernel_feature],
        };
        sizes.remove(self.input_feature);
        let output_feature = usize::try_from(self.dims.kernel_output_feature).ok()?;
        sizes.push(Some(*self.kernel_sizes.get(output_feature)?));
        let r#type = tensor_type(emitter, self.result_type, &sizes);
        contraction::emit(emitter, [part, kernel], &dims, vec![], r#type)
    }

    /// Emits the matrix that the kernel is at one place in the window, and returns its dim
    /// of input features.
    fn emit_kernel_at(&self, emitter: &mut Emitter<'c, 'a>, place: &[i64]) -> (Value<'c, 'a>, i64) {
        let mut starts = vec![0; self.kernel_sizes.len()];
        let mut limits = self.kernel_sizes.clone();
        for (window, &index) in self.window.iter().zip(place) {
            starts[window.kernel_dim] = index;
            limits[window.kernel_dim] = index + 1;
        }
        let context = emitter.context();
        let list = |list: &[i64]| DenseI64ArrayAttribute::new(context, list).into();
        let lengths = starts
            .iter()
            .zip(&limits)
            .map(|(start, limit)| Some(limit - start));
        let slice_type = tensor_type(emitter, self.kernel_type, &lengths.collect::<Vec<_>>());
        let slice = emitter.emit_named(
            "stablehlo.slice",
            &[self.kernel],
            &[
                ("start_indices", list(&starts)),
                ("limit_indices", list(&limits)),
                ("strides", list(&vec![1; starts.len()])),
            ],
            slice_type.into(),
        );
        let is_feature = |&dim: &usize| self.window.iter().all(|window| window.kernel_dim != dim);
        let features = (0..starts.len()).filter(is_feature).collect::<Vec<_>>();
        let sizes = features.iter().map(|&dim| Some(self.kernel_sizes[dim]));
        let matrix_type = tensor_type(emitter, self.kernel_type, &sizes.collect::<Vec<_>>());
        let matrix = emitter.emit_named("stablehlo.reshape", &[slice], &[], matrix_type.into());
        let is_input = |&&dim: &&usize| dim as i64 != self.dims.kernel_output_feature;
        let input = features.iter().find(is_input);
        let place = features.iter().position(|dim| Some(dim) == input);
        (matrix, place.unwrap_or_default() as i64)
    }

    /// Emits a value with its dims in the order of the output's.
    fn emit_in_output_order(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        value: Value<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let rank = self.input_type.rank();
        let mut permutation = vec![0; rank];
        let inputs = (0..rank).filter(|&dim| dim != self.input_feature);
        for (place, input) in inputs.enumerate() {
            let input = input as i64;
            let spatial = self.dims.input_spatial.iter().position(|&dim| dim == input);
            let output = match spatial {
                Some(index) => *self.dims.output_spatial.get(index)?,
                None => self.dims.output_batch,
            };
            *permutation.get_mut(usize::try_from(output).ok()?)? = place as i64;
        }
        let feature = usize::try_from(self.dims.output_feature).ok()?;
        *permutation.get_mut(feature)? = rank as i64 - 1;
        let mut value = value;
        if !permutation.iter().copied().eq(0..rank as i64) {
            let value_sizes = sizes(value)?;
            let ordered = permutation.iter().map(|&dim| value_sizes[dim as usize]);
            let ordered = ordered.collect::<Vec<_>>();
            let r#type = tensor_type(emitter, self.result_type, &ordered).into();
            let list = DenseI64ArrayAttribute::new(emitter.context(), &permutation).into();
            let attributes = [("permutation", list)];
            value = emitter.emit_named("stablehlo.transpose", &[value], &attributes, r#type);
        }
        Some(emitter.emit_cast(value, self.result_type.into()))
    }
}

/// Emits a scalar 0 of an element type; `None` if it is no number.
fn zero<'c, 'a>(emitter: &mut Emitter<'c, 'a>, element: Type<'c>) -> Option<Value<'c, 'a>> {
    let r#type = RankedTensorType::new(&[], element, None);
    let text = match element.is_float() {
        true => "0.0",
        false => "0",
    };
    let value = Attribute::parse(emitter.context(), &format!("dense<{text}> : {}", r#type))?;
    Some(emitter.emit_named(
        "stablehlo.constant",
        &[],
        &[("value", value)],
        r#type.into(),
    ))
}
