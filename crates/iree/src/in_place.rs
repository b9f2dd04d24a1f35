//! Which ops change a tensor in place, and copies of it.

use super::{
    emit_extents, emit_number,
    fill::is_fill,
    is_dynamic,
    model::fold::{Link, may_be_filled, original, sources},
    scalar::{BARRIER, emit_hidden, emit_hidden_true},
};
use crate::{
    dialect::{self, stablehlo},
    ir::{self, DimMapping, Emitter},
};
use melior::ir::{
    OperationRef, Type, Value, ValueLike, operation::OperationLike, r#type::IntegerType,
};

/// IREE's op for the greatest elements.
pub(super) const TOP_K: &str = "iree_linalg_ext.topk";

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

/// Returns whether a value is computed from constants alone, and behind a barrier. IREE computes it once, and it has
/// the memory of that tensor, also in other calls.
pub(super) fn is_shared_constant(value: Value<'_, '_>) -> bool {
    let sources = sources(value).into_iter();
    let mut hidden = sources.filter(|&(_, link)| link == Link::Hidden);
    let Some((hidden, _)) = hidden.next() else {
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
    let memory = original(value);
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

/// Returns whether IREE may give a result of an op the memory of this operand. A function that is called may contain an
/// op that does.
pub(super) fn changes(operation: OperationRef<'_, '_>, operand: usize) -> bool {
    match ir::name_str(operation.name()) {
        Some("tensor.insert_slice") => operand == 1,
        Some(stablehlo::DYNAMIC_UPDATE_SLICE) => operand == 0,
        Some(stablehlo::SCATTER) => operand < operation.operand_count() / 2,
        // It writes into the last two.
        Some(TOP_K) => operand + 2 >= operation.operand_count(),
        Some(name) => ir::is_call(name) || works_in_place(operation),
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
/// until it knows a number: what changes the tensor behind the copy might come first. A fill is filled again.
pub(super) fn emit_own_copy<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    // MLIR merges barriers of StableHLO.
    if !dialect::accepts_iree(emitter.context()) {
        let shape = emit_shape(emitter, value);
        return emit_chosen(emitter, value, shape);
    }
    let fill = ir::defining_op(value).filter(|&it| is_fill(it) && is_dynamic(value));
    if let Some(fill) = fill {
        let scalar = emit_hidden(emitter, ir::operand(fill, 0)?)?;
        let mapping = DimMapping::new(emitter.context(), &[]);
        let shape = ir::operand(fill, 1);
        return Some(emitter.emit_broadcast(scalar, mapping, shape, value.r#type()));
    }
    let mut zero = emit_zero(emitter, ir::element_type(value.r#type())?)?;
    if may_be_filled(value) {
        // Both may be filled with it.
        zero = emit_hidden(emitter, zero)?;
    }
    let shape = emit_shape(emitter, value);
    let is_one = emit_hidden_true(emitter)?;
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
        let truth = ir::scalar_tensor(IntegerType::new(emitter.context(), 1).into());
        let truth = emit_number(emitter, 1, truth)?;
        // IREE passes truth values as numbers. A tensor that is filled with a 0 behind another barrier is not the fill.
        let zero = emitter.emit_barrier(zero, &[truth]);
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
