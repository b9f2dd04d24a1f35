//! Slices that take whole dims.
//!
//! In a loop, the sizes of the carried tensors are other values than those with which the program slices: IREE does
//! not know that they are equal, so it moves the start of each such slice to where the slice is in the operand.

use crate::{analysis::Analysis, build::*, ops::*, prelude::*, symbol::Element};

pub static ROW: Row = Row {
    name: "slices-of-whole-dims",
    ops: &[stablehlo::REAL_DYNAMIC_SLICE],
    when: "whose limit in a dim is the size of the operand, which facts about sizes show",
    becomes: "the op with the size of its operand as the limit",
    why: "IREE moves the start to where the slice is in the operand. It rejects some kernels that read such a \
          part (\"write affecting operations on global resources are restricted to workgroup distributed contexts\").",
    action: Program(use_operand_sizes),
};

/// Makes the sizes of their operands the limits of slices of whole dims in and below `root`.
fn use_operand_sizes(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    let is_slice = |operation| is_about(&ROW, operation);
    let found = find_known(root, is_slice, |analysis, operation| {
        whole_dims(analysis, operation).filter(|dims| !dims.is_empty())
    });
    change_found(root, found, changes, |emitter, operation, dims| {
        let operand = ir::operand(operation, 0)?;
        replace_operand(emitter, operation, 2, |emitter, limits| {
            let mut limits = ir::defining_op(limits)?.operands().collect::<Vec<_>>();
            for dim in dims {
                limits[dim] = emitter.emit_dim(operand, dim);
            }
            let limits = limits.into_iter().map(|limit| emitter.emit_as_index(limit));
            let limits = limits.collect::<Vec<_>>();
            Some(emitter.emit_from_elements(&limits))
        })
    })
}

/// Returns the dims of unknown size that a slice takes whole, unless its limit is their size already; the limits are
/// scalars.
fn whole_dims<'a>(analysis: &mut Analysis, slice: OpRef<'a>) -> Option<Vec<usize>> {
    let operand = ir::operand(slice, 0)?;
    let starts = Offset::of_list(ir::operand(slice, 1)?)?;
    let limits = ir::operand(slice, 2)?;
    let list = ir::defined_by(limits, tensor::FROM_ELEMENTS)?;
    if !has_no_strides(slice) {
        return None;
    }
    let extents = analysis.sizes(operand);
    let known = analysis.known_elements(limits)?;
    let facts = analysis.facts();
    let is_whole = |&dim: &usize| {
        starts.get(dim) == Some(&Offset::Known(0))
            && known.get(dim).copied() == Some(facts.name(Element::from(extents[dim])))
            && !list
                .operands()
                .nth(dim)
                .is_some_and(|limit| is_size_of(limit, operand, dim))
    };
    let unknown = dynamic_dims(&sizes(operand)?).into_iter();
    Some(unknown.filter(is_whole).collect())
}

/// Returns whether a number of any type is a `tensor.dim` of this dim, or the size that a `tie_shape` gives it.
fn is_size_of<'a>(number: Value<'a>, tensor: Value<'a>, dim: usize) -> bool {
    let mut number = number;
    while let Some(cast) = ir::defined_by(number, arith::INDEX_CAST) {
        let Some(operand) = ir::operand(cast, 0) else {
            return false;
        };
        number = operand;
    }
    if tied_size(tensor, dim) == Some(number) {
        return true;
    }
    // An insertion has the sizes of the tensor that it inserts into, and a mask those of its operand.
    let source = |&tensor: &Value<'a>| {
        let definition = ir::defining_op(tensor)?;
        let is_insertion = ir::is_named(definition, tensor::INSERT_SLICE);
        let is_source = is_insertion || is_divided_copy(definition);
        ir::operand(definition, usize::from(is_insertion)).filter(|_| is_source)
    };
    ir::defining_op(number).is_some_and(|op| {
        let mut tensors = std::iter::successors(Some(tensor), source);
        size_read(op) == Some(dim) && tensors.any(|it| ir::operand(op, 0) == Some(it))
    })
}

/// Returns the size to which a tensor is tied in a dim of unknown size.
fn tied_size<'a>(tensor: Value<'a>, dim: usize) -> Option<Value<'a>> {
    let tie = ir::defined_by(tensor, TIE_SHAPE)?;
    let dims = dynamic_dims(&sizes(tensor)?);
    let place = dims.iter().position(|&it| it == dim)?;
    ir::operand(tie, 1 + place)
}
