//! The assertion of what an op needs of sizes.

use super::check::{SizeGuard, emit_never};
use crate::{
    analysis::{
        Analysis, ExpressionNode, NeedAnswer, NeededRelation, SizeExpression, SizeExpressions,
        SizeNeed,
    },
    assertion::{Assertions, MessageForm, describe_operand},
    build::*,
    prelude::*,
    symbol::integer::{Function, Signedness::Signed},
};

/// Emits the assertion of a need of an op in front of the op; `None` if the need is known to be met, or if
/// its condition cannot be computed.
pub fn guard_need<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    analysis: &mut Analysis,
    operation: OperationRef<'c, 'a>,
    (expressions, need): (&SizeExpressions<'c, 'a>, &SizeNeed),
    assertions: Assertions,
) -> Option<SizeGuard> {
    let answer = analysis.ask_need(expressions, need);
    if answer == NeedAnswer::Met || !emitter.set_anchor(operation) {
        return None;
    }
    let fails = answer == NeedAnswer::Never;
    let form = assertions.backend().messages()?;
    let (fault, shown) = describe_fault(operation, expressions, need, form);
    let mut numbers = ExpressionEmitter {
        emitter,
        analysis,
        expressions,
    };
    let condition = match fails {
        true => emit_never(numbers.emitter),
        false => numbers.condition(need)?,
    };
    let sizes = shown.into_iter().map(|number| numbers.number(number));
    let sizes = sizes.collect::<Option<Vec<_>>>()?;
    let guard = SizeGuard { fault, fails };
    guard.emit(emitter, operation, assertions, condition, &sizes)?;
    Some(guard)
}

/// Emits the values of expressions.
struct ExpressionEmitter<'e, 'c, 'a> {
    emitter: &'e mut Emitter<'c, 'a>,
    analysis: &'e mut Analysis,
    expressions: &'e SizeExpressions<'c, 'a>,
}

impl<'c: 'a, 'a> ExpressionEmitter<'_, 'c, 'a> {
    fn condition(&mut self, need: &SizeNeed) -> Option<Value<'c, 'a>> {
        let left = self.number(need.left)?;
        let right = self.number(need.right)?;
        let direction = match need.relation {
            NeededRelation::AtMost => Direction::Le,
            NeededRelation::Equal | NeededRelation::BroadcastsTo => Direction::Eq,
        };
        let mut holds = self.emitter.emit_index_compare(direction, left, right);
        if need.relation == NeededRelation::BroadcastsTo {
            holds = self.emit_or_is(holds, left, 1);
        }
        if let Some(count) = need.unless_none {
            let count = self.number(count)?;
            holds = self.emit_or_is(holds, count, 0);
        }
        Some(holds)
    }

    /// Emits whether a number is a constant, or a condition holds.
    fn emit_or_is(
        &mut self,
        holds: Value<'c, 'a>,
        number: Value<'c, 'a>,
        constant: i64,
    ) -> Value<'c, 'a> {
        let emitter = &mut *self.emitter;
        let constant = emitter.emit_constant_index(constant);
        let is_it = emitter.emit_index_compare(Direction::Eq, number, constant);
        emitter.emit_pure(arith::ORI, &[is_it, holds], &[], holds.r#type())
    }

    /// Emits the value of an expression, an `index`; `None` if an element cannot be read, or if no op
    /// computes the function.
    fn number(&mut self, expression: SizeExpression) -> Option<Value<'c, 'a>> {
        let emitter = &mut *self.emitter;
        let (function, a, b) = match self.expressions.node(expression) {
            ExpressionNode::Constant(value) | ExpressionNode::Declared { size: value, .. } => {
                return Some(emitter.emit_constant_index(value));
            }
            ExpressionNode::Size(value, dim) => {
                return Some(match ir::sizes_of(value.r#type()).get(dim)? {
                    Some(size) => emitter.emit_constant_index(*size),
                    // An assertion that reads the size of a computed tensor would be one more use of it.
                    None => emitter.emit_dim(self.analysis.same_sizes_before(value), dim),
                });
            }
            ExpressionNode::Element(value, index) => {
                return match value.r#type().is_ranked_tensor() {
                    true => Some(emit_numbers(emitter, value)?.get(index)?.index),
                    false => Some(emitter.emit_as_index(value)),
                };
            }
            ExpressionNode::Apply(function, a, b) => (function, a, b),
        };
        let (a, b) = (self.number(a)?, self.number(b)?);
        // Divisors and what is divided are positive, or another need is not met.
        let computed = match function {
            Function::Add => index(a) + b,
            Function::Subtract => index(a) - b,
            Function::Multiply => index(a) * b,
            Function::Maximum(Signed) => index(a).max(b),
            Function::Minimum(Signed) => index(a).min(b),
            Function::Divide(Signed) | Function::DivideDown => index(a) / index(b).max(1),
            Function::DivideUp(Signed) => (index(a) + (index(b).max(1) - 1)) / index(b).max(1),
            Function::Remainder(Signed) => index(a) - index(a) / index(b).max(1) * index(b).max(1),
            _ => return None,
        };
        Some(computed.emit(self.emitter))
    }
}

/// Returns what the message of the assertion of a need says of the op, and the numbers that its placeholders stand for.
/// It blames a size that is known only at run time, or else an element, or else a computed number, and names the other
/// number as what was expected.
fn describe_fault(
    operation: OperationRef<'_, '_>,
    expressions: &SizeExpressions<'_, '_>,
    need: &SizeNeed,
    form: MessageForm,
) -> (String, Vec<SizeExpression>) {
    let [left, right] =
        [need.left, need.right].map(|side| NamedNumber::new(operation, expressions, side, form));
    let is_turned = match need.relation {
        NeededRelation::Equal | NeededRelation::AtMost => right.certainty < left.certainty,
        NeededRelation::BroadcastsTo => false,
    };
    let (subject, other) = match is_turned {
        true => (right, left),
        false => (left, right),
    };
    let mut shown = vec![];
    let subject = subject.into_subject(form, &mut shown);
    let other = other.into_expected(form, &mut shown);
    let expected = match (need.relation, is_turned) {
        (NeededRelation::Equal, _) => other,
        (NeededRelation::AtMost, false) => format!("at most {other}"),
        (NeededRelation::AtMost, true) => format!("at least {other}"),
        (NeededRelation::BroadcastsTo, _) => format!("{other}, or 1"),
    };
    (format!("{subject}; expected {expected}"), shown)
}

/// A number of an op, in words.
struct NamedNumber {
    name: String,
    /// What it is, if that is known.
    value: Option<i64>,
    /// How likely it is not to be at fault.
    certainty: Certainty,
    expression: SizeExpression,
}

#[derive(Eq, Ord, PartialEq, PartialOrd)]
enum Certainty {
    Size,
    Element,
    Computed,
    Constant,
}

impl NamedNumber {
    fn new(
        operation: OperationRef<'_, '_>,
        expressions: &SizeExpressions<'_, '_>,
        expression: SizeExpression,
        form: MessageForm,
    ) -> Self {
        let position = |value| {
            let mut operands = operation.operands();
            operands
                .position(|operand| operand == value)
                .unwrap_or_default()
        };
        let (name, value, certainty) = match expressions.node(expression) {
            ExpressionNode::Constant(value) => (value.to_string(), None, Certainty::Constant),
            ExpressionNode::Size(value, dim) => {
                let size = ir::sizes_of(value.r#type()).get(dim).copied().flatten();
                let (operand, name) = (position(value), ir::value_name(value));
                let operand = describe_operand(operand, name, dim, form);
                let certainty = size.map_or(Certainty::Size, |_| Certainty::Constant);
                (format!("the size of {operand}"), size, certainty)
            }
            ExpressionNode::Element(value, element) => {
                let operand = format!("operand #{}", position(value));
                let name = match value.r#type().is_ranked_tensor() {
                    true => format!("element {element} of {operand}"),
                    false => operand,
                };
                (name, None, Certainty::Element)
            }
            ExpressionNode::Declared { result, dim, size } => {
                let name = format!("the declared size of result #{result} dim {dim}");
                (name, Some(size), Certainty::Constant)
            }
            ExpressionNode::Apply(..) => {
                let name = "the number that its operands give".into();
                (name, None, Certainty::Computed)
            }
        };
        Self {
            name,
            value,
            certainty,
            expression,
        }
    }

    /// Returns what it is at run time, if the message can show that.
    fn placeholder(&self, form: MessageForm, shown: &mut Vec<SizeExpression>) -> Option<String> {
        if form == MessageForm::Plain || self.certainty == Certainty::Constant {
            return None;
        }
        shown.push(self.expression);
        Some(format!("{{{}}}", shown.len() - 1))
    }

    fn into_subject(self, form: MessageForm, shown: &mut Vec<SizeExpression>) -> String {
        match self.placeholder(form, shown) {
            Some(number) => format!("{} is {number}", self.name),
            None => format!("{} does not fit", self.name),
        }
    }

    fn into_expected(self, form: MessageForm, shown: &mut Vec<SizeExpression>) -> String {
        let value = self.value.map(|value| value.to_string());
        match value.or_else(|| self.placeholder(form, shown)) {
            Some(value) => format!("{value}, {}", self.name),
            None => self.name,
        }
    }
}
