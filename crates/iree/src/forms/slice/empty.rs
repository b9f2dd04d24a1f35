//! Slices that are known to be empty.

use crate::{build::*, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "empty-slices",
    ops: &[stablehlo::REAL_DYNAMIC_SLICE],
    when: "that are known to have no elements, and do not start at 0",
    becomes: "the slice from 0 to 0",
    why: "If the operand is a slice with a stride, IREE multiplies the start by it, and rejects the result (\"offset 1 \
          is out-of-bounds: 2 >= 1\"), as in the gradient of `jax.lax.associative_scan`.",
    action: Replace(rewrite),
};

fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let result_type = result_type(operation)?;
    let starts = known_elements(ir::operand(operation, 1)?)?;
    let sizes = type_sizes(result_type).into_iter().zip(starts);
    let is_empty = sizes.map(|sizes| sizes.0 == Some(0) && sizes.1 != Some(0));
    let dims = is_empty.collect::<Vec<_>>();
    require(dims.contains(&true))?;
    let none = emitter.emit_constant_index(0);
    let mut operands = vec![ir::operand(operation, 0)?];
    for index in 1..=3 {
        let numbers = emit_numbers(emitter, ir::operand(operation, index)?)?.into_iter();
        // The strides stay.
        let is_moved = |is_empty: bool| is_empty && index < 3;
        let numbers = numbers
            .zip(&dims)
            .map(|(number, &is_empty)| match is_moved(is_empty) {
                true => none,
                false => number.index,
            });
        let numbers = numbers.collect::<Vec<_>>();
        operands.push(emitter.emit_from_elements(&numbers));
    }
    let r#type = result_type.into();
    Some(emitter.emit_named(stablehlo::REAL_DYNAMIC_SLICE, &operands, &[], r#type))
}
