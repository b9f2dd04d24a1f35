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
pub fn guard_need<'a>(
    emitter: &mut OpEmitter<'a>,
    analysis: &mut Analysis,
    operation: OpRef<'a>,
    (expressions, need): (&SizeExpressions<'a, 'a>, &SizeNeed),
    assertions: Assertions,
) -> Option<SizeGuard> {
    let answer = analysis.ask_need(expressions, need);
    require(answer != NeedAnswer::Met && emitter.set_anchor(operation))?;
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

/// The greatest number that an op may need: no tensor has 2^31 elements in a dim. Sums and products of two such numbers
/// do not wrap.
const MAX_NUMBER: i64 = i32::MAX as i64;

/// Returns whether a need says that a number is not negative which is computed from data that may be 2^31 or more.
fn is_of_any_size(expressions: &SizeExpressions<'_, '_>, need: &SizeNeed) -> bool {
    let least = expressions.node(need.left);
    need.relation == NeededRelation::AtMost
        && matches!(least, ExpressionNode::Constant(0))
        && is_wide(expressions, need.right)
}

/// Returns whether a number is computed from an element that may be 2^31 or more.
fn is_wide(expressions: &SizeExpressions<'_, '_>, number: SizeExpression) -> bool {
    match expressions.node(number) {
        ExpressionNode::Element(value, _) => {
            let r#type = value.r#type();
            let element = ir::as_ranked_tensor(r#type).map_or(r#type, |tensor| tensor.element());
            let is_unsigned = ir::as_integer_type(element).is_some_and(|it| it.is_unsigned());
            ir::bit_width(element).is_none_or(|bits| bits + u32::from(is_unsigned) > 32)
        }
        ExpressionNode::Apply(_, a, b) => [a, b].iter().any(|&part| is_wide(expressions, part)),
        _ => false,
    }
}

/// Emits the values of expressions.
struct ExpressionEmitter<'e, 'a> {
    emitter: &'e mut OpEmitter<'a>,
    analysis: &'e mut Analysis,
    expressions: &'e SizeExpressions<'a, 'a>,
}

impl<'a> ExpressionEmitter<'_, 'a> {
    fn condition(&mut self, need: &SizeNeed) -> Option<Value<'a>> {
        let left = self.number(need.left)?;
        let right = self.number(need.right)?;
        let direction = match need.relation {
            NeededRelation::AtMost => Direction::Le,
            NeededRelation::Equal | NeededRelation::BroadcastsTo => Direction::Eq,
        };
        let mut holds = self.emitter.emit_index_compare(direction, left, right);
        if is_of_any_size(self.expressions, need) {
            let limit = self.emitter.emit_constant_index(MAX_NUMBER);
            let is_small = self.emitter.emit_index_compare(Direction::Le, right, limit);
            holds = emit_and(self.emitter, Some(holds), is_small);
        }
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
    fn emit_or_is(&mut self, holds: Value<'a>, number: Value<'a>, constant: i64) -> Value<'a> {
        let emitter = &mut *self.emitter;
        let constant = emitter.emit_constant_index(constant);
        let is_it = emitter.emit_index_compare(Direction::Eq, number, constant);
        emitter.emit_like(arith::ORI, &[is_it, holds])
    }

    /// Emits the value of an expression, an `index`; `None` if an element cannot be read, or if no op
    /// computes the function.
    fn number(&mut self, expression: SizeExpression) -> Option<Value<'a>> {
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
    operation: OpRef<'_>,
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
        (NeededRelation::AtMost, true) if is_of_any_size(expressions, need) => {
            format!("at least {other} and less than 2^31")
        }
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
        operation: OpRef<'_>,
        expressions: &SizeExpressions<'_, '_>,
        expression: SizeExpression,
        form: MessageForm,
    ) -> Self {
        let position = |value| {
            let mut operands = operation.operands();
            operands.position(|operand| operand == value)
        };
        let (name, value, certainty) = match expressions.node(expression) {
            ExpressionNode::Constant(value) => (value.to_string(), None, Certainty::Constant),
            ExpressionNode::Size(value, dim) => {
                let size = ir::sizes_of(value.r#type()).get(dim).copied().flatten();
                let operand = match position(value) {
                    Some(operand) => describe_operand(operand, ir::value_name(value), dim, form),
                    None => format!("dim {dim} of a tensor that its body reads"),
                };
                let certainty = size.map_or(Certainty::Size, |_| Certainty::Constant);
                (format!("the size of {operand}"), size, certainty)
            }
            ExpressionNode::Element(value, element) => {
                let operand = position(value).map(|operand| format!("operand #{operand}"));
                let name = match operand {
                    Some(operand) if value.r#type().is_ranked_tensor() => {
                        format!("element {element} of {operand}")
                    }
                    Some(operand) => operand,
                    None => "an index in its body".into(),
                };
                (name, None, Certainty::Element)
            }
            ExpressionNode::Declared { result, dim, size } => {
                let name = format!("the declared size of result #{result} dim {dim}");
                (name, Some(size), Certainty::Constant)
            }
            ExpressionNode::Apply(function, a, b) => {
                let parts = [a, b].map(|part| {
                    let part_of = Self::new(operation, expressions, part, form);
                    let value = part_of.value.map(|value| value.to_string());
                    (expressions.node(part), value.unwrap_or(part_of.name))
                });
                (formula(function, parts), None, Certainty::Computed)
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
        require(form != MessageForm::Plain && self.certainty != Certainty::Constant)?;
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

/// The greatest length of a formula in a message.
const MAX_FORMULA: usize = 160;

/// Returns a function of two numbers, in words.
fn formula(function: Function, parts: [(ExpressionNode<'_, '_>, String); 2]) -> String {
    let [(_, a), (_, b)] = &parts;
    // What changes nothing.
    match (function, a.as_str(), b.as_str()) {
        (Function::Add, "0", number)
        | (Function::Add | Function::Subtract, number, "0")
        | (
            Function::Divide(Signed) | Function::DivideDown | Function::DivideUp(Signed),
            number,
            "1",
        ) => return number.into(),
        _ => {}
    }
    if let (Function::Add, Some(number), "1") = (function, a.strip_suffix(" - 1"), b.as_str()) {
        return number.into();
    }
    let is_sum = |part: &ExpressionNode<'_, '_>| {
        matches!(
            part,
            ExpressionNode::Apply(Function::Add | Function::Subtract, ..)
        )
    };
    let [left, right] = parts.each_ref().map(|(node, name)| match is_sum(node) {
        true => format!("({name})"),
        false => name.clone(),
    });
    let formula = match function {
        Function::Add => format!("{a} + {b}"),
        Function::Subtract => format!("{a} - {right}"),
        Function::Multiply => format!("{left} * {right}"),
        Function::Maximum(Signed) => format!("max({a}, {b})"),
        Function::Minimum(Signed) => format!("min({a}, {b})"),
        Function::Divide(Signed) | Function::DivideDown => format!("{left} / {right}"),
        Function::DivideUp(Signed) => format!("{left} / {right}, rounded up,"),
        Function::Remainder(Signed) => format!("{left} % {right}"),
        _ => String::new(),
    };
    match formula.len() {
        1..=MAX_FORMULA => formula,
        _ => "the number that its operands give".into(),
    }
}
