//! How vectors are brought to the result's shape.
//!
//! All sizes are known at compile time, scalable ones up to their common factor, so there are
//! no guards.

use super::PlanError;
use crate::shape::ShapeDim;

/// How one vector is brought to the result's shape.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum VectorBroadcast {
    /// It already has that shape.
    None,
    /// `vector.broadcast`, which aligns dims to the right.
    Broadcast,
    /// `vector.shape_cast` to these dims, which are the vector's dims in their aligned
    /// positions with 1s between and after them, followed by `vector.broadcast` unless that is
    /// already the result's shape.
    Reshaped(Vec<ShapeDim>),
}

/// Plans the broadcast of operand `index`, whose dims are aligned to `result_dims`,
/// to a vector of dims `result`.
///
/// `[1, [4]] => [2, [4]]`: a broadcast; `[2]`, aligned to dim 0, `=> [2, 3]`: a
/// shape cast to `[2, 1]`, then a broadcast.
///
/// # Errors
///
/// Fails if a dim is neither 1 nor of the result's size. Verification rules that out, except
/// under `mlir`, which does not check the shapes of vectors.
pub fn plan_vector(
    index: usize,
    operand: &[ShapeDim],
    result_dims: &[usize],
    result: &[ShapeDim],
) -> Result<VectorBroadcast, PlanError> {
    for (dim, (&size, &result_dim)) in operand.iter().zip(result_dims).enumerate() {
        if size != result[result_dim] && size.fixed_size() != Some(1) {
            return Err(PlanError::Vector {
                operand: index,
                dim,
                size,
                result_dim,
                expected: result[result_dim],
            });
        }
    }
    if operand == result {
        return Ok(VectorBroadcast::None);
    }
    let first = result.len() - operand.len().min(result.len());
    if result_dims.iter().copied().eq(first..result.len()) {
        return Ok(VectorBroadcast::Broadcast);
    }
    let begin = result_dims.first().copied().unwrap_or(result.len());
    let mut dims = vec![ShapeDim::UNIT; result.len() - begin];
    for (&size, &result_dim) in operand.iter().zip(result_dims) {
        dims[result_dim - begin] = size;
    }
    Ok(VectorBroadcast::Reshaped(dims))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn fixed(size: i64) -> ShapeDim {
        match ShapeDim::fixed(size) {
            Some(dim) => dim,
            None => panic!("the size is not negative"),
        }
    }

    const fn scalable(size: i64) -> ShapeDim {
        match ShapeDim::scalable(size) {
            Some(dim) => dim,
            None => panic!("the size is positive"),
        }
    }

    fn check(
        operand: &[ShapeDim],
        result_dims: &[usize],
        result: &[ShapeDim],
        expected: VectorBroadcast,
    ) {
        assert_eq!(plan_vector(0, operand, result_dims, result), Ok(expected));
    }

    #[test]
    fn vectors_are_reshaped_only_if_vector_broadcast_cannot_align_them() {
        use VectorBroadcast::{Broadcast, None, Reshaped};
        let [one, two, three] = [fixed(1), fixed(2), fixed(3)];
        let four = scalable(4);
        check(&[two, four], &[0, 1], &[two, four], None);
        check(&[], &[], &[], None);
        check(&[], &[], &[two], Broadcast);
        check(&[four], &[1], &[two, four], Broadcast);
        check(&[one, four], &[0, 1], &[two, four], Broadcast);
        check(&[two], &[0], &[two, three], Reshaped(vec![two, one]));
        check(&[two], &[1], &[one, two, four], Reshaped(vec![two, one]));
        check(
            &[two, four],
            &[0, 2],
            &[two, three, four],
            Reshaped(vec![two, one, four]),
        );
    }

    #[test]
    fn incompatible_sizes_are_an_error() {
        for (size, expected, text) in [
            (fixed(2), fixed(3), "has size 2, but the result has size 3"),
            (
                scalable(1),
                fixed(4),
                "has size [1], but the result has size 4",
            ),
            (
                fixed(4),
                scalable(4),
                "has size 4, but the result has size [4]",
            ),
        ] {
            let error = plan_vector(1, &[size], &[0], &[expected]).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("operand #1 dim 0 {text} in dim 0; expected that size or 1")
            );
        }
    }
}
