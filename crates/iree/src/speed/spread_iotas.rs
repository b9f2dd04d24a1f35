//! Indices along a dim of unknown size, as a tensor.
//!
//! IREE computes an iota again in each kernel that reads it, from the position of an element. It makes
//! one loop of all dims that a kernel goes through in order, and then divides the position by unknown
//! sizes to get the indices: two divisions for each element. A vector of indices that is computed once,
//! and that the shape is tied to, is read like any other tensor.

use crate::{build::*, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "spread-iotas",
    ops: &[stablehlo::DYNAMIC_IOTA],
    when: "along a dim of unknown size, of tensors of several dims, and of vectors that broadcast to \
           those",
    becomes: "a vector that is tied to its size, and its broadcast",
    why: "To find the indices of an element, IREE divides its position twice by unknown sizes: a causal mask takes \
          4.5 times as long as one of static size.",
    action: Replace(spread),
};

/// How many ops behind a vector of indices a broadcast may be.
const MAX_USERS: usize = 32;

fn spread<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let result = ir::result(operation, 0)?;
    let r#type = ir::as_ranked_tensor(result.r#type())?;
    let sizes = type_sizes(r#type);
    let dim = usize::try_from(ir::integer(operation, "iota_dimension")?).ok()?;
    let is_wide = sizes.iter().filter(|size| **size != Some(1)).count() > 1;
    let is_vector = sizes.len() == 1 && broadcasts(result);
    require(
        sizes.get(dim)?.is_none()
            && (is_wide || is_vector)
            && dialect::accepts_iree(emitter.context()),
    )?;
    let shape = ir::operand(operation, 0)?;
    let size = emitter.emit_element(shape, dim);
    let vector_type = tensor_type(emitter, r#type, &[None]).into();
    let vector_shape = match is_wide {
        true => emitter.emit_from_elements(&[size]),
        false => shape,
    };
    let vector = emit_iota(emitter, 0, Some(vector_shape), vector_type);
    let tied = emit_tied(emitter, vector, &[size]);
    if !is_wide {
        return Some(tied);
    }
    let spread = emit_in_dims(emitter, tied, &[dim], shape, result.r#type());
    Some(spread)
}

/// Returns whether vectors that are computed from this one, element by element, broadcast to tensors
/// of several dims.
fn broadcasts(vector: Value<'_>) -> bool {
    ir::search_values(vector, MAX_USERS, |value, next| {
        for (user, _) in ir::users(value) {
            let Some(result) = ir::result(user, 0) else {
                continue;
            };
            match ir::name_str(user.name()) {
                Some(stablehlo::DYNAMIC_BROADCAST_IN_DIM) if rank(result) > Some(1) => return true,
                _ if dialect::is_elementwise(user) && rank(result) == Some(1) => next.push(result),
                _ => {}
            }
        }
        false
    })
}
