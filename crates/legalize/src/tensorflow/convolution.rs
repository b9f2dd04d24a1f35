//! `tf.DepthwiseConv2dNative`: a convolution of each feature by itself.

use super::{
    super::{legalizer::Legalizer, tensor::reshape, types},
    extents, integers, set_extents, type_of,
};
use crate::{
    analysis::IntegerValues,
    conversion::{ConversionForm::Custom, OpConversion, OpOutcome},
    dialect::stablehlo::{self, ConvDimensionNumbers, ConvolutionOp, DynamicConvOp},
    ir,
    refusal::Refusal,
    symbol::integer::{Function, INDEX_BITS, Integer, Signedness::Signed},
};
use melior::ir::{
    OperationRef, Type, TypeLike, Value, ValueLike,
    attribute::{DenseElementsAttribute, IntegerAttribute},
    r#type::IntegerType,
};

/// The row of the op.
pub const ROWS: &[OpConversion] = &[OpConversion::new(
    "tf.DepthwiseConv2dNative",
    Custom(read, emit),
)];

/// A dim that the window moves along.
struct Spatial {
    window: i64,
    stride: i64,
    dilation: i64,
    padding: [Integer; 2],
}

struct ConvolutionPlan {
    /// The positions of the batch, of the features and of the two other dims.
    dims: [usize; 4],
    features: i64,
    multiplier: i64,
    spatial: [Spatial; 2],
    result: Vec<Integer>,
}

fn refuse(what: &'static str, found: impl ToString, expected: &str) -> Refusal {
    Refusal::Value {
        what,
        found: found.to_string(),
        expected: expected.into(),
    }
}

fn plan(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Result<ConvolutionPlan, Refusal> {
    let input = extents(values, operation, 0)?;
    let kernel = kernel_sizes(values, operation)?;
    if input.len() != 4 {
        return Err(refuse("the operand's rank", input.len(), "4"));
    }
    let format = ir::string(operation, "data_format").unwrap_or("NHWC");
    let dims = match format {
        "NHWC" => [0, 3, 1, 2],
        "NCHW" => [0, 1, 2, 3],
        _ => return Err(refuse("'data_format'", format, "NHWC or NCHW")),
    };
    let [height, width, features, multiplier] = kernel;
    let features_of_input = values.integers.value(input[dims[1]]);
    if features_of_input.is_some_and(|found| found != features) {
        return Err(Refusal::Other(format!(
            "operand #0 has {} features; expected {features}, as the filter has",
            features_of_input.unwrap_or_default()
        )));
    }
    let strides = of_dims(operation, "strides", dims)?;
    let dilations = of_dims(operation, "dilations", dims)?;
    let mut spatial = vec![];
    let mut result = input.to_vec();
    result[dims[1]] = values.index(features * multiplier);
    for (index, window) in [height, width].into_iter().enumerate() {
        let (dim, stride, dilation) = (dims[index + 2], strides[index], dilations[index]);
        let span = (window - 1) * dilation + 1;
        let (padding, size) = padding(values, operation, input[dim], dim, span, stride)?;
        result[dim] = size;
        spatial.push(Spatial {
            window,
            stride,
            dilation,
            padding,
        });
    }
    let spatial: [Spatial; 2] = spatial
        .try_into()
        .map_err(|_| Refusal::Unknown { advice: None })?;
    Ok(ConvolutionPlan {
        dims,
        features,
        multiplier,
        spatial,
        result,
    })
}

/// The sizes of the filter: height, width, features and results of each feature.
fn kernel_sizes(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Result<[i64; 4], Refusal> {
    let kernel = extents(values, operation, 1)?;
    let sizes = kernel.iter().map(|&size| values.integers.value(size));
    let sizes = sizes.collect::<Option<Vec<_>>>();
    let sizes: [i64; 4] = sizes
        .and_then(|sizes| sizes.try_into().ok())
        .ok_or(Refusal::Other(
            "the filter has no four known sizes; give them".into(),
        ))?;
    match sizes.iter().all(|&size| (1..1 << 24).contains(&size)) {
        true => Ok(sizes),
        false => Err(refuse(
            "a size of the filter",
            "0 or too large",
            "at least 1",
        )),
    }
}

/// The entries of the two spatial dims in a list with one for each dim, of which the others are 1.
fn of_dims(
    operation: OperationRef<'_, '_>,
    name: &'static str,
    dims: [usize; 4],
) -> Result<[i64; 2], Refusal> {
    let list = integers(operation, name).unwrap_or_else(|| vec![1; 4]);
    let is_valid = list.len() == 4
        && list.iter().all(|&entry| (1..1 << 24).contains(&entry))
        && list[dims[0]] == 1
        && list[dims[1]] == 1;
    match is_valid {
        true => Ok([list[dims[2]], list[dims[3]]]),
        false => Err(refuse(
            "'strides' or 'dilations'",
            format!("{list:?}"),
            "one number of at least 1 for each dim, 1 for the batch and the features",
        )),
    }
}

/// The padding before and after a dim, and the size of the result.
fn padding(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    extent: Integer,
    dim: usize,
    span: i64,
    stride: i64,
) -> Result<([Integer; 2], Integer), Refusal> {
    let [zero, one, span, step] = [0, 1, span, stride].map(|value| values.index(value));
    let name = ir::string(operation, "padding").unwrap_or_default();
    let greater = Function::Maximum(Signed);
    let padding = match name {
        "VALID" => [zero, zero],
        "EXPLICIT" => {
            let list = integers(operation, "explicit_paddings").unwrap_or_default();
            let at = |index: usize| list.get(index).copied().filter(|_| list.len() == 8);
            match (at(2 * dim), at(2 * dim + 1)) {
                (Some(low @ 0..), Some(high @ 0..)) => [low, high].map(|pad| values.index(pad)),
                _ => {
                    return Err(refuse(
                        "'explicit_paddings'",
                        format!("{list:?}"),
                        "two numbers of at least 0 for each dim",
                    ));
                }
            }
        }
        "SAME" => {
            let integers = &mut values.integers;
            let size = integers.apply(Function::DivideUp(Signed), &[extent, step]);
            // All of it, in rows that are not empty, if every position has a result.
            let total = match stride {
                1 => integers.apply(Function::Subtract, &[span, one]),
                _ => {
                    let last = integers.apply(Function::Subtract, &[size, one]);
                    let last = integers.apply(Function::Multiply, &[last, step]);
                    let end = integers.apply(Function::Add, &[last, span]);
                    let total = integers.apply(Function::Subtract, &[end, extent]);
                    integers.apply(greater, &[total, zero])
                }
            };
            let two = integers.constant(2, INDEX_BITS);
            let low = integers.apply(Function::Divide(Signed), &[total, two]);
            let high = integers.apply(Function::Subtract, &[total, low]);
            return Ok(([low, high], size));
        }
        _ => return Err(refuse("'padding'", name, "SAME, VALID or EXPLICIT")),
    };
    let integers = &mut values.integers;
    let padded = integers.apply(Function::Add, &[extent, padding[0]]);
    let padded = integers.apply(Function::Add, &[padded, padding[1]]);
    // `(padded - span) / stride + 1` positions, or none.
    let free = integers.apply(Function::Subtract, &[padded, span]);
    let free = integers.apply(Function::Add, &[free, step]);
    let free = integers.apply(greater, &[free, zero]);
    let size = integers.apply(Function::Divide(Signed), &[free, step]);
    Ok((padding, size))
}

fn read<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let plan = plan(values, operation)?;
    let input = super::operand(operation, 0)?;
    if !types::element(input.r#type()).is_some_and(|element| element.is_float()) {
        return Err(types::refuse("operand #0".into(), input.r#type(), None));
    }
    set_extents(values, operation, &plan.result)?;
    Ok(OpOutcome::Emitted)
}

fn emit<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let plan = plan(&mut legalizer.values, operation).ok()?;
    let [batch, feature, height, width] = plan.dims.map(|dim| dim as i64);
    let r#type = legalizer.result_type(operation)?;
    let element = types::element(r#type)?;
    let input = legalizer.operand(operation, 0)?;
    let kernel = legalizer.operand(operation, 1)?;
    let [vertical, horizontal] = &plan.spatial;
    let results = plan.features * plan.multiplier;
    let kernel_sizes = [vertical.window, horizontal.window, 1, results];
    let kernel_type = types::tensor_type(&kernel_sizes, element);
    let kernel = reshape(legalizer, kernel, kernel_type, &[]);
    let numbers = ConvDimensionNumbers {
        input_batch_dimension: batch,
        input_feature_dimension: feature,
        input_spatial_dimensions: vec![height, width],
        kernel_input_feature_dimension: 2,
        kernel_output_feature_dimension: 3,
        kernel_spatial_dimensions: vec![0, 1],
        output_batch_dimension: batch,
        output_feature_dimension: feature,
        output_spatial_dimensions: vec![height, width],
    };
    let strides = [vertical.stride, horizontal.stride];
    let dilations = [vertical.dilation, horizontal.dilation];
    let padding = plan.spatial.iter().flat_map(|spatial| spatial.padding);
    let padding = padding.collect::<Vec<_>>();
    let known = padding
        .iter()
        .map(|&pad| legalizer.values.integers.value(pad));
    let result_type = type_of(&legalizer.values, &plan.result, element);
    let context = legalizer.context();
    let value = match known.collect::<Option<Vec<_>>>() {
        Some(known) => {
            let i64_type: Type<'c> = IntegerType::new(context, 64).into();
            let known = known.iter();
            let known = known.map(|&pad| IntegerAttribute::new(i64_type, pad).into());
            let padding_type = types::tensor_type(&[2, 2], i64_type);
            let known = known.collect::<Vec<_>>();
            let known = DenseElementsAttribute::new(padding_type, &known).ok()?;
            let convolution = ConvolutionOp {
                window_strides: Some(&strides),
                padding: Some(known.into()),
                lhs_dilation: None,
                rhs_dilation: Some(&dilations),
                window_reversal: None,
                dimension_numbers: &numbers,
                feature_group_count: plan.features,
                batch_group_count: 1,
                precision_config: None,
            };
            let attributes = convolution.attributes(context)?;
            let operands = [input, kernel];
            legalizer.op(stablehlo::CONVOLUTION, &operands, &attributes, result_type)
        }
        None => {
            let row = legalizer.row(&padding, INDEX_BITS);
            let i64_type: Type<'c> = IntegerType::new(context, 64).into();
            let padding_type = types::tensor_type(&[2, 2], i64_type);
            let padding = legalizer.op(stablehlo::RESHAPE, &[row], &[], padding_type);
            let convolution = DynamicConvOp {
                window_strides: Some(&strides),
                lhs_dilation: None,
                rhs_dilation: Some(&dilations),
                window_reversal: None,
                dimension_numbers: &numbers,
                feature_group_count: plan.features,
                batch_group_count: 1,
                precision_config: None,
            };
            let attributes = convolution.attributes(context)?;
            let operands = [input, kernel, padding];
            legalizer.op(stablehlo::DYNAMIC_CONV, &operands, &attributes, result_type)
        }
    };
    Some(vec![value])
}
