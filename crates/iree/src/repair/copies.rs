//! Copies of tensors that IREE does not take for the tensors.

use crate::{build::*, model::fold::may_be_filled, ops::*, prelude::*};

/// Emits a copy that IREE does not merge with another one of the same tensor, and for which it does not wait
/// until it knows a number: what changes the tensor behind the copy might come first. A fill is filled again.
pub fn emit_own_copy<'a>(emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Option<Value<'a>> {
    // MLIR merges barriers of StableHLO.
    if !dialect::accepts_iree(emitter.context()) {
        let shape = emit_shape(emitter, value);
        return emit_chosen(emitter, value, shape);
    }
    let fill = ir::defining_op(value).filter(|&it| is_fill(it) && is_dynamic(value));
    if let Some(fill) = fill {
        let scalar = emit_hidden(emitter, ir::operand(fill, 0)?)?;
        let shape = ir::operand(fill, 1);
        return Some(emit_fill_of_shape(emitter, scalar, shape, value.r#type()));
    }
    let mut zero = emit_zero(emitter, ir::element_type(value.r#type())?)?;
    if may_be_filled(value) {
        // Both may be filled with it.
        zero = emit_hidden(emitter, zero)?;
    }
    let shape = emit_shape(emitter, value);
    let is_one = emit_hidden_true(emitter)?;
    let truth = emit_scalar(emitter, is_one);
    Some(Choice { truth, zero }.emit_copy(emitter, value, shape))
}

/// Emits the choice between a tensor and a fill of a shape by a true that is behind a barrier, so that
/// IREE computes a copy of the tensor.
pub fn emit_chosen<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    shape: Option<Value<'a>>,
) -> Option<Value<'a>> {
    let choice = Choice::emit(emitter, value.r#type())?;
    Some(choice.emit_copy(emitter, value, shape))
}

/// Emits a scalar of 0; `None` if there is none of this type of elements.
fn emit_zero<'a>(emitter: &mut OpEmitter<'a>, element: Type<'a>) -> Option<Value<'a>> {
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
pub struct Choice<'a> {
    truth: Value<'a>,
    zero: Value<'a>,
}

impl<'a> Choice<'a> {
    /// Emits the scalars, behind barriers, for tensors of a type.
    pub fn emit(emitter: &mut OpEmitter<'a>, r#type: Type<'a>) -> Option<Self> {
        let zero = emit_zero(emitter, ir::element_type(r#type)?)?;
        let truth = scalar_truth(emitter);
        let truth = emit_number(emitter, 1, truth)?;
        // IREE passes truth values as numbers. A tensor that is filled with a 0 behind another barrier is not the fill.
        let zero = emitter.emit_barrier(zero, &[truth]);
        let truth = emitter.emit_barrier(truth, &[]);
        Some(Self { truth, zero })
    }

    /// Emits a copy of a tensor, whose shape is given if it is not static.
    pub fn emit_copy(
        &self,
        emitter: &mut OpEmitter<'a>,
        value: Value<'a>,
        shape: Option<Value<'a>>,
    ) -> Value<'a> {
        let r#type = value.r#type();
        let zeros = emit_fill_of_shape(emitter, self.zero, shape, r#type);
        emitter.emit_named(stablehlo::SELECT, &[self.truth, value, zeros], &[], r#type)
    }
}
