//! Scatters of one row into what a loop carries.
//!
//! To write a slice, IREE waits for its position. What a loop carries in rows of 64 bytes is copied in each iteration, and
//! once more behind each wait. A kernel that goes through all elements once, and compares their positions with the index,
//! takes less time than these copies.

use crate::{
    analysis::{Analysis, element_count},
    build::*,
    forms::scatter::{
        dims_of, is_supported,
        slice::{combination, emit_combined},
    },
    ops::*,
    prelude::*,
    symbol::Element,
};

pub static ROW: Row = Row {
    name: "scatters-of-rows",
    ops: &[stablehlo::SCATTER],
    when: "of one whole row or element into a tensor that a loop carries, if the size of its last dim is unknown",
    becomes: "a `select` of the row's elements by their positions",
    why: "IREE waits for the position of a slice in each iteration, and copies the carried tensor, which takes up to \
          3 times as long.",
    action: Program(select_rows),
};

fn select_rows(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    let is_candidate = |operation| is_about(&ROW, operation) && is_carried(operation);
    replace_known(
        root,
        is_candidate,
        |analysis, operation| is_of_whole_row(analysis, operation)?.then_some(()),
        changes,
        |emitter, operation, ()| emit_selected(emitter, operation),
    )
}

/// Returns whether an op's first operand is carried by a loop.
fn is_carried(operation: OpRef<'_>) -> bool {
    let operand = ir::operand(operation, 0);
    operand.and_then(owner_op).is_some_and(is_loop)
}

/// Returns whether a scatter writes one row that is as long as those of the tensor.
fn is_of_whole_row(analysis: &mut Analysis, operation: OpRef<'_>) -> Option<bool> {
    let numbers = dims_of(operation)?;
    let [operand, indices, update] = first_operands(operation)?;
    // IREE may divide rows of other known sizes into vectors of half the width, and those of a multiple of 64 bytes it
    // does not copy.
    let is_open = sizes(operand)?.last()?.is_none();
    let mut indexed = numbers.scatter_dims_to_operand_dims.clone();
    indexed.sort_unstable();
    let windows = &numbers.update_window_dims;
    let has_one_index = element_count(indices.r#type()) == Some(indexed.len());
    if !is_open
        || !is_supported(operation)
        || indexed.is_empty()
        || indexed != numbers.inserted_window_dims
        || !has_one_index
        || !holds_positions(indices)
        || rank(update)? != windows.len()
    {
        return Some(false);
    }
    let [of_operand, of_update] = [operand, update].map(|value| analysis.sizes(value));
    let facts = analysis.facts();
    let mut of_update = of_update.into_iter();
    let mut of_rows = (0..)
        .zip(of_operand)
        .filter(|(dim, _)| !indexed.contains(dim));
    let is_whole = of_rows.all(|(_, size)| {
        let own = of_update.next().map(|own| facts.name(Element::from(own)));
        own == Some(facts.name(Element::from(size)))
    });
    Some(is_whole)
}

/// Returns whether the integers of a tensor can be any position.
fn holds_positions(value: Value<'_>) -> bool {
    let element = ir::element_type(value.r#type()).and_then(ir::as_integer_type);
    element.is_some_and(|it| it.is_signless() && it.width() >= i32::BITS)
}

/// Emits the elements of a tensor, or of a row that replaces or changes those at the position of its index.
fn emit_selected<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let numbers = dims_of(operation)?;
    let [operand, indices, update] = first_operands(operation)?;
    let combination = combination(operation)?;
    let r#type = ir::result(operation, 0)?.r#type();
    let shape = emit_shape(emitter, operand)?;
    let indexed = to_dims(&numbers.scatter_dims_to_operand_dims)?;
    let like = ir::as_ranked_tensor(indices.r#type())?;
    let vector_type = tensor_type(emitter, like, &[Some(indexed.len() as i64)]);
    let vector = emit_converted(emitter, stablehlo::RESHAPE, indices, vector_type.into());
    let positions = ir::with_element_type(r#type, like.element())?;
    let mut is_in_row = None;
    for (position, &dim) in (0..).zip(&indexed) {
        let one = tensor_type(emitter, like, &[]).into();
        let index = emitter.emit_part(vector, 0, position, &[], one);
        let index = emit_fill_of_shape(emitter, index, Some(shape), positions);
        let own = emit_iota(emitter, dim, Some(shape), positions);
        let is_equal = emit_comparison(emitter, Direction::Eq, [own, index])?;
        is_in_row = Some(match is_in_row {
            Some(both) => emitter.emit_like(stablehlo::AND, &[both, is_equal]),
            None => is_equal,
        });
    }
    let rank = rank(operand)?;
    let windows = (0..rank)
        .filter(|dim| !indexed.contains(dim))
        .collect::<Vec<_>>();
    let row = emit_in_dims(emitter, update, &windows, shape, r#type);
    let row = emit_combined(emitter, &combination, [operand, row]);
    Some(emitter.emit_like(stablehlo::SELECT, &[is_in_row?, row, operand]))
}
