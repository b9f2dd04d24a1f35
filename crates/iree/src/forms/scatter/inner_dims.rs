//! Scatters along several dims that are not the first ones.
//!
//! The indexed dims become the first ones, and the result has its dims in their order again.

use crate::{
    build::*,
    dialect::stablehlo::ScatterDimensionNumbers,
    forms::scatter::{DIMS, dims_of, has_one_slice, is_supported},
    ops::*,
    prelude::*,
};

pub static ROW: Row = Row {
    name: "scatters-along-inner-dims",
    ops: &[stablehlo::SCATTER],
    when: "of several updates, if several dims are indexed or batching dims, and another dim is in front of one of \
           these, as of JAX's `x.at[:, i, j].set(y)`; also on static shapes",
    becomes: "a `scatter` into a transposed tensor, which begins with these dims, and a `transpose` of the result",
    why: "IREE rejects it (\"expected indices to be equal to batch rank or batch rank + 1\").",
    action: Change(move_to_front),
};

/// Makes the indexed dims of a scatter the first ones; `None` if they are, or if there is only one.
fn move_to_front<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let numbers = dims_of(operation)?;
    require(is_supported(operation) && !has_one_slice(operation, &numbers)?)?;
    let [operand, _] = first_operands(operation)?;
    let result = ir::result(operation, 0)?;
    let rank = sizes(operand)?.len();
    let mut first = to_dims(&numbers.inserted_window_dims)?;
    first.extend(to_dims(&numbers.input_batching_dims)?);
    first.sort_unstable();
    let windows = (0..rank).filter(|dim| !first.contains(dim));
    let order = first.iter().copied().chain(windows).collect::<Vec<_>>();
    require(first.len() > 1 && !order.is_sorted())?;
    let mut places = vec![0; rank];
    for (place, &dim) in order.iter().enumerate() {
        places[dim] = place;
    }
    let moved = |dims: &[i64]| {
        let dims = to_dims(dims)?.into_iter();
        dims.map(|dim| Some(*places.get(dim)? as i64))
            .collect::<Option<Vec<_>>>()
    };
    let numbers = ScatterDimensionNumbers {
        inserted_window_dims: moved(&numbers.inserted_window_dims)?,
        input_batching_dims: moved(&numbers.input_batching_dims)?,
        scatter_dims_to_operand_dims: moved(&numbers.scatter_dims_to_operand_dims)?,
        ..numbers
    };
    let numbers = numbers.to_attribute(emitter.context())?;
    let transposed = emit_transposed(emitter, operand, &order)?;
    let r#type = ir::as_ranked_tensor(transposed.r#type())?;
    ir::set_operand(operation, 0, transposed);
    ir::set_attribute(operation, DIMS, numbers);
    replace_uses(emitter, result, r#type, |emitter| {
        emit_transposed(emitter, result, &places)
    })
}
