//! Shapes of contractions.

use super::{
    attribute::{list_in, text},
    evaluate::{Shape, equal, without},
    tensor::Tensor,
};
use melior::ir::OperationRef;
use std::collections::HashMap;

/// Returns the shapes of the results; `None` for an op of another kind.
pub(super) fn shapes(
    operation: OperationRef<'_, '_>,
    name: &str,
    operands: &[Tensor],
) -> Option<Result<Vec<Shape>, String>> {
    let shape = match name {
        "stablehlo.dot" => dot(&operands[0].shape, &operands[1].shape),
        "stablehlo.dot_general" => dot_general(operation, operands),
        "chlo.ragged_dot" => ragged_dot(operation, operands),
        "stablehlo.einsum" | "stablehlo.unary_einsum" => {
            einsum(text(operation, "einsum_config").trim_matches('"'), operands)
        }
        _ => return None,
    };
    Some(shape.map(|shape| vec![shape]))
}

fn dot(lhs: &[i64], rhs: &[i64]) -> Result<Shape, String> {
    let (last, left) = lhs.split_last().ok_or("a scalar")?;
    let (first, right) = rhs.split_first().ok_or("a scalar")?;
    equal(*last, *first)?;
    Ok([left, right].concat())
}

fn dot_general(operation: OperationRef<'_, '_>, operands: &[Tensor]) -> Result<Shape, String> {
    let numbers = text(operation, "dot_dimension_numbers");
    let (lhs, rhs) = (&operands[0].shape, &operands[1].shape);
    let [left_batch, right_batch, left_contracted, right_contracted] = [
        "lhs_batching_dimensions",
        "rhs_batching_dimensions",
        "lhs_contracting_dimensions",
        "rhs_contracting_dimensions",
    ]
    .map(|key| list_in(&numbers, key));
    let left = [left_batch.clone(), left_contracted].concat();
    let right = [right_batch, right_contracted].concat();
    for (&a, &b) in left.iter().zip(&right) {
        equal(lhs[a as usize], rhs[b as usize])?;
    }
    let batch = left_batch.iter().map(|&dim| lhs[dim as usize]).collect();
    Ok([batch, without(lhs, &left), without(rhs, &right)].concat())
}

/// The groups of a contracted dim have products of their own.
fn ragged_dot(operation: OperationRef<'_, '_>, operands: &[Tensor]) -> Result<Shape, String> {
    let numbers = text(operation, "ragged_dot_dimension_numbers");
    let [lhs, rhs, groups] = [0, 1, 2].map(|index| &operands[index].shape);
    let list = |key: &str| list_in(&numbers, key);
    let batch = (
        list("lhs_batching_dimensions"),
        list("rhs_batching_dimensions"),
    );
    let contracted = (
        list("lhs_contracting_dimensions"),
        list("rhs_contracting_dimensions"),
    );
    let left = [batch.0.clone(), contracted.0.clone()].concat();
    let right = [batch.1, contracted.1].concat();
    for (&a, &b) in left.iter().zip(&right) {
        equal(lhs[a as usize], rhs[b as usize])?;
    }
    let group_dims = list("rhs_group_dimensions");
    let count = groups[groups.len() - 1];
    for &dim in &group_dims {
        equal(rhs[dim as usize], count)?;
    }
    let is_contracted = contracted.0.contains(&list("lhs_ragged_dimensions")[0]);
    let groups = is_contracted
        .then_some(count)
        .into_iter()
        .collect::<Shape>();
    let batch = batch.0.iter().map(|&dim| lhs[dim as usize]).collect();
    let right = [right, group_dims].concat();
    Ok([groups, batch, without(lhs, &left), without(rhs, &right)].concat())
}

/// A letter denotes the same size wherever it occurs. The dims of `...` broadcast.
fn einsum(config: &str, operands: &[Tensor]) -> Result<Shape, String> {
    let (inputs, output) = config.split_once("->").ok_or("no result")?;
    let mut sizes = HashMap::new();
    let mut dots = vec![];
    for (labels, operand) in inputs.split(',').zip(operands) {
        let letters = labels.replace("...", "");
        let hidden = operand.shape.len() - letters.len();
        let mut shape = operand.shape.clone();
        if let Some(at) = labels.find("...") {
            let own = shape.splice(at..at + hidden, []).collect::<Vec<_>>();
            dots = broadcast(&dots, &own)?;
        }
        equal(shape.len() as i64, letters.len() as i64)?;
        for (letter, size) in letters.chars().zip(shape) {
            equal(*sizes.entry(letter).or_insert(size), size)?;
        }
    }
    let mut result = vec![];
    let mut rest = output;
    while let Some(letter) = rest.chars().next() {
        match rest.strip_prefix("...") {
            Some(after) => {
                result.extend(&dots);
                rest = after;
            }
            None => {
                result.push(*sizes.get(&letter).ok_or("an unknown letter")?);
                rest = &rest[1..];
            }
        }
    }
    Ok(result)
}

fn broadcast(a: &[i64], b: &[i64]) -> Result<Shape, String> {
    let rank = a.len().max(b.len());
    let at = |shape: &[i64], dim: usize| {
        let dim = (dim + shape.len()).checked_sub(rank);
        dim.map_or(1, |dim| shape[dim])
    };
    (0..rank)
        .map(|dim| match (at(a, dim), at(b, dim)) {
            (1, size) | (size, 1) => Ok(size),
            (a, b) => equal(a, b).map(|()| a),
        })
        .collect()
}
