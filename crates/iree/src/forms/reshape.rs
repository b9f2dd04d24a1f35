//! `stablehlo.dynamic_reshape`, which becomes `tensor.reshape`, and reshapes to one dim.

use crate::{build::*, ops::*, prelude::*};
use std::slice;

pub static ROW: Row = Row {
    name: "dynamic-reshapes",
    ops: &[stablehlo::DYNAMIC_RESHAPE],
    when: "all",
    becomes: "`tensor.reshape`",
    why: "IREE has no form of it.",
    action: Replace(|emitter, operation| {
        let operands = first_operands::<2>(operation)?;
        let r#type = result_type(operation)?.into();
        Some(emitter.emit_named(tensor::RESHAPE, &operands, &[], r#type))
    }),
};

pub static FLAT: Row = Row {
    name: "reshapes-to-one-dim",
    ops: &[tensor::RESHAPE],
    when: "to one dim, whose size is computed as a scalar",
    becomes: "a `tensor.reshape` with a dim of size 1 in front, and a `tensor.collapse_shape`",
    why: "IREE would compute the shape, a list of one `index`, in a kernel, and rejects that kernel.",
    action: Replace(flatten),
};

fn flatten<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let [operand, list] = first_operands(operation)?;
    let list = ir::defined_by(list, tensor::FROM_ELEMENTS)?;
    let r#type = result_type(operation)?;
    let &[size] = &*type_sizes(r#type) else {
        return None;
    };
    let one = emitter.emit_constant_index(1);
    let size_at_run_time = emitter.emit_as_index(ir::operand(list, 0)?);
    let list = emit_index_list(emitter, &[one, size_at_run_time]);
    let row = tensor_type(emitter, r#type, &[Some(1), size]).into();
    let row = emitter.emit_named(tensor::RESHAPE, &[operand, list], &[], row);
    let all = slice::from_ref(&(0..2));
    Some(emit_collapsed(emitter, row, all, r#type))
}
