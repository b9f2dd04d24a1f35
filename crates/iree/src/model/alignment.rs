//! The alignment of tensors in shared allocations.

use crate::{ops::*, prelude::*};

/// The bits to which IREE aligns offsets.
const ALIGNMENT: i64 = 512;

/// Returns the type of a tensor of a multiple of 64 bytes that begins with a tensor of unknown size, where
/// that is not put into rows; `None` if its own size is such a multiple.
///
/// `[?, 4] => [?, 16]`, `[?] => [16, ?]` of 32 bits
pub fn aligned_type<'a>(
    emitter: &OpEmitter<'a>,
    r#type: RankedTensorType<'a>,
) -> Option<RankedTensorType<'a>> {
    require(!is_aligned(r#type))?;
    let mut dims = type_sizes(r#type);
    let unit = unit(r#type);
    let known = dims.iter().flatten().product::<i64>();
    match dims.iter_mut().rev().find_map(Option::as_mut) {
        Some(last) => {
            let unit = unit / ir::greatest_common_divisor(unit, known / *last);
            *last = (*last + unit - 1) / unit * unit;
        }
        None => dims.insert(0, Some(unit)),
    }
    Some(tensor_type(emitter, r#type, &dims))
}

/// Returns whether a tensor is of static shape, or of a multiple of 64 bytes.
pub fn is_aligned(r#type: RankedTensorType<'_>) -> bool {
    let dims = type_sizes(r#type).into_iter();
    r#type.has_static_shape() || dims.flatten().product::<i64>() % unit(r#type) == 0
}

/// Returns the least number of elements that are of a multiple of 64 bytes.
pub fn unit(r#type: RankedTensorType<'_>) -> i64 {
    ALIGNMENT / ir::greatest_common_divisor(ALIGNMENT, bits(r#type))
}

/// Returns the number of bits that IREE stores an element in, or a divisor of it.
fn bits(r#type: RankedTensorType<'_>) -> i64 {
    let element = r#type.element();
    let part = ir::complex_element(element);
    match ir::bit_width(part.unwrap_or(element)) {
        // IREE stores a truth value in a byte.
        Some(1) => 8,
        Some(bits) if part.is_some() => 2 * i64::from(bits),
        bits => bits.unwrap_or(1).into(),
    }
}
