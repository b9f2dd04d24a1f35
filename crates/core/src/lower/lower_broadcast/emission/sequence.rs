//! Emission of targets of more than one op.

use super::{Emission, TargetOperands, target_error::TargetError};
use crate::{
    diagnostic::mlir_message::without_subject,
    dialect::arith,
    ir::{self, EmittedOp, Emitter},
    lower::lower_broadcast::{
        form::Form,
        steps::{FormStep, StepInput},
    },
    plan::{Broadcast, VectorBroadcast},
    rule::Number,
};
use melior::ir::{
    OperationRef, Type, Value, ValueLike, operation::OperationLike, r#type::RankedTensorType,
};

/// The constants of each step, by the positions of its operands.
type StepConstants<'c, 'a> = Vec<Vec<Option<Value<'c, 'a>>>>;

/// The values that steps use, and their types.
pub(super) struct Materials<'c, 'a> {
    /// The operands of the source op, by index: broadcast if they take part.
    operands: TargetOperands<'c, 'a>,
    constants: StepConstants<'c, 'a>,
    /// The result's type with all known sizes.
    equal_type: Type<'c>,
}

impl<'c, 'a> Emission<'_, 'c, 'a> {
    /// Emits the broadcasts of the operands that the steps use, and their constants.
    pub(super) fn emit_materials(&mut self, form: &Form<'c, '_>) -> Materials<'c, 'a> {
        let planned = self.planned;
        let operands = planned.tensors.operands.iter().enumerate();
        let operands = operands
            .map(|(index, operand)| match operand.r#type {
                Some(r#type) if form.steps.iter().any(|step| step.uses(index)) => {
                    self.emit_broadcast(index, r#type)
                }
                _ => planned.operands[index],
            })
            .collect();
        let constants = form.steps.iter();
        let constants = constants.map(|step| {
            let inputs = step.inputs.iter();
            let constants = inputs.map(|input| match *input {
                StepInput::Constant(number, element) => self.emit_constant(number, element),
                StepInput::Operand(_) | StepInput::Step(_) => None,
            });
            constants.collect()
        });
        Materials {
            operands,
            constants: constants.collect(),
            equal_type: match ir::as_ranked_tensor(form.result_type) {
                Some(result_type) => self.equal_type(result_type),
                None => form.result_type,
            },
        }
    }

    /// Emits a number in the shape of the result.
    fn emit_constant(&mut self, number: Number, element: Type<'c>) -> Option<Value<'c, 'a>> {
        let scalar_type = ir::as_ranked_tensor(ir::scalar_tensor(element))?;
        let plan = &self.planned.cached.plan;
        if plan.dims.iter().all(|dim| dim.constant().is_some()) {
            let r#type = self.equal_type(scalar_type);
            return emit_splat(self.emitter, EmittedOp::Constant.name(), number, r#type);
        }
        let name = EmittedOp::Constant.name();
        let scalar = emit_splat(self.emitter, name, number, scalar_type.into())?;
        Some(self.emit_scalar_broadcast(scalar, scalar_type))
    }

    /// Emits the broadcast of a scalar to the result's shape.
    fn emit_scalar_broadcast(
        &mut self,
        scalar: Value<'c, 'a>,
        scalar_type: RankedTensorType<'c>,
    ) -> Value<'c, 'a> {
        let mapping = ir::DimMapping::new(self.emitter.context(), &[]);
        let shape = match self.planned.cached.plan.scalar_broadcast() {
            Broadcast::None => return scalar,
            Broadcast::Padded(dims) => {
                return self.emit_padded(scalar, mapping, scalar_type, &dims);
            }
            Broadcast::Static => None,
            Broadcast::Dynamic { .. } => Some(self.emit_shape()),
        };
        let r#type = self.equal_type(scalar_type);
        self.emitter.emit_broadcast(scalar, mapping, shape, r#type)
    }

    /// Emits the sizes that the constants need.
    pub(super) fn emit_sizes_of_constants(&mut self, form: &Form<'c, '_>) {
        let mut inputs = form.steps.iter().flat_map(|step| &step.inputs);
        if !inputs.any(|input| matches!(input, StepInput::Constant(..))) {
            return;
        }
        match self.planned.cached.plan.scalar_broadcast() {
            Broadcast::None | Broadcast::Static => {}
            Broadcast::Dynamic { .. } => {
                self.emit_shape();
            }
            Broadcast::Padded(dims) => {
                for dim in dims {
                    self.emit_extent(dim);
                }
            }
        }
    }
}

impl FormStep<'_> {
    fn uses(&self, operand: usize) -> bool {
        let is_operand =
            |input: &StepInput<'_>| matches!(input, StepInput::Operand(it) if *it == operand);
        self.inputs.iter().any(is_operand)
    }
}

/// Emits the operands and constants of a sequence on vectors.
pub(super) fn emit_vector_materials<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    form: &Form<'c, '_>,
    broadcasts: &[Option<VectorBroadcast>],
    emit_broadcast: impl Fn(&mut Emitter<'c, 'a>, Value<'c, 'a>, &VectorBroadcast) -> Value<'c, 'a>,
) -> Materials<'c, 'a> {
    let operands = operation.operands().zip(broadcasts).enumerate();
    let operands = operands.map(|(index, (operand, broadcast))| match broadcast {
        Some(broadcast) if form.steps.iter().any(|step| step.uses(index)) => {
            emit_broadcast(emitter, operand, broadcast)
        }
        _ => operand,
    });
    let operands = operands.collect();
    let constants = form.steps.iter().map(|step| {
        let inputs = step.inputs.iter();
        let constants = inputs.map(|input| match *input {
            StepInput::Constant(number, element) => {
                let r#type = ir::with_element_type(form.result_type, element)?;
                emit_splat(emitter, arith::CONSTANT, number, r#type)
            }
            StepInput::Operand(_) | StepInput::Step(_) => None,
        });
        constants.collect()
    });
    Materials {
        operands,
        constants: constants.collect(),
        equal_type: form.result_type,
    }
}

fn emit_splat<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    name: &'static str,
    number: Number,
    r#type: Type<'c>,
) -> Option<Value<'c, 'a>> {
    let value = ir::splat(emitter.context(), r#type, number)?;
    Some(emitter.emit_pure(name, &[], &[("value", value)], r#type))
}

/// Emits the steps; returns a value of the source op's result type.
///
/// # Errors
///
/// Fails if MLIR's verifier rejects one of them.
pub(super) fn emit_steps<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    form: &Form<'c, '_>,
    materials: &Materials<'c, 'a>,
) -> Result<Value<'c, 'a>, TargetError> {
    let steps = form.rule.rule.steps();
    let part = form.rule.rule.operands.select(materials.operands.len());
    let part = part.unwrap_or_default();
    let mut results = Vec::<Value<'c, 'a>>::new();
    for (index, form_step) in form.steps.iter().enumerate() {
        let number = form_step.number;
        let step = steps.get(number).ok_or(TargetError::NoOperand)?;
        let equal_type = form_step.takes_equal_types.then_some(materials.equal_type);
        let mut operands = TargetOperands::new();
        for (position, &input) in form_step.inputs.iter().enumerate() {
            let value = match input {
                StepInput::Operand(operand) => materials.operands.get(operand).copied(),
                StepInput::Step(step) => results.get(step).copied(),
                StepInput::Constant(..) => materials.constants[index][position],
            };
            let value = value.ok_or(TargetError::NoOperand)?;
            // Others have not been checked to have the result's sizes.
            let has_result_sizes =
                !matches!(input, StepInput::Operand(operand) if !part.contains(&operand));
            operands.push(match equal_type {
                Some(r#type) if has_result_sizes => emit_as(emitter, value, r#type),
                // MLIR's verifiers accept compatible types, which its parsers do not.
                Some(r#type) if with_dims_of(value, r#type) != Some(value.r#type()) => {
                    let reason = format!(
                        "requires operands of one shape, and operand #{position} of the step, which \
                         takes no part in the broadcast, has type '{}'",
                        value.r#type(),
                    );
                    return Err(step_error(form, number, reason));
                }
                _ => value,
            });
        }
        // Only the last result must have the dims that the source op declares.
        let declared = match index + 1 == form.steps.len() && equal_type.is_none() {
            true => form.result_type,
            false => materials.equal_type,
        };
        let r#type = ir::with_element_type(declared, form_step.element);
        let r#type = r#type.unwrap_or(declared);
        let value = emitter.emit(&step.op, &operands, &form_step.attributes, r#type);
        let verified = ir::defining_op(value).map(|op| form_step.verified.verify(op));
        if let Some(Err(reason)) = verified {
            let reason = without_subject(&reason, &step.op).into();
            return Err(step_error(form, number, reason));
        }
        results.push(value);
    }
    let value = *results.last().ok_or(TargetError::NoOperand)?;
    let element = form.steps.last().map(|step| step.element);
    let value = match ir::element_type(form.result_type) {
        Some(result) if element != Some(result) => {
            let r#type = ir::with_element_type(value.r#type(), result);
            let r#type = r#type.unwrap_or(form.result_type);
            emitter.emit_op(EmittedOp::Convert, &[value], &[], r#type)
        }
        _ => value,
    };
    Ok(emitter.emit_cast(value, form.result_type))
}

fn step_error(form: &Form<'_, '_>, number: usize, reason: String) -> TargetError {
    let rule = &form.rule.rule;
    TargetError::Step {
        op: rule.steps()[number].op.clone(),
        number: number + 1,
        count: rule.steps().len(),
        place: rule.place_of(&format!("sequence.{number}.op")).cloned(),
        reason,
    }
}

/// Casts a tensor to the dims of a type.
fn emit_as<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
    r#type: Type<'c>,
) -> Value<'c, 'a> {
    match with_dims_of(value, r#type) {
        Some(r#type) => emitter.emit_cast(value, r#type),
        None => value,
    }
}

/// Returns a value's type with the dims of `r#type`.
fn with_dims_of<'c>(value: Value<'c, '_>, r#type: Type<'c>) -> Option<Type<'c>> {
    ir::with_element_type(r#type, ir::element_type(value.r#type())?)
}
