//! `stablehlo.set_dimension_size`: the beginning of a tensor.

use crate::{build::*, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "set-sizes",
    ops: &[stablehlo::SET_DIMENSION_SIZE],
    when: "without a bound",
    becomes: "`tensor.extract_slice` of the beginning",
    why: "IREE rejects it if another size is unknown.",
    action: Replace(rewrite),
};

fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let r#type = result_type(operation)?;
    let operand = ir::operand(operation, 0)?;
    let dim = usize::try_from(ir::integer(operation, "dimension")?).ok()?;
    require(ir::encoding(r#type.into()).is_none())?;
    let mut extents = emit_extents(emitter, operand);
    let size = emitter.emit_index(ir::operand(operation, 1)?);
    // A wrong size must not read behind the tensor.
    extents[dim] = emitter.emit_index_binary(arith::MINUI, size, extents[dim]);
    let mut part = type_sizes(r#type);
    part[dim] = None;
    let part = tensor_type(emitter, r#type, &part);
    let starts = vec![emitter.emit_constant_index(0); extents.len()];
    let strides = vec![1; extents.len()];
    Some(emit_strided_part(
        emitter, operand, &starts, &extents, &strides, part,
    ))
}
