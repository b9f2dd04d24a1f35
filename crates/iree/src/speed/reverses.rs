//! Reversed tensors of unknown sizes.
//!
//! IREE reverses them in a single loop over all elements, and computes each source position by divisions.

use crate::{build::*, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "reverses",
    ops: &[stablehlo::REVERSE],
    when: "of tensors of several dims, of which some are unknown",
    becomes: "a `linalg.generic` that computes the source position of each element",
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
        let place = dims.map(|((&own, &extent), dim)| match reversed.contains(&dim) {
            true => (index(extent) - 1 - own).emit(emitter),
            false => own,
        });
        place.collect()
    })
}
