//! Shapes of the results of ops without regions, or whose regions compute only elements, as the
//! specifications of StableHLO and of the other dialects define them.

use super::{
    attribute::{integer, text},
    broadcast::explicit_shape,
    compute::compute,
    contraction, indexing,
    tensor::{LIMIT, Tensor, result_type, static_shape, static_sizes},
    window,
};
use crate::attributes::array;
use melior::ir::{
    OperationRef, Type, ValueLike,
    operation::OperationLike,
    r#type::{RankedTensorType, ShapedTypeLike},
};
use std::cmp::Ordering;

pub(super) type Shape = Vec<i64>;

/// Runs an op; fails with the reason if it is undefined for its operands.
pub(super) fn evaluate(
    operation: OperationRef<'_, '_>,
    name: &str,
    operands: &[Tensor],
) -> Result<Vec<Tensor>, String> {
    if let Some(tensor) = compute(operation, name, operands)? {
        return Ok(vec![tensor]);
    }
    if let Some(tensors) = numbers(operation, name, operands)? {
        return Ok(tensors);
    }
    let shapes = shapes(operation, name, operands)?;
    let is_small = |shape: &Shape| shape.iter().all(|size| (0..=LIMIT).contains(size));
    match shapes.iter().all(is_small) {
        true => Ok(shapes.into_iter().map(Tensor::of_shape).collect()),
        false => Err("a size is negative or huge".into()),
    }
}

/// Computes numbers from shapes; `None` for an op of another kind.
fn numbers(
    operation: OperationRef<'_, '_>,
    name: &str,
    operands: &[Tensor],
) -> Result<Option<Vec<Tensor>>, String> {
    let tensor = match name {
        "stablehlo.get_dimension_size" => {
            let dim = integer(operation, "dimension") as usize;
            Tensor::scalar(operands[0].shape[dim])
        }
        "tensor.dim" => {
            let dim = operands[1].elements()[0] as usize;
            Tensor::scalar(*operands[0].shape.get(dim).ok_or("out of range")?)
        }
        "tensor.rank" => Tensor::scalar(operands[0].shape.len() as i64),
        "shape.shape_of" => Tensor::list(operands[0].shape.clone()),
        "stablehlo.optimization_barrier" | "util.optimization_barrier" => {
            return Ok(Some(operands.to_vec()));
        }
        "flow.tensor.tie_shape" => {
            let declared = static_sizes(result_type(operation)).expect("ranked");
            let dims = declared.iter().zip(&operands[0].shape);
            let dynamic = dims.filter_map(|(declared, &size)| declared.is_none().then_some(size));
            let tied = operands[1..].iter().map(|size| size.elements()[0]);
            if !dynamic.eq(tied) {
                return Err("the tensor has other sizes than those it is tied to".into());
            }
            operands[0].clone()
        }
        "util.assume.int" => {
            check_assumptions(&text(operation, "assumptions"), operands[0].elements()[0])?;
            operands[0].clone()
        }
        // How a value is divided among devices changes neither sizes nor elements.
        name if name.starts_with("sdy.") => return Ok(Some(operands.to_vec())),
        "shape.dim" => {
            let dim = usize::try_from(operands[1].elements()[0]).ok();
            let size = dim.and_then(|dim| operands[0].shape.get(dim));
            Tensor::scalar(*size.ok_or("out of range")?)
        }
        // A negative index counts from the end.
        "shape.split_at" => {
            let sizes = operands[0].elements();
            let mut at = operands[1].elements()[0];
            if at < 0 {
                at += sizes.len() as i64;
            }
            let at = usize::try_from(at).ok().filter(|&at| at <= sizes.len());
            let (head, tail) = sizes.split_at(at.ok_or("out of range")?);
            return Ok(Some(vec![
                Tensor::list(head.to_vec()),
                Tensor::list(tail.to_vec()),
            ]));
        }
        _ => return Ok(None),
    };
    Ok(Some(vec![tensor]))
}

/// Returns the shape of a static broadcast's result: a bounded dim has the operand's size.
fn shape_of_result(operation: OperationRef<'_, '_>, operand: &[i64]) -> Shape {
    let dims = array(operation, "broadcast_dimensions");
    let sizes = static_sizes(result_type(operation)).expect("ranked");
    let of_operand = |dim| {
        let from = dims.iter().position(|&entry| entry == dim);
        operand[from.expect("a dim that is not static is the operand's")]
    };
    (0..)
        .zip(sizes)
        .map(|(dim, size)| size.unwrap_or_else(|| of_operand(dim)))
        .collect()
}

/// Returns the shape with another size, which must not be greater, for one dim.
fn with_size(operation: OperationRef<'_, '_>, operands: &[Tensor]) -> Result<Shape, String> {
    let mut shape = operands[0].shape.clone();
    let size = &mut shape[integer(operation, "dimension") as usize];
    let new = operands[1].elements()[0];
    if new > *size {
        return Err(format!("{new} is set where there are {size}"));
    }
    *size = new;
    Ok(shape)
}

/// Returns the shapes of results that are not computed from elements.
fn shapes(
    operation: OperationRef<'_, '_>,
    name: &str,
    operands: &[Tensor],
) -> Result<Vec<Shape>, String> {
    let shape = || operands[0].shape.clone();
    let one = |shape| Ok(vec![shape]);
    match name {
        "stablehlo.constant" | "stablehlo.iota" | "tosa.const" => one(static_shape(operation)),
        "stablehlo.broadcast_in_dim" => one(explicit_shape(
            operation,
            &shape(),
            shape_of_result(operation, &shape()),
        )?),
        "stablehlo.dynamic_broadcast_in_dim" => {
            let to = operands[1].elements().to_vec();
            one(explicit_shape(operation, &shape(), to)?)
        }
        "stablehlo.set_dimension_size" => one(with_size(operation, operands)?),
        "stablehlo.broadcast" => one([array(operation, "broadcast_sizes"), shape()].concat()),
        "stablehlo.dynamic_iota" => one(operands[0].elements().to_vec()),
        "stablehlo.rng" => one(operands[2].elements().to_vec()),
        "stablehlo.reshape" => one(reshaped(&shape(), static_shape(operation))?),
        "stablehlo.dynamic_reshape" | "tensor.reshape" => {
            one(reshaped(&shape(), operands[1].elements().to_vec())?)
        }
        "tensor.cast" | "tensor.bitcast" | "chlo.constant_like" => one(shape()),
        "stablehlo.bitcast_convert" => one(bitcast(operation, shape())?),
        "tensor.empty" => one(filled(operation, operands)),
        "tensor.splat" => one(filled(operation, &operands[1..])),
        "chlo.top_k" => {
            let mut shape = shape();
            let count = integer(operation, "k");
            let last = shape.last_mut().ok_or("a scalar")?;
            if count > *last {
                return Err("there are not as many elements".into());
            }
            *last = count;
            Ok(vec![shape; 2])
        }
        "stablehlo.all_gather" | "stablehlo.reduce_scatter" => {
            let mut shape = shape();
            let groups = text(operation, "replica_groups");
            let count = match groups.rsplit('x').nth(1) {
                Some(count) => count.parse::<i64>().expect("a number"),
                None => panic!("unexpected groups {groups}"),
            };
            if name == "stablehlo.all_gather" {
                shape[integer(operation, "all_gather_dim") as usize] *= count;
            } else {
                let size = &mut shape[integer(operation, "scatter_dimension") as usize];
                if *size % count != 0 {
                    return Err("the size is no multiple".into());
                }
                *size /= count;
            }
            one(shape)
        }
        "stablehlo.all_to_all" => {
            let mut shape = shape();
            let count = integer(operation, "split_count");
            let split = &mut shape[integer(operation, "split_dimension") as usize];
            if *split % count != 0 {
                return Err("the size is no multiple".into());
            }
            *split /= count;
            shape[integer(operation, "concat_dimension") as usize] *= count;
            one(shape)
        }
        "stablehlo.transpose" => {
            let shape = shape();
            let permutation = array(operation, "permutation");
            one(permutation.iter().map(|&dim| shape[dim as usize]).collect())
        }
        "stablehlo.reverse" => one(shape()),
        "stablehlo.reduce" => {
            let inputs = &operands[..operands.len() / 2];
            all_equal(inputs)?;
            let dims = array(operation, "dimensions");
            Ok(vec![without(&shape(), &dims); inputs.len()])
        }
        "stablehlo.map" => {
            all_equal(operands)?;
            one(shape())
        }
        "stablehlo.sort" => {
            all_equal(operands)?;
            Ok(vec![shape(); operands.len()])
        }
        "stablehlo.all_reduce"
        | "stablehlo.collective_broadcast"
        | "stablehlo.collective_reduce" => {
            let operands = operands.iter().take(operation.result_count());
            Ok(operands.map(|operand| operand.shape.clone()).collect())
        }
        "stablehlo.collective_permute" | "stablehlo.cross-replica-sum" => one(shape()),
        "stablehlo.cholesky" => {
            let shape = shape();
            equal(shape[shape.len() - 2], shape[shape.len() - 1])?;
            one(shape)
        }
        "stablehlo.triangular_solve" => one(triangular_solve(operation, operands)?),
        "stablehlo.fft" => one(fft(operation, shape())?),
        "tosa.gather" => {
            let indices = &operands[1].shape;
            equal(shape()[0], indices[0])?;
            one(vec![indices[0], indices[1], shape()[2]])
        }
        "tosa.matmul" => {
            let (lhs, rhs) = (shape(), &operands[1].shape);
            equal(lhs[0], rhs[0])?;
            equal(lhs[2], rhs[1])?;
            one(vec![lhs[0], lhs[1], rhs[2]])
        }
        "tosa.reduce_all"
        | "tosa.reduce_any"
        | "tosa.reduce_max"
        | "tosa.reduce_min"
        | "tosa.reduce_product"
        | "tosa.reduce_sum" => {
            let mut shape = shape();
            shape[integer(operation, "axis") as usize] = 1;
            one(shape)
        }
        "tosa.reshape" => one(inferred(&shape(), operands[1].elements())?),
        "tosa.argmax" => {
            let mut shape = shape();
            shape.remove(integer(operation, "axis") as usize);
            one(shape)
        }
        "tosa.reverse" | "tosa.negate" | "tosa.rescale" | "tosa.table" => one(shape()),
        "tosa.transpose" => {
            let shape = shape();
            // array<i32: 1, 0>
            let text = text(operation, "perms");
            let (_, numbers) = text.trim_end_matches('>').split_once(": ").expect("a list");
            let numbers = numbers.split(", ");
            let dims = numbers.map(|dim| dim.parse::<usize>().expect("a number"));
            one(dims.map(|dim| shape[dim]).collect())
        }
        "stablehlo.batch_norm_inference" => {
            features(operation, operands, 1..5)?;
            one(shape())
        }
        "stablehlo.batch_norm_training" => {
            let feature = features(operation, operands, 1..3)?;
            Ok(vec![shape(), vec![feature], vec![feature]])
        }
        "stablehlo.batch_norm_grad" => {
            let feature = features(operation, operands, 1..4)?;
            all_equal(&[operands[0].clone(), operands[4].clone()])?;
            Ok(vec![shape(), vec![feature], vec![feature]])
        }
        _ => match indexing::shapes(operation, name, operands)
            .or_else(|| contraction::shapes(operation, name, operands))
            .or_else(|| window::shapes(operation, name, operands))
        {
            Some(shapes) => shapes,
            None if is_elementwise(name) => elementwise(name, operands),
            None => panic!(
                "the interpreter does not know '{name}': add the shapes of its results to \
                 tests/support/interpret/evaluate.rs, or its name to `is_elementwise` there"
            ),
        },
    }
}

/// Checks that a number is as `[[#util.int.assumption<umin = 1, umax = 64, udiv = 16>]]` says.
fn check_assumptions(text: &str, number: i64) -> Result<(), String> {
    // `[[]]` assumes nothing.
    let Some((_, members)) = text.split_once('<') else {
        return Ok(());
    };
    let (members, _) = members.split_once('>').expect("an assumption");
    for member in members.split(", ") {
        let (name, value) = member.split_once(" = ").expect("a member");
        let value = value.parse::<i64>().expect("a number");
        let holds = match name {
            "umin" => number >= value,
            "umax" => number <= value,
            "udiv" => number % value == 0,
            _ => panic!("unexpected member {name}"),
        };
        if !holds {
            return Err(format!("{number} is assumed to have {member}"));
        }
    }
    Ok(())
}

fn reshaped(from: &[i64], to: Shape) -> Result<Shape, String> {
    let count = |shape: &[i64]| {
        let product = shape.iter().copied().try_fold(1, i64::checked_mul);
        product.ok_or("a size is huge")
    };
    match count(&to)? == count(from)? {
        true => Ok(to),
        false => Err("there are not as many elements".into()),
    }
}

/// The last dim is added or removed if the width changes.
fn bitcast(operation: OperationRef<'_, '_>, shape: Shape) -> Result<Shape, String> {
    let declared = static_sizes(result_type(operation)).expect("ranked");
    match declared.len().cmp(&shape.len()) {
        Ordering::Equal => Ok(shape),
        Ordering::Less => Ok(shape[..shape.len() - 1].to_vec()),
        Ordering::Greater => {
            let operand = operation.operand(0).expect("it has one").r#type();
            let parts = width(operand) / width(result_type(operation));
            Ok([shape, vec![parts]].concat())
        }
    }
}

/// Returns the width of a tensor's elements, in bits: the number in the name of their type.
fn width(r#type: Type<'_>) -> i64 {
    let tensor = RankedTensorType::try_from(r#type).expect("ranked");
    let name = tensor.element().to_string();
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    digits.parse().expect("a width")
}

/// The operands are the sizes of the dynamic dims.
fn filled(operation: OperationRef<'_, '_>, sizes: &[Tensor]) -> Shape {
    let mut sizes = sizes.iter().map(|size| size.elements()[0]);
    let declared = static_sizes(result_type(operation)).expect("ranked");
    let declared = declared.into_iter();
    declared
        .map(|size| size.unwrap_or_else(|| sizes.next().expect("one for each dim")))
        .collect()
}

/// A size of -1 is inferred from the number of elements.
fn inferred(from: &[i64], to: &[i64]) -> Result<Shape, String> {
    let count = from.iter().product::<i64>();
    let known = to.iter().filter(|size| **size >= 0).product::<i64>();
    let size = |&size: &i64| match size {
        -1 if known == 0 => Err("the size is ambiguous".into()),
        -1 => Ok(count / known),
        size => Ok(size),
    };
    let shape = to.iter().map(size).collect::<Result<Shape, String>>()?;
    reshaped(from, shape)
}

/// `n` real numbers become `n / 2 + 1` complex ones.
fn fft(operation: OperationRef<'_, '_>, mut shape: Shape) -> Result<Shape, String> {
    let lengths = array(operation, "fft_length");
    let kind = text(operation, "fft_type");
    let first = shape.len() - lengths.len();
    let last = shape.len() - 1;
    for (dim, &length) in (first..).zip(&lengths) {
        match dim == last && kind.contains(" IRFFT") {
            true => equal(shape[dim], length / 2 + 1)?,
            false => equal(shape[dim], length)?,
        }
        shape[dim] = match dim == last && kind.contains(" RFFT") {
            true => length / 2 + 1,
            false => length,
        };
    }
    Ok(shape)
}

/// Returns the sizes without some dims.
pub(super) fn without(shape: &[i64], dims: &[i64]) -> Shape {
    let kept = (0..).zip(shape).filter(|(dim, _)| !dims.contains(dim));
    kept.map(|(_, &size)| size).collect()
}

pub(super) fn equal(a: i64, b: i64) -> Result<(), String> {
    match a == b {
        true => Ok(()),
        false => Err(format!("{a} differs from {b}")),
    }
}

pub(super) fn all_equal(tensors: &[Tensor]) -> Result<(), String> {
    match tensors
        .iter()
        .all(|tensor| tensor.shape == tensors[0].shape)
    {
        true => Ok(()),
        false => Err("shapes differ".into()),
    }
}

/// Returns the number of features; some operands have one element for each.
fn features(
    operation: OperationRef<'_, '_>,
    operands: &[Tensor],
    of_features: std::ops::Range<usize>,
) -> Result<i64, String> {
    let dim = integer(operation, "feature_index") as usize;
    let size = operands[0].shape[dim];
    for operand in &operands[of_features] {
        equal(operand.shape[0], size)?;
    }
    Ok(size)
}

/// `a` is square, and as large as `b`'s number of rows, or of columns for the right side.
fn triangular_solve(operation: OperationRef<'_, '_>, operands: &[Tensor]) -> Result<Shape, String> {
    let (a, b) = (&operands[0].shape, &operands[1].shape);
    let rank = a.len();
    equal(rank as i64, b.len() as i64)?;
    for dim in 0..rank - 2 {
        equal(a[dim], b[dim])?;
    }
    equal(a[rank - 2], a[rank - 1])?;
    let is_left = text(operation, "left_side") == "true";
    equal(a[rank - 1], b[if is_left { rank - 2 } else { rank - 1 }])?;
    Ok(b.clone())
}

/// All operands have the same shape; a predicate or a bound may be a scalar.
fn elementwise(name: &str, operands: &[Tensor]) -> Result<Vec<Shape>, String> {
    let may_be_scalar = |index| match name {
        "stablehlo.select" | "arith.select" => index == 0,
        "stablehlo.clamp" => index != 1,
        _ => false,
    };
    let whole = operands
        .iter()
        .enumerate()
        .filter(|(index, operand)| !(may_be_scalar(*index) && operand.shape.is_empty()))
        .map(|(_, operand)| operand.clone())
        .collect::<Vec<_>>();
    let first = whole.first().unwrap_or(&operands[0]);
    all_equal(&whole)?;
    Ok(vec![first.shape.clone()])
}

fn is_elementwise(name: &str) -> bool {
    const STABLEHLO: &str = "abs add and atan2 cbrt ceil clamp compare complex convert cosine \
        count_leading_zeros divide exponential exponential_minus_one floor imag is_finite log \
        log_plus_one logistic maximum minimum multiply negate not or popcnt power real \
        reduce_precision remainder round_nearest_afz round_nearest_even rsqrt select shift_left \
        shift_right_arithmetic shift_right_logical sign sine sqrt subtract tan tanh \
        uniform_dequantize uniform_quantize xor";
    const CHLO: &str = "acos acosh asin asinh atan atanh bessel_i1e conj cosh sinh square tan \
        digamma erf erf_inv erfc lgamma is_inf is_neg_inf is_pos_inf mulhi next_after polygamma \
        zeta";
    const TOSA: &str = "abs bitwise_not cast ceil clamp clz cos erf exp floor identity log \
        logical_not negate reciprocal rsqrt sigmoid sin tanh";
    let is_in = |names: &str, name| names.split_whitespace().any(|known| known == name);
    match name.split_once('.') {
        Some(("stablehlo", name)) => is_in(STABLEHLO, name),
        Some(("chlo", name)) => is_in(CHLO, name),
        Some(("tosa", name)) => is_in(TOSA, name),
        Some(("math", name)) => name == "absi",
        Some(("arith", _)) => true,
        _ => false,
    }
}
