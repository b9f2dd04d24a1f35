//! `stablehlo.dynamic_reshape`, which becomes `tensor.reshape`, and the shapes of the latter.
//!
//! IREE passes sizes to a kernel in order, with numbers from which it computes how many workgroups it starts.
//! If two of these sizes turn out to be equal after the kernel was made, it removes the second one, and takes
//! the first size of all in its place (`deduplicateWorkloads` in its `FoldUniformOperands.cpp`). If that is smaller,
//! the kernel does not compute all rows. So equal sizes have to be one value from the start. In a shape of
//! integers they are not: IREE makes each an `index` only when it makes kernels, and until then it has changed how
//! the integer was computed from an `index`.

use super::{
    emit_at, result_type,
    row::{
        Action::{Change, Replace},
        Row, Versions,
    },
};
use crate::{
    dialect::stablehlo,
    ir::{self, Emitter},
};
use melior::ir::{
    OperationRef, Type, TypeLike, Value, ValueLike, operation::OperationLike,
    r#type::RankedTensorType,
};

/// Reshapes to computed sizes.
pub(super) static ROW: Row = Row {
    name: "dynamic-reshapes",
    ops: &[stablehlo::DYNAMIC_RESHAPE],
    when: "all",
    becomes: "`tensor.reshape`",
    why: "IREE has no form of it (its pull request 24940, still open, adds one).",
    versions: Versions::ALL,
    example: include_str!("examples/dynamic-reshapes.mlir"),
    action: Replace(rewrite),
};

fn rewrite<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let operands = [ir::operand(operation, 0)?, ir::operand(operation, 1)?];
    let r#type = result_type(operation)?.into();
    Some(emitter.emit_named("tensor.reshape", &operands, &[], r#type))
}

/// Shapes that are lists of scalars.
pub(super) static SHAPES: Row = Row {
    name: "shapes-of-integers",
    ops: &["tensor.reshape"],
    when: "to sizes that are computed as scalars",
    becomes: "a `tensor.reshape` whose shape is a list of `index`",
    why: "IREE finds too late that sizes are equal, starts too few workgroups, and so leaves rows behind the \
          first 64 uncomputed (`deduplicateWorkloads` in its `FoldUniformOperands.cpp`).",
    versions: Versions::ALL,
    example: include_str!("examples/shapes-of-integers.mlir"),
    action: Change(use_indices),
};

/// Makes the shape of a `tensor.reshape` a list of `index`, if it is one of scalars; returns whether it has changed.
fn use_indices<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> bool {
    let shape = ir::operand(operation, 1);
    let list = shape.and_then(|shape| ir::defined_by(shape, "tensor.from_elements"));
    let Some(list) = list.filter(|list| list.operands().any(|it| !it.r#type().is_index())) else {
        return false;
    };
    let indices = emit_at(emitter, operation, |emitter| {
        let numbers = list.operands().map(|number| emitter.emit_as_index(number));
        let numbers = numbers.collect::<Vec<_>>();
        let index = Type::index(emitter.context());
        let r#type = RankedTensorType::new(&[numbers.len() as u64], index, None);
        emitter.emit_pure("tensor.from_elements", &numbers, &[], r#type.into())
    });
    ir::set_operand(operation, 1, indices);
    true
}
