//! Computes the elements of small tensors; numbers wrap around as at run time.

use super::{
    arithmetic::{arithmetic, is_unsigned, unsigned, wrap},
    attribute::{constant_elements, constant_floats, elements, integer, list_in, op_name, text},
    indexing::{gather, shapes},
    tensor::{
        Tensor, indices, integer_bits, is_of_floats, operand_type, result_type, static_shape,
    },
};
use crate::attributes::array;
use melior::ir::{
    BlockLike, OperationRef, RegionLike, TypeLike, ValueLike,
    operation::OperationLike,
    r#type::{RankedTensorType, ShapedTypeLike},
};

/// Computes the elements of an op's only result; `None` for an op of another kind, or one for
/// which only the shape matters.
pub(super) fn compute(
    operation: OperationRef<'_, '_>,
    name: &str,
    operands: &[Tensor],
) -> Result<Option<Tensor>, String> {
    // The tensor that a slice is inserted into may be empty, without elements that are defined.
    let is_defined = |(index, operand): (usize, &Tensor)| {
        operand.has_elements() || (name, index) == ("tensor.insert_slice", 1)
    };
    if operation.result_count() != 1 || !operands.iter().enumerate().all(is_defined) {
        return Ok(None);
    }
    let r#type = result_type(operation);
    let tensor = match compute_with(operation, name, operands)? {
        Some(tensor) => tensor,
        None => return arithmetic(operation, name, operands),
    };
    let elements = tensor.elements.map(|elements| match integer_bits(r#type) {
        Some(bits) => elements
            .iter()
            .map(|&element| wrap(element, bits))
            .collect(),
        None => elements,
    });
    Ok(Some(Tensor { elements, ..tensor }))
}

fn compute_with(
    operation: OperationRef<'_, '_>,
    name: &str,
    operands: &[Tensor],
) -> Result<Option<Tensor>, String> {
    let shaped_like = |tensor: &Tensor, shape: Vec<i64>| Tensor {
        shape,
        ..tensor.clone()
    };
    Ok(Some(match name {
        "stablehlo.constant" | "arith.constant" if static_number(operation) => {
            match integer_bits(result_type(operation)) {
                Some(_) => Tensor::scalar(integer(operation, "value")),
                None => return Ok(None),
            }
        }
        "chlo.constant_like" if text(operation, "value").contains(" : i") => {
            let count = indices(&operands[0].shape).len();
            Tensor::new(
                operands[0].shape.clone(),
                vec![integer(operation, "value"); count],
            )
        }
        "stablehlo.constant" | "chlo.constant" | "arith.constant" => {
            let shape = static_shape(operation);
            if shape.iter().product::<i64>() > 64 {
                return Ok(None);
            }
            match is_of_floats(result_type(operation)) {
                true => Tensor::of_floats(shape, constant_floats(operation)),
                false => Tensor::new(shape, constant_elements(operation)),
            }
        }
        "stablehlo.iota" => {
            let shape = static_shape(operation);
            match shape.as_slice() {
                &[size] if size <= 64 => Tensor::list((0..size).collect()),
                _ => return Ok(None),
            }
        }
        "shape.const_shape" => Tensor::list(elements(operation, "shape")),
        "shape.const_size" => Tensor::scalar(integer(operation, "value")),
        "tosa.const_shape" => Tensor::list(elements(operation, "values")),
        "stablehlo.reshape" => shaped_like(&operands[0], static_shape(operation)),
        "tensor.collapse_shape" | "tensor.expand_shape" => {
            let shapes = shapes(operation, name, operands).expect("its shape is known")?;
            shaped_like(&operands[0], shapes[0].clone())
        }
        "stablehlo.dynamic_reshape" => shaped_like(&operands[0], operands[1].elements().to_vec()),
        "stablehlo.broadcast_in_dim" => {
            let dims = array(operation, "broadcast_dimensions");
            let shape = static_shape(operation);
            let from = operands[0].shape.clone();
            operands[0].rearranged(shape, |index| {
                let pairs = dims.iter().zip(&from);
                pairs
                    .map(|(&dim, &size)| if size == 1 { 0 } else { index[dim as usize] })
                    .collect()
            })
        }
        "tensor.extract" => extract(operands)?,
        "stablehlo.bitcast_convert"
            if integer_bits(operand_type(operation)) == integer_bits(result_type(operation)) =>
        {
            operands[0].clone()
        }
        "tensor.from_elements" => Tensor::new(
            static_shape(operation),
            operands.iter().map(|o| o.elements()[0]).collect(),
        ),
        "tensor.cast" => operands[0].clone(),
        // Of rows, as sizes are.
        "tensor.concat"
            if operands
                .iter()
                .all(|o| o.elements.is_some() && o.shape.len() == 1) =>
        {
            Tensor::list(
                operands
                    .iter()
                    .flat_map(|o| o.elements().to_vec())
                    .collect(),
            )
        }
        "tensor.extract_slice" if operands[0].elements.is_some() => {
            let whole = operands[0].elements();
            let (sizes, places) = part(operation, &operands[0].shape, &operands[1..]);
            let elements = places.iter().map(|&place| whole.get(place).copied());
            let Some(elements) = elements.collect::<Option<Vec<_>>>() else {
                return Ok(None);
            };
            // The result may lack dims of size 1.
            let rank = RankedTensorType::try_from(result_type(operation))
                .expect("it is a tensor")
                .rank();
            Tensor::new(sizes[sizes.len() - rank..].to_vec(), elements)
        }
        "tensor.insert_slice" if operands[0].elements.is_some() => {
            // Nothing may depend on the elements of an empty tensor.
            let shape = operands[1].shape.clone();
            let count = usize::try_from(shape.iter().product::<i64>()).unwrap_or_default();
            let mut elements = operands[1]
                .elements
                .clone()
                .unwrap_or_else(|| vec![0; count]);
            let (_, places) = part(operation, &shape, &operands[2..]);
            for (place, &element) in places.into_iter().zip(operands[0].elements()) {
                match elements.get_mut(place) {
                    Some(old) => *old = element,
                    None => return Ok(None),
                }
            }
            Tensor::new(shape, elements)
        }
        "stablehlo.concatenate" if operands.iter().all(|o| o.elements.is_some()) => {
            let dim = integer(operation, "dimension") as usize;
            let mut shape = operands[0].shape.clone();
            shape[dim] = operands.iter().map(|operand| operand.shape[dim]).sum();
            let element = |index: &Vec<i64>| {
                let mut index = index.clone();
                let mut rest = operands.iter();
                let mut operand = rest.next().expect("there are operands");
                while index[dim] >= operand.shape[dim] {
                    index[dim] -= operand.shape[dim];
                    operand = rest.next().expect("the sizes are their sum");
                }
                operand.rearranged(vec![], |_| index.clone()).elements()[0]
            };
            let elements = indices(&shape).iter().map(element).collect();
            Tensor::new(shape, elements)
        }
        "stablehlo.slice" => {
            let [starts, limits, strides] =
                ["start_indices", "limit_indices", "strides"].map(|name| array(operation, name));
            slice(&operands[0], &starts, &limits, &strides)?
        }
        "stablehlo.real_dynamic_slice" => slice(
            &operands[0],
            operands[1].elements(),
            operands[2].elements(),
            operands[3].elements(),
        )?,
        // The start is clamped so that the slice is in range.
        "stablehlo.dynamic_slice" => {
            let sizes = array(operation, "slice_sizes");
            let from = &operands[0].shape;
            let mut starts = vec![];
            for (dim, size) in from.iter().enumerate() {
                if sizes[dim] > *size {
                    return Err("the slice is too large".into());
                }
                let start = position(operands[dim + 1].elements()[0], operation, dim + 1);
                starts.push(start.clamp(0, size - sizes[dim]));
            }
            operands[0].rearranged(sizes, |index| {
                index
                    .iter()
                    .zip(&starts)
                    .map(|(at, start)| at + start)
                    .collect()
            })
        }
        "stablehlo.gather" if operands[0].shape.len() == 1 => {
            let shape = gather(operation, operands, &array(operation, "slice_sizes"))?;
            let batching = list_in(
                &text(operation, "dimension_numbers"),
                "operand_batching_dims",
            );
            if indices(&shape).len() != operands[1].elements().len() || !batching.is_empty() {
                return Ok(None);
            }
            let last = operands[0].shape[0] - 1;
            let flat = operands[1].elements();
            let all = indices(&shape);
            operands[0].rearranged(shape, |index| {
                let at = all.iter().position(|other| other == index);
                let start = flat[at.expect("it is one of them")];
                vec![position(start, operation, 1).clamp(0, last)]
            })
        }
        "stablehlo.torch_index_select" if operands[0].shape.len() == 1 => {
            let positions = operands[1].elements();
            let size = operands[0].shape[0];
            if positions.iter().any(|at| !(0..size).contains(at)) {
                return Err("out of range".into());
            }
            let picked = positions
                .iter()
                .map(|&at| operands[0].elements()[at as usize]);
            Tensor::new(operands[1].shape.clone(), picked.collect())
        }
        "stablehlo.reduce"
            if operands[0].shape.len() == 1
                && operands.iter().all(|operand| operand.elements.is_some()) =>
        {
            let body = operation.region(0).expect("it has a body");
            let block = body.first_block().expect("the body has a block");
            let op = block.first_operation().expect("the block has an op");
            let end = block.terminator().expect("the block has an end");
            let yielded = end.operand(0).expect("it yields a value");
            let is_first = yielded == block.argument(0).expect("one of two").into();
            let combine = |a: i64, b: i64| match op_name(op).as_str() {
                _ if is_first => Some(a),
                "stablehlo.add" => Some(a.wrapping_add(b)),
                "stablehlo.multiply" => Some(a.wrapping_mul(b)),
                "stablehlo.maximum" => Some(a.max(b)),
                "stablehlo.minimum" => Some(a.min(b)),
                _ => None,
            };
            let init = operands[1].elements()[0];
            let all = operands[0].elements().iter();
            match all.copied().try_fold(init, combine) {
                Some(element) => Tensor::scalar(element),
                None => return Ok(None),
            }
        }
        "shape.rank" => Tensor::scalar(operands[0].elements().len() as i64),
        "shape.get_extent" => {
            let at = usize::try_from(operands[1].elements()[0]).ok();
            let extent = at.and_then(|at| operands[0].elements().get(at));
            Tensor::scalar(*extent.ok_or("out of range")?)
        }
        "shape.from_extents" => Tensor::list(operands.iter().map(|o| o.elements()[0]).collect()),
        "shape.any" => operands[0].clone(),
        "shape.shape_eq" => {
            let are_equal = operands
                .iter()
                .all(|it| it.elements() == operands[0].elements());
            Tensor::scalar(are_equal.into())
        }
        "shape.is_broadcastable" => {
            let shapes = operands.iter().map(|operand| operand.elements());
            let rank = shapes.clone().map(|shape| shape.len()).max().unwrap_or(0);
            let fits = |dim: usize| {
                let sizes = shapes
                    .clone()
                    .filter_map(|shape| shape.iter().rev().nth(dim));
                let mut sizes = sizes.filter(|&&size| size != 1);
                let first = sizes.next();
                sizes.all(|size| Some(size) == first)
            };
            Tensor::scalar((0..rank).all(fits).into())
        }
        "shape.value_as_shape" => {
            let elements = operands[0].elements().iter();
            let sizes = elements.map(|&element| match position(element, operation, 0) {
                i64::MAX => Err("a size is huge".to_string()),
                size => Ok(size),
            });
            Tensor::list(sizes.collect::<Result<_, _>>()?)
        }
        "shape.from_extent_tensor"
        | "shape.to_extent_tensor"
        | "shape.index_to_size"
        | "shape.size_to_index" => operands[0].clone(),
        "shape.concat" => Tensor::list(
            operands
                .iter()
                .flat_map(|o| o.elements().to_vec())
                .collect(),
        ),
        "shape.num_elements" => Tensor::scalar(
            operands[0]
                .elements()
                .iter()
                .fold(1, |product, &size| product.wrapping_mul(size)),
        ),
        // As upstream lowers it, which is defined even for shapes that do not broadcast.
        "shape.broadcast" => {
            let rank = operands
                .iter()
                .map(|o| o.elements().len())
                .max()
                .unwrap_or(0);
            let size = |dim: usize| {
                let mut sizes = operands.iter().filter_map(|operand| {
                    let sizes = operand.elements();
                    let dim = (dim + sizes.len()).checked_sub(rank)?;
                    sizes.get(dim).copied()
                });
                sizes.rfind(|&size| size != 1).unwrap_or(1)
            };
            Tensor::list((0..rank).map(size).collect())
        }
        "stablehlo.transpose" => {
            let permutation = array(operation, "permutation");
            let from = &operands[0].shape;
            let shape = permutation.iter().map(|&dim| from[dim as usize]).collect();
            operands[0].rearranged(shape, |index| {
                let mut result = vec![0; index.len()];
                for (&dim, &at) in permutation.iter().zip(index) {
                    result[dim as usize] = at;
                }
                result
            })
        }
        "stablehlo.select" if operands[0].shape.is_empty() => {
            operands[if operands[0].elements()[0] == 0 { 2 } else { 1 }].clone()
        }
        "arith.select" if operands[0].shape.is_empty() => {
            operands[if operands[0].elements()[0] == 0 { 2 } else { 1 }].clone()
        }
        _ => return Ok(None),
    }))
}

/// Returns a position that an op gets as an operand; one of an unsigned type is not negative.
fn position(number: i64, operation: OperationRef<'_, '_>, operand: usize) -> i64 {
    let r#type = operation.operand(operand).expect("it is one").r#type();
    match integer_bits(r#type) {
        Some(bits) if is_unsigned(r#type) => {
            i64::try_from(unsigned(number, bits)).unwrap_or(i64::MAX)
        }
        _ => number,
    }
}

/// Returns whether an op's result is a number rather than a tensor.
fn static_number(operation: OperationRef<'_, '_>) -> bool {
    !result_type(operation).is_ranked_tensor()
}

/// Returns the element at given indices, one for each dim.
fn extract(operands: &[Tensor]) -> Result<Tensor, String> {
    let [tensor, indices @ ..] = operands else {
        panic!("there is something to extract from")
    };
    assert_eq!(indices.len(), tensor.shape.len());
    for (index, size) in indices.iter().zip(&tensor.shape) {
        if !(0..*size).contains(&index.elements()[0]) {
            return Err("out of range".into());
        }
    }
    let at = indices.iter().map(|index| index.elements()[0]);
    let at = at.collect::<Vec<_>>();
    Ok(tensor.rearranged(vec![], |_| at.clone()))
}

fn slice(
    tensor: &Tensor,
    starts: &[i64],
    limits: &[i64],
    strides: &[i64],
) -> Result<Tensor, String> {
    let mut shape = vec![];
    for (dim, size) in tensor.shape.iter().enumerate() {
        let is_inside = 0 <= starts[dim] && starts[dim] <= limits[dim] && limits[dim] <= *size;
        if !is_inside || strides[dim] <= 0 {
            return Err("out of range".into());
        }
        shape.push((limits[dim] - starts[dim] - 1).div_euclid(strides[dim]) + 1);
    }
    Ok(tensor.rearranged(shape, |index| {
        let at = |dim: usize| starts[dim] + index[dim] * strides[dim];
        (0..index.len()).map(at).collect()
    }))
}

/// Returns the sizes of a part of a tensor and the positions of its elements, in row-major order;
/// numbers known only at run time are operands.
fn part(
    operation: OperationRef<'_, '_>,
    whole: &[i64],
    at_run_time: &[Tensor],
) -> (Vec<i64>, Vec<usize>) {
    let mut at_run_time = at_run_time.iter().map(|number| number.elements()[0]);
    let mut numbers = |name| {
        let numbers = array(operation, name)
            .into_iter()
            .map(|number| match number {
                i64::MIN => at_run_time.next().expect("one for each"),
                number => number,
            });
        numbers.collect::<Vec<_>>()
    };
    let [offsets, sizes, strides] =
        ["static_offsets", "static_sizes", "static_strides"].map(&mut numbers);
    let mut places = vec![0];
    for (dim, &size) in sizes.iter().enumerate() {
        let along = |place: i64| {
            let (first, stride, whole) = (offsets[dim], strides[dim], whole[dim]);
            (0..size).map(move |index| place * whole + first + index * stride)
        };
        places = places.into_iter().flat_map(along).collect();
    }
    let places = places
        .into_iter()
        .map(|place| usize::try_from(place).unwrap_or(usize::MAX));
    (sizes, places.collect())
}
