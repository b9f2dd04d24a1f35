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

/// Returns whether a number of any type is a `tensor.dim` of this dim, or the size that the tensor's definition gives it.
fn is_size_of<'a>(number: Value<'a>, tensor: Value<'a>, dim: usize) -> bool {
    SizeSource::Number(number).root() == SizeSource::Dim(tensor, dim).root()
}

/// What a size is read from.
#[derive(Clone, Copy, PartialEq)]
enum SizeSource<'a> {
    Number(Value<'a>),
    Dim(Value<'a>, usize),
}

impl<'a> SizeSource<'a> {
    /// Returns the earliest source of the size.
    fn root(self) -> Self {
        std::iter::successors(Some(self), |it| it.next())
            .last()
            .unwrap_or(self)
    }

    fn next(self) -> Option<Self> {
        match self {
            Self::Number(number) => {
                let definition = ir::defining_op(number)?;
                let operand = ir::operand(definition, 0)?;
                // A size is not negative.
                let is_limited = ir::is_named(definition, arith::MAXSI)
                    && ir::operand(definition, 1).and_then(ir::constant_integer) == Some(0);
                if ir::is_named(definition, arith::INDEX_CAST) || is_limited {
                    return Some(Self::Number(operand));
                }
                size_read(definition).map(|dim| Self::Dim(operand, dim))
            }
            Self::Dim(tensor, dim) => {
                let definition = ir::defining_op(tensor)?;
                // An insertion has the sizes of the tensor that it inserts into, and a mask those of its operand.
                let is_insertion = ir::is_named(definition, tensor::INSERT_SLICE);
                if is_insertion || is_divided_copy(definition) {
                    let source = ir::operand(definition, usize::from(is_insertion))?;
                    return Some(Self::Dim(source, dim));
                }
                require(is_any_of(definition, &[TIE_SHAPE, tensor::EXPAND_SHAPE]))?;
                let dims = dynamic_dims(&sizes(tensor)?);
                let place = dims.iter().position(|&it| it == dim)?;
                ir::operand(definition, 1 + place).map(Self::Number)
            }
        }
    }
}
