//! Shardy's regions, as one device runs them.

use super::tensor::Tensor;
use melior::ir::{OperationRef, operation::OperationLike};

/// Returns the number of parts of each dim, for each sharding of an attribute with meshes in
/// place and without parts of axes.
fn part_counts(operation: OperationRef<'_, '_>, attribute: &str) -> Vec<Vec<i64>> {
    let text = |name| {
        let attribute = operation.attribute(name).expect("it has the attribute");
        attribute.to_string()
    };
    let manual = text("manual_axes");
    let shardings = text(attribute);
    let shardings = shardings.split("mesh<[").skip(1);
    shardings
        .map(|sharding| {
            let (axes, dims) = sharding.split_once("]>, [").expect("a mesh in place");
            let (dims, _) = dims.split_once(']').expect("a list of dims");
            let size = |name: &str| -> i64 {
                let axis = axes.split(", ").find_map(|axis| axis.strip_prefix(name));
                let size = axis.and_then(|axis| axis.strip_prefix('='));
                size.and_then(|size| size.parse().ok())
                    .expect("an axis with a size")
            };
            let count = |dim: &str| -> i64 {
                let names = dim.trim_end_matches([',', ' ', '}']).split(", ");
                let names = names.filter(|name| !name.is_empty() && manual.contains(name));
                names.map(size).product()
            };
            dims.split('{').skip(1).map(count).collect()
        })
        .collect()
}

/// Returns the parts of the operands that the region of `sdy.manual_computation` gets on one
/// device; fails if a dim is not divided evenly.
pub(super) fn parts(
    operation: OperationRef<'_, '_>,
    operands: &[Tensor],
) -> Result<Vec<Tensor>, String> {
    let counts = part_counts(operation, "in_shardings");
    let part = |(operand, counts): (&Tensor, &Vec<i64>)| {
        let dims = operand.shape.iter().zip(counts);
        if dims.clone().any(|(size, count)| size % count != 0) {
            return Err("a dim is not divided evenly".into());
        }
        let shape = dims.map(|(size, count)| size / count).collect();
        // The first device has the first parts.
        Ok(operand.rearranged(shape, <[i64]>::to_vec))
    };
    operands.iter().zip(&counts).map(part).collect()
}

/// Returns the whole results of `sdy.manual_computation`, of which the region returned parts.
pub(super) fn wholes(operation: OperationRef<'_, '_>, parts: Vec<Tensor>) -> Vec<Tensor> {
    let counts = part_counts(operation, "out_shardings");
    let whole = |(part, counts): (Tensor, Vec<i64>)| {
        if counts.iter().all(|&count| count == 1) {
            return part;
        }
        let dims = part.shape.iter().zip(counts);
        Tensor::of_shape(dims.map(|(size, count)| size * count).collect())
    };
    parts.into_iter().zip(counts).map(whole).collect()
}
