//! The sizes in a check's message, as expressions of the function's arguments: written for a value of the program, and
//! evaluated for a call of it.

use crate::{dialect::stablehlo, ir, padder::element};
use melior::ir::{Value, operation::OperationLike};
use std::fmt::Write;

/// A function of two numbers; `None` if the result has no `i64`.
type Apply = fn(i64, i64) -> Option<i64>;

/// The functions that an expression may use, each as its StableHLO op, its word in the text, and what it computes.
const FUNCTIONS: [(&str, &str, Apply); 7] = [
    (stablehlo::ADD, "add", i64::checked_add),
    (stablehlo::SUBTRACT, "subtract", i64::checked_sub),
    (stablehlo::MULTIPLY, "multiply", i64::checked_mul),
    // Nothing is said of a quotient by 0, but the message must have a number.
    (stablehlo::DIVIDE, "divide", |a, b| match b {
        0 => Some(0),
        b => a.checked_div(b),
    }),
    (stablehlo::REMAINDER, "remainder", |a, b| match b {
        0 => Some(a),
        b => a.checked_rem(b),
    }),
    (stablehlo::MAXIMUM, "maximum", |a, b| Some(a.max(b))),
    (stablehlo::MINIMUM, "minimum", |a, b| Some(a.min(b))),
];

/// The expression of a size that is none.
pub const UNKNOWN: &str = "?";

/// The maximum depth of an expression.
const MAX_DEPTH: usize = 12;

/// Returns a scalar as an expression of the function's arguments and constants, such as `(add arg2 1)`; `?` if it is
/// no such expression.
pub fn describe(value: Value<'_, '_>) -> String {
    describe_at(value, 0).unwrap_or_else(|| UNKNOWN.into())
}

fn describe_at(value: Value<'_, '_>, depth: usize) -> Option<String> {
    if let Some(number) = ir::constant_integer(value) {
        return Some(number.to_string());
    }
    let Some(operation) = ir::defining_op(value) else {
        let (_, index) = ir::function_argument(value)?;
        return Some(format!("arg{index}"));
    };
    if depth >= MAX_DEPTH {
        return None;
    }
    let name = ir::name_str(operation.name())?;
    let first = ir::operand(operation, 0);
    match name {
        stablehlo::CONVERT | stablehlo::RESHAPE => return describe_at(first?, depth + 1),
        stablehlo::SLICE => {
            let start = ir::int_array(operation, "start_indices")?;
            let index = usize::try_from(*start.first()?).ok()?;
            return describe_at(element(first?, index)?, depth + 1);
        }
        _ => {}
    }
    let (_, word, _) = FUNCTIONS.iter().find(|(op, ..)| *op == name)?;
    let mut text = format!("({word}");
    for operand in operation.operands() {
        let _ = write!(text, " {}", describe_at(operand, depth + 1)?);
    }
    Some(text + ")")
}

/// Returns the value of an expression; `argument` returns those of arguments. `None` if it is not known.
pub fn evaluate(text: &str, argument: impl Fn(usize) -> Option<i64>) -> Option<i64> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut tokens = spaced.split_whitespace();
    let value = evaluate_next(&mut tokens, &argument, 0)?;
    tokens.next().is_none().then_some(value)
}

fn evaluate_next<'t>(
    tokens: &mut impl Iterator<Item = &'t str>,
    argument: &impl Fn(usize) -> Option<i64>,
    depth: usize,
) -> Option<i64> {
    let token = tokens.next()?;
    if token != "(" {
        return match token.strip_prefix("arg") {
            Some(index) => argument(index.parse().ok()?),
            None => token.parse().ok(),
        };
    }
    // Another program may have written the text, and nested it so deeply that recursion would overflow the stack.
    if depth >= MAX_DEPTH {
        return None;
    }
    let word = tokens.next()?;
    let (_, _, apply) = FUNCTIONS.iter().find(|(_, known, _)| *known == word)?;
    let a = evaluate_next(tokens, argument, depth + 1)?;
    let b = evaluate_next(tokens, argument, depth + 1)?;
    (tokens.next()? == ")").then(|| apply(a, b))?
}

#[cfg(test)]
mod tests {
    use super::{MAX_DEPTH, evaluate};

    fn check(text: &str, expected: Option<i64>) {
        let argument = |index: usize| [7, -7, 0, i64::MAX].get(index).copied();
        assert_eq!(evaluate(text, argument), expected, "{text}");
    }

    #[test]
    fn functions_are_those_of_the_ops() {
        for (text, expected) in [
            ("-3", -3),
            ("arg1", -7),
            ("(add arg0 1)", 8),
            ("(subtract (multiply arg0 2) arg1)", 21),
            ("(divide arg1 2)", -3),
            ("(divide arg1 arg2)", 0),
            ("(remainder arg1 2)", -1),
            ("(remainder arg1 arg2)", -7),
            ("(maximum arg0 (minimum arg1 arg2))", 7),
        ] {
            check(text, Some(expected));
        }
    }

    #[test]
    fn what_is_no_expression_has_no_value() {
        for text in [
            "",
            "?",
            "arg",
            "arg9",
            "(add arg0)",
            "(add arg0 1",
            "(add arg0 1) 2",
            "(add arg0 ?)",
            "(power arg0 2)",
            "(add arg3 1)",
            ")",
        ] {
            check(text, None);
        }
        let nested = |depth| "(add 1 ".repeat(depth) + "1" + &")".repeat(depth);
        check(&nested(MAX_DEPTH), Some(MAX_DEPTH as i64 + 1));
        check(&nested(MAX_DEPTH + 1), None);
        check(&"(add ".repeat(100_000), None);
    }
}
