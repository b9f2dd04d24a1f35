//! `stablehlo.bitcast_convert` to elements of another width.
//!
//! The bits of a wide element are those of several narrow ones, along a last dim, the lowest ones first.

use crate::{build::*, ops::*, prelude::*};
use melior::ir::attribute::DenseElementsAttribute;

pub static ROW: Row = Row {
    name: "bits-by-shifts",
    ops: &[stablehlo::BITCAST_CONVERT],
    when: "of tensors of unknown size to elements of another width, both of at least 8 bits",
    becomes: "shifts of integers",
    why: "The compiler ends with \"could not reify\".",
    action: Replace(rewrite),
};

/// The fewest bits that an element has alone in memory.
const BYTE: u32 = 8;

fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let operand = ir::operand(operation, 0)?;
    let operand_type = ir::as_ranked_tensor(operand.r#type())?;
    let result_type = result_type(operation)?;
    let from = ir::bit_width(operand_type.element())?;
    let to = ir::bit_width(result_type.element())?;
    let (least, most) = (from.min(to), from.max(to));
    let is_open = is_dynamic(operand) || type_sizes(result_type).contains(&None);
    require(is_open && from != to && least >= BYTE && most % least == 0)?;
    let signless = |bits| IntegerType::new(emitter.context(), bits).into();
    let (from_bits, to_bits): (Type<'a>, Type<'a>) = (signless(from), signless(to));
    let r#type = ir::with_element_type(operand_type.into(), from_bits)?;
    let bits = emit_converted(emitter, stablehlo::BITCAST_CONVERT, operand, r#type);
    let count = most / least;
    let bits = match from > to {
        true => emit_split(emitter, bits, to_bits, to, count)?,
        false => emit_joined(emitter, bits, to_bits, from, count)?,
    };
    let r#type = ir::with_element_type(bits.r#type(), result_type.element())?;
    Some(emit_converted(
        emitter,
        stablehlo::BITCAST_CONVERT,
        bits,
        r#type,
    ))
}

/// Emits the parts of each element, of `width` bits each, along a new last dim.
fn emit_split<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    part: Type<'a>,
    width: u32,
    count: u32,
) -> Option<Value<'a>> {
    let like = ir::as_ranked_tensor(value.r#type())?;
    let mut sizes = type_sizes(like);
    let rank = sizes.len();
    sizes.push(Some(count.into()));
    let mut extents = emit_extents(emitter, value);
    extents.push(emitter.emit_constant_index(count.into()));
    let shape = emitter.emit_from_elements(&extents);
    let wide = tensor_type(emitter, like, &sizes).into();
    let dims = (0..rank).collect::<Vec<_>>();
    let repeated = emit_in_dims(emitter, value, &dims, shape, wide);
    let list = RankedTensorType::new(&[count.into()], like.element(), None).into();
    let distances = (0..count).map(|index| (index * width).into());
    let distances = distances.map(|bits| IntegerAttribute::new(like.element(), bits).into());
    let value = DenseElementsAttribute::new(list, &distances.collect::<Vec<_>>()).ok()?;
    let distances = emit_constant(emitter, value.into(), list);
    let distances = emit_in_dims(emitter, distances, &[rank], shape, wide);
    let shifted = emitter.emit_like(stablehlo::SHIFT_RIGHT_LOGICAL, &[repeated, distances]);
    let parts = ir::with_element_type(wide, part)?;
    Some(emitter.emit_named(stablehlo::CONVERT, &[shifted], &[], parts))
}

/// Emits elements whose bits are those along the last dim, `width` in each part.
fn emit_joined<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    whole: Type<'a>,
    width: u32,
    count: u32,
) -> Option<Value<'a>> {
    let like = ir::as_ranked_tensor(value.r#type())?;
    let mut sizes = type_sizes(like);
    *sizes.last_mut()? = Some(count.into());
    let all = tensor_type(emitter, like, &sizes).into();
    let value = emitter.emit_cast(value, all);
    sizes.pop();
    let mut extents = emit_extents(emitter, value);
    extents.pop();
    let narrow = tensor_type(emitter, like, &sizes).into();
    let wide = ir::as_ranked_tensor(ir::with_element_type(narrow, whole)?)?;
    // The conversion repeats the sign.
    let mask = emit_filled(emitter, (1 << width) - 1, &extents, wide)?;
    let mut joined = None;
    for index in 0..count {
        let part = emitter.emit_part(value, sizes.len(), index.into(), &extents, narrow);
        let part = emitter.emit_named(stablehlo::CONVERT, &[part], &[], wide.into());
        let part = emitter.emit_like(stablehlo::AND, &[part, mask]);
        joined = Some(match joined {
            None => part,
            Some(joined) => {
                let distance = emit_filled(emitter, (index * width).into(), &extents, wide)?;
                let part = emitter.emit_like(stablehlo::SHIFT_LEFT, &[part, distance]);
                emitter.emit_like(stablehlo::OR, &[joined, part])
            }
        });
    }
    joined
}
