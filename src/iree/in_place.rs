//! Ops that work in place, and the tensors that a function changes so and returns.

use super::{
    emit_at, emit_extents, emit_number,
    greatest::TOP_K,
    kept::source_of,
    row::{Action::Change, Row, Versions},
};
use crate::{
    dialect::stablehlo,
    ir::{self, DimMapping, Emitter},
};
use melior::ir::{
    BlockLike, OperationRef, Type, Value, ValueLike,
    operation::OperationLike,
    r#type::{IntegerType, RankedTensorType, ShapedTypeLike},
};

/// Tensors that are returned and changed.
pub(super) static RETURNED: Row = Row {
    name: "returned-tensors",
    ops: &["func.return"],
    when: "of an argument, or of a tensor that is computed, if the function also sorts or updates it, or \
           passes it to another function; also on static shapes",
    becomes: "a `return` of a choice between the tensor and a fill, by a true that is behind a barrier",
    why: "IREE sorts or updates the tensor in place, and returns what it then holds: arguments always, and \
          others if kernels beside theirs compute further results.",
    versions: Versions::ALL,
    example: include_str!("examples/returned-tensors.mlir"),
    action: Change(copy_returned),
};

/// Returns whether IREE gives a result of an op the memory of an operand.
pub(super) fn works_in_place(operation: OperationRef<'_, '_>) -> bool {
    let in_place = [
        stablehlo::DYNAMIC_UPDATE_SLICE,
        stablehlo::SCATTER,
        stablehlo::SORT,
        TOP_K,
        "tensor.insert_slice",
    ];
    ir::name_str(operation.name()).is_some_and(|name| in_place.contains(&name))
}

/// Makes an op return copies of tensors that are changed.
fn copy_returned<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> bool {
    let mut is_changed = false;
    for (index, operand) in operation.operands().enumerate() {
        let source = source_of(operand);
        // IREE copies constants.
        let is_constant = || ir::defining_op(source).is_some_and(|op| op.operand_count() == 0);
        if !is_changed_in_place(source) || is_constant() {
            continue;
        }
        let first = first_change(operand, operation).unwrap_or(operation);
        let copy = emit_at(emitter, first, |emitter| emit_copy(emitter, operand));
        if let Some(copy) = copy {
            ir::set_operand(operation, index, copy);
            is_changed = true;
        }
    }
    is_changed
}

/// Returns the first op in a function's block that may change a value in place; `operation` is the block's
/// `return`. A copy has to be in front of it: if a branch also returns the value, and the copy is behind the
/// change, IREE computes 0 for the changed tensor.
fn first_change<'c: 'a, 'a>(
    value: Value<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<OperationRef<'c, 'a>> {
    let block = operation.block()?;
    let mut next = match ir::defining_op(value) {
        Some(definition) if definition.block() == Some(block) => definition.next_in_block(),
        Some(_) => None,
        None => block.first_operation(),
    };
    while let Some(current) = next {
        let mut operands = current.operands().enumerate();
        if operands.any(|(index, operand)| operand == value && changes(current, index)) {
            return Some(current);
        }
        next = current.next_in_block();
    }
    None
}

/// Returns whether an op works in place on a value, or on another shape or type of it.
fn is_changed_in_place(value: Value<'_, '_>) -> bool {
    ir::users(value).into_iter().any(|(user, operand)| {
        let is_other_form = || {
            let result = ir::result(user, 0)?;
            let is_reshape = matches!(
                ir::name_str(user.name()),
                Some(stablehlo::RESHAPE | "tensor.cast" | "tensor.reshape")
            );
            (is_reshape || source_of(result) != result).then_some(result)
        };
        changes(user, operand) || is_other_form().is_some_and(is_changed_in_place)
    })
}

/// Returns whether IREE may give a result of an op the memory of this operand. A function that is called, or
/// the decomposition of a composite op, may contain an op that does.
fn changes(operation: OperationRef<'_, '_>, operand: usize) -> bool {
    match ir::name_str(operation.name()) {
        Some("tensor.insert_slice") => operand == 1,
        Some(stablehlo::DYNAMIC_UPDATE_SLICE) => operand == 0,
        Some(stablehlo::SCATTER) => operand < operation.operand_count() / 2,
        Some(name) => {
            ir::is_call(name) || name == stablehlo::COMPOSITE || works_in_place(operation)
        }
        None => false,
    }
}

/// Emits a tensor with the elements of another one, which IREE computes.
fn emit_copy<'c, 'a>(emitter: &mut Emitter<'c, 'a>, value: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
    let r#type = RankedTensorType::try_from(value.r#type()).ok()?;
    let shape = (!r#type.has_static_shape()).then(|| {
        let extents = emit_extents(emitter, value);
        emitter.emit_from_elements(&extents)
    });
    emit_chosen(emitter, value, shape)
}

/// Emits the choice between a tensor and a fill of a shape by a true that is behind a barrier, so that
/// IREE computes a copy of the tensor.
pub(super) fn emit_chosen<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
    shape: Option<Value<'c, 'a>>,
) -> Option<Value<'c, 'a>> {
    let choice = Choice::emit(emitter, value.r#type())?;
    Some(choice.emit_copy(emitter, value, shape))
}

/// The scalars from which tensors of one element type are copied.
pub(super) struct Choice<'c, 'a> {
    truth: Value<'c, 'a>,
    zero: Value<'c, 'a>,
}

impl<'c, 'a> Choice<'c, 'a> {
    /// Emits the scalars, behind barriers, for tensors of a type.
    pub(super) fn emit(emitter: &mut Emitter<'c, 'a>, r#type: Type<'c>) -> Option<Self> {
        let zero = ir::scalar_tensor(ir::element_type(r#type)?);
        let zero = emit_number(emitter, 0, zero)?;
        // IREE passes truth values as numbers.
        let zero = emitter.emit_barrier(zero, &[]);
        let truth = ir::scalar_tensor(IntegerType::new(emitter.context(), 1).into());
        let truth = emit_number(emitter, 1, truth)?;
        let truth = emitter.emit_barrier(truth, &[]);
        Some(Self { truth, zero })
    }

    /// Emits a copy of a tensor, whose shape is given if it is not static.
    pub(super) fn emit_copy(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        value: Value<'c, 'a>,
        shape: Option<Value<'c, 'a>>,
    ) -> Value<'c, 'a> {
        let r#type = value.r#type();
        let mapping = DimMapping::new(emitter.context(), &[]);
        let zeros = emitter.emit_broadcast(self.zero, mapping, shape, r#type);
        emitter.emit_named(stablehlo::SELECT, &[self.truth, value, zeros], &[], r#type)
    }
}
