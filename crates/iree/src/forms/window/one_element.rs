//! Windows of one element that do not visit all elements.

use crate::{build::*, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "windows-of-one-element",
    ops: &[stablehlo::REDUCE_WINDOW],
    when: "with a window of one element and no padding, if a stride is not 1; also on static shapes",
    becomes: "the op without strides, on the elements that the window visits",
    why: "IREE writes what is computed from its result into its operand, which other ops still read, and \
           computes wrong elements.",
    action: Change(extract),
};

/// Gives an op the elements that its window visits as operands, and removes its strides; `None` if it has none.
fn extract<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let rank = sizes(ir::operand(operation, 0)?)?.len();
    let window = StaticWindow::read(operation, rank)?;
    let is_one = |numbers: &[i64]| numbers.iter().all(|&number| number == 1);
    let is_padded = window.padding.iter().any(|&edge| edge != 0);
    require(
        is_one(&window.window)
            && is_one(&window.base_dilations)
            && !is_padded
            && !is_one(&window.strides),
    )?;
    for number in 0..operation.operand_count() / 2 {
        let operand = ir::operand(operation, number)?;
        let part = emit_every(emitter, operand, &window.strides)?;
        ir::set_operand(operation, number, part);
    }
    ir::remove_attribute(operation, "window_strides");
    Some(())
}

/// Emits every so many elements of a tensor along each dim, from the first one on.
fn emit_every<'a>(
    emitter: &mut OpEmitter<'a>,
    tensor: Value<'a>,
    strides: &[i64],
) -> Option<Value<'a>> {
    let own = sizes(tensor)?;
    let known = own.iter().zip(strides);
    let known = known.map(|(size, stride)| size.map(|size| (size + stride - 1) / stride));
    let r#type = with_sizes(emitter, tensor, &known.collect::<Vec<_>>())?;
    if let Some(limits) = own.iter().copied().collect::<Option<Vec<_>>>() {
        let starts = vec![0; limits.len()];
        let numbers = [&*starts, &limits, strides];
        return Some(emit_static_slice(emitter, tensor, numbers, r#type));
    }
    let starts = vec![emitter.emit_constant_index(0); own.len()];
    let extents = emit_extents(emitter, tensor).into_iter().zip(strides);
    let extents = extents.map(|(own, &stride)| match stride {
        1 => own,
        _ => ((index(own) + (stride - 1)) / stride).emit(emitter),
    });
    let extents = extents.collect::<Vec<_>>();
    Some(emit_strided_part(
        emitter, tensor, &starts, &extents, strides, r#type,
    ))
}
