//! Ops without regions.

use super::{
    attribute::integer,
    broadcast::explicit_shape,
    compute::compute,
    tensor::{LIMIT, Tensor, static_shape},
};
use crate::attributes::array;
use melior::ir::OperationRef;

/// Runs an op without regions; says why if it is not defined for its operands.
pub(super) fn evaluate(
    operation: OperationRef<'_, '_>,
    name: &str,
    operands: &[Tensor],
) -> Result<Tensor, String> {
    if operands.iter().all(|operand| operand.elements.is_some())
        && let Some(tensor) = compute(operation, name, operands)?
    {
        return Ok(tensor);
    }
    match name {
        "stablehlo.get_dimension_size" => {
            let dim = integer(operation, "dimension") as usize;
            return Ok(Tensor::scalar(operands[0].shape[dim]));
        }
        "tensor.dim" => {
            let dim = operands[1].elements()[0] as usize;
            let size = operands[0].shape.get(dim).ok_or("out of range")?;
            return Ok(Tensor::scalar(*size));
        }
        "shape.shape_of" => return Ok(Tensor::list(operands[0].shape.clone())),
        _ => {}
    }
    let shape = shape(operation, name, operands)?;
    match shape.iter().all(|size| (0..=LIMIT).contains(size)) {
        true => Ok(Tensor {
            shape,
            elements: None,
        }),
        false => Err("a size is negative or huge".into()),
    }
}

/// Returns the shape of what is no size.
fn shape(
    operation: OperationRef<'_, '_>,
    name: &str,
    operands: &[Tensor],
) -> Result<Vec<i64>, String> {
    if name == "stablehlo.constant" {
        return Ok(static_shape(operation));
    }
    let shape = &operands[0].shape;
    Ok(match name {
        "stablehlo.broadcast_in_dim" => explicit_shape(operation, shape, static_shape(operation))?,
        "stablehlo.dynamic_broadcast_in_dim" => {
            explicit_shape(operation, shape, operands[1].elements().to_vec())?
        }
        "stablehlo.dynamic_iota" => operands[0].elements().to_vec(),
        "stablehlo.dynamic_reshape" => {
            let result = operands[1].elements().to_vec();
            let count = |shape: &[i64]| {
                let product = shape.iter().copied().try_fold(1, i64::checked_mul);
                product.ok_or("a size is huge")
            };
            if count(&result)? != count(shape)? {
                return Err("there are not as many elements".into());
            }
            result
        }
        "stablehlo.real_dynamic_slice" => dynamic_slice(operands)?,
        "stablehlo.pad" => {
            let [low, high] =
                ["edge_padding_low", "edge_padding_high"].map(|name| array(operation, name));
            let padding = low.iter().zip(&high).map(|(low, high)| low + high);
            shape.iter().zip(padding).map(|(a, b)| a + b).collect()
        }
        "tensor.cast" => shape.clone(),
        "stablehlo.transpose" => array(operation, "permutation")
            .iter()
            .map(|&dim| shape[dim as usize])
            .collect(),
        "stablehlo.reduce" => {
            let dims = array(operation, "dimensions");
            let kept = shape.iter().enumerate();
            kept.filter(|(dim, _)| !dims.contains(&(*dim as i64)))
                .map(|(_, size)| *size)
                .collect()
        }
        "stablehlo.slice" => {
            let limits = array(operation, "limit_indices");
            let is_inside = shape.iter().zip(&limits).all(|(size, limit)| limit <= size);
            is_inside.then_some(limits).ok_or("out of range")?
        }
        "stablehlo.concatenate" => {
            let dim = integer(operation, "dimension") as usize;
            let mut result = shape.clone();
            for operand in &operands[1..] {
                let is_same = |at: usize| at == dim || operand.shape[at] == shape[at];
                if !(0..shape.len()).all(is_same) {
                    return Err("sizes differ".into());
                }
                result[dim] += operand.shape[dim];
            }
            result
        }
        // As it is generated: the last dim against the first.
        "stablehlo.dot_general" => {
            let (last, rest) = shape.split_last().expect("it is generated so");
            let (first, others) = operands[1].shape.split_first().expect("likewise");
            if last != first {
                return Err("contracted sizes differ".into());
            }
            [rest, others].concat()
        }
        // Elementwise, so all shapes must be equal.
        "stablehlo.add" => {
            if operands.iter().any(|operand| operand.shape != *shape) {
                return Err("shapes differ".into());
            }
            shape.clone()
        }
        _ => panic!("unexpected op {name}"),
    })
}

/// A slice by operands: starts, limits and strides.
fn dynamic_slice(operands: &[Tensor]) -> Result<Vec<i64>, String> {
    let [starts, limits, strides] = [1, 2, 3].map(|index| operands[index].elements());
    let mut result = vec![];
    for (dim, size) in operands[0].shape.iter().enumerate() {
        let (start, limit, stride) = (starts[dim], limits[dim], strides[dim]);
        if start < 0 || start > limit || limit > *size {
            return Err("out of range".into());
        }
        result.push((limit - start + stride - 1) / stride);
    }
    Ok(result)
}
