//! Shapes of convolutions and other ops with a window.

use super::{
    attribute::{elements, integer, text},
    evaluate::{Shape, all_equal, equal},
    tensor::Tensor,
};
use crate::attributes::array;
use melior::ir::{OperationRef, operation::OperationLike};

/// The movement of a window along a dim.
struct Move {
    size: i64,
    stride: i64,
    base_dilation: i64,
    dilation: i64,
    padding: [i64; 2],
}

impl Move {
    /// Returns the number of windows along a dim of this size.
    fn count(&self, size: i64) -> i64 {
        let dilated = |size: i64, dilation| match size {
            0 => 0,
            size => (size - 1) * dilation + 1,
        };
        let [low, high] = self.padding;
        let padded = low + dilated(size, self.base_dilation) + high;
        let window = dilated(self.size, self.dilation);
        match padded == 0 || window > padded {
            true => 0,
            false => (padded - window).div_euclid(self.stride) + 1,
        }
    }
}

/// Returns the shapes of the results; `None` for an op of another kind.
pub(super) fn shapes(
    operation: OperationRef<'_, '_>,
    name: &str,
    operands: &[Tensor],
) -> Option<Result<Vec<Shape>, String>> {
    Some(match name {
        "stablehlo.convolution" => {
            let padding = padding(operation, operands[0].shape.len() - 2);
            convolution(operation, operands, &padding).map(|shape| vec![shape])
        }
        "stablehlo.dynamic_conv" => {
            let padding = pairs(operands[2].elements());
            convolution(operation, operands, &padding).map(|shape| vec![shape])
        }
        "stablehlo.reduce_window" => {
            let inputs = &operands[..operands.len() / 2];
            all_equal(inputs).map(|()| vec![windows(operation, &operands[0]); inputs.len()])
        }
        // The source has an element for each window.
        "stablehlo.select_and_scatter" => {
            let source = Tensor::of_shape(windows(operation, &operands[0]));
            all_equal(&[source, operands[1].clone()]).map(|()| vec![operands[0].shape.clone()])
        }
        // Each result has the shape of an operand behind the first one.
        "iree_linalg_ext.scan" => {
            let dim = integer(operation, "dimension") as usize;
            let mut kept = operands[0].shape.clone();
            kept.remove(dim);
            let fits = operands[1].shape == operands[0].shape && operands[2].shape == kept;
            match fits {
                true => Ok(vec![operands[1].shape.clone(), kept]),
                false => Err("what a scan sets has other sizes".into()),
            }
        }
        "iree_linalg_ext.topk" => {
            let dim = integer(operation, "dimension") as usize;
            let fits = |result: &Tensor| {
                let mut sizes = result.shape.iter().zip(&operands[0].shape).enumerate();
                sizes.all(|(at, (own, given))| at == dim || own == given)
            };
            match operands[1].shape == operands[2].shape && fits(&operands[1]) {
                true => Ok(vec![operands[1].shape.clone(), operands[2].shape.clone()]),
                false => Err("what elements are found in has other sizes".into()),
            }
        }
        "stablehlo.custom_call"
            if text(operation, "call_target_name").contains("dynamic_reduce_window") =>
        {
            Ok(vec![dynamic_windows(operands)])
        }
        _ => return None,
    })
}

/// Returns the shape of JAX's call for windows of unknown size.
fn dynamic_windows(operands: &[Tensor]) -> Shape {
    let [sizes, strides, base_dilations, dilations, padding] =
        [2, 3, 4, 5, 6].map(|index| operands[index].elements());
    let lists = [sizes, strides, base_dilations, dilations];
    counts(&operands[0], lists, &pairs(padding))
}

/// Returns the number of windows along each dim; the lists hold their sizes, strides, and the dilations of
/// the input and of the windows.
fn counts(input: &Tensor, lists: [&[i64]; 4], padding: &[[i64; 2]]) -> Shape {
    let [sizes, strides, base_dilations, dilations] = lists;
    let count = |(dim, &size): (usize, &i64)| {
        let r#move = Move {
            size: sizes[dim],
            stride: strides[dim],
            base_dilation: base_dilations[dim],
            dilation: dilations[dim],
            padding: padding[dim],
        };
        r#move.count(size)
    };
    input.shape.iter().enumerate().map(count).collect()
}

fn pairs(numbers: &[i64]) -> Vec<[i64; 2]> {
    numbers.chunks(2).map(|pair| [pair[0], pair[1]]).collect()
}

fn padding(operation: OperationRef<'_, '_>, count: usize) -> Vec<[i64; 2]> {
    match operation.attribute("padding") {
        Ok(_) => {
            let all = elements(operation, "padding");
            match all.len() == 2 * count {
                true => pairs(&all),
                // A splat.
                false => vec![[all[0], all[0]]; count],
            }
        }
        Err(_) => vec![[0, 0]; count],
    }
}

/// Returns a number for each dim; 1 if the attribute is missing.
fn numbers(operation: OperationRef<'_, '_>, name: &str, count: usize) -> Vec<i64> {
    match operation.attribute(name) {
        Ok(_) => array(operation, name),
        Err(_) => vec![1; count],
    }
}

fn windows(operation: OperationRef<'_, '_>, input: &Tensor) -> Shape {
    let rank = input.shape.len();
    let of = |name| numbers(operation, name, rank);
    let (sizes, strides) = (of("window_dimensions"), of("window_strides"));
    let (base_dilations, dilations) = (of("base_dilations"), of("window_dilations"));
    let lists = [&*sizes, &strides, &base_dilations, &dilations];
    counts(input, lists, &padding(operation, rank))
}

fn convolution(
    operation: OperationRef<'_, '_>,
    operands: &[Tensor],
    padding: &[[i64; 2]],
) -> Result<Shape, String> {
    let numbers_text = text(operation, "dimension_numbers");
    let (input, kernel) = (&operands[0].shape, &operands[1].shape);
    // #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>
    let lists = numbers_text
        .split(['[', ']'])
        .skip(1)
        .step_by(2)
        .map(|list| list.split(", ").collect::<Vec<_>>())
        .collect::<Vec<_>>();
    let at = |list: usize, label: &str| {
        let position = lists[list].iter().position(|known| *known == label);
        position.expect("the label is there")
    };
    let features = integer(operation, "feature_group_count");
    let batches = integer(operation, "batch_group_count");
    equal(input[at(0, "f")], kernel[at(1, "i")] * features)?;
    let batch = input[at(0, "b")];
    let out = kernel[at(1, "o")];
    if batch % batches != 0 || out % features != 0 || out % batches != 0 {
        return Err("the groups do not divide it".into());
    }
    let count = padding.len();
    let of = |name| numbers(operation, name, count);
    let (strides, base_dilations, dilations) =
        (of("window_strides"), of("lhs_dilation"), of("rhs_dilation"));
    let mut result = vec![0; input.len()];
    result[at(2, "b")] = batch / batches;
    result[at(2, "f")] = out;
    for dim in 0..count {
        let label = dim.to_string();
        let r#move = Move {
            size: kernel[at(1, &label)],
            stride: strides[dim],
            base_dilation: base_dilations[dim],
            dilation: dilations[dim],
            padding: padding[dim],
        };
        result[at(2, &label)] = r#move.count(input[at(0, &label)]);
    }
    Ok(result)
}
