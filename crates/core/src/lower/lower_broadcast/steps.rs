//! The steps of a target of more than one op, for ops of one signature.

use super::{unsupported::Unsupported, verified::Verified};
use crate::{
    ir,
    lower::{broadcastable::BroadcastableOp, rules::ResolvedElement},
    rule::{Number, SHARDING, Step, StepConstant, StepOperand},
};
use melior::ir::{Attribute, Identifier, Type, ValueLike, operation::OperationLike};
use std::collections::HashMap;

/// An op of a sequence, with everything that does not depend on the values of operands.
pub struct FormStep<'c> {
    /// The position of its step among those of the rule: a step that combines several operands
    /// has several ops.
    pub number: usize,
    /// The operands.
    pub inputs: Vec<StepInput<'c>>,
    /// The attributes.
    pub attributes: Vec<(Identifier<'c>, Attribute<'c>)>,
    /// The result's element type.
    pub element: Type<'c>,
    /// Whether the op requires operands of equal types.
    pub takes_equal_types: bool,
    /// The operand types of the last such op that was verified.
    pub verified: Verified,
}

/// An operand of a step.
#[derive(Clone, Copy)]
pub enum StepInput<'c> {
    /// An operand of the source op.
    Operand(usize),
    /// The result of an earlier step.
    Step(usize),
    /// A number, with its element type.
    Constant(Number, Type<'c>),
}

/// An operand of a step before the element types of constants are known.
enum UntypedInput<'r, 'c> {
    Known(StepInput<'c>),
    Constant(&'r StepConstant),
}

/// Resolves the steps of an op's rule; `carried` are the attributes that are carried over.
///
/// # Errors
///
/// Fails if an element type is not known, if a step's op does not accept an attribute, or if a
/// constant has no value that its element type can represent.
pub fn steps<'c>(
    op: &BroadcastableOp<'c, '_, '_>,
    carried: &[(Identifier<'c>, Attribute<'c>)],
) -> Result<Vec<FormStep<'c>>, Unsupported> {
    let steps = op.rule.rule.steps();
    let mut reading = StepReader {
        op,
        numbers: HashMap::new(),
        elements: vec![],
    };
    let mut read = vec![];
    for (index, step) in steps.iter().enumerate() {
        let is_last = index + 1 == steps.len();
        for inputs in reading.inputs(step)? {
            let read_step = reading.step(index, step, inputs, is_last, carried)?;
            reading.elements.push(read_step.element);
            read.push(read_step);
        }
        if let Some(name) = &step.name {
            reading.numbers.insert(name, read.len().saturating_sub(1));
        }
    }
    Ok(read)
}

struct StepReader<'o, 'c, 'a, 'r> {
    op: &'o BroadcastableOp<'c, 'a, 'r>,
    /// The positions of the ops whose results have names.
    numbers: HashMap<&'r str, usize>,
    /// The element types of the ops so far.
    elements: Vec<Type<'c>>,
}

impl<'c, 'r> StepReader<'_, 'c, '_, 'r> {
    /// Returns the operands of each op of a step; constants have no element type yet.
    fn inputs(&self, step: &'r Step) -> Result<Vec<Vec<UntypedInput<'r, 'c>>>, Unsupported> {
        if let Some(fold) = &step.fold {
            let count = self.op.operation.operand_count();
            // The requirements were checked.
            let selected = fold.select(count).unwrap_or_default();
            let mut rest = selected.into_iter();
            let mut left = rest.next().map(StepInput::Operand);
            let mut ops = vec![];
            for right in rest {
                let right = StepInput::Operand(right);
                ops.push(
                    left.into_iter()
                        .chain([right])
                        .map(UntypedInput::Known)
                        .collect(),
                );
                left = Some(StepInput::Step(self.elements.len() + ops.len() - 1));
            }
            return Ok(ops);
        }
        let inputs = step.operands.iter().map(|operand| match operand {
            StepOperand::Operand(index) => Ok(UntypedInput::Known(StepInput::Operand(*index))),
            StepOperand::Step(name) => match self.numbers.get(name.as_str()) {
                Some(&step) => Ok(UntypedInput::Known(StepInput::Step(step))),
                // The table was checked.
                None => Err(Unsupported::StepElement {
                    op: step.op.clone(),
                }),
            },
            StepOperand::Constant(constant) => Ok(UntypedInput::Constant(constant)),
        });
        Ok(vec![inputs.collect::<Result<_, _>>()?])
    }

    fn step(
        &self,
        index: usize,
        step: &'r Step,
        inputs: Vec<UntypedInput<'r, 'c>>,
        is_last: bool,
        carried: &[(Identifier<'c>, Attribute<'c>)],
    ) -> Result<FormStep<'c>, Unsupported> {
        let resolved = &self.op.rule.steps[index];
        let unknown = || Unsupported::StepElement {
            op: step.op.clone(),
        };
        let common = self.common_element(&inputs);
        let element = match &resolved.element {
            Some(element) => self.element(element),
            None if is_last => self.result_element(),
            None => common,
        };
        let inputs = inputs.into_iter().enumerate();
        let inputs = inputs.map(|(position, input)| match input {
            UntypedInput::Known(input) => Ok(input),
            UntypedInput::Constant(constant) => {
                let element = match resolved.constants.get(position) {
                    Some(Some(element)) => self.element(element),
                    _ => common,
                };
                self.constant(constant, element.ok_or_else(unknown)?)
            }
        });
        let inputs = inputs.collect::<Result<_, _>>()?;
        let attributes = carried.iter().filter(|(identifier, _)| {
            let name = ir::name_str(*identifier).unwrap_or_default();
            step.carry.contains(name) || is_last && name == SHARDING
        });
        let mut attributes = attributes.copied().collect::<Vec<_>>();
        attributes.extend_from_slice(&resolved.set);
        super::attributes::check_target(self.op, &step.op, &attributes)?;
        Ok(FormStep {
            number: index,
            inputs,
            attributes,
            element: element.ok_or_else(unknown)?,
            takes_equal_types: ir::with_context(self.op.operation, |context| {
                ir::takes_equal_types(context, &step.op)
            }),
            verified: Verified::default(),
        })
    }

    /// Returns the element type of a step's last operand that is not a constant; if there is
    /// none, that of the first operand in the broadcast.
    fn common_element(&self, inputs: &[UntypedInput<'_, 'c>]) -> Option<Type<'c>> {
        let mut elements = inputs.iter().rev().filter_map(|input| match input {
            UntypedInput::Known(StepInput::Operand(index)) => self.operand_element(*index),
            UntypedInput::Known(StepInput::Step(step)) => self.elements.get(*step).copied(),
            UntypedInput::Known(StepInput::Constant(..)) | UntypedInput::Constant(_) => None,
        });
        elements.next().or_else(|| {
            let operands = self.op.operands.iter();
            self.operand_element(operands.take_while(|it| it.is_absent()).count())
        })
    }

    fn element(&self, element: &ResolvedElement<'c>) -> Option<Type<'c>> {
        match *element {
            ResolvedElement::Type(element) => Some(element),
            ResolvedElement::Operand(index) => self.operand_element(index),
        }
    }

    fn operand_element(&self, index: usize) -> Option<Type<'c>> {
        ir::element_type(ir::operand(self.op.operation, index)?.r#type())
    }

    fn result_element(&self) -> Option<Type<'c>> {
        ir::element_type(ir::result(self.op.operation, 0)?.r#type())
    }

    fn constant(
        &self,
        constant: &StepConstant,
        element: Type<'c>,
    ) -> Result<StepInput<'c>, Unsupported> {
        if let Some(operands) = &constant.count {
            let count = operands.select(self.op.operation.operand_count());
            let count = count.map_or(0, |selected| selected.len());
            let number = Number::Integer(i64::try_from(count).unwrap_or(i64::MAX));
            let subject = || format!("the number of its operands is {count}, which");
            return self.number(Some(number), element, subject);
        }
        if let Some(index) = constant.operand
            && let Some(value) = ir::operand(self.op.operation, index)
            && !ir::is_absent(value)
        {
            let found = || ir::constant(value).map_or_else(String::new, ir::attribute_text);
            let subject = || format!("operand #{index} is the constant {}, which", found());
            return self.number(ir::constant_number(value), element, subject);
        }
        let name = constant.attribute.as_deref().unwrap_or_default();
        let attribute = constant.attribute.as_ref();
        let attribute = attribute.and_then(|name| self.op.operation.attribute(name).ok());
        let (number, found) = match (attribute, &constant.text) {
            (Some(attribute), _) => (ir::number(attribute), ir::attribute_text(attribute)),
            (None, Some(text)) => (Number::parse(text), text.clone()),
            (None, None) => return Err(Unsupported::NoConstant { name: name.into() }),
        };
        self.number(number, element, || match attribute {
            Some(_) => format!("attribute '{name}' is {found}, which"),
            None => format!("its rule has the constant {found}, which"),
        })
    }

    /// Returns a number of an element type that has it; `subject` says in messages where it is
    /// from.
    fn number(
        &self,
        number: Option<Number>,
        element: Type<'c>,
        subject: impl Fn() -> String,
    ) -> Result<StepInput<'c>, Unsupported> {
        let number = number.filter(|&number| {
            ir::with_context(self.op.operation, |context| {
                let scalar = ir::scalar_tensor(element);
                ir::splat(context, scalar, number).is_some()
            })
        });
        let number = number.ok_or_else(|| Unsupported::Constant {
            subject: subject(),
            element: ir::type_text(element),
        })?;
        Ok(StepInput::Constant(number, element))
    }
}
