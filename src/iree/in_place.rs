//! Which ops change a tensor in place, which values share its memory, and copies of it.

use super::{
    broadcast::is_broadcast,
    emit_extents, emit_number,
    fill::is_fill,
    greatest::TOP_K,
    is_dynamic,
    kept::is_of_same_bits,
    scalar::{BARRIER, emit_hidden},
    sizes,
};
use crate::{
    dialect::{self, stablehlo},
    ir::{self, DimMapping, Emitter, ValueKey},
    symbol::integer::Direction,
};
use melior::ir::{
    OperationRef, Type, Value, ValueLike,
    operation::{OperationLike, OperationResult},
    r#type::IntegerType,
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

/// Returns the uses of a value and of its other forms, which IREE keeps in the same memory.
pub(super) fn memory_users<'c: 'a, 'a>(value: Value<'c, 'a>) -> Vec<(OperationRef<'c, 'a>, usize)> {
    let mut users = vec![];
    let mut pending = vec![value];
    let follows_barriers = !is_new(memory_of(value));
    while let Some(form) = pending.pop() {
        for (user, operand) in ir::users(form) {
            let is_form = match is_barrier(user) {
                true => follows_barriers,
                false => operand == 0 && is_other_form(user),
            };
            match ir::result(user, operand).filter(|_| is_form) {
                Some(other) => pending.push(other),
                None => users.push((user, operand)),
            }
        }
    }
    users
}

/// Returns the tensor of which a value is a form: another shape or type, a part, or the tensor behind a barrier.
/// What has memory of its own for each use has the same memory for all uses behind a barrier.
pub(super) fn memory_of<'c: 'a, 'a>(value: Value<'c, 'a>) -> Value<'c, 'a> {
    let (mut memory, mut behind_barrier) = (value, None);
    while let Some((operand, is_hidden)) = original(memory) {
        if is_hidden {
            behind_barrier = Some(memory);
        }
        memory = operand;
    }
    behind_barrier.filter(|_| is_new(memory)).unwrap_or(memory)
}

/// Returns the last barrier that a tensor passes through; reshapes, casts and slices are followed back. IREE does not
/// know that the result of a barrier shares the memory of its operand.
pub(super) fn last_barrier<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<ValueKey> {
    let mut form = value;
    while let Some((operand, is_hidden)) = original(form) {
        if is_hidden {
            return Some(ValueKey::new(form));
        }
        form = operand;
    }
    None
}

/// Returns the operand whose memory a value shares, as its reshape, cast, slice or barrier, and whether the op between
/// them is a barrier.
pub(super) fn original<'c: 'a, 'a>(form: Value<'c, 'a>) -> Option<(Value<'c, 'a>, bool)> {
    let definition = ir::defining_op(form)?;
    if is_barrier(definition) {
        let place = OperationResult::try_from(form).ok()?.result_number();
        return Some((ir::operand(definition, place)?, true));
    }
    is_other_form(definition).then_some((ir::operand(definition, 0)?, false))
}

fn is_barrier(operation: OperationRef<'_, '_>) -> bool {
    ir::is_named(operation, stablehlo::OPTIMIZATION_BARRIER)
}

/// Returns whether a value is computed from constants alone, and behind a barrier. IREE computes it once, and it has
/// the memory of that tensor, also in other calls.
pub(super) fn is_shared_constant(value: Value<'_, '_>) -> bool {
    let hidden = original(value).filter(|&(_, is_hidden)| is_hidden);
    let Some((hidden, _)) = hidden else {
        return false;
    };
    let mut has_constant = false;
    let is_computed = ir::all_values(hidden, |value, pending| {
        if ir::constant(value).is_some() {
            has_constant = true;
            return true;
        }
        let definition = ir::defining_op(value)
            .filter(|&definition| ir::is_removable(definition) && definition.region_count() == 0);
        pending.extend(definition.iter().flat_map(OperationLike::operands));
        definition.is_some()
    });
    is_computed && has_constant && !is_fill_of_constant(hidden)
}

/// Returns whether a tensor is filled with a constant: IREE fills memory for each use.
fn is_fill_of_constant(value: Value<'_, '_>) -> bool {
    let memory = memory_of(value);
    is_new(memory) && ir::constant(memory).is_none()
}

/// Returns whether each use of a tensor has memory of its own in IREE: it is empty, a constant, or filled with a
/// constant.
pub(super) fn is_new(value: Value<'_, '_>) -> bool {
    ir::constant(value).is_some()
        || ir::defining_op(value).is_some_and(|definition| {
            let is_constant = || {
                let scalar = ir::operand(definition, 0).and_then(ir::constant);
                is_fill(definition) && scalar.is_some()
            };
            ir::is_named(definition, "tensor.empty") || is_constant()
        })
}

/// Returns whether an op makes another shape or type of a tensor, or a part of it, in the same memory.
fn is_other_form(operation: OperationRef<'_, '_>) -> bool {
    let forms = [
        stablehlo::RESHAPE,
        "tensor.cast",
        "tensor.collapse_shape",
        "tensor.expand_shape",
        "tensor.extract_slice",
        "tensor.reshape",
    ];
    // IREE makes a broadcast to one element a reshape.
    let is_of_one = || {
        let sizes = ir::result(operation, 0).and_then(sizes);
        sizes.is_some_and(|sizes| sizes.iter().all(|&size| size == Some(1)))
    };
    ir::name_str(operation.name()).is_some_and(|name| forms.contains(&name))
        || is_of_same_bits(operation)
        || is_broadcast(operation) && is_of_one()
}

/// Returns whether IREE may give a result of an op the memory of this operand. A function that is called, or
/// the decomposition of a composite op, may contain an op that does.
pub(super) fn changes(operation: OperationRef<'_, '_>, operand: usize) -> bool {
    match ir::name_str(operation.name()) {
        Some("tensor.insert_slice") => operand == 1,
        Some(stablehlo::DYNAMIC_UPDATE_SLICE) => operand == 0,
        Some(stablehlo::SCATTER) => operand < operation.operand_count() / 2,
        // It writes into the last two.
        Some(TOP_K) => operand + 2 >= operation.operand_count(),
        Some(name) => {
            ir::is_call(name) || name == stablehlo::COMPOSITE || works_in_place(operation)
        }
        None => false,
    }
}

/// Emits the shape of a tensor of unknown size; `None` for another tensor.
pub(super) fn emit_shape<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    is_dynamic(value).then(|| {
        let extents = emit_extents(emitter, value);
        emitter.emit_from_elements(&extents)
    })
}

/// Emits a copy that IREE does not merge with another one of the same tensor, and for which it does not wait
/// until it knows a number: what changes the tensor behind the copy might come first.
pub(super) fn emit_own_copy<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    // MLIR merges barriers of StableHLO.
    if !dialect::accepts_iree(emitter.context()) {
        let shape = emit_shape(emitter, value);
        return emit_chosen(emitter, value, shape);
    }
    let zero = emit_zero(emitter, ir::element_type(value.r#type())?)?;
    let shape = emit_shape(emitter, value);
    let one = emitter.emit_constant_index(1);
    let hidden = emit_hidden(emitter, one)?;
    let is_one = emitter.emit_index_compare(Direction::Eq, hidden, one);
    let truth = ir::scalar_tensor(IntegerType::new(emitter.context(), 1).into());
    let truth = emitter.emit_pure("tensor.from_elements", &[is_one], &[], truth);
    Some(Choice { truth, zero }.emit_copy(emitter, value, shape))
}

/// Returns whether a value is a copy that [`emit_own_copy`] has emitted: it chooses between a tensor and a fill by a
/// number behind a barrier.
pub(super) fn is_own_copy(value: Value<'_, '_>) -> bool {
    let is_copy = || {
        let choice = ir::defined_by(value, stablehlo::SELECT)?;
        let truth = ir::defining_op(ir::operand(choice, 0)?)?;
        let is_hidden = match ir::name_str(truth.name())? {
            "tensor.from_elements" => {
                let comparison = ir::defined_by(ir::operand(truth, 0)?, "arith.cmpi")?;
                ir::defined_by(ir::operand(comparison, 0)?, BARRIER).is_some()
            }
            name => name == stablehlo::OPTIMIZATION_BARRIER,
        };
        Some(is_hidden && ir::defining_op(ir::operand(choice, 2)?).is_some_and(is_fill))
    };
    is_copy() == Some(true)
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

/// Emits a scalar of 0; `None` if there is none of this type of elements.
fn emit_zero<'c, 'a>(emitter: &mut Emitter<'c, 'a>, element: Type<'c>) -> Option<Value<'c, 'a>> {
    let scalar = ir::scalar_tensor(element);
    match ir::complex_element(element) {
        Some(part) => {
            let zero = emit_zero(emitter, part)?;
            Some(emitter.emit_pure(stablehlo::COMPLEX, &[zero, zero], &[], scalar))
        }
        None => emit_number(emitter, 0, scalar),
    }
}

/// The scalars from which tensors of one element type are copied.
pub(super) struct Choice<'c, 'a> {
    truth: Value<'c, 'a>,
    zero: Value<'c, 'a>,
}

impl<'c, 'a> Choice<'c, 'a> {
    /// Emits the scalars, behind barriers, for tensors of a type.
    pub(super) fn emit(emitter: &mut Emitter<'c, 'a>, r#type: Type<'c>) -> Option<Self> {
        let zero = emit_zero(emitter, ir::element_type(r#type)?)?;
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
