//! Lists of scalars that are shapes, or positions of slices.
//!
//! IREE passes sizes to a kernel in order, with numbers from which it computes how many workgroups it starts.
//! If two of these sizes turn out to be equal after the kernel was made, it removes the second one, and takes
//! the first size of all in its place (`deduplicateWorkloads` in its `FoldUniformOperands.cpp`). If that is smaller,
//! the kernel does not compute all rows. So equal sizes have to be one value from the start. In a list of integers
//! they are not: IREE makes the integers of a shape `index` only when it makes kernels, and until then it has changed
//! how each was computed from an `index`. It computes the size of a slice in the kernel, with the integers of the
//! list, and finds no number of workgroups if those are no `index`.

use crate::{build::*, ops::*, prelude::*};
use std::ops::Range;

pub static ROW: Row = Row {
    name: "lists-of-integers",
    ops: &[stablehlo::REAL_DYNAMIC_SLICE, tensor::RESHAPE],
    when: "whose shape, or start, limit and stride, are constants or computed as scalars; slices in loops and branches also by \
           data",
    becomes: "the op with lists of `index`",
    why: "IREE finds too late that sizes are equal, starts too few workgroups, and so leaves rows behind the \
          first 64 uncomputed (`deduplicateWorkloads` in its `FoldUniformOperands.cpp`); it rejects some slices in \
          branches (\"failed to resolve workgroup count hint in terms of workload ordinals\").",
    action: Change(use_indices),
};

/// Returns the positions of an op's operands that are lists of numbers.
fn positions(operation: OpRef<'_>) -> Range<usize> {
    match is_any_of(operation, ROW.ops) {
        true => number_operands(operation),
        false => 0..0,
    }
}

/// Returns whether an op's operand is a list that stays one of `index`.
pub fn is_of_index(operation: OpRef<'_>, position: usize) -> bool {
    positions(operation).contains(&position)
        && ir::operand(operation, position).is_some_and(|list| {
            let element = ir::element_type(list.r#type());
            element.is_some_and(|element| element.is_index())
                && (ir::defined_by(list, tensor::FROM_ELEMENTS).is_some()
                    || ir::constant(list).is_some())
        })
}

/// Makes the lists of an op lists of `index`, if all of them are constants or made of scalars, or if it is a slice in a
/// loop or branch; `None` if they are not, or are of `index` already.
fn use_indices<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let positions = positions(operation);
    let mut lists = positions.clone().map(|it| ir::operand(operation, it));
    let is_done = positions.clone().all(|it| is_of_index(operation, it));
    let is_inside = || with_parents(operation).skip(1).any(is_control);
    let may_be_data = ir::is_named(operation, stablehlo::REAL_DYNAMIC_SLICE) && is_inside();
    require(!is_done && (may_be_data || lists.all(|list| list.is_some_and(is_of_numbers))))?;
    for position in positions {
        let list = emit_list(emitter, ir::operand(operation, position)?)?;
        ir::set_operand(operation, position, list);
    }
    Some(())
}

/// Returns whether a list is a constant, or made of scalars.
fn is_of_numbers(list: Value<'_>) -> bool {
    let integers = || ir::int_elements(ir::defining_op(list)?, "value", usize::MAX);
    match ir::constant(list) {
        Some(_) => integers().is_some(),
        None => ir::defined_by(list, tensor::FROM_ELEMENTS).is_some(),
    }
}

/// Emits a list of `index` of the same numbers; `None` if they cannot be read.
fn emit_list<'a>(emitter: &mut OpEmitter<'a>, list: Value<'a>) -> Option<Value<'a>> {
    let numbers = if ir::constant(list).is_some() {
        let numbers = ir::int_elements(ir::defining_op(list)?, "value", usize::MAX)?;
        emit_constant_indices(emitter, &numbers)
    } else if let Some(made) = ir::defined_by(list, tensor::FROM_ELEMENTS) {
        let numbers = made.operands().map(|it| emitter.emit_as_index(it));
        numbers.collect()
    } else {
        let numbers = emit_numbers(emitter, list)?.into_iter();
        numbers.map(|number| number.index).collect()
    };
    Some(emit_index_list(emitter, &numbers))
}
