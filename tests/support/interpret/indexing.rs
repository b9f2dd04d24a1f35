//! Shapes of concatenations, slices, pads, gathers and scatters.

use super::{
    attribute::{attribute, entries, integer, list_in, number_in, text},
    evaluate::{Shape, all_equal, equal, without},
    tensor::Tensor,
};
use crate::attributes::array;
use melior::ir::{
    Attribute, OperationRef, ValueLike,
    attribute::IntegerAttribute,
    r#type::{RankedTensorType, ShapedTypeLike},
};

/// Returns the shapes of the results; `None` for an op of another kind.
pub(super) fn shapes(
    operation: OperationRef<'_, '_>,
    name: &str,
    operands: &[Tensor],
) -> Option<Result<Vec<Shape>, String>> {
    let shape = || operands[0].shape.clone();
    let shape = match name {
        "stablehlo.slice" => {
            let of = |name| array(operation, name);
            slice(
                &shape(),
                &of("start_indices"),
                &of("limit_indices"),
                &of("strides"),
            )
        }
        "stablehlo.real_dynamic_slice" => slice(
            &shape(),
            operands[1].elements(),
            operands[2].elements(),
            operands[3].elements(),
        ),
        "tensor.insert" => {
            let ends = operands[2..].iter().map(|index| index.elements()[0] + 1);
            let shape = &operands[1].shape;
            fits(&ends.collect::<Vec<_>>(), shape).map(|_| shape.clone())
        }
        "tensor.insert_slice" => inserted(operation, operands),
        "tensor.extract_slice" => extracted(operation, operands),
        "linalg.generic" => Ok(operands[operands.len() - 1].shape.clone()),
        "stablehlo.dynamic_slice" => fits(&array(operation, "slice_sizes"), &shape()),
        "stablehlo.dynamic_update_slice" => fits(&operands[1].shape, &shape()).map(|_| shape()),
        "stablehlo.pad" => {
            let of = |name| array(operation, name);
            let [low, high, interior] =
                ["edge_padding_low", "edge_padding_high", "interior_padding"].map(of);
            Ok(padded(&shape(), &low, &high, &interior))
        }
        "stablehlo.dynamic_pad" => {
            let [low, high, interior] = [2, 3, 4].map(|index| operands[index].elements());
            match interior.iter().any(|&gap| gap < 0) {
                true => Err("a gap is negative".into()),
                false => Ok(padded(&shape(), low, high, interior)),
            }
        }
        "stablehlo.concatenate" => concatenate(operands, integer(operation, "dimension")),
        "tensor.pad" => {
            let mut at_run_time = numbers(&operands[1..]);
            let low = at_run_time(operation, "static_low");
            let high = at_run_time(operation, "static_high");
            Ok(padded(&shape(), &low, &high, &vec![0; low.len()]))
        }
        "tensor.collapse_shape" => Ok(collapsed(operation, &shape())),
        "tensor.expand_shape" => {
            let to = numbers(&operands[1..])(operation, "static_output_shape");
            match collapsed(operation, &to) == shape() {
                true => Ok(to),
                false => Err(format!("{:?} does not expand to {to:?}", shape())),
            }
        }
        "tensor.concat" => concatenate(operands, integer(operation, "dim")),
        "tosa.concat" => concatenate(operands, integer(operation, "axis")),
        "stablehlo.gather" => gather(operation, operands, &array(operation, "slice_sizes")),
        "stablehlo.dynamic_gather" => gather(operation, operands, operands[2].elements()),
        "stablehlo.torch_index_select" => torch_index_select(operation, operands),
        "stablehlo.scatter" => {
            let inputs = &operands[..(operands.len() - 1) / 2];
            let updates = &operands[inputs.len() + 1..];
            return Some(
                all_equal(inputs)
                    .and(all_equal(updates))
                    .and(scattered(
                        operation,
                        &inputs[0],
                        &operands[inputs.len()],
                        &updates[0],
                    ))
                    .map(|()| vec![shape(); inputs.len()]),
            );
        }
        _ => return None,
    };
    Some(shape.map(|shape| vec![shape]))
}

fn slice(shape: &[i64], starts: &[i64], limits: &[i64], strides: &[i64]) -> Result<Shape, String> {
    let mut result = vec![];
    for (dim, &size) in shape.iter().enumerate() {
        let (start, limit, stride) = (starts[dim], limits[dim], strides[dim]);
        if start < 0 || start > limit || limit > size || stride <= 0 {
            return Err("out of range".into());
        }
        result.push((limit - start + stride - 1) / stride);
    }
    Ok(result)
}

fn fits(part: &[i64], whole: &[i64]) -> Result<Shape, String> {
    match part.iter().zip(whole).all(|(part, whole)| part <= whole) {
        true => Ok(part.to_vec()),
        false => Err("the slice is too large".into()),
    }
}

fn padded(shape: &[i64], low: &[i64], high: &[i64], interior: &[i64]) -> Shape {
    let size = |(dim, &size): (usize, &i64)| {
        low[dim] + size + (size - 1).max(0) * interior[dim] + high[dim]
    };
    shape.iter().enumerate().map(size).collect()
}

fn concatenate(operands: &[Tensor], dim: i64) -> Result<Shape, String> {
    let dim = dim as usize;
    let mut result = operands[0].shape.clone();
    for operand in &operands[1..] {
        for (at, (&size, &first)) in operand.shape.iter().zip(&operands[0].shape).enumerate() {
            if at != dim {
                equal(size, first)?;
            }
        }
        result[dim] += operand.shape[dim];
    }
    Ok(result)
}

/// The result has the start indices' dims except the index vector dim and, at `offset_dims`,
/// the dims of a slice except those that are collapsed or batched.
pub(super) fn gather(
    operation: OperationRef<'_, '_>,
    operands: &[Tensor],
    slice_sizes: &[i64],
) -> Result<Shape, String> {
    let numbers = text(operation, "dimension_numbers");
    let indices = &operands[1].shape;
    let [offset, collapsed, operand_batching, indices_batching] = [
        "offset_dims",
        "collapsed_slice_dims",
        "operand_batching_dims",
        "start_indices_batching_dims",
    ]
    .map(|key| list_in(&numbers, key));
    fits(slice_sizes, &operands[0].shape)?;
    for &dim in collapsed.iter().chain(&operand_batching) {
        if slice_sizes[dim as usize] > 1 {
            return Err("the slice has more than one element along a collapsed dim".into());
        }
    }
    for (&a, &b) in operand_batching.iter().zip(&indices_batching) {
        equal(operands[0].shape[a as usize], indices[b as usize])?;
    }
    let mut batch = without(indices, &[number_in(&numbers, "index_vector_dim")]).into_iter();
    let dropped = [collapsed, operand_batching].concat();
    let mut slice = without(slice_sizes, &dropped).into_iter();
    let rank = batch.len() + slice.len();
    let size = |dim| match offset.contains(&dim) {
        true => slice.next(),
        false => batch.next(),
    };
    let sizes = (0..).take(rank).map(size).collect::<Option<Vec<_>>>();
    sizes.ok_or_else(|| "the offset dims do not fit".into())
}

/// The updates have the scatter indices' dims except the index vector dim and, at
/// `update_window_dims`, sizes of at most the input's.
fn scattered(
    operation: OperationRef<'_, '_>,
    input: &Tensor,
    indices: &Tensor,
    update: &Tensor,
) -> Result<(), String> {
    let numbers = text(operation, "scatter_dimension_numbers");
    let window = list_in(&numbers, "update_window_dims");
    let index_dim = number_in(&numbers, "index_vector_dim");
    let scatter = without(&update.shape, &window);
    let expected = without(&indices.shape, &[index_dim]);
    equal(scatter.len() as i64, expected.len() as i64)?;
    for (a, b) in scatter.into_iter().zip(expected) {
        equal(a, b)?;
    }
    let inserted = list_in(&numbers, "inserted_window_dims");
    let whole = without(&input.shape, &inserted);
    let kept = |dim: &i64| update.shape[*dim as usize];
    fits(&window.iter().map(kept).collect::<Vec<_>>(), &whole)?;
    Ok(())
}

/// A dim of the operand is replaced with those of the index, except batch dims.
fn torch_index_select(
    operation: OperationRef<'_, '_>,
    operands: &[Tensor],
) -> Result<Shape, String> {
    let dim = integer(operation, "dim") as usize;
    let batch = integer(operation, "batch_dims") as usize;
    let (operand, index) = (&operands[0].shape, &operands[1].shape);
    for at in 0..batch {
        equal(operand[at], index[at])?;
    }
    Ok([&operand[..dim], &index[batch..], &operand[dim + 1..]].concat())
}

/// Inserts, for example, `[2, 3]` into `[4, 5]` at `[1, 1]`. The update may lack dims in which it has
/// one element.
fn inserted(operation: OperationRef<'_, '_>, operands: &[Tensor]) -> Result<Shape, String> {
    let (update, operand) = (&operands[0].shape, &operands[1].shape);
    let sizes = part(operation, operand, &operands[2..])?;
    let mut rest = update.iter().peekable();
    let is_same = sizes
        .iter()
        .all(|size| rest.next_if_eq(&size).is_some() || *size == 1);
    match is_same && rest.next().is_none() {
        true => Ok(operand.clone()),
        false => Err(format!("{update:?} is inserted as {sizes:?}")),
    }
}

/// Extracts, for example, `[2, 3]` from `[4, 5]` at `[1, 1]`. The result may lack dims in front, in
/// which one element is extracted.
fn extracted(operation: OperationRef<'_, '_>, operands: &[Tensor]) -> Result<Shape, String> {
    let sizes = part(operation, &operands[0].shape, &operands[1..])?;
    let result = operation.result(0).expect("it has a result").r#type();
    let result = RankedTensorType::try_from(result).expect("it is a tensor");
    let (missing, kept) = sizes.split_at(sizes.len() - result.rank());
    match missing.iter().all(|&size| size == 1) {
        true => Ok(kept.to_vec()),
        false => Err(format!("{sizes:?} is extracted as {kept:?}")),
    }
}

/// Returns the product of each group of dims.
fn collapsed(operation: OperationRef<'_, '_>, shape: &[i64]) -> Shape {
    let groups = attribute(operation, "reassociation");
    let product = |group: Attribute<'_>| {
        let dims = entries(group).into_iter();
        dims.map(|dim| IntegerAttribute::try_from(dim).expect("an integer"))
            .map(|dim| shape[dim.value() as usize])
            .product()
    };
    entries(groups).into_iter().map(product).collect()
}

/// Reads lists in attributes in order, in which operands stand for numbers known only at run time.
fn numbers<'o>(
    at_run_time: &'o [Tensor],
) -> impl FnMut(OperationRef<'_, '_>, &str) -> Vec<i64> + use<'o> {
    let mut at_run_time = at_run_time.iter().map(|number| number.elements()[0]);
    move |operation, name| {
        let number = |number| match number {
            i64::MIN => at_run_time.next().expect("one for each"),
            number => number,
        };
        array(operation, name).into_iter().map(number).collect()
    }
}

/// Returns the sizes of a part of a tensor, which must be within it; numbers known only at run time
/// are operands.
fn part(
    operation: OperationRef<'_, '_>,
    whole: &Shape,
    at_run_time: &[Tensor],
) -> Result<Shape, String> {
    let mut numbers = numbers(at_run_time);
    let [offsets, sizes, strides] =
        ["static_offsets", "static_sizes", "static_strides"].map(|name| numbers(operation, name));
    for (dim, &size) in sizes.iter().enumerate() {
        let last = offsets[dim] + (size - 1) * strides[dim];
        if size > 0 && (offsets[dim] < 0 || last >= whole[dim]) {
            return Err(format!("{sizes:?} is no part of {whole:?}"));
        }
    }
    Ok(sizes)
}
