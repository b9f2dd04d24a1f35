//! The shape that operands broadcast to.

use super::{Alignment, Shape, ShapeDim};
use thiserror::Error;

/// Infers the size that two dims broadcast to; `None` if there is none.
///
/// | lhs | rhs (or the other way round) | inferred |
/// |---|---|---|
/// | ? | ? | ? |
/// | ? | 1 | ? |
/// | ? | n > 1 | n |
/// | ? | 0 | 0 |
/// | 1 | any | the other |
/// | n | n | n |
/// | n | m, neither 1, n != m | none |
/// | \[n\] | 1 or \[n\] | \[n\] |
/// | \[n\] | any other | none |
///
/// It is the least upper bound in the order `1 < ? < n < none`, `1 < [n] < none`. So it is
/// symmetric and associative: neither the order of operands nor their grouping affects the
/// result.
///
/// Sound for every run: where NumPy's rule accepts the sizes at run time, its
/// answer is the inferred size or the inferred size is `?`.
///
/// Source: `Broadcastable.md`, "Dimension inference"; the ShapeDim RFC for
/// scalable dims.
///
/// Differs from MLIR: its verifier infers `?` for `?` against 0.
pub fn infer_dim(lhs: ShapeDim, rhs: ShapeDim) -> Option<ShapeDim> {
    if lhs.is_unit() || lhs == rhs {
        Some(rhs)
    } else if rhs.is_unit() || (lhs.is_fixed() && rhs.is_dynamic()) {
        Some(lhs)
    } else if lhs.is_dynamic() && rhs.is_fixed() {
        Some(rhs)
    } else {
        None
    }
}

/// Infers the shape that two shapes broadcast to: `[2, 1] x [3] => [2, 3]`.
///
/// The shape of lower rank is extended by unit dims on its left.
///
/// # Errors
///
/// Fails if two aligned dims do not broadcast together; `lhs` is operand 0 and `rhs` operand 1.
///
/// Source: `Broadcastable.md`, "Shape inference".
pub fn infer_shape(lhs: &[ShapeDim], rhs: &[ShapeDim]) -> Result<Shape, IncompatibleShapes> {
    let alignment = Alignment::trailing(lhs.len().max(rhs.len()));
    infer_aligned([Some(lhs), Some(rhs)], &alignment)
}

/// Infers the shape that any number of right-aligned operands broadcast to:
/// `[?] x [4, 1] x * => [4, ?]`.
///
/// `None` stands for an unranked operand, which is skipped. If no operand is ranked, nothing is
/// inferred: `Ok(None)`.
///
/// # Errors
///
/// Fails if two aligned dims do not broadcast together.
///
/// Source: `Broadcastable.md`, "Shape inference".
pub fn infer_result_shape<'s, I>(operands: I) -> Result<Option<Shape>, IncompatibleShapes>
where
    I: IntoIterator<Item = Option<&'s [ShapeDim]>, IntoIter: Clone>,
{
    let operands = operands.into_iter();
    match operands.clone().flatten().map(<[ShapeDim]>::len).max() {
        Some(rank) => infer_aligned(operands, &Alignment::trailing(rank)).map(Some),
        None => Ok(None),
    }
}

/// Infers the shape that operands broadcast to under a given alignment:
/// `[2] x [2, 3] => [2, 3]` with `broadcast_dimensions = [0]`.
///
/// `None` stands for an unranked operand, which is skipped. The alignment is that of
/// [`align`](super::align) for these operands; a dim without a result dim is skipped, too.
///
/// # Errors
///
/// Fails if two aligned dims do not broadcast together.
pub fn infer_aligned<'s, I>(
    operands: I,
    alignment: &Alignment<'_>,
) -> Result<Shape, IncompatibleShapes>
where
    I: IntoIterator<Item = Option<&'s [ShapeDim]>, IntoIter: Clone>,
{
    fold(infer_dim, operands.into_iter().enumerate(), alignment)
}

/// A dim of an operand.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct OperandSize {
    /// The operand's index among the op's operands.
    pub operand: usize,
    /// The dim's index in the operand's own shape.
    pub dim: usize,
    /// The dim's size.
    pub size: ShapeDim,
}

/// Two operands that do not broadcast together.
///
/// `later` is the first incompatible dim of the first operand that is incompatible with those
/// before it.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("operands don't have broadcast-compatible shapes")]
pub struct IncompatibleShapes {
    /// The result dim that both dims are aligned to.
    pub dim: usize,
    /// The first operand with the size that the later one conflicts with.
    pub earlier: OperandSize,
    /// The operand that conflicts with it.
    pub later: OperandSize,
}

/// Infers as MLIR's verifier does: `?` and 0 give `?`.
///
/// The fold over more than two operands depends on their order here: `?, 0, 2`
/// gives 2, but `0, 2, ?` fails.
pub(super) fn infer_dim_as_mlir(lhs: ShapeDim, rhs: ShapeDim) -> Option<ShapeDim> {
    let zero_and_dynamic = |a: ShapeDim, b: ShapeDim| a.is_dynamic() && b.fixed_size() == Some(0);
    if zero_and_dynamic(lhs, rhs) || zero_and_dynamic(rhs, lhs) {
        Some(ShapeDim::DYNAMIC)
    } else {
        infer_dim(lhs, rhs)
    }
}

/// Folds operands, given with their indices, into the shape of the result.
pub(super) fn fold<'s>(
    infer: fn(ShapeDim, ShapeDim) -> Option<ShapeDim>,
    operands: impl Iterator<Item = (usize, Option<&'s [ShapeDim]>)> + Clone,
    alignment: &Alignment<'_>,
) -> Result<Shape, IncompatibleShapes> {
    let mut inferred = Shape::units(alignment.result_rank());
    for (operand, shape) in operands.clone() {
        let shape = shape.unwrap_or_default();
        let map = alignment.operand(shape.len());
        for (result_dim, (dim, &size)) in map.result_dims().zip(shape.iter().enumerate()) {
            let Some(slot) = inferred.get_mut(result_dim) else {
                continue;
            };
            let Some(joined) = infer(*slot, size) else {
                let later = OperandSize { operand, dim, size };
                return Err(IncompatibleShapes {
                    dim: result_dim,
                    // A conflicting size is not the initial 1, so an earlier operand has it.
                    earlier: origin(operands, alignment, result_dim, *slot).unwrap_or(later),
                    later,
                });
            };
            *slot = joined;
        }
    }
    Ok(inferred)
}

/// Finds the first operand that has the given size at a result dim.
pub(super) fn origin<'s>(
    mut operands: impl Iterator<Item = (usize, Option<&'s [ShapeDim]>)>,
    alignment: &Alignment<'_>,
    result_dim: usize,
    size: ShapeDim,
) -> Option<OperandSize> {
    operands.find_map(|(operand, shape)| {
        let shape = shape?;
        let dim = alignment.operand(shape.len()).operand_dim(result_dim)?;
        (shape.get(dim) == Some(&size)).then_some(OperandSize { operand, dim, size })
    })
}

#[cfg(test)]
mod tests;
