//! Windows that have a single position along a dim, and do not cover the whole padded dim.

use crate::{build::*, ops::*, prelude::*};
use melior::ir::attribute::DenseElementsAttribute;

pub static ROW: Row = Row {
    name: "single-windows",
    ops: &[stablehlo::CONVOLUTION, stablehlo::REDUCE_WINDOW],
    when: "with a single window position along a dim of static size, if the window is smaller than the padded \
           dim; also on static shapes",
    becomes: "the op without the padding, or the part of the operand, that the window does not cover",
    why: "IREE derives the window's size from the operand's, and rejects the op.",
    action: Change(crop),
};

/// Removes what an op's window does not cover from its padding and operands; `None` if there is none.
fn crop<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let operand = ir::operand(operation, 0)?;
    let own = sizes(operand)?;
    let result = sizes(ir::result(operation, 0)?)?;
    let is_convolution = ir::is_named(operation, stablehlo::CONVOLUTION);
    let dims = match is_convolution {
        true => WindowDim::of_convolution(operation)?,
        false => WindowDim::of_reduction(operation, own.len())?,
    };
    let mut padding = padding_of(operation, dims.len())?;
    let mut kept = own.clone();
    let mut is_changed = false;
    for (window, edges) in dims.iter().zip(padding.chunks_exact_mut(2)) {
        let size = own.get(window.input_dim).copied().flatten();
        let Some(size) =
            size.filter(|&size| size > 0 && result.get(window.output_dim) == Some(&Some(1)))
        else {
            continue;
        };
        let dilated = (size - 1) * window.input_dilation + 1;
        let uncovered = edges[0] + dilated + edges[1] - window.reach();
        if uncovered <= 0 {
            continue;
        }
        let of_padding = uncovered.min(edges[1].max(0));
        let rest = dilated - (uncovered - of_padding);
        // A window that covers no element stays.
        if rest <= 0 {
            continue;
        }
        // What is left of a gap between elements is padding.
        let (elements, gap) = (
            (rest - 1) / window.input_dilation + 1,
            (rest - 1) % window.input_dilation,
        );
        edges[1] += gap - of_padding;
        kept[window.input_dim] = Some(elements);
        is_changed = true;
    }
    require(is_changed)?;
    if kept != own {
        // All operands of a reduction have the same sizes.
        let count = match is_convolution {
            true => 1,
            false => operation.operand_count() / 2,
        };
        for index in 0..count {
            let operand = ir::operand(operation, index)?;
            let starts = vec![0; kept.len()];
            let part = emit_slice_to(emitter, operand, &starts, &kept, &kept)?;
            ir::set_operand(operation, index, part);
        }
    }
    let i64 = IntegerType::new(emitter.context(), 64).into();
    let r#type = RankedTensorType::new(&[dims.len() as u64, 2], i64, None);
    let padding = DenseElementsAttribute::i64_values(r#type.into(), &padding);
    ir::set_attribute(operation, "padding", padding.into());
    Some(())
}
