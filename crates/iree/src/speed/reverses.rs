//! Reversed tensors of unknown sizes.
//!
//! IREE's own form is one loop over all elements, each at a position that is computed by divisions.

use crate::{build::*, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "reverses",
    ops: &[stablehlo::REVERSE],
    when: "of tensors of several dims, of which some are unknown",
    becomes: "a `linalg.generic` that reads each element at its position",
    why: "IREE computes the position of each element by divisions, which takes up to 5 times as long.",
    action: Replace(read_reversed),
};

fn read_reversed<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let operand = ir::operand(operation, 0).filter(|&it| is_dynamic(it))?;
    require(rank(operand)? > 1)?;
    let reversed = ir::int_array(operation, "dimensions")?;
    let extents = emit_extents(emitter, operand);
    let result = (&*extents, result_type(operation)?);
    emit_read(emitter, operand, result, &[], |emitter, position, _| {
        let dims = position.iter().zip(&extents).zip(0..);
        let place = dims.map(|((&index, &extent), dim)| match reversed.contains(&dim) {
            true => (self::index(extent) - 1 - index).emit(emitter),
            false => index,
        });
        place.collect()
    })
}
