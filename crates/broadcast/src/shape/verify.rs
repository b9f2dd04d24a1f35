//! The verifier of broadcastable ops.

use super::{
    Alignment, Container, DimMismatch, OperandSize, Shape, ShapeDim, ShapedType, Subject,
    TraitRules, Violation,
    align::align_indexed,
    infer::{fold, infer_dim, infer_dim_as_mlir, origin},
};

/// Verifies the types of a broadcastable op, and returns the shape inferred from its operands:
/// `[2, ?] x [1] -> [2, 4]` is valid and gives `[2, ?]`.
///
/// Nothing is inferred (`Ok(None)`) if [`align`](super::align) aligns nothing; then the result
/// may have any shape. An unranked operand beside ranked ones does not affect the inferred
/// shape or its rank: `[2] x * -> [1, 2]` is invalid.
///
/// The constraints are checked in this order, and the first violation is returned; for
/// `broadcastable_c6`, with all dims that disagree:
///
/// - `broadcastable_c1`: there is at least one operand;
/// - `broadcastable_c2`: there is exactly one result;
/// - `broadcastable_c3`: operands and result are all tensors or all vectors;
/// - `broadcast_dimensions`: the attribute, if given, maps the operands
///   ([`align`](super::align));
/// - `broadcastable_c4`: the operands broadcast together
///   ([`infer_dim`](super::infer_dim));
/// - `broadcastable_c5`: a ranked result has the inferred rank;
/// - `broadcastable_c6`: each dim of a ranked result agrees with the inferred one:
///
/// | inferred | result | `documented` | `strict` |
/// |---|---|---|---|
/// | ? | ? | ok | ok |
/// | ? | fixed | ok | error |
/// | fixed | ? | ok | ok |
/// | fixed | fixed | ok if equal | ok if equal |
/// | scalable | any | ok if equal | ok if equal |
/// | any | scalable | ok if equal | ok if equal |
///
/// Under [`TraitRules::Mlir`] only tensors take part, and every result is
/// checked, however many there are. A result of higher rank is compared by its
/// trailing dims; one dim agrees with another if they are equal or one is dynamic; vectors must
/// not be mixed with tensors, and no other constraint on containers is checked. MLIR's trait
/// has no `broadcast_dimensions`; if the attribute is given, it is respected under these rules,
/// too.
///
/// # Errors
///
/// Fails if a constraint is violated.
///
/// Source: `Broadcastable.md`, "Verification". Where the page's table and its
/// pseudo-code and examples differ (an inferred `?` against a fixed result dim),
/// `documented` follows the table.
pub fn verify(
    rules: TraitRules,
    operands: &[ShapedType],
    results: &[ShapedType],
    broadcast_dimensions: Option<&[i64]>,
) -> Result<Option<Shape>, Violation> {
    verify_into(rules, operands, results, broadcast_dimensions, None)
}

/// Verifies the types of an op as [`verify`] does; if one operand is the destination, its shape is
/// that of the result, and the others must broadcast to it: `[2, ?] x [1, 3] -> [2, ?]` is valid
/// with the destination 0, `[1] x [3] -> [3]` is not.
///
/// Checked between `broadcastable_c4` and `broadcastable_c5`, under all rules:
///
/// - `result_like`: no operand enlarges the destination.
///
/// # Errors
///
/// Fails if a constraint is violated.
pub fn verify_into(
    rules: TraitRules,
    operands: &[ShapedType],
    results: &[ShapedType],
    broadcast_dimensions: Option<&[i64]>,
    destination: Option<usize>,
) -> Result<Option<Shape>, Violation> {
    if rules != TraitRules::Mlir {
        verify_counts(operands, results)?;
    }
    verify_containers(rules, operands, results)?;
    let participants = participants(rules, operands);
    let Some(alignment) = align_indexed(participants.clone(), broadcast_dimensions)? else {
        return Ok(None);
    };
    let infer = match rules {
        TraitRules::Documented | TraitRules::Strict => infer_dim,
        TraitRules::Mlir => infer_dim_as_mlir,
    };
    let mut inferred = fold(infer, participants.clone(), &alignment)?;
    if let Some(destination) = destination {
        verify_destination(participants.clone(), &alignment, destination, &mut inferred)?;
    }
    for (result, shape) in self::participants(rules, results) {
        if let Some(shape) = shape {
            verify_result(
                rules,
                participants.clone(),
                &alignment,
                &inferred,
                (result, results[result].container()),
                shape,
            )?;
        }
    }
    Ok(Some(inferred))
}

/// Checks `result_like`; where the destination's size is static, it is the inferred one.
fn verify_destination<'s>(
    participants: impl Iterator<Item = (usize, Option<&'s [ShapeDim]>)> + Clone,
    alignment: &Alignment<'_>,
    destination: usize,
    inferred: &mut Shape,
) -> Result<(), Violation> {
    let mut ranked = participants.clone();
    let ranked = ranked.find_map(|(index, shape)| shape.filter(|_| index == destination));
    let Some(shape) = ranked else {
        // Nothing is known of its shape.
        return Ok(());
    };
    for (operand, other) in participants.filter(|&(index, _)| index != destination) {
        let Some(other) = other else {
            continue;
        };
        if other.len() > shape.len() {
            return Err(Violation::EnlargedRank {
                destination,
                destination_rank: shape.len(),
                operand,
                rank: other.len(),
            });
        }
        let dims = alignment.operand(other.len());
        for (dim, &size) in other.iter().enumerate() {
            // The destination has the result's rank.
            let Some((into, into_size)) = dims
                .result_dim(dim)
                .and_then(|into| Some((into, *shape.get(into)?)))
            else {
                continue;
            };
            let is_one = size.fixed_size() == Some(1);
            if !is_one && size != into_size && !size.is_dynamic() && !into_size.is_dynamic() {
                return Err(Violation::Enlarged {
                    destination: OperandSize {
                        operand: destination,
                        dim: into,
                        size: into_size,
                    },
                    operand: OperandSize { operand, dim, size },
                });
            }
        }
    }
    for (inferred, &size) in inferred.iter_mut().zip(shape) {
        if !size.is_dynamic() {
            *inferred = size;
        }
    }
    Ok(())
}

/// Checks `broadcastable_c1` and `broadcastable_c2`.
fn verify_counts(operands: &[ShapedType], results: &[ShapedType]) -> Result<(), Violation> {
    if operands.iter().all(ShapedType::is_absent) {
        return Err(Violation::NoOperands);
    }
    if results.len() != 1 {
        return Err(Violation::ResultCount {
            found: results.len(),
        });
    }
    Ok(())
}

/// Checks `broadcastable_c3`.
fn verify_containers(
    rules: TraitRules,
    operands: &[ShapedType],
    results: &[ShapedType],
) -> Result<(), Violation> {
    let (mut tensor, mut vector, mut other) = (None, None, None);
    let subjects = (0..)
        .map(Subject::Operand)
        .zip(operands)
        .chain((0..).map(Subject::Result).zip(results));
    for (subject, ty) in subjects {
        let first = match ty.container() {
            Container::Tensor => &mut tensor,
            Container::Vector => &mut vector,
            Container::Other => &mut other,
            Container::Absent => continue,
        };
        first.get_or_insert(subject);
    }
    match (tensor, vector, other) {
        (Some(tensor), Some(vector), _) => Err(Violation::MixedContainers { tensor, vector }),
        (_, _, Some(subject)) if rules != TraitRules::Mlir => Err(Violation::NotShaped { subject }),
        _ => Ok(()),
    }
}

/// Checks `broadcastable_c5` and `broadcastable_c6` for one ranked result.
fn verify_result<'s>(
    rules: TraitRules,
    participants: impl Iterator<Item = (usize, Option<&'s [ShapeDim]>)> + Clone,
    alignment: &Alignment<'_>,
    inferred: &[ShapeDim],
    (result, container): (usize, Container),
    shape: &[ShapeDim],
) -> Result<(), Violation> {
    // The leading dims of the result that have no inferred counterpart.
    let skipped = match shape.len().checked_sub(inferred.len()) {
        Some(skipped) if skipped == 0 || rules == TraitRules::Mlir => skipped,
        _ => {
            let widest = participants
                .filter(|(_, operand)| operand.is_some_and(|dims| dims.len() == inferred.len()))
                .map(|(operand, _)| operand)
                .next();
            return Err(Violation::ResultRank {
                result,
                shape: shape.into(),
                inferred: inferred.into(),
                widest: widest.unwrap_or_default(),
            });
        }
    };
    let pairs = || inferred.iter().zip(&shape[skipped..]);
    if pairs().all(|(&inferred, &actual)| agrees(rules, inferred, actual)) {
        return Ok(());
    }
    let mismatches = pairs()
        .enumerate()
        .filter(|&(_, (&inferred, &actual))| !agrees(rules, inferred, actual))
        .map(|(dim, (&inferred, &actual))| DimMismatch {
            dim: dim + skipped,
            actual,
            inferred,
            origin: origin(participants.clone(), alignment, dim, inferred),
        })
        .collect();
    Err(Violation::ResultSizes {
        result,
        shape: shape.into(),
        inferred: inferred.into(),
        mismatches,
        rules,
        container,
    })
}

fn agrees(rules: TraitRules, inferred: ShapeDim, actual: ShapeDim) -> bool {
    inferred == actual
        || match rules {
            TraitRules::Documented => {
                inferred.is_fixed() && actual.is_dynamic()
                    || inferred.is_dynamic() && actual.is_fixed()
            }
            TraitRules::Strict => inferred.is_fixed() && actual.is_dynamic(),
            TraitRules::Mlir => inferred.is_dynamic() || actual.is_dynamic(),
        }
}

/// Returns the shapes that the rules examine, with the indices of their values.
fn participants(
    rules: TraitRules,
    values: &[ShapedType],
) -> impl Iterator<Item = (usize, Option<&[ShapeDim]>)> + Clone {
    values
        .iter()
        .enumerate()
        .filter(move |(_, ty)| match rules {
            TraitRules::Documented | TraitRules::Strict => !ty.is_absent(),
            TraitRules::Mlir => ty.container() == Container::Tensor,
        })
        .map(|(index, ty)| (index, ty.shape()))
}

#[cfg(test)]
mod tests;
