//! Computations with sizes.

use super::{
    attribute::{constant_elements, integer},
    tensor::{LIMIT, Tensor, is_of_floats, static_shape},
};
use crate::attributes::array;
use melior::ir::{OperationRef, operation::OperationLike};

/// Computes with sizes; returns nothing if it is an op of another kind.
pub(super) fn compute(
    operation: OperationRef<'_, '_>,
    name: &str,
    operands: &[Tensor],
) -> Result<Option<Tensor>, String> {
    let element = |index: usize| operands[index].elements()[0];
    let of_same_elements = |shape| {
        Some(Tensor {
            shape,
            elements: Some(operands[0].elements().to_vec()),
        })
    };
    Ok(match name {
        "stablehlo.constant" if is_of_floats(operation) => None,
        "stablehlo.constant" => Some(Tensor {
            shape: static_shape(operation),
            elements: Some(constant_elements(operation)),
        }),
        "arith.constant" => Some(Tensor::scalar(integer(operation, "value"))),
        "stablehlo.compare" => Some(Tensor::scalar(compare(operation, operands).into())),
        "stablehlo.or" => Some(Tensor::scalar(element(0) | element(1))),
        "stablehlo.and" => Some(Tensor::scalar(element(0) & element(1))),
        "stablehlo.convert" | "arith.index_cast" => of_same_elements(operands[0].shape.clone()),
        "stablehlo.reshape" => of_same_elements(static_shape(operation)),
        "tensor.extract" => Some(Tensor::scalar(extract(operands)?)),
        "tensor.from_elements" => Some(Tensor {
            shape: static_shape(operation),
            elements: Some(operands.iter().map(|o| o.elements()[0]).collect()),
        }),
        "stablehlo.concatenate" => Some(Tensor::list(
            operands
                .iter()
                .flat_map(|t| t.elements().to_vec())
                .collect(),
        )),
        "stablehlo.slice" => Some(Tensor::list(slice(operation, operands[0].elements())?)),
        "stablehlo.select" => Some(operands[if element(0) == 1 { 1 } else { 2 }].clone()),
        _ => arithmetic(name, operands)?,
    })
}

fn compare(operation: OperationRef<'_, '_>, operands: &[Tensor]) -> bool {
    let attribute = operation.attribute("comparison_direction");
    let direction = attribute.expect("it has a direction").to_string();
    let (a, b) = (operands[0].elements()[0], operands[1].elements()[0]);
    match direction.trim_end_matches('>').rsplit(' ').next() {
        Some("EQ") => a == b,
        Some("NE") => a != b,
        Some("LT") => a < b,
        Some("LE") => a <= b,
        Some("GT") => a > b,
        Some("GE") => a >= b,
        _ => panic!("unexpected direction {direction}"),
    }
}

/// Returns the element that indices name, one for each dim.
fn extract(operands: &[Tensor]) -> Result<i64, String> {
    let [tensor, indices @ ..] = operands else {
        panic!("there is something to extract from")
    };
    assert_eq!(indices.len(), tensor.shape.len());
    let mut at = 0;
    for (index, size) in indices.iter().zip(&tensor.shape) {
        let index = index.elements()[0];
        if !(0..*size).contains(&index) {
            return Err("out of range".into());
        }
        at = at * size + index;
    }
    Ok(tensor.elements()[at as usize])
}

fn slice(operation: OperationRef<'_, '_>, elements: &[i64]) -> Result<Vec<i64>, String> {
    let [start, limit, stride] = ["start_indices", "limit_indices", "strides"]
        .map(|name| array(operation, name)[0] as usize);
    let range = elements.get(start..limit).ok_or("out of range")?;
    Ok(range.iter().copied().step_by(stride).collect())
}

/// Computes element by element; returns nothing if it is an op of another kind.
fn arithmetic(name: &str, operands: &[Tensor]) -> Result<Option<Tensor>, String> {
    let compute = match name {
        "stablehlo.maximum" | "arith.maxsi" => |a: i64, b: i64| Some(a.max(b)),
        "stablehlo.minimum" | "arith.minsi" => |a: i64, b: i64| Some(a.min(b)),
        "stablehlo.add" | "arith.addi" => i64::checked_add,
        "stablehlo.subtract" | "arith.subi" => i64::checked_sub,
        "stablehlo.multiply" | "arith.muli" => i64::checked_mul,
        _ => return Ok(None),
    };
    let (a, b) = (&operands[0], &operands[1]);
    if a.shape != b.shape {
        return Err("shapes differ".into());
    }
    let pairs = a.elements().iter().zip(b.elements());
    let elements = pairs
        .map(|(a, b)| compute(*a, *b).filter(|element| element.abs() <= LIMIT))
        .collect::<Option<Vec<_>>>();
    Ok(Some(Tensor {
        shape: a.shape.clone(),
        elements: Some(elements.ok_or("a size is huge")?),
    }))
}
